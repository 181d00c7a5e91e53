"""From what a chain asks to the prompt that asks it."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace

from crittui.errors import CrittuiError
from crittui.rules.events import ConditionChanged, Rolled
from crittui.rules.machine import Machine
from crittui.rules.odds import TooMany, ahead
from crittui.rules.requests import ChooseRequest, Offer, Picked, RollRequest
from crittui.rules.state import Fight
from crittui.session.course import Course
from crittui.session.foresight import Outlook, best_option, outlooks
from crittui.session.naming import Naming
from crittui.tui import cells
from crittui.tui.odds_line import AS_PROPOSED, MOST, lands
from crittui.tui.presenting import Presenter
from crittui.tui.prompts.ask import Ask, Option, ask
from crittui.tui.prompts.hand import Hand, hand
from crittui.tui.views import LiveView


def name_of(by: str, fight: Fight, presenter: Presenter) -> str:
    """Who is asked."""
    return fight.combatants[by].name if by in fight.combatants else presenter.say("game master")


def ask_for(request: ChooseRequest, course: Course, presenter: Presenter, reserved: Collection[str] = ()) -> Ask:
    """The prompt of a choice that `course` has come to; options that lead to a roll say what it will take.

    No option gets one of the `reserved` keys: a second press of what led here must not answer.
    """
    who = name_of(request.by, course.fight, presenter)
    words = request.ask or presenter.speech.step(request.id, request.where)
    seen = outlooks(course, request)
    options = [_option(offer, seen.get(offer.option), presenter) for offer in request.offers]
    options += [Option(one.option, one.label, refusal=one.words) for one in request.refused]
    automatic = bool(request.default) and request.pick == 1
    best = best_option(request, seen)
    state = ask(who, options, question=words, default=best, pick=request.pick, automatic=automatic, reserved=reserved)
    return replace(state, live=_if_it_lands(request, seen, course, presenter)) if seen else state


def _if_it_lands(request: ChooseRequest, seen: Mapping[str, Outlook], course: Course, presenter: Presenter) -> LiveView:
    """What is to be expected where the one who is asked does nothing against it: of the options without a roll,
    the last. Nothing where it cannot be known in a moment."""
    idle = [offer.option for offer in request.offers if offer.option not in seen]
    if not idle or request.by not in course.fight.combatants:
        return LiveView()
    try:
        machine = course.answer(Picked((idle[-1],))).machine
        found = ahead(machine, MOST, AS_PROPOSED) if isinstance(machine, Machine) else None
    except (TooMany, CrittuiError):
        return LiveView()
    if found is None:
        return LiveView()
    figures = lands(found, course.fight.combatants[request.by], presenter.ruleset, presenter.speech, presenter.say)
    return LiveView(presenter.say("if it lands"), figures)


def _option(offer: Offer, seen: Outlook | None, presenter: Presenter) -> Option:
    if seen is None or seen.roll.goal is None:
        return Option(offer.option, offer.label, words=offer.detail)
    goal = f"{'≤' if seen.roll.under else '≥'} {cells.number(seen.roll.goal - _added(seen.roll))}"
    price = fumble_price(seen, Naming(presenter.speech, {}))
    words = presenter.say("if fumbled", what=price) if price else offer.detail
    return Option(offer.option, offer.label, goal=goal, chance=f"{float(seen.chance * 100):.1f}%", words=words)


def _added(roll: RollRequest) -> int:
    """What is added to the dice, so that the goal can be told as what they have to show."""
    return roll.dice.constant + (0 if roll.under else roll.modifier)


def fumble_price(seen: Outlook, naming: Naming) -> str:
    """What a fumble of the roll would cost, in a word or two; empty when the worst throw is none."""
    falls = next((event for event in seen.worst if isinstance(event, Rolled)), None)
    if falls is None or naming.tone(falls.outcome, falls.where, falls.natural, False) != "fumble":
        return ""
    for event in seen.worst:
        if isinstance(event, ConditionChanged) and event.after is not None:
            return naming.condition(event.condition, event.after)
    return naming.step(seen.then.id, seen.then.where) if isinstance(seen.then, RollRequest) else ""


def hand_for(request: RollRequest, fight: Fight, presenter: Presenter) -> Hand:
    """The prompt for dice that are thrown on the table."""
    label = presenter.speech.step(request.id, request.where)
    title = f"{label} · {name_of(request.by, fight, presenter)}"
    told = hand(title, request.dice, label, request.faces_needed)
    return replace(told, live=LiveView(words=_against(request)))


def _against(request: RollRequest) -> str:
    parts = [f"{_signed(part.value)} {part.name}" for part in request.modifiers]
    if request.goal is not None:
        parts.append(f"{'≤' if request.under else '≥'} {cells.number(request.goal)}")
    return "  ".join(parts)


def _signed(value: int) -> str:
    return f"+{value}" if value >= 0 else cells.number(value)
