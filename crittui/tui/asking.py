"""From what a chain asks to the prompt that asks it."""

from __future__ import annotations

from dataclasses import replace

from crittui.rules.requests import GM, ChooseRequest, RollRequest
from crittui.rules.state import Fight
from crittui.tui import cells
from crittui.tui.presenting import Presenter
from crittui.tui.prompts.ask import Ask, Option, ask
from crittui.tui.prompts.hand import Hand, hand
from crittui.tui.views import LiveView


def name_of(by: str, fight: Fight, presenter: Presenter) -> str:
    """Who is asked."""
    return fight.combatants[by].name if by in fight.combatants else presenter.say("game master")


def ask_for(request: ChooseRequest, fight: Fight, presenter: Presenter) -> Ask:
    """The prompt of a choice."""
    who = name_of(request.by, fight, presenter)
    words = request.ask or presenter.speech.step(request.id, request.where)
    title = words if request.by == GM else f"{who}: {words}"
    options = [Option(offer.option, offer.label) for offer in request.offers]
    automatic = bool(request.default) and request.pick == 1
    return ask(title, options, default=request.default, pick=request.pick, automatic=automatic)


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
