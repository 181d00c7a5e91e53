"""The sweep: all ways of a call at once, as weighted states from question to question.

Jumps go forward, so what waits at a question is complete when it is reached. Weights are whole numbers over one
common total, which grows when a roll does not divide it: nothing is rounded.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from math import lcm
from typing import Any

from crittui.errors import CrittuiError
from crittui.rules.compile.code import Slots
from crittui.rules.dice import Dice, DiceError, Throw
from crittui.rules.machine import Machine
from crittui.rules.odds_plan import Key, Plan, Run, picker
from crittui.rules.odds_policy import Policy
from crittui.rules.odds_proposed import proposed
from crittui.rules.odds_tally import Tally
from crittui.rules.program import AskChoice, AskRoll, Do, Throwing

MOST_NATURALS = 2_000
"""Of dice that come to more than so many different results, the sum alone takes too long to weigh."""
BREATH = 400
"""States that are run on between two moments at which whoever waits may do something else."""


class TooMany(Exception):
    """The call has more different states than its budget."""


Written = tuple[tuple[int, Any], ...]
"""Which slots are written, and what into each."""
Way = tuple[int, Written, int]
"""A way on: where it leads, what it writes, how often it is gone."""
Fall = tuple[int, Written, int, str, str]
"""What a roll may come to: where it leads, what it writes, how often it comes, its outcome and the row it finds."""
Bucket = dict[Any, list[Any]]
"""States that are alike, each with its weight: `[weight, slots]`."""
Arrival = tuple[Bucket, Key, Sequence[Run]]
"""The states that wait at a place, what tells which of them are alike, and what is done before they are joined."""


class Sweep:
    """One call swept through. `run` goes from where the machine stands to the end, `ends` are the states it leaves."""

    def __init__(self, machine: Machine, most: int, policy: Policy) -> None:
        self.program, self.call, self.E = machine.program, machine.call, machine.constants
        self.first: Slots = list(machine.slots)
        self.start = machine.pc
        plan = Plan(machine)
        self.plan, self.key_at = plan.outline, plan.key
        self.policy = policy
        self.most = most
        self.tally = Tally()
        self.states = 0
        self.steps = 0
        self.end = len(self.program.instructions)
        self.arrivals: dict[int, Arrival] = {}
        ending = self.program.ending
        self.struck = ending.struck if ending is not None and self.plan.struck >= 0 else None

    @property
    def ends(self) -> list[list[Any]]:
        """The weighted states at the end."""
        return list(self.arrivals[self.end][0].values()) if self.end in self.arrivals else []

    def run(self) -> Iterator[float]:
        """Sweep through; now and then gives the part of the way that lies behind. Raises TooMany."""
        self._go(self.start, 1, self.first, [(self.start, (), 1)])
        for pc in range(self.end):
            if pc not in self.arrivals:
                continue
            bucket, *_ = self.arrivals.pop(pc)
            self.states += len(bucket)
            instruction = self.program.instructions[pc]
            if isinstance(instruction, AskRoll):
                yield from self._roll(pc, instruction, bucket)
            elif isinstance(instruction, AskChoice):
                yield from self._choose(pc, instruction, bucket)
            else:
                yield from self._find(pc, instruction, bucket)

    def _go(self, came: int, weight: int, S: Slots, ways: Sequence[Way]) -> None:
        """Run a state on in all these ways to the next question, or to the end, and join whoever is there alike.

        `came` is the place of the question that was answered just now. The slots of the state stay as they are.
        """
        E, steps, skip, arrivals = self.E, self.plan.steps, self.plan.skip, self.arrivals
        struck = self.struck if came <= self.plan.struck else None
        for pc, written, times in ways:
            T = S.copy()
            for slot, value in written:
                T[slot] = value
            pc = skip[pc]
            while (step := steps[pc]) is not None:
                jump = step[0](T, E)
                pc = step[1] if jump is None else skip[jump]
            bucket, key_of, early = arrivals.get(pc) or self._arrival(pc)
            for run in early:
                run(T, E)
            if struck is not None and pc > self.plan.struck:
                who, at = struck(T, E)
                self.tally.add("place", who, at, weight * times)
            key = key_of(T)
            known = bucket.get(key)
            if known is None:
                bucket[key] = [weight * times, T]
            else:
                known[0] += weight * times
        self.steps += len(ways)
        if self.steps > self.most:
            raise TooMany

    def _arrival(self, pc: int) -> Arrival:
        """What awaits states at a question, or at the end."""
        found = self.arrivals[pc] = {}, self.key_at(pc), self.plan.early.get(pc, ())
        return found

    def _breathes(self, done: int = 1) -> bool:
        """Whether it is time to let others do something, after so many states."""
        return self.steps % BREATH < done

    def _choose(self, pc: int, instruction: AskChoice, bucket: Bucket) -> Iterator[float]:
        for weight, S in bucket.values():
            if self._breathes():
                yield pc / self.end
            choosing = instruction.offer(S, self.E)
            if choosing is None:
                self._go(pc, weight, S, [(pc + 1, (), 1)])
                continue
            self.tally.ask(instruction, choosing)
            if self.policy.proposed:
                choosing = proposed(self.plan, self.E, pc, S, choosing)
            picked = self.policy.picked(instruction.id, choosing)
            for choice in picked:
                self.tally.add("choice", instruction.id, choice.name, weight)
            jump = instruction.take(S, self.E, picked)
            self._go(pc, weight, S, [(pc + 1 if jump is None else jump, (), 1)])

    def _find(self, pc: int, instruction: Do, bucket: Bucket) -> Iterator[float]:
        for weight, S in bucket.values():
            if self._breathes():
                yield pc / self.end
            jump = instruction.run(S, self.E)
            if instruction.row is not None:
                lookup, row = instruction.row(S, self.E)
                self.tally.add("row", lookup, row, weight)
            self._go(pc, weight, S, [(pc + 1 if jump is None else jump, (), 1)])

    def _roll(self, pc: int, instruction: AskRoll, bucket: Bucket) -> Iterator[float]:
        """Throw for all states; those that ask for the same throw share what it may come to."""
        reads = instruction.touches if instruction.reads is None else instruction.reads
        same = self._shared(pc, (reads | (instruction.writes or reads)) & self.plan.before[pc], bucket)
        seen = picker(same)
        groups: dict[Any, tuple[Throwing, list[tuple[int, Slots]]]] = {}
        passing: list[tuple[int, Slots]] = []
        for weight, S in bucket.values():
            what = asked(instruction, S, self.E)
            if what is None:
                passing.append((weight, S))
                continue
            key = (what.dice, what.modifier, what.goal, what.standing, seen(S))
            groups.setdefault(key, (what, []))[1].append((weight, S))
        if any(len(what.dice.naturals) > MOST_NATURALS for what, _ in groups.values()):
            raise TooMany
        thrown = [standing(what, instruction.single) for what, _ in groups.values()]
        common = lcm(*[total for _, total in thrown])
        self._lift(common)
        for weight, S in passing:
            self._go(pc, weight, S, [(pc + 1, (), common)])
        for (what, group), (throws, total) in zip(groups.values(), thrown, strict=True):
            falls = self._falls(pc, what, throws, group[0][1], same)
            factor = common // total
            self._count(instruction, falls, factor * sum(weight for weight, _ in group))
            ways = [(at, written, factor * count) for at, written, count, _, _ in falls]
            for weight, S in group:
                self._go(pc, weight, S, ways)
                if self._breathes(len(falls)):
                    yield pc / self.end

    def _shared(self, pc: int, same: frozenset[int], bucket: Bucket) -> frozenset[int]:
        """The slots by which states are put together for a throw: `same`, and what the steps behind it depend on for
        as long as that leaves at least two states together."""
        if len(bucket) == 1:
            return same
        plan, before = self.plan, self.plan.before[pc]
        pc = plan.skip[pc + 1]
        while (step := plan.steps[pc]) is not None and pc != plan.struck:
            wider = same | (self.program.instructions[pc].touches & before)
            if wider != same and 2 * len({picker(wider)(S) for _, S in bucket.values()}) > len(bucket):
                break
            same, pc = wider, step[1]
        return same

    def _falls(
        self, pc: int, what: Throwing, throws: Sequence[tuple[Throw, int]], S: Slots, same: frozenset[int]
    ) -> list[Fall]:
        """What a roll may come to, throws of the same effect together.

        What follows is done at once for all states that throw so, as far as it depends on the throw and on slots
        that are the `same` in all of them.
        """
        instruction = self.program.instructions[pc]
        assert isinstance(instruction, AskRoll)
        plan, E, take, outcome, row_of = self.plan, self.E, instruction.take, instruction.outcome, instruction.row
        steps, skip, struck, stops = plan.steps, plan.skip, plan.struck, plan.touching(plan.before[pc] - same)
        found: dict[tuple[int, ...], tuple[Key, dict[tuple[Any, str, str], int]]] = {}
        for throw, count in throws:
            T = S.copy()
            jump = take(T, E, what, throw)
            name = T[outcome] if outcome is not None else ""
            row = row_of(T, E)[1] if row_of is not None else ""
            at = skip[pc + 1 if jump is None else jump]
            passed = [pc, at]
            while (step := steps[at]) is not None and at != struck and at not in stops:
                jump = step[0](T, E)
                at = step[1] if jump is None else skip[jump]
                passed.append(at)
            way = tuple(passed)
            known = found.get(way)
            if known is None:
                known = found[way] = picker(plan.kept(way)), {}
            values_of, counts = known
            key = values_of(T), name, row
            counts[key] = counts.get(key, 0) + count
        falls: list[Fall] = []
        for way, (_, counts) in found.items():
            at, slots = way[-1], plan.kept(way)
            for (values, name, row), count in counts.items():
                written = tuple(zip(slots, values))  # noqa: B905 (alike by making; to say so takes as long again)
                falls.append((at, written, count, name, row))
        return falls

    def _count(self, instruction: AskRoll, falls: Sequence[Fall], weight: int) -> None:
        for _, _, count, outcome, row in falls:
            if outcome:
                self.tally.add("roll", instruction.id, outcome, weight * count)
            if row:
                self.tally.add("row", instruction.id, row, weight * count)

    def _lift(self, factor: int) -> None:
        """All weights are over one total: when it grows, so do those already waiting."""
        if factor == 1:
            return
        self.tally.lift(factor)
        for bucket, *_ in self.arrivals.values():
            for state in bucket.values():
                state[0] *= factor


def asked(instruction: AskRoll, S: Slots, E: tuple[Any, ...]) -> Throwing | None:
    """What is to be thrown; a CrittuiError for dice that cannot be."""
    try:
        return instruction.ask(S, E)
    except DiceError as error:
        raise CrittuiError(f"these dice cannot be rolled: {error.what}", instruction.where, error.hint) from None


def standing(what: Throwing, single: bool) -> tuple[Sequence[tuple[Throw, int]], int]:
    """The throws that stand, with their weights, and the total of these."""
    throws, total = _throws(what.dice, single)
    if what.standing is None:
        return throws, total
    kept = [(throw, count) for throw, count in throws if throw.total + what.modifier in what.standing]
    return kept, sum(count for _, count in kept)


@lru_cache(maxsize=256)
def _throws(dice: Dice, single: bool) -> tuple[tuple[tuple[Throw, int], ...], int]:
    """All throws that differ, with their weights."""
    if single:
        try:
            counts, total = dice.distribution_of_throws()
        except DiceError:
            raise TooMany from None
        return tuple(counts.items()), total
    naturals, total = dice.distribution()
    constant = dice.constant
    return tuple((Throw((), n, n + constant, 0, 0, 0), count) for n, count in naturals.items()), total
