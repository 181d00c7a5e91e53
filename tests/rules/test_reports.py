"""Faults that people met in tools of this kind, each as a small ruleset with the right value.

The numbers in the names are those of the list in which the reports were collected.
"""

from __future__ import annotations

from typing import Any

import pytest

from crittui.errors import AnswerError
from crittui.rules.events import ConditionChanged, LookedUp, PoolChanged, Struck
from crittui.rules.machine import begin
from crittui.rules.passing import turn_order
from crittui.rules.requests import Faces, Picked, RollRequest
from tests.rules.written import Played, act, acting, found, small

# ---- damage: what is multiplied, in which order, how it is rounded


def test_1_a_die_without_a_count_is_doubled_like_any_other() -> None:
    played = act("- roll: d\n  dice: weapon.damage\n  times: 2", more="weapon: {damage: d10}", dice={"d": (4, 7)})
    assert (played.roll("d").total, played.roll("d").faces, played.roll("d").dice) == (11, (4, 7), "2d10")


def test_3_what_exists_only_on_a_critical_is_neither_doubled_nor_dealt_otherwise() -> None:
    steps = """
    - roll: base
      dice: 1d8
      times: 2 if critical else 1
    - roll: extra
      when: critical
      dice: 3d10
    - let: {all: base + 6 + extra}
    """
    keys = "inputs: {critical: no}"
    assert act(steps, keys=keys, dice={"base": 5}).value("all") == 11
    assert act(steps, keys=keys, critical=True, dice={"base": (5, 3), "extra": (2, 4, 9)}).value("all") == 29


def test_5_who_takes_no_criticals_still_has_a_weakness() -> None:
    steps = """
    - let:
        times: 2 if not (target is crit_immune) else 1
        all: 8 * times + target.weakness
    """
    stats = "weakness: 0\ncrit_immune: no"
    assert act(steps, "ann: {}\nbob: {crit_immune: yes, weakness: 5}", stats=stats).value("all") == 13
    assert act(steps, "ann: {}\nbob: {weakness: 5}", stats=stats).value("all") == 21


@pytest.mark.parametrize(("least", "dealt"), [("1", 1), ("0", 0)])
def test_7_the_least_damage_is_a_house_rule_and_comes_last(least: str, dealt: int) -> None:
    steps = "- damage: hp\n  amount: max(option.min_damage, floor(1 / 2))"
    game = small(acting(steps, stats="hp: {pool: 10}", more="options: {min_damage: 0}")).under(min_damage=least)
    assert game.act()["bob"].values["hp"] == 10 - dealt


@pytest.mark.parametrize(("way", "half"), [("up", 3), ("down", 2), ("nearest", 3)])
def test_9_the_way_of_rounding_is_data(way: str, half: int) -> None:
    steps = """
    - let:
        half:
          ceil(5 / 2): option.round is up
          floor(5 / 2): option.round is down
          round(5 / 2): otherwise
    """
    game = small(acting(steps, more="options: {round: {choice: [nearest, up, down]}}")).under(round=way)
    assert game.act().value("half") == half


@pytest.mark.parametrize(("order", "wound"), [("armor_first", 0), ("location_first", 4)])
def test_11_armor_and_location_in_the_order_of_the_ruleset(order: str, wound: int) -> None:
    steps = """
    - let:
        wound:
          max(0, 8 - target.armor) * 3: option.order is armor_first
          max(0, 8 * 3 - target.armor): otherwise
    """
    more = "options: {order: {choice: [armor_first, location_first]}}"
    game = small(acting(steps, stats="armor: 0", more=more), "ann: {}\nbob: {armor: 20}").under(order=order)
    assert game.act().value("wound") == wound


def test_13_the_value_that_is_told_is_the_value_that_counts() -> None:
    steps = "- let: {armor: target.armor * 2, wound: 9 - armor}\n- damage: hp\n  amount: wound"
    played = act(steps, "ann: {}\nbob: {armor: 2}", stats="armor: 0\nhp: {pool: 10}")
    assert (played.value("armor"), played.arithmetic("wound"), played["bob"].values["hp"]) == (4, "9 − 4", 5)


def test_15_what_is_not_multiplied_is_still_dealt_once() -> None:
    steps = "- roll: base\n  dice: 1d8+4\n  times: 2\n- roll: sneak\n  dice: 2d6\n- let: {all: base + sneak}"
    assert act(steps, dice={"base": (5, 6), "sneak": (3, 4)}).value("all") == 26


