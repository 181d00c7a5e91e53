"""The places of a body that can be aimed at, as the rules of the moment have them."""

from __future__ import annotations

from dataclasses import replace

from crittui.rules.state import Fight
from crittui.session.game import Game
from crittui.tui.aiming import towards
from crittui.tui.calling import Caller, act_of, target_in
from crittui.tui.presenting import Presenter
from crittui.tui.prompts.aim import Place, Towards
from crittui.tui.prompts.prepare import Prepare


def places_of(caller: Caller, state: Prepare, game: Game, presenter: Presenter) -> tuple[Place, ...]:
    """Every place of the target's body, with the words of the rule that forbids aiming there."""
    target = game.fight.combatants[target_in(caller, state)]
    body = game.ruleset.bodies.get(target.body)
    if body is None:
        return ()
    return tuple(
        Place(name, presenter.speech.place(name), refusal=game.refusal(act_of(replace(caller, at=name), state)))
        for name in body.locations
    )


def towards_on(fight: Fight, who: str, presenter: Presenter) -> Towards:
    """What lies next to a place on the picture of somebody's body."""
    view = presenter.body(fight.combatants[who], "compact")
    names = [location.name for location in view.locations]
    return lambda name, direction: towards(view, name, direction, names)
