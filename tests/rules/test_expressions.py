"""Expressions: what every operator, name and function comes to, exactly, and how the arithmetic is shown."""

from __future__ import annotations

from fractions import Fraction
from math import ceil, floor
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from crittui.rules.compile.expressions import Division
from crittui.rules.compile.functions import doubles, half_up, ones, swap_digits, tens
from crittui.rules.compile.types import number_text
from tests.rules.written import Played, act, acting, found, small

NUMBERS = "a: 7\nb: 2\nz: 0\nn: -5\nq: {number: 1.5}\nt: {number: 1/3}\nhp: {pool: 10}\nluck: {counter: 3, max: 6}"


def value(expression: str) -> Any:
    """What an expression over ann's numbers comes to."""
    return evaluated(expression).value("x")


def evaluated(expression: str) -> Played:
    return act(f'- let:\n    x: "{expression}"', "ann: {hp: 4/9}\nbob: {}", stats=NUMBERS)


ARITHMETIC = [
    ("1 + 2 * 3", 7),
    ("(1 + 2) * 3", 9),
    ("10 - 4 - 3", 3),
    ("2 * 3 / 4", Fraction(3, 2)),
    ("8 / 4 / 2", 1),
    ("7 / -2", Fraction(-7, 2)),
    ("1 / -0.4", Fraction(-5, 2)),
    ("8 / (4 / 2)", 4),
    ("1 / 3 + 1 / 6", Fraction(1, 2)),
    ("0.1 + 0.2", Fraction(3, 10)),
    ("-2 * -3", 6),
    ("- - 4", 4),
    ("2 - -3", 5),
    ("-attacker.n", 5),
    ("attacker.a - attacker.b * 2", 3),
    ("attacker.a × 2 ÷ 4", Fraction(7, 2)),
    ("3 − 5", -2),
    ("attacker.q + attacker.t", Fraction(11, 6)),
    ("attacker.q * 2", 3),
    ("14 * attacker.q", 21),
    ("1.50", Fraction(3, 2)),
    ("2.0", 2),
    ("010", 10),
    ("attacker.hp", 4),
    ("attacker.hp.max", 9),
    ("attacker.luck", 3),
    ("attacker.luck.max", 6),
    ("target.hp", 10),
    ("target.hp.max", 10),
]

Reckoned = tuple[str, Fraction]
"""An expression, and what it must come to."""


def _either(parts: tuple[Reckoned, Reckoned, Reckoned, Reckoned, str]) -> Reckoned:
    (a, x), (b, y), (c, z), (d, w), sign = parts
    holds = {"<": z < w, ">=": z >= w, "=": z == w}[sign]
    return f"({a} if {c} {sign} {d} else {b})", x if holds else y


def _longer(shorter: st.SearchStrategy[Reckoned]) -> st.SearchStrategy[Reckoned]:
    """Expressions of these: every operator and function over numbers."""
    return st.one_of(
        st.tuples(shorter, shorter).map(lambda two: (f"({two[0][0]} + {two[1][0]})", two[0][1] + two[1][1])),
        st.tuples(shorter, shorter).map(lambda two: (f"({two[0][0]} - {two[1][0]})", two[0][1] - two[1][1])),
        st.tuples(shorter, shorter).map(lambda two: (f"({two[0][0]} * {two[1][0]})", two[0][1] * two[1][1])),
        st.tuples(shorter, shorter.filter(lambda one: one[1] != 0)).map(
            lambda two: (f"({two[0][0]} / {two[1][0]})", two[0][1] / two[1][1])
        ),
        shorter.map(lambda one: (f"-{one[0]}", -one[1])),
        shorter.map(lambda one: (f"floor({one[0]})", Fraction(floor(one[1])))),
        shorter.map(lambda one: (f"ceil({one[0]})", Fraction(ceil(one[1])))),
        shorter.map(lambda one: (f"round({one[0]})", Fraction(floor(one[1] + Fraction(1, 2))))),
        shorter.map(lambda one: (f"abs({one[0]})", abs(one[1]))),
        st.tuples(shorter, shorter).map(lambda two: (f"min({two[0][0]}, {two[1][0]})", min(two[0][1], two[1][1]))),
        st.tuples(shorter, shorter).map(lambda two: (f"max({two[0][0]}, {two[1][0]})", max(two[0][1], two[1][1]))),
        st.tuples(shorter, shorter, shorter, shorter, st.sampled_from(["<", ">=", "="])).map(_either),
    )