def test_17_dice_alone_may_be_thrown_twice() -> None:
    more = "weapon: {dice: 1d8, bonus: 3}"
    steps = "- roll: d\n  dice: weapon.dice\n  times: 2\n- let: {all: d + weapon.bonus}"
    assert act(steps, more=more, dice={"d": (5, 6)}).value("all") == 14


@pytest.mark.parametrize(
    ("policy", "all_of_it"),
    [("total", 30), ("dice", 24), ("faces", 25), ("normal_and_most_dice", 33), ("normal_and_most", 38), ("most", 23)],
)
def test_19_every_way_of_dealing_a_critical(policy: str, all_of_it: int) -> None:
    more = """
    options: {policy: {choice: [total, dice, faces, normal_and_most_dice, normal_and_most, most]}}
    weapon: {dice: 3d6, bonus: 5}
    """
    steps = """
    - roll: d
      dice: weapon.dice
    - roll: more
      when: option.policy is dice
      dice: weapon.dice
    - let:
        all:
          (d + weapon.bonus) * 2: option.policy is total
          d + more + weapon.bonus: option.policy is dice
          d * 2 + weapon.bonus: option.policy is faces
          d + weapon.bonus + maximum(weapon.dice): option.policy is normal_and_most_dice
          d + weapon.bonus + maximum(weapon.dice) + weapon.bonus: option.policy is normal_and_most
          maximum(weapon.dice) + weapon.bonus: otherwise
    """
    game = small(acting(steps, more=more)).under(policy=policy)
    dice: dict[str, Any] = {"d": (2, 3, 5)} | ({"more": (1, 2, 6)} if policy == "dice" else {})
    assert game.act(dice=dice).value("all") == all_of_it


def test_21_the_same_answers_give_the_same_damage_however_often() -> None:
    game = small(
        acting("- roll: d\n  dice: d10\n- let: {all: d * 2}\n- damage: hp\n  amount: all", stats="hp: {pool: 50}")
    )
    once, again = game.act(dice={"d": 10}), game.act(dice={"d": 10})
    assert once.events == again.events
    assert (once.value("all"), once["bob"].values["hp"]) == (20, 30)


def test_23_a_buffer_is_used_up_first_and_heals_nobody() -> None:
    stats = "buffer: {pool: 0, overflow: hp}\nhp: {pool: 6}"
    steps = "- damage: buffer\n  amount: n"
    keys = "inputs: {n: 4}"
    people = "ann: {}\nbob: {buffer: 7}"
    assert act(steps, people, stats=stats, keys=keys)["bob"].values == {"buffer": 3, "hp": 6}
    assert act(steps, people, stats=stats, keys=keys, n=9)["bob"].values == {"buffer": 0, "hp": 4}


def test_25_what_got_through_is_a_step_of_its_own() -> None:
    steps = "- let:\n    through: max(0, 8 - target.dr)\n    wound: floor(through * 1.5)"
    played = act(steps, "ann: {}\nbob: {dr: 3}", stats="dr: 0")
    assert (played.value("through"), played.value("wound"), played.arithmetic("wound")) == (5, 7, "floor(5 × 1.5)")


TWO_POOLS = """
- roll: damage
  dice: 2d8+3
- let:
    wound: floor(damage * 1.5)
    points: {wound * 4: confirmed = 2, wound * 2: otherwise}
    bonus: {wound * 2: confirmed = 2, wound: confirmed = 1, 0: otherwise}
- damage: hp
  amount: points - bonus
- damage: con
  amount: bonus
"""


@pytest.mark.parametrize(
    ("confirmed", "hp", "con", "told"),
    [(0, 0, -4, (42, 0)), (1, 17, -21, (21, 21)), (2, 0, -46, (42, 42))],
)
def test_27_base_and_bonus_are_split_after_both_factors(
    confirmed: int, hp: int, con: int, told: tuple[int, int]
) -> None:
    stats = "hp: {pool: 38, overflow: con}\ncon: {pool: 0, min: none}"
    played = act(TWO_POOLS, stats=stats, keys="inputs: {confirmed: 0}", confirmed=confirmed, dice={"damage": 11})
    assert played.value("wound") == 21
    assert (played.value("points") - played.value("bonus"), played.value("bonus")) == told
    assert (played["bob"].values["hp"], played["bob"].values["con"]) == (hp, con)
    odd = act("- let: {wound: floor(15 * 1.5), doubled: wound * 2}")
    assert (odd.value("wound"), odd.value("doubled")) == (22, 44)


