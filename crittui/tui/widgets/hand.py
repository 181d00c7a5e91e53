"""How the prompt for dice by hand is drawn."""

from __future__ import annotations

from crittui.tui import cells
from crittui.tui.drawing import blank
from crittui.tui.prompts.hand import HAND, Hand
from crittui.tui.views import KeyView, Span, StripView
from crittui.tui.widgets.strip import MOST, VALUE, below, field_line, key, value_line


def strip(state: Hand, width: int, most: int = MOST) -> StripView:
    """The prompt in `width` columns."""
    room = width - VALUE - 2
    dice = (Span(cells.cut(str(state.dice), room), bold=True), blank(3), Span(state.what, "muted"))
    typed = Span(cells.tail(f" {state.text}_", room), "accent", bold=True, reverse=True)
    rows = (
        field_line(state.words.throw, dice),
        field_line(state.words.faces, (typed,), True),
        value_line(Span(state.words.left_empty if not state.text else state.wanted, "muted")),
    )
    return StripView(state.title, rows, below(state.live, state.error, state.shaken))


def keys(state: Hand) -> tuple[KeyView, ...]:
    """The key line while the prompt is open."""
    return (
        key("enter", state.words.take_them if state.text.strip() else state.words.roll_for_me, True),
        key(HAND, state.words.no_more_by_hand),
        key("x", state.words.take_back, True),
    )
