"""The page of keys and the bodies at work, as drawn: real rules, fights with people already wounded, real keys."""

from __future__ import annotations

from pathlib import Path

import pytest
from rich.color import Color
from rich.segment import Segment

from crittui.files.encounters import read_encounter
from crittui.rules.source import Source
from crittui.session.game import Game, begin_game
from crittui.session.journal import Head
from crittui.tui.app import CrittuiApp
from tests.tui import frame_views as f
from tests.tui.bodies import picture
from tests.tui.tabletop import HERE, ROOT, app, screen_text, settle

NARROW, SMALL, WIDE = (60, 20), (80, 24), (140, 40)
LOOKS = ("dark", "light", "colour_blind", "colour_blind_light", "no_colour")


def game(path: Path) -> Game:
    """The game of an encounter, kept nowhere."""
    read = read_encounter(path)
    head = Head(read.id, read.title, read.place, "0", Source("", ""), Source("", ""))
    return begin_game(None, head, read.ruleset, read.fight)


def infirmary(colours: str = "dark") -> CrittuiApp:
    return app(game(HERE / "wounded/people.yaml"), colours=colours)


def stable() -> CrittuiApp:
    return app(game(HERE / "wounded/horses.yaml"))


async def screen(application: CrittuiApp, size: tuple[int, int], *keys: str) -> list[list[Segment]]:
    """The cells of the screen after these keys, row by row."""
    async with application.run_test(size=size) as pilot:
        await settle(pilot, application)
        for key in keys:
            await pilot.press(key)
            await settle(pilot, application)
        strips = application.screen._compositor.render_strips()
        return [[Segment(char, part.style) for part in strip for char in part.text] for strip in strips]


def pane(cells: list[list[Segment]], top: int, left: int, height: int, width: int) -> list[str]:
    """A rectangle of the screen as text."""
    return ["".join(cell.text for cell in row[left : left + width]) for row in cells[top : top + height]]


def grounds(cells: list[list[Segment]], row: int, start: int) -> set[Color | None]:
    """What lies under two cells side by side."""
    return {cell.style.bgcolor if cell.style else None for cell in cells[row][start : start + 2]}


def under(mask: tuple[str, ...], rows: list[str]) -> list[str]:
    """What of the rows belongs to a body; what stands beside it is left blank."""
    return [
        "".join(char if letter != "." else " " for char, letter in zip(row, letters, strict=True))
        for row, letters in zip(rows, mask, strict=True)
    ]


async def test_the_page_of_keys_of_a_ready_fight() -> None:
    application = app(game(ROOT / "rulesets/fights/1_silver_dollar.yaml"))
    async with application.run_test(size=SMALL) as pilot:
        await settle(pilot, application)
        await pilot.press("?")
        await settle(pilot, application)
        assert screen_text(application).splitlines() == [row.rstrip() for row in f.frame("09-help")]


async def test_wounds_of_a_body_with_an_enlarged_face() -> None:
    cells = await screen(infirmary(), SMALL, "1")
    assert pane(cells, 10, 0, 12, 30) == f.pane("13-bodies", range(2, 14), 1, 31)
    assert pane(cells, 22, 0, 1, 31) == [" ∅ weapon arm  ╳ nose  +5      "]


async def test_wounds_of_a_horse() -> None:
    cells = await screen(stable(), SMALL)
    assert pane(cells, 10, 0, 12, 31) == f.pane("13-bodies", range(2, 14), 42, 73)
    assert pane(cells, 22, 0, 1, 31) == [" ∅ L hindleg  ╳ L foreleg  +3  "]


@pytest.mark.parametrize("colours", LOOKS)
async def test_wounds_of_a_large_body(colours: str) -> None:
    mask = picture("human_large").mask
    cells = await screen(infirmary(colours), WIDE, "2")
    drawn, sheet = pane(cells, 5, 40, 24, 29), f.pane("14-large", range(24), 2, 31)
    assert under(mask, drawn) == under(mask, sheet)
    beside = " ".join(pane(cells, 5, 62, 24, 15))
    assert all(told in beside for told in ("╱ eyes", "╳ nose", "∅ shield arm", "╱ kidneys", "╳ near leg"))
    bare, whole, gone = (grounds(cells, row, start) for row, start in ((15, 60), (19, 52), (19, 66)))
    assert (whole == bare) is (colours == "no_colour")
    assert gone == bare


@pytest.mark.parametrize("colours", LOOKS)
async def test_the_aim_on_a_large_body_is_its_one_reversed_place(colours: str) -> None:
    large = picture("human_large")
    cells = await screen(infirmary(colours), WIDE, "3", "c", "down")
    sheet = f.pane("14-large", range(24), 42, 71)
    assert under(large.mask, pane(cells, 5, 40, 24, 29)) == under(large.mask, sheet)
    turned = {
        (y, x) for y in range(24) for x in range(29) if (style := cells[5 + y][40 + x].style) and style.reverse
    }  # fmt: skip
    aimed = {
        (y, x) for y, row in enumerate(large.mask) for x, letter in enumerate(row)
        if letter != "." and large.legend[letter].at[0] == "eyeslits"
    }  # fmt: skip
    assert turned == aimed
    assert aimed


async def test_a_prompt_over_a_single_pane_has_the_whole_width_at_once() -> None:
    cells = await screen(infirmary(), NARROW, "3", "a")
    assert any(row.startswith("  target   3 Bran Halfhand ") for row in pane(cells, 2, 0, 17, 60))


@pytest.mark.parametrize(("keys", "present"), [((), " fight "), (("c",), " body "), (("tab", "tab"), " log ")])
async def test_the_pane_that_is_seen_is_the_one_reversed_in_the_title(keys: tuple[str, ...], present: str) -> None:
    cells = await screen(infirmary(), NARROW, *keys)
    assert "".join(cell.text for cell in cells[0] if cell.style and cell.style.reverse) == present
