"""`crittui check`: every problem of the named files."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from crittui.cases.examples import read_examples
from crittui.errors import FileError
from crittui.files.encounters import is_encounter, read_encounter
from crittui.files.library import BadFile, checked, data_path, find_ruleset_path, named_addons, source_of, user_path
from crittui.files.nodes import Block, Node
from crittui.files.pictures import fit, picture_from, read_pictures, report_unreached, unreached
from crittui.files.reading import parse
from crittui.files.rulesets import RulesetFile, is_addon, read_ruleset
from crittui.files.themes import check_stand_in, marks_from, read_themes, theme_from
from crittui.rules.model import Model
from crittui.rules.source import Problems, Source, Text


def check_command(names: Sequence[str]) -> int:
    """Print what is wrong with each file, and one line for each that is fine; 1 if there are errors."""
    failed = False
    for name in names:
        problems, error = check_file(Path(name))
        for problem in problems.sorted:
            print(problem)
        if error:
            print(error)
        if problems or error:
            failed = True
        elif not problems.sorted:
            print(f"{name}: fine")
    return 1 if failed else 0


def check_file(path: Path) -> tuple[Problems, str]:
    """The problems of a file, and what is wrong outside of it (cannot be read, ruleset not found)."""
    problems = Problems()
    try:
        source = source_of(path)
        root = parse(source, problems)
        if not problems:
            _check(path, source, root, problems)
    except BadFile as bad:
        problems.extend(bad.problems)
    except FileError as error:
        return problems, str(error)
    return problems, ""


def _check(path: Path, source: Source, root: Node | None, problems: Problems) -> None:
    if is_encounter(root):
        read_encounter(path)
    elif is_addon(root):
        assert isinstance(root, Block)
        _check_addon(path, source, root, problems)
    elif isinstance(root, Block) and "ruleset" in root:
        _check_rules(read_ruleset([source], problems, with_examples=True), path.parent)
    elif isinstance(root, Block) and "picture_of" in root:
        picture_from(root, path.stem, problems)
    elif isinstance(root, Block) and "theme" in root:
        theme_from(root, problems)
        check_stand_in(
            root, read_themes(data_path("themes"), Problems()) | read_themes(path.parent, Problems()), problems
        )
    elif isinstance(root, Block) and "marks" in root:
        marks_from(root, problems)
    else:
        position = source.position(0)
        hint = "begin with `ruleset:`, `fight:`, `picture_of:`, `theme:` or `marks:`"
        problems.add(position, "shape", "this is no file of a kind that is known", hint)


def _check_addon(path: Path, source: Source, root: Block, problems: Problems) -> None:
    named = root.get("ruleset")
    assert isinstance(named, Text)
    try:
        base = source_of(find_ruleset_path(named.value, path.parent))
    except FileError as error:
        raise FileError(error.what, str(named.position), error.hint) from None
    sources = [base, *map(source_of, named_addons(root, path)), source]
    _check_rules(read_ruleset(sources, problems, with_examples=True), path.parent, thorough=False)


def _check_rules(file: RulesetFile, beside: Path, thorough: bool = True) -> None:
    """The rules, then the texts of the examples."""
    if checked(file, thorough) is not None and file.model is not None:
        for example in read_examples(file.examples, file.model):
            file.problems.extend(example.problems.sorted)
        if thorough and not file.problems:
            _check_pictures(file.model, file.problems, beside)


def _check_pictures(model: Model, problems: Problems, beside: Path) -> None:
    """Locations that the picture of their body cannot show, of those beside the ruleset, one's own and the shipped."""
    folders = dict.fromkeys((beside / "bodies", user_path() / "bodies", data_path("rulesets") / "bodies"))
    pictures = [picture for folder in folders for picture in read_pictures(folder, Problems())]
    for body in model.bodies.values():
        locations = {where.id: tuple(member.value for member in where.members) for where in body.locations.values()}
        picture = fit(pictures, body.name.value, locations, "compact")
        if picture is not None and len(unreached(picture, locations)) * 2 < len(locations):
            places = {where.id: where.name.position for where in body.locations.values()}
            report_unreached(picture, locations, places, problems)