# ---- attack, confirmation, natural 1 and 20, fumbles


def test_29_a_bonus_dies_with_its_roll() -> None:
    steps = "- roll: a\n  dice: d20\n  modifiers: {skill: 7}\n- roll: b\n  like: a\n  modifiers: {confirming: 4}"
    game = small(acting(steps))
    first = game.act(dice={"a": 20, "b": 10})
    assert (first.roll("b").total, game.after(first).act(dice={"a": 10, "b": 1}).roll("a").total) == (21, 17)


@pytest.mark.parametrize(
    ("die", "bonus", "ac", "outcome"), [(1, 20, 10, "miss"), (20, 0, 35, "hit"), (10, 0, 10, "hit"), (9, 0, 10, "miss")]
)
def test_31_natural_1_and_20_come_before_the_total(die: int, bonus: int, ac: int, outcome: str) -> None:
    steps = """
    - roll: a
      dice: d20
      modifiers: {bonus: bonus}
      against: ac
      outcomes: {miss: natural = 1 or not (natural = 20 or success), hit: otherwise}
    """
    assert (
        act(steps, keys="inputs: {bonus: 0, ac: 10}", bonus=bonus, ac=ac, dice={"a": die}).roll("a").outcome == outcome
    )


@pytest.mark.parametrize(
    ("die", "bonus", "ac", "outcome"),
    [(1, 20, 11, "hit"), (1, 20, 12, "miss"), (20, 0, 30, "hit"), (20, 0, 31, "miss")],
)
def test_31_unless_the_total_misses_by_far(die: int, bonus: int, ac: int, outcome: str) -> None:
    steps = """
    - roll: a
      dice: d20
      modifiers: {bonus: bonus}
      against: ac
      outcomes:
        hit: (natural = 1 and margin >= 10) or (natural = 20 and margin >= -10) or (1 < natural < 20 and success)
        miss: otherwise
    """
    assert (
        act(steps, keys="inputs: {bonus: 0, ac: 10}", bonus=bonus, ac=ac, dice={"a": die}).roll("a").outcome == outcome
    )


THREAT = """
- roll: a
  dice: d20
  against: 10
  outcomes: {threat: success and natural >= attacker.threat, hit: success, miss: otherwise}
"""


@pytest.mark.parametrize(
    ("threat", "die", "outcome"), [(21, 20, "hit"), (19, 19, "threat"), (20, 19, "hit"), (20, 20, "threat")]
)
def test_33_a_threshold_above_the_die_is_never_reached(threat: int, die: int, outcome: str) -> None:
    assert (
        act(THREAT, f"ann: {{threat: {threat}}}\nbob: {{}}", stats="threat: 20", dice={"a": die}).roll("a").outcome
        == outcome
    )


def test_35_what_one_has_is_nobody_elses() -> None:
    game = small(acting(THREAT, stats="threat: 20"), "ann: {threat: 19}\nbob: {}")
    assert game.act("act", "ann bob", dice={"a": 19}).roll("a").outcome == "threat"
    assert game.act("act", "bob ann", dice={"a": 19}).roll("a").outcome == "hit"


def test_37_a_number_in_quotes_is_a_number_and_a_word_is_not() -> None:
    assert act(THREAT, 'ann: {threat: "19"}\nbob: {}', stats="threat: 20", dice={"a": 19}).roll("a").outcome == "threat"
    (problem,) = found("stats: {threat: 20}\ncreatures: {a: {threat: nineteen}}")
    assert (str(problem.position), problem.code) == ("rules.yaml:3:25", "type")


def test_39_a_die_without_a_count_is_that_die_and_no_smaller_one() -> None:
    game = small(acting("- roll: fumble\n  dice: weapon.fumble", more="weapon: {fumble: d12}"))
    assert game.act(dice={"fumble": 12}).roll("fumble").total == 12
    with pytest.raises(AnswerError, match="1-12"):
        game.begin().answer(Faces((13,)))
    assert [p.code for p in found("weapon: {fumble: {dice: dd}}")] == ["dice"]
    assert [p.code for p in found("weapon: {fumble: dd}")] == ["kind"]


