"""A pool as a number and a bar of half cells."""

from __future__ import annotations

from crittui.tui import cells
from crittui.tui.views import Line, PoolView, Span

FULL, HALF, EMPTY, LOST = "━", "╸", "·", "╍"
_LARGEST = 9999


def figure(value: int) -> str:
    """A pool's number in at most four cells where that can be done: `31`, `−6`, `12k`."""
    if -_LARGEST // 10 <= value <= _LARGEST:
        return cells.number(value)
    thousands = abs(value) // 1000
    return cells.number(thousands if value > 0 else -thousands) + "k"


def halves(value: int, maximum: int, count: int) -> int:
    """How many half cells of a bar of `count` cells are full, to the nearest; something left is never nothing."""
    if value <= 0:
        return 0
    if maximum <= 0 or value >= maximum:
        return 2 * count
    return max(1, (4 * count * value + maximum) // (2 * maximum))


def bar(pool: PoolView, count: int, role: str = "text") -> Line:
    """The bar of a pool in `count` cells; what has just been lost of it is dashed."""
    full = halves(pool.value, pool.maximum, count)
    solid = FULL * (full // 2) + HALF * (full % 2)
    before = halves(pool.value + max(0, pool.lost), pool.maximum, count)
    dashed = LOST * max(0, (before + 1) // 2 - len(solid))
    empty = EMPTY * (count - len(solid) - len(dashed))
    spans = (Span(solid, role), Span(dashed, "severed"), Span(empty, "faint"))
    return tuple(span for span in spans if span.text)


def changing(pool: PoolView, text: str) -> Span:
    """The number of a pool while its change is shown: reversed, by whether it went down or up."""
    return Span(text, "severed" if pool.lost > 0 else "good", bold=True, reverse=True)
