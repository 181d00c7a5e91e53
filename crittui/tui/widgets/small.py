"""How the small prompts are drawn: yes or no, a line of text. (A length of time is drawn by `prepare`.)"""

from __future__ import annotations

from crittui.tui import cells
from crittui.tui.drawing import blank
from crittui.tui.prompts.small import Confirm, Write
from crittui.tui.views import KeyView, Line, LiveView, Span, StripView
from crittui.tui.widgets.strip import MOST, VALUE, below, field_line, key, value_line


def strip(state: Confirm | Write, width: int, most: int = MOST) -> StripView:
    """The prompt in `width` columns."""
    return _confirm(state, width) if isinstance(state, Confirm) else _write(state, width)


def keys(state: Confirm | Write) -> tuple[KeyView, ...]:
    """The key line while the prompt is open."""
    words = state.words
    if isinstance(state, Confirm):
        return (key(state.yes_key, words.yes, True), key("n", words.no, True), key("x", words.drop))
    return (key("enter", words.keep if state.text.strip() else words.drop, True), key("escape", words.drop))


def _confirm(state: Confirm, width: int) -> StripView:
    rows: list[Line] = [(blank(2), Span(row, bold=True)) for row in cells.wrapped(state.question, width - 3)[:2]]
    rows += [(blank(2), Span(row, "muted")) for row in cells.wrapped(state.more, width - 3)[:2] if row]
    answers = (Span(state.yes_key, "accent", bold=True), Span(f" {state.words.yes}"), blank(3))
    rows.append(value_line(*answers, Span("n", "accent", bold=True), Span(f" {state.words.no}")))
    return StripView(state.title, tuple(rows), ())


def _write(state: Write, width: int) -> StripView:
    room = width - VALUE - 1
    rows = [row or " " for row in _folded(f"{state.text}_", room)][-3:]
    first = field_line(state.label, (Span(rows[0], bold=True),), True)
    lines = (first, *(value_line(Span(row, bold=True)) for row in rows[1:]))
    return StripView(state.title, lines, below(LiveView(), state.error, state.shaken))


def _folded(text: str, room: int) -> list[str]:
    """The text in rows of `room` cells, broken anywhere: what is typed must not jump."""
    text = cells.clean(text)
    rows: list[str] = []
    while text:
        part = cells.head(text, room) or text[0]
        rows.append(part)
        text = text[len(part) :]
    return rows
