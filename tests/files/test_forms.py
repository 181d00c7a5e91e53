"""The forms in which things may be written, and what each stands for."""

from __future__ import annotations

from fractions import Fraction

import pytest

from crittui.rules.dice import Dice
from crittui.rules.events import NoTable
from crittui.rules.source import Text
from tests.rules.written import act, acting, briefly, found, small

# ---- numbers, dice, ranges


@pytest.mark.parametrize("minus", "-−‐‑‒–")
def test_a_minus_may_be_any_dash(minus: str) -> None:
    played = act(
        f"- roll: a\n  dice: d20{minus}2\n- let: {{b: 3 {minus} 5, c: weapon.harm}}\n- roll: d\n  dice: weapon.harm",
        f"ann: {{s: {minus}4, hp: {minus}1/7}}\nbob: {{}}",
        stats=f"s: {minus}1\nn: {{number: {minus}1.5}}\nhp: {{pool: 9, min: {minus}3}}",
        more=f"weapon: {{harm: {{dice: 1d6{minus}1}}}}\nweapons: {{club: {{harm: 2d6{minus}3}}}}",
        dice={"a": 10, "d": 7},
        weapon="club",
    )
    assert (played.roll("a").total, played.value("b"), played.roll("d").total) == (8, -2, 4)
    assert (played["bob"].scores["s"], played["bob"].scores["n"], played["ann"].scores["s"]) == (
        -1,
        Fraction(-3, 2),
        -4,
    )
    assert played["ann"].values["hp"] == -1


def test_a_dash_in_a_name_stays_as_it_is() -> None:
    game = small("stats: {a: 1}", 'ann: {name: "Jean–Luc −"}')
    assert game.fight.combatants["ann"].name == "Jean–Luc −"


ROWS = [
    ("3", [(3, 3)]),
    ("03", [(3, 3)]),
    ("3-5", [(3, 5)]),
    ("03–05", [(3, 5)]),
    ("3—5", [(3, 5)]),
    ("3..5", [(3, 5)]),
    ("3 - 5", [(3, 5)]),
    ("3,7", [(3, 3), (7, 7)]),
    ("3, 7-9", [(3, 3), (7, 9)]),
    ("-3", [(-3, -3)]),
    ("−3..−1", [(-3, -1)]),
    ("-3..2", [(-3, 2)]),
    ("18+", [(18, None)]),
    ("18 or more", [(18, None)]),
    ("5 or less", [(None, 5)]),
    ("-2 or less", [(None, -2)]),
]


@pytest.mark.parametrize(("written", "ranges"), ROWS)
def test_ranges(written: str, ranges: list[tuple[int | None, int | None]]) -> None:
    rules = small(f'tables: {{t: {{rows: {{"{written}": x}}}}}}').rules if "," not in written else None
    if rules is None:
        low, high = ranges[0][0], ranges[-1][1]
        between = [n for n in range(low or 0, (high or 0) + 1) if not any(a <= n <= b for a, b in ranges)]  # type: ignore[operator]
        others = ", ".join(f"{n}: y" for n in between)
        rules = small(f'tables: {{t: {{rows: {{"{written}": x, {others}}}}}}}').rules
    rows = rules.model.tables["t"].rows or ()
    assert [(row.low, row.high) for row in rows if row.range.value == written] == ranges


@pytest.mark.parametrize("written", ["3-", "-", "3--5", "+3", "3-5-7", "a-b", "3 or", "1.5", "", "3,", "9999999"])
def test_what_is_no_range(written: str) -> None:
    problems = found(f'tables: {{t: {{rows: {{"{written}": x}}}}}}')
    assert [p.code for p in problems] == ["range"]


@pytest.mark.parametrize("dice", ["d100", "D100", "d%", "1d100", "1d%"])
@pytest.mark.parametrize("last", ["00", "96-00", "96–00"])
def test_a_double_zero_is_a_hundred_on_percentile_dice(dice: str, last: str) -> None:
    low = last.partition("-" if "-" in last else "–")[0]
    first = f"01-{int(low) - 1 if last != '00' else 99}"
    text = acting(
        "- lookup: a\n  table: t", more=f"tables: {{t: {{dice: {dice}, rows: {{{first}: low, {last}: high}}}}}}"
    )
    assert small(text).act(dice={"a": 100}).found("a") == "high"


def test_a_double_zero_is_a_hundred_where_the_lookup_brings_the_dice() -> None:
    text = acting("- lookup: a\n  table: t\n  dice: d%", more="tables: {t: {rows: {01-90: low, 91-00: high}}}")
    assert small(text).act(dice={"a": 100}).found("a") == "high"


@pytest.mark.parametrize("written", ["d6", "1d6", "1D6", "d6 + 0", " d6"])
def test_dice_without_a_count_are_one(written: str) -> None:
    rules = small(f'weapon: {{harm: {{dice: "{written}"}}}}').rules
    assert rules.weapon["harm"].default == Dice.of(1, 6)


