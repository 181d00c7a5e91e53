"""One key for every choice of a strip."""

from __future__ import annotations

import unicodedata
from collections.abc import Collection, Iterator, Sequence
from string import ascii_lowercase, ascii_uppercase, digits

RESERVED = frozenset("cxoA?")
"""What means the same in every strip: called shot, drop it, odds, always, help."""
_CAPITALS = [letter for letter in ascii_uppercase if letter not in RESERVED]


def assign(labels: Sequence[str], taken: Collection[str] = (), numbered: bool = False) -> tuple[str, ...]:
    """A key for each label: its first free letter, else (with `numbered`) a digit, else any letter in order.

    A label in another script gets its key after all those that can have a letter of their own. Only when there
    are more labels than digits and letters does one stay empty.
    """
    free = _Free(taken)
    keys = [free.take(_letters(label)) for label in labels]
    others = (digits[1:] if numbered else "") + ascii_lowercase + "".join(_CAPITALS)
    return tuple(key or free.take(others) for key in keys)


class _Free:
    """The keys that nothing has taken yet."""

    def __init__(self, taken: Collection[str]) -> None:
        self._taken = set(taken) | RESERVED

    def take(self, wanted: str | Iterator[str]) -> str:
        for key in wanted:
            if key not in self._taken:
                self._taken.add(key)
                return key
        return ""


def _letters(label: str) -> Iterator[str]:
    """The plain small letters of a label, in its order; accents are left off."""
    for character in unicodedata.normalize("NFKD", label.casefold()):
        if character in ascii_lowercase:
            yield character
