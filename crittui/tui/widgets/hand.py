"""How the prompt for dice by hand is drawn."""

from __future__ import annotations

from crittui.tui import cells
from crittui.tui.drawing import blank
from crittui.tui.prompts.hand import HAND, Hand
from crittui.tui.views import KeyView, Span, StripView
from crittui.tui.widgets.strip import MOST, VALUE, below, field_line, key, value_line

_LEFT_EMPTY = "left empty, they are rolled for you"


def strip(state: Hand, width: int, most: int = MOST) -> StripView:
    """The prompt in `width` columns."""
    room = width - VALUE - 2
    dice = (Span(cells.cut(state.dice, room), bold=True), blank(3), Span(state.words, "muted"))
    typed = Span(cells.tail(f" {state.text}_", room), "accent", bold=True, reverse=True)
    rows = (
        field_line("throw", dice),
        field_line("faces", (typed,), True),
        value_line(Span(_LEFT_EMPTY if not state.text else "", "muted")),
    )
    return StripView(state.title, rows, below(state.live, state.error, state.shaken))


def keys(state: Hand) -> tuple[KeyView, ...]:
    """The key line while the prompt is open."""
    return (
        key("enter", "take them" if state.text.strip() else "roll for me", True),
        key(HAND, "no more dice by hand"),
        key("x", "take back", True),
    )
