"""Text measured, cut and padded in terminal cells, never in characters.

Whatever comes from a file or a keyboard goes through `clean` before it is drawn, so that a control
sequence in a name is inert and every width that is computed here is the width on the screen.
"""

from __future__ import annotations

import unicodedata

from rich.cells import get_character_cell_size

from crittui.tui.glyphs import ELLIPSIS, MINUS

_MOST_MARKS = 2
_WIDEST = 2  # cells of a single character


def clean(text: str) -> str:
    """`text` on one line, without anything that could move the cursor or change the width of its neighbours.

    Line breaks and tabs become blanks; control characters, joiners, direction marks and lone surrogates go;
    of a heap of combining marks the first two stay.
    """
    if text.isascii() and text.isprintable():
        return text
    kept: list[str] = []
    marks = 0
    for character in text:
        category = unicodedata.category(character)
        if character in "\n\r\t\v\f" or category in ("Zl", "Zp"):
            kept.append(" ")
        elif category in ("Cc", "Cf", "Cs") or "\ufe00" <= character <= "\ufe0f":
            continue
        elif get_character_cell_size(character) == 0:
            marks += 1
            if kept and marks <= _MOST_MARKS:
                kept.append(character)
            continue
        else:
            kept.append(character)
        marks = 0
    return "".join(kept)


def width(text: str) -> int:
    """How many cells `text` takes once it is cleaned."""
    text = clean(text)
    return len(text) if text.isascii() else sum(map(get_character_cell_size, text))


def head(text: str, cells: int) -> str:
    """The longest beginning of the cleaned `text` that takes at most `cells` cells."""
    if cells <= 0:
        return ""
    text = clean(text)
    taken = 0
    for index, character in enumerate(text):
        taken += get_character_cell_size(character)
        if taken > cells:
            return text[:index]
    return text


def cut(text: str, cells: int) -> str:
    """The cleaned `text` if it fits into `cells` cells, else its beginning and an ellipsis."""
    text = clean(text)
    if width(text) <= cells:
        return text
    if cells <= 0:
        return ""
    return head(text, cells - 1) + ELLIPSIS


def brief(text: str, cells: int) -> str:
    """`text` in at most `cells` cells: whole, else without what stands in brackets, else its first words, else cut.

    First words do not end with a small one that leads to the next: "Total of the defence" is "Total", not "Total of".
    """
    text = clean(text)
    if width(text) <= cells:
        return text
    text = text.partition(" (")[0]
    whole = text
    while " " in text and (width(text) > cells or (text != whole and _leads_on(text.rpartition(" ")[2]))):
        text = text.rpartition(" ")[0]
    return cut(text, cells)


def _leads_on(word: str) -> bool:
    return len(word) <= 3 and word.islower()


def left(text: str, cells: int) -> str:
    """`text` cut to `cells` and padded on its right to exactly that many."""
    text = cut(text, cells)
    return text + " " * (cells - width(text))


def right(text: str, cells: int) -> str:
    """`text` cut to `cells` and padded on its left to exactly that many."""
    text = cut(text, cells)
    return " " * (cells - width(text)) + text


def number(value: int) -> str:
    """A whole number with a real minus."""
    return f"{MINUS}{-value}" if value < 0 else str(value)


def signed(value: int) -> str:
    """A whole number that always shows its sign: `+2`, `−1`, `+0`."""
    return f"{MINUS}{-value}" if value < 0 else f"+{value}"


def tail(text: str, cells: int) -> str:
    """The end of the cleaned `text` in at most `cells` cells, an ellipsis before it when it was cut."""
    text = clean(text)
    if width(text) <= cells:
        return text
    while text and width(text) > cells - 1:
        text = text[1:]
    return ELLIPSIS + text if cells > 0 else ""


def wrapped(text: str, cells: int) -> list[str]:
    """The cleaned `text` in rows of at most `cells` cells, broken at blanks where that can be done."""
    rows, cells = [""], max(1, cells)
    for word in map(clean, clean(text).split()):
        longer = f"{rows[-1]} {word}" if rows[-1] else word
        if width(longer) <= cells:
            rows[-1] = longer
            continue
        if rows[-1]:
            rows.append("")
        while width(word) > cells:
            part = head(word, cells) or head(word, _WIDEST)
            rows[-1] = part
            rows.append("")
            word = word[len(part) :]
        rows[-1] = word
    return rows if rows[-1] or len(rows) == 1 else rows[:-1]
