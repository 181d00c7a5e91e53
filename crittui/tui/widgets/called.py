"""How the prompt of a called shot is drawn.

Where there is room it always takes the same rows, so that an arrow moves nothing else.
"""

from __future__ import annotations

from crittui.tui import cells
from crittui.tui.drawing import blank, length
from crittui.tui.prompts.aim import RANDOM, Aim, Place
from crittui.tui.views import KeyView, Line, Span, StripView
from crittui.tui.widgets.choices import choices_row
from crittui.tui.widgets.strip import FRAME, MOST, REFUSED, VALUE, field_line, key, live_line, room_for, value_line

_ARROWS = (("up", "↑"), ("down", "↓"), ("left", "←"), ("right", "→"))


def strip(state: Aim, width: int, most: int = MOST) -> StripView:
    """The prompt in `width` columns."""
    last = live_line(state.live)
    rows = [_aim_row(state, width), *_reason_rows(state, width)]
    rest = [_near_row(state, width)]
    if state.weapons.choices:
        weapons = choices_row(state.weapons.choices, state.weapons.picked, width - VALUE)
        rest.append(field_line(state.weapons.label, weapons))
    if len(rows) + len(rest) > most - FRAME:
        rows = [row for row in rows if any(not span.text.isspace() for span in row if span.text)]
        rest = rest[::-1] if len(rows) > 1 else rest  # what would be permitted is worth more than what is near
    rows += rest
    return StripView(state.title, tuple(rows[: room_for(most, last)]), last)


def keys(state: Aim) -> tuple[KeyView, ...]:
    """The key line while the prompt is open."""
    words = state.words
    return (
        key("←↑↓→", words.move),
        key("tab", words.by_name),
        key("enter", words.aim_here, True),
        key(RANDOM, words.random),
        key("x", words.drop, True),
    )


def _aim_row(state: Aim, width: int) -> Line:
    place = state.place
    penalty = f"{cells.signed(place.penalty)} {state.words.to_hit}" if place and place.penalty is not None else ""
    label = cells.cut(place.label if place else state.words.nothing, width - VALUE - 3 - len(penalty))
    line = field_line(state.words.aim_at, (Span(f" {label} ", "accent", bold=True, reverse=True),), True)
    return (*line, blank(max(1, width - length(line) - len(penalty))), Span(penalty, bold=True))


def _reason_rows(state: Aim, width: int) -> list[Line]:
    """Two rows: why it is not permitted, and what would be needed; blank when it is."""
    place = state.place
    if place is None or not place.refusal:
        return [(), ()]
    room = width - VALUE - 2
    words = cells.wrapped(place.refusal, room)
    rest = words[1] if len(words) > 1 else ""
    if len(words) > 2 or (rest and place.hint):
        rest = cells.cut(" ".join(words[1:]), room)
    mark = (Span(REFUSED, "maimed"), blank(1))
    first = value_line(*mark, Span(words[0], bold=True, reverse=state.shaken))
    second = Span(rest, bold=True, reverse=state.shaken) if rest else Span(cells.cut(place.hint, room), "muted")
    return [first, value_line(blank(2), second)]


def _near_row(state: Aim, width: int) -> Line:
    line: Line = ()
    for direction, arrow in _ARROWS:
        place = state.neighbour(direction)
        if place is None:
            continue
        entry = (Span(arrow, "accent", bold=True), Span(f" {_near(place)}"))
        longer = (*line, blank(3), *entry) if line else entry
        if length(longer) <= width - VALUE and (not line or direction in ("up", "down")):
            line = longer
    return field_line(state.words.near, line)


def _near(place: Place) -> str:
    label = cells.clean(place.label)
    return f"{label} {cells.signed(place.penalty)}" if place.penalty else label
