"""The list of combatants.

Three columns side by side, each a widget of its own: a pool that slides repaints its own cells and nothing else.
"""

from __future__ import annotations

from typing import NamedTuple

from textual.app import ComposeResult
from textual.geometry import Region, Size
from textual.layout import Layout
from textual.widget import Widget

from crittui.tui import cells
from crittui.tui.drawing import NOTHING, blank
from crittui.tui.views import CombatantsView, CombatantView, Line, Look, MarkView, PoolView, Span
from crittui.tui.widgets.drawn import Fitted, Rows
from crittui.tui.widgets.fixed import Fixed
from crittui.tui.widgets.pool_bar import EMPTY, bar, changing, figure

_TURN = "▸"
_NUMBER = 4
_LONGEST_NAME = 31


class Columns(NamedTuple):
    """Widths of the list's parts: a margin, the names, the first pool's bar, the second pool; marks take two more."""

    margin: int
    name: int
    bar: int
    second: int

    @property
    def names(self) -> int:
        """The column of turn, pick number and name."""
        return self.margin + 3 + self.name

    @property
    def pool(self) -> int:
        """The column of the first pool."""
        return _NUMBER + (self.bar + 1 if self.bar else 0)


def columns(width: int, pools: int) -> Columns:
    """The parts of a list `width` cells wide that shows `pools` pools (more than two count as two)."""
    if width < 25:
        return Columns(0, max(1, width - 10), 0, 0)
    margin, length = (1, 8) if width >= 50 else (0, 5)
    spare = 1 if 38 <= width < 50 else 0
    second = 5 if pools > 1 else 0
    if pools == 1:
        length += 5
    name = width - margin - spare - 3 - _NUMBER - 1 - length - second - 2
    return Columns(margin, min(name, _LONGEST_NAME) if margin else name, length, second)


def window(count: int, room: int, focus: int, first: int) -> int:
    """The first of `room` rows to show of `count` so that `focus` is among them; it moves only when it must."""
    last = max(0, count - room)
    if not first <= focus < first + room:
        first = focus - room // 2
    return min(max(first, 0), last)


def names_line(row: CombatantView, at: Columns) -> Line:
    """Turn, pick number and name."""
    out = bool(row.word)
    key = Span(row.key or " ", "contour" if out else "accent", bold=not out)
    if row.chosen:
        key = Span(row.key or " ", "accent", bold=True, reverse=True)
    role = "contour" if out else "muted" if row.hidden else "text"
    apart = at.name - (cells.width(row.word) >= _NUMBER)  # a word as wide as its column leaves no blank before it
    name = Span(cells.left(cells.cut(row.name, apart), at.name), role, bold=row.turn, italic=row.hidden)
    return (blank(at.margin), Span(_TURN if row.turn else " ", "accent"), key, blank(1), name)


def pool_line(row: CombatantView, at: Columns) -> Line:
    """The first pool, or the word that stands for it, and its bar."""
    if row.word:
        word = cells.cut(row.word, at.pool)
        word = cells.right(word, _NUMBER) if cells.width(word) <= _NUMBER else word
        return (Span(word, "contour"), blank(1), Span(EMPTY * min(at.bar, at.pool - cells.width(word) - 1), "faint"))
    if not row.pools:
        return ()
    pool = row.pools[0]
    number = _number(row, pool, pool.role if pool.role == "severed" else "text", True)
    return (*number, blank(1), *bar(pool, at.bar, "muted" if row.hidden else "text"))


def rest_line(row: CombatantView, at: Columns) -> Line:
    """The second pool and the marks."""
    line: Line = (blank(1),)
    if at.second and len(row.pools) > 1:
        pool = row.pools[1]
        line = (*_number(row, pool, pool.role, pool.role != "text"), blank(1))
    elif at.second:
        line = (blank(at.second),)
    elif at.bar:
        line = (NOTHING,)
    return line + _marks(row.marks, bool(row.word))


def _number(row: CombatantView, pool: PoolView, role: str, bold: bool) -> Line:
    text = figure(pool.value)
    if pool.lost:
        text = cells.right(text, 3)
        return (blank(_NUMBER - cells.width(text)), changing(pool, text))
    text = cells.right(text, _NUMBER)
    if row.word:
        return (Span(text, "contour"),)
    if row.hidden:
        return (Span(text, "muted", italic=True),)
    return (Span(text, role, bold=bold),)


def _marks(marks: tuple[MarkView, ...], out: bool) -> Line:
    shown = [Span(mark.glyph, "contour" if out else mark.role) for mark in marks[:2]]
    return (shown[0], Span("+", "muted")) if len(marks) > 2 else tuple(shown)


