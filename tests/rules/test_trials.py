"""Chains played by the hundred thousand do what the machine that plays does, and as often as the exact odds say."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import product
from math import sqrt
from pathlib import Path
from random import Random
from typing import Any

import pytest

from crittui.errors import CrittuiError
from crittui.files.encounters import read_encounter
from crittui.files.library import data_path
from crittui.rules import trials as module
from crittui.rules.commands import Act
from crittui.rules.machine import begin, start
from crittui.rules.odds import chances
from crittui.rules.program import AskRoll, Do
from crittui.rules.requests import Answer, ChooseRequest, Faces, Natural, Picked, RollRequest
from crittui.rules.ruleset import Ruleset
from crittui.rules.state import Fight, Held
from crittui.rules.trials import Fall, Trials
from tests.rules.written import Small, acting, small

FIGHTS = sorted((data_path("rulesets") / "fights").glob("*.yaml"))

ODD = small(
    acting(
        """
        - roll: pair
          dice: 4d6 highest 2
          outcomes: {twins: highest = second, apart: otherwise}
        - roll: wild
          dice: d6 open - 1d4
        - roll: none_at_all
          dice: "0"
          when: pair is twins
        - choose: gifts
          pick: 2
          options: {gold: Gold, silver: Silver, bronze: {label: Bronze, when: pair is apart}, tin: Tin}
        - gain: luck
          when: gifts is silver
          amount: pair.lowest
        - choose: one
          default: c
          options: {b: B, c: {label: C, when: wild > 2}, d: D}
        - lookup: place
          table: body
          again: place is gone
        - apply: gone
          at: place
          for: 1 + wild.natural round
          when: wild >= 0
        - run: again
          with: {much: wild if wild > 0 else 0}
        - damage: hp
          amount: came
        """,
        stats="hp: {pool: 9, min: 0, overflow: luck}\nluck: {pool: 5, min: none}",
        more="""
        bodies:
          blob:
            dice: d6
            locations:
              left: {roll: 1}
              middle: {roll: 2-4}
              ends: {roll: 5-6, either: [head, tail]}
              head: {}
              tail: {}
        conditions: {gone: {per: location}}
        chains:
          again:
            inputs: {much: 0}
            steps:
              - {roll: more, dice: d3, when: one is not c}
              - let: {came: more + much}
        """,
    ),
    "ann: {hp: 3/9, luck: 0/9}\nbob: {conditions: [gone at left, gone at head]}",
)


ENTRIES = small(
    acting(
        """
        - roll: first
          dice: d6
        - choose: trick
          options:
            tricks: {each: weapon.effects, when: it.cost < first}
            no_trick: Nothing
        - roll: luck
          dice: d6
        - {lookup: row, table: tricky, column: trick}
        - roll: third
          dice: d6
        - damage: hp
          amount: trick.cost + luck + row.n
        """,
        more="""
        stats: {hp: {pool: 30}}
        weapon: {effects: {list: {cost: 1, remark: {text: ""}}}}
        weapons: {pole: {effects: {Trip: {cost: 2}, Push: {cost: 1}}}}
        tables:
          tricky:
            dice: d2
            fields: {n: 1}
            columns: [tricks, otherwise]
            rows: {1: {tricks: {n: 2}, otherwise: {n: 5}}, 2: {tricks: {n: 3}, otherwise: {n: 7}}}
        """,
    )
)


def fight_of(path: Path) -> tuple[Ruleset, Fight]:
    encounter = read_encounter(path)
    return encounter.ruleset, encounter.fight


def attacks(ruleset: Ruleset, fight: Fight) -> Iterator[Act]:
    """Every attack between two with every weapon, by all on all."""
    for action in ruleset.actions_of("attack"):
        roles = [role.value for role in action.roles]
        for one, other in product(fight.order, fight.order):
            if len(roles) == 2 and one != other:
                for weapon in fight.combatants[one].weapons:
                    yield Act(action.id, ((roles[0], one), (roles[1], other)), weapon)


def battered(ruleset: Ruleset, fight: Fight, random: Random) -> Fight:
    """The fight with other numbers and wounds, so that much comes about that does not at its start."""
    people = {}
    for who in fight.combatants.values():
        values = {name: now - random.choice([0, 0, 1, 5, 20]) for name, now in who.values.items()}
        body = ruleset.bodies.get(who.body)
        held = dict(who.conditions)
        for condition in ruleset.conditions.values():
            places = (
                [at.id for at in body.locations.values() if not at.members] if body and condition.per_location else [""]
            )
            if condition.holds_while is None and random.random() < 0.3:
                at = random.choice(places)
                held[f"{condition.id}@{at}" if at else condition.id] = Held(
                    random.choice([1, 2]), random.choice([None, 3]), "round"
                )
        people[who.id] = replace(who, values=values, conditions=held)
    return replace(fight, combatants=people)


def answer_of(request: RollRequest | ChooseRequest, falls: Iterator[Fall]) -> Answer:
    if isinstance(request, ChooseRequest):
        several = tuple(offer.option for offer in request.offers[: request.pick])
        return Picked(several if request.pick > 1 else (request.default,))
    fall = next(falls)
    if isinstance(fall, tuple):
        return Faces(fall)
    return Faces((fall,)) if len(request.dice.sides) == 1 and not request.dice.is_open else Natural(fall)


def same_as_played(ruleset: Ruleset, fight: Fight, act: Act, trials: Trials, random: Random) -> None:
    """A chain at random, and the same dice given to the machine: all slots come to the same."""
    S, falls = list(start(ruleset, fight, act).slots), list[Fall]()
    trials.run(S, random.random, falls)
    machine, waiting = begin(ruleset, fight, act), iter(falls)
    while machine.request is not None:
        machine = machine.answer(answer_of(machine.request, waiting))
    assert list(machine.slots) == S
    assert list(waiting) == []


@pytest.mark.parametrize("times", [3, pytest.param(12, marks=pytest.mark.fuzz)])
@pytest.mark.parametrize("path", FIGHTS, ids=lambda path: path.stem)
def test_the_same_dice_come_to_the_same_as_in_play(path: Path, times: int) -> None:
    ruleset, fight = fight_of(path)
    random = Random(3)
    calls = list(attacks(ruleset, fight))
    for act in random.sample(calls, min(8, len(calls))):
        machine = start(ruleset, fight, act)
        trials = Trials(machine.program, machine.constants)
        for _ in range(times):
            changed = battered(ruleset, fight, random)
            if ruleset.actions[act.action].allowed:
                changed = fight
            for _ in range(6):
                same_as_played(ruleset, changed, act, trials, random)


def test_all_kinds_of_dice_and_choices_come_to_the_same_as_in_play() -> None:
    random = Random(4)
    machine = ODD.begin()
    trials = Trials(machine.program, machine.constants)
    for _ in range(300):
        same_as_played(ODD.rules, battered(ODD.rules, ODD.fight, random), ODD.call(), trials, random)


def test_entries_of_lists_and_rows_of_tables_come_to_the_same_as_in_play() -> None:
    random, act = Random(4), ENTRIES.call(weapon="pole")
    machine = start(ENTRIES.rules, ENTRIES.fight, act)
    trials = Trials(machine.program, machine.constants)
    for _ in range(100):
        same_as_played(ENTRIES.rules, battered(ENTRIES.rules, ENTRIES.fight, random), act, trials, random)
    as_often(ENTRIES.rules, ENTRIES.fight, act)


def test_what_was_forgotten_is_found_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MOST_REMEMBERED", 7)
    test_all_kinds_of_dice_and_choices_come_to_the_same_as_in_play()


def test_nothing_is_rolled_for_ever() -> None:
    """When no face can stand, the throw stands."""
    game = small(
        acting(
            "- {lookup: place, table: body, again: place is not none}",
            more="bodies: {blob: {dice: d4, locations: {all: {roll: 1-4}}}}",
        )
    )
    machine = game.begin()
    S = list(start(game.rules, game.fight, game.call()).slots)
    Trials(machine.program, machine.constants).run(S, Random(1).random)
    assert 1 in S


class Watched(list[Any]):
    """Slots that tell which of them were looked at or changed."""

    seen: set[int]

    def __getitem__(self, slot: Any) -> Any:
        self.seen.add(slot)
        return super().__getitem__(slot)

    def __setitem__(self, slot: Any, value: Any) -> None:
        self.seen.add(slot)
        super().__setitem__(slot, value)


@pytest.mark.parametrize("path", [*FIGHTS, None], ids=lambda path: path.stem if path else "odd")
def test_an_instruction_touches_only_what_it_says(path: Path | None) -> None:
    """On that rests what is remembered, and the exact odds, too."""
    ruleset, fight = fight_of(path) if path else (ODD.rules, ODD.fight)
    calls = list(attacks(ruleset, fight)) if path else [ODD.call()]
    random = Random(5)
    for act in [random.choice(calls) for _ in range(40)]:
        machine = start(ruleset, battered(ruleset, fight, random), act)
        S, E, pc, instructions = Watched(machine.slots), machine.constants, 0, machine.program.instructions
        while pc < len(instructions):
            instruction, S.seen = instructions[pc], set()
            if isinstance(instruction, Do):
                jump = instruction.run(S, E)
            elif isinstance(instruction, AskRoll):
                what = instruction.ask(S, E)
                jump = None
                if what is not None:
                    faces: tuple[int, ...] = ()
                    while (sides := what.dice.next_die(faces)) is not None:
                        faces += (random.randint(1, sides),)
                    jump = instruction.take(S, E, what, what.dice.read(faces))
            else:
                choosing = instruction.offer(S, E)
                jump = instruction.take(S, E, choosing.offers[: choosing.pick]) if choosing is not None else None
            assert instruction.touches >= {slot if slot >= 0 else len(S) + slot for slot in S.seen}, instruction.where
            pc = pc + 1 if jump is None else jump


TIMES = 20_000


@pytest.mark.fuzz
@pytest.mark.parametrize(
    ("name", "who", "weapon"),
    [
        ("silver_dollar", ("mira", "cole"), "peacemaker"),
        ("silver_dollar", ("pike", "bess"), "sabre"),
        ("carn_brae", ("wulf", "aldric"), "broadsword"),
        ("taberna_del_gallo", ("luis", "orduña"), "maza"),
        ("goblin_road", ("ogre", "kestrel"), "scythe"),
    ],
)
def test_frequencies_are_the_exact_odds(name: str, who: tuple[str, str], weapon: str) -> None:
    (path,) = (path for path in FIGHTS if name in path.name)
    ruleset, fight = fight_of(path)
    (act, *_) = (a for a in attacks(ruleset, fight) if tuple(id for _, id in a.who) == who and a.weapon == weapon)
    as_often(ruleset, fight, act)


def test_frequencies_of_single_faces_are_the_exact_odds() -> None:
    as_often(ODD.rules, ODD.fight, ODD.call())


def as_often(ruleset: Ruleset, fight: Fight, act: Act) -> None:
    machine = start(ruleset, fight, act)
    trials, random = Trials(machine.program, machine.constants), Random(6)
    program, E, exact = machine.program, machine.constants, chances(ruleset, fight, act)
    pools = {
        (machine.call.who[k.role].id, k.name): s for k, s in program.state.items() if k.kind == "pool" and not k.at
    }
    verdict_of = program.ending.verdict if program.ending is not None else None
    verdicts: dict[str, int] = {}
    values: dict[tuple[str, str], dict[int, int]] = {key: {} for key in pools}
    for _ in range(TIMES):
        S = list(machine.slots)
        trials.run(S, random.random)
        if verdict_of is not None:
            verdict = verdict_of(S, E)
            verdicts[verdict] = verdicts.get(verdict, 0) + 1
        for key, slot in pools.items():
            values[key][S[slot]] = values[key].get(S[slot], 0) + 1
    near(verdicts, {verdict: float(exact.share(weight)) for verdict, weight in exact.verdicts.items()})
    for key in pools:
        near(values[key], {value: float(exact.share(weight)) for value, weight in exact.pools[key].items()})


def near(counts: dict[Any, int], shares: dict[Any, float]) -> None:
    """Each count lies within five standard errors of what it should be, and nothing impossible came."""
    assert counts.keys() <= shares.keys()
    for key, share in shares.items():
        error = sqrt(share * (1 - share) / TIMES)
        assert abs(counts.get(key, 0) / TIMES - share) <= 5 * error + 1 / TIMES, key


def test_dice_that_cannot_be_thrown_are_told_with_their_place() -> None:
    game: Small = small(acting("- {roll: many, dice: 100d6, times: attacker.much}", stats="much: 500"))
    machine = start(game.rules, game.fight, game.call())
    with pytest.raises(CrittuiError, match=r"rules.yaml:\d+: these dice cannot be rolled: too many dice"):
        Trials(machine.program, machine.constants).run(list(machine.slots), Random(1).random)
