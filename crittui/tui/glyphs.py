"""Every glyph of the screen that is not ASCII, and what stands for it where only ASCII can be shown.

A glyph and its stand-in are one cell each, so a line keeps its columns. Only `>=` and `<=` take two;
a comparison is therefore put together by `comparison`, which says how it looks in either alphabet.
"""

from __future__ import annotations

import unicodedata
from functools import lru_cache

from rich.cells import cell_len

HURT = "╱"
MAIMED = "╳"
SEVERED = "∅"
GONE = "·"
ELLIPSIS = "…"
MINUS = "−"

ASCII = {
    "▸": ">",
    "→": ">",
    "←": "<",
    "↑": "^",
    "↓": "v",
    "≥": ">=",
    "≤": "<=",
    "−": "-",
    "–": "-",
    "—": "-",
    "×": "x",
    "·": ".",
    "…": "~",
    "•": "o",
    "◆": "*",
    "━": "=",
    "╸": "-",
    "╺": "-",
    "╍": "-",
    "▄": "#",
    "▖": "#",
    "▀": "#",
    "█": "#",
    "░": ".",
    "▒": ":",
    "▓": "%",
    "╱": "/",
    "╲": "\\",
    "╳": "X",
    "∅": "0",
    "∴": "b",
    "≈": "s",
    "◌": "h",
    "†": "x",
    "●": "*",
    "○": "o",
    "★": "*",
    "◇": "<",
    "▼": "v",
    "✕": "x",
    "─": "-",
    "│": "|",
    "┌": "+",
    "┐": "+",
    "└": "+",
    "┘": "+",
    "├": "+",
    "┤": "+",
    "┬": "+",
    "┴": "+",
    "┼": "+",
    "╔": "#",
    "╗": "#",
    "╚": "#",
    "╝": "#",
    "═": "=",
    "║": "#",
    "╭": ".",
    "╮": ".",
    "╰": "'",
    "╯": "'",
    "╷": "'",
    "╵": "'",
    "╴": "-",
    "╶": "-",
    "╿": "|",
    "╌": "-",
    "╎": "|",
    "“": '"',
    "”": '"',
    "‘": "'",
    "’": "'",
    "«": '"',
    "»": '"',
    "¿": "?",
    "¡": "!",
}


@lru_cache(4096)
def ascii_of(character: str) -> str:
    """The ASCII that stands for one character: from the table, without its accent, or `?` for each cell."""
    if character.isascii():
        return character
    known = ASCII.get(character)
    if known is not None:
        return known
    bare = "".join(part for part in unicodedata.normalize("NFKD", character) if part.isascii())
    width = cell_len(character)
    return bare if len(bare) == width else "?" * width


def to_ascii(text: str) -> str:
    """`text` in plain ASCII, as many cells wide as before (but for `≥` and `≤`, see `comparison`)."""
    return text if text.isascii() else "".join(map(ascii_of, text))


def written(text: str, ascii_only: bool) -> str:
    """`text` as the terminal can show it."""
    return to_ascii(text) if ascii_only else text


def comparison(total: str, sign: str, goal: str, ascii_only: bool) -> str:
    """A total beside its goal: `24 ≥ 15`, in ASCII `24>=15`."""
    return to_ascii(f"{total}{sign}{goal}") if ascii_only else f"{total} {sign} {goal}"
