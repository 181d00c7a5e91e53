"""Whose turn comes next, and what happens when it comes."""

from __future__ import annotations

from functools import partial

from crittui.errors import Refused
from crittui.rules.events import Event, RoundBegan, TurnBegan
from crittui.rules.passing import pass_time, turn_order
from crittui.rules.ruleset import Ruleset
from crittui.rules.state import Fight
from crittui.session.course import Asking, Step

TURN = "turn"
ROUND = "round"


def next_turn(ruleset: Ruleset, fight: Fight, language: str = "") -> tuple[Step, ...]:
    """The steps to the next turn; Refused if nobody is left to have it.

    Behind the last combatant a round passes, and with it any longer unit that it completes. That may
    put somebody out of the fight before the new round begins. What happens as each round begins happens
    as the first one does, too.
    """
    order = turn_order(ruleset, fight)
    if _first(ruleset, fight, order) is None:
        raise Refused("nobody is left to have a turn", hint="end the combat")
    behind = order.index(fight.turn) + 1 if fight.turn in order else 0
    turn_passes = partial(_turn_passes, ruleset, language)
    if fight.round and _first(ruleset, fight, order[behind:]) is not None:
        return (partial(_turn_begins, ruleset, behind), turn_passes)
    if not fight.round:
        begins = partial(_turn_begins, ruleset, 0)
        return (_round_begins, partial(_passes, ruleset, ROUND, language), begins, turn_passes)
    passing = tuple(partial(_passes, ruleset, unit, language) for unit in _completed(ruleset, fight.round))
    return (*passing, _round_begins, partial(_turn_begins, ruleset, 0), turn_passes)


def _first(ruleset: Ruleset, fight: Fight, order: tuple[str, ...]) -> str | None:
    """Who of these is the first that can fight."""
    return next((who for who in order if not ruleset.is_out(fight.combatants[who])), None)


def _completed(ruleset: Ruleset, round: int) -> tuple[str, ...]:
    """The units that end with this round, the shortest first."""
    lengths = {ROUND: 1}
    for _ in ruleset.model.units:
        for unit, (count, smaller) in ruleset.model.units.items():
            if smaller in lengths and unit not in lengths:
                lengths[unit] = count * lengths[smaller]
    return tuple(sorted((unit for unit in lengths if round % lengths[unit] == 0), key=lengths.__getitem__))


def _passes(ruleset: Ruleset, unit: str, language: str, fight: Fight) -> Asking | tuple[Event, ...]:
    """A unit passes for everybody, if the ruleset speaks of it."""
    return pass_time(ruleset, fight, unit, turn_order(ruleset, fight), language) if unit in ruleset.units else ()


def _turn_passes(ruleset: Ruleset, language: str, fight: Fight) -> Asking | tuple[Event, ...]:
    """A turn passes for whoever has it, if the ruleset speaks of turns. If the round left nobody, nobody has it."""
    if TURN not in ruleset.units or ruleset.is_out(fight.combatants[fight.turn]):
        return ()
    return pass_time(ruleset, fight, TURN, (fight.turn,), language)


def _round_begins(fight: Fight) -> tuple[Event, ...]:
    return (RoundBegan(fight.round + 1),)


def _turn_begins(ruleset: Ruleset, place: int, fight: Fight) -> tuple[Event, ...]:
    who = _first(ruleset, fight, turn_order(ruleset, fight)[place:])
    return (TurnBegan(who),) if who is not None else ()