def test_41_rows_are_the_same_in_every_language() -> None:
    more = (
        "tables: {t: {label: {en: Wounds, es: Heridas}, dice: d6, rows: {1-6: {id: cut, text: {en: Cut, es: Corte}}}}}"
    )
    game = small(acting("- lookup: a\n  table: t", more=more))
    told = {}
    for language in ("en", "es"):
        machine = begin(game.rules, game.fight, game.call(), language).answer(Faces((3,)))
        (event,) = [event for event in machine.events if isinstance(event, LookedUp)]
        told[language] = (event.table, event.row, event.text)
    assert told == {"en": ("t", "cut", "Cut"), "es": ("t", "cut", "Corte")}


CONFIRM = """
- roll: attack
  dice: d20
  against: 12
  outcomes: {threat: natural = 20, hit: success, miss: otherwise}
- roll: confirm
  when: attack is threat
  dice: d20
  against: 12
  outcomes: {confirmed: success, not_confirmed: otherwise}
- let: {points: 8 * (2 if confirm is confirmed else 1)}
"""


def test_43_threat_confirmed_and_not_confirmed_are_three_things() -> None:
    unconfirmed = act(CONFIRM, dice={"attack": 20, "confirm": 3})
    assert (unconfirmed.roll("attack").outcome, unconfirmed.roll("confirm").outcome) == ("threat", "not_confirmed")
    assert unconfirmed.value("points") == act(CONFIRM, dice={"attack": 15}).value("points") == 8
    assert act(CONFIRM, dice={"attack": 20, "confirm": 15}).value("points") == 16


def test_45_a_roll_that_is_no_attack_has_no_criticals() -> None:
    save = act(
        "- roll: save\n  dice: d20\n  against: 12\n  outcomes: {made: success, failed: otherwise}", dice={"save": 20}
    )
    assert save.roll("save").outcome == "made"
    steps = (
        CONFIRM
        + """
- roll: evade
  by: target
  dice: d20
  against: 15
  outcomes: {evaded: success, caught: otherwise}
- let: {dealt: points if evade is caught else 0}
"""
    )
    assert act(steps, dice={"attack": 20, "confirm": 15, "evade": 18}).value("dealt") == 0


def test_47_a_face_that_was_rolled_again_classifies_nothing() -> None:
    steps = """
    - roll: first
      dice: d20
    - roll: attack
      when: first.natural = 1
      dice: d20
      outcomes: {best: natural = 20, worst: natural = 1, between: otherwise}
    """
    played = act(steps, dice={"first": 1, "attack": 20})
    assert [event.outcome for event in played.of(type(played.roll("attack")))] == ["", "best"]


def test_49_a_roll_has_one_outcome() -> None:
    steps = """
    - roll: a
      dice: d100
      under: 100
      outcomes: {critical: success and doubles(natural), fumble: doubles(natural), made: success, failed: otherwise}
    """
    assert act(steps, dice={"a": 99}).roll("a").outcome == "critical"
    assert [p.code for p in found(acting("- roll: a\n  dice: 1d1"))] == ["dice"]


@pytest.mark.parametrize(
    ("dice", "total", "outcome"),
    [((20, 4), 26, "hit"), ((20, 1), 23, "miss"), ((20, 15), 37, "crit"), ((10,), 12, "miss")],
)
def test_51_the_top_face_may_roll_on_and_the_margin_decide(dice: tuple[int, ...], total: int, outcome: str) -> None:
    steps = """
    - roll: a
      dice: d20 open
      modifiers: {bonus: 2}
      against: 25
      outcomes: {crit: margin >= 10, hit: success, miss: otherwise}
    """
    played = act(steps, dice={"a": dice})
    assert (played.roll("a").total, played.roll("a").outcome) == (total, outcome)


FUMBLE = """
- roll: attack
  dice: d20
  against: 12
  outcomes: {fumble: natural = 1, hit: success, miss: otherwise}
- choose: luck
  when: attack is fumble and attacker.luck > 0
  options: {spend: {then: [{spend: luck}]}, keep: {}}
- roll: confirm
  when: attack is fumble and luck is not spend
  like: attack
- gain: luck
  when: confirm is miss
- note: fumble
  when: confirm is (miss or fumble)
"""


