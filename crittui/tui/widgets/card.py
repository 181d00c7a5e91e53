"""The card of a critical or a fumble: a reversed block that can be read across the table."""

from __future__ import annotations

from crittui.tui import cells
from crittui.tui.lettering import large, spaced
from crittui.tui.views import CardView, Line, Look, Span
from crittui.tui.widgets.drawn import Drawn

HEIGHT = 7
_EDGE = 2
_BESIDE = 31  # where the faces stand at least, so that they keep their place from card to card


def card_lines(view: CardView, width: int, ascii_only: bool = False) -> list[Line]:
    """The card in seven rows, every cell of it in its tone."""
    room = max(1, width - 2 * _EDGE)
    word = _word(view.word, room, ascii_only)
    column = max(_EDGE + cells.width(word[0]) + 2, _BESIDE if width >= _BESIDE + 17 else 0)
    rows = ["", *word, "", "", ""]
    beside = [" · ".join(str(face) for face in view.faces), view.words]
    if all(column + cells.width(text) <= width - 1 for text in beside):
        rows[1:3] = [_at(column, row, text) for row, text in zip(word[:2], beside, strict=True)]
    else:
        rows[4] = cells.cut("  ".join(text for text in beside if text), room)
    pools = "  ".join(view.pools)
    if cells.width(view.wound) <= column - _EDGE - 1 and column + cells.width(pools) <= width:
        rows[5] = _at(column, view.wound, pools)
    else:
        rows[5], rows[6] = cells.cut(view.wound, room), cells.cut(pools, room)
    return [_reversed(" " * _EDGE + row, width, view.tone) for row in rows]


def _word(word: str, room: int, ascii_only: bool) -> tuple[str, str, str]:
    word = cells.clean(word)
    shape = None if ascii_only else large(word, room)
    if shape is not None:
        return shape
    text = cells.cut(spaced(word, room), room)
    line = ("*" if ascii_only else "━") * cells.width(text)
    return line, text, line


def _at(column: int, start: str, text: str) -> str:
    return cells.left(start, column - _EDGE) + text


def _reversed(text: str, width: int, tone: str) -> Line:
    return (Span(cells.left(text, width), tone, bold=True, reverse=True),)


class Card(Drawn):
    """The card at the foot of the log."""

    DEFAULT_CSS = f"Card {{ height: {HEIGHT}; }}"

    def __init__(self, look: Look, ascii_only: bool = False, *, id: str | None = None) -> None:
        super().__init__(look, ascii_only, id=id)
        self._view = CardView("")

    def show(self, view: CardView) -> None:
        """Show another card."""
        if view != self._view:
            self._view = view
            self.changed()

    def lines(self, width: int) -> list[Line]:
        return card_lines(self._view, width, self.ascii_only)
