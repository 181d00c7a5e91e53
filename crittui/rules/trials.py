"""One call played again and again by chance: the program's own instructions, with nothing told.

A stretch of instructions depends on few slots, and what it does depends on nothing else. So what it did is
remembered beside the values that these slots had; when they come again, it is only looked up. What touches a
pool is carried out each time: pools hold too many numbers for that to pay.
"""

from __future__ import annotations

from bisect import bisect
from collections.abc import Callable, Hashable
from dataclasses import field
from functools import lru_cache
from itertools import accumulate, compress, count
from operator import is_not, itemgetter
from typing import Any

from crittui.errors import CrittuiError
from crittui.records import dataclass
from crittui.rules.dice import Dice, DiceError, Throw
from crittui.rules.program import AskChoice, AskRoll, Do, Instruction, Jump, Program, Throwing

Chance = Callable[[], float]
"""Gives numbers from 0 up to, but not including, 1, all equally likely: the `random` of a generator."""

Fall = int | tuple[int, ...]
"""How dice fell: what they came to, or face by face where the single faces matter."""

Writes = tuple[tuple[int, Any], ...]
Throws = Callable[[Chance], Fall]

MOST_SLOTS = 40
MOST_REMEMBERED = 5_000


@dataclass(slots=True)
class Known:
    """What a stretch did: what it wrote, and where it led. If it begins with a roll, for each fall seen so far."""

    after: tuple[Writes, int] = ((), 0)
    what: Throwing | None = None
    throws: Throws | None = None
    falls: dict[Fall, tuple[Writes, int]] = field(default_factory=dict)


class Trials:
    """A call that can be run as often as wanted; `constants` are those of the call."""

    def __init__(self, program: Program, constants: tuple[Any, ...]) -> None:
        self._instructions = program.instructions
        self._stretches = _stretches(program)
        self._E = constants
        self._known: list[dict[Hashable, Known]] = [{} for _ in program.instructions]
        self._remembered = 0

    def run(self, S: list[Any], chance: Chance, falls: list[Fall] | None = None) -> None:
        """Run from the first instruction to the end, on slots as they are before it; they are changed.

        Choices are made as for odds. How the dice fell is added to `falls`.
        """
        stretches, memory, E = self._stretches, self._known, self._E
        pc, end = 0, len(stretches)
        while pc < end:
            _, key_of, run = stretches[pc]
            if run is not None:
                jump = run(S, E)
                pc = pc + 1 if jump is None else jump
                continue
            if key_of is None:
                pc = self._step(pc, S, chance, falls)
                continue
            key = key_of(S)
            known = memory[pc].get(key) or self._first(pc, key, S)
            if known.throws is None:
                writes, pc = known.after
            else:
                fall = known.throws(chance)
                if falls is not None:
                    falls.append(fall)
                writes, pc = known.falls.get(fall) or self._came(pc, known, fall, S)
            for slot, value in writes:
                S[slot] = value

    def _step(self, pc: int, S: list[Any], chance: Chance, falls: list[Fall] | None) -> int:
        """Carry out one instruction without remembering it; where it leads."""
        instruction = self._instructions[pc]
        if not isinstance(instruction, AskRoll):
            return self._simple(pc, instruction, S)
        what = _asked(instruction, S, self._E)
        if what is None or not what.dice.terms:
            return self._rolled(pc, instruction, what, (), S)
        fall = _throws(what.dice, instruction.single)(chance)
        if falls is not None:
            falls.append(fall)
        return self._rolled(pc, instruction, what, fall, S)

    def _simple(self, pc: int, instruction: Do | AskChoice, S: list[Any]) -> int:
        if isinstance(instruction, Do):
            jump = instruction.run(S, self._E)
        else:
            choosing = instruction.offer(S, self._E)
            jump = instruction.take(S, self._E, choosing.usual) if choosing is not None else None
        return pc + 1 if jump is None else jump

    def _rolled(self, pc: int, instruction: AskRoll, what: Throwing | None, fall: Fall, S: list[Any]) -> int:
        jump = instruction.take(S, self._E, what, _throw(what.dice, fall)) if what is not None else None
        return pc + 1 if jump is None else jump

    # ---- what is remembered

    def _first(self, pc: int, key: Hashable, S: list[Any]) -> Known:
        """Go through a stretch that was not met in this state before."""
        known, instruction = Known(), self._instructions[pc]
        what = _asked(instruction, S, self._E) if isinstance(instruction, AskRoll) else None
        if isinstance(instruction, AskRoll) and what is not None and what.dice.terms:
            known.what, known.throws = what, _throws(what.dice, instruction.single)
        else:
            T = S.copy()
            known.after = self._through(pc, self._begun(pc, instruction, what, T), S, T)
        self._remember()
        self._known[pc][key] = known
        return known

    def _begun(self, pc: int, instruction: Instruction, what: Throwing | None, T: list[Any]) -> int:
        if isinstance(instruction, AskRoll):
            return self._rolled(pc, instruction, what, (), T)
        return self._simple(pc, instruction, T)

    def _came(self, pc: int, known: Known, fall: Fall, S: list[Any]) -> tuple[Writes, int]:
        """Go through a stretch behind a roll that did not come to this before."""
        T, instruction = S.copy(), self._instructions[pc]
        assert isinstance(instruction, AskRoll)
        after = self._through(pc, self._rolled(pc, instruction, known.what, fall, T), S, T)
        self._remember()
        known.falls[fall] = after
        return after

    def _through(self, start: int, pc: int, S: list[Any], T: list[Any]) -> tuple[Writes, int]:
        """From `pc` to the end of the stretch that began at `start`; what `T` has then become."""
        end = self._stretches[start][0]
        while start < pc < end:
            instruction = self._instructions[pc]
            assert not isinstance(instruction, AskRoll)
            pc = self._simple(pc, instruction, T)
        return tuple((slot, T[slot]) for slot in compress(count(), map(is_not, S, T))), pc

    def _remember(self) -> None:
        """Room for one thing more: when there is too much, everything is forgotten."""
        if self._remembered >= MOST_REMEMBERED:
            for known in self._known:
                known.clear()
            self._remembered = 0
        self._remembered += 1


