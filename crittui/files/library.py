"""Where files are found, and rulesets loaded."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import Path

from crittui.errors import FileError
from crittui.files.nodes import Block
from crittui.files.reading import parse, read_text
from crittui.files.rulesets import RulesetFile, read_ruleset
from crittui.rules.checks.coverage import check_bodies, check_tables
from crittui.rules.checks.formulas import check_formulas
from crittui.rules.checks.reach import check_reach
from crittui.rules.checks.unused import check_unused
from crittui.rules.compile.mistakes import did_you_mean
from crittui.rules.ruleset import Ruleset
from crittui.rules.source import Problem, Problems, Source, Text
from crittui.rules.walking import every_step

_PACKAGE = Path(__file__).resolve().parent.parent


class BadFile(FileError):
    """A file with mistakes; `problems` are all of them."""

    def __init__(self, problems: Sequence[Problem]) -> None:
        errors = [problem for problem in problems if problem.level == "error"]
        first = errors[0]
        super().__init__(first.message, str(first.position), first.hint)
        self.problems = tuple(problems)

    def __str__(self) -> str:
        return "\n".join(str(problem) for problem in self.problems if problem.level == "error")


def data_path(kind: str) -> Path:
    """The folder of shipped `rulesets` or `themes`: in an installed wheel, else in the checkout."""
    installed = _PACKAGE / "_data" / kind
    return installed if installed.is_dir() else _PACKAGE.parent / kind


def user_path() -> Path:
    """The folder in which a user keeps rulesets, add-ons and encounters of their own."""
    from platformdirs import user_data_dir

    return Path(user_data_dir("crittui")) / "rulesets"


def source_of(path: Path) -> Source:
    """A file as a source named as the user named it; raises FileError."""
    return Source(str(path), read_text(path))


def folders(beside: Path | None = None) -> Iterator[Path]:
    """Where a ruleset or add-on is looked for, in this order."""
    if beside is not None:
        yield beside
    yield user_path()
    yield data_path("rulesets")


def find_ruleset_path(name: str, beside: Path | None = None) -> Path:
    """The file of a ruleset by its id or its path; raises FileError with what there is."""
    path = _by_path(name, beside)
    if path is not None:
        return path
    known: list[str] = []
    for folder in folders(beside):
        for candidate in _candidates(folder, name):
            own = own_id(candidate)
            if own == name:
                return candidate
            known += [own] if own else []
    hint = f"{did_you_mean(name, known) or 'name a file'}; your own go into {user_path()}"
    raise FileError(f"there is no ruleset {name!r}", hint=hint)


def find_addon_path(name: str, beside: Path | None = None, asking: Path | None = None) -> Path:
    """The file of an add-on by its name without ending, or its path; raises FileError with what there is.

    The file that is `asking` does not find itself.
    """
    path = _by_path(name, beside)
    if path is not None:
        return path
    known: list[str] = []
    for folder in folders(beside):
        for candidate in _candidates(folder, name):
            if candidate == asking:
                continue
            if candidate.stem == name and not own_id(candidate):
                return candidate
            known.append(candidate.stem)
    raise FileError(f"there is no add-on {name!r}", hint=did_you_mean(name, known))


def named_addons(root: Block, path: Path) -> list[Path]:
    """The files of the add-ons that the file at `path` names under `addons`, to be laid under it.

    Raises FileError at a name that is none.
    """
    node = root.get("addons")
    if isinstance(node, Block):
        raise FileError("`addons` needs a list of names", str(node.position), "write `addons: [NAME]`")
    found: list[Path] = []
    for name in () if node is None else (node,) if isinstance(node, Text) else node.nodes:
        if not isinstance(name, Text):
            raise FileError("an add-on is called by its name", str(name.position), "write `addons: [NAME]`")
        try:
            found.append(find_addon_path(name.value, path.parent, path))
        except FileError as error:
            raise FileError(error.what, str(name.position), error.hint) from None
    return found


def _by_path(name: str, beside: Path | None) -> Path | None:
    direct = Path(name).expanduser()
    if direct.suffix not in (".yaml", ".yml") and "/" not in name:
        return None
    for path in (direct, beside / direct if beside is not None else direct):
        if path.is_file():
            return path
    if direct.is_dir():
        raise FileError("this is a directory, not a file", name, "name a YAML file in it")
    raise FileError("there is no such file", name, "check the name")


def _candidates(folder: Path, name: str) -> list[Path]:
    """The YAML files of a folder, those called like what is looked for first."""
    try:
        files = sorted(path for path in folder.iterdir() if path.suffix in (".yaml", ".yml"))
    except OSError:
        return []
    return sorted(files, key=lambda path: path.stem != name)


_OWN_ID = re.compile(r"^ruleset:[ \t]*(?:#[^\n]*)?\n(?:[ \t]+[^\n]*\n|[ \t]*\n)*?[ \t]+id:[ \t]*(\S+)", re.MULTILINE)

_NAMES_A_RULESET = re.compile(r"^ruleset:[ \t]+[\w./-]+[ \t]*(?:#[^\n]*)?$", re.MULTILINE)
"""What stands in a fight, not in the head of a ruleset."""


def own_id(path: Path) -> str:
    """The id of the ruleset in a file; empty for an add-on and whatever else it may be."""
    try:
        source = source_of(path)
    except FileError:
        return ""
    quick = _OWN_ID.search(source.text)
    if quick is not None:
        return quick.group(1)
    if _NAMES_A_RULESET.search(source.text):
        return ""
    root = parse(source, Problems())
    head = root.get("ruleset") if isinstance(root, Block) else None
    own = head.get("id") if isinstance(head, Block) else None
    return own.value if isinstance(own, Text) else ""


_OWN_LANGUAGE = re.compile(_OWN_ID.pattern.replace("id:", "language:"), re.MULTILINE)


def own_language(source: Source) -> str:
    """The language in which a ruleset is written, from its head; empty where none is named."""
    found = _OWN_LANGUAGE.search(source.text)
    return found.group(1) if found else ""


def shipped_rulesets() -> tuple[Path, ...]:
    """The files of the rulesets that come with the program."""
    return tuple(path for path in _candidates(data_path("rulesets"), "") if own_id(path))


def checked(file: RulesetFile, thorough: bool = False) -> Ruleset | None:
    """Compile what was read, adding to its problems; None when there are errors. `thorough` adds warnings."""
    if file.model is None:
        return None
    ruleset = Ruleset(file.model, file.digest)
    check_tables(file.model, file.problems)
    check_bodies(file.model, file.problems)
    ruleset.compile_all()
    check_formulas(ruleset)
    file.problems.extend(ruleset.context.problems.sorted)
    if thorough and not file.problems:
        check_unused(ruleset, file.problems)
        check_reach(ruleset.context, every_step(file.model), file.problems)
    return ruleset if not file.problems else None


def load_sources(sources: Sequence[Source]) -> tuple[Ruleset, RulesetFile]:
    """A ruleset from texts already read; raises BadFile with all problems."""
    file = read_ruleset(sources)
    ruleset = checked(file)
    if ruleset is None:
        raise BadFile(file.problems.sorted)
    return ruleset, file


def find_ruleset(name: str, addons: Sequence[str] = (), beside: Path | None = None) -> Ruleset:
    """A ruleset by id or file, with add-ons laid over it; raises FileError or BadFile.

    The last of them may name others, which lie under it.
    """
    paths = [find_ruleset_path(name, beside), *(find_addon_path(addon, beside) for addon in addons)]
    root = parse(source_of(paths[-1]), Problems()) if addons else None
    under = named_addons(root, paths[-1]) if isinstance(root, Block) else []
    return load_sources([source_of(path) for path in (*paths[:-1], *under, paths[-1])])[0]
