"""Mistakes in expressions and steps while they are compiled."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches

ALIKE = 0.62
"""How alike two names must be for one to be taken for the other: `tail` is not `vitals`."""


class Mistake(Exception):
    """What is wrong at a place of the file (`index`), of which kind (`code`), and what to do."""

    def __init__(self, index: int, code: str, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.index = index
        self.code = code
        self.message = message
        self.hint = hint


def did_you_mean(name: str, known: Iterable[str]) -> str:
    """A hint that names what is spelt most alike, or what there is if that is not much."""
    names = list(dict.fromkeys(known))
    close = get_close_matches(name, names, n=1, cutoff=ALIKE)
    if close:
        return f"did you mean {close[0]!r}?"
    return f"there is {', '.join(names)}" if 0 < len(names) <= 8 else ""
