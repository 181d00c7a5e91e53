"""How often each result of some dice comes, exactly: whole-number weights over one total."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import accumulate
from math import comb, prod

from crittui.rules.terms import FURTHER_DICE, DiceError, Term

MOST_STEPS = 500_000

Ways = dict[int, int]
Shape = tuple[int, int, int, int]
"""Natural, highest, lowest, second."""


@lru_cache(maxsize=128)
def naturals(terms: tuple[Term, ...]) -> tuple[Ways, int]:
    """The weight of each natural, and the total. The result is shared: copy it before changing it."""
    least, weights = 0, [1]
    for term in terms:
        if term.plain:
            least += term.count if term.sign > 0 else -term.count * term.sides
            for _ in range(term.count):
                weights = _one_die_more(weights, term.sides)
    ways = {least + n: weight for n, weight in enumerate(weights)}
    for term in terms:
        if not term.plain:
            ways = _product(ways, _term_ways(term))
    return ways, _total(terms)


def _total(terms: Iterable[Term]) -> int:
    return prod(term.sides ** (term.count * (1 + FURTHER_DICE if term.open_from else 1)) for term in terms)


def _one_die_more(weights: Sequence[int], sides: int) -> list[int]:
    """Each new weight is the sum of the `sides` old ones before it: a difference of running sums."""
    sums = list(accumulate(weights))
    grown = sums + [sums[-1]] * (sides - 1)
    return [now - before for now, before in zip(grown, [0] * sides + sums, strict=False)]


def _term_ways(term: Term) -> Ways:
    match term.keep:
        case "count":
            ways = _counting(term)
        case "highest":
            ways = _highest(term.count, term.sides, term.kept)
        case "lowest":
            mirror = term.kept * (term.sides + 1)
            ways = {mirror - n: weight for n, weight in _highest(term.count, term.sides, term.kept).items()}
        case _:
            ways = _power(_open_die(term), term.count)
    return {term.sign * n: weight for n, weight in ways.items()}


def _counting(term: Term) -> Ways:
    good = term.sides - term.kept + 1
    ways = {n: comb(term.count, n) * good**n * (term.sides - good) ** (term.count - n) for n in range(term.count + 1)}
    return {n: weight for n, weight in ways.items() if weight}


def _highest(count: int, sides: int, kept: int) -> Ways:
    """By the lowest face that is kept: some dice above it, enough on it, the others below."""
    ways: Ways = defaultdict(int)
    for face in range(1, sides + 1):
        above = [1]
        for higher in range(kept):
            on_it = range(kept - higher, count - higher + 1)
            rest = sum(comb(count - higher, n) * (face - 1) ** (count - higher - n) for n in on_it)
            least = higher * (face + 1) + (kept - higher) * face
            for n, weight in enumerate(above):
                ways[least + n] += comb(count, higher) * rest * weight
            if face == sides:
                break
            above = _one_die_more(above, sides - face)
    return {n: weight for n, weight in ways.items() if weight}


def _open_die(term: Term) -> Ways:
    sides, opens = term.sides, dict.fromkeys(range(term.open_from, term.sides + 1), 1)
    further: Ways = dict.fromkeys(range(1, sides + 1), 1)
    for thrown in range(1, FURTHER_DICE):
        stays = dict.fromkeys(range(1, term.open_from), sides**thrown)
        further = _sum(stays, _product(opens, further))
    stays = dict.fromkeys(range(term.low_to + 1, term.open_from), sides**FURTHER_DICE)
    ways = _sum(stays, _product(opens, further))
    if term.low_to:
        less = {-n: weight for n, weight in further.items()}
        ways = _sum(ways, _product(dict.fromkeys(range(1, term.low_to + 1), 1), less))
    return ways


def _sum(one: Ways, other: Ways) -> Ways:
    ways = dict(one)
    for n, weight in other.items():
        ways[n] = ways.get(n, 0) + weight
    return ways


def _power(ways: Ways, times: int) -> Ways:
    result = {0: 1}
    for _ in range(times):
        result = _product(result, ways)
    return result


def _product(one: Ways, other: Ways) -> Ways:
    """The weights of the sums of two independent results: one multiplication of two very long numbers.

    Every weight gets as many bytes as the largest weight of the result can need, so none runs over.
    """
    width = ((max(one.values()) * max(other.values()) * min(len(one), len(other))).bit_length() + 7) // 8
    least = min(one) + min(other)
    span = max(one) + max(other) - least + 1
    packed = (_packed(one, width) * _packed(other, width)).to_bytes(span * width, "little")
    weights = (int.from_bytes(packed[n * width : (n + 1) * width], "little") for n in range(span))
    return {least + n: weight for n, weight in enumerate(weights) if weight}


def _packed(ways: Ways, width: int) -> int:
    least = min(ways)
    packed = bytearray((max(ways) - least + 1) * width)
    for n, weight in ways.items():
        at = (n - least) * width
        packed[at : at + width] = weight.to_bytes(width, "little")
    return int.from_bytes(packed, "little")


@lru_cache(maxsize=128)
def shapes(terms: tuple[Term, ...]) -> tuple[dict[Shape, int], int]:
    """The weight of each natural with its highest, lowest and second face, and the total; shared, as above.

    Raises DiceError when there are too many of them to tell apart.
    """
    result: dict[Shape, int] = {(0, 0, 0, 0): 1}
    for term in terms:
        if term.open_from:
            die = _open_shapes(term)
            for _ in range(term.count):
                result = _together(result, die)
        else:
            result = _together(result, _closed_shapes(term))
    return result, _total(terms)


def _bounded(steps: int) -> int:
    """The number of steps a count takes, if that can be waited for."""
    if steps > MOST_STEPS:
        raise DiceError("these dice fall in too many ways to tell single faces apart", 0, "use fewer dice")
    return steps


def _together(one: dict[Shape, int], other: dict[Shape, int]) -> dict[Shape, int]:
    _bounded(len(one) * len(other))
    result: dict[Shape, int] = defaultdict(int)
    for (natural, highest, lowest, second), weight in one.items():
        for (n, high, low, next_high), times in other.items():
            shape = (
                natural + n,
                max(highest, high),
                min(lowest, low) if lowest and low else lowest or low,
                max(min(highest, high), second, next_high),
            )
            result[shape] += weight * times
    return dict(result)


def _closed_shapes(term: Term) -> dict[Shape, int]:
    """Face by face from the highest down: how many of the dice that are left show it."""
    done: dict[Shape, int] = defaultdict(int)
    open_states: dict[tuple[int, int, int, int], int] = {(term.count, 0, 0, 0): 1}
    steps = 0
    for face in range(term.sides, 0, -1):
        states = dict(open_states)
        steps = _bounded(steps + sum(state[0] for state in open_states))
        for (left, natural, highest, second), weight in open_states.items():
            for showing in range(1, left + 1):
                value = natural + term.sign * _worth(term, face, showing, term.count - left)
                high = highest or face
                next_high = second or (face if highest or showing > 1 else 0)
                ways = weight * comb(left, showing)
                if showing == left:
                    done[value, high, face, next_high] += ways
                else:
                    state = (left - showing, value, high, next_high)
                    states[state] = states.get(state, 0) + ways
        open_states = states
    return dict(done)


def _worth(term: Term, face: int, showing: int, above: int) -> int:
    """What `showing` dice of one face add when `above` dice show more."""
    match term.keep:
        case "count":
            return showing if face >= term.kept else 0
        case "highest":
            return face * max(0, min(showing, term.kept - above))
        case "lowest":
            dropped = term.count - term.kept - above
            return face * (showing - max(0, min(showing, dropped)))
    return face * showing


def _open_shapes(term: Term) -> dict[Shape, int]:
    sides = term.sides
    done: dict[Shape, int] = defaultdict(int)
    going: dict[tuple[int, Shape], int] = {}
    for face in range(1, sides + 1):
        shape = (term.sign * face, face, face, 0)
        if face >= term.open_from or face <= term.low_to:
            going[-term.sign if face <= term.low_to else term.sign, shape] = 1
        else:
            done[shape] += sides**FURTHER_DICE
    steps = 0
    for left in range(FURTHER_DICE - 1, -1, -1):
        steps = _bounded(steps + len(going) * sides)
        longer: dict[tuple[int, Shape], int] = defaultdict(int)
        for (sign, (natural, highest, lowest, second)), weight in going.items():
            for face in range(1, sides + 1):
                shape = (natural + sign * face, max(highest, face), min(lowest, face), max(second, min(highest, face)))
                if left and face >= term.open_from:
                    longer[sign, shape] += weight
                else:
                    done[shape] += weight * sides**left
        going = longer
    return dict(done)
