"""Exact odds: one attack in icepool, in dyce and here; and one attack in every shipped system.

The attack: +5 against Armor Class 15, 2d8+3 impaling, no armor, and so many points that nothing runs over. All must
find the same joint distribution of what is lost, and the golden figures.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable
from fractions import Fraction
from functools import partial
from typing import Any

from bench.rules.measuring import Work, missing, times, told
from crittui.files.encounters import Encounter, encounter_from, read_encounter
from crittui.files.fights import ready_fights
from crittui.files.library import data_path, source_of
from crittui.rules.commands import Act
from crittui.rules.odds import Chances, chances
from crittui.rules.source import Source
from crittui.session.simulation import POLICIES, Simulation

NAMES = ("miss", "hit", "natural 20", "critical", "double")
GOLDEN = dict(zip(NAMES, map(Fraction, ("0.45", "0.5", "0.0225", "0.025", "0.0025")), strict=True))
GOLDEN_MEANS = (Fraction("8.0571875"), Fraction("0.420375"))

LOSSES: dict[str, tuple[int, int]] = {"miss": (0, 0), "hit": (1, 0), "natural 20": (2, 0), "critical": (1, 1)}
LOSSES["double"] = (2, 2)
"""How many times the wound comes off hit points, and off constitution."""

TORSO_OR_HEAD = (1, 2, 3, 4, 5, 6, 20)
POINTS = 400

Joint = dict[tuple[str, int, int], Fraction]
"""The chance of each outcome with what it takes off hit points and constitution."""

ENCOUNTER = f"""
fight: golden
ruleset: RULESET
combatants:
  shooter: {{attack: 5, weapons: [peacemaker]}}
  target: {{ac: 15, hp: {POINTS}, con: {POINTS}}}
"""
ACT = Act("attack", (("attacker", "shooter"), ("target", "target")), "peacemaker")

BARE = """
ruleset: {id: bare}
stats: {attack: 0, ac: 10, hp: {pool: 8}, con: {pool: 8}}
weapon: {damage: 2d8+3}
weapons: {peacemaker: {}}
actions:
  attack:
    kind: attack
    steps:
      - roll: attack
        dice: d20
        modifiers: {attack: attacker.attack}
        against: target.ac
        outcomes: {natural_20: natural = 20, hit: success, miss: otherwise}
      - {stop: "", when: attack is miss}
      - {roll: confirm, like: attack, when: attack is natural_20}
      - {roll: location, dice: d20, outcomes: {vital: natural <= 6 or natural = 20, limb: otherwise}}
      - {roll: damage, dice: weapon.damage}
      - let: {wound: floor(damage * 1.5) if location is vital else damage}
      - damage: hp
        amount:
          wound * 2: attack is natural_20 and confirm is not hit
          wound: otherwise
      - damage: con
        amount:
          wound * 2: confirm is natural_20
          wound: confirm is hit
          0: otherwise