NAMED = {"attacker.a": "7", "attacker.b": "2", "attacker.n": "-5", "attacker.q": "3/2", "attacker.t": "1/3"}
RECKONED = st.recursive(
    st.one_of(
        st.integers(0, 12).map(lambda n: (str(n), Fraction(n))),
        st.sampled_from(["0.5", "1.5", "2.25", "0.1"]).map(lambda text: (text, Fraction(text))),
        st.sampled_from(sorted(NAMED)).map(lambda name: (name, Fraction(NAMED[name]))),
    ),
    _longer,
    max_leaves=12,
)

CHOSEN = [
    ("3 if 1 = 1 else 4", 3),
    ("3 if 1 = 2 else 4", 4),
    ("1 if 1 = 2 else 2 if 1 = 1 else 3", 2),
    ("1 if 1 = 2 else 2 if 1 = 3 else 3", 3),
    ("(1 if 1 = 1 else 2) + 10", 11),
    ("1 + 1 if 1 = 1 else 5", 2),
    ("1 if 1 = 1 else 1 / 2", 1),
    ("1 if 1 = 2 else 1 / 2", Fraction(1, 2)),
]

TRUE = [
    "1 = 1",
    "1 == 1",
    "1 != 2",
    "1 ≠ 2",
    "1 < 2",
    "2 <= 2",
    "2 ≤ 2",
    "3 > 2",
    "3 >= 3",
    "3 ≥ 3",
    "1 / 3 = 2 / 6",
    "0.1 + 0.2 = 0.3",
    "1 / 3 < 0.34",
    "3 <= 4 <= 5",
    "3 < 4 < 5 < 6",
    "not 1 = 2",
    "not (1 = 1 and 1 = 2)",
    "1 = 1 or 1 = 2 and 1 = 3",
    "1 = 1 and 1 = 1 and 1 = 1",
    "1 = 2 or 1 = 3 or 1 = 1",
    "not 1 = 2 and 1 = 1",
    "not not 1 = 1",
    "1 + 1 = 2",
    "2 * attacker.b = attacker.hp",
]

FALSE = [
    "1 = 2",
    "1 != 1",
    "2 < 2",
    "3 <= 2",
    "2 > 2",
    "1 >= 2",
    "3 <= 4 <= 3",
    "5 <= 4 <= 5",
    "(1 = 1 or 1 = 2) and 1 = 3",
    "not 1 = 1 or 1 = 2",
    "1 = 1 and 1 = 1 and 1 = 2",
    "1 = 2 or 1 = 3 or 1 = 4",
    "1 / 3 = 0.333333333",
]

FUNCTIONS = [
    ("floor(7 / 2)", 3),
    ("floor(-7 / 2)", -4),
    ("ceil(7 / 2)", 4),
    ("ceil(-7 / 2)", -3),
    ("round(5 / 2)", 3),
    ("round(3 / 2)", 2),
    ("round(-5 / 2)", -2),
    ("round(-3 / 2)", -1),
    ("round(7 / 3)", 2),
    ("round(8 / 3)", 3),
    ("floor(15 * 1.5) * 2", 44),
    ("floor(4)", 4),
    ("min(3, 1, 2)", 1),
    ("max(3, 1, 2)", 3),
    ("min(1, 0.5)", Fraction(1, 2)),
    ("max(0, attacker.n)", 0),
    ("abs(attacker.n)", 5),
    ("abs(-1 / 2)", Fraction(1, 2)),
    ("minimum(2d6+3)", 5),
    ("maximum(2d6+3)", 15),
    ("maximum(3d6-1d4)", 17),
    ("minimum(3d6-1d4)", -1),
    ("maximum(d6 open)", 6),
    ("minimum(d100 open 96+ 5-)", 1),
    ("maximum(4d6 highest 3)", 18),
    ("maximum(6d10 count 8+)", 6),
    ("maximum(2d6 + attacker.a)", 19),
    ("minimum(-1d6)", -6),
    ("tens(47)", 4),
    ("tens(100)", 0),
    ("tens(7)", 0),
    ("ones(47)", 7),
    ("ones(100)", 0),
    ("swap_digits(27)", 72),
    ("swap_digits(100)", 100),
    ("swap_digits(10)", 1),
    ("swap_digits(1)", 10),
    ("swap_digits(33)", 33),
]


