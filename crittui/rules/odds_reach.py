"""What can happen in one call, as far as that is known before anything is rolled.

The program is run through with what is known from the start: a guard that no dice can open closes all that lies behind
it, and a step that changes nothing now is one less.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from crittui.errors import CrittuiError
from crittui.rules.compile.code import Slots
from crittui.rules.dice import DiceError
from crittui.rules.machine import Machine
from crittui.rules.program import AskChoice, AskRoll, Do, Instruction

Known = dict[int, Any]
"""The slots that may have changed, with what is in them."""

_OPEN = object()


class Reach(NamedTuple):
    """What can be reached from `start`. Two calls of one program with the same reach have the same before them.

    `leads` tells where each instruction that can be reached may lead, `before` which slots may have changed by then,
    `passed` are the questions that are never asked, and the steps that change nothing.
    """

    start: int
    leads: tuple[tuple[int, tuple[int, ...]], ...]
    before: tuple[tuple[int, frozenset[int]], ...]
    passed: frozenset[int]


def reach_of(machine: Machine) -> Reach:
    """What can be reached from where a machine stands."""
    return _Walk(machine).reach()


class _Unsettled(Exception):
    """A value is needed that the dice have yet to decide."""


class _View:
    """The slots as far as they are known; what the dice decide cannot be read. `new` is what is written to it."""

    __slots__ = ("base", "new", "over")

    def __init__(self, base: Slots, over: Known) -> None:
        self.base = base
        self.over = over
        self.new: Known = {}

    def __getitem__(self, slot: int) -> Any:
        if slot in self.new:
            return self.new[slot]
        value = self.over[slot] if slot in self.over else self.base[slot]
        if value is _OPEN:
            raise _Unsettled
        return value

    def __setitem__(self, slot: int, value: Any) -> None:
        self.new[slot] = value


def _alike(one: Any, other: Any) -> bool:
    return one is other or (type(one) is type(other) and bool(one == other))


class _Walk:
    def __init__(self, machine: Machine) -> None:
        self.instructions: Sequence[Instruction] = machine.program.instructions
        self.E = machine.constants
        self.slots: Slots = list(machine.slots)
        self.start = machine.pc
        self.passed: set[int] = set()

    def reach(self) -> Reach:
        """All ways are gone side by side: they meet again, for jumps lead forward only."""
        reached: dict[int, Known] = {self.start: {}}
        leads: dict[int, tuple[int, ...]] = {}
        before: dict[int, frozenset[int]] = {}
        for pc, instruction in enumerate(self.instructions):
            over = reached.pop(pc, None)
            if over is None:
                continue
            before[pc] = frozenset(over)
            after, leads[pc] = self._tried(pc, instruction, over)
            for place in leads[pc]:
                reached[place] = self._joined(reached[place], after) if place in reached else after
        end = len(self.instructions)
        before[end] = frozenset(reached.get(end, {}))
        return Reach(self.start, tuple(leads.items()), tuple(before.items()), frozenset(self.passed))

    def _tried(self, pc: int, instruction: Instruction, over: Known) -> tuple[Known, tuple[int, ...]]:
        view: Any = _View(self.slots, over)
        try:
            if isinstance(instruction, Do):
                jump = instruction.run(view, self.E)
                leads = (pc + 1 if jump is None else jump,)
                if any(not _alike(value, over.get(slot, self.slots[slot])) for slot, value in view.new.items()):
                    return over | view.new, leads
                self.passed.add(pc)
                return over, leads
            if not self._asks(instruction, view):
                self.passed.add(pc)
                return over, (pc + 1,)
        except (_Unsettled, CrittuiError, DiceError):
            pass
        jumps = (target.pc for target in instruction.jumps) if isinstance(instruction, Do) else ()
        return over | dict.fromkeys(instruction.changes, _OPEN), (pc + 1, *jumps)

    def _asks(self, instruction: AskRoll | AskChoice, view: Any) -> bool:
        if isinstance(instruction, AskRoll):
            return instruction.always or instruction.ask(view, self.E) is not None
        return instruction.offer(view, self.E) is not None

    def _joined(self, one: Known, other: Known) -> Known:
        """What is known where two ways meet."""
        if one is other:
            return one
        base = self.slots
        unlike = [(slot, value) for slot, value in other.items() if one.get(slot, base[slot]) is not value]
        unlike += [(slot, base[slot]) for slot in one.keys() - other.keys()]
        open = [slot for slot, value in unlike if not _alike(one.get(slot, base[slot]), value)]
        return one | dict.fromkeys(open, _OPEN)
