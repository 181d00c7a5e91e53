"""A simulated fight is the fight that would be played: the same turns, the same chains, the same end."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from crittui.errors import CrittuiError
from crittui.files.encounters import encounter_from, read_encounter
from crittui.files.library import data_path
from crittui.rules.commands import Act, NextTurn
from crittui.rules.requests import Faces, Natural, Picked, RollRequest
from crittui.rules.ruleset import Ruleset
from crittui.rules.source import Source
from crittui.rules.state import Combatant, Fight
from crittui.rules.trials import Fall
from crittui.session.game import Game, begin_game
from crittui.session.simulation import POLICIES, Fought, Record, Simulation
from crittui.session.tally import Numbers, Tally
from tests.session.table import HEAD

FIGHTS = sorted((data_path("rulesets") / "fights").glob("*.yaml"))

RULES = """
ruleset: {id: brawl}
stats: {hp: {pool: 6, min: 0}, might: 3, asleep: {flag: no}, speed: {counter: 0, min: none}}
weapon: {damage: d4, heavy: {flag: no}}
weapons: {fist: {damage: 1}, club: {damage: d6}, boulder: {damage: 2d6, heavy: yes}}
conditions:
  down: {while: hp = 0, out: yes}
  bleeding:
    every: round
    steps:
      - {roll: loss, dice: 2d3 highest}
      - choose: kind
        by: self
        options: {little: {when: loss < 3}, much: much}
        default: little
      - {damage: hp, to: self, amount: 1, when: kind is much}
  winded: {lasts: 2 round}
  dazed: {every: turn, steps: [{remove: dazed, to: self}]}
  dying: {every: turn, steps: [{damage: hp, to: self, amount: 1}]}
time: {TIME}
actions:
  strike:
    kind: attack
    who: [one, other]
    allowed: {too heavy: weapon is not heavy or one.might > 5}
    steps:
      - {stop: asleep, when: one is asleep}
      - {roll: hit, dice: d6, against: 3, outcomes: {hit: success, miss: otherwise}}
      - {stop: missed, when: hit is miss}
      - {roll: harm, dice: weapon.damage}
      - {damage: hp, amount: harm}
      - {apply: bleeding, when: harm > 3}
      - {apply: winded, when: harm = 2}
      - {apply: dazed, when: harm = 1}
  hurry: {kind: initiative, who: [one, other], steps: [{gain: speed, to: other}]}
  ready:
    kind: initiative
    who: [one]
    steps:
      - {roll: quick, dice: d20}
      - {set: speed, value: quick}
"""


def brawl(people: str, by_speed: bool = False) -> tuple[Ruleset, Fight]:
    rules = RULES.replace("{TIME}", "{order_by: speed}" if by_speed else "{minute: 4 rounds}")
    text = "fight: brawl\nruleset: brawl\ncombatants:\n" + people
    found = encounter_from(Source("brawl.yaml", rules), (), Source("fight.yaml", text))
    return found.ruleset, found.fight


TWO_A_SIDE = """
  ann: {side: us, weapons: [boulder, club]}
  bob: {side: us, might: 9, weapons: [boulder]}
  cat: {side: them, weapons: [fist, club]}
  dan: {side: them, hp: 4/6, weapons: [club]}