def test_no_dice_are_written_as_a_nought() -> None:
    played = act(
        "- roll: a\n  dice: weapon.harm\n- let: {b: 1 if weapon.harm is none else 2}",
        more='weapon: {harm: {dice: "0"}}',
    )
    assert (played.roll("a").total, played.roll("a").faces, played.value("b")) == (0, (), 1)


# ---- kinds of declarations


def test_the_kind_of_a_field_shows_in_its_value() -> None:
    rules = small("weapon: {a: 3, b: -2, c: no, d: on, e: 1.5, f: 1/3, g: 2d6+1, h: d6}").rules
    kinds = {name: (field.kind, field.default) for name, field in rules.weapon.items()}
    assert kinds == {
        "a": ("score", 3),
        "b": ("score", -2),
        "c": ("flag", False),
        "d": ("flag", True),
        "e": ("number", Fraction(3, 2)),
        "f": ("number", Fraction(1, 3)),
        "g": ("dice", Dice.parse("2d6+1")),
        "h": ("dice", Dice.parse("d6")),
    }


def test_the_first_choice_is_the_usual_one() -> None:
    rules = small("options: {a: {choice: [x, y, none]}, b: {choice: [no, yes], default: yes}}").rules
    assert (rules.options["a"].default, rules.options["b"].default) == ("x", "yes")
    assert rules.options["a"].choices == ("x", "y", "none")


def test_a_pool_is_full_or_as_far_down_as_it_says() -> None:
    game = small("stats: {hp: {pool: 10}, fp: {pool: 7}}", "ann: {hp: 38}\nbob: {hp: 12/38}\ncid: {hp: -3/5}\ndan: {}")
    assert {who: (one.values["hp"], one.maxima["hp"]) for who, one in game.fight.combatants.items()} == {
        "ann": (38, 38),
        "bob": (12, 38),
        "cid": (-3, 5),
        "dan": (10, 10),
    }


def test_words_that_look_like_something_else_stay_words() -> None:
    game = small(
        "stats: {t: {text: 'x'}}\noptions: {no: {choice: [on, off]}}",
        "ann: {name: No, t: 1:30}\nno: {name: 2001-01-02}",
    )
    assert game.fight.combatants["ann"].name == "No"
    assert game.fight.combatants["ann"].scores["t"] == "1:30"
    assert game.fight.combatants["no"].name == "2001-01-02"


# ---- data


def test_like_comes_first_wherever_it_stands() -> None:
    game = small(
        """
        stats: {a: 1, b: 1, c: 1, hp: {pool: 5}}
        creatures:
          captain: {a: 9, like: guard, hp: 20}
          guard: {b: 7, like: man}
          man: {a: 2, b: 2, c: 2, hp: 3/10}
        """,
        "ann: {c: 5, like: captain}\nbob: {like: captain, hp: 2/4}",
    )
    ann, bob = game.fight.combatants["ann"], game.fight.combatants["bob"]
    assert (ann.scores["a"], ann.scores["b"], ann.scores["c"], ann.values["hp"]) == (9, 7, 5, 20)
    assert (bob.scores["c"], bob.values["hp"], bob.maxima["hp"]) == (2, 2, 4)


def test_things_may_be_like_others_that_stand_below() -> None:
    rules = small(
        """
        weapon: {harm: 1d6, long: no, e: {list: {grade: 0}}}
        weapons:
          pike: {long: yes, like: stick}
          stick: {harm: 2d6, e: {Trip: {grade: 2}}}
        """
    ).rules
    assert rules.weapons["pike"].values == {
        "harm": Dice.parse("2d6"),
        "long": True,
        "e": (("Trip", {"grade": 2}),),
    }


def test_conditions_of_creatures() -> None:
    game = small(
        """
        bodies: {b: {locations: {arm: {}, leg: {}}}}
        conditions: {shock: {}, cut: {per: location}}
        creatures: {man: {conditions: [shock 4, cut at arm, cut 2 at leg]}}
        """,
        "ann: {like: man}\nbob: {like: man, conditions: [shock]}",
    )
    ann, bob = game.fight.combatants["ann"], game.fight.combatants["bob"]
    assert {name: held.value for name, held in ann.conditions.items()} == {"shock": 4, "cut@arm": 1, "cut@leg": 2}
    assert {name: held.value for name, held in bob.conditions.items()} == {"shock": 1}


def test_values_of_parts_come_from_the_creature_the_body_and_the_default() -> None:
    game = small(
        """
        stats:
          size: 10
          dr: {score: 1, per: location}
          hard: {flag: no, per: location}
          hp: {pool: 2, per: location}
        bodies:
          man: {locations: {head: {dr: 2, hp: ceil(size / 3)}, arm: {hp: 5, hard: yes}, leg: {}}}
        """,
        "ann: {size: 13, parts: {head: {dr: 7}, leg: {hp: 1/9}}}",
    )
    ann = game.fight.combatants["ann"]
    assert {key: ann.scores[key] for key in ("dr@head", "dr@arm", "dr@leg")} == {"dr@head": 7, "dr@arm": 1, "dr@leg": 1}
    assert (ann.scores["hard@arm"], ann.scores["hard@leg"]) == (True, False)
    assert {key: ann.maxima[key] for key in ("hp@head", "hp@arm", "hp@leg")} == {"hp@head": 5, "hp@arm": 5, "hp@leg": 9}
    assert ann.values["hp@leg"] == 1


