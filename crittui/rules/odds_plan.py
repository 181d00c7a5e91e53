"""What of a program matters in one call: found once, before anything is rolled.

First the program is run through with what is known from the start: a guard that no dice can open closes all that
lies behind it. Then, from the end backwards, every step is left out whose work nobody looks at, and for each
question it is worked out what two states must have in common to be one from there on.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import field
from operator import itemgetter
from typing import Any

from crittui.errors import CrittuiError
from crittui.records import dataclass
from crittui.rules.dice import DiceError
from crittui.rules.machine import Machine
from crittui.rules.odds_places import forms
from crittui.rules.program import NOTHING, AskRoll, Do, Instruction, Jump, Look

Slots = list[Any]
Key = Callable[[Slots], Any]
Run = Callable[[Slots, tuple[Any, ...]], Jump]

RAW: Look = ("raw", 0)
SOURCE: Look = ("source", 0)
_OPEN = object()


class _Unsettled(Exception):
    """A value is needed that the dice have yet to decide."""


class _View:
    """The slots as far as they are known; what the dice decide cannot be read. `new` is what is written to it."""

    __slots__ = ("base", "new", "over")

    def __init__(self, base: Slots, over: dict[int, Any]) -> None:
        self.base = base
        self.over = over
        self.new: dict[int, Any] = {}

    def __getitem__(self, slot: int) -> Any:
        if slot in self.new:
            return self.new[slot]
        value = self.over[slot] if slot in self.over else self.base[slot]
        if value is _OPEN:
            raise _Unsettled
        return value

    def __setitem__(self, slot: int, value: Any) -> None:
        self.new[slot] = value


Work = tuple[Run, int]
"""One step, and where it leads by itself."""


@dataclass(slots=True)
class Plan:
    """A call without what does not matter in it.

    `steps` has for each place what is done there and where it leads by itself; None where something is asked or
    found (there the states wait for each other), and at the end. `skip` leads from each place to the next one at
    which there is anything to do. `key` tells at a question, and at the end, which states are the same. `written` are
    the slots that may change at all, `before` those that may have changed when a question is reached, `live` those
    that anybody looks at from a place on. The place struck is known behind the instruction `struck`, from the slots
    `told`. `early` are steps from behind a roll that do not depend on it: done when it is reached, they are done once
    for all its throws.
    """

    steps: list[Work | None]
    skip: list[int]
    key: dict[int, Key] = field(default_factory=dict)
    written: frozenset[int] = NOTHING
    before: dict[int, frozenset[int]] = field(default_factory=dict)
    live: dict[int, frozenset[int]] = field(default_factory=dict)
    struck: int = -1
    told: frozenset[int] = NOTHING
    early: dict[int, list[Run]] = field(default_factory=dict)


def plan_of(machine: Machine) -> Plan:
    """The plan of what a machine has before it, from where it stands."""
    return _Planner(machine).plan()


def _alike(one: Any, other: Any) -> bool:
    return one is other or (type(one) is type(other) and bool(one == other))


class _Planner:
    def __init__(self, machine: Machine) -> None:
        self.program, self.call, self.E = machine.program, machine.call, machine.constants
        self.slots: Slots = list(machine.slots)
        self.start = machine.pc
        self.end = len(self.program.instructions)
        self.before: dict[int, frozenset[int]] = {}
        self.leads: dict[int, tuple[int, ...]] = {}
        self.passed: set[int] = set()
        self.early: dict[int, int] = {}

    def plan(self) -> Plan:
        """Forwards, then backwards."""
        self._forwards()
        written = NOTHING.union(*(self._writes(self.program.instructions[pc]) for pc in self.leads))
        ending = self.program.ending
        told = ending.struck_slots & written if ending is not None and ending.struck is not None else NOTHING
        struck = max((pc for pc in self.leads if self._writes(self.program.instructions[pc]) & told), default=-1)
        plan = Plan([None] * (self.end + 1), list(range(self.end + 1)), written=written, struck=struck, told=told)
        self._find_early(struck)
        self._backwards(plan, told)
        return plan

    # ---- what can happen

    def _forwards(self) -> None:
        """`leads` tells where each instruction that can be reached may lead, `before` what may have changed by then,
        `passed` are the questions that are never asked, and the steps that change nothing."""
        reached: dict[int, dict[int, Any]] = {self.start: {}}
        for pc, instruction in enumerate(self.program.instructions):
            over = reached.pop(pc, None)
            if over is None:
                continue
            self.before[pc] = frozenset(over)
            after, leads = self._tried(pc, instruction, over)
            self.leads[pc] = leads
            for place in leads:
                reached[place] = self._joined(reached[place], after) if place in reached else after
        self.before[self.end] = frozenset(reached.get(self.end, {}))

    def _tried(self, pc: int, instruction: Instruction, over: dict[int, Any]) -> tuple[dict[int, Any], tuple[int, ...]]:
        view: Any = _View(self.slots, over)
        try:
            if isinstance(instruction, Do):
                jump = instruction.run(view, self.E)
                leads = (pc + 1 if jump is None else jump,)
                if any(not _alike(value, over.get(slot, self.slots[slot])) for slot, value in view.new.items()):
                    return over | view.new, leads
                self.passed.add(pc)
                return over, leads
            asked = instruction.ask if isinstance(instruction, AskRoll) else instruction.offer
            if asked(view, self.E) is None:
                self.passed.add(pc)
                return over, (pc + 1,)
        except (_Unsettled, CrittuiError, DiceError):
            pass
        jumps = (target.pc for target in instruction.jumps) if isinstance(instruction, Do) else ()
        return over | dict.fromkeys(self._writes(instruction), _OPEN), (pc + 1, *jumps)

    def _joined(self, one: dict[int, Any], other: dict[int, Any]) -> dict[int, Any]:
        """What is known where two ways meet."""
        if one is other:
            return one
        base = self.slots
        unlike = [(slot, value) for slot, value in other.items() if one.get(slot, base[slot]) is not value]
        unlike += [(slot, base[slot]) for slot in one.keys() - other.keys()]
        open = [slot for slot, value in unlike if not _alike(one.get(slot, base[slot]), value)]
        return one | dict.fromkeys(open, _OPEN)

    @staticmethod
    def _writes(instruction: Instruction) -> frozenset[int]:
        return instruction.touches if instruction.writes is None else instruction.writes

    def _find_early(self, struck: int) -> None:
        """The steps behind a roll that might as well be done before it, each with the place of that roll.

        They come right behind it on the only way there is, look at nothing that it or a step between them writes, and
        write nothing that these look at.
        """
        ways = Counter(place for leads in self.leads.values() for place in leads)
        for roll, leads in self.leads.items():
            instruction = self.program.instructions[roll]
            if not isinstance(instruction, AskRoll) or roll in self.passed:
                continue
            writes, touches = self._writes(instruction), instruction.touches
            while len(leads) == 1 and leads[0] < self.end and ways[leads[0]] == 1:
                (pc,) = leads
                step, leads = self.program.instructions[pc], self.leads[pc]
                if not isinstance(step, Do) or step.row is not None or pc == struck:
                    break
                if len(leads) == 1 and not (step.touches & writes) and not (self._writes(step) & touches):
                    self.early[pc] = roll
                else:
                    writes, touches = writes | self._writes(step), touches | step.touches

    # ---- what is looked at

    def _backwards(self, plan: Plan, told: frozenset[int]) -> None:
        live, looks = self.program.final & plan.written, self._looks_at_end(plan.written)
        self._ask(plan, self.end, live, looks)
        put_off: dict[int, tuple[frozenset[int], frozenset[Look]]] = {}
        early: dict[int, frozenset[int]] = {}
        for pc in range(self.end - 1, -1, -1):
            instruction = self.program.instructions[pc]
            if pc == plan.struck:
                live, looks = live | told, looks | {RAW}
            leads = {plan.skip[place] for place in self.leads.get(pc, (pc + 1,))}
            roll = self.early.get(pc, -1)
            slots, ways = put_off.get(roll, (NOTHING, NOTHING))
            if not self._matters(pc, instruction, live | slots) and len(leads) == 1:
                (plan.skip[pc],) = leads
                continue
            if roll >= 0 and isinstance(instruction, Do):
                plan.early.setdefault(roll, []).insert(0, instruction.run)
                early[roll] = early.get(roll, NOTHING) | self._writes(instruction)
                put_off[roll] = slots | (instruction.touches & plan.written), ways | instruction.looks
                (plan.skip[pc],) = leads
                continue
            live, looks = live | (instruction.touches & plan.written), looks | instruction.looks
            if isinstance(instruction, Do) and instruction.row is None:
                plan.steps[pc] = instruction.run, plan.skip[pc + 1]
            else:
                self.before[pc] |= early.get(pc, NOTHING)
                self._ask(plan, pc, live, looks)
            # What is done early is done when the roll is reached: up to there, what it depends on must be kept.
            slots, ways = put_off.pop(pc, (NOTHING, NOTHING))
            live, looks = live | slots, looks | ways
            plan.live[pc] = live

    def _matters(self, pc: int, instruction: Instruction, live: frozenset[int]) -> bool:
        """Whether an instruction can be reached, and asks or finds something, or writes what is looked at later."""
        if pc not in self.leads or pc in self.passed:
            return False
        settles = isinstance(instruction, Do) and instruction.row is None
        return not settles or bool(self._writes(instruction) & live)

    def _looks_at_end(self, written: frozenset[int]) -> frozenset[Look]:
        """A pool kept for each location is told for each, so none of them may stand for another."""
        kept = any(key.kind == "pool" and key.at and slot in written for key, slot in self.program.state.items())
        looks = self.program.ending.looks if self.program.ending is not None else NOTHING
        return looks | {RAW} if kept else looks

    def _ask(self, plan: Plan, pc: int, live: frozenset[int], looks: frozenset[Look]) -> None:
        plan.before[pc] = self.before.get(pc, NOTHING)
        plan.live[pc] = live
        plan.key[pc] = self._key(live & plan.before[pc], looks)

    def _key(self, slots: frozenset[int], looks: frozenset[Look]) -> Key:
        program = self.program
        spots = slots & program.spots
        blocks = [slot for kind, slot in looks if kind == "block"]
        if not spots or RAW in looks or (blocks and SOURCE in looks):
            return picker(slots)
        size = len(self.call.ruleset.anatomy.names)
        kept = slots & frozenset(n for slot in blocks for n in range(slot, slot + size))
        rest, places = picker(slots - spots - kept), picker(spots)
        form = forms(program, self.call.ruleset, self.E, self.slots, looks).of
        if not kept:
            return lambda S: (rest(S), form(places(S)))
        values = picker(kept)
        first = values(self.slots)

        def key(S: Slots) -> Any:
            changed = values(S)
            return (rest(S), form(places(S))) if changed == first else (rest(S), changed, places(S))

        return key


def picker(slots: Iterable[int]) -> Key:
    """From all slots, the values of these as a tuple."""
    wanted = sorted(slots)
    if len(wanted) > 1:
        return itemgetter(*wanted)
    if wanted:
        (only,) = wanted
        return lambda S: (S[only],)
    return lambda S: ()