def heads_line(view: CombatantsView, at: Columns, shown: tuple[int, int]) -> tuple[Line, Line, Line]:
    """The heads of the three columns; `shown` are the first row and the number of rows that are shown."""
    first, room = shown
    hidden = room < len(view.rows)
    some = view.some.format(number=f"{first + 1}-{first + room}", count=len(view.rows))
    words = some if hidden else view.head
    first_pool = cells.clean(view.pools[0]) if view.pools else ""
    left_over = max(0, cells.width(first_pool) - _NUMBER)
    lead = blank(at.margin + 3)
    if at.name - cells.width(words) > left_over:
        tail = cells.head(first_pool, left_over)
        rest = first_pool[len(tail) :]
        name: Line = (lead, Span(cells.left(words, at.name - left_over) + tail, "muted"))
    else:
        rest, name = cells.cut(first_pool, _NUMBER), (lead, Span(cells.cut(words, at.name), "muted"))
    second = view.pools[1] if at.second and len(view.pools) > 1 else ""
    long = max(0, cells.width(second) - _NUMBER)
    over = min(long, at.bar)
    second = cells.cut(second, _NUMBER + over)
    start = cells.head(second, over)
    pool: Line = (Span(cells.right(rest, _NUMBER), "muted"), Span(cells.right(start, at.bar + 1), "muted"))
    return name, pool, (Span(cells.right(second[len(start) :], _NUMBER), "muted"),)


class Combatants(Fitted):
    """The combatants under their column heads; of too many, those around the one who was last looked at."""

    DEFAULT_CSS = "Combatants { width: 100%; height: 7; overflow: hidden hidden; }"

    def __init__(self, look: Look, ascii_only: bool = False, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._view = CombatantsView()
        self._first = self._focus = 0
        self._row_lines: dict[str, tuple[CombatantView, Columns, tuple[Line, Line, Line]]] = {}
        self._kept_heads: tuple[object, tuple[Line, Line, Line]] | None = None
        self._columns = (
            Rows(self._names, look, ascii_only),
            Rows(self._pools, look, ascii_only),
            Rows(self._rest, look, ascii_only),
        )
        self._side_by_side = Fixed(self._places)

    @property
    def layout(self) -> Layout:
        return self._side_by_side

    def compose(self) -> ComposeResult:
        yield from self._columns

    def show(self, view: CombatantsView) -> None:
        """Show these combatants; what has not changed is not written again."""
        before, self._view = self._view, view
        if view == before:
            return
        self._focus = _focus(before, view, self._focus)
        width = self.size.width
        if columns(width, len(before.pools)) != columns(width, len(view.pools)):
            self._columns[0].refresh(repaint=False, layout=True)
        for column in self._columns:
            column.changed()

    def restyle(self) -> None:
        """Repaint everything, in the colours that `look` now gives."""
        for column in self._columns:
            column.restyle()

    def _places(self, size: Size) -> dict[Widget, Region]:
        at = columns(size.width, len(self._view.pools))
        edges = (0, at.names, at.names + at.pool, size.width)
        return {
            column: Region(start, 0, max(0, end - start), size.height)
            for column, start, end in zip(self._columns, edges, edges[1:], strict=False)
        }

    def _shown(self) -> tuple[Columns, tuple[CombatantView, ...], tuple[int, int]]:
        """The columns, the rows in sight, the first of them and how many they are."""
        rows = self._view.rows
        width, height = self.outer_size
        room = min(max(0, height - 1), len(rows))
        self._first = window(len(rows), room, self._focus, self._first)
        at = columns(width, len(self._view.pools))
        return at, rows[self._first : self._first + room], (self._first, room)

    def _names(self) -> list[Line]:
        return self._column(0)

    def _pools(self) -> list[Line]:
        return self._column(1)

    def _rest(self) -> list[Line]:
        return self._column(2)

    def _column(self, number: int) -> list[Line]:
        at, rows, shown = self._shown()
        return [self._heads(at, shown)[number], *(self._lines(row, at)[number] for row in rows)]

    def _heads(self, at: Columns, shown: tuple[int, int]) -> tuple[Line, Line, Line]:
        """The heads of the columns, kept for as long as nothing in them changes."""
        view = self._view
        made_of = view.head, view.some, view.pools, len(view.rows), at, shown
        if self._kept_heads is None or self._kept_heads[0] != made_of:
            self._kept_heads = made_of, heads_line(view, at, shown)
        return self._kept_heads[1]

    def _lines(self, row: CombatantView, at: Columns) -> tuple[Line, Line, Line]:
        """The three parts of a row, kept for as long as the row is the same object."""
        kept = self._row_lines.get(row.id)
        if kept is None or kept[0] is not row or kept[1] != at:
            kept = self._row_lines[row.id] = row, at, (names_line(row, at), pool_line(row, at), rest_line(row, at))
        return kept[2]


def _focus(before: CombatantsView, view: CombatantsView, focus: int) -> int:
    """The row to keep in sight: the turn when it moved, else the chosen one when that moved."""
    for what in ("turn", "chosen"):
        was = [row.id for row in before.rows if getattr(row, what)]
        now = [index for index, row in enumerate(view.rows) if getattr(row, what)]
        if now and [view.rows[index].id for index in now] != was:
            return now[0]
    return min(focus, max(0, len(view.rows) - 1))
