"""Exact odds of a whole chain before it is rolled.

The program's own instructions are swept forward over weighted states. States that no later instruction
can tell apart are one state, so a chain of five dice stays small. Weights are whole numbers over one
common total: nothing is rounded. Choices are made as in the examples: the default, else the first offer.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import field
from fractions import Fraction
from functools import lru_cache
from math import lcm
from operator import itemgetter
from typing import Any

from crittui.errors import Refused
from crittui.records import dataclass
from crittui.rules.binding import Call
from crittui.rules.commands import Act
from crittui.rules.compile.layout import StateKey
from crittui.rules.dice import Dice, Throw
from crittui.rules.machine import forbidden, start
from crittui.rules.program import AskChoice, AskRoll, Do, Program, Throwing
from crittui.rules.ruleset import Ruleset
from crittui.rules.state import Fight

MOST_STATES = 60_000


class TooMany(Exception):
    """The chain has more different states than can be swept in a moment."""


@dataclass(slots=True)
class Chances:
    """Weights out of `total`.

    `verdicts` counts what the action's `shows` calls the result, `report` the yes/no report lines that are
    yes, `pools` the final values of each pool as (combatant, pool), `out` for each combatant whether the
    chain puts them out of the fight.
    """

    total: int = 1
    verdicts: dict[str, int] = field(default_factory=dict)
    report: dict[str, int] = field(default_factory=dict)
    pools: dict[tuple[str, str], dict[int, int]] = field(default_factory=dict)
    out: dict[str, int] = field(default_factory=dict)
    states: int = 0

    def share(self, weight: int) -> Fraction:
        """A weight as a chance."""
        return Fraction(weight, self.total)

    def expected(self, who: str, pool: str) -> Fraction:
        """The mean of a pool at the end."""
        return Fraction(sum(value * weight for value, weight in self.pools[who, pool].items()), self.total)


def chances(ruleset: Ruleset, fight: Fight, act: Act, most: int = MOST_STATES) -> Chances:
    """The exact odds of an act; raises Refused when it is not permitted, TooMany when it is too large."""
    machine = start(ruleset, fight, act)
    words = forbidden(machine)
    if words is not None:
        raise Refused(words)
    sweep = _Sweep(machine.program, machine.call, machine.constants, most)
    sweep.run(list(machine.slots))
    return sweep.summary(ruleset)


Bucket = dict[Any, list[Any]]


class _Sweep:
    """Buckets of weighted states by the question that comes next; jumps go forward, so each is complete when
    it is reached. Between two questions a state simply runs on."""

    def __init__(self, program: Program, call: Call, constants: tuple[Any, ...], most: int) -> None:
        self.program = program
        self.call = call
        self.E = constants
        self.most = most
        self.total = 1
        self.states = 0
        self.end = len(program.instructions)
        self.key_of = _keys(program)
        self.buckets: dict[int, Bucket] = {}
        self.first: list[Any] = []

    def run(self, slots: list[Any]) -> None:
        """Sweep from the first instruction to the end."""
        self.first = slots.copy()
        self._go(0, 1, slots)
        for pc in range(self.end):
            bucket = self.buckets.pop(pc, None)
            if not bucket:
                continue
            self.states += len(bucket)
            if self.states > self.most:
                raise TooMany
            instruction = self.program.instructions[pc]
            if isinstance(instruction, AskRoll):
                self._roll(pc, instruction, bucket)
            elif isinstance(instruction, AskChoice):
                self._choose(pc, instruction, bucket)

    def _go(self, pc: int, weight: int, S: list[Any]) -> None:
        """Run on to the next question, or to the end, and join whoever is there alike."""
        instructions, E = self.program.instructions, self.E
        while pc < self.end:
            instruction = instructions[pc]
            if not isinstance(instruction, Do):
                break
            jump = instruction.run(S, E)
            pc = pc + 1 if jump is None else jump
        bucket = self.buckets.setdefault(pc, {})
        known = bucket.setdefault(self.key_of[pc](S), [0, S])
        known[0] += weight

    def _choose(self, pc: int, instruction: AskChoice, bucket: Bucket) -> None:
        for weight, S in bucket.values():
            choosing = instruction.offer(S, self.E)
            jump = None
            if choosing is not None:
                usual = [choice for choice in choosing.offers if choice.name == choosing.default]
                picked = usual if choosing.pick == 1 else choosing.offers[: choosing.pick]
                jump = instruction.take(S, self.E, tuple(picked))
            self._go(pc + 1 if jump is None else jump, weight, S)

    def _roll(self, pc: int, instruction: AskRoll, bucket: Bucket) -> None:
        single = instruction.single()
        asked: list[tuple[int, list[Any], Throwing | None, Sequence[tuple[Throw, int]], int]] = []
        for weight, slots in bucket.values():
            what = instruction.ask(slots, self.E)
            throws, total = ((), 1) if what is None else _standing(what, single)
            asked.append((weight, slots, what, throws, total))
        common = lcm(*{total for *_, total in asked})
        self._lift(common)
        for weight, slots, what, throws, total in asked:
            share = weight * (common // total)
            if what is None:
                self._go(pc + 1, share, slots)
                continue
            for throw, count in throws:
                S = slots.copy()
                jump = instruction.take(S, self.E, what, throw)
                self._go(pc + 1 if jump is None else jump, share * count, S)

    def _lift(self, factor: int) -> None:
        """All weights are over one total: when it grows, so do those already waiting."""
        if factor == 1:
            return
        self.total *= factor
        for bucket in self.buckets.values():
            for state in bucket.values():
                state[0] *= factor

    # ---- results

    def summary(self, ruleset: Ruleset) -> Chances:
        found = Chances(self.total, states=self.states)
        ending = self.program.ending
        out = {condition.id for condition in ruleset.conditions.values() if condition.out}
        pools = [(key, slot) for key, slot in self.program.state.items() if key.kind == "pool" and not key.at]
        for weight, S in self.buckets.get(self.end, {}).values():
            if ending is not None and ending.verdict is not None:
                _add(found.verdicts, ending.verdict(S, self.E), weight)
            for name, value in ending.report if ending is not None else ():
                if value(S, self.E) is True:
                    _add(found.report, name, weight)
            for key, slot in pools:
                who = self.call.who[key.role].id
                _add(found.pools.setdefault((who, key.name), {}), S[slot], weight)
            for role, combatant in enumerate(self.call.who):
                if self._is_out(role, S, out) and not self._is_out(role, self.first, out):
                    _add(found.out, combatant.id, weight)
        return found

    def _is_out(self, role: int, S: list[Any], out: set[str]) -> bool:
        derived = any(at == role and name in out and code.run(S, self.E) for at, name, code in self.program.derived)
        keys = (StateKey("held", role, name) for name in out)
        return derived or any(S[self.program.state[key]] is not None for key in keys if key in self.program.state)


def _add(counts: dict[Any, int], key: Any, weight: int) -> None:
    counts[key] = counts.get(key, 0) + weight


def _keys(program: Program) -> list[Callable[[list[Any]], Any]]:
    """For each place in the program, what a state is there: the slots that what follows may depend on."""
    live = set(program.final)
    found = [_picker(live)]
    for instruction in reversed(program.instructions):
        live |= instruction.touches
        found.append(_picker(live))
    found.reverse()
    return found


def _picker(slots: set[int]) -> Callable[[list[Any]], Any]:
    return itemgetter(*sorted(slots)) if slots else lambda S: ()


def _standing(what: Throwing, single: bool) -> tuple[Sequence[tuple[Throw, int]], int]:
    throws, total = _throws(what.dice, single)
    if what.standing is None:
        return throws, total
    kept = [(throw, count) for throw, count in throws if throw.total + what.modifier in what.standing]
    return kept, sum(count for _, count in kept)


@lru_cache(maxsize=256)
def _throws(dice: Dice, single: bool) -> tuple[tuple[tuple[Throw, int], ...], int]:
    """All throws that differ, with their weights."""
    if single:
        counts, total = dice.distribution_of_throws()
        return tuple(counts.items()), total
    naturals, total = dice.distribution()
    constant = dice.constant
    return tuple((Throw((), n, n + constant, 0, 0, 0), count) for n, count in naturals.items()), total
