"""Runs programs: asks, takes answers, tells events. A machine never changes; an answer gives a new one.

    machine = begin(ruleset, fight, act)
    while machine.request is not None:
        show(machine.events)
        machine = machine.answer(...)

A wrong answer raises AnswerError and changes nothing, so undo is keeping the old machine.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import compress
from operator import itemgetter, ne
from typing import Any

from crittui.errors import AnswerError, CrittuiError, Refused
from crittui.records import dataclass
from crittui.rules.binding import Call, call_of
from crittui.rules.commands import Act
from crittui.rules.compile.code import Constants, Slots
from crittui.rules.compile.layout import StateKey
from crittui.rules.dice import DiceError, Throw
from crittui.rules.events import (
    Chosen,
    ConditionBegan,
    ConditionChanged,
    ConditionEnded,
    Damaged,
    Ended,
    Event,
    PoolChanged,
    Started,
    Struck,
)
from crittui.rules.model import Permission
from crittui.rules.program import BY_GM, AskChoice, AskRoll, Choice, Choosing, Do, Program, Throwing
from crittui.rules.requests import GM, Answer, ChooseRequest, Faces, Natural, Offer, Picked, Request, RollRequest
from crittui.rules.ruleset import Ruleset
from crittui.rules.state import Combatant, Fight, place


@dataclass(frozen=True, eq=False)
class Machine:
    """One program on its way. `events` are those told since the last answer, or since the start;
    `visited` are the places (`file:line`) of the steps carried out."""

    program: Program
    call: Call
    constants: tuple[Any, ...]
    slots: tuple[Any, ...]
    pc: int = 0
    request: Request | None = None
    events: tuple[Event, ...] = ()
    asked: Throwing | Choosing | None = None
    blows: tuple[tuple[str, int], ...] = ()
    visited: frozenset[str] = frozenset()

    @property
    def done(self) -> bool:
        return self.request is None

    def answer(self, answer: Answer) -> Machine:
        """The machine after this answer to its request; raises AnswerError."""
        if self.request is None:
            raise AnswerError("nothing was asked")
        instruction = self.program.instructions[self.pc]
        run = _Run(self)
        if isinstance(instruction, AskRoll) and isinstance(self.asked, Throwing):
            run.take_roll(
                instruction, self.asked, _throw(self.asked, self.request, answer), getattr(answer, "by_hand", False)
            )
        elif isinstance(instruction, AskChoice) and isinstance(self.asked, Choosing):
            run.take_choice(instruction, self.asked, _picked(self.asked, answer), auto=False)
        return run.go_on()


def begin(ruleset: Ruleset, fight: Fight, act: Act, language: str = "") -> Machine:
    """Start an action; raises Refused with the words of the rule that does not permit it."""
    machine = start(ruleset, fight, act, language)
    program, call = machine.program, machine.call
    words = forbidden(machine)
    if words is not None:
        raise Refused(words)
    inputs = tuple((name, value) for name, value in act.inputs if name in program.inputs)
    started = Started(
        act.action, tuple((role, who.id) for role, who in zip(program.roles, call.who, strict=True)), act.weapon, inputs
    )
    run = _Run(machine)
    run.events.append(started)
    return run.go_on()


def start(ruleset: Ruleset, fight: Fight, act: Act, language: str = "") -> Machine:
    """The machine of an act before anything is asked or checked; raises CrittuiError for one that makes no sense."""
    program, call = call_of(ruleset, fight, act, language)
    return Machine(program, call, call.constants(program), tuple(call.slots(program)))


def refusal(ruleset: Ruleset, fight: Fight, act: Act, language: str = "") -> str:
    """Why the act is not possible, in the words of the rule if there is one; an empty text if it is."""
    try:
        words = forbidden(start(ruleset, fight, act, language))
    except CrittuiError as error:
        return error.what
    return words or ""


def leaning(ruleset: Ruleset, fight: Fight, act: Act) -> int | None:
    """What helps or hinders the first roll of an act, in points, permitted or not; None when it begins with no roll.

    Against a fixed total these are the modifiers, in a roll that must stay under a goal the goal itself:
    the difference between two acts tells what one more condition costs.
    """
    try:
        request = _Run(start(ruleset, fight, act)).go_on().request
    except CrittuiError:
        return None
    if not isinstance(request, RollRequest):
        return None
    return request.goal if request.under else request.modifier


def begin_period(ruleset: Ruleset, fight: Fight, who: str, condition: str, value: int, language: str = "") -> Machine:
    """Start the periodic steps of a condition for its bearer."""
    program = ruleset.period(condition)
    call = Call(ruleset, fight, (fight.combatants[who],), language, value=value)
    return _Run(Machine(program, call, call.constants(program), tuple(call.slots(program)))).go_on()


def holding(ruleset: Ruleset, fight: Fight, who: str) -> frozenset[str]:
    """The derived conditions that hold for a combatant now."""
    program = ruleset.watch
    call = Call(ruleset, fight, (fight.combatants[who],))
    constants, slots = call.constants(program), call.slots(program)
    return frozenset(name for _, name, code in program.derived if code.run(slots, constants))


def forbidden(machine: Machine) -> str | None:
    """The words of the first `allowed` that does not hold, or None."""
    permission = first_forbidden(machine.program, machine.slots, machine.constants)
    if permission is None:
        return None
    if not permission.words:
        return f"not permitted now: {permission.condition.value}"
    return machine.call.ruleset.label(permission.words, machine.call.language)


def first_forbidden(program: Program, slots: Sequence[Any], E: tuple[Any, ...]) -> Permission | None:
    """The first `allowed` that does not hold."""
    S = list(slots)
    for checks in (program.allowed, *program.permitted.values()):
        for permission, code in checks:
            if not code.run(S, E):
                return permission
    return None


# ---- answers


def _throw(asked: Throwing, request: Request, answer: Answer) -> Throw:
    try:
        if isinstance(answer, Faces):
            return asked.dice.read(answer.faces)
        if isinstance(answer, Natural):
            if isinstance(request, RollRequest) and request.faces_needed:
                raise AnswerError("the single dice matter here", hint="type each die")
            return asked.dice.sum_only(answer.value)
    except DiceError as error:
        raise AnswerError(error.what, hint=error.hint) from None
    raise AnswerError("dice are needed here")


def _picked(asked: Choosing, answer: Answer) -> tuple[Choice, ...]:
    if not isinstance(answer, Picked):
        raise AnswerError("a choice is needed here")
    known = {choice.name: choice for choice in asked.offers}
    for name in answer.options:
        if name not in known:
            raise AnswerError(f"{name!r} cannot be chosen now", hint=f"there is {', '.join(known)}")
    if len(set(answer.options)) != len(answer.options) or len(answer.options) != asked.pick:
        raise AnswerError(f"choose {asked.pick}, each only once")
    return tuple(choice for choice in asked.offers if choice.name in answer.options)


# ---- running


class _Run:
    """The working copy of a machine between two requests."""

    def __init__(self, machine: Machine) -> None:
        self.machine = machine
        self.program = machine.program
        self.E = machine.constants
        self.S = list(machine.slots)
        self.pc = machine.pc
        self.events: list[Event] = []
        self.blows = dict(machine.blows)
        self.visited = set(machine.visited)

    def go_on(self) -> Machine:
        """Run until something must be asked, or to the end."""
        instructions = self.program.instructions
        while self.pc < len(instructions):
            instruction = instructions[self.pc]
            if isinstance(instruction, Do):
                self._do(instruction)
            elif isinstance(instruction, AskRoll):
                what = self._asking(instruction)
                if what is None:
                    self.pc += 1
                elif not what.dice.terms:
                    self.take_roll(instruction, what, what.dice.read(()), False)
                else:
                    return self._pause(self._roll_request(instruction, what), what)
            else:
                choosing = instruction.offer(self.S, self.E)
                if choosing is None:
                    self.pc += 1
                elif len(choosing.offers) == 1 and choosing.pick == 1:
                    self.take_choice(instruction, choosing, choosing.offers, auto=True)
                else:
                    return self._pause(self._choose_request(instruction, choosing), choosing)
        self._finish()
        return self._stopped(None, None)

    def _asking(self, instruction: AskRoll) -> Throwing | None:
        try:
            return instruction.ask(self.S, self.E)
        except DiceError as error:
            raise CrittuiError(f"these dice cannot be rolled: {error.what}", instruction.where, error.hint) from None

    def _pause(self, request: Request, asked: Throwing | Choosing) -> Machine:
        return self._stopped(request, asked)

    def _stopped(self, request: Request | None, asked: Throwing | Choosing | None) -> Machine:
        return replace(
            self.machine,
            slots=tuple(self.S),
            pc=self.pc,
            request=request,
            events=tuple(self.events),
            asked=asked,
            blows=tuple(self.blows.items()),
            visited=frozenset(self.visited),
        )

    def _do(self, instruction: Do) -> None:
        self.visited.add(instruction.where)
        before = list(self.S)
        jump = instruction.run(self.S, self.E)
        if instruction.tell is not None:
            self._tell(instruction.tell(self.S, self.E))
        self.events += changes(self.program, self.machine.call.who, self.E, before, self.S, instruction.where)
        self.pc = self.pc + 1 if jump is None else jump

    def take_roll(self, instruction: AskRoll, what: Throwing, throw: Throw, by_hand: bool) -> None:
        """Carry out a roll."""
        self.visited.add(instruction.where)
        jump = instruction.take(self.S, self.E, what, throw)
        self._tell(instruction.tell(self.S, self.E, what, throw, by_hand))
        self.pc = self.pc + 1 if jump is None else jump

    def take_choice(self, instruction: AskChoice, asked: Choosing, picked: Sequence[Choice], auto: bool) -> None:
        """Carry out a choice."""
        self.visited.add(instruction.where)
        jump = instruction.take(self.S, self.E, tuple(picked))
        names = tuple(choice.name for choice in picked)
        offered = tuple(choice.name for choice in asked.offers)
        self._tell((Chosen(instruction.id, self._who(instruction.by), names, auto, offered, instruction.where),))
        if instruction.tell is not None:
            self._tell(instruction.tell(self.S, self.E, tuple(picked)))
        self.pc = self.pc + 1 if jump is None else jump

    def _tell(self, events: Sequence[Event]) -> None:
        for event in events:
            if isinstance(event, Damaged):
                self.blows[event.who] = self.blows.get(event.who, 0) + event.dealt + event.overflow
            self.events.append(event)

    def _who(self, by: int) -> str:
        return GM if by == BY_GM else self.machine.call.who[by].id

    def _roll_request(self, instruction: AskRoll, what: Throwing) -> RollRequest:
        who, single = self._who(instruction.by), instruction.single
        return RollRequest(
            instruction.id, who, what.dice, what.modifiers, what.goal, what.under, single, instruction.where
        )

    def _choose_request(self, instruction: AskChoice, asked: Choosing) -> ChooseRequest:
        offers = tuple(Offer(choice.name, choice.label, choice.detail) for choice in asked.offers)
        prompt, who = instruction.prompt(self.E), self._who(instruction.by)
        return ChooseRequest(
            instruction.id, who, prompt, offers, asked.pick, asked.default, instruction.where, asked.refused
        )

    def _finish(self) -> None:
        ending = self.program.ending
        if ending is None:
            return
        if ending.struck is not None:
            who, at = ending.struck(self.S, self.E)
            if at and self.blows.get(who, 0) > 0:
                self.events.append(Struck(who, at, self.blows[who]))
        report = tuple((name, value(self.S, self.E)) for name, value in ending.report)
        verdict = ending.verdict(self.S, self.E) if ending.verdict is not None else ""
        self.events.append(Ended(report, verdict))


# ---- what changed


def changes(
    program: Program, who: Sequence[Combatant], E: Constants, before: Slots, S: Slots, where: str = ""
) -> list[Event]:
    """What became of the state of those in the roles. State events come from comparing slots, so before and after
    are always right."""
    watched, values = _watched(program)
    old, new = values(before), values(S)
    if old == new:
        return []
    events, differing = list[Event](), set(compress(watched, map(ne, old, new)))
    found = {slot: (key, left) for key, slot, left in map(watched.__getitem__, differing)}
    for slot in sorted(found):
        key, left = found[slot]
        if S[slot] == before[slot] and S[slot] is None:
            continue
        bearer = who[key.role]
        if key.kind == "pool":
            events.append(PoolChanged(bearer.id, key.name, key.at, before[slot], S[slot], where))
        else:
            time, unit = _time(bearer, key, S[left] if left is not None else None, left is None)
            events.append(ConditionChanged(bearer.id, key.name, key.at, before[slot], S[slot], time, unit, where))
    return [*events, *_derived(program, who, E, before, S, differing, where)] if events else events


def _time(bearer: Combatant, key: StateKey, left: tuple[int, str] | None, unknown: bool) -> tuple[int | None, str]:
    """The time a condition has left; the program need not know it."""
    if unknown:
        held = bearer.conditions.get(place(key.name, key.at))
        return (held.left, held.unit) if held is not None else (None, "")
    return left if left is not None else (None, "")


def _derived(
    program: Program,
    who: Sequence[Combatant],
    E: Constants,
    before: Slots,
    S: Slots,
    differing: set[int],
    where: str,
) -> Iterator[Event]:
    for (role, name, code), depends in zip(program.derived, program.derived_slots, strict=True):
        if depends.isdisjoint(differing):
            continue
        old, new = code.run(before, E), code.run(S, E)
        if old != new:
            yield ConditionBegan(who[role].id, name, where) if new else ConditionEnded(who[role].id, name, where)


@lru_cache(maxsize=128)
def _watched(program: Program) -> tuple[dict[int, tuple[StateKey, int, int | None]], Callable[[Slots], Any]]:
    """By their slots pools, conditions and the times of conditions: what changes there; and what all of them hold."""
    watched = {slot: entry for entry in program.watched for slot in entry[1:] if slot is not None}
    several = itemgetter(*watched) if len(watched) > 1 else lambda S: [S[slot] for slot in watched]
    return watched, several
