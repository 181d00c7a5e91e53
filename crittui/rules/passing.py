"""Time: what ends, what counts down, and the periodic steps of conditions, bearer by bearer."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from crittui.errors import AnswerError
from crittui.records import dataclass
from crittui.rules.apply import apply, apply_all
from crittui.rules.events import (
    CombatEnded,
    ConditionBegan,
    ConditionChanged,
    ConditionEnded,
    Event,
    PeriodBegan,
    PoolChanged,
    Ticked,
)
from crittui.rules.machine import Machine, begin_period, holding
from crittui.rules.requests import Answer, Request
from crittui.rules.ruleset import Ruleset
from crittui.rules.state import Combatant, Fight, place

COMBAT = "combat"


@dataclass(frozen=True, slots=True)
class _Period:
    who: str
    condition: str
    at: str


@dataclass(frozen=True, eq=False)
class TimeMachine:
    """One unit of time on its way; used like any machine. `fight` is the state so far."""

    ruleset: Ruleset
    fight: Fight
    waiting: tuple[_Period, ...]
    language: str = ""
    inner: Machine | None = None
    events: tuple[Event, ...] = ()
    visited: frozenset[str] = frozenset()

    @property
    def request(self) -> Request | None:
        return self.inner.request if self.inner is not None else None

    @property
    def done(self) -> bool:
        return self.request is None

    def answer(self, answer: Answer) -> TimeMachine:
        """The machine after this answer; raises AnswerError."""
        if self.inner is None:
            raise AnswerError("nothing was asked")
        inner = self.inner.answer(answer)
        fight, visited = apply_all(self.fight, inner.events), self.visited | inner.visited
        machine = replace(self, fight=fight, inner=inner, events=inner.events, visited=visited)
        return machine if inner.request is not None else machine._next()

    def _next(self) -> TimeMachine:
        """Run the periodic steps that wait, up to the first question."""
        machine = replace(self, inner=None)
        while machine.waiting:
            period, rest = machine.waiting[0], machine.waiting[1:]
            machine = replace(machine, waiting=rest)
            value = _value(machine.fight.combatants[period.who], period)
            if value is None:
                continue
            inner = begin_period(machine.ruleset, machine.fight, period.who, period.condition, value, machine.language)
            began = (PeriodBegan(period.who, period.condition),)
            fight = apply_all(machine.fight, inner.events)
            told, visited = machine.events + began + inner.events, machine.visited | inner.visited
            machine = replace(machine, fight=fight, events=told, visited=visited)
            if inner.request is not None:
                return replace(machine, inner=inner)
        return machine


def _value(combatant: Combatant, period: _Period) -> int | None:
    """The number of the condition, or None when an earlier effect has ended it."""
    held = combatant.conditions.get(place(period.condition, period.at))
    if held is not None:
        return held.value
    return 1 if period.condition in combatant.derived else None


def pass_time(ruleset: Ruleset, fight: Fight, unit: str, who: Sequence[str], language: str = "") -> TimeMachine:
    """One unit of time passes for these combatants, in this order."""
    events: list[Event] = [Ticked(unit, tuple(who))]
    for name in who:
        for event in _ending(ruleset, fight.combatants[name], unit):
            events.append(event)
            fight = apply(fight, event)
        for event in derived_changes(ruleset, fight, name):
            events.append(event)
            fight = apply(fight, event)
    waiting = tuple(period for name in who for period in _periods(ruleset, fight.combatants[name], unit))
    return TimeMachine(ruleset, fight, waiting, language, None, tuple(events))._next()


def _ending(ruleset: Ruleset, combatant: Combatant, unit: str) -> Iterator[Event]:
    """Times count down and end at 0; what lasts until this unit ends; counters begin anew."""
    for key, held in combatant.conditions.items():
        name, _, at = key.partition("@")
        until = ruleset.conditions[name].until if name in ruleset.conditions else None
        if until is not None and until.value == unit:
            yield ConditionChanged(combatant.id, name, at, held.value, None)
        elif held.unit == unit and held.left is not None:
            left = held.left - 1
            yield ConditionChanged(
                combatant.id, name, at, held.value, held.value if left > 0 else None, max(0, left), unit
            )
    for stat in ruleset.stats.values():
        if stat.until is None or stat.until.value != unit:
            continue
        start, now = stat.default, combatant.values.get(stat.id)
        if now is not None and isinstance(start, int) and now != start:
            yield PoolChanged(combatant.id, stat.id, "", now, start)


def _periods(ruleset: Ruleset, combatant: Combatant, unit: str) -> Iterator[_Period]:
    for condition in ruleset.conditions.values():
        if condition.every is None or condition.every.value != unit or not condition.steps:
            continue
        if condition.id in combatant.derived:
            yield _Period(combatant.id, condition.id, "")
        for key in combatant.conditions:
            name, _, at = key.partition("@")
            if name == condition.id:
                yield _Period(combatant.id, name, at)


def derived_changes(ruleset: Ruleset, fight: Fight, who: str) -> tuple[Event, ...]:
    """Conditions that hold by themselves and are not yet so recorded, or no longer hold."""
    recorded, now = fight.combatants[who].derived, holding(ruleset, fight, who)
    names = [name for name in ruleset.conditions if name in recorded ^ now]
    return tuple(ConditionBegan(who, name) if name in now else ConditionEnded(who, name) for name in names)


def end_combat(ruleset: Ruleset, fight: Fight) -> tuple[Event, ...]:
    """What lasts until the end of the combat ends; counters kept for it begin anew."""
    events: list[Event] = [CombatEnded()]
    for who, combatant in fight.combatants.items():
        changes = tuple(_ending(ruleset, combatant, COMBAT))
        events += changes
        events += derived_changes(ruleset, apply_all(fight, changes), who)
    return tuple(events)


def turn_order(ruleset: Ruleset, fight: Fight) -> tuple[str, ...]:
    """The combatants by the stat that `time: order_by` names, highest first; ties as listed."""
    by = ruleset.model.order_by
    if by is None:
        return fight.order
    combatants = fight.combatants

    def standing(who: str) -> int:
        combatant = combatants[who]
        value = combatant.values.get(by.value, combatant.scores.get(by.value, 0))
        return value if isinstance(value, int) else 0

    return tuple(sorted(fight.order, key=standing, reverse=True))
