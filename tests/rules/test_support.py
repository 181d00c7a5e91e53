"""What dice can come to, against the exact weights, and at once even for absurd dice."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from crittui.rules.dice import Dice, DiceError
from crittui.rules.requests import RollRequest
from tests.rules.written import acting, briefly, found, small


@st.composite
def terms(draw: st.DrawFn) -> str:
    count, sides = draw(st.integers(1, 4)), draw(st.integers(2, 12))
    suffix = draw(st.sampled_from(["", "", "highest", "lowest", "count", "open", "low"]))
    if suffix in ("highest", "lowest"):
        return f"{count}d{sides} {suffix} {draw(st.integers(1, count))}"
    if suffix == "count":
        return f"{count}d{sides} count {draw(st.integers(1, sides))}+"
    if suffix == "open":
        return f"{count}d{sides} open {draw(st.integers(2, sides))}+"
    if suffix == "low" and sides > 2:
        high = draw(st.integers(3, sides))
        return f"{count}d{sides} open {high}+ {draw(st.integers(1, high - 1))}-"
    return f"{count}d{sides}"


@settings(derandomize=True, deadline=None)
@given(st.lists(terms(), min_size=1, max_size=3), st.lists(st.sampled_from("+-"), min_size=3, max_size=3))
def test_all_that_has_a_weight_is_possible_and_nothing_else(parts: list[str], signs: list[str]) -> None:
    text = "".join(f" {sign} {part}" for sign, part in zip(signs, parts, strict=False)).strip().removeprefix("+ ")
    dice = Dice.parse(text)
    assert dice.naturals == tuple(sorted(dice.distribution()[0]))


@pytest.mark.parametrize(
    ("dice", "number", "low", "high"),
    [
        ("0", 1, 0, 0),
        ("100d1000 open", 599_901, 100, 600_000),
        ("100d1000 open 900+ 5-", 1_099_901, -499_900, 600_000),
        ("100d1000 highest 50", 49_951, 50, 50_000),
        ("100d20 open", 11_901, 100, 12_000),
    ],
)
def test_absurd_dice_are_no_trouble(dice: str, number: int, low: int, high: int) -> None:
    naturals = Dice.parse(dice).naturals
    assert (len(naturals), naturals[0], naturals[-1]) == (number, low, high)


def test_a_sum_that_an_open_die_cannot_come_to() -> None:
    dice = Dice.parse("100d20 open")
    assert dice.sum_only(101).natural == 101
    with pytest.raises(DiceError):
        dice.sum_only(12_001)
    with pytest.raises(DiceError):
        Dice.parse("d6 open").sum_only(6)


def test_absurd_dice_in_tables_and_outcomes_are_checked_all_the_same() -> None:
    text = "tables: {t: {dice: 100d100 open, rows: {100-9999: a, 10001+: b}}}"
    assert briefly(found(text)) == ["2:10 gap"]
    roll = "- roll: a\n  dice: 100d20 open\n  outcomes: {x: natural > 12000, y: otherwise}"
    assert [p.code for p in found(acting(roll), thorough=True)] == ["unreachable"]
    again = "- lookup: a\n  table: t\n  again: a is low"
    game = small(acting(again, more="tables: {t: {dice: 100d20 open, rows: {1-110: low, 111+: high}}}"))
    assert isinstance(game.begin().request, RollRequest)