"""
ASLEEP = "  ann: {side: us, asleep: yes}\n  bob: {side: them, asleep: yes}\n"


def simulated(ruleset: Ruleset, fight: Fight, seed: int = 1, policy: str = "first", rounds: int = 100) -> Simulation:
    return Simulation(ruleset, fight, Random(seed), policy, rounds)


def answer(game: Game, falls: Iterator[Fall]) -> None:
    """Give the dice that fell, and what is usual, until nothing is asked."""
    while (request := game.request) is not None:
        if isinstance(request, RollRequest):
            fall = next(falls)
            single = len(request.dice.sides) == 1 and not request.dice.is_open
            game.answer(Faces(fall) if isinstance(fall, tuple) else Faces((fall,)) if single else Natural(fall))
        else:
            several = tuple(offer.option for offer in request.offers[: request.pick])
            game.answer(Picked(several if request.pick > 1 else (request.default,)))


def unstruck(fight: Fight) -> Fight:
    """Without what only the picture of a body reads."""
    return replace(fight, combatants={id: replace(who, struck={}) for id, who in fight.combatants.items()})


def same_when_played(ruleset: Ruleset, fight: Fight, record: Record, fought: Fought) -> None:
    game = begin_game(None, HEAD, ruleset, fight)
    for command, falls in record:
        game.submit(command)
        answer(game, waiting := iter(falls))
        assert list(waiting) == []
    if fought.winner is None:  # the turn that began the round too many was taken, but does not count
        game.undo()
    assert unstruck(game.fight) == fought.fight


@pytest.mark.parametrize("policy", POLICIES)
@pytest.mark.parametrize("path", FIGHTS, ids=lambda path: path.stem)
def test_a_ready_fight_comes_to_the_same_when_it_is_played(path: Path, policy: str) -> None:
    encounter = read_encounter(path)
    simulation = simulated(encounter.ruleset, encounter.fight, 2, policy)
    for _ in range(2):
        record: Record = []
        same_when_played(encounter.ruleset, encounter.fight, record, simulation.fight_once(record))


@pytest.mark.parametrize("by_speed", [False, True])
def test_dice_between_turns_and_initiative_come_to_the_same_when_played(by_speed: bool) -> None:
    ruleset, fight = brawl(TWO_A_SIDE, by_speed)
    simulation = simulated(ruleset, fight, 3, "random", rounds=6)
    between = 0
    for _ in range(40):
        record: Record = []
        fought = simulation.fight_once(record)
        same_when_played(ruleset, fight, record, fought)
        between += sum(len(falls) for command, falls in record if isinstance(command, NextTurn))
        assert [command for command, _ in record[:4] if isinstance(command, Act) and command.action == "ready"] == (
            [Act("ready", (("one", who),)) for who in fight.order] if by_speed else []
        )
    assert between > 5


@pytest.mark.parametrize("path", FIGHTS, ids=lambda path: path.stem)
def test_a_seed_repeats_every_fight(path: Path) -> None:
    encounter = read_encounter(path)
    one, other, different = (simulated(encounter.ruleset, encounter.fight, seed) for seed in (7, 7, 8))
    played = [one.fight_once() for _ in range(5)]
    assert [other.fight_once() for _ in range(5)] == played
    assert [different.fight_once() for _ in range(5)] != played


@pytest.mark.parametrize("path", FIGHTS, ids=lambda path: path.stem)
def test_a_ready_fight_is_decided(path: Path) -> None:
    encounter = read_encounter(path)
    simulation = simulated(encounter.ruleset, encounter.fight)
    for _ in range(15):
        fought = simulation.fight_once()
        standing = [who for who in fought.fight.combatants.values() if not encounter.ruleset.is_out(who)]
        assert fought.winner is not None
        assert {who.side for who in standing} == ({fought.winner} if fought.winner else set())
        assert 0 < fought.rounds < 100


def test_a_fight_that_cannot_end_is_undecided() -> None:
    ruleset, fight = brawl(ASLEEP)
    fought = simulated(ruleset, fight, rounds=5).fight_once()
    assert fought.winner is None
    assert fought.rounds == 5


def test_who_falls_together_leaves_nobody() -> None:
    people = (
        "  ann: {side: us, hp: 1/6, conditions: [bleeding]}\n  bob: {side: them, hp: 1/6, conditions: [bleeding]}\n"
    )
    ruleset, fight = brawl(people)
    sleepers = {id: replace(who, scores={**who.scores, "asleep": True}) for id, who in fight.combatants.items()}
    simulation = simulated(ruleset, replace(fight, combatants=sleepers))
    assert "" in {simulation.fight_once().winner for _ in range(60)}


@pytest.mark.parametrize(
    ("people", "words"),
    [
        ("  ann: {side: us}\n  bob: {side: us}\n", "only 'us' is standing"),
        ("  ann: {}\n", "only 'ann' is standing"),
        ("  ann: {side: us, hp: 0/6}\n  bob: {side: them}\n", "only 'them' is standing"),
        ("  ann: {side: us, hp: 0/6}\n", "nobody is standing"),
    ],
)
def test_a_fight_without_foes_is_refused(people: str, words: str) -> None:
    with pytest.raises(CrittuiError, match=words):
        simulated(*brawl(people))


def test_rules_without_an_attack_are_refused() -> None:
    text = "fight: f\nruleset: r\ncombatants: {ann: {}, bob: {}}\n"
    found = encounter_from(Source("r.yaml", "ruleset: {id: r}\n"), (), Source("f.yaml", text))
    with pytest.raises(CrittuiError, match="the rules of r have no attack"):
        simulated(found.ruleset, found.fight)


def test_who_has_no_side_fights_alone() -> None:
    ruleset, fight = brawl("  ann: {weapons: [club]}\n  bob: {weapons: [club]}\n  cat: {weapons: [club]}\n")
    simulation = simulated(ruleset, fight)
    assert {simulation.fight_once().winner for _ in range(40)} == {"ann", "bob", "cat"}


def test_a_weapon_that_the_rules_forbid_is_left() -> None:
    ruleset, fight = brawl(TWO_A_SIDE)
    record: Record = []
    simulated(ruleset, fight).fight_once(record)
    weapons = {(command.who[0][1], command.weapon) for command, _ in record if isinstance(command, Act)}
    assert weapons <= {("ann", "club"), ("bob", "boulder"), ("cat", "fist"), ("dan", "club")}
    assert ("ann", "club") in weapons


def test_nobody_attacks_their_own_side() -> None:
    ruleset, fight = brawl(TWO_A_SIDE)
    record: Record = []
    for policy in POLICIES:
        simulated(ruleset, fight, policy=policy).fight_once(record)
    pairs = [[fight.combatants[id].side for _, id in command.who] for command, _ in record if isinstance(command, Act)]
    assert pairs
    assert all(one != other for one, other in pairs)


def test_who_falls_as_their_turn_begins_does_nothing() -> None:
    people = "  bob: {side: them, asleep: yes}\n  ann: {side: us, hp: 1/6, conditions: [dying]}\n"
    ruleset, fight = brawl(people + "  cat: {side: us, asleep: yes}\n")
    record: Record = []
    fought = simulated(ruleset, fight, rounds=3).fight_once(record)
    assert fought.fight.combatants["ann"].values["hp"] == 0
    assert {command.who[0][1] for command, _ in record if isinstance(command, Act)} == {"bob", "cat"}


def foes(*values: int) -> list[Combatant]:
    _, fight = brawl("".join(f"  f{n}: {{side: them, hp: {value}/6}}\n" for n, value in enumerate(values)))
    return list(fight.combatants.values())


def test_policies_pick_whom_they_say() -> None:
    ruleset, _ = brawl(TWO_A_SIDE)
    there = foes(5, 2, 3)
    random = Random(1)
    assert POLICIES["first"](ruleset, there, random).id == "f0"
    assert POLICIES["weakest"](ruleset, there, random).id == "f1"
    assert {POLICIES["random"](ruleset, there, random).id for _ in range(50)} == {"f0", "f1", "f2"}


def test_a_tally_counts_ends_rounds_and_losses() -> None:
    ruleset, fight = brawl(TWO_A_SIDE)
    tally = Tally(ruleset)
    simulation = simulated(ruleset, fight)
    fights = [simulation.fight_once() for _ in range(30)] + [Fought(fight, None), Fought(fight, "")]
    for fought in fights:
        tally.add(fought)
    assert tally.fights == 32
    assert tally.wins["us"] == sum(fought.winner == "us" for fought in fights)
    assert (tally.undecided, tally.nobody) == (1, 1)
    assert tally.rounds.mean == sum(fought.rounds for fought in fights) / 32
    assert tally.out["cat"] == sum(fought.fight.combatants["cat"].values["hp"] == 0 for fought in fights)
    assert tally.pools["dan", "hp"].total == sum(fought.fight.combatants["dan"].values["hp"] for fought in fights)


def test_numbers_know_their_mean_and_spread() -> None:
    numbers = Numbers()
    assert (numbers.mean, numbers.spread) == (0, 0)
    for number in (2, 4, 4, 4, 5, 5, 7, 9):
        numbers.add(number)
    assert (numbers.mean, numbers.spread, numbers.least, numbers.most) == (5, 2, 2, 9)


def test_a_margin_shrinks_and_is_never_nothing() -> None:
    ruleset, fight = brawl(TWO_A_SIDE)
    few, many = Tally(ruleset, fights=100), Tally(ruleset, fights=10_000)
    assert few.margin(50) == pytest.approx(0.098, abs=0.003)
    assert many.margin(5000) == pytest.approx(0.0098, abs=0.0001)
    assert 0 < many.margin(0) < few.margin(0)
    assert [few.margin(0), few.margin(100)] == pytest.approx([0.037, 0.037], abs=0.0005)
    assert Tally(ruleset).margin(0) == Tally(ruleset).share(0) == 0