@pytest.mark.parametrize(
    ("luck", "confirm", "rolled", "left", "notes"),
    [
        ("spend", None, ["attack"], 1, []),
        ("keep", 5, ["attack", "confirm"], 3, ["fumble"]),
        ("keep", 15, ["attack", "confirm"], 2, []),
        ("keep", 1, ["attack", "confirm"], 2, ["fumble"]),
    ],
)
def test_53_a_fumble_is_cancelled_before_its_second_die(
    luck: str, confirm: int | None, rolled: list[str], left: int, notes: list[str]
) -> None:
    dice: dict[str, Any] = {"attack": 1} | ({"confirm": confirm} if confirm else {})
    played = act(FUMBLE, stats="luck: {counter: 2}", dice=dice, choices={"luck": luck})
    assert (played.rolled(), played["ann"].values["luck"], played.notes()) == (rolled, left, notes)


# ---- tables and ruleset files


def test_55_a_total_above_the_last_row_takes_it_and_is_told_as_it_was() -> None:
    steps = "- lookup: a\n  table: t\n  modifiers: {size: 20}"
    played = act(steps, more="tables: {t: {dice: d100, rows: {1-90: low, 91-100: top}}}", dice={"a": 92})
    assert (played.found("a"), played.roll("a").total, played.roll("a").natural) == ("top", 112, 92)


def test_57_a_face_without_a_row_is_named() -> None:
    problems = found("tables: {t: {dice: d20, rows: {1-19: a}}}")
    assert [p.code for p in problems] == ["gap"]
    assert "20" in problems[0].message
    body = found("bodies: {b: {dice: d20, locations: {a: {roll: 1-19}}}}")
    assert [p.code for p in body] == ["gap"]
    assert "20" in body[0].message


@pytest.mark.parametrize(
    ("rows", "dice", "face", "row"), [("01–02: a, 3-6: b", "d6", 2, "a"), ("-3..-1: a, 0-2: b", "d6-4", 3, "a")]
)
def test_59_ranges_as_people_type_them(rows: str, dice: str, face: int, row: str) -> None:
    played = act("- lookup: a\n  table: t", more=f"tables: {{t: {{dice: {dice}, rows: {{{rows}}}}}}}", dice={"a": face})
    assert played.found("a") == row


def test_59_a_range_without_an_end_is_a_mistake() -> None:
    assert [p.code for p in found("tables: {t: {dice: d6, rows: {3-: a}}}")] == ["range"]


def test_61_words_stay_words() -> None:
    game = small(acting("- note: 1:30"), "No: {}\n2001-01-02: {}".replace("2001-01-02", "on"))
    assert [who.name for who in game.fight.combatants.values()] == ["No", "on"]
    assert game.act().notes() == ["1:30"]
    row = act("- lookup: a\n  table: t", more="tables: {t: {dice: d6, rows: {1-6: {text: 2001-01-02}}}}", dice={"a": 1})
    assert [event.text for event in row.of(LookedUp)] == ["2001-01-02"]


def test_63_a_table_that_is_missing_is_told_when_the_file_is_read() -> None:
    (problem,) = found(acting("- lookup: a\n  table: crit_acid"))
    assert (problem.code, str(problem.position)) == ("unknown-table", "rules.yaml:6:16")


def test_65_a_near_miss_may_strike_the_body() -> None:
    more = "location: {aim: 0}\nbodies: {b: {locations: {torso: {}, shield_hand: {aim: -8}, weapon_arm: {aim: -2}}}}"
    steps = """
    - roll: a
      dice: 3d6
      modifiers: {aim: aimed.aim}
      under: 12
      outcomes: {hit: success, near: margin = -1 and aimed is not torso, miss: otherwise}
    - note: the body
      when: a is near
    """
    keys = "inputs: {aimed: {location: torso}}"
    goals = {
        at: act(steps, more=more, keys=keys, aimed=at, dice={"a": 18}).roll("a").goal
        for at in ("shield_hand", "weapon_arm")
    }
    assert goals == {"shield_hand": 4, "weapon_arm": 10}
    assert act(steps, more=more, keys=keys, aimed="weapon_arm", dice={"a": 11}).notes() == ["the body"]


# ---- hit locations, called shots, wounds