@pytest.mark.parametrize(("expression", "wanted"), [*ARITHMETIC, *CHOSEN, *FUNCTIONS])
def test_a_number(expression: str, wanted: int | Fraction) -> None:
    assert value(expression) == wanted


@pytest.mark.parametrize(
    ("expression", "wanted"),
    [*((one, True) for one in TRUE), *((one, False) for one in FALSE), ("doubles(33)", True), ("doubles(100)", True)],
)
def test_a_condition(expression: str, wanted: bool) -> None:
    assert value(expression) is wanted


def test_whole_numbers_stay_whole() -> None:
    assert all(type(value(one)) is int for one in ("1 + 2", "3 * attacker.a", "2 * attacker.q", "floor(attacker.t)"))


NOT_ALLOWED = [
    ("1 + (1 = 1)", "type"),
    ("1 = (1 = 1)", "type"),
    ("not 3", "type"),
    ("3 and 4", "type"),
    ("1 if 3 else 4", "type"),
    ("1 if 1 = 1 else 1 = 2", "type"),
    ("-attacker", "type"),
    ("attacker + 1", "type"),
    ("2d6 * 2", "dice"),
    ("2d6 / 2", "dice"),
    ("2d6 + 1.5", "dice"),
    ("2d6 = 3", "type"),
    ("floor(2d6)", "type"),
    ("floor(1 = 1)", "type"),
    ("maximum(3)", "dice"),
    ("tens(1.5)", "type"),
    ("min(1)", "expression"),
    ("abs(1, 2)", "expression"),
    ("floor()", "expression"),
    ("sqrt(4)", "unknown-name"),
    ("attacker.a.max", "unknown-name"),
    ("attacker.hp.min", "unknown-name"),
    ("attacker.a is none", "type"),
    ("1 is none", "type"),
    ("1 / 0", "expression"),
    ("1 / 0.0", "expression"),
    ("1 2", "expression"),
    ("1 +", "expression"),
    ("* 2", "expression"),
    ("(1", "expression"),
    ("1)", "expression"),
    ("1 = ", "expression"),
    ("attacker is", "expression"),
    ("attacker is (a b)", "expression"),
    ("attacker.", "expression"),
    ("3 if 1 = 1", "expression"),
    ("1 < 2 is x", "expression"),
    ("otherwise + 1", "expression"),
    ("0d6", "dice"),
    ("2d1", "dice"),
    ("101d6", "dice"),
    ("d1001", "dice"),
    ("2d6 highest 3", "dice"),
    ("1__0", "expression"),
    ("2x", "expression"),
    ("x'y'", "expression"),
    ("x[0]", "expression"),
    ("3 % 2", "expression"),
    ("2 ** 3", "expression"),
    ("+3", "expression"),
]


@pytest.mark.parametrize(("expression", "code"), NOT_ALLOWED)
def test_what_is_no_expression(expression: str, code: str) -> None:
    problems = found(acting(f'- let:\n    x: "{expression}"', stats=NUMBERS))
    assert [p.code for p in problems] == [code]
    assert (problems[0].position.line, problems[0].level) == (15, "error")


MESSAGES = [
    ("1 +", "the expression ends too early"),
    ("1 + )", "')' cannot stand here"),
    ("(1", "')' is missing"),
    ("(1 2", "')' is missing before '2'"),
    ("1 2", "'2' cannot stand here"),
    ("attacker.", "a name is missing after the point"),
    ("3 if 1 = 1", "'else' is missing"),
    ("x & y", "'&' cannot stand in an expression"),
    ("", "an expression is missing"),
    ("attacker is", "a name is needed after `is`"),
    ("min(1)", "min takes at least 2 values, not 1"),
    ("abs(1, 2)", "abs takes 1 values, not 2"),
    ("1 / 0", "this divides by 0"),
    ("attacker.aa", "a combatant has no 'aa'"),
    ("attacker.a + attacker", "a number is needed, this is a combatant"),
    ("1 if attacker.a else 2", "this is a whole number, not yes or no"),
    ("1 if 1 = 1 else 1 = 2", "one value is a whole number, the other yes or no"),
    ("attacker if 1 = 1 else target", "a combatant cannot depend on a condition"),
    ("attacker if 1 = 1 else 3", "one value is a combatant, the other a whole number"),
]


