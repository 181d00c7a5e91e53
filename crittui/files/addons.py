"""The add-ons that could be laid over a ruleset, and the encounter with those that are switched on."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import field, replace
from pathlib import Path

from crittui.errors import FileError
from crittui.files.encounters import NOTHING_SET, Encounter, encounter_from, is_encounter
from crittui.files.library import BadFile, source_of, user_path
from crittui.files.nodes import Block
from crittui.files.reader import Reader
from crittui.files.reading import parse
from crittui.records import dataclass
from crittui.rules.source import Problem, Problems, Source

ENDINGS = (".yaml", ".yml")
_HEADING = re.compile(r"""^["']?ruleset["']?[ \t]*:[ \t]*["']?(\w+)""", re.MULTILINE)
_SAYS_NOTHING = frozenset({"ruleset", "title", "notes", "source", "addons", "examples"})


@dataclass(frozen=True, slots=True)
class AddOn:
    """An add-on that was found, or that the encounter names.

    `rank` says in which folder it lies: 0 beside the ruleset, 1 beside the encounter, 2 the user's own;
    the higher ones are laid over the lower ones. `wrong` is what is wrong with it, `file:line:column: what`.
    """

    source: Source
    rank: int = 1
    title: Mapping[str, str] = field(default_factory=dict)
    notes: Mapping[str, str] = field(default_factory=dict)
    wrong: str = ""

    @property
    def file(self) -> str:
        return self.source.name


def find_addons(ruleset: str, ruleset_file: str, encounter_file: str) -> tuple[AddOn, ...]:
    """The add-ons of the ruleset with this id that lie beside the two files and in the user's folder.

    A file that cannot be parsed is there too, with what is wrong with it. Encounters are none, nor are files
    that bring nothing but examples.
    """
    found: dict[Path, AddOn] = {}
    for rank, folder in enumerate((Path(ruleset_file).parent, Path(encounter_file).parent, user_path())):
        for path in _files(folder):
            real = path.resolve()
            addon = _addon(path, ruleset, rank) if real not in found else None
            if addon is not None:
                found[real] = addon
    return tuple(found.values())


def _files(folder: Path) -> list[Path]:
    try:
        return sorted(path for path in folder.iterdir() if path.suffix in ENDINGS)
    except OSError:
        return []


def _addon(path: Path, ruleset: str, rank: int) -> AddOn | None:
    try:
        source = source_of(path)
    except FileError:
        return None
    named = _HEADING.search(source.text)
    return _read(source, rank) if named is not None and named.group(1) == ruleset else None


def _read(source: Source, rank: int) -> AddOn | None:
    problems = Problems()
    root = parse(source, problems, "examples")
    if problems:
        return AddOn(source, rank, wrong=told(problems.sorted[0]))
    if not isinstance(root, Block) or is_encounter(root) or root.entries.keys() <= _SAYS_NOTHING:
        return None
    return _described(AddOn(source, rank), root)


def _described(addon: AddOn, root: Block) -> AddOn:
    reader = Reader(Problems())
    return replace(addon, title=reader.label(root.get("title")), notes=reader.label(root.get("notes")))


def named_addon(source: Source, rank: int = 1) -> AddOn:
    """An add-on whose text is at hand already."""
    problems = Problems()
    root = parse(source, problems, "examples")
    addon = AddOn(source, rank, wrong=told(problems.sorted[0]) if problems else "")
    return _described(addon, root) if isinstance(root, Block) else addon


def same_file(one: str, other: str) -> bool:
    """Whether two names mean one file."""
    return one == other or Path(one).resolve() == Path(other).resolve()


def laid_in(addons: Sequence[AddOn], more: AddOn) -> tuple[AddOn, ...]:
    """The add-ons with one more, at its place: over those of its own folder and of lower ones."""
    place = max((index + 1 for index, one in enumerate(addons) if one.rank <= more.rank), default=0)
    return (*addons[:place], more, *addons[place:])


def sound_encounter(
    ruleset: Source, addons: Sequence[Source], encounter: Source, options: Mapping[str, str] = NOTHING_SET
) -> tuple[Encounter, tuple[str, ...]]:
    """The encounter without the add-ons that are broken, and what is wrong with these, `file:line:column: what`.

    Raises BadFile for mistakes anywhere else, and when the encounter cannot do without a broken one.
    """
    try:
        return encounter_from(ruleset, tuple(addons), encounter, options), ()
    except BadFile as error:
        told = first_problems(error, addons)
        sound = [addon for addon in addons if addon.name not in told]
        if not told:
            raise
        try:
            return encounter_from(ruleset, tuple(sound), encounter, options), tuple(told.values())
        except BadFile:
            raise error from None


def first_problems(error: BadFile, addons: Sequence[Source]) -> dict[str, str]:
    """The first mistake in each of these files that has any."""
    files = {addon.name for addon in addons}
    found: dict[str, str] = {}
    for problem in error.problems:
        file = problem.position.file
        if problem.level == "error" and file in files:
            found.setdefault(file, told(problem))
    return found


def told(problem: Problem) -> str:
    """A mistake for the person at the table."""
    words = f"{problem.position}: {problem.message}"
    return f"{words}, {problem.hint}" if problem.hint else words
