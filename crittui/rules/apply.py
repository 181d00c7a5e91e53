"""The fold: a fight and one event give the fight after it. Nothing else changes a fight."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import reduce

from crittui.rules.events import (
    CombatEnded,
    ConditionBegan,
    ConditionChanged,
    ConditionEnded,
    Event,
    OptionSet,
    PoolChanged,
    RoundBegan,
    Struck,
    TurnBegan,
)
from crittui.rules.state import Combatant, Fight, Held, place


def apply(fight: Fight, event: Event) -> Fight:
    """The fight after `event`; `fight` itself where the event only tells something.

    The end of a combat leaves wounds as they are, but nobody has the turn and the next round is
    the first again.
    """
    match event:
        case PoolChanged() | ConditionChanged() | ConditionBegan() | ConditionEnded() | Struck():
            people = {**fight.combatants, event.who: _after(fight.combatants[event.who], event)}
            return Fight(people, fight.order, fight.turn, fight.round, fight.options)
        case RoundBegan(number=number):
            return replace(fight, round=number)
        case TurnBegan(who=who):
            return replace(fight, turn=who)
        case CombatEnded():
            return replace(fight, turn="", round=0)
        case OptionSet(option=option, after=after):
            return replace(fight, options={**fight.options, option: after})
        case _:
            return fight


def apply_all(fight: Fight, events: Iterable[Event]) -> Fight:
    """The fight after all of `events`, in their order."""
    return reduce(apply, events, fight)


_Personal = PoolChanged | ConditionChanged | ConditionBegan | ConditionEnded | Struck


def _after(combatant: Combatant, event: _Personal) -> Combatant:
    match event:
        case PoolChanged(pool=pool, at=at, after=after):
            return combatant.changed(values={**combatant.values, place(pool, at): after})
        case ConditionChanged():
            return combatant.changed(conditions=_conditions(combatant.conditions, event))
        case ConditionBegan(condition=condition):
            return combatant.changed(derived=combatant.derived | {condition})
        case ConditionEnded(condition=condition):
            return combatant.changed(derived=combatant.derived - {condition})
        case Struck(at=at, amount=amount):
            return combatant.changed(struck={**combatant.struck, at: combatant.struck.get(at, 0) + amount})


def _conditions(held: Mapping[str, Held], event: ConditionChanged) -> dict[str, Held]:
    key = place(event.condition, event.at)
    if event.after is None:
        return {name: value for name, value in held.items() if name != key}
    return {**held, key: Held(event.after, event.left, event.unit)}