@pytest.mark.parametrize(("expression", "message"), MESSAGES)
def test_what_is_wrong_is_said_in_plain_words(expression: str, message: str) -> None:
    (problem,) = found(acting(f'- let:\n    x: "{expression}"', stats=NUMBERS))
    assert problem.message == message


def test_an_expression_may_be_long_and_deep_only_so_far() -> None:
    assert value("(" * 39 + "1" + ")" * 39) == 1
    assert value("not " * 30 + "1 = 1") is True
    assert value("1" + " + 1" * 149 + "   ") == 150
    for expression in ("(" * 41 + "1" + ")" * 41, "not " * 42 + "1 = 1", "- " * 42 + "1", "1" + " + 1" * 150):
        problems = found(acting(f'- let:\n    x: "{expression}"'))
        assert [p.code for p in problems] == ["expression"]
        assert "let" in problems[0].hint


def test_division_by_what_turns_out_to_be_nought_is_told_with_its_place() -> None:
    game = small(acting("- let:\n    x: 3 + 1 / attacker.z", stats="z: 0"))
    with pytest.raises(Division) as caught:
        game.act()
    assert caught.value.where == "rules.yaml:8:20"


def test_a_case_is_reckoned_only_when_it_is_taken() -> None:
    assert act("- let:\n    x: 1 if attacker.z = 0 else 1 / attacker.z", stats="z: 0").value("x") == 1
    assert act("- let: {x: {0: attacker.z = 0, 1 / attacker.z: otherwise}}", stats="z: 0").value("x") == 0
    assert act("- let:\n    x: attacker.z = 0 or 1 / attacker.z > 1", stats="z: 0").value("x") is True
    assert act("- let:\n    x: attacker.z != 0 and 1 / attacker.z > 1", stats="z: 0").value("x") is False


# ---- cases


def test_the_first_true_case_counts() -> None:
    steps = """
    - let:
        block: {1: attacker.n < 3, 2: attacker.n < 5, 3: otherwise}
        list:
          - 3: attacker.n = 4
          - 3: attacker.n = 5
          - 4: otherwise
    """
    for n, block, three in ((2, 1, 4), (3, 2, 4), (4, 2, 3), (5, 3, 3), (6, 3, 4)):
        played = act(steps, f"ann: {{n: {n}}}\nbob: {{}}", stats="n: 0")
        assert (played.value("block"), played.value("list")) == (block, three)


def test_dice_may_be_chosen_by_cases_with_a_nought_among_them() -> None:
    steps = "- roll: a\n  dice: {2d6: attacker.n = 1, weapon.harm: attacker.n = 2, 3: attacker.n = 3, 0: otherwise}"
    more = "weapon: {harm: {dice: 1d8+1}}"
    rolled = {}
    for n, dice in ((1, {"a": 7}), (2, {"a": 5}), (3, {}), (4, {})):
        rolled[n] = act(steps, f"ann: {{n: {n}}}\nbob: {{}}", stats="n: 0", more=more, dice=dice).roll("a").total
    assert rolled == {1: 7, 2: 6, 3: 3, 4: 0}


# ---- is

SUBJECTS = """
options: {reading: {choice: [old, new]}, brutal: no}
weapon: {kind: {choice: [cutting, blunt]}, magic: no, note: {text: ''}, extra: {dice: '0'}, list: {list: {g: 0}}}
weapons: {axe: {kind: blunt, magic: yes, note: Heavy, extra: 1d4, list: {Trip: {g: 1}}}, knife: {}}
things: {shield: {fields: {size: {choice: [small, large]}, spiked: no}, given: {tower: {size: large, spiked: yes}}}}
location: {inward: {location: none}}
bodies:
  man:
    dice: d4
    locations: {trunk: {roll: 1}, arm: {roll: 2, is: [limb, upper], inward: trunk}, leg: {roll: 3-4, is: limb}}
conditions: {stunned: {}, cut: {per: location}, down: {while: hp <= 0}}
tables: {t: {dice: d6, fields: {hits: 0}, rows: {1-3: weak, 4-5: {id: strong, text: Ouch!, hits: 2}, 6: Quite a blow}}}
"""
STATS = "hp: {pool: 3}\nbig: no\nsize: {choice: [short, tall]}"
STEPS = """
- roll: attack
  dice: d6
  outcomes: {crit: natural = 6, hit: natural > 2, miss: otherwise}
- lookup: place
  table: body
- lookup: row
  table: t
- choose: defence
  options: {parry: x, dodge: y}
- choose: two
  pick: 2
  options: {one: x, other: y, third: z}
- choose: effect
  options: {own: {each: weapon.list}, no: x}
- let:
    skipped: 3
    part: place.inward
    kind: weapon.kind
  when: 1 = 1
- roll: never
  when: 1 = 2
  dice: d6
  outcomes: {hit: natural > 3, miss: otherwise}
- lookup: nowhere
  when: 1 = 2
  table: body
- lookup: no_row
  when: 1 = 2
  table: t
- choose: nothing
  when: 1 = 2
  options: {parry: x, dodge: y}
- let: {no_number: 7, no_flag: 1 = 1, no_text: weapon.note, no_kind: weapon.kind}
  when: 1 = 2
- damage: hp
  when: 1 = 2
  amount: 3
  as: no_blow
"""


