"""Choices side by side in one row of a strip."""

from __future__ import annotations

from collections.abc import Sequence

from crittui.tui import cells
from crittui.tui.drawing import blank, length
from crittui.tui.prompts.fields import Choice
from crittui.tui.views import Line, Span

_GAP = 3


def choices_row(choices: Sequence[Choice], picked: int, room: int, active: bool = False) -> Line:
    """As many choices as fit, the picked one among them; then how many are left out. Details are left out first."""
    full = [_entry(choice, index == picked, active, choice.detail) for index, choice in enumerate(choices)]
    line, shown = _joined(full, room)
    if shown == len(choices):
        return line
    entries = [_entry(choice, index == picked, active) for index, choice in enumerate(choices)]
    first = 0
    line, shown = _joined(entries, room)
    while first + shown <= picked and first < len(entries) - 1:
        first += 1
        line, shown = _joined(entries[first:], room - 2)
    lead: Line = (Span("… ", "muted"),) if first else ()
    left = len(entries) - first - shown
    return (*lead, *line, Span(f"  +{left}", "muted")) if left else (*lead, *line)


def _joined(entries: Sequence[Line], room: int) -> tuple[Line, int]:
    line: Line = ()
    for number, entry in enumerate(entries):
        reserve = 5 if number < len(entries) - 1 else 0
        longer = (*line, blank(_GAP), *entry) if number else entry
        if number and length(longer) > room - reserve:
            return line, number
        line = longer
    return line, len(entries)


def _entry(choice: Choice, picked: bool, active: bool, detail: str = "") -> Line:
    label = cells.clean(choice.label) + (f", {detail}" if detail else "")
    role = "muted" if choice.refusal else "text"
    words = (
        Span(label, role, bold=picked) if not (picked and active) else Span(label, "accent", bold=True, reverse=True)
    )
    return (Span(choice.key or " ", "accent", bold=True), blank(1), words)
