"""The odds panel, which takes the place of the log: groups in the order of the chain, bars on one scale."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from crittui.tui import cells
from crittui.tui.drawing import blank, length
from crittui.tui.odds_views import OddsGroup, OddsRow, OddsView
from crittui.tui.views import Line, Look, Span
from crittui.tui.widgets.drawn import Drawn

BAR_CELLS = 25
"""Cells of a bar that is certain: 4 % each."""
LEFT = 1
FIGURES, MOST_FIGURES = 21, 37
"""Where the figures end: at first, and where there is room for long labels."""
GAP = 2
LEAST = 2  # rows of a group that are not its own: its head, and the blank one before it


def odds_lines(view: OddsView, width: int, height: int) -> list[Line]:
    """The panel in `width` x `height` cells; the last row says how the figures were found."""
    words = cells.cut(view.words, max(1, width - LEFT - GAP - cells.width(view.title)))
    lines: list[Line] = [(blank(LEFT), Span(view.title, "accent", bold=True), blank(GAP), Span(words, bold=False))]
    room = height - 2 if view.foot else height
    edge = _edge(width)
    for group in fitting(view.groups, room - 2):
        lines += [(), _head(group, edge), *(_row(row, edge, width) for row in group.rows)]
    lines = lines[: max(1, room)]
    if view.foot and height > 2:
        lines += [()] * (height - 1 - len(lines))
        lines.append((blank(LEFT + 1), Span(cells.cut(view.foot, width - LEFT - 1), "muted")))
    return lines


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


def _edge(width: int) -> int:
    return max(FIGURES, min(MOST_FIGURES, width - BAR_CELLS - GAP))


def _head(group: OddsGroup, edge: int) -> Line:
    name: Line = (blank(LEFT), Span(cells.cut(group.name, edge + GAP - LEFT - 1), "muted"))
    return (*name, blank(edge + GAP - length(name)), Span(group.note, "muted")) if group.note else name


def _row(row: OddsRow, edge: int, width: int) -> Line:
    start = LEFT + 1 + row.indent
    label = Span(cells.cut(row.label, edge - start - cells.width(row.figure) - 1))
    line: Line = (blank(start), label)
    figure = Span(row.figure, row.role, bold=True)
    line = (*line, blank(edge - length(line) - length((figure,))), figure)
    drawn = bar(row.share, min(BAR_CELLS, width - edge - GAP))
    return (*line, blank(GAP), Span(drawn, row.role)) if drawn else line


def bar(share: float, room: int = BAR_CELLS) -> str:
    """A chance as a bar: half cells count; what is possible at all is never quite without ink."""
    halves = round(share * BAR_CELLS * 2)
    halves = max(halves, 1) if share > 0 else 0
    return ("▄" * (halves // 2) + "▖" * (halves % 2))[: max(0, room)]


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
