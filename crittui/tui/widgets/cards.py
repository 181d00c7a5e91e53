"""The cards of a wide screen: who has the turn, who is looked at, and what the key for the same again would do."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from crittui.records import dataclass
from crittui.tui.drawing import blank, shortened
from crittui.tui.views import AgainView, CardsView, CreatureView, FigureView, Line, Look, Span
from crittui.tui.widgets.creature import card_groups, stacked
from crittui.tui.widgets.drawn import Drawn

_OF_TURN = {"scores": 4, "weapons": 3, "marks": 2, "pools": 1}
_OF_TARGET = {"pools": 10, "marks": 9, "scores": 5, "weapons": 0}
_ALONE = {"pools": 10, "marks": 9, "scores": 5, "weapons": 4}
_AGAIN = 7


@dataclass(frozen=True, slots=True)
class Part:
    """Some rows that are shown together or not at all; of too many parts the one of the least `worth` goes first."""

    worth: int
    rows: tuple[Line, ...]


@dataclass(frozen=True, slots=True)
class Block:
    """Parts under a head, which goes with the last of them."""

    head: Line
    parts: tuple[Part, ...]


def cards_lines(view: CardsView, width: int, height: int) -> list[Line]:
    """Cards one below the other, what matters least left out where there is no room for all."""
    blocks = _blocks(view, width)
    while len(_piled(blocks, 1)) > height and sum(len(block.parts) for block in blocks) > 1:
        blocks = _without_least(blocks)
    lines = _piled(blocks, 2)
    return lines if len(lines) <= height else _piled(blocks, 1)


def _blocks(view: CardsView, width: int) -> list[Block]:
    cards = ((view.turn, _OF_TURN if view.target else _ALONE), (view.target, _OF_TARGET))
    blocks = [_card(creature, width, worth) for creature, worth in cards if creature is not None]
    return blocks if view.again is None else [*blocks, _again(view.again, width)]


def _card(view: CreatureView, width: int, worth: Mapping[str, int]) -> Block:
    head, *groups = card_groups(view, width).items()
    return Block(head[1][0], tuple(Part(worth[name], tuple(rows)) for name, rows in groups))


def _again(view: AgainView, width: int) -> Block:
    rows: list[Line] = [(blank(3), Span(view.key, "accent", bold=True), blank(1), Span(view.words))]
    if view.figures:
        rows.append((blank(3), *_figures(view.figures)))
    elif view.note:
        rows.append((blank(3), Span(view.note, "muted")))
    return Block((blank(1), Span(view.title, "muted")), (Part(_AGAIN, tuple(shortened(r, width - 2) for r in rows)),))


def _figures(figures: Sequence[FigureView]) -> Line:
    line: Line = ()
    for figure in figures:
        line += (blank(2 if line else 0), Span(figure.name, "muted"), blank(2))
        line += (Span(figure.value, figure.role, bold=True),)
    return line


def _piled(blocks: Sequence[Block], gap: int) -> list[Line]:
    lines: list[Line] = []
    for block in blocks:
        lines += [()] * (gap if lines else 0)
        lines += stacked([[block.head], *(list(part.rows) for part in block.parts)])
    return lines


def _without_least(blocks: Sequence[Block]) -> list[Block]:
    least = min((part for block in blocks for part in block.parts), key=lambda part: part.worth)
    kept = [Block(block.head, tuple(part for part in block.parts if part is not least)) for block in blocks]
    return [block for block in kept if block.parts]


class Cards(Drawn):
    """The cards below the list of a wide screen."""

    def __init__(self, look: Look, ascii_only: bool = False, *, id: str | None = None) -> None:
        super().__init__(look, ascii_only, id=id)
        self._view = CardsView()

    def show(self, view: CardsView) -> None:
        """Show other cards; rows that stay as they are are not written again."""
        if view != self._view:
            self._view = view
            self.changed()

    def lines(self, width: int) -> list[Line]:
        return cards_lines(self._view, width, self.size.height)