HEADS = """
location: {factor: {number: 1}}
bodies: {b: {dice: d6, locations: {head: {roll: 1, factor: 2}, torso: {roll: 2-6}, left_arm: {}, right_arm: {}}}}
conditions: {broken: {per: location}}
"""
AIMED = "inputs: {aimed: {location: none}}"
WHERE = "- lookup: place\n  table: body\n  row: aimed\n"


def test_67_a_called_shot_is_not_rolled_afresh() -> None:
    steps = WHERE + "- lookup: critical\n  table: body\n  when: aimed is none"
    called = act(steps, more=HEADS, keys=AIMED, aimed="head")
    assert (called.found("place"), called.rolled()) == ("head", [])
    rolled = act(steps, more=HEADS, keys=AIMED, dice={"place": 4, "critical": 1})
    assert (rolled.found("place"), rolled.found("critical")) == ("torso", "head")


@pytest.mark.parametrize(("parts", "armor"), [("head: {armor: 2}, torso: {armor: 5}", 2), ("torso: {armor: 5}", 0)])
def test_69_armor_is_that_of_the_place_that_was_struck(parts: str, armor: int) -> None:
    played = act(
        WHERE + "- let: {armor: place.armor}",
        f"ann: {{}}\nbob: {{parts: {{{parts}}}}}",
        stats="armor: {score: 0, per: location}",
        more=HEADS,
        keys=AIMED,
        aimed="head",
    )
    assert played.value("armor") == armor


def test_71_a_row_left_out_is_missed_by_its_number() -> None:
    rows = ["3,4", "5", "6", "7", "8", "9", "10-11", "12", "13-14", "15-16", "17-18"]

    def plan(of: list[str]) -> str:
        places = ", ".join(f'p{n}: {{roll: "{row}"}}' for n, row in enumerate(of))
        return f"bodies: {{b: {{dice: 3d6, locations: {{{places}}}}}}}"

    assert found(plan(rows)) == []
    weights = {}
    rules = small(plan(rows)).rules
    ways, total = small(acting("- roll: a\n  dice: 3d6")).begin().request.dice.distribution()  # type: ignore[union-attr]
    for where in rules.bodies["b"].locations.values():
        ((low, high), *more) = where.ranges
        spans = [(low, high), *more]
        weights[where.id] = sum(ways[n] for a, b in spans for n in range(a or 0, (b or 0) + 1))
    assert list(weights.values()) == [4, 6, 10, 15, 21, 25, 54, 25, 36, 16, 4]
    assert sum(weights.values()) == total == 216
    (problem,) = found(plan(rows[:1] + rows[2:]))
    assert problem.code == "gap"
    assert problem.message.endswith("no row for 5")


@pytest.mark.parametrize(("wound", "crippled"), [(5, False), (6, True), (7, True)])
def test_73_screen_and_rule_ask_the_same(wound: int, crippled: bool) -> None:
    steps = """
    - apply: crippled
      at: left_arm
      when: n > target.hp.max / 2
    - note: crippled
      when: n > target.hp.max / 2
    """
    more = HEADS.replace("broken: {per: location}", "crippled: {per: location}")
    played = act(steps, stats="hp: {pool: 10}", more=more, keys="inputs: {n: 0}", n=wound)
    assert ("crippled@left_arm" in played["bob"].conditions) is crippled
    assert (played.notes() == ["crippled"]) is crippled


def test_75_a_place_without_a_limit_takes_all() -> None:
    steps = "- damage: hp\n  amount: 30\n  most: target.hp.max / 2 if capped else 30"
    stats, keys = "hp: {pool: 10, min: none}", "inputs: {capped: no}"
    steps = steps.replace("target.hp.max / 2", "floor(target.hp.max / 2) + 1")
    assert act(steps, stats=stats, keys=keys)["bob"].values["hp"] == -20
    capped = act(steps, stats=stats, keys=keys, capped=True)
    assert (capped["bob"].values["hp"], capped.damage().lost) == (4, 24)


@pytest.mark.parametrize(("no_vitals", "wound"), [("no", 15), ("yes", 10)])
def test_77_who_has_no_vitals_takes_the_factor_of_the_body(no_vitals: str, wound: int) -> None:
    steps = "- let: {factor: {2: target is no_vitals, 3: otherwise}, wound: 5 * factor}"
    assert act(steps, f"ann: {{}}\nbob: {{no_vitals: {no_vitals}}}", stats="no_vitals: no").value("wound") == wound


