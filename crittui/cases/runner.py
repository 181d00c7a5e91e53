"""`crittui test`: runs the examples of rulesets and case files."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import field
from pathlib import Path

from crittui.cases.answers import Failure
from crittui.cases.examples import Example, read_examples
from crittui.cases.playing import play
from crittui.cases.reached import Part, Reached, house_rules, missed
from crittui.errors import FileError
from crittui.files.library import BadFile, checked, find_ruleset_path, named_addons, source_of
from crittui.files.nodes import Block
from crittui.files.reading import parse
from crittui.files.rulesets import is_addon, read_ruleset
from crittui.records import dataclass
from crittui.rules.ruleset import Ruleset
from crittui.rules.source import Problems, Source, Text
from crittui.rules.values import NO, YES


@dataclass(slots=True)
class Report:
    """What came of one file."""

    file: str
    passed: int = 0
    failures: list[tuple[Example, str]] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)
    missed: list[Part] = field(default_factory=list)
    ruleset: str = ""
    rules: dict[str, list[str]] = field(default_factory=dict)

    @property
    def failed(self) -> int:
        return len(self.failures)


def test_command(names: Sequence[str], as_json: bool, by_rule: bool = False) -> int:  # noqa: PT028
    """Run the examples of each file and print what came of them; 1 if anything failed.

    With `by_rule`, each rule of the source is listed with the examples that exercise it.
    """
    reports = [run_file(Path(name), [Path(other) for other in names]) for name in names]
    if by_rule:
        print("\n".join(_by_rule(reports)))
    print(_json(reports) if as_json else _text(reports))
    empty = by_rule and any(not titles for titles in _joined(reports).values())
    return 1 if empty or any(report.failures or report.problems for report in reports) else 0


def run_file(path: Path, others: Sequence[Path] = ()) -> Report:
    """Run the examples of a ruleset or case file; its ruleset is looked for among `others` first."""
    report = Report(str(path))
    try:
        sources = _sources(path, others)
        file = read_ruleset(sources, with_examples=True)
        ruleset = checked(file)
    except BadFile as bad:
        report.problems = [str(problem) for problem in bad.problems]
        return report
    except FileError as error:
        report.problems = [str(error)]
        return report
    if ruleset is None:
        report.problems = [str(problem) for problem in file.problems.errors]
        return report
    _run(report, ruleset, read_examples(file.examples, ruleset.model))
    return report


def _run(report: Report, ruleset: Ruleset, examples: Sequence[Example]) -> None:
    reached = Reached()
    report.ruleset = ruleset.id
    report.rules = {rule: [] for rule in ruleset.model.rules}
    for example in examples:
        try:
            played = play(example, ruleset)
        except Failure as failure:
            report.failures.append((example, str(failure)))
            continue
        report.passed += 1
        for rule in example.rules:
            report.rules.setdefault(rule, []).append(example.title)
        reached.add(played.events, played.visited)
        for name, value in example.options.items():
            is_flag = ruleset.options[name].kind == "flag"
            reached.house_rules.add((name, _plain(value) if is_flag else value))
    report.missed = missed(ruleset, reached) + house_rules(ruleset, reached)


def _plain(value: str) -> str:
    return "yes" if value in YES else "no" if value in NO else value


def _sources(path: Path, others: Sequence[Path]) -> list[Source]:
    """The ruleset of a case file, the add-ons that it names, then the file; or a ruleset file alone."""
    source = source_of(path)
    problems = Problems()
    root = parse(source, problems)
    if problems:
        raise BadFile(problems.sorted)
    if not isinstance(root, Block) or "ruleset" not in root:
        raise FileError("this is neither a ruleset nor a case file", f"{path}:1:1", "begin with `ruleset:`")
    if not is_addon(root):
        return [source]
    named = root.get("ruleset")
    assert isinstance(named, Text)
    return [_named(named, path, others), *map(source_of, named_addons(root, path)), source]


def _named(name: Text, path: Path, others: Sequence[Path]) -> Source:
    for other in others:
        if other == path:
            continue
        found = source_of(other)
        root = parse(found, Problems())
        head = root.get("ruleset") if isinstance(root, Block) else None
        own = head.get("id") if isinstance(head, Block) else None
        if isinstance(own, Text) and own.value == name.value:
            return found
    try:
        return source_of(find_ruleset_path(name.value, path.parent))
    except FileError as error:
        raise FileError(error.what, str(name.position), error.hint) from None


# ---- printing


def _text(reports: Sequence[Report]) -> str:
    lines: list[str] = []
    for report in reports:
        lines += report.problems
        for example, why in report.failures:
            lines.append(f"{example.at}: {example.title}: {why}")
        if report.passed and not report.failures and not report.problems:
            lines += _coverage(report)
    passed, failed = sum(r.passed for r in reports), sum(r.failed for r in reports)
    problems = sum(len(r.problems) for r in reports)
    lines.append(f"{passed} passed, {failed + (1 if problems and not failed else 0)} failed")
    return "\n".join(lines)


def _coverage(report: Report) -> list[str]:
    if not report.missed:
        return [f"{report.file}: every step, outcome, row, option and house rule is reached"]
    lines = [f"{report.file}: no example reaches"]
    return lines + [f"  {part.file}:{part.line}: {part.what}" for part in report.missed]


def _joined(reports: Sequence[Report]) -> dict[str, list[str]]:
    """The examples of all files by rule."""
    found: dict[str, list[str]] = {}
    for report in reports:
        for rule, titles in report.rules.items():
            found.setdefault(rule, []).extend(titles)
    return found


def _by_rule(reports: Sequence[Report]) -> list[str]:
    return [f"{rule}  {'; '.join(titles) or 'NO EXAMPLE'}" for rule, titles in sorted(_joined(reports).items())]


def _json(reports: Sequence[Report]) -> str:
    return json.dumps(
        [
            {
                "file": report.file,
                "passed": report.passed,
                "failed": [{"title": e.title, "line": e.at.line, "why": why} for e, why in report.failures],
                "problems": report.problems,
                "not_reached": [{"file": p.file, "line": p.line, "what": p.what} for p in report.missed],
            }
            for report in reports
        ],
        ensure_ascii=False,
        indent=1,
    )
