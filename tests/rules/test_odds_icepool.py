"""The odds beside a library for dice that knows nothing of rulesets: the same chain, written out by hand."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

import icepool
from icepool import d

from crittui.rules.odds import Chances, chances
from tests.rules.situations import GUNS, INN, ROAD, Situation

PLENTY = 500


def shares(die: Any) -> dict[Any, Fraction]:
    """Each outcome of a die of icepool with its chance."""
    return {outcome: Fraction(die.quantity(outcome), die.denominator()) for outcome in die.outcomes()}


def odds(situation: Situation) -> Chances:
    return chances(*situation.staged())


def gunshot(bonus: int, ac: int) -> Any:
    """A shot with 2d8+3, impaling, under natural20: what came, and the points off hit points and constitution."""
    attack = d(20).map(lambda face: "natural 20" if face == 20 else "hit" if face + bonus >= ac else "miss")
    place = d(20).map(lambda face: 3 if face <= 6 or face == 20 else 2)  # in halves: trunk and head count 1.5

    def wound(came: str) -> Any:
        def points(dice: int, halves: int) -> tuple[str, int, int]:
            points = dice * halves // 2
            in_all, deep = {"hit": (1, 0), "natural 20": (2, 0), "critical": (2, 1), "double": (4, 2)}[came]
            return came, points * (in_all - deep), points * deep

        return icepool.map(points, 2 @ d(8) + 3, place)

    def struck(came: str) -> Any:
        if came == "miss":
            return "miss", 0, 0
        if came == "hit":
            return wound("hit")
        again = {"miss": "natural 20", "hit": "critical", "natural 20": "double"}
        return attack.map(lambda second: wound(again[second]))

    return attack.map(struck)


SHOT = Situation(
    GUNS, ("cole", "pike"), "peacemaker", options={"head_critical": "off"},
    scores={"armor": 0}, values={"hp": PLENTY, "con": PLENTY},
)  # fmt: skip


def test_a_shot_equals_icepool() -> None:
    found, die = odds(SHOT), shares(gunshot(5, 15))
    came = dict.fromkeys(("miss", "hit", "natural 20", "critical", "double"), Fraction(0))
    for (name, _, _), share in die.items():
        came[name] += share
    assert came == {
        "miss": Fraction(45, 100),
        "hit": Fraction(50, 100),
        "natural 20": Fraction(225, 10000),
        "critical": Fraction(25, 1000),
        "double": Fraction(25, 10000),
    }
    assert found.share(found.verdicts["miss"]) == came["miss"]
    assert found.share(found.verdicts["critical"]) == came["critical"] + came["double"]
    joint: dict[tuple[int, ...], Fraction] = {}
    for (_, hp, con), share in die.items():
        key = PLENTY - hp, PLENTY - con
        joint[key] = joint.get(key, Fraction(0)) + share
    assert found.names["pike"] == ("hp", "con")
    assert {values: found.share(weight) for values, weight in found.joint["pike"].items()} == joint
    assert PLENTY - found.expected("pike", "hp") == Fraction("8.0571875")
    assert PLENTY - found.expected("pike", "con") == Fraction("0.420375")


def test_two_rolls_against_each_other_equal_icepool() -> None:
    situation = Situation(INN, ("ana", "chirlo"), "espada", values={"pv": PLENTY})
    _, fight, _ = situation.staged()
    ana, chirlo = fight.combatants["ana"].scores, fight.combatants["chirlo"].scores
    hits = (d(20) + ana["ataque"]) - (d(20) + chirlo["defensa"]) > 0
    lost = shares(hits.if_else(d(8) + 2, 0))
    found = odds(situation)
    assert found.hit() == lost_share(lost)
    assert {PLENTY - value: found.share(n) for value, n in found.pools["chirlo", "pv"].items()} == lost


def lost_share(lost: dict[Any, Fraction]) -> Fraction:
    """The chance to lose anything."""
    return 1 - lost.get(0, Fraction(0))


def test_a_critical_that_multiplies_the_dice_equals_icepool() -> None:
    situation = Situation(ROAD, ("tamsin", "ogre"), "greatsword", values={"hp": PLENTY}, scores={"ac": 15})

    def hits(face: int) -> bool:
        margin = face + 7 - 15
        return (margin >= 0 and face > 1) or (face == 20 and margin >= -10) or margin >= 10

    def damage(face: int) -> Any:
        if not hits(face):
            return 0
        once, twice = 2 @ d(6) + 6, 4 @ d(6) + 12
        return d(20).map(lambda second: twice if hits(second) else once) if face >= 19 else once

    lost = shares(d(20).map(damage))
    found = odds(situation)
    assert {PLENTY - value: found.share(n) for value, n in found.pools["ogre", "hp"].items()} == lost


def test_the_twin_can_tell_a_difference() -> None:
    other = odds(replace(SHOT, scores={"armor": 1}))
    assert PLENTY - other.expected("pike", "hp") != Fraction("8.0571875")
