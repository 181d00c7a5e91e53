"""Times of several ways to do the same, taken in turns, so that a busy machine is busy for each of them."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Mapping, Sequence

Work = Callable[[], object]


def times(ways: Mapping[str, Work], rounds: int) -> dict[str, list[float]]:
    """Seconds that each way takes, round by round; the first round of each warms up and is not counted."""
    found: dict[str, list[float]] = {name: [] for name in ways}
    for round in range(rounds + 1):
        for name, work in ways.items():
            since = time.perf_counter()
            work()
            taken = time.perf_counter() - since
            if round:
                found[name].append(taken)
    return found


def told(title: str, found: Mapping[str, Sequence[float]], per: int = 0) -> None:
    """A table of medians; the first way is what the others are compared with.

    Without `per` it shows milliseconds, and a ratio above 1 means longer; with it, what is done `per` time as so many
    a second, and a ratio above 1 means more.
    """
    unit = "a second" if per else "ms"
    print(f"\n{title:58}{unit:>10}{'ratio':>8}")
    base = statistics.median(next(iter(found.values())))
    for name, taken in found.items():
        median = statistics.median(taken)
        figure = f"{per / median:10,.0f}" if per else f"{1000 * median:10.2f}"
        print(f"  {name:56}{figure}{base / median if per else median / base:8.2f}")


def missing(name: str, package: str) -> None:
    """Say that a rival is not there."""
    print(f"  {name}: not measured, {package} is not installed (pip install -e '.[bench]')")