def whether(*expressions: str) -> dict[str, bool]:
    """Which of the expressions hold after the steps above."""
    lets = "".join(f"    x{n}: {one}\n" for n, one in enumerate(expressions))
    played = act(
        STEPS + "- let:\n" + lets,
        "ann: {big: yes}\nbob: {hp: 0/3, size: tall, conditions: [stunned 3, cut at arm]}",
        stats=STATS,
        more=SUBJECTS,
        keys="uses: {guard: shield}\ninputs: {aimed: {location: none}, way: {choice: [up, down]}}",
        weapon="axe",
        things={"guard": "tower"},
        dice={"attack": 6, "place": 2, "row": 4},
        choices={"defence": "parry", "two": ("one", "third"), "effect": "Trip"},
        aimed="leg",
        way="down",
    )
    return {one: played.value(f"x{n}") for n, one in enumerate(expressions)}


YES = [
    "attack is crit",
    "attack is (crit or hit)",
    "attack is not miss",
    "attack is not (hit or miss)",
    "attack is not none",
    "place is arm",
    "place is limb",
    "place is upper",
    "place is cut",
    "place is (trunk or arm)",
    "place is not leg",
    "place is not none",
    "place.inward is trunk",
    "place.inward is not cut",
    "place.inward.inward is none",
    "part is trunk",
    "aimed is leg",
    "aimed is limb",
    "row is strong",
    "row is not weak",
    "row is not none",
    "defence is parry",
    "defence is not dodge",
    "two is one",
    "two is third",
    "two is not other",
    "effect is own",
    "effect.g = 1",
    "weapon is blunt",
    "weapon is magic",
    "weapon.kind is blunt",
    "weapon is (cutting or magic)",
    "weapon is not cutting",
    "weapon.note is not none",
    "weapon.extra is not none",
    "weapon.list is not none",
    "guard is large",
    "guard is spiked",
    "guard.size is large",
    "kind is blunt",
    "way is down",
    "option.reading is old",
    "attacker is big",
    "attacker is short",
    "attacker.size is short",
    "target is tall",
    "target is stunned",
    "target is down",
    "attacker is not down",
    "attacker is not stunned",
    "target.stunned = 3",
    "attacker.stunned = 0",
    "place.cut = 1",
    "attacker.big",
    "not target.big",
    "weapon.magic and not option.brutal",
    # what was skipped is nothing
    "never is none",
    "never is not hit",
    "never is not miss",
    "never = 0",
    "never.natural = 0",
    "nowhere is none",
    "nowhere is not arm",
    "nowhere is not limb",
    "nowhere is not cut",
    "nowhere.inward is none",
    "no_row is none",
    "no_row is not weak",
    "no_row.hits = 0",
    "nothing is none",
    "nothing is not parry",
    "no_number = 0",
    "not no_flag",
    "no_text is none",
    "no_kind is none",
    "no_kind is not blunt",
    "no_blow.dealt = 0 and no_blow.overflow = 0 and no_blow.lost = 0",
]
NO = [
    "attack is hit",
    "attack is none",
    "place is trunk",
    "place is none",
    "row is weak",
    "row is none",
    "defence is dodge",
    "defence is none",
    "two is other",
    "effect is no",
    "effect is none",
    "weapon is cutting",
    "guard is small",
    "option.reading is new",
    "attacker is tall",
    "attacker is stunned",
    "target is big",
    "never is hit",
    "never is miss",
    "nowhere is limb",
    "nowhere is trunk",
    "no_row is weak",
    "nothing is parry",
    "no_kind is blunt",
]


