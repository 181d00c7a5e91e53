"""From spans in colour roles to the strips that Textual writes."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from rich.segment import Segment
from rich.style import Style
from textual.strip import Strip

from crittui.tui import cells
from crittui.tui.glyphs import written
from crittui.tui.views import Line, Look, Span

NOTHING = Span("")
BACKGROUND = "background"
FILL = "fill"


def blank(count: int) -> Span:
    """So many blank cells."""
    return Span(" " * count)


def length(line: Iterable[Span]) -> int:
    """Cells that a line takes."""
    return sum(cells.width(span.text) for span in line)


def shortened(line: Iterable[Span], width: int) -> Line:
    """`line` cut to at most `width` cells."""
    kept: list[Span] = []
    for span in line:
        text = cells.cut(span.text, width)
        width -= cells.width(text)
        if text:
            kept.append(span._replace(text=text))
    return tuple(kept)


def style(span: Span, look: Look) -> Style:
    """The style of a span; an attribute that is not asked for is left as the role has it."""
    chosen = look(span.role) + look(FILL) if span.fill else look(span.role)
    if span.bold or span.reverse or span.italic or span.underline:
        return chosen + _attributes(span.bold, span.reverse, span.italic, span.underline)
    return chosen


@cache
def _attributes(bold: bool, reverse: bool, italic: bool, underline: bool) -> Style:
    return Style(bold=bold or None, reverse=reverse or None, italic=italic or None, underline=underline or None)


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
        _add(runs, text, style(span, look))
    if room > 0:
        _add(runs, " " * room, Style.null())
    ground = look(BACKGROUND)
    return Strip([Segment(text, ground + drawn) for text, drawn in runs], width)


def _add(runs: list[tuple[str, Style]], text: str, drawn: Style) -> None:
    """Put a run behind the others; blanks join a neighbour, for a change of style costs more than a cell."""
    if not runs:
        runs.append((text, drawn))
        return
    before, style_before = runs[-1]
    if style_before == drawn or (_unseen(text, drawn) and not _inked(style_before)):
        runs[-1] = (before + text, style_before)
    elif _unseen(before, style_before) and not _inked(drawn):
        runs[-1] = (before + text, drawn)
    else:
        runs.append((text, drawn))


def _unseen(text: str, style: Style) -> bool:
    return text.isspace() and not _inked(style)


def _inked(style: Style) -> bool:
    """Whether a blank in this style can be seen."""
    return bool(style.reverse or style.underline or style.strike or style.bgcolor)
