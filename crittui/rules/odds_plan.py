"""What of a program matters in one call: found once, before anything is rolled.

From the end backwards every step is left out whose work nobody looks at, and for each question it is worked out what
two states must have in common to be one from there on.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import field
from functools import lru_cache
from operator import itemgetter
from typing import Any

from crittui.records import dataclass
from crittui.rules.compile.code import Slots
from crittui.rules.machine import Machine
from crittui.rules.odds_places import forms
from crittui.rules.odds_reach import Reach, reach_of
from crittui.rules.program import NOTHING, AskRoll, Do, Instruction, Jump, Look, Program

Key = Callable[[Slots], Any]
Run = Callable[[Slots, tuple[Any, ...]], Jump]

RAW: Look = ("raw", 0)
SOURCE: Look = ("source", 0)

Work = tuple[Run, int]
"""One step, and where it leads by itself."""


@dataclass(slots=True)
class Outline:
    """A call without what does not matter in it; the same for all calls that can reach the same.

    `steps` has for each place what is done there and where it leads by itself; None where something is asked or
    found (there the states wait for each other), and at the end. `skip` leads from each place to the next one at
    which there is anything to do. `alike` has for each question, and for the end, the slots in which two states must
    be alike to be the same from there on, and the ways in which the rest looks at locations. `written` are
    the slots that may change at all, `before` those that may have changed when a question is reached, `live` those
    that anybody looks at from a place on. The place struck is known behind the instruction `struck`, from the slots
    `told`. `early` are steps from behind a roll that do not depend on it: done when it is reached, they are done once
    for all its throws.
    """

    program: Program
    steps: list[Work | None]
    skip: list[int]
    alike: dict[int, tuple[frozenset[int], frozenset[Look]]] = field(default_factory=dict)
    written: frozenset[int] = NOTHING
    before: dict[int, frozenset[int]] = field(default_factory=dict)
    live: dict[int, frozenset[int]] = field(default_factory=dict)
    struck: int = -1
    told: frozenset[int] = NOTHING
    early: dict[int, list[Run]] = field(default_factory=dict)
    _kept: dict[tuple[int, ...], tuple[int, ...]] = field(default_factory=dict)
    _touching: dict[frozenset[int], frozenset[int]] = field(default_factory=dict)

    def kept(self, way: tuple[int, ...]) -> tuple[int, ...]:
        """The slots written on a way, from a roll to where it ends, that anybody looks at from there on; in order."""
        known = self._kept.get(way)
        if known is None:
            writes = (self.program.instructions[place].changes for place in way[:-1])
            looked_at = self.live[way[-1]] | (self.told if way[0] <= self.struck < way[-1] else NOTHING)
            known = self._kept[way] = tuple(sorted(NOTHING.union(*writes) & looked_at))
        return known

    def touching(self, slots: frozenset[int]) -> frozenset[int]:
        """The places of the instructions that depend on these slots."""
        known = self._touching.get(slots)
        if known is None:
            places = self.program.touching
            known = self._touching[slots] = NOTHING.union(*(places[slot] for slot in slots if slot in places))
        return known


@lru_cache(maxsize=128)
def outline(program: Program, reach: Reach) -> Outline:
    """What matters of what can be reached. The result is shared."""
    return _Outliner(program, reach).found()


class _Outliner:
    def __init__(self, program: Program, reach: Reach) -> None:
        self.program = program
        self.end = len(program.instructions)
        self.leads, self.before, self.passed = dict(reach.leads), dict(reach.before), reach.passed
        self.early: dict[int, int] = {}

    def found(self) -> Outline:
        """Backwards, from the end."""
        written = NOTHING.union(*(self.program.instructions[pc].changes for pc in self.leads))
        ending = self.program.ending
        told = ending.struck_slots & written if ending is not None and ending.struck is not None else NOTHING
        struck = max((pc for pc in self.leads if self.program.instructions[pc].changes & told), default=-1)
        steps: list[Work | None] = [None] * (self.end + 1)
        skip = list(range(self.end + 1))
        plan = Outline(self.program, steps, skip, written=written, struck=struck, told=told)
        self._find_early(struck)
        self._backwards(plan, told)
        return plan

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
            writes, touches = instruction.changes, instruction.touches
            while len(leads) == 1 and leads[0] < self.end and ways[leads[0]] == 1:
                (pc,) = leads
                step, leads = self.program.instructions[pc], self.leads[pc]
                if not isinstance(step, Do) or step.row is not None or pc == struck:
                    break
                if len(leads) == 1 and not (step.touches & writes) and not (step.changes & touches):
                    self.early[pc] = roll
                else:
                    writes, touches = writes | step.changes, touches | step.touches

    # ---- what is looked at

    def _backwards(self, plan: Outline, told: frozenset[int]) -> None:
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
                early[roll] = early.get(roll, NOTHING) | instruction.changes
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
        return not settles or bool(instruction.changes & live)

    def _looks_at_end(self, written: frozenset[int]) -> frozenset[Look]:
        """A pool kept for each location is told for each, so none of them may stand for another."""
        kept = any(key.kind == "pool" and key.at and slot in written for key, slot in self.program.state.items())
        looks = self.program.ending.looks if self.program.ending is not None else NOTHING
        return looks | {RAW} if kept else looks

    def _ask(self, plan: Outline, pc: int, live: frozenset[int], looks: frozenset[Look]) -> None:
        plan.before[pc] = self.before.get(pc, NOTHING)
        plan.live[pc] = live
        plan.alike[pc] = live & plan.before[pc], looks


class Plan:
    """What of a program matters in one call."""

    def __init__(self, machine: Machine) -> None:
        self.program, self.ruleset = machine.program, machine.call.ruleset
        self.E, self.slots = machine.constants, list(machine.slots)
        self.outline = outline(machine.program, reach_of(machine))

    def key(self, pc: int) -> Key:
        """What tells at a question, and at the end, which states are the same."""
        slots, looks = self.outline.alike[pc]
        spots = slots & self.program.spots
        blocks = [slot for kind, slot in looks if kind == "block"]
        if not spots or RAW in looks or (blocks and SOURCE in looks):
            return picker(slots)
        size = len(self.ruleset.anatomy.names)
        kept = slots & frozenset(n for slot in blocks for n in range(slot, slot + size))
        rest, places = picker(slots - spots - kept), picker(spots)
        form = forms(self.program, self.ruleset, self.E, self.slots, looks).of
        if not kept:
            return lambda S: (rest(S), form(places(S)))
        values = picker(kept)
        first = values(self.slots)

        def key(S: Slots) -> Any:
            changed = values(S)
            return (rest(S), form(places(S))) if changed == first else (rest(S), changed, places(S))

        return key


@lru_cache(maxsize=512)
def picker(slots: frozenset[int] | tuple[int, ...]) -> Key:
    """From all slots, the values of these as a tuple, in their order."""
    wanted = sorted(slots)
    if len(wanted) > 1:
        return itemgetter(*wanted)
    if wanted:
        (only,) = wanted
        return lambda S: (S[only],)
    return lambda S: ()
