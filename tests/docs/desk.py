"""Runs a snippet as a reader would: its file among those shown before it, its fragment in a small frame."""

from __future__ import annotations

import io
import re
import shlex
from collections.abc import Iterable, Sequence
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path

from crittui.cases.checking import check_file
from crittui.cases.runner import run_file
from crittui.cli import main
from crittui.files.rulesets import SECTIONS
from crittui.rules.source import Problem
from tests.docs import telling
from tests.docs.snippets import Snippet, before

FRAME = Path(__file__).with_name("frame.yaml")
FRAME_NAME = "frame.yaml"
HERE = "      # steps of a fragment\n"
FILES = ("ruleset", "addon", "encounter", "picture", "theme", "marks")
WITH_EXAMPLES = ("ruleset", "addon")
FRAGMENTS = ("steps", *SECTIONS)
FORMS = (*FILES, *FRAGMENTS)
ENTRY = re.compile(r"  (?P<name>[^\s#-][^:]*):")
SECTION = re.compile(r"(?P<name>\w+):(?P<rest>.*)")


class Wrong(AssertionError):
    """A snippet is not what it says it is."""


# ---- files


def lay_out(files: Iterable[Snippet], folder: Path) -> None:
    """Save the whole files among these snippets; the last one of a name stays."""
    for snippet in files:
        if name := file_name(snippet):
            (folder / name).write_text(snippet.text, encoding="utf-8")


def file_name(snippet: Snippet) -> str:
    """The name of the file that a block shows, also of one with mistakes; empty for any other."""
    match snippet.info:
        case ("yaml", form, name) | ("yaml", "wrong" | "warning", _, form, name) if form in FILES:
            return name
    return ""


def wrong_with(path: Path) -> list[str]:
    """All that `check` says of a file, warnings too."""
    problems, error = check_file(path)
    return [*map(str, problems.sorted), *([error] if error else [])]


def failures(path: Path) -> list[str]:
    """What came out differently in the examples of a ruleset or add-on."""
    report = run_file(path)
    return report.problems + [f"{example.title}: {why}" for example, why in report.failures]


# ---- fragments


def framed(fragment: str, form: str) -> str:
    """The fragment within the frame, so that it is a whole ruleset."""
    frame = FRAME.read_text(encoding="utf-8")
    if form == "steps":
        return frame.replace(HERE, "".join(f"      {line}\n" if line else "\n" for line in fragment.splitlines()))
    base, more = sections(frame), sections(fragment)
    if form not in more:
        raise Wrong(f"this fragment has no section {form!r}")
    return "".join(_joined(base.get(name), more.get(name)) for name in dict.fromkeys([*base, *more]))


def sections(text: str) -> dict[str, str]:
    """The sections of a file as they are written, by name."""
    found: dict[str, str] = {}
    name = ""
    for line in text.splitlines(keepends=True):
        if match := SECTION.match(line):
            name = match["name"]
        if name:
            found[name] = found.get(name, "") + line
    return found


def _joined(old: str | None, new: str | None) -> str:
    """One section of two: an entry takes the place of one that has its name."""
    if old is None or new is None:
        return old or new or ""
    head, _, rest = new.partition("\n")
    if not head.endswith(":") or not ENTRY.match(rest.lstrip("\n")):
        return new
    entries = {**_entries(old), **_entries(new)}
    return head + "\n" + "".join(entries.values())


def _entries(section: str) -> dict[str, str]:
    found: dict[str, str] = {}
    name = ""
    for line in section.splitlines(keepends=True)[1:]:
        if match := ENTRY.match(line):
            name = match["name"]
        if name:
            found[name] = found.get(name, "") + line
    return found


def problems_of(snippet: Snippet, form: str, folder: Path) -> list[Problem]:
    """All problems of a snippet that is a file or a fragment of this form."""
    lay_out(before(snippet), folder)
    named = snippet.info[snippet.info.index(form) + 1 :]
    path = folder / (named[0] if named else FRAME_NAME)
    path.write_text(snippet.text if form in FILES else framed(snippet.text, form), encoding="utf-8")
    problems, error = check_file(path)
    if error:
        raise Wrong(error)
    return problems.sorted


def new_problems(snippet: Snippet, folder: Path) -> list[Problem]:
    """The problems of a snippet with mistakes that are not those of the frame alone."""
    path = folder / FRAME_NAME
    path.write_text(FRAME.read_text(encoding="utf-8"), encoding="utf-8")
    usual = {(problem.code, problem.message) for problem in check_file(path)[0].sorted}
    form = snippet.info[3]
    return [p for p in problems_of(snippet, form, folder) if form in FILES or (p.code, p.message) not in usual]


# ---- what is printed


def printed(snippet: Snippet, folder: Path) -> tuple[str, int]:
    """What the commands of an `sh` block print, and the highest exit status."""
    lay_out(before(snippet), folder)
    out, statuses = io.StringIO(), [0]
    for line in snippet.text.splitlines():
        words = shlex.split(line)
        if words[:1] == ["crittui"] and words[1:2] != ["play"] and len(words) > 2:
            with redirect_stdout(out), redirect_stderr(out):
                statuses.append(main(words[1:]))
    return out.getvalue(), max(statuses)


def shown(snippet: Snippet, folder: Path) -> list[str]:
    """The lines that a `text` block ought to show."""
    above = before(snippet)
    lay_out(above, folder)
    kind, rest = snippet.info[1], " ".join(snippet.info[2:])
    if kind == "output":
        return printed(above[-1], folder)[0].splitlines()
    if kind == "problem":
        return [_placeless(problem) for problem in new_problems(above[-1], folder)]
    last = next(folder / one.info[2] for one in reversed(above) if one.info[1:2] and one.info[1] in WITH_EXAMPLES)
    if kind == "log":
        return telling.log(last, rest)
    who, _, title = rest.partition(" ")
    return telling.body(last, title, who)


def _placeless(problem: Problem) -> str:
    return str(problem).removeprefix(f"{problem.position}: ")


def alike(wanted: Sequence[str], found: Sequence[str]) -> bool:
    """Whether the lines are the same; a line `...` stands for any number of them."""
    if not wanted:
        return not found
    if wanted[0].strip() == "...":
        return any(alike(wanted[1:], found[start:]) for start in range(len(found) + 1))
    return bool(found) and wanted[0].rstrip() == found[0].rstrip() and alike(wanted[1:], found[1:])
