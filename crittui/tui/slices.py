"""Where a body is cut into widgets that stand side by side.

Textual writes a changed cell together with everything to its left in the same widget. So the pieces of
a body begin where its parts begin: a wounded forearm then costs its own cells and no others.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from crittui.files.pictures import OUTSIDE, Picture

NARROWEST = 3


def cuts(picture: Picture, left: int, width: int, beside: Iterable[int], most: int) -> tuple[int, ...]:
    """The columns at which slices begin: at most `most`, the first is 0.

    The picture stands at column `left` of `width`; `beside` are columns where something stands next to it.
    """
    wanted = Counter(dict.fromkeys(beside, picture.height))
    for row in picture.mask:
        for column, key in enumerate(row):
            if key != OUTSIDE and (column == 0 or row[column - 1] != key):
                wanted[left + column] += 1
    chosen = [0]
    for column, _ in sorted(wanted.items(), key=lambda entry: (-entry[1], entry[0])):
        if len(chosen) < most and column < width and all(abs(column - other) >= NARROWEST for other in chosen):
            chosen.append(column)
    return tuple(sorted(chosen))
