"""The odds panel, which takes the place of the log: groups in the order of the chain, bars on one scale."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from crittui.tui import cells
from crittui.tui.drawing import blank, length
from crittui.tui.odds_views import OddsGroup, OddsRow, OddsView
from crittui.tui.views import Line, Look, Span
from crittui.tui.widgets.drawn import Drawn
from crittui.tui.widgets.strip import REFUSED

BAR_CELLS, LEAST_BAR = 25, 15
"""Cells of a bar that is certain: 4 % each, and how short it gets for the sake of long labels."""
LEFT = 1
FIGURES, MOST_FIGURES = 21, 37
"""Where the figures end: at least, and at most."""
GAP = 2
LEAST_PANEL = 6  # rows below which only the first group of all has room
LEAST = 2  # rows of a group that are not its own: its head, and the blank one before it


def odds_lines(view: OddsView, width: int, height: int) -> list[Line]:
    """The panel in `width` x `height` cells; the last row says how the figures were found."""
    beside = max(1, width - LEFT - GAP - cells.width(view.title))
    words = cells.cut(view.words if cells.width(view.words) <= beside else view.short or view.words, beside)
    lines: list[Line] = [(blank(LEFT), Span(view.title, "accent", bold=True), blank(GAP), Span(words, bold=False))]
    lines += _refusal(view, width)
    if height < LEAST_PANEL and view.groups:
        first = min(view.groups, key=lambda group: group.rank)
        return [*lines, *(_row(row, _edge(first.rows, width), width) for row in first.rows)][:height]
    room = height - 2 if view.foot else height
    groups = fitting(view.groups, room - 2)
    edge = _edge([row for group in groups for row in group.rows], width)
    for group in groups:
        lines += [(), _head(group, edge, width), *(_row(row, edge, width) for row in group.rows)]
    lines = lines[: max(1, room)]
    if view.foot and height > 2:
        lines += [()] * (height - 1 - len(lines))
        lines.append((blank(LEFT + 1), Span(cells.cut(view.foot, width - LEFT - 1), "muted")))
    return lines


def _refusal(view: OddsView, width: int) -> list[Line]:
    """Why it may not be, and what would be needed."""
    if not view.refusal:
        return []
    room = width - LEFT - GAP - 1
    mark, rest = (Span(REFUSED, "maimed"), blank(1)), (blank(2),)
    told = [Span(words, bold=True, reverse=view.shaken) for words in cells.wrapped(view.refusal, room)]
    told += [Span(words, "muted") for words in cells.wrapped(view.hint, room) if words]
    return [(), *((blank(LEFT + 1), *(rest if n else mark), span) for n, span in enumerate(told))]


def fitting(groups: Sequence[OddsGroup], rows: int) -> list[OddsGroup]:
    """The groups that fit into so many rows, a blank one between two; the first one stays whatever happens.

    What is left out comes back, an open one with its first rows, where there is room for it.
    """
    kept = list(range(len(groups)))
    while len(kept) > 1 and _height([groups[index] for index in kept]) > rows:
        kept.remove(max(kept, key=lambda index: (groups[index].rank, index)))
    shown = {index: groups[index] for index in kept}
    for index, group in sorted(enumerate(groups), key=lambda entry: (entry[1].rank, entry[0])):
        spare = rows - _height(list(shown.values())) - LEAST
        if index not in shown and spare >= (1 if group.open else len(group.rows)):
            shown[index] = replace(group, rows=group.rows[:spare])
    return [shown[index] for index in sorted(shown)]


def _height(groups: Sequence[OddsGroup]) -> int:
    return sum(len(group.rows) + LEAST for group in groups) - 1


def _edge(rows: Sequence[OddsRow], width: int) -> int:
    """Where the figures end, so that no label is cut while the bars are still long enough to compare."""
    wanted = max((_start(row) + cells.width(row.label) + 1 + cells.width(row.figure) for row in rows), default=0)
    spare = min(MOST_FIGURES, width - BAR_CELLS - GAP)
    return max(FIGURES, spare, min(wanted, MOST_FIGURES, width - LEAST_BAR - GAP))


def _start(row: OddsRow) -> int:
    return LEFT + 1 + row.indent


def _head(group: OddsGroup, edge: int, width: int) -> Line:
    """The name of a group, its note over the bars, or further to the left where it is too long for that."""
    after = max(FIGURES + GAP, min(edge + GAP, width - cells.width(group.note)))
    name: Line = (blank(LEFT), Span(cells.cut(group.name, after - LEFT - 1), "muted"))
    return (*name, blank(after - length(name)), Span(group.note, "muted")) if group.note else name


def _row(row: OddsRow, edge: int, width: int) -> Line:
    start = _start(row)
    label = Span(cells.cut(row.label, edge - start - cells.width(row.figure) - 1))
    line: Line = (blank(start), label)
    figure = Span(row.figure, row.role, bold=True)
    line = (*line, blank(edge - length(line) - length((figure,))), figure)
    drawn = bar(row.share, max(0, min(BAR_CELLS, width - edge - GAP)))
    return (*line, blank(GAP), Span(drawn, row.role)) if drawn else line


def bar(share: float, certain: int = BAR_CELLS) -> str:
    """A chance as a bar, `certain` cells long for 1: half cells count; what is possible is never quite without ink."""
    halves = round(share * certain * 2)
    halves = max(halves, 1) if share > 0 and certain else 0
    return "▄" * (halves // 2) + "▖" * (halves % 2)


class OddsPane(Drawn):
    """The panel as a pane."""

    DEFAULT_CSS = "OddsPane { width: 100%; height: 100%; }"

    def __init__(self, look: Look, ascii_only: bool = False, *, id: str | None = None) -> None:
        super().__init__(look, ascii_only, id=id)
        self.shown = OddsView()

    def show(self, view: OddsView) -> None:
        """Show other odds."""
        if view != self.shown:
            self.shown = view
            self.changed()

    def lines(self, width: int) -> list[Line]:
        return odds_lines(self.shown, width, self.size.height)