def test_is() -> None:
    found = whether(*YES, *NO)
    assert {one for one, holds in found.items() if holds} == set(YES)


def test_an_effect_not_taken_has_nothing() -> None:
    more = "weapon: {l: {list: {g: 5}}}\nweapons: {axe: {l: {Trip: {g: 7}}}}"
    steps = "- choose: e\n  options: {own: {each: weapon.l}, plain: x}\n- let: {x: e.g}"
    assert act(steps, more=more, weapon="axe", choices={"e": "Trip"}).value("x") == 7
    assert act(steps, more=more, weapon="axe", choices={"e": "plain"}).value("x") == 0


# ---- results of rolls


def test_the_numbers_of_a_roll() -> None:
    steps = """
    - roll: a
      dice: 3d6+2
      modifiers: {skill: 4, none: 0}
      against: 15
      outcomes:
        seen: >-
          total = 16 and natural = 10 and goal = 15 and margin = 1 and success
          and highest = 5 and second = 3 and lowest = 2
        not_seen: otherwise
    - let:
        n: a.natural
        t: a.total
        alone: a
        g: a.goal
        m: a.margin
        s: a.success
        h: a.highest
        l: a.lowest
        k: a.second
    """
    played = act(steps, dice={"a": (2, 5, 3)})
    assert played.roll("a").outcome == "seen"
    values = {name: played.value(name) for name in ("n", "t", "alone", "g", "m", "s", "h", "l", "k")}
    assert values == {"n": 10, "t": 16, "alone": 16, "g": 15, "m": 1, "s": True, "h": 5, "l": 2, "k": 3}


def test_a_roll_under_a_goal_moves_the_goal() -> None:
    steps = """
    - roll: a
      dice: 3d6
      modifiers: {aim: -2, calm: 1}
      under: 12
      outcomes: {made: success, missed: otherwise}
    - let: {g: a.goal, m: a.margin, t: a.total}
    """
    made, missed = act(steps, dice={"a": 11}), act(steps, dice={"a": 12})
    assert [made.value(x) for x in "gmt"] == [11, 0, 11]
    assert [missed.value(x) for x in "gmt"] == [11, -1, 12]
    assert (made.roll("a").outcome, missed.roll("a").outcome) == ("made", "missed")
    assert [(m.name, m.value) for m in made.roll("a").modifiers] == [("aim", -2), ("calm", 1)]


# ---- arithmetic as it is told

SHOWN = [
    ("floor(14 * attacker.q)", "floor(14 × 1.5)"),
    ("attacker.a - attacker.b - 1", "7 − 2 − 1"),
    ("attacker.a - (attacker.b - 1)", "7 − (2 − 1)"),
    ("attacker.a - (attacker.b + 1)", "7 − (2 + 1)"),
    ("(attacker.a + 1) * attacker.b", "(7 + 1) × 2"),
    ("attacker.a + 1 * attacker.b", "7 + 1 × 2"),
    ("attacker.a / (attacker.b / 3)", "7 / (2 / 3)"),
    ("attacker.a / attacker.b / 3", "7 / 2 / 3"),
    ("-(attacker.a + attacker.b)", "−(7 + 2)"),
    ("-attacker.a * 2", "−7 × 2"),
    ("attacker.a - attacker.n", "7 − −5"),
    ("max(0, attacker.a - 9)", "max(0, 7 − 9)"),
    ("-floor(attacker.q)", "−floor(1.5)"),
    ("-(attacker.a * attacker.b)", "−(7 × 2)"),
    ("attacker.t * 3", "1/3 × 3"),
    ("attacker.a * 2 if 1 = 1 else 0", "7 × 2"),
    ("maximum(2d6+1) + attacker.b", "maximum(2d6+1) + 2"),
    ("tens(47) + 1", "tens(47) + 1"),
    ("attacker.hp.max - attacker.hp", "9 − 4"),
    ("1 / 8", "1 / 8"),
    ("0.125 + 0", "0.125 + 0"),
    ("attacker.a", ""),
    ("-attacker.a", ""),
    ("3", ""),
    ("1 = 1", ""),
]


@pytest.mark.parametrize(("expression", "text"), SHOWN)
def test_arithmetic_is_told_in_numbers(expression: str, text: str) -> None:
    assert evaluated(expression).arithmetic("x") == text


