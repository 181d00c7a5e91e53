"""What is allowed and most likely not meant: told as a warning, and only when nothing is wrong."""

from __future__ import annotations

import pytest

from tests.files.test_rulesets import MARK, place
from tests.rules.written import acting, found

ROLL = "- roll: a\n  dice: d6\n  outcomes: {high: natural > 3, low: otherwise}\n- note: <a>"
TABLE = "tables: {t: {dice: d6, rows: {1-3: a, 4-6: b}}}"

WARNINGS = [
    ("unused", acting("- note: x", more="options: {«o: 1}")),
    ("unused", acting("- note: x", stats="«a: 1")),
    ("unused", acting("- note: x", stats="a: 1\n«b: {formula: a + 1}")),
    ("unused", acting("- note: x", more="weapon: {«reach: 1}")),
    ("unused", acting("- note: x", more="location: {«aim: 0}\nbodies: {b: {locations: {arm: {}}}}")),
    ("unused", acting("- note: x", more="things: {«shield: {}}")),
    ("unused", acting("- note: x", keys="uses: [shield]", more="things: {shield: {fields: {«db: 1}}}")),
    ("unused", acting("- note: x", keys="inputs: {«n: 0}")),
    ("unused", acting("- note: x", more="tables: {«t: {dice: d6, rows: {1-6: a}}}")),
    ("unused", acting("- note: x", more="chains: {«c: [{note: x}]}")),
    ("unused", acting("- note: x", more="conditions: {«stunned: {}}")),
    ("unused", acting("- note: x", more="words: {«stuned: {es: x}}")),
    ("unreachable", acting("- roll: a\n  dice: d6\n  outcomes: {x: natural > 3, «y: natural > 4, z: otherwise}")),
    ("unreachable", acting("- roll: a\n  dice: d6\n  outcomes: {«x: natural = 7, z: otherwise}")),
    ("range", acting("- lookup: a\n  table: t", more="tables: {t: {dice: d6, rows: {1-6: a, «7: b}}}")),
    ("range", "bodies: {b: {dice: d6, locations: {a: {roll: 1-6}, b: {roll: «0}}}}"),
    ("open-rows", acting("- lookup: «a\n  table: t\n  modifiers: {m: 1}", more=TABLE)),
    ("open-rows", acting("- lookup: «a\n  table: t\n  value: 3 * 4", more=TABLE)),
    ("open-rows", acting("- lookup: «a\n  table: t\n  value: 3", more=TABLE.replace("4-6", "4+"))),
    ("open-rows", acting("- lookup: «a\n  table: t\n  value: 3", more=TABLE.replace("1-3", "3 or less"))),
]


@pytest.mark.parametrize(("code", "text"), WARNINGS)
def test_a_warning_is_told_where_it_is(code: str, text: str) -> None:
    (problem,) = found(text.replace(MARK, ""), thorough=True)
    assert (str(problem.position), problem.code) == (place(text, "rules.yaml"), code)
    assert problem.level == "warning"
    assert problem.hint


FINE = [
    acting(ROLL),
    acting("- lookup: a\n  table: t", more=TABLE),
    acting("- lookup: a\n  table: t\n  modifiers: {m: 1}", more=TABLE.replace("1-3", "3 or less").replace("4-6", "4+")),
    acting(
        "- roll: a\n  dice: d6\n  against: 3\n  outcomes: {x: natural > 3, y: success and natural > 4, z: otherwise}"
    ),
    acting("- damage: hp\n  amount: 1", stats="hp: {pool: 3, overflow: con}\ncon: {pool: 3}"),
    acting("- note: x", stats="pace: 3", more="time: {order_by: pace}"),
    acting("- note: x", stats="hp: {pool: 3}", more="conditions: {down: {while: hp = 0}}"),
    acting("- run: c\n  with: {n: 3}", more="chains: {c: {inputs: {n: 0}, steps: [{note: <n>}]}}"),
    acting(
        "- roll: a\n  dice: d6\n  modifiers: {high ground: 1}",
        more="words: {high ground: {es: x}, act: {es: y}, a: {es: z}}",
    ),
    acting("- note: x", keys="allowed: {Not so: 1 = 1}", more="words: {Not so: {es: Así no}}"),
    acting(
        "- lookup: a\n  table: t",
        more="tables: {t: {dice: d6, rows: {1-6: {text: x, then: [{roll: b, dice: d6, modifiers: {luck: 1}}]}}}}\n"
        "words: {luck: {es: suerte}, b: {es: be}}",
    ),
]


@pytest.mark.parametrize("text", FINE)
def test_what_is_meant_brings_no_warning(text: str) -> None:
    assert found(text, thorough=True) == []


def test_warnings_are_kept_back_while_there_are_errors() -> None:
    problems = found(acting("- note: <x>", more="options: {o: 1}"), thorough=True)
    assert [p.level for p in problems] == ["error"]


def test_steps_of_conditions_and_rows_are_looked_at_too() -> None:
    roll = "{roll: r, dice: d6, outcomes: {x: natural = 9, y: otherwise}}"
    text = acting(
        "- lookup: a\n  table: t\n- apply: c",
        more=f"conditions: {{c: {{every: round, steps: [{roll}]}}}}\n"
        f"tables: {{t: {{dice: d6, rows: {{1-6: {{text: x, then: [{roll}]}}}}}}}}",
    )
    assert [p.code for p in found(text, thorough=True)] == ["unreachable", "unreachable"]
