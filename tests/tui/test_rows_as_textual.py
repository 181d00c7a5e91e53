"""Rows go to the screen without Textual's styles around them, and are those that Textual would have made."""

from __future__ import annotations

import pytest
from rich.style import Style
from textual.geometry import Region
from textual.strip import Strip
from textual.widget import Widget

from crittui.tui.app import CrittuiApp
from crittui.tui.widgets.drawn import Fitted
from tests.tui.tabletop import app, game, settle

KEYS = ("n", "down", "a", "enter", "b", "c", "down", "escape", "up", "u")


def cells(strips: list[Strip]) -> list[list[tuple[str, object]]]:
    """Each character with its style; of a blank only what can be seen counts."""
    return [[(letter, seen(letter, style)) for text, style, _ in strip for letter in text] for strip in strips]


def seen(letter: str, style: Style | None) -> object:
    if style is None or letter != " " or style.reverse or style.underline or style.strike:
        return style
    return style.bgcolor


def compared(application: CrittuiApp) -> int:
    """How many rows of the panes in sight were found to be the same, whole and in part."""
    found = 0
    for pane in application.screen.query(Fitted):
        whole = pane.region.size.region
        for part in filter(None, (whole, Region(1, 1, 5, 2).intersection(whole))):
            ours = cells(pane.render_lines(part))
            pane._styles_cache.clear()
            assert ours == cells(Widget.render_lines(pane, part)), pane
            found += part.height
    return found


@pytest.mark.parametrize("no_color", [False, True])
async def test_rows_are_as_textual_makes_them(monkeypatch: pytest.MonkeyPatch, no_color: bool) -> None:
    if no_color:
        monkeypatch.setenv("NO_COLOR", "1")
    application, seen = app(game(), (20, 4, [3, 5])), 0
    async with application.run_test(size=(80, 24)) as pilot:
        for key in KEYS:
            await pilot.press(key)
            await settle(pilot, application)
            seen += compared(application)
    assert seen > 500


async def test_rows_follow_a_new_size() -> None:
    application = app(game())
    async with application.run_test(size=(80, 24)) as pilot:
        for size in ((100, 30), (60, 20), (80, 24)):
            await pilot.resize_terminal(*size)
            await settle(pilot, application)
            assert compared(application) > 20
