"""The ready fights on screens of every size, also while dice fall: never an error, no pane on top of another."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from pathlib import Path

import pytest
from textual.pilot import Pilot

from crittui.files.fights import Ready, ready_fights
from crittui.options import PlayOptions
from crittui.tui.app import CrittuiApp
from crittui.tui.opening import begin_encounter
from crittui.tui.playback import Motion
from crittui.tui.sitting import prepare_sitting
from tests.tui.tabletop import screen_text, settle

FIGHTS = ready_fights()
SIZES = ((80, 20), (80, 24), (119, 36), (120, 24), (120, 30), (139, 40), (140, 40), (220, 60), (79, 24), (60, 20),
         (40, 12), (39, 11), (20, 5), (19, 5), (1, 1))  # fmt: skip
FEW = ((80, 20), (120, 29), (140, 40), (60, 12), (39, 11), (5, 2))


def opened(fight: Ready, folder: Path, motion: Motion) -> CrittuiApp:
    """A ready fight on the screen."""
    sitting = prepare_sitting(PlayOptions(motion=motion, seed=3), {"TERM": "xterm-256color"})
    return CrittuiApp(sitting, begin_encounter(fight.path, session=folder / "kept.crittui"))


def sound(application: CrittuiApp, size: tuple[int, int]) -> None:
    """The screen has its size, says something, and no pane lies on another."""
    rows = application.screen._compositor.render_strips()
    assert [sum(segment.cell_length for segment in row) for row in rows] == [size[0]] * size[1]
    assert screen_text(application).strip()
    assert application.fight is not None
    panes = [pane.region for pane in application.fight.children if pane.region.area]
    assert not [pair for pair in combinations(panes, 2) if pair[0].overlaps(pair[1])]


async def through(sizes: Sequence[tuple[int, int]], application: CrittuiApp, pilot: Pilot[int]) -> None:
    for size in sizes:
        await pilot.resize_terminal(*size)
        await pilot.pause()
        sound(application, size)
    await pilot.resize_terminal(80, 24)
    await pilot.pause()


@pytest.mark.fuzz
@pytest.mark.parametrize("fight", FIGHTS, ids=lambda fight: fight.id)
async def test_every_size_at_rest_in_a_prompt_and_while_aiming(fight: Ready, tmp_path: Path) -> None:
    application = opened(fight, tmp_path, "none")
    async with application.run_test(size=(80, 24)) as pilot:
        for keys, sizes in (
            (("n",), SIZES),
            (("a",), SIZES),
            (("enter",), FEW),
            (("x", "c"), FEW),
            (("x", "tab"), FEW),
        ):
            for key in keys:
                await pilot.press(key)
            await settle(pilot, application)
            before = screen_text(application)
            await through(sizes, application, pilot)
            assert screen_text(application) == before
    application.close_game()


@pytest.mark.parametrize("fight", FIGHTS, ids=lambda fight: fight.id)
async def test_down_to_one_cell_and_back_while_the_dice_fall(fight: Ready, tmp_path: Path) -> None:
    application = opened(fight, tmp_path, "full")
    async with application.run_test(size=(80, 24)) as pilot:
        for key in ("n", "a", "enter", "enter"):
            await pilot.press(key)
        assert application.fight is not None
        for size in ((1, 1), (60, 20), (140, 40), (80, 24)):
            await pilot.resize_terminal(*size)
            await pilot.pause()
            sound(application, size)
        await pilot.press("z")
        await settle(pilot, application)
        assert not application.fight.playback.moving
        sound(application, (80, 24))
        assert application.game is not None
        assert application.game.chains
    application.close_game()


THERE_AND_BACK = ("c x", "c o o x", "o o", "o x", "a x", "a c x x", "? escape", "m x")


@pytest.mark.parametrize("size", [(80, 24), (79, 24), (60, 20), (40, 12), (120, 30)])
async def test_whoever_comes_back_finds_what_was_there(size: tuple[int, int], tmp_path: Path) -> None:
    application = opened(FIGHTS[0], tmp_path, "none")
    async with application.run_test(size=size) as pilot:
        await settle(pilot, application)
        before = screen_text(application)
        panes = ("tab tab tab",) if size[0] < 80 else ()
        for keys in (*THERE_AND_BACK, *panes):
            for key in keys.split():
                await pilot.press(key)
            await settle(pilot, application)
            assert screen_text(application) == before, keys
            assert application.fight is not None
            assert application.fight.table.prompt is None
    application.close_game()


@pytest.mark.parametrize("size", [(100, 40), (120, 30), (140, 40)])
@pytest.mark.parametrize("fight", FIGHTS, ids=lambda fight: fight.id)
async def test_the_picture_of_every_body_fits_its_pane(fight: Ready, size: tuple[int, int], tmp_path: Path) -> None:
    application = opened(fight, tmp_path, "none")
    async with application.run_test(size=size) as pilot:
        assert application.fight is not None
        for number in range(1, fight.fighters + 1):
            await pilot.press(str(number))
            await pilot.pause()
            body = application.fight.panes.body
            picture = body._view.picture
            if picture is not None:
                assert picture.width <= body.size.width
                assert picture.height <= body.size.height
    application.close_game()
