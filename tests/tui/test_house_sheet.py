"""The page of house rules as a state, and how it is drawn at every size."""

from __future__ import annotations

from dataclasses import replace

import pytest

from crittui.tui import cells
from crittui.tui.drawing import length
from crittui.tui.phrases import Phrases
from crittui.tui.prompts.fields import Choice
from crittui.tui.prompts.house import HouseSheet, Setting, Wish
from crittui.tui.prompts.words import ENGLISH
from crittui.tui.views import Line
from crittui.tui.widgets import house

LONG = "Dead when there is nothing left at all, or when as much again as there was at the start is gone"


def choice(value: str = "first", **more: str) -> Setting:
    choices = (Choice("first", "the first", key="t"), Choice("second", "the second", key="e"))
    own = more.pop("own", "first")
    words = {one.value: one.label for one in choices}
    return Setting(
        "a", LONG, "choice", value, own, words[value], words[own], "choice", "a", "Options", (), choices, **more
    )


def typed(kind: str, value: str) -> Setting:
    return Setting("b", "Another", kind, value, value, value, value, "number", "b", "Options")


def press(sheet: HouseSheet, *keys: tuple[str, str]) -> tuple[HouseSheet, list[Wish]]:
    wishes = []
    for does, key in keys:
        sheet, wish = sheet.press(does, key)
        wishes += [wish] if wish else []
    return sheet, wishes


def write(sheet: HouseSheet, text: str) -> HouseSheet:
    return press(sheet, *(("", letter) for letter in text))[0]


CHANGE, BACK = ("rules.change", "enter"), ("rules.back", "r")


@pytest.mark.parametrize(
    ("key", "wished"),
    [
        (CHANGE, "second"),
        (("right", "right"), "second"),
        (("left", "left"), "second"),
        (("", "e"), "second"),
        (("", "t"), None),
        (("", "z"), None),
        (("", ""), None),
        (BACK, None),
    ],
)
def test_keys_of_a_choice(key: tuple[str, str], wished: str | None) -> None:
    _, wishes = press(HouseSheet((choice(),)), key)
    assert wishes == ([Wish("a", wished)] if wished else [])


def test_r_goes_back_to_the_file() -> None:
    assert press(HouseSheet((choice("second"),)), BACK)[1] == [Wish("a", "first")]


def test_a_value_that_is_no_choice_any_more_can_be_left() -> None:
    odd = replace(choice(), value="third")
    assert [odd.next(1), odd.next(-1)] == ["first", "first"]


def test_moving_goes_round() -> None:
    sheet = HouseSheet((choice(), typed("score", "3")))
    assert press(sheet, ("up", "up"))[0].active == 1
    assert press(sheet, ("down", "down"), ("down", "down"))[0].active == 0


def test_a_number_is_stepped_or_typed() -> None:
    sheet = HouseSheet((typed("score", "3"),))
    assert press(sheet, ("left", "left"))[1] == [Wish("b", "2")]
    assert HouseSheet((typed("score", "-1"),)).press("right", "right")[1] == Wish("b", "0")
    assert HouseSheet((typed("number", "3/2"),)).press("right", "right")[1] is None
    state, wishes = press(sheet, ("", "1"), ("", "2"), ("rules.close", "q"), ("", "backspace"), CHANGE)
    assert wishes == [Wish("b", "12")]
    assert state.typing == "12"
    assert state.with_settings(sheet.settings).typing is None


def test_typing_begins_with_the_value_and_is_left_by_escape_enter_or_nothing() -> None:
    sheet = HouseSheet((typed("dice", "d8"),))
    begun = press(sheet, CHANGE)[0]
    assert begun.typing == "d8"
    assert press(begun, ("rules.close", "escape")) == (sheet, [])
    assert press(begun, CHANGE) == (sheet, [])
    assert press(begun, ("", "ctrl+u"), CHANGE) == (sheet, [])
    emptied = press(HouseSheet((typed("text", "x"),)), CHANGE, ("", "backspace"), CHANGE)
    assert emptied[1] == [Wish("b", "")]


def test_letters_that_mean_something_on_the_page_are_letters_while_typing() -> None:
    sheet = press(HouseSheet((typed("text", ""),)), CHANGE)[0]
    assert press(sheet, BACK, ("rules.close", "x"), ("down", "j"), ("rules.change", "space"))[0].typing == "rxj "


def test_what_is_typed_or_pasted_has_an_end() -> None:
    sheet = press(HouseSheet((typed("text", ""),)), CHANGE)[0]
    assert write(sheet, "x" * 300).typing == "x" * 200
    assert sheet.paste("a\nb  c").typing == "a b c"
    assert sheet.paste("y" * 300).typing == "y" * 200
    assert HouseSheet((choice(),)).paste("z").typing is None


