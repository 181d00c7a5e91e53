"""Drawings in a file: rows of characters, each between two bars, so that their width can be seen."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator

from crittui.files.entries import text_at
from crittui.files.nodes import Block
from crittui.records import dataclass
from crittui.rules.source import Position, Problems, Source

BAR = "|"


@dataclass(frozen=True, slots=True)
class Drawing:
    """The rows without their bars, and the index in the file at which each begins."""

    source: Source
    rows: tuple[str, ...]
    starts: tuple[int, ...]

    def position(self, row: int, column: int) -> Position:
        """The place in the file of a cell."""
        return self.source.position(self.starts[row] + column)


def read_drawing(block: Block, key: str, problems: Problems) -> Drawing | None:
    """The drawing under `key`, None when there is none; rows without bars and wide characters are problems."""
    text = text_at(block, key, problems)
    if text is None:
        return None
    rows = list(_rows(text.source, text.start, text.raw, problems))
    if not rows:
        problems.add(text.position, "picture-rows", f"{key!r} has no rows", "write each row between two bars")
        return None
    drawing = Drawing(text.source, tuple(row for _, row in rows), tuple(start for start, _ in rows))
    _check_widths(drawing, problems)
    return drawing


def _rows(source: Source, start: int, raw: str, problems: Problems) -> Iterator[tuple[int, str]]:
    index = start
    for line in raw.split("\n"):
        row = line.strip()
        left = index + len(line) - len(line.lstrip())
        if len(row) >= 2 and row[0] == BAR and row[-1] == BAR:
            yield left + 1, row[1:-1]
        elif row:
            message = "a row stands between two bars, this one does not"
            problems.add(source.position(left), "picture-bars", message, "write |...|")
        index += len(line) + 1


def _check_widths(drawing: Drawing, problems: Problems) -> None:
    for number, row in enumerate(drawing.rows):
        for column, char in enumerate(row):
            if not char.isprintable() or unicodedata.combining(char) or unicodedata.east_asian_width(char) in "WF":
                message = f"the character {char!r} is not one cell wide"
                problems.add(drawing.position(number, column), "picture-wide", message, "use another one")
