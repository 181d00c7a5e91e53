"""What the game master does by hand: the events of it, and a refusal where it makes no sense."""

from __future__ import annotations

from crittui.errors import Refused
from crittui.rules.apply import apply_all
from crittui.rules.commands import Edit, SetCondition, SetOption
from crittui.rules.events import ConditionChanged, Event, OptionSet, PoolChanged
from crittui.rules.model import Condition
from crittui.rules.passing import derived_changes
from crittui.rules.ruleset import Ruleset
from crittui.rules.state import Combatant, Fight, place
from crittui.rules.values import ValueProblem, default_of, read_value, written

MOST = 1_000_000


def edited(fight: Fight, edit: Edit) -> tuple[Event, ...]:
    """A pool or counter set to a value, also beyond its ends: the table may know better than the rules."""
    combatant = _combatant(fight, edit.who)
    before = combatant.values.get(place(edit.stat, edit.at))
    if before is None:
        raise Refused(f"{combatant.name} has no {place(edit.stat, edit.at)}")
    return (PoolChanged(edit.who, edit.stat, edit.at, before, _sensible(edit.value)),)


def with_condition(ruleset: Ruleset, fight: Fight, given: SetCondition) -> tuple[Event, ...]:
    """A condition given, changed or taken away; it lasts as long as the ruleset says."""
    combatant = _combatant(fight, given.who)
    condition = ruleset.conditions.get(given.condition)
    if condition is None:
        raise Refused(f"there is no condition {given.condition}")
    if condition.holds_while is not None:
        raise Refused(f"{given.condition} comes and goes by itself", hint="change what it depends on")
    _check_place(ruleset, combatant, condition, given.at)
    held = combatant.conditions.get(place(given.condition, given.at))
    if given.value is None and held is None:
        raise Refused(f"{combatant.name} has no {place(given.condition, given.at)}")
    after = None if given.value is None else _sensible(given.value)
    left, unit = _lasts(condition) if after is not None else (None, "")
    return (ConditionChanged(given.who, given.condition, given.at, held.value if held else None, after, left, unit),)


def option_set(ruleset: Ruleset, fight: Fight, given: SetOption) -> tuple[Event, ...]:
    """A house rule with another value."""
    declared = ruleset.options.get(given.option)
    if declared is None:
        raise Refused(f"there is no option {given.option}")
    try:
        after = written(read_value(declared, given.value))
    except ValueProblem as problem:
        raise Refused(str(problem)) from problem
    before = fight.options.get(given.option, written(default_of(declared)))
    return (OptionSet(given.option, before, after),)


def settled(ruleset: Ruleset, fight: Fight, events: tuple[Event, ...]) -> tuple[Event, ...]:
    """The events, and the conditions that begin or end by themselves because of them."""
    fight = apply_all(fight, events)
    return events + tuple(event for who in fight.order for event in derived_changes(ruleset, fight, who))


def _combatant(fight: Fight, who: str) -> Combatant:
    if who not in fight.combatants:
        raise Refused(f"there is no combatant {who}")
    return fight.combatants[who]


def _sensible(value: int) -> int:
    if not -MOST <= value <= MOST:
        raise Refused(f"{value} is beyond all measure", hint=f"{-MOST} to {MOST}")
    return value


def _check_place(ruleset: Ruleset, combatant: Combatant, condition: Condition, at: str) -> None:
    if not condition.per_location:
        if at:
            raise Refused(f"{condition.id} has no place on the body")
        return
    location = ruleset.bodies[combatant.body].locations.get(at)
    if location is None or location.members:
        raise Refused(f"{condition.id} needs a place on the body of {combatant.name}, {at or 'none'} is not one")


def _lasts(condition: Condition) -> tuple[int | None, str]:
    lasts = condition.lasts
    # A time that depends on something has nothing to depend on here: the game master ends it.
    if lasts is None or not lasts.count.value.isdecimal():
        return None, ""
    return int(lasts.count.value), lasts.unit.value
