"""How odds are found: what is merged, what is chosen, what is given up, what a sample tells."""

from __future__ import annotations

from fractions import Fraction
from math import sqrt
from random import Random

import pytest

from crittui.errors import Refused
from crittui.rules.dice import Dice
from crittui.rules.odds import Policy, TooMany, ahead, chances, finished, reckoning, sampling, weighing
from crittui.rules.odds_best import best, loss
from crittui.rules.requests import Faces
from tests.rules.brute import Twin, told
from tests.rules.situations import GUNS, INN, KNIGHTS, ROAD, Situation
from tests.rules.written import acting, small

BODIES = """
conditions:
  numb: {per: location, wound: maimed}
location:
  inner: {location: none}
  outer: {location: none}
bodies:
  human:
    dice: d4
    locations:
      left:  {roll: 1, is: limb, inner: trunk, outer: hand}
      right: {roll: 2, is: limb, inner: trunk}
      hand:  {roll: 3, inner: left}
      trunk: {roll: 4}
"""


def hit(steps: str, report: str) -> Fraction:
    """The chance of a report line, which every face confirms. The place that is struck is the first one."""
    keys = f"report: {{Hit: {report}}}\nshows: {{struck: first}}"
    table = small(acting(steps, stats="hp: {pool: 9}", more=BODIES, keys=keys))
    twin = Twin(table.rules, table.fight, table.call())
    followed = twin.follow()
    found = chances(table.rules, table.fight, table.call())
    assert told(found, twin) == followed
    return found.share(found.report.get("Hit", 0))


def test_places_that_are_alike_may_be_told_apart_by_what_leads_to_them() -> None:
    steps = """
    - {lookup: first, table: body}
    - {roll: coin, dice: d2, outcomes: {up: natural = 1, down: otherwise}}
    - {apply: numb, at: first, when: coin is up}
    - {lookup: other, table: body}
    """
    assert hit(steps, "other.inner is numb") == Fraction(1, 2) * (Fraction(3, 4) * Fraction(1, 4))


def test_two_places_may_be_one() -> None:
    steps = """
    - {lookup: first, table: body}
    - {lookup: other, table: body}
    - {roll: coin, dice: d2, outcomes: {up: natural = 1, down: otherwise}}
    - {apply: numb, at: first, when: coin is up}
    """
    assert hit(steps, "other is numb and other is limb") == Fraction(1, 2) * Fraction(1, 2) * Fraction(1, 4)


STRUCK = "shows: {struck: place, verdict: {hit: otherwise}}"


def struck(steps: str) -> list[Fraction]:
    """How often each place is struck, the rarest last; every face confirms it."""
    table = small(acting(steps, stats="hp: {pool: 9}", more=BODIES, keys=STRUCK))
    twin = Twin(table.rules, table.fight, table.call())
    followed = twin.follow()
    found = chances(table.rules, table.fight, table.call())
    assert told(found, twin) == followed
    return sorted(map(found.share, found.places.values()), reverse=True)


def test_a_place_that_is_known_by_then_is_struck_as_often_as_it_was_found() -> None:
    steps = """
    - {lookup: first, table: body}
    - {lookup: place, table: body, row: first}
    - {damage: hp, amount: 1}
    """
    assert struck(steps) == [Fraction(1, 4)] * 4


def test_a_shot_that_may_drift_strikes_somewhere_all_the_same() -> None:
    steps = """
    - {lookup: aimed, table: body, again: aimed is hand}
    - {roll: drift, chance: 1 in 3}
    - {lookup: place, table: body, when: drift is yes}
    - {lookup: place, table: body, row: aimed, when: drift is no}
    - {damage: hp, amount: 1}
    """
    aimed = Fraction(2, 3) * Fraction(1, 3) + Fraction(1, 12)
    assert struck(steps) == [aimed, aimed, aimed, Fraction(1, 12)]


ENDS = """
conditions:
  fled: {out: yes}
  lamed: {out: yes, per: location}
  down: {out: yes, while: self.hp < 9}
bodies:
  human: {dice: d4, locations: {leg: {roll: 1-3, is: limb}, head: {roll: 4}}}
"""


@pytest.mark.parametrize(
    ("bob", "chance"),
    [
        ("{}", 1),
        ("{conditions: [fled]}", 0),
        ("{conditions: [lamed at leg]}", 0),
        ("{hp: 8/9}", 0),
    ],
)
def test_who_is_out_of_the_fight_already_cannot_drop(bob: str, chance: int) -> None:
    table = small(acting("- {damage: hp, amount: 1}", stats="hp: {pool: 9}", more=ENDS), f"ann: {{}}\nbob: {bob}")
    twin = Twin(table.rules, table.fight, table.call())
    followed = twin.follow()
    found = chances(table.rules, table.fight, table.call())
    assert told(found, twin) == followed
    assert found.share(found.out.get("bob", 0)) == chance


