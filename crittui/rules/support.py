"""Which results dice can come to, however unlikely: far cheaper than how often each comes.

Results are kept as bits: `(least, bits)` holds `least + n` for every bit `n` that is set.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from crittui.rules.terms import FURTHER_DICE, Term

Reach = tuple[int, int]


@lru_cache(maxsize=128)
def possible(terms: tuple[Term, ...]) -> tuple[int, ...]:
    """Every natural of these dice, in ascending order."""
    reach: Reach = (0, 1)
    for term in terms:
        if term.open_from:
            one = _open_die(term)
            one = one if term.sign > 0 else _mirrored(one)
            for _ in range(term.count):
                reach = _sums(reach, one)
        else:
            # Dice that do not roll on leave no gap between their ends.
            reach = _sums(reach, _run(*term.bounds))
    least, bits = reach
    return tuple(least + n for n in _set_bits(bits))


def _open_die(term: Term) -> Reach:
    opens, stays = _run(term.open_from, term.sides), _run(1, term.open_from - 1)
    further = _run(1, term.sides)
    for _ in range(1, FURTHER_DICE):
        further = _either(stays, _sums(further, opens))
    reach = _either(_run(term.low_to + 1, term.open_from - 1), _sums(further, opens))
    if term.low_to:
        reach = _either(reach, _sums(_mirrored(further), _run(1, term.low_to)))
    return reach


def _run(low: int, high: int) -> Reach:
    """All from `low` to `high`; nothing when they cross."""
    return low, (1 << max(0, high - low + 1)) - 1


def _either(one: Reach, other: Reach) -> Reach:
    least = min(one[0], other[0])
    return least, (one[1] << one[0] - least) | (other[1] << other[0] - least)


def _mirrored(reach: Reach) -> Reach:
    """The same results with the other sign."""
    least, bits = reach
    return -(least + bits.bit_length() - 1), int(bin(bits)[:1:-1], 2)


def _sums(one: Reach, other: Reach) -> Reach:
    """Every sum of a result of each."""
    bits = 0
    for start, length in _runs(other[1]):
        bits |= _smeared(one[1], length) << start
    return one[0] + other[0], bits


def _smeared(bits: int, length: int) -> int:
    """The bits, and each of them moved up by less than `length`."""
    done = 1
    while done < length:
        step = min(done, length - done)
        bits |= bits << step
        done += step
    return bits


def _runs(bits: int) -> Iterator[tuple[int, int]]:
    """Start and length of each unbroken run of bits."""
    return ((match.start(), match.end() - match.start()) for match in re.finditer("1+", bin(bits)[:1:-1]))


def _set_bits(bits: int) -> Iterator[int]:
    return (n for n, bit in enumerate(bin(bits)[:1:-1]) if bit == "1")
