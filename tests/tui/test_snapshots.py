"""The whole screen at work, as text and as styles, at three sizes and in four looks.

Each file in `snapshots` holds the scenes of one size and look: the rows, then the style of each run of cells. When a
screen was changed on purpose, `CRITTUI_WRITE_SNAPSHOTS=1 pytest tests/tui/test_snapshots.py` writes them anew; read
what changed before you keep it.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Sequence
from itertools import groupby
from pathlib import Path

import pytest
from rich.style import Style

from crittui.tui.app import CrittuiApp
from tests.tui.tabletop import app, game, settle

SNAPSHOTS = Path(__file__).parent / "snapshots"
SIZES = ((80, 24), (100, 30), (140, 40))
LOOKS = {"dark": ("dark", False), "light": ("light", False), "ascii": ("dark", True), "no_colour": ("no_colour", False)}
SCENES: Sequence[tuple[str, tuple[str, ...]]] = (
    ("idle", ("n",)),
    ("preparing an attack", ("a",)),
    ("a question", ("enter",)),
    ("a lost forearm", ("b",)),
    ("a called shot", ("c", "down")),
    ("taken back", ("x", "u")),
    ("keys", ("?",)),
)


def picture(application: CrittuiApp, styled: bool) -> Iterator[str]:
    """The screen row by row, then its styles: how many cells of each."""
    strips = application.screen._compositor.render_strips()
    yield from ("".join(segment.text for segment in strip).rstrip() for strip in strips)
    if not styled:
        return
    yield "--"
    for strip in strips:
        cells = [segment.style for segment in strip for _ in range(segment.cell_length)]
        yield ", ".join(f"{len(list(run))} {told}" for told, run in groupby(map(in_words, cells)))


def in_words(style: Style | None) -> str:
    """A style as its colours and attributes."""
    if style is None:
        return "plain"
    attributes = ("bold", "dim", "italic", "underline", "reverse", "strike")
    parts = [name for name in attributes if getattr(style, name)]
    parts += [style.color.name] if style.color and not style.color.is_default else []
    parts += [f"on {style.bgcolor.name}"] if style.bgcolor and not style.bgcolor.is_default else []
    return " ".join(parts) or "plain"


async def scenes(size: tuple[int, int], look: str) -> str:
    """Every scene at one size and in one look."""
    colours, ascii_only = LOOKS[look]
    application = app(game(), (20, 4, [3, 5]), colours=colours, ascii_only=ascii_only)
    told: list[str] = []
    async with application.run_test(size=size) as pilot:
        for name, keys in SCENES:
            for key in keys:
                await pilot.press(key)
                await settle(pilot, application)
            await pilot.pause()
            told += [f"## {name}", *picture(application, styled=not ascii_only), ""]
    return "\n".join(told)


@pytest.mark.parametrize("look", LOOKS)
@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
async def test_the_screen_is_as_it_was(size: tuple[int, int], look: str) -> None:
    found = await scenes(size, look)
    file = SNAPSHOTS / f"{size[0]}x{size[1]}-{look}.txt"
    if os.environ.get("CRITTUI_WRITE_SNAPSHOTS"):
        SNAPSHOTS.mkdir(exist_ok=True)
        file.write_text(found, encoding="utf-8")
    assert found.splitlines() == file.read_text(encoding="utf-8").splitlines()
    if look == "ascii":
        assert found.isascii()
    if look == "no_colour":
        assert not re.search(r"#[0-9a-f]{6}| (?:red|green|blue|yellow|cyan|magenta)\b", found)


def test_no_snapshot_is_left_over() -> None:
    wanted = {f"{width}x{height}-{look}.txt" for width, height in SIZES for look in LOOKS}
    assert {file.name for file in SNAPSHOTS.iterdir()} == wanted
