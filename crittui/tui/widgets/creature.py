"""The creature whose body is shown: its line above the body, its conditions below, its card on a wide screen."""

from __future__ import annotations

from collections.abc import Sequence

from crittui.tui import cells
from crittui.tui.drawing import blank, length, shortened
from crittui.tui.views import CreatureView, Line, Look, MarkView, PoolView, ScoreView, Span
from crittui.tui.widgets.drawn import Drawn
from crittui.tui.widgets.pool_bar import bar

_NARROWEST_OPEN = 41  # from this width on, the pools follow the name instead of standing at the right edge
_CARD_BAR = 14
_CARD_COLUMN = 16  # where the scores of a card end, if their names leave it so
_LEAST_VALUE = 8  # of a weapon with a long name so much is told
_CARD_POOL = 22  # where the bar of a pool begins


def creature_line(view: CreatureView, width: int) -> Line:
    """Name and pools, or name and part, in one row."""
    pools = "  ".join(f"{cells.number(pool.value)}/{cells.number(pool.maximum)}" for pool in view.pools)
    tail = cells.cut(pools or view.part, max(0, width - 10))
    room = width - 2 - cells.width(tail)
    name = cells.cut(view.name, room - 1)
    gap = 3 if width >= _NARROWEST_OPEN and pools else max(1, room - cells.width(name))
    return (blank(1), Span(name, bold=True), blank(gap), Span(tail, "muted"))


def marks_line(marks: Sequence[MarkView], width: int) -> Line:
    """Conditions and wounds in words, as many as fit; then how many more there are."""
    line: Line = ()
    for number, mark in enumerate(marks):
        entry = (blank(2 if number else 1), *mark_words(mark))
        after = len(marks) - number - 1
        room = width - (len(f"  +{after}") if after else 0)
        if length((*line, *entry)) > room:
            left_out = after if not line else after + 1
            shown = line or shortened(entry, room)
            return (*shown, Span(f"  +{left_out}", "muted")) if left_out else shown
        line += entry
    return line


def mark_words(mark: MarkView) -> Line:
    """One condition or wound in words, its glyph in colour before it."""
    glyph: Line = (Span(mark.glyph, mark.role, bold=mark.role == "severed"), blank(1)) if mark.glyph else ()
    words: Line = (Span(mark.words, bold=not mark.plain),) if mark.words else ()
    detail: Line = (Span(f" {mark.detail}" if mark.words else mark.detail, "muted"),) if mark.detail else ()
    return glyph + words + detail


def card_lines(view: CreatureView, width: int) -> list[Line]:
    """The card of a creature: scores, weapons, pools and conditions, a blank row between the groups."""
    return stacked(list(card_groups(view, width).values()))


def card_groups(view: CreatureView, width: int) -> dict[str, list[Line]]:
    """The parts of a card that have rows, by name, the head first."""
    edge = width - 2
    names = max((cells.width(score.name) for score in view.scores), default=0)
    column = min(max(_CARD_COLUMN, names + 7), edge)
    groups: dict[str, list[Line]] = {
        "head": [_card_head(view, edge)],
        "scores": [_card_row(score, column, bold=True) for score in view.scores],
        "weapons": [_card_row(weapon, edge, bold=False) for weapon in view.weapons],
        "pools": [_card_pool(pool, index, edge) for index, pool in enumerate(view.pools)],
        "marks": [(blank(3), *mark_words(mark)) for mark in view.marks],
    }
    return {name: rows for name, rows in groups.items() if rows}


def stacked(groups: Sequence[list[Line]]) -> list[Line]:
    """Groups below each other: the second right under the head, a blank row before each later one."""
    lines: list[Line] = []
    for number, group in enumerate(groups):
        lines += [()] if number > 1 else []
        lines += group
    return lines


def _card_head(view: CreatureView, edge: int) -> Line:
    name = cells.left(view.name, max(1, edge - 2 - cells.width(view.part)))
    return (blank(1), Span(name, bold=True), blank(1), Span(view.part, "muted"))


def _card_row(score: ScoreView, edge: int, bold: bool) -> Line:
    name, value = cells.cut(score.name, edge - 5), cells.cut(score.value, edge - 5)
    if cells.width(name) + cells.width(value) + 4 > edge:
        value = cells.brief(value, max(_LEAST_VALUE, edge - 4 - cells.width(name)))
        name = cells.cut(name, max(1, edge - 4 - cells.width(value)))
    gap = max(1, edge - 3 - cells.width(name) - cells.width(value))
    return (
        blank(3),
        Span(name, "muted" if bold else "text"),
        blank(gap),
        Span(value, "text" if bold else "muted", bold=bold),
    )


def _card_pool(pool: PoolView, index: int, edge: int) -> Line:
    text = f"{cells.number(pool.value)}/{cells.number(pool.maximum)}"
    name = cells.left(pool.name, max(1, 16 - cells.width(text)))
    role = pool.role if index or pool.role == "severed" else "text"
    number = Span(text, role, bold=True)
    gap = max(1, 17 - cells.width(name) - cells.width(text))
    length = max(0, min(_CARD_BAR, edge - _CARD_POOL))
    return (blank(3), Span(name, "muted"), blank(gap), number, blank(2), *bar(pool, length, role))


class CreatureLine(Drawn):
    """Name and pools of the creature whose body is shown."""

    def __init__(self, look: Look, ascii_only: bool = False, *, id: str | None = None) -> None:
        super().__init__(look, ascii_only, id=id)
        self._view = CreatureView("")

    def show(self, view: CreatureView) -> None:
        """Show another creature, or the same one changed."""
        if view != self._view:
            self._view = view
            self.changed()

    def lines(self, width: int) -> list[Line]:
        return [creature_line(self._view, width)]


class MarksLine(Drawn):
    """Conditions in words, and the wounds that found no place beside the body."""

    def __init__(self, look: Look, ascii_only: bool = False, *, id: str | None = None) -> None:
        super().__init__(look, ascii_only, id=id)
        self._marks: tuple[MarkView, ...] = ()

    def show(self, marks: tuple[MarkView, ...]) -> None:
        """Show other conditions."""
        if marks != self._marks:
            self._marks = marks
            self.changed()

    def lines(self, width: int) -> list[Line]:
        return [marks_line(self._marks, width)]


class CreatureCard(CreatureLine):
    """Everything about a creature that a wide screen has room for."""

    DEFAULT_CSS = "CreatureCard { height: auto; }"

    def show(self, view: CreatureView) -> None:
        """Show another creature, or the same one changed; the card gets as high as it needs."""
        higher = len(card_lines(view, 38)) != len(card_lines(self._view, 38))
        super().show(view)
        if higher:
            self.styles.height = len(card_lines(view, 38))

    def lines(self, width: int) -> list[Line]:
        return card_lines(self._view, width)