def test_an_error_stays_until_the_next_key() -> None:
    failed = HouseSheet((choice(),)).failed("no")
    assert failed.error == "no"
    assert press(failed, ("", "z"))[0].error == ""


def test_what_cannot_be_changed_wishes_all_the_same_so_that_it_is_told() -> None:
    assert press(HouseSheet((choice(refusal="too late"),)), BACK)[1] == [Wish("a", "first")]
    assert press(HouseSheet((replace(typed("score", "1"), refusal="no"),)), CHANGE)[0].typing is None


def test_the_place_is_kept_among_other_settings() -> None:
    sheet = HouseSheet((choice(), typed("score", "3")), 1)
    assert sheet.with_settings((typed("score", "4"), choice())).active == 0
    assert sheet.with_settings((choice(),)).active == 0
    assert sheet.with_settings(()).setting is None
    assert HouseSheet(()).press("rules.change", "enter") == (HouseSheet(()), None)


# ---- drawing


def text(lines: list[Line]) -> list[str]:
    return ["".join(span.text for span in line).rstrip() for line in lines]


def page(sheet: HouseSheet, width: int = 80, height: int = 24, top: int = 0) -> list[str]:
    return text(house.page(sheet, (), Phrases(), width, height, top)[0])


def test_a_long_label_wraps_and_what_is_not_as_in_the_file_is_marked() -> None:
    rows = page(HouseSheet((choice("second"), typed("score", "3"))))
    assert rows[2:7] == [
        " Options",
        "▸* Dead when there is nothing left at all, or when as much   choice  the second",
        "   again as there was at the start is gone",
        "   Another                                                   number  3",
        "",
    ]
    assert rows[-3:] == [
        " ─ a · 1 of 2 " + "─" * 66,
        "   t the first   e the second",
        "   the file says: the first",
    ]


def test_only_the_active_value_is_reversed() -> None:
    lines, _ = house.page(HouseSheet((choice("second"), typed("score", "3")), 1), (), Phrases(), 80, 24)
    reversed_ = [span.text for line in lines for span in line if span.reverse]
    assert reversed_ == ["3"]


def test_a_value_that_is_too_long_wraps_too() -> None:
    long = replace(choice(), shown="a value of a great many words that has no room", kind_shown="")
    rows = page(HouseSheet((long,)), 60)
    assert rows[3].endswith("a value of a great")
    assert rows[4].endswith("many words that has")


def test_errors_take_the_place_of_what_the_file_says() -> None:
    rows = page(HouseSheet((choice("second"),)).failed("rules.yaml:3:10: many is not a whole number " * 2), 60)
    assert rows[-3:] == [
        "   t the first   e the second",
        "   ✕ rules.yaml:3:10: many is not a whole number",
        "     rules.yaml:3:10: many is not a whole number",
    ]


def test_the_active_setting_stays_in_view() -> None:
    settings = tuple(replace(typed("score", str(n)), name=str(n), label=f"Setting {n}") for n in range(40))
    top = 0
    for active in (*range(40), *range(39, -1, -1), 39, 0):
        lines, top = house.page(HouseSheet(settings, active), (), Phrases(), 80, 24, top)
        assert any(row.startswith(f"▸  Setting {active} ") for row in text(lines))
    assert top == 0


@pytest.mark.parametrize("width", [1, 4, 12, 20, 39, 60, 80, 140])
@pytest.mark.parametrize("height", [1, 3, 6, 12, 23, 40])
def test_every_size_can_be_drawn(width: int, height: int) -> None:
    sheet = HouseSheet((choice("second", wrong="w" * 99), typed("text", "v" * 90), typed("score", "3")))
    for active in range(3):
        for state in (replace(sheet, active=active), replace(sheet, active=active, typing="typed " * 9)):
            lines, top = house.page(state, (), Phrases(), width, height)
            assert top >= 0
            assert all(length(line) <= max(width, 7) for line in lines if width >= 20)
            assert len(lines) >= 3


def test_the_keys_say_what_can_be_done() -> None:
    def said(sheet: HouseSheet) -> str:
        keys = house.keys(sheet, ENGLISH, Phrases(), "enter", "r", "x")
        return "  ".join(f"{entry.key} {entry.label}" for entry in keys)

    assert said(HouseSheet((choice("second"),))) == "t e value  enter next  r as in the file  ↑↓ move  x close"
    assert said(HouseSheet((typed("score", "3"),))) == "enter type it  ↑↓ move  x close"
    assert said(HouseSheet((typed("score", "3"),), typing="4")) == "enter take it  escape leave it"
    assert said(HouseSheet((choice(refusal="no"),))) == "↑↓ move  x close"
    assert said(HouseSheet(())) == "↑↓ move  x close"
    assert cells.width(said(HouseSheet((choice("second"),)))) < 80
