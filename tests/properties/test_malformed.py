"""A broken file loads or gives problems; what loads can be played. Nothing else ever comes of it."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from pathlib import Path
from random import Random

import pytest

from crittui.cases.answers import Failure
from crittui.cases.examples import read_examples
from crittui.cases.playing import play as play_example
from crittui.errors import CrittuiError, FileError
from crittui.files.encounters import encounter_from
from crittui.files.library import checked, data_path, find_ruleset_path, shipped_rulesets, source_of
from crittui.files.nodes import Block, Items
from crittui.files.pictures import picture_from
from crittui.files.reading import parse
from crittui.files.rulesets import is_addon, read_ruleset
from crittui.files.themes import marks_from, theme_from
from crittui.rules.combatant import enlist
from crittui.rules.machine import begin
from crittui.rules.model import Creature
from crittui.rules.passing import pass_time
from crittui.rules.ruleset import Ruleset
from crittui.rules.source import Problems, Source, Text
from crittui.rules.state import Fight
from tests.properties.evening import some_act, some_answer
from tests.properties.mutations import mutated

EVERYTHING = Path(__file__).with_name("everything.yaml")
RULESETS = list(shipped_rulesets())
ADDONS = [path for path in sorted(data_path("rulesets").glob("*.yaml")) if path not in RULESETS]
FIGHTS = sorted((data_path("rulesets") / "fights").glob("*.yaml"))
PICTURES = sorted((data_path("rulesets") / "bodies").glob("*.yaml"))
THEMES = sorted(data_path("themes").glob("*.yaml"))
CASES = sorted((Path(__file__).parents[1] / "cases").glob("*.yaml"))

MANY = 66


def ruleset(source: Source, random: Random) -> None:
    file = read_ruleset([source])
    rules = checked(file, thorough=True)
    assert (rules is None) == bool(file.problems)
    if rules is not None:
        use(rules, random)


def use(rules: Ruleset, random: Random) -> None:
    """Play a little under rules that have no mistakes; only a rule's own words or errors may come of it."""
    try:
        body = next(iter(rules.bodies), "")
        creatures = [*rules.creatures.values(), *(Creature(who, body, {}, {}, ()) for who in "abcd")]
        people = {who: enlist(rules, who, random.choice(creatures), who) for who in "abcd"}
    except CrittuiError:
        return
    fight = Fight(people, tuple(people))
    if not rules.actions or max(len(action.roles) for action in rules.actions.values()) > len(people):
        return
    for _ in range(3):
        try:
            act = some_act(rules, fight, random)
            unit = random.choice(rules.units) if rules.units and random.random() < 0.3 else ""
            machine = pass_time(rules, fight, unit, fight.order) if unit else begin(rules, fight, act)
            while machine.request is not None:
                machine = machine.answer(some_answer(machine.request, random))
        except CrittuiError:
            continue


def addon(source: Source, random: Random) -> None:
    """An add-on or case file as `check` and `test` read it."""
    root = parse(source, Problems())
    named = root.get("ruleset") if isinstance(root, Block) else None
    if not isinstance(named, Text):
        return
    try:
        base = source_of(find_ruleset_path(named.value))
    except FileError:
        return
    file = read_ruleset([base, source], with_examples=True)
    rules = checked(file)
    if rules is not None:
        examples = read_examples(file.examples, rules.model)
        for example in random.sample(examples, min(3, len(examples))):
            try:
                play_example(example, rules)
            except Failure:
                continue


@cache
def rules_of(path: Path) -> Ruleset:
    root = parse(source_of(path), Problems())
    assert isinstance(root, Block)
    named = root.get("ruleset")
    assert isinstance(named, Text)
    rules = checked(read_ruleset([source_of(find_ruleset_path(named.value))]))
    assert rules is not None
    return rules


def examples(source: Source, random: Random) -> None:
    """The examples of a case file, whatever becomes of the rest of it."""
    problems = Problems()
    root = parse(source, problems)
    items = root.get("examples") if isinstance(root, Block) else None
    rules = rules_of(Path(source.name))
    found = read_examples(items if isinstance(items, Items) else None, rules.model)
    for example in random.sample(found, min(3, len(found))):
        try:
            play_example(example, rules)
        except Failure:
            continue


def excerpt(text: str, random: Random) -> str:
    """A case file with a few of its examples: mutations of one do not concern the others."""
    head, *found = re.split(r"(?m)^(?=  - title:)", text)
    first = random.randrange(len(found))
    return head + "".join(found[first : first + 6])


def fight(source: Source, random: Random) -> None:
    root = parse(source, Problems())
    if not is_addon(root) or not isinstance(root, Block) or "fight" not in root:
        return
    named = root.get("ruleset")
    assert isinstance(named, Text)
    try:
        base = source_of(find_ruleset_path(named.value))
        encounter_from(base, (), source)
    except FileError:
        return


def drawn(source: Source, random: Random) -> None:
    """A picture, a theme or the marks."""
    problems = Problems()
    root = parse(source, problems)
    if isinstance(root, Block):
        picture_from(root, "x", problems)
        theme_from(root, problems)
        marks_from(root, problems)


def jobs() -> list[object]:
    """Each file some times over; `part` tells the chunks of one file apart."""
    plan: list[tuple[list[Path], Callable[[Source, Random], None], int]] = [
        ([EVERYTHING], ruleset, 14),
        (RULESETS, ruleset, 2),
        (ADDONS, addon, 1),
        (CASES, examples, 2),
        (FIGHTS, fight, 1),
        (PICTURES, drawn, 3),
        (THEMES, drawn, 2),
    ]
    return [
        pytest.param(path, load, part, id=f"{load.__name__} {path.stem} {part}")
        for paths, load, parts in plan
        for path in paths
        for part in range(parts)
    ]


@pytest.mark.fuzz
@pytest.mark.parametrize(("path", "load", "part"), jobs())
def test_a_broken_file_gives_problems(path: Path, load: Callable[[Source, Random], None], part: int) -> None:
    whole = path.read_text(encoding="utf-8")
    for number in range(part * MANY, (part + 1) * MANY):
        random = Random(f"{path.stem} {number}")
        text = excerpt(whole, random) if load is examples else whole
        broken = mutated(text, random)
        try:
            load(Source(str(path), broken), random)
        except Exception as error:
            raise AssertionError(f"{path.name}, mutation {number}: {difference(text, broken)}") from error


def difference(text: str, broken: str) -> str:
    """The first line that is not the same."""
    pairs = enumerate(zip(text.split("\n"), broken.split("\n"), strict=False), 1)
    return next((f"line {n}: {old!r} became {new!r}" for n, (old, new) in pairs if old != new), "the end is missing")


def test_there_are_enough_of_them() -> None:
    assert len(jobs()) * MANY >= 5000


@pytest.mark.parametrize(
    "path", [EVERYTHING, *RULESETS, *FIGHTS, *PICTURES, *THEMES, *CASES], ids=lambda path: path.stem
)
def test_some_broken_files(path: Path) -> None:
    load = (
        ruleset
        if path in (EVERYTHING, *RULESETS)
        else fight
        if path in FIGHTS
        else examples
        if path in CASES
        else drawn
    )
    random, whole = Random(path.stem), path.read_text(encoding="utf-8")
    for _ in range(3):
        text = excerpt(whole, random) if load is examples else whole
        load(Source(str(path), mutated(text, random)), random)
