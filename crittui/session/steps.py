"""Commands as the steps of a course. What is nonsense is refused here, before anything happens."""

from __future__ import annotations

from functools import partial

from crittui.errors import Refused
from crittui.rules.commands import (
    Act,
    Command,
    Edit,
    EndCombat,
    NextTurn,
    PassTime,
    Remark,
    SetCondition,
    SetOption,
)
from crittui.rules.events import Event, Noted
from crittui.rules.machine import begin
from crittui.rules.passing import end_combat, pass_time, turn_order
from crittui.rules.ruleset import Ruleset
from crittui.rules.state import Fight
from crittui.session.course import Asking, Step
from crittui.session.hand import edited, option_set, settled, with_condition
from crittui.session.turns import next_turn

MOST_UNITS = 1000
LONGEST_REMARK = 10_000


def steps_of(ruleset: Ruleset, fight: Fight, command: Command, language: str = "") -> tuple[Step, ...]:
    """What a command does, step by step; Refused if it makes no sense in this fight."""
    match command:
        case Act():
            return (lambda now: begin(ruleset, now, command, language),)
        case NextTurn():
            return next_turn(ruleset, fight, language)
        case PassTime(unit=unit, count=count):
            return _passing(ruleset, unit, count, language)
        case EndCombat():
            return (lambda now: end_combat(ruleset, now),)
        case Edit():
            return (_told(settled(ruleset, fight, edited(fight, command))),)
        case SetCondition():
            return (_told(settled(ruleset, fight, with_condition(ruleset, fight, command))),)
        case Remark(text=text):
            return (_told((Noted(_remark(text), by_gm=True),)),)
        case SetOption():
            return (_told(settled(ruleset, fight, option_set(ruleset, fight, command))),)


def _told(events: tuple[Event, ...]) -> Step:
    return lambda _: events


def _passing(ruleset: Ruleset, unit: str, count: int, language: str) -> tuple[Step, ...]:
    if unit not in ruleset.units:
        raise Refused(f"this ruleset has no {unit}", hint=f"it has {', '.join(sorted(ruleset.units)) or 'no time'}")
    if not 1 <= count <= MOST_UNITS:
        raise Refused(f"{count} {unit} cannot pass at once", hint=f"1 to {MOST_UNITS}")
    return (partial(_everybody, ruleset, unit, language),) * count


def _everybody(ruleset: Ruleset, unit: str, language: str, fight: Fight) -> Asking:
    return pass_time(ruleset, fight, unit, turn_order(ruleset, fight), language)


def _remark(text: str) -> str:
    if not text.strip():
        raise Refused("nothing is noted", hint="write something")
    if len(text) > LONGEST_REMARK:
        raise Refused("this is too long for a note", hint=f"at most {LONGEST_REMARK} letters")
    return text
