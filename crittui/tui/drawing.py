"""From spans in colour roles to the strips that Textual writes."""

from __future__ import annotations

from collections.abc import Iterable

from rich.segment import Segment
from rich.style import Style
from textual.strip import Strip

from crittui.tui import cells
from crittui.tui.glyphs import written
from crittui.tui.views import Look, Span

NOTHING = Span("")


def blank(count: int) -> Span:
    """So many blank cells."""
    return Span(" " * count)


def length(line: Iterable[Span]) -> int:
    """Cells that a line takes."""
    return sum(cells.width(span.text) for span in line)


def style(span: Span, look: Look) -> Style:
    """The style of a span; an attribute that is not asked for is left as the role has it."""
    chosen = look(span.role)
    if span.bold or span.reverse or span.italic or span.underline:
        return chosen + Style(
            bold=span.bold or None,
            reverse=span.reverse or None,
            italic=span.italic or None,
            underline=span.underline or None,
        )
    return chosen


def strip_of(line: Iterable[Span], width: int, look: Look, ascii_only: bool) -> Strip:
    """`line` as exactly `width` cells: what is too much is cut off, what is missing is blank."""
    runs: list[tuple[str, Style]] = []
    room = width
    for span in line:
        text = written(cells.clean(span.text), ascii_only)
        if cells.width(text) > room:
            text = cells.head(text, room)
        if not text:
            continue
        room -= cells.width(text)
        drawn = style(span, look)
        if runs and (runs[-1][1] == drawn or _invisible(text, drawn, runs[-1][1])):
            runs[-1] = (runs[-1][0] + text, runs[-1][1])
        else:
            runs.append((text, drawn))
    if room > 0:
        if runs and not _inked(runs[-1][1]):
            runs[-1] = (runs[-1][0] + " " * room, runs[-1][1])
        else:
            runs.append((" " * room, Style.null()))
    return Strip([Segment(text, drawn) for text, drawn in runs], width)


def _invisible(text: str, style: Style, before: Style) -> bool:
    return text.isspace() and not _inked(style) and not _inked(before)


def _inked(style: Style) -> bool:
    """Whether a blank in this style can be seen."""
    return bool(style.reverse or style.underline or style.strike or style.bgcolor)