def test_the_case_that_counts_is_told() -> None:
    played = act(
        "- let:\n    x: {attacker.a * 2: attacker.a > 3, 0: otherwise}\n- let: {y: x + 1}",
        "ann: {a: 4}\nbob: {}",
        stats="a: 1",
    )
    assert (played.arithmetic("x"), played.arithmetic("y")) == ("4 × 2", "8 + 1")


@pytest.mark.parametrize(
    ("number", "text"),
    [
        (0, "0"),
        (-3, "−3"),
        (Fraction(6, 2), "3"),
        (Fraction(3, 2), "1.5"),
        (Fraction(-3, 2), "−1.5"),
        (Fraction(1, 20), "0.05"),
        (Fraction(-1, 20), "−0.05"),
        (Fraction(1, 3), "1/3"),
        (Fraction(-2, 3), "−2/3"),
        (Fraction(24691357, 20), "1234567.85"),
        (Fraction(1, 10_000), "0.0001"),
        (Fraction(1, 100_000), "1/100000"),
        (Fraction(10**12 + 1, 2), "500000000000.5"),
    ],
)
def test_numbers_are_told_without_losing_any_of_them(number: int | Fraction, text: str) -> None:
    assert number_text(number) == text


# ---- too far

AHEAD = [
    ("stats", "f{}: {{formula: f{} + 1}}", "f{}: {{formula: 1}}"),
    ("conditions", "f{}: {{while: self is f{}}}", "f{}: {{}}"),
]


@pytest.mark.parametrize(("part", "link", "end"), AHEAD)
def test_what_is_worked_out_through_too_many_others_is_a_problem(part: str, link: str, end: str) -> None:
    rows = [link.format(n, n + 1) for n in range(150)] + [end.format(150)]
    problems = found(f"{part}:\n  " + "\n  ".join(rows))
    assert {problem.code for problem in problems if problem.code != "unused"} == {"cycle"}
    assert "through too many others" in problems[0].message


def test_a_chain_within_too_many_others_is_told_to_be_that() -> None:
    chains = [f"c{n}: [{{run: c{n + 1}}}]" for n in range(60)] + ["c60: [{stop: ''}]"]
    (problem,) = found(acting("- run: c0", more="chains:\n  " + "\n  ".join(chains)))
    assert (problem.code, "is run within more than" in problem.message) == ("cycle", True)


def test_the_most_is_worked_out_whatever_the_damage() -> None:
    with pytest.raises(Division):
        act("- damage: hp\n  amount: 0\n  most: floor(1 / attacker.z)", "ann: {}\nbob: {}", stats=NUMBERS)


# ---- the functions by themselves


@settings(derandomize=True, deadline=None, max_examples=40)
@given(st.lists(RECKONED, min_size=5, max_size=5))
def test_whatever_is_put_together_comes_to_what_exact_fractions_come_to(expressions: list[Reckoned]) -> None:
    steps = "".join(f'\n    x{n}: "{text}"' for n, (text, _) in enumerate(expressions))
    played = act(f"- let:{steps}", "ann: {hp: 4/9}\nbob: {}", stats=NUMBERS)
    for n, (_, expected) in enumerate(expressions):
        assert played.value(f"x{n}") == expected


@settings(derandomize=True, deadline=None)
@given(st.fractions(max_denominator=1000))
def test_half_goes_up(number: Fraction) -> None:
    rounded = half_up(number)
    assert -Fraction(1, 2) < rounded - number <= Fraction(1, 2)


@pytest.mark.parametrize("number", range(1, 101))
def test_the_digits_of_a_percentile_roll(number: int) -> None:
    assert (tens(number) * 10 + ones(number) or 100) == number
    assert (tens(swap_digits(number)), ones(swap_digits(number))) == (ones(number), tens(number))
    assert swap_digits(swap_digits(number)) == number
    assert doubles(number) == (swap_digits(number) == number)


# ---- any text is either understood or refused


@settings(derandomize=True, deadline=None, max_examples=200)
@given(st.text(alphabet="ab1 .d6+-*/()<>=!,isnotandorifelse_é×−\n\t'\"%#", max_size=60))
def test_no_text_breaks_the_parser(text: str) -> None:
    written = "'" + text.replace("'", "''").replace("\n", " ") + "'"
    problems = found(acting(f"- let:\n    x: {written}", stats="a: 1"))
    assert all((p.position.line, p.position.column >= 13) == (8, True) and p.message for p in problems)
