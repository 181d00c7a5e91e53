"""The final values of a pool in a few ranges."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

MOST_RANGES = 5

Range = tuple[int | None, int | None]
"""The least and the greatest value; None for no end."""


def ranges(counts: Mapping[int, int], now: int, floor: int = 0, most: int = MOST_RANGES) -> list[tuple[Range, int]]:
    """At most `most` ranges of a pool's final values, from the best down, each with its weight.

    What it holds `now` is a range of its own, and so is all that lies at `floor` or below, which is told even where
    it never comes to that. What lies between is cut into ranges of the same length.
    """
    told: list[tuple[Range, int]] = []
    for low, high in _bounds(counts, now, floor, most):
        weight = sum(n for value, n in counts.items() if _within(value, low, high))
        told.append(((low, high), weight))
    return told


def _within(value: int, low: int | None, high: int | None) -> bool:
    return (low is None or value >= low) and (high is None or value <= high)


def _bounds(counts: Mapping[int, int], now: int, floor: int, most: int) -> Iterator[Range]:
    more = [value for value in counts if value > now]
    if more:
        yield now + 1, None
    if now > floor:
        yield now, now
    between = [value for value in counts if floor < value < now]
    if between:
        yield from _cut(min(between), max(between), most - 2 - bool(more))
    yield None, min(floor, now)


def _cut(low: int, high: int, most: int) -> Iterator[Range]:
    """From the greatest value down, in at most so many ranges of one length; a short one is the last."""
    length = -(-(high - low + 1) // most)
    length = max(length, min(4, high - low + 1))
    while high >= low:
        yield max(low, high - length + 1), high
        high -= length