def test_a_limb_that_is_out_takes_its_owner_with_it() -> None:
    steps = """
    - {lookup: place, table: body}
    - {apply: lamed, at: place, when: place is limb}
    """
    table = small(acting(steps, stats="hp: {pool: 9}", more=ENDS))
    found = chances(table.rules, table.fight, table.call())
    assert found.share(found.out["bob"]) == Fraction(3, 4)


def test_places_that_are_alike_are_followed_once() -> None:
    steps = """
    - {lookup: place, table: body}
    - {roll: harm, dice: d6}
    - {damage: hp, amount: harm, when: place is limb}
    """
    table = small(acting(steps, stats="hp: {pool: 9}", more=BODIES))
    found = chances(table.rules, table.fight, table.call())
    # The start, the place, and two kinds of place: what waits for the second roll.
    assert found.states == 1 + 2
    assert found.places == {("bob", place): found.total // 4 for place in ("left", "right", "hand", "trunk")}


def test_a_roll_made_again_in_a_chain_that_runs_twice_starts_afresh() -> None:
    more = (
        BODIES
        + """
chains:
  once:
    who: [bearer]
    steps:
      - {roll: harm, dice: d3}
      - {damage: hp, amount: harm, to: bearer}
"""
    )
    steps = """
    - {run: once, who: [target]}
    - {roll: coin, dice: d2, outcomes: {up: natural = 1, down: otherwise}}
    - {run: once, who: [target], when: coin is up}
    """
    table = small(acting(steps, stats="hp: {pool: 9}", more=more))
    twin = Twin(table.rules, table.fight, table.call())
    followed = twin.follow()
    assert told(chances(table.rules, table.fight, table.call()), twin) == followed


def test_the_rest_of_a_chain_does_not_begin_anew() -> None:
    steps = """
    - {stop: Down already., when: target.hp < 9}
    - {roll: blow, dice: d2}
    - {damage: hp, amount: blow}
    - {roll: coin, dice: d2, outcomes: {up: natural = 1, down: otherwise}}
    - {damage: hp, amount: 1, when: coin is up}
    """
    table = small(acting(steps, stats="hp: {pool: 9}"))
    rest = ahead(table.begin().answer(Faces((2,))))
    assert {name: rest.share(weight) for name, weight in rest.rolls["coin"].items()} == {
        "up": Fraction(1, 2),
        "down": Fraction(1, 2),
    }
    assert {value: rest.share(weight) for value, weight in rest.pools["bob", "hp"].items()} == {
        6: Fraction(1, 2),
        7: Fraction(1, 2),
    }


# ---- choices


def test_what_is_given_goes_before_the_default_and_only_where_it_is_offered() -> None:
    ruleset, fight, act = Situation(INN, ("ana", "chirlo"), "navaja").staged()
    usual = chances(ruleset, fight, act)
    assert set(usual.chosen["beneficio"]) == {"Corte en la mano", "daño_critico"}
    none = chances(ruleset, fight, act, policy=Policy({"beneficio": "ninguno"}))
    assert set(none.chosen["beneficio"]) == {"ninguno"}
    own = chances(ruleset, fight, act, policy=Policy({"beneficio": "propio"}))
    assert set(own.chosen["beneficio"]) == {"Corte en la mano"}
    odd = chances(ruleset, fight, act, policy=Policy({"beneficio": "no such thing"}))
    assert odd.chosen == usual.chosen
    assert usual.choices["beneficio"].by == "ana"
    assert set(usual.choices["beneficio"].offers) >= {"ninguno", "daño_critico"}


def test_the_best_defence_is_the_one_under_which_one_is_hit_least() -> None:
    ruleset, fight, act = Situation(KNIGHTS, ("aldric", "wulf"), "broadsword").staged()
    policy = finished(best(ruleset, fight, act))
    found = {
        option: chances(ruleset, fight, act, policy=Policy({"defense": option})).hit()
        for option in ("dodge", "parry", "block", "none_at_all")
    }
    assert policy.given == {"defense": min(found, key=found.__getitem__)} == {"defense": "parry"}


def test_a_defender_for_whom_nothing_is_better_keeps_to_the_usual() -> None:
    ruleset, fight, act = Situation(INN, ("ana", "chirlo")).staged()
    assert finished(best(ruleset, fight, act)).given == {}
    ruleset, fight, act = Situation(INN, ("ana", "luis")).staged()
    assert finished(best(ruleset, fight, act)).given == {"automatica": "si"}
    assert finished(best(ruleset, fight, act, policy=Policy({"automatica": "no"}))).given == {"automatica": "no"}


def test_loss_counts_pools_and_no_counters() -> None:
    ruleset, fight, act = Situation(INN, ("ana", "chirlo"), "espada").staged()
    found = chances(ruleset, fight, act)
    assert ("chirlo", "defensa_automatica") in found.pools
    assert loss(ruleset, fight, found, "chirlo") == 16 - found.expected("chirlo", "pv")


# ---- what takes long


def test_work_is_handed_out_in_bits_and_can_be_given_up() -> None:
    ruleset, fight, act = Situation(GUNS, ("mira", "cole"), "peacemaker").staged()
    parts = list(reckoning(ruleset, fight, act))
    assert parts == sorted(parts)
    assert all(0 <= part <= 1 for part in parts)
    working = sampling(ruleset, fight, act, Random(0).random, 10**9)
    assert 0 < next(working) < next(working) < 1
    working.close()


def test_too_much_work_is_told_and_goes_on_as_a_sample() -> None:
    ruleset, fight, act = Situation(GUNS, ("mira", "cole"), "peacemaker").staged()
    with pytest.raises(TooMany):
        chances(ruleset, fight, act, most=50)
    found = finished(weighing(ruleset, fight, act, Random(3).random, most=50, count=2000))
    assert (found.sampled, found.total) == (True, 2000)
    exact = finished(weighing(ruleset, fight, act, Random(3).random))
    assert (exact.sampled, exact.error(Fraction(1, 2))) == (False, 0.0)
    assert abs(float(found.hit() - exact.hit())) < 4 * found.error(exact.hit())
    assert found.error(Fraction(1, 2)) == sqrt(0.25 / 2000)
    off = abs(float(found.expected("cole", "hp") - exact.expected("cole", "hp")))
    assert off < 4 * found.error_of_mean("cole", "hp")
    assert exact.error_of_mean("cole", "hp") == 0.0


def test_single_faces_that_are_too_many_for_the_exact_way_are_sampled() -> None:
    steps = """
    - {roll: heap, dice: 100d1000}
    - {let: {best: heap.highest - heap.lowest + heap.second}}
    - {damage: hp, amount: best}
    """
    table = small(acting(steps, stats="hp: {pool: 9000, min: none}"))
    with pytest.raises(TooMany):
        chances(table.rules, table.fight, table.call())
    found = finished(weighing(table.rules, table.fight, table.call(), Random(1).random, count=50))
    assert found.sampled
    assert sum(found.pools["bob", "hp"].values()) == 50


def test_the_same_generator_gives_the_same_sample() -> None:
    ruleset, fight, act = Situation(ROAD, ("tamsin", "snik"), pin={"damage": Dice.of(2, 6)}).staged()
    one, other = (finished(sampling(ruleset, fight, act, Random(5).random, 300)) for _ in range(2))
    assert one == other


def test_what_is_not_permitted_has_neither_odds_nor_sample() -> None:
    ruleset, fight, act = Situation(KNIGHTS, ("aldric", "wulf"), "broadsword", {"called": "vitals"}).staged()
    for working in (reckoning(ruleset, fight, act), sampling(ruleset, fight, act, Random(0).random)):
        with pytest.raises(Refused, match="M or T only"):
            finished(working)
    with pytest.raises(Refused):
        finished(best(ruleset, fight, act))


def test_what_a_chosen_entry_carries_is_kept_over_a_roll() -> None:
    more = """
weapon:
  tricks: {list: {grade: {choice: [minor, major]}, bonus: {score: 0}}}
weapons:
  foil: {tricks: {Feint: {bonus: 1}, Lunge: {grade: major, bonus: 2}}}
"""
    steps = """
    - {roll: opening, dice: d2, outcomes: {up: natural = 1, down: otherwise}}
    - choose: trick
      options:
        own: {each: weapon.tricks, when: it.grade is major or opening is up}
        plain: {}
    - {roll: harm, dice: d3}
    - {damage: hp, amount: harm + trick.bonus}
    """
    table = small(acting(steps, stats="hp: {pool: 9}", more=more))
    act = table.call(weapon="foil")
    for given in ({}, {"trick": "Lunge"}, {"trick": "own"}, {"trick": "plain"}):
        found = chances(table.rules, table.fight, act, policy=Policy(given))
        usual = given.get("trick", "own") == "own"
        assert set(found.chosen["trick"]) == ({"Feint", "Lunge"} if usual else {given["trick"]})
        twin = Twin(table.rules, table.fight, act, {} if usual else given)
        assert twin.follow() == told(found, twin)
