"""The strip at the foot of the log in which every prompt is drawn."""

from __future__ import annotations

from dataclasses import replace

from crittui.tui import cells
from crittui.tui.drawing import blank, length, shortened
from crittui.tui.views import KeyView, Line, LiveView, Look, RuleView, Span, StripView
from crittui.tui.widgets.drawn import Drawn

LABEL, LONGEST_LABEL = 8, 12
VALUE = 11
LEAST, MOST = 6, 8
FRAME = 3  # rows of a strip that are not fields: the title, the faint rule, the live line
FIGURE = 3  # spans of a figure in the live line: a gap, its name, its value
REFUSED = "✕"
ACTIVE = "▸"


def rule_line(view: RuleView, width: int) -> Line:
    """A rule from the second cell to the last, its words near the beginning."""
    title = cells.cut(view.title, width - 6)
    if not view.accent:
        lead = "── " if title else ""
        rest = "─" * (width - 1 - len(lead) - cells.width(title) - (1 if title else 0))
        return (blank(1), Span(lead, "faint"), Span(f"{title} " if title else "", "muted"), Span(rest, "faint"))
    rest = "─" * (width - 4 - cells.width(title))
    return (blank(1), Span("─ ", "accent"), Span(title, "accent", bold=True), Span(f" {rest}", "accent"))


def field_line(label: str, value: Line, active: bool = False, cells_of_label: int = LABEL) -> Line:
    """A field: its label, muted or (active) marked in the accent, then its value."""
    mark = Span(ACTIVE if active else " ", "accent")
    name = Span(cells.left(label, cells_of_label) + " ", "accent" if active else "muted")
    return (blank(1), mark, name, *value)


def value_line(*value: Span, cells_of_label: int = LABEL) -> Line:
    """A row without a label, its value in the column of the values."""
    return (blank(VALUE - LABEL + cells_of_label), *value)


def live_line(live: LiveView) -> Line:
    """The last row of a strip: a lead, then figures or words."""
    line: Line = ()
    if live.lead:
        line = (blank(2), Span(live.lead, "muted"))
    for figure in live.figures:
        line += (blank(2), Span(f"{figure.name} ", "muted"), Span(figure.value, figure.role, bold=True))
    if live.words:
        line += (blank(max(2, VALUE - 2 - cells.width(live.lead)) if live.lead else 2), Span(live.words, "muted"))
    return line


def below(live: LiveView, error: str, shaken: bool) -> Line:
    """The live line, or an error in its place; a shaken one is reversed."""
    if not error:
        return live_line(live)
    return (blank(2), Span(REFUSED, "maimed"), blank(1), Span(error, bold=True, reverse=shaken))


def caps(keys: list[str]) -> str:
    """Several keys as one entry of the key line."""
    keys = [key for key in keys if key]
    if len(keys) > 2 and all(key.isdigit() for key in keys):
        return f"{keys[0]}-{keys[-1]}"
    return " ".join(keys if len(keys) <= 6 else [*keys[:5], "…"])


def key(cap: str, label: str, kept: bool = False) -> KeyView:
    """An entry of a prompt's key line."""
    return KeyView(cap, label, kept)


def height_of(view: StripView, most: int = MOST) -> int:
    """How many rows a strip wants, at most `most`."""
    return min(max(LEAST, len(view.rows) + FRAME), max(most, LEAST))


def room_for(most: int, below: Line) -> int:
    """Rows for fields in a strip of `most` rows; with nothing below, its places can be taken as well."""
    return max(most, LEAST) - (FRAME if below else 1)


def strip_lines(view: StripView, width: int, height: int) -> list[Line]:
    """A strip in `height` rows; what is below stands on the last one. Where there is little room the faint rule gives
    way to a field, and then what is below."""
    title = rule_line(RuleView(view.title), width)
    view = replace(view, rows=tuple(shortened(row, width) for row in view.rows), below=squeezed(view.below, width))
    room = height - FRAME
    if room <= 0 or (not view.below and len(view.rows) > room):
        return [title, *view.rows[: height - 1], *[()] * (height - 1 - len(view.rows))]
    if len(view.rows) > room:
        return [title, *view.rows[: room + 1], view.below]
    rule = rule_line(RuleView(accent=False), width) if view.below else ()
    return [title, *view.rows, *[()] * (room - len(view.rows)), rule, view.below]


def squeezed(line: Line, width: int) -> Line:
    """`line` in `width` cells: first its gaps get narrower, from the left, then figures are left out, then its end is
    cut off."""
    spans = list(line)
    for index, span in enumerate(spans):
        if length(spans) <= width:
            break
        if index and len(span.text) > 1 and span.text.isspace():
            spans[index] = blank(1)
    while length(spans) > width and len(spans) > 2 * FIGURE and spans[-FIGURE].text.isspace():
        spans = spans[:-FIGURE]
    return shortened(spans, width)


class PromptStrip(Drawn):
    """Any prompt. It fills the height it is given; `height_of` says how much it wants."""

    DEFAULT_CSS = "PromptStrip { height: 8; }"

    def __init__(self, look: Look, ascii_only: bool = False, *, id: str | None = None) -> None:
        super().__init__(look, ascii_only, id=id)
        self._view = StripView()

    def show(self, view: StripView) -> None:
        """Show another prompt, or the same one changed."""
        if view != self._view:
            self._view = view
            self.changed()

    def lines(self, width: int) -> list[Line]:
        return strip_lines(self._view, width, self.size.height)


class Rule(Drawn):
    """One horizontal rule with words in it."""

    def __init__(self, look: Look, ascii_only: bool = False, *, id: str | None = None) -> None:
        super().__init__(look, ascii_only, id=id)
        self._view = RuleView()

    def show(self, view: RuleView) -> None:
        """Show other words."""
        if view != self._view:
            self._view = view
            self.changed()

    def lines(self, width: int) -> list[Line]:
        return [rule_line(self._view, width)]
