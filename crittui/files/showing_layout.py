"""How `crittui show` sets its lines: names in a column, their texts beside it, wrapped to the width."""

from __future__ import annotations

import shutil
import textwrap
from collections.abc import Iterable, Iterator

from crittui.records import dataclass

WIDEST = 100
NARROWEST = 60
INDENT = 2
WIDEST_NAME = 28


@dataclass(frozen=True, slots=True)
class Entry:
    """A name and what is told of it; `depth` is how far it is indented. Without a name the text has the whole line."""

    name: str
    text: str = ""
    depth: int = 1


def width() -> int:
    """The columns to write in: those of the terminal, 60 to 100; 100 where there is none."""
    return max(NARROWEST, min(WIDEST, shutil.get_terminal_size((WIDEST, 24)).columns))


def laid_out(entries: Iterable[Entry], columns: int) -> Iterator[str]:
    """The lines of one section. A name too long for the column stands on a line of its own."""
    found = list(entries)
    most = min(WIDEST_NAME, columns // 3)
    names = (len(_lead(one)) for one in found if one.text and one.name)
    column = max((length for length in names if length <= most), default=most) + 2
    for one in found:
        yield from _lines(one, column, columns)


def _lead(entry: Entry) -> str:
    return " " * INDENT * entry.depth + entry.name


def _lines(entry: Entry, column: int, columns: int) -> Iterator[str]:
    lead = _lead(entry)
    if not entry.text:
        yield from wrapped(entry.name, INDENT * entry.depth, columns)
        return
    if not entry.name:
        yield from wrapped(entry.text, INDENT * entry.depth, columns)
        return
    first, *rest = wrapped(entry.text, column, columns)
    if len(lead) < column - 1:
        yield lead + first[len(lead) :]
    else:
        yield lead
        yield first
    yield from rest


def wrapped(text: str, margin: int, columns: int) -> list[str]:
    """The text in lines of at most `columns`, all behind the margin."""
    room = max(columns - margin, 12)
    lines = textwrap.wrap(text, room, break_long_words=False, break_on_hyphens=False) or [""]
    return [" " * margin + line for line in lines]
