"""Text is measured in cells, and nothing in it can move the cursor."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rich.cells import cell_len

from crittui.tui import cells
from crittui.tui.drawing import strip_of
from crittui.tui.lettering import large, spaced
from crittui.tui.views import Span
from tests.tui.frame_views import plain

unhurried = settings(deadline=None)

ODD = st.one_of(
    st.text(),
    st.text("龍之介Aé \u0301\u200d\ufe0f\x1b[]/\n\t🗡"),
    st.sampled_from(
        ["[/]", "[bold]x[/bold]", "\x1b[31mred\x1b[0m", "李" * 300, "a" * 300, "‮backwards", "e" + "\u0301" * 50]
    ),
)


@unhurried
@given(ODD)
def test_cleaned_text_is_inert_and_measured_rightly(text: str) -> None:
    kept = cells.clean(text)
    assert not any(ord(c) < 32 or 0x7F <= ord(c) < 0xA0 or 0xD800 <= ord(c) < 0xE000 for c in kept)
    assert cells.width(text) == cell_len(kept)
    assert cells.clean(kept) == kept


def test_markup_is_text() -> None:
    assert cells.clean("[/] [bold]x") == "[/] [bold]x"
    assert cells.clean("a\x1b[31mb\nc") == "a[31mb c"


@unhurried
@given(ODD, st.integers(0, 60))
def test_cut_left_and_right_keep_their_width(text: str, room: int) -> None:
    assert cells.width(cells.cut(text, room)) <= room
    assert cells.width(cells.tail(text, room)) <= room
    assert cells.width(cells.left(text, room)) == room
    assert cells.width(cells.right(text, room)) == room


def test_cut_counts_cells() -> None:
    assert cells.cut("龍之介龍之介", 6) == "龍之…"
    assert cells.cut("Brother Anselm", 11) == "Brother An…"
    assert cells.cut("short", 5) == "short"
    assert cells.tail("a long one", 5) == "… one"


@unhurried
@given(ODD, st.integers(1, 40))
def test_wrapped_rows_fit_and_lose_nothing(text: str, room: int) -> None:
    rows = cells.wrapped(text, room)
    assert all(cells.width(row) <= max(room, 2) for row in rows)
    assert "".join("".join(rows).split()) == "".join(map(cells.clean, cells.clean(text).split()))


@unhurried
@given(st.lists(ODD, max_size=5), st.integers(0, 60), st.booleans())
def test_a_strip_has_exactly_its_width(texts: list[str], width: int, ascii_only: bool) -> None:
    strip = strip_of([Span(text, reverse=bool(n % 2)) for n, text in enumerate(texts)], width, plain, ascii_only)
    assert sum(cell_len(segment.text) for segment in strip) == width
    assert strip.text.isascii() or not ascii_only


@pytest.mark.parametrize(("value", "text"), [(0, "0"), (-6, "−6"), (12, "12")])
def test_numbers_have_a_real_minus(value: int, text: str) -> None:
    assert cells.number(value) == text


def test_large_letters() -> None:
    assert large("Critical", 60) == (
        "▄▀▀ █▀▄ █ ▀█▀ █ ▄▀▀ ▄▀▄ █  ",
        "█   █▀▄ █  █  █ █   █▀█ █  ",
        " ▀▀ ▀ ▀ ▀  ▀  ▀  ▀▀ ▀ ▀ ▀▀▀",
    )
    assert large("crítico", 60) is not None
    assert large("ÑÚÜÉÓÁÍ¡!¿?", 60) is not None
    assert large("龍", 60) is None
    assert large("critical", 26) is None


@unhurried
@given(st.text(max_size=12), st.integers(0, 60))
def test_large_rows_are_equally_wide(word: str, room: int) -> None:
    rows = large(word, room)
    assert rows is None or (len({len(row) for row in rows}) == 1 and len(rows[0]) <= room)
    assert len(spaced(word, room)) <= room
