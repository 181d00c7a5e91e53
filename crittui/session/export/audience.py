"""Who may read what. Players see what is on a list of what they may see, and nothing else.

Events come in stretches: an action, a working of a condition, a turn. A stretch with a hidden
combatant in it is reduced to what it did to the others.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from crittui.rules.events import (
    Chosen,
    CombatEnded,
    Computed,
    ConditionBegan,
    ConditionChanged,
    ConditionEnded,
    Damaged,
    Ended,
    Entered,
    Event,
    LookedUp,
    NoTable,
    Noted,
    OptionSet,
    PeriodBegan,
    PoolChanged,
    Rolled,
    RoundBegan,
    Started,
    Stopped,
    Struck,
    Ticked,
    TurnBegan,
)
from crittui.rules.requests import GM
from crittui.rules.state import Fight

_CONSEQUENCES = (PoolChanged, ConditionChanged, ConditionBegan, ConditionEnded, Struck)
_BOUNDS = (Started, Ticked, PeriodBegan, TurnBegan, RoundBegan, CombatEnded)


def seen_by_players(fight: Fight) -> frozenset[str]:
    """The combatants that players know of."""
    return frozenset(id for id, combatant in fight.combatants.items() if not combatant.hidden)


def for_players(events: Sequence[Event], seen: frozenset[str]) -> tuple[Event, ...]:
    """What of these events players may read."""
    return tuple(event for stretch in _stretches(_reworked(events, seen)) for event in _public(stretch, seen))


def _reworked(events: Iterable[Event], seen: frozenset[str]) -> Iterator[Event]:
    """Without remarks, and with time that passes only for those who are known."""
    for event in events:
        if isinstance(event, Ticked):
            event = replace(event, who=tuple(who for who in event.who if who in seen))
        remark = isinstance(event, Noted) and event.by_gm
        if not remark and not (isinstance(event, Ticked) and not event.who):
            yield event


def _public(stretch: Sequence[Event], seen: frozenset[str]) -> Iterable[Event]:
    if all(_open(event, seen) for event in stretch):
        return stretch
    return [event for event in stretch if isinstance(event, _CONSEQUENCES) and event.who in seen]


def _stretches(events: Iterable[Event]) -> Iterator[list[Event]]:
    stretch: list[Event] = []
    for event in events:
        if isinstance(event, _BOUNDS) and stretch:
            yield stretch
            stretch = []
        stretch.append(event)
    if stretch:
        yield stretch


def _open(event: Event, seen: frozenset[str]) -> bool:
    """Whether an event is one that players may read: of a kind that is known here, and about nobody hidden."""
    match event:
        case Rolled(by=by) | Chosen(by=by):
            return by == GM or by in seen
        case LookedUp(owner=owner):
            return not owner or owner in seen
        case Started(who=who):
            return all(id in seen for _, id in who)
        case PoolChanged() | ConditionChanged() | ConditionBegan() | ConditionEnded() | Struck() | Damaged():
            return event.who in seen
        case PeriodBegan(who=who) | TurnBegan(who=who):
            return who in seen
        case Entered() | NoTable() | Computed() | Noted() | Stopped() | Ended() | Ticked():
            return True
        case RoundBegan() | CombatEnded() | OptionSet():
            return True
        case _:
            return False