# ---- add-ons


def test_an_addon_sets_options_fills_tables_and_adds_things() -> None:
    game = small(
        acting(
            "- lookup: a\n  table: t\n- let: {b: a.hits + option.bonus}",
            more="""
            options: {bonus: 1}
            things: {shield: {fields: {db: 0}, given: {buckler: {db: 1}, tower: {db: 3}}}}
            tables: {t: {dice: d6, fields: {hits: 0}}}
            weapon: {harm: 1d6}
            weapons: {club: {harm: 1d4}}
            """,
        ),
        "",
        """
        ruleset: small
        title: Our own
        options: {bonus: 5}
        tables: {t: {rows: {1-3: {text: a, hits: 2}, 4-6: b}}}
        things: {shield: {given: {buckler: {db: 2}, kite: {db: 2}}}}
        weapons: {club: {harm: 1d6}, axe: {harm: 1d8}}
        """,
        """
        ruleset: small
        options: {bonus: 7}
        """,
    )
    played = game.act(dice={"a": 2})
    assert played.value("b") == 9
    shields = game.rules.model.things["shield"].given
    assert {name: thing.values["db"] for name, thing in shields.items()} == {"buckler": 2, "tower": 3, "kite": 2}
    assert [str(one.values["harm"]) for one in game.rules.weapons.values()] == ["d6", "d8"]


def test_a_table_without_rows_waits_for_the_game_master() -> None:
    played = act(
        "- lookup: a\n  table: t\n- note: empty\n  when: a is none\n- let: {b: a.hits}",
        more="tables: {t: {dice: d6, fields: {hits: 3}}}",
    )
    assert played.rolled() == []
    assert [event.table for event in played.of(NoTable)] == ["t"]
    assert (played.notes(), played.value("b")) == (["empty"], 0)


def test_an_option_may_be_declared_anew() -> None:
    rules = small("options: {a: 1}", "", "ruleset: small\noptions: {a: {choice: [x, y]}}").rules
    assert (rules.options["a"].kind, rules.options["a"].default) == ("choice", "x")


def test_a_mistake_of_an_addon_stands_in_its_own_file() -> None:
    (problem,) = found("options: {a: 1}", "ruleset: small\nstats: {b: 1, c: {formula: d}}")
    assert str(problem.position) == "addon1.yaml:2:28"


# ---- exact columns in every way of writing


PLACES = [
    ("amount: hp + «x", "plain"),
    ('amount: "hp + «x"', "double quotes"),
    ("amount: 'hp + «x'", "single quotes"),
    ("amount: >-\n            hp\n              + «x", "folded"),
    ("amount: |\n            1 +\n            «x + 2", "literal"),
    ("amount: 1 +\n            2 + «x", "several lines"),
    ("amount: {2 + «x: 1 = 1, 3: otherwise}", "a case"),
    ("amount: {2: «x = 1, 3: otherwise}", "the condition of a case"),
    ("amount: [3: «x = 1, 3: otherwise]", "a case in a list"),
    ("amount: ñañ + «x", "letters beyond ASCII"),
    ('amount: "1 × 2 + «x"', "signs beyond ASCII"),
    ("amount: max(3, «x)", "a call"),
]


@pytest.mark.parametrize(("line", "id"), PLACES, ids=[id for _, id in PLACES])
def test_columns_are_exact(line: str, id: str) -> None:
    text = acting(f"- let: {{ñañ: 3, hp: 1}}\n- damage: life\n  {line}", stats="life: {pool: 3}")
    before = text.partition("«")[0]
    wanted = f"{before.count(chr(10)) + 1}:{len(before.rpartition(chr(10))[2]) + 1} unknown-name"
    assert briefly(found(text.replace("«", ""))) == [wanted]


def test_holes_of_a_note_have_exact_columns() -> None:
    text = acting("- note: '🎲 <1 + 1> and <«x>'")
    before = text.partition("«")[0]
    wanted = f"{before.count(chr(10)) + 1}:{len(before.rpartition(chr(10))[2]) + 1} unknown-name"
    assert briefly(found(text.replace("«", ""))) == [wanted]


def test_a_text_knows_its_line() -> None:
    rules = small(acting("- note: a\n- note: b")).rules
    names = [step.name for step in rules.actions["act"].steps]
    assert all(isinstance(name, Text) for name in names)
    assert [name.where for name in names] == ["rules.yaml:5", "rules.yaml:6"]
