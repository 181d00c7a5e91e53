"""The diagram writes what changed, beginning where it changed, and nothing else."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from rich.style import Style
from textual.app import App, ComposeResult
from textual.geometry import Region

from crittui.files.themes import read_themes
from crittui.rules.source import Problems
from crittui.tui.shading import BLANK, Cell, shade
from crittui.tui.slices import NARROWEST, cuts
from crittui.tui.theming import Looks
from crittui.tui.views import MarkView
from crittui.tui.widgets.body_diagram import BodyDiagram, runs
from tests.tui.bodies import COARSE, FINE, ROOT, picture, pictures, view

LOOKS = Looks(read_themes(ROOT / "themes", Problems())["dark"])


class Shown(App[None]):
    CSS = "BodyDiagram { width: 31; height: 12; }"

    def __init__(self, ascii_only: bool = False) -> None:
        super().__init__()
        self.diagram = BodyDiagram(LOOKS, ascii_only)
        self.overflowed: list[tuple[MarkView, ...]] = []

    def compose(self) -> ComposeResult:
        yield self.diagram

    def on_body_diagram_overflowed(self, message: BodyDiagram.Overflowed) -> None:
        self.overflowed.append(message.rest)


def rows(app: Shown) -> list[str]:
    """What stands on the screen, put together from the slices."""
    size = app.diagram.size
    return [app.diagram.strip(y, 0, size.width).text for y in range(size.height)]


def dirty(diagram: BodyDiagram) -> Iterator[Region]:
    """The regions that wait to be written, on the diagram."""
    for piece in diagram.children:
        for region in piece._repaint_regions:
            yield region.translate(piece.region.offset - diagram.region.offset)


async def test_it_shows_a_body_on_slices_without_a_gap() -> None:
    app = Shown()
    async with app.run_test(size=(80, 24)) as pilot:
        app.diagram.show(view(picture("human_compact"), COARSE, {"lower_left_arm": "maimed"}))
        await pilot.pause()
        assert rows(app)[6] == "╱  ╱ │       │ ╲╳╳╲ ╳ L forearm"
        shown = [piece.region for piece in app.diagram.children if piece.region]
        assert [region.x for region in shown[1:]] == [region.right for region in shown[:-1]]
        assert (shown[0].x, shown[-1].right) == (0, 31)


async def test_a_wound_writes_its_cells_and_its_name() -> None:
    app = Shown()
    async with app.run_test(size=(80, 24)) as pilot:
        app.diagram.show(view(picture("human_compact"), COARSE))
        await pilot.pause()
        app.diagram.show(view(picture("human_compact"), COARSE, {"lower_left_arm": "maimed"}))
        assert sorted(dirty(app.diagram)) == [Region(15, 6, 4, 1), Region(15, 7, 4, 1), Region(20, 6, 11, 1)]
        await pilot.pause()
        app.diagram.show(view(picture("human_compact"), COARSE, {"lower_left_arm": "maimed"}))
        assert list(dirty(app.diagram)) == []


async def test_another_picture_moves_no_slice() -> None:
    app = Shown()
    async with app.run_test(size=(80, 24)) as pilot:
        app.diagram.show(view(picture("human_compact"), COARSE))
        await pilot.pause()
        before = [piece.region for piece in app.diagram.children]
        app.diagram.show(view(picture("human_face_compact"), FINE, {"far_leg": "hurt"}))
        await pilot.pause()
        assert [piece.region for piece in app.diagram.children] == before
        assert rows(app)[8].rstrip() == "(  ) │ ╲   ╱╱│ (  )"
        assert [mark.words for mark in app.diagram.rest] == ["far leg"]
        assert app.overflowed[-1] == app.diagram.rest


async def test_in_ascii_it_writes_nothing_else() -> None:
    app = Shown(ascii_only=True)
    async with app.run_test(size=(80, 24)) as pilot:
        app.diagram.show(view(picture("human_face_compact"), FINE, {"heart": "maimed", "eyes": "severed"}))
        await pilot.pause()
        assert all(row.isascii() for row in rows(app))


class Filled(Shown):
    CSS = "BodyDiagram { width: 100%; height: 100%; }"


def fills(app: Shown, width: int, height: int) -> bool:
    return [len(row) for row in rows(app)] == [width] * height


@pytest.mark.parametrize("size", [(1, 1), (5, 3), (31, 12), (60, 20), (200, 60)])
async def test_it_lives_at_every_size(size: tuple[int, int]) -> None:
    app = Filled()
    async with app.run_test(size=size) as pilot:
        app.diagram.show(view(picture("human_compact"), COARSE, {"head": "hurt"}))
        await pilot.pause()
        assert fills(app, *size)


async def test_its_slices_follow_the_size() -> None:
    app = Filled()
    async with app.run_test(size=(80, 24)) as pilot:
        app.diagram.show(view(picture("human_compact"), COARSE, {"head": "hurt"}))
        await pilot.resize_terminal(40, 12)
        for _ in range(200):
            if max(piece.region.right for piece in app.diagram.children) == 40:
                break
            await pilot.pause()
        assert fills(app, 40, 12)


@pytest.mark.parametrize("drawn", pictures(), ids=lambda drawn: drawn.id)
def test_slices_begin_where_parts_begin(drawn: object) -> None:
    body = next(p for p in pictures() if p is drawn)
    begins = cuts(body, 1, 60, (body.width + 2,), 7)
    assert begins[0] == 0
    assert len(begins) <= 7
    assert body.width + 2 in begins
    assert all(later - earlier >= NARROWEST for earlier, later in zip(begins, begins[1:], strict=False))


def test_a_blank_joins_its_neighbour_on_the_same_ground() -> None:
    row = [Cell(), Cell("│", "contour", True), Cell(BLANK, "contour", True), Cell("╱", "hurt", True), Cell()]
    assert [text for _, text in runs(row)] == [" ", "│ ", "╱", " "]
    turned = Cell("•", "accent", reverse=True)
    assert [text for _, text in runs([Cell("a"), turned, Cell(), Cell(BLANK, "accent", reverse=True)])] == [
        "a",
        "•",
        " ",
        " ",
    ]


def test_runs_lose_no_cell() -> None:
    for drawn in pictures():
        for row in shade(view(drawn, FINE, dict.fromkeys(FINE, "hurt"), chosen="eyes")):
            assert "".join(text for _, text in runs(row)) == "".join(cell.glyph for cell in row)


async def test_colours_follow_the_theme() -> None:
    app = Shown()
    async with app.run_test(size=(80, 24)) as pilot:
        app.diagram.show(view(picture("human_compact"), COARSE, {"chest": "hurt"}))
        await pilot.pause()
        styles = {segment.style for segment in app.diagram.strip(4, 5, 6)}
        assert styles == {Style(color="#e9b872", bgcolor="#262a31")}
        app.diagram.look = lambda role: Style(color="red") if role == "hurt" else Style.null()
        app.diagram.restyle()
        assert {segment.style for segment in app.diagram.strip(4, 5, 6)} == {Style(color="red")}