def test_79_a_blow_finds_only_places_that_are_there() -> None:
    more = """
    bodies:
      wolf: {locations: {body: {}, tail: {}}}
      dragon: {locations: {body: {}, tail: {}, wing: {}}}
    conditions: {burnt: {per: location}}
    """
    steps = "\n".join(
        f"- damage: part\n  at: {at}\n  amount: 2\n- apply: burnt\n  at: {at}" for at in ("body", "tail", "wing")
    )
    played = act(steps, stats="part: {pool: 6, per: location}", more=more)
    assert sorted(played["bob"].conditions) == ["burnt@body", "burnt@tail"]
    assert played["bob"].values == {"part@body": 4, "part@tail": 4}
    assert {event.at for event in played.of(PoolChanged)} == {"body", "tail"}
    dragon = act(steps, "ann: {}\nbob: {body: dragon}", stats="part: {pool: 6, per: location}", more=more)
    assert len(dragon["bob"].conditions) == 3


def test_81_the_same_wound_twice_does_what_the_ruleset_says() -> None:
    more = """
    location: {other: {location: none}}
    bodies:
      b: {dice: d3, locations: {left: {roll: 1, other: right}, right: {roll: 2, other: left}, ribs: {roll: 3}}}
    conditions: {broken: {per: location}}
    """
    steps = """
    - lookup: place
      table: body
      again: place is broken and place is not ribs and place.other is broken
    - let: {part: {place.other: place is broken and place is not ribs, place: otherwise}}
    - apply: broken
      at: part
    """
    game = small(acting(steps, more=more))
    first = game.act(dice={"place": 1})
    second = game.after(first).act(dice={"place": 1})
    third = game.after(second).act(dice={"place": [1, 2, 3]})
    fourth = game.after(third).act(dice={"place": 3})
    assert sorted(second["bob"].conditions) == ["broken@left", "broken@right"]
    assert third.found("place") == "ribs"
    assert fourth["bob"].conditions["broken@ribs"].value == 1


def test_83_an_effect_goes_to_the_one_it_names() -> None:
    played = act("- apply: stunned\n- apply: winded\n  to: attacker", more="conditions: {stunned: {}, winded: {}}")
    assert (set(played["ann"].conditions), set(played["bob"].conditions)) == ({"winded"}, {"stunned"})


def test_85_after_a_parry_the_next_question_is_asked_at_once() -> None:
    steps = """
    - choose: defence
      by: target
      options: {parry: {}, none_at_all: {}}
    - roll: parry
      when: defence is parry
      by: target
      dice: d20
      against: 11
      outcomes: {parried: success, through: otherwise}
    - roll: resist
      when: parry is not parried
      by: target
      dice: d20
    """
    machine = small(acting(steps)).begin()
    parry = machine.answer(Picked(("parry",)))
    resist = parry.answer(Faces((3,)))
    assert [one.request.id for one in (machine, parry, resist) if one.request] == ["defence", "parry", "resist"]
    assert isinstance(resist.request, RollRequest)
    assert machine.answer(Picked(("parry",))).answer(Faces((12,))).done


def test_87_text_and_effect_come_from_one_row() -> None:
    more = """
    weapon: {kind: {choice: [imp, cut]}}
    conditions: {pierced: {}, slashed: {}}
    tables:
      t:
        dice: d6
        columns: [imp, cut]
        rows:
          1-6:
            imp: {id: imp_1, text: Run through, then: [{apply: pierced}]}
            cut: {id: cut_1, text: Slashed, then: [{apply: slashed}]}
    """
    played = act("- lookup: a\n  table: t\n  column: weapon.kind", more=more, dice={"a": 2})
    assert (played.found("a"), set(played["bob"].conditions)) == ("imp_1", {"pierced"})


# ---- pools, effects in time, undo


def test_89_what_is_derived_writes_nothing_back() -> None:
    game = small(
        acting(
            "- note: x",
            stats="hp: {pool: 10, min: none}\nhalf: {formula: floor(hp / 2)}",
            more="conditions: {down: {while: half < 0}}",
        ),
        "ann: {}\nbob: {hp: -6/10}",
    )
    for _ in range(3):
        game = game.after(game.act())
        game = game.after(game.tick("round"))
    assert game.fight.combatants["bob"].values == {"hp": -6}


