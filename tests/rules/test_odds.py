"""Exact odds against a brute-force twin: every face answered through the machine that plays."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest

from crittui.errors import Refused
from crittui.files.encounters import read_encounter
from crittui.files.library import data_path
from crittui.rules.apply import apply_all
from crittui.rules.commands import Act
from crittui.rules.dice import Dice
from crittui.rules.events import Ended, Rolled
from crittui.rules.machine import Machine, begin
from crittui.rules.model import Thing
from crittui.rules.odds import TooMany, chances
from crittui.rules.requests import ChooseRequest, Faces, Natural, Picked
from crittui.rules.ruleset import Ruleset
from crittui.rules.state import Fight

Tally = dict[tuple[str, tuple[tuple[str, int], ...]], Fraction]


def fight_of(name: str) -> tuple[Ruleset, Fight]:
    (path,) = Path(data_path("rulesets") / "fights").glob(f"*{name}.yaml")
    encounter = read_encounter(path)
    model = encounter.ruleset.model
    if "kind" not in model.weapon:
        return encounter.ruleset, encounter.fight
    # A die of two sides keeps the number of paths small.
    pin = Thing("pin", {"damage": Dice.of(1, 2), "kind": "cutting"})
    small = replace(model, weapons={**model.weapons, "pin": pin})
    return encounter.ruleset.with_model(small), encounter.fight


def brute(fight: Fight, machine: Machine, weight: Fraction, tally: Tally, whose: str) -> None:
    """Follow every face to the end; a throw that does not stand gives its share to those that do."""
    fight = apply_all(fight, machine.events)
    request = machine.request
    if request is None:
        ended = next(event for event in reversed(machine.events) if isinstance(event, Ended))
        values = tuple(sorted((k, v) for k, v in fight.combatants[whose].values.items()))
        tally[ended.verdict, values] = tally.get((ended.verdict, values), Fraction(0)) + weight
        return
    if isinstance(request, ChooseRequest):
        brute(fight, machine.answer(Picked((request.default,))), weight, tally, whose)
        return
    counts, _ = request.dice.distribution()
    single = len(request.dice.sides) == 1
    after = []
    for natural, count in counts.items():
        answered = machine.answer(Faces((natural,)) if single else Natural(natural))
        rolled = next(event for event in answered.events if isinstance(event, Rolled))
        if rolled.stands:
            after.append((answered, count))
    total = sum(count for _, count in after)
    for answered, count in after:
        brute(fight, answered, weight * Fraction(count, total), tally, whose)


CALLS = [
    ("silver_dollar", "attack", ("attacker", "target"), ("rex", "bess"), "pin", {"called": "left_foreleg"}),
    ("silver_dollar", "attack", ("attacker", "target"), ("anselm", "cole"), "chair_leg", {"called": "left_hand"}),
    ("silver_dollar", "attack", ("attacker", "target"), ("anselm", "cole"), "derringer", {"called": "head"}),
    ("carn_brae", "attack", ("attacker", "target"), ("isolde", "bran"), "rapier", {"called": "vitals"}),
    ("goblin_road", "attack", ("attacker", "target"), ("tamsin", "snik"), "greatsword", {}),
    ("taberna_del_gallo", "ataque", ("atacante", "defensor"), ("ana", "chirlo"), "navaja", {}),
]


@pytest.mark.parametrize(("name", "action", "roles", "who", "weapon", "inputs"), CALLS)
def test_odds_equal_brute_force(
    name: str, action: str, roles: tuple[str, str], who: tuple[str, str], weapon: str, inputs: dict[str, str]
) -> None:
    ruleset, fight = fight_of(name)
    act = Act(action, tuple(zip(roles, who, strict=True)), weapon, tuple(inputs.items()))
    tally: Tally = {}
    brute(fight, begin(ruleset, fight, act), Fraction(1), tally, who[1])
    found = chances(ruleset, fight, act)
    assert sum(tally.values()) == 1
    verdicts: dict[str, Fraction] = {}
    pools: dict[tuple[str, int], Fraction] = {}
    for (verdict, values), weight in tally.items():
        verdicts[verdict] = verdicts.get(verdict, Fraction(0)) + weight
        for value in values:
            pools[value] = pools.get(value, Fraction(0)) + weight
    assert {name: found.share(count) for name, count in found.verdicts.items()} == verdicts
    for (whose, pool), counts in found.pools.items():
        if whose == who[1]:
            assert {(pool, value): found.share(count) for value, count in counts.items()} == {
                key: share for key, share in pools.items() if key[0] == pool
            }


def test_weights_add_up_and_nothing_is_rounded() -> None:
    ruleset, fight = fight_of("silver_dollar")
    found = chances(ruleset, fight, Act("attack", (("attacker", "mira"), ("target", "cole")), "peacemaker"))
    assert sum(found.verdicts.values()) == found.total
    # 10 of 20 faces miss; of the natural 20s half are confirmed; 1 in 20 strikes the head, critical by itself.
    assert found.share(found.verdicts["miss"]) == Fraction(1, 2)
    head = Fraction(1, 20)
    plain, twenty = Fraction(9, 20), Fraction(1, 20)
    assert found.share(found.verdicts["critical"]) == plain * head + twenty * (Fraction(1, 2) + Fraction(1, 2) * head)


def test_odds_change_with_a_severed_part_that_is_rolled_again() -> None:
    ruleset, fight = fight_of("silver_dollar")
    act = Act("attack", (("attacker", "rex"), ("target", "cole")), "pin")
    machine = begin(ruleset, fight, act)
    maimed = fight
    for face in (20, 15, 7, 2):
        machine = machine.answer(Faces((face,)))
        maimed = apply_all(maimed, machine.events)
    assert maimed.combatants["cole"].conditions
    tally: Tally = {}
    brute(maimed, begin(ruleset, maimed, act), Fraction(1), tally, "cole")
    found = chances(ruleset, maimed, act)
    assert found.share(found.verdicts["critical"]) == sum(w for (v, _), w in tally.items() if v == "critical")


def test_a_call_the_rules_forbid_has_no_odds() -> None:
    ruleset, fight = fight_of("carn_brae")
    act = Act("attack", (("attacker", "aldric"), ("target", "wulf")), "broadsword", (("called", "vitals"),))
    with pytest.raises(Refused, match="M or T only"):
        chances(ruleset, fight, act)


def test_too_many_states_are_told() -> None:
    ruleset, fight = fight_of("silver_dollar")
    with pytest.raises(TooMany):
        chances(ruleset, fight, Act("attack", (("attacker", "mira"), ("target", "cole")), "sabre"), most=10)
