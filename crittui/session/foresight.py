"""What a choice leads to, looked at before it is made: the roll that each option calls for, and its chance.

A course never changes, so an answer can be tried on it and thrown away.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from crittui.errors import CrittuiError
from crittui.records import dataclass
from crittui.rules.events import Event
from crittui.rules.odds_proposed import likeliest, reaching
from crittui.rules.requests import Answer, ChooseRequest, Faces, Picked, Request, RollRequest
from crittui.session.course import Course


@dataclass(frozen=True, slots=True)
class Outlook:
    """The roll that an option leads to.

    `chance` is that of reaching the goal. `worst` is what happens when the dice fall as badly as they can,
    and `then` what would be asked after it.
    """

    roll: RollRequest
    chance: Fraction
    worst: tuple[Event, ...] = ()
    then: Request | None = None


def outlooks(course: Course, request: ChooseRequest) -> dict[str, Outlook]:
    """The options that lead straight to a roll against a goal by whoever chooses, with their outlook."""
    found: dict[str, Outlook] = {}
    for offer in request.offers if request.pick == 1 else ():
        behind = _behind(course, Picked((offer.option,)))
        roll = behind.request if behind is not None else None
        if behind is not None and isinstance(roll, RollRequest) and roll.goal is not None and roll.by == request.by:
            bad = _behind(behind, worst_faces(roll))
            found[offer.option] = Outlook(roll, chance(roll), *((bad.events, bad.request) if bad is not None else ()))
    return found


def best_option(request: ChooseRequest, seen: Mapping[str, Outlook]) -> str:
    """The usual option; where it leads to a roll, the one whose roll is likeliest to succeed."""
    return likeliest(request.default, {option: outlook.chance for option, outlook in seen.items()})


def chance(roll: RollRequest) -> Fraction:
    """How likely a roll is to reach its goal; a roll without one always does."""
    return Fraction(1) if roll.goal is None else reaching(roll.dice, roll.goal, roll.under, roll.modifier)


def worst_faces(roll: RollRequest) -> Faces:
    """The faces that help least: the highest where low rolls are good, else ones."""
    return Faces(tuple(sides if roll.under else 1 for sides in roll.dice.sides))


def _behind(course: Course, answer: Answer) -> Course | None:
    try:
        return course.answer(answer)
    except CrittuiError:
        return None