HIT = "- damage: hp\n  amount: 8\n- apply: stunned\n  value: 3\n  for: 2 rounds\n- gain: hits"
HIT_STATS = "hp: {pool: 10}\nhits: {counter: 0}"
HIT_MORE = "conditions: {stunned: {}}"


def test_91_the_state_before_is_untouched_by_what_came_after() -> None:
    game = small(acting(HIT, stats=HIT_STATS, more=HIT_MORE))
    before = repr(game.fight)
    played = game.act()
    assert played.fight != game.fight
    assert repr(game.fight) == before
    assert game.act().fight == played.fight


def test_93_what_a_blow_did_is_one_chain_of_events() -> None:
    played = act(HIT, stats=HIT_STATS, more=HIT_MORE)
    assert (played["bob"].values["hp"], set(played["bob"].conditions)) == (2, {"stunned"})
    changes = [type(event) for event in played.events if isinstance(event, (PoolChanged, ConditionChanged))]
    assert changes == [PoolChanged, ConditionChanged, PoolChanged]


def test_95_going_back_and_on_again_counts_a_round_once() -> None:
    game = small(acting(HIT, stats=HIT_STATS, more=HIT_MORE))
    game = game.after(game.act())

    def left(played: Played) -> int | None:
        return played["bob"].conditions["stunned"].left

    assert left(game.tick()) == 1
    assert left(game.tick()) == 1


def test_97_a_counted_condition_goes_down_before_it_ends() -> None:
    more = """
    conditions:
      stunned:
        every: turn
        steps:
          - let: {next: value - 1}
          - remove: stunned
            to: self
          - apply: stunned
            to: self
            value: next
            when: next > 0
    """
    game = small(acting("- note: x", more=more), "ann: {}\nbob: {conditions: [stunned 3]}")
    numbers = []
    for _ in range(4):
        played = game.tick("turn")
        held = played["bob"].conditions.get("stunned")
        numbers.append(held.value if held is not None else 0)
        game = game.after(played)
    assert numbers == [2, 1, 0, 0]


def test_99_a_point_and_its_new_die_are_one_thing_and_the_target_stays() -> None:
    steps = """
    - roll: attack
      dice: d20
      against: 12
      outcomes: {hit: success, miss: otherwise}
    - choose: luck
      when: attack is miss and attacker.luck > 0
      options:
        spend: {then: [{spend: luck}, {roll: attack, like: attack}]}
        keep: {}
    - damage: hp
      amount: 3
      when: attack is hit
    """
    stats = "luck: {counter: 1}\nhp: {pool: 10}"
    keep = act(steps, stats=stats, dice={"attack": 3}, choices={"luck": "keep"})
    assert (keep["ann"].values["luck"], keep.rolled(), keep["bob"].values["hp"]) == (1, ["attack"], 10)
    spend = act(steps, stats=stats, dice={"attack": [3, 15]}, choices={"luck": "spend"})
    assert (spend["ann"].values["luck"], spend.rolled(), spend["bob"].values["hp"]) == (0, ["attack", "attack"], 7)
    assert spend.of(Struck) == []


@pytest.mark.parametrize(
    ("people", "first"),
    [("ann: {init: 15, mod: 2}\nbob: {init: 15, mod: 4}", "bob"), ("ann: {init: 16}\nbob: {init: 15, mod: 9}", "ann")],
)
def test_105_ties_are_broken_by_what_the_ruleset_reckons(people: str, first: str) -> None:
    text = acting(
        "- set: order\n  value: hero.init * 100 + hero.mod",
        stats="init: 0\nmod: 0\norder: {counter: 0}",
        more="time: {order_by: order}",
        keys="who: [hero]",
    )
    game = small(text, people)
    for who in ("ann", "bob"):
        game = game.after(game.act("act", who))
    assert turn_order(game.rules, game.fight)[0] == first


def test_107_a_damage_tells_what_came_and_what_is_left_of_both_pools() -> None:
    stats = "hp: {pool: 38, overflow: con}\ncon: {pool: 12, min: none}"
    played = act("- damage: hp\n  amount: 42", stats=stats)
    damaged = played.damage()
    assert (damaged.amount, damaged.dealt, damaged.overflow) == (42, 38, 4)
    assert [(event.pool, event.before, event.after) for event in played.of(PoolChanged)] == [
        ("hp", 38, 0),
        ("con", 12, 8),
    ]
