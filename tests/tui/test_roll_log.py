"""The roll log as a widget: the frames' log columns, and nothing written but what changed."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rich.cells import cell_len
from rich.style import Style
from textual.app import App, ComposeResult
from textual.geometry import Region

from crittui.session.lines import Detail, Line, RollLine
from crittui.tui.log_rows import Piece, Row, Sheet
from crittui.tui.log_search import holds, lit
from crittui.tui.log_view import Spot
from crittui.tui.widgets.roll_log import RollLog
from tests.tui import evening as e
from tests.tui import frame_views as f

COLOURS = {
    "text": "white",
    "muted": "grey50",
    "accent": "cyan",
    "faint": "grey30",
    "contour": "grey42",
    "critical": "yellow",
}


def look(role: str) -> Style:
    return Style(color=COLOURS.get(role, "red"))


class Screen(App[None]):
    """Nothing but a log."""

    CSS = "Screen { overflow: hidden; }"

    def __init__(self, source: e.Written, ascii_only: bool = False, face_column: int = 12) -> None:
        super().__init__()
        self.log_pane = RollLog(source, look, ascii_only, face_column=face_column)

    def compose(self) -> ComposeResult:
        yield self.log_pane


class Refreshed(RollLog):
    """A log that tells what it has refreshed."""

    def __init__(self, source: e.Written) -> None:
        self.regions: list[Region] = []
        super().__init__(source, look)

    def refresh(
        self, *regions: Region, repaint: bool = True, layout: bool = False, recompose: bool = False
    ) -> Refreshed:
        self.regions.extend(regions or [Region(0, 0, 999, 999)])
        super().refresh(*regions, repaint=repaint, layout=layout, recompose=recompose)
        return self


class RefreshedScreen(Screen):
    def __init__(self, source: e.Written) -> None:
        super().__init__(source)
        self.log_pane = Refreshed(source)


def text(log: RollLog) -> list[str]:
    return ["".join(segment.text for segment in log.render_line(y)) for y in range(log.size.height)]


FRAMES = [
    ("01-idle", range(1, 23), 32, 80, e.BRIDGE, 12, False),
    ("04-critical", range(1, 16), 32, 80, (*e.BRIDGE, e.TWELFTH), 12, False),
    ("06-defence", range(1, 14), 32, 80, (e.GATE_4, e.GATE_5, e.GATE_6), 14, False),
    ("05-called-shot", range(1, 14), 32, 80, (e.GATE_4, e.GATE_5), 14, False),
    ("10-wide-140x40", range(2, 39), 78, 140, (e.ROUND_2, *e.BRIDGE), 12, False),
    ("12-ascii", range(1, 23), 32, 80, e.BRIDGE, 12, True),
]


@pytest.mark.parametrize(("name", "rows", "start", "end", "chains", "column", "ascii_only"), FRAMES)
async def test_the_frames(
    name: str, rows: range, start: int, end: int, chains: Sequence[Sequence[Line]], column: int, ascii_only: bool
) -> None:
    app = Screen(e.Written(*chains), ascii_only, column)
    async with app.run_test(size=(end - start, len(rows))):
        assert text(app.log_pane) == f.pane(name, rows, start, end)


async def test_a_new_line_refreshes_one_row_and_an_equal_one_none() -> None:
    source = e.Written(*e.BRIDGE)
    app = RefreshedScreen(source)
    async with app.run_test(size=(48, 15)) as pilot:
        log = app.log_pane
        assert isinstance(log, Refreshed)
        source.chains.append(e.TWELFTH[:1])
        log.changed(6)
        await pilot.pause()
        log.regions.clear()
        source.chains[6] = e.TWELFTH[:4]
        log.changed(6)
        assert log.regions == [Region(0, y, 48, 1) for y in (5, 6, 7, 8)]
        await pilot.pause()
        log.regions.clear()
        log.changed(6)
        assert log.regions == []
        source.chains[6] = e.TWELFTH
        log.changed(6)
        assert log.regions == [Region(0, y, 48, 1) for y in (9, 10)]


async def test_the_line_that_waits_gives_way_to_the_answer() -> None:
    source = e.Written(e.GATE_4, e.GATE_6)
    app = Screen(source, face_column=14)
    async with app.run_test(size=(48, 15)):
        assert " ▸ waits for Sir Aldric" in [row.rstrip() for row in text(app.log_pane)]
        source.chains[1] = [*e.GATE_6[:2], e.GATE_5[2]]
        app.log_pane.changed(1)
        assert not any("waits" in row for row in text(app.log_pane))
        assert any("13 > 6" in row for row in text(app.log_pane))


async def test_the_cursor_walks_over_lines_and_costs_single_cells() -> None:
    app = RefreshedScreen(e.Written(*e.BRIDGE))
    async with app.run_test(size=(48, 22)) as pilot:
        await pilot.pause()
        log = app.log_pane
        assert isinstance(log, Refreshed)
        log.move_cursor(-1)
        assert log.line == e.ELEVENTH[-1]
        log.regions.clear()
        for _ in range(3):
            log.move_cursor(-1)
        assert log.line == e.TENTH[-1]
        assert set(log.regions) <= {Region(0, y, 1, 1) for y in range(22)}
        marked = [row for row in text(log) if row.startswith("▸")]
        assert marked == ["▸● chest −7 hp" + " " * 34]
        log.hide_cursor()
        assert not any(row.startswith("▸") for row in text(log))


async def test_a_line_opens_and_shuts() -> None:
    roll = RollLine(
        label="damage", faces=(3,), total=3, rule="Armor comes off first.", details=(Detail("wound", "3 × 2 = 6"),)
    )
    source = e.Written([e.TENTH[0], roll, e.TENTH[-1]], e.ELEVENTH)
    app = Screen(source)
    async with app.run_test(size=(48, 12)):
        log = app.log_pane
        before = text(log)
        for _ in range(5):
            log.move_cursor(-1)
        assert log.line == roll
        assert log.open()
        assert [row.strip() for row in text(log)][2:4] == ["Armor comes off first.", "wound  3 × 2 = 6"]
        assert log.open()
        log.hide_cursor()
        assert text(log) == before


async def test_a_line_taller_than_the_view_shuts_and_is_still_there() -> None:
    details = tuple(Detail(f"step {number}", "1 + 1 = 2") for number in range(40))
    roll = RollLine(label="damage", faces=(3,), total=3, details=details)
    app = Screen(e.Written(e.TENTH, [e.TENTH[0], roll]))
    async with app.run_test(size=(48, 8)):
        log = app.log_pane
        assert log.open()
        assert "step 6" in text(log)[-1]
        log.scroll_rows(20)
        assert log.open()
        assert any(row.startswith("▸damage") for row in text(log))


async def test_nothing_opens_where_nothing_is_behind() -> None:
    app = Screen(e.Written(e.TENTH))
    async with app.run_test(size=(48, 12)):
        before = text(app.log_pane)
        assert not app.log_pane.open()
        app.log_pane.hide_cursor()
        assert text(app.log_pane) == before


async def test_searching_goes_to_the_newest_hit_then_to_older_ones() -> None:
    app = Screen(e.Written(*e.BRIDGE, *[e.ELEVENTH] * 20))
    async with app.run_test(size=(48, 12)):
        log = app.log_pane
        assert log.search("KATANA")
        assert any("Grukk One-Eye, katana" in row for row in text(log))
        assert log.find(-1)
        assert any("Knifeman, katana" in row for row in text(log))
        assert log.find(1)
        assert any("Grukk One-Eye, katana" in row for row in text(log))
        assert not log.find(1)
        assert not log.search("no such thing")
        assert log.search("katana")
        assert any("Grukk One-Eye, katana" in row for row in text(log))
        assert log.search("cleaver")
        assert not log.search("")
        assert log.wanted == ""


async def test_a_hit_is_reversed_and_the_rest_dimmed() -> None:
    app = Screen(e.Written(*e.BRIDGE))
    async with app.run_test(size=(48, 22)):
        app.log_pane.search("one-eye")
        styles = {s.text: s.style for y in range(22) for s in app.log_pane.render_line(y) if s.text.strip()}
        reversed_texts = {text for text, style in styles.items() if style and style.reverse}
        assert reversed_texts == {"One-Eye"}
        dimmed = {style.color for text, style in styles.items() if style and text not in reversed_texts}
        assert dimmed == {look("contour").color}  # which is read, as `faint` is not


async def test_names_are_data() -> None:
    chain = [e.head("[bold]x[/]", "\x1b[2J龍", "[/]", 1)]
    app = Screen(e.Written(chain))
    async with app.run_test(size=(48, 5)):
        assert text(app.log_pane)[0] == " [bold]x[/] → [2J龍, [/]                       1"


async def test_it_lives_at_any_size() -> None:
    app = Screen(e.Written(*e.BRIDGE))
    async with app.run_test(size=(48, 22)) as pilot:
        for size in ((1, 1), (2, 30), (10, 3), (200, 50), (48, 22)):
            await pilot.resize_terminal(*size)
            await pilot.pause()
            app.log_pane.scroll_pages(-1)
            app.log_pane.to_end()
            assert all(cell_len(row) == size[0] for row in text(app.log_pane))
        assert text(app.log_pane) == f.pane("01-idle", range(1, 23), 32, 80)


async def test_pages_start_and_end() -> None:
    app = Screen(e.Written(*[e.TENTH] * 30))
    async with app.run_test(size=(48, 12)):
        log = app.log_pane
        end = text(log)
        log.scroll_pages(-1)
        assert not log.following
        assert text(log)[-2:] == end[:2]
        log.to_start()
        assert log.top == Spot(0, 0)
        log.to_chain(29)
        assert [row[:2] for row in text(log)].count(" ●") == 1
        log.to_end()
        assert (text(log), log.following) == (end, True)


async def test_another_game_or_other_colours() -> None:
    app = Screen(e.Written(e.TENTH))
    async with app.run_test(size=(48, 12)):
        log = app.log_pane
        log.reloaded(e.Written(e.GATE_5), face_column=14)
        assert text(log)[1] == " attack   2 3 3 −2 range       8 ≤ 11 hit       "
        log.look = lambda role: Style(color="blue")
        log.restyle()
        assert {
            segment.style.color.name for segment in log.render_line(1) if segment.style and segment.style.color
        } == {"blue"}


def test_what_a_line_holds() -> None:
    assert holds(e.ELEVENTH[0], "anselm")
    assert holds(e.TWELFTH[1], "flanking")
    assert holds(e.TWELFTH[1], "26")
    assert not holds(e.TWELFTH[1], "critical")


@settings(max_examples=200)
@given(st.lists(st.text("abA ß", max_size=4), max_size=5), st.text("ab", min_size=1, max_size=3))
def test_a_lit_row_says_the_same(texts: Sequence[str], wanted: str) -> None:
    row: Row = tuple(Piece(part) for part in texts)
    shown, hit = lit(row, wanted)
    whole = "".join(texts)
    assert "".join(p.text for p in shown) == whole
    reversed_text = "".join(p.text for p in shown if p.marks == "r").casefold()
    assert hit == bool(reversed_text)
    assert reversed_text == wanted * len(reversed_text.split(wanted)[1:])


def test_a_sheet_pads_and_cuts() -> None:
    sheet = Sheet(5)
    assert "".join(p.text for p in sheet.finished((Piece("龍之介"),))) == " 龍之"
    assert "".join(p.text for p in Sheet(4).finished((Piece("龍之介"),))) == " 龍 "