def _asked(instruction: AskRoll, S: list[Any], E: tuple[Any, ...]) -> Throwing | None:
    try:
        return instruction.ask(S, E)
    except DiceError as error:
        raise CrittuiError(f"these dice cannot be rolled: {error.what}", instruction.where, error.hint) from None


def _throw(dice: Dice, fall: Fall) -> Throw:
    return dice.sum_only(fall) if isinstance(fall, int) else dice.read(fall)


@lru_cache(maxsize=256)
def _throws(dice: Dice, single: bool) -> Throws:
    """How these dice are thrown: to what they come, or die by die where the single faces matter."""
    if not single:
        weights, total = dice.distribution()
        naturals, limits = tuple(weights), tuple(sum_ / total for sum_ in accumulate(weights.values()))
        return lambda chance: naturals[bisect(limits, chance())]

    def faces(chance: Chance) -> Fall:
        shown: tuple[int, ...] = ()
        while (sides := dice.next_die(shown)) is not None:
            shown += (int(chance() * sides) + 1,)
        return shown

    return faces


# ---- stretches

Run = Callable[[list[Any], tuple[Any, ...]], Jump]
Stretch = tuple[int, Callable[[list[Any]], Hashable] | None, Run | None]
"""Where a stretch ends and the slots it depends on; for one that is not remembered None, and what it does."""


@lru_cache(maxsize=64)
def _stretches(program: Program) -> tuple[Stretch, ...]:
    """The stretch that begins at each instruction, up to the next roll or to what is not remembered."""
    instructions, kept = program.instructions, _kept(program)
    filled, found = set(program.state.values()), list[Stretch]()
    for start, first in enumerate(instructions):
        end = start + 1
        while kept[start] and end < len(kept) and kept[end] and not isinstance(instructions[end], AskRoll):
            end += 1
        if isinstance(first, Do) and (not kept[start] or end == start + 1):
            found.append((end, None, first.run))  # a single small one is as quick as looking it up
        elif not kept[start]:
            found.append((end, None, None))
        else:
            touched = frozenset[int]().union(*(other.touches for other in instructions[start:end]))
            # What nobody has filled yet is as it always is there.
            found.append((end, _picker(filled & touched), None))
        filled |= first.touches
    return tuple(found)


def _kept(program: Program) -> list[bool]:
    """Which instructions are worth remembering."""
    pools = {slot for key, slot in program.state.items() if key.kind == "pool"}
    return [
        not instruction.touches & pools and (isinstance(instruction, AskRoll) or len(instruction.touches) <= MOST_SLOTS)
        for instruction in program.instructions
    ]


def _picker(slots: set[int]) -> Callable[[list[Any]], Hashable]:
    return itemgetter(*sorted(slots)) if slots else lambda S: ()
