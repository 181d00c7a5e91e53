"""Rows of cells: pieces of text in colour roles, put at columns, cut, wrapped and padded to an exact width."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import field, replace
from functools import lru_cache
from typing import NamedTuple

from rich.cells import cell_len

from crittui.records import dataclass
from crittui.tui import cells
from crittui.tui.glyphs import ELLIPSIS, written


class Piece(NamedTuple):
    """A run of text in one colour role. `marks` are letters: Bold, Italic, Underlined, Reversed, Struck through."""

    text: str
    role: str = "text"
    marks: str = ""


Row = tuple[Piece, ...]
WIDEST = 2


clean = lru_cache(maxsize=8192)(cells.clean)
"""`cells.clean`, for the same few texts again and again."""


def piece(text: str, role: str = "text", marks: str = "") -> Piece:
    """A piece whose text is safe to show and to measure."""
    return Piece(clean(text), role, marks)


def shortened(text: str, most: int) -> str:
    """`text` in at most `most` cells; the ellipsis stands where it was cut, behind a blank too."""
    if cell_len(text) <= most:
        return text
    return cells.head(text, most - 1) + ELLIPSIS if most > 0 else ""


def length(pieces: Iterable[Piece]) -> int:
    """Cells that the pieces take."""
    return sum(cell_len(p.text) for p in pieces)


@dataclass
class Writer:
    """Puts pieces one behind another; `at` is the column of the next one."""

    pieces: list[Piece] = field(default_factory=list)
    at: int = 0

    def put(self, *pieces: Piece) -> Writer:
        for p in pieces:
            if p.text:
                self.pieces.append(p)
                self.at += cell_len(p.text)
        return self

    def to(self, column: int) -> Writer:
        """Go on at `column`, or where we are if that is further."""
        if column > self.at:
            self.put(Piece(" " * (column - self.at)))
        return self

    @property
    def row(self) -> Row:
        return tuple(self.pieces)


def words(pieces: Iterable[Piece], most: int) -> Iterator[Row]:
    """The words of a text, each with the piece it belongs to; one longer than `most` cells is broken.

    Pieces that touch without a blank between them make one word.
    """
    word: list[Piece] = []
    for p in pieces:
        parts = p.text.split(" ")
        for index, part in enumerate(parts):
            if index and word:
                yield from _broken(word, most)
                word = []
            if part:
                word.append(p._replace(text=part))
    if word:
        yield from _broken(word, most)


def _broken(word: list[Piece], most: int) -> Iterator[Row]:
    if length(word) <= most:
        yield tuple(word)
        return
    for p in word:
        rest = p.text
        while rest:
            part = cells.head(rest, most) or rest[0]
            yield (p._replace(text=part),)
            rest = rest[len(part) :]


def wrap(pieces: Iterable[Piece], width: int, first: int = 0, indent: int = 0) -> list[Row]:
    """The words in rows of at most `width` cells, beginning at column `first`, then at `indent`.

    Rows begin at column 0 with blanks; the first row leaves out those of `first`.
    """
    indent = indent if indent + WIDEST <= width else 0
    rows: list[list[Piece]] = [[]]
    at = first
    fresh = True
    for word in words(pieces, max(1, width - indent)):
        size = length(word)
        if not fresh and at + 1 + size > width or fresh and at + size > width and at > indent:
            rows.append([Piece(" " * indent)] if indent else [])
            at, fresh = indent, True
        if not fresh:
            joint = rows[-1][-1]
            same = joint.role == word[0].role and joint.marks == word[0].marks
            rows[-1].append(Piece(" ", *(joint[1:] if same else ("text", ""))))
            at += 1
        rows[-1].extend(word)
        at += size
        fresh = False
    return [tuple(_joined(row)) for row in rows]


INKED = frozenset("urs")


def _joined(row: Iterable[Piece]) -> Iterator[Piece]:
    """The pieces with neighbours put together that look alike; a blank looks like anything without ink."""
    last: Piece | None = None
    for p in row:
        if last is not None and (last[1:] == p[1:] or _unseen(last, p)):
            last = last._replace(text=last.text + p.text)
            continue
        if last is not None and _unseen(p, last):
            last = p._replace(text=last.text + p.text)
            continue
        if last is not None:
            yield last
        last = p
    if last is not None:
        yield last


def _unseen(last: Piece, p: Piece) -> bool:
    return p.text.isspace() and INKED.isdisjoint(last.marks) and INKED.isdisjoint(p.marks)


@dataclass(frozen=True, slots=True)
class Sheet:
    """What a row is written on: `width` cells in all, of which the first is the bleed column.

    `face_column` is the cell behind the dice. Text never takes more than `MOST` cells.
    """

    width: int
    face_column: int = 12
    ascii_only: bool = False

    @property
    def text(self) -> int:
        """Cells for text."""
        return max(0, min(self.width - 1, MOST))

    def narrowed(self, cells_off: int) -> Sheet:
        return replace(self, width=self.width - cells_off)

    def finished(self, row: Row, bleed: Piece = Piece(" "), fill: Piece = Piece(" ")) -> Row:  # noqa: B008
        """`row` behind the bleed column as exactly `width` cells; what is missing is filled like `fill`."""
        room = self.width
        done: list[Piece] = []
        for p in (bleed, *row):
            text = written(p.text, self.ascii_only)
            if cell_len(text) > room:
                text = cells.head(text, room)
            if text:
                done.append(p._replace(text=text))
                room -= cell_len(text)
        if room:
            done.append(fill._replace(text=" " * room))
        return tuple(_joined(done))


MOST = 100
