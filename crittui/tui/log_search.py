"""Words looked for in the log: which lines hold them, and which cells of a row show them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import fields

from crittui.session.lines import UNSEEN, Line
from crittui.tui import cells
from crittui.tui.log_rows import Piece, Row

_SILENT = ("needs", "number", "where", "rule", "details", "tone", "verdict", "sign", "by", "dice", "mark")


def holds(line: Line, wanted: str) -> bool:
    """Whether a line says `wanted` (in lower case) in its words or numbers."""
    if isinstance(line, UNSEEN):
        return False
    return any(wanted in word.casefold() for word in said(line))


def said(line: Line) -> Iterator[str]:
    """The words and numbers of a line."""
    for field in fields(line):
        if field.name not in _SILENT:
            yield from _words(getattr(line, field.name))


def _words(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, int) and not isinstance(value, bool):
        yield cells.number(value)
    elif isinstance(value, tuple):
        for part in value:
            yield from _words(part)


def lit(row: Row, wanted: str) -> tuple[Row, bool]:
    """`row` with the hits reversed and the rest dimmed, and whether there is a hit."""
    text = "".join(p.text for p in row)
    folded = text.casefold()
    if not wanted or len(folded) != len(text) or wanted not in folded:
        return tuple(dimmed(p) for p in row), False
    return tuple(_cut_out(row, list(_hits(folded, wanted)))), True


def dimmed(p: Piece) -> Piece:
    """A piece that stands back while something is looked for, and can still be read."""
    if p.text.isspace():
        return Piece(p.text)
    return Piece(p.text, "contour", "s" if "s" in p.marks else "")


def _hits(text: str, wanted: str) -> Iterator[tuple[int, int]]:
    at = text.find(wanted)
    while at >= 0:
        yield at, at + len(wanted)
        at = text.find(wanted, at + len(wanted))


def _cut_out(row: Row, hits: Sequence[tuple[int, int]]) -> Iterator[Piece]:
    start = 0
    for p in row:
        edges = {0, len(p.text)}
        for begin, end in hits:
            edges |= {e - start for e in (begin, end) if 0 < e - start < len(p.text)}
        cuts = sorted(edges)
        for begin, end in zip(cuts, cuts[1:], strict=False):
            part = p._replace(text=p.text[begin:end])
            hit = any(b <= start + begin and start + end <= e for b, e in hits)
            yield Piece(part.text, "accent", "r") if hit else dimmed(part)
        start += len(p.text)
