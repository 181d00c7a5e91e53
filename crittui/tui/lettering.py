"""Words in letters three rows high, from a grid of five half rows."""

from __future__ import annotations

import unicodedata

_TALL = {
    "A": ".#. #.# ### #.# #.#",
    "B": "##. #.# ##. #.# ##.",
    "C": ".## #.. #.. #.. .##",
    "D": "##. #.# #.# #.# ##.",
    "E": "### #.. ##. #.. ###",
    "F": "### #.. ##. #.. #..",
    "G": ".## #.. #.# #.# .##",
    "H": "#.# #.# ### #.# #.#",
    "I": "# # # # #",
    "J": "..# ..# ..# #.# .#.",
    "K": "#.# #.# ##. #.# #.#",
    "L": "#.. #.. #.. #.. ###",
    "M": "#...# ##.## #.#.# #...# #...#",
    "N": "#..# ##.# #.## #..# #..#",
    "O": ".#. #.# #.# #.# .#.",
    "P": "##. #.# ##. #.. #..",
    "Q": ".#. #.# #.# ##. .##",
    "R": "##. #.# ##. #.# #.#",
    "S": ".## #.. .#. ..# ##.",
    "T": "### .#. .#. .#. .#.",
    "U": "#.# #.# #.# #.# ###",
    "V": "#.# #.# #.# #.# .#.",
    "W": "#...# #...# #.#.# ##.## #...#",
    "X": "#.# #.# .#. #.# #.#",
    "Y": "#.# #.# .#. .#. .#.",
    "Z": "### ..# .#. #.. ###",
    "0": "### #.# #.# #.# ###",
    "1": "## .# .# .# .#",
    "2": "##. ..# .#. #.. ###",
    "3": "### ..# .## ..# ###",
    "4": "#.# #.# ### ..# ..#",
    "5": "### #.. ##. ..# ##.",
    "6": ".## #.. ### #.# ###",
    "7": "### ..# .#. .#. .#.",
    "8": "### #.# ### #.# ###",
    "9": "### #.# ### ..# ##.",
    "!": "# # # . #",
    "¡": "# . # # #",
    "?": "##. ..# .#. ... .#.",
    "¿": ".#. ... .#. #.. .##",
    "-": ".. .. ## .. ..",
    ".": ". . . . #",
    "'": "# # . . .",
    " ": "... ... ... ... ...",
}

_SHORT = {
    "A": ".#. ### #.#",
    "E": "### ##. ###",
    "I": "# # #",
    "N": "##. #.# #.#",
    "O": "### #.# ###",
    "U": "#.# #.# ###",
}

_ACCENTS = {"\u0301": "..#", "\u0300": "#..", "\u0302": ".#.", "\u0308": "#.#", "\u0303": "###"}

_HALVES = {(False, False): " ", (True, False): "▀", (False, True): "▄", (True, True): "█"}


def large(word: str, width: int) -> tuple[str, str, str] | None:
    """The word in three rows of equal width; None when a letter has no shape or it needs more than `width` cells."""
    grids = [_grid(letter) for letter in unicodedata.normalize("NFC", word.upper())]
    shapes = [grid for grid in grids if grid is not None]
    if len(shapes) != len(grids) or not shapes:
        return None
    rows = [".".join(grid[row] for grid in shapes) for row in range(5)]
    if len(rows[0]) > width:
        return None
    rows.append("." * len(rows[0]))
    first, second, third = (_merged(rows[2 * half], rows[2 * half + 1]) for half in range(3))
    return first, second, third


def spaced(word: str, width: int) -> str:
    """The word in capitals, its letters apart where there is room."""
    capitals = word.upper()
    apart = " ".join(capitals)
    return apart if len(apart) <= width else capitals[:width]


def _grid(letter: str) -> list[str] | None:
    """The five half rows of a letter; an accent stands over a lower one."""
    tall = _TALL.get(letter)
    if tall is not None:
        return tall.split()
    base, *marks = list(unicodedata.normalize("NFD", letter))
    short, accent = _SHORT.get(base), _ACCENTS.get(marks[0]) if len(marks) == 1 else None
    if short is not None and accent is not None:
        rows = short.split()
        width = len(rows[0])
        return [accent if width == 3 else "#", "." * width, *rows]
    return _TALL[base].split() if marks and base in _TALL else None


def _merged(upper: str, lower: str) -> str:
    return "".join(_HALVES[a == "#", b == "#"] for a, b in zip(upper, lower, strict=True))