"""


def shipped() -> Encounter:
    """The attack under the shipped rules, with all that they add: what a hit severs, blinds, lets bleed."""
    rules = source_of(data_path("rulesets") / "natural20.yaml")
    text = ENCOUNTER.replace("RULESET", "natural20")
    return encounter_from(rules, (), Source("golden.yaml", text), {"head_critical": "off"})


def bare() -> Encounter:
    """The attack under rules that hold nothing else: what the rivals work out."""
    text = ENCOUNTER.replace("RULESET", "bare")
    return encounter_from(Source("bare.yaml", BARE), (), Source("golden.yaml", text))


def kind(attack: int) -> str:
    return "miss" if attack < 10 else "hit" if attack < 20 else "natural 20"


def confirmed(second: int) -> str:
    return {"miss": "natural 20", "hit": "critical", "natural 20": "double"}[kind(second)]


def losses(outcome: str, wound: int) -> tuple[str, int, int]:
    hp, con = LOSSES[outcome]
    return outcome, hp * wound, con * wound


def vital(place: int) -> bool:
    return place in TORSO_OR_HEAD


def wounded(vital: bool, damage: int) -> int:
    return damage * 3 // 2 if vital else damage


def by_icepool() -> Joint:
    import icepool

    second = icepool.d20.map(confirmed)
    outcome = icepool.d20.map(kind).map(lambda name: second if name == "natural 20" else name)
    wound = icepool.map(wounded, icepool.d20.map(vital), 2 @ icepool.d8 + 3)
    found = icepool.map(losses, outcome, wound)
    return {tuple(key): found.probability(key) for key in found.outcomes()}


def by_dyce() -> Joint:
    from dyce import H, expand

    def outcomes(attack: Any) -> Any:
        return second if kind(attack.outcome) == "natural 20" else kind(attack.outcome)

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # `expand` says with each call that it may change
        second = expand(lambda attack: confirmed(attack.outcome), H(20))
        place = expand(lambda place: vital(place.outcome), H(20))
        wound = expand(lambda vital, damage: wounded(vital.outcome, damage.outcome), place, 2 @ H(8) + 3)
        found = expand(lambda name, wound: losses(name.outcome, wound.outcome), expand(outcomes, H(20)), wound)
    return {key: Fraction(count, found.total) for key, count in found.items()}


def checked_here(found: Chances) -> dict[tuple[int, int], Fraction]:
    """Our odds, held to the golden figures; what they say of both pools at once."""
    attack, confirm = found.rolls["attack"], found.rolls["confirm"]
    counted = (attack["miss"], attack["hit"], confirm["miss"], confirm["hit"], confirm["natural_20"])
    assert dict(zip(NAMES, map(found.share, counted), strict=True)) == GOLDEN
    assert tuple(POINTS - found.expected("target", pool) for pool in ("hp", "con")) == GOLDEN_MEANS
    hp, con = (found.names["target"].index(pool) for pool in ("hp", "con"))
    return {(POINTS - end[hp], POINTS - end[con]): found.share(count) for end, count in found.joint["target"].items()}


def checked(joint: Joint) -> dict[tuple[int, int], Fraction]:
    """A rival's odds, held to the same."""
    names, both = dict.fromkeys(NAMES, Fraction(0)), dict[tuple[int, int], Fraction]()
    for (name, hp, con), share in joint.items():
        names[name] += share
        both[hp, con] = both.get((hp, con), Fraction(0)) + share
    assert names == GOLDEN
    means = tuple(sum(loss[pool] * share for loss, share in both.items()) for pool in (0, 1))
    assert means == GOLDEN_MEANS
    return both


def rivals() -> dict[str, Callable[[], Joint]]:
    """The rivals that are installed."""
    found: dict[str, Callable[[], Joint]] = {}
    for name, way in (("icepool", by_icepool), ("dyce", by_dyce)):
        try:
            way()
        except ImportError:
            missing(name, name)
        else:
            found[name] = way
    return found


def against_rivals(rounds: int) -> None:
    """One attack, worked out by each: first all are compared, then all are timed."""
    ours: dict[str, Work] = {}
    joint = {}
    for name, encounter in (
        ("crittui, the same figures", bare()),
        ("crittui, all that the shipped rules do", shipped()),
    ):
        ours[name] = partial(chances, encounter.ruleset, encounter.fight, ACT)
        joint[name] = checked_here(chances(encounter.ruleset, encounter.fight, ACT))
    them = rivals()
    joint.update({name: checked(way()) for name, way in them.items()})
    first = next(iter(joint.values()))
    assert all(other == first for other in joint.values())
    told("exact odds of one attack (all agree)", times({**ours, **them}, rounds))


def every_system(rounds: int) -> None:
    """One usual attack in each ready fight, under its shipped rules."""
    ways: dict[str, Work] = {}
    for ready in ready_fights():
        encounter = read_encounter(ready.path)
        act = usual_attack(encounter)
        ways[f"{encounter.ruleset.id}, {act.weapon}"] = partial(chances, encounter.ruleset, encounter.fight, act)
    told("exact odds of one attack in each shipped system", times(ways, rounds))


def usual_attack(encounter: Encounter) -> Act:
    """The attack that opens a simulated fight."""
    from random import Random

    record: list[Any] = []
    Simulation(encounter.ruleset, encounter.fight, Random(1), next(iter(POLICIES))).fight_once(record)
    kinds = {action.id for action in encounter.ruleset.actions_of("attack")}
    return next(command for command, _ in record if isinstance(command, Act) and command.action in kinds)
