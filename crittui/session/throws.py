"""Rolls and lookups in words: which dice belong together, and how a roll reads beside its goal."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypedDict

from crittui.rules.events import Chosen, Computed, Entered, Event, LookedUp, Rolled
from crittui.session.lines import LookupLine, RollLine, Tone
from crittui.session.naming import Naming

EITHER = "_either"


class Dice(TypedDict):
    """What rolls and lookups have in common."""

    faces: tuple[int, ...]
    told: bool
    by_hand: bool
    dice: str
    constant: int
    modifiers: tuple[tuple[str, int], ...]
    total: int | None


def lookup_behind(events: Sequence[Event], index: int) -> LookedUp | None:
    """The lookup that the roll or choice at `index` found a row for, if it was made for one."""
    event = events[index]
    if not isinstance(event, Rolled | Chosen):
        return None
    for later in events[index + 1 :]:
        if isinstance(later, LookedUp):
            return later if event.id in (later.id, later.id + EITHER) else None
        if not isinstance(later, Rolled):
            return None
    return None


def rolled_next(events: Sequence[Event], index: int) -> Rolled | None:
    """The roll that comes straight after the event at `index`, if one does."""
    for later in events[index + 1 :]:
        if isinstance(later, Rolled):
            return later
        if not isinstance(later, Computed | Entered):
            return None
    return None


def leads_to_roll(events: Sequence[Event], index: int) -> bool:
    """Whether the choice at `index` is about the very next roll: the same person chooses and rolls."""
    chosen, roll = events[index], rolled_next(events, index)
    if not isinstance(chosen, Chosen) or roll is None or roll.by != chosen.by:
        return False
    return lookup_behind(events, events.index(roll, index)) is None


def sign(total: int, goal: int) -> str:
    """The comparison that holds."""
    return "≥" if total >= goal else "<"


def sign_under(total: int, goal: int) -> str:
    """The comparison that holds where low rolls are good."""
    return "≤" if total <= goal else ">"


def dice_of(naming: Naming, roll: Rolled) -> Dice:
    named = tuple((naming.word(m.name), m.value) for m in roll.modifiers)
    added = 0 if roll.under else sum(m.value for m in roll.modifiers)
    return Dice(
        faces=roll.faces or (roll.natural,),
        told=not roll.faces,
        by_hand=roll.by_hand,
        dice=roll.dice,
        constant=roll.total - roll.natural - added,
        modifiers=named,
        total=roll.total,
    )


def roll_line(naming: Naming, roll: Rolled, choices: Sequence[str], needs: int, defends: bool = False) -> RollLine:
    """A roll beside its goal; `choices` are the words of what was chosen for it.

    `defends` when somebody else than the actor rolls.
    """
    compare = sign_under if roll.under else sign
    passes = None
    if roll.goal is not None:
        passes = roll.total <= roll.goal if roll.under else roll.total >= roll.goal
    return RollLine(
        **dice_of(naming, roll),
        needs=needs,
        where=roll.where,
        rule=naming.rule(roll.where),
        label=naming.step(roll.id, roll.where),
        by=roll.by,
        choices=tuple(choices),
        goal=roll.goal,
        sign="" if roll.goal is None else compare(roll.total, roll.goal),
        outcome=naming.branch(roll.outcome, roll.where),
        tone=_tone(naming, roll, passes, defends),
        stands=roll.stands,
    )


def _tone(naming: Naming, roll: Rolled, passes: bool | None, defends: bool) -> Tone:
    tone = naming.tone(roll.outcome, roll.where, roll.natural, passes)
    return "good" if tone == "pass" and defends else tone


def lookup_line(naming: Naming, found: LookedUp, rolls: Sequence[Rolled], needs: int) -> LookupLine:
    """The row that was found, with the dice that found it."""
    text = naming.found(found.location) if found.location else naming.row(found.table, found.text)
    label, rule = naming.step(found.id, found.where), naming.rule(found.where)
    if not rolls:
        return LookupLine(
            needs=needs,
            where=found.where,
            rule=rule,
            label=label,
            faces=() if found.number is None else (found.number,),
            text=text,
            stands=found.stands,
        )
    dice = dice_of(naming, rolls[0])
    dice["faces"] += tuple(face for roll in rolls[1:] for face in roll.faces or (roll.natural,))
    dice["total"] = dice["total"] if dice["modifiers"] or dice["constant"] else None
    return LookupLine(**dice, needs=needs, where=found.where, rule=rule, label=label, text=text, stands=found.stands)
