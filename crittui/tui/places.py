"""The places of a body that can be aimed at, as the rules of the moment have them."""

from __future__ import annotations

from dataclasses import replace

from crittui.rules.commands import Act
from crittui.rules.machine import leaning
from crittui.rules.state import Fight
from crittui.session.game import Game
from crittui.tui import cells
from crittui.tui.aiming import towards
from crittui.tui.calling import WEAPON, Caller, act_of, target_in
from crittui.tui.presenting import Presenter
from crittui.tui.prompts.aim import Place, Towards
from crittui.tui.prompts.fields import Choice, ChoiceField
from crittui.tui.prompts.prepare import Prepare


def places_of(caller: Caller, state: Prepare, game: Game, presenter: Presenter) -> tuple[Place, ...]:
    """Every place of the target's body, with the words of the rule that forbids aiming there."""
    target = game.fight.combatants[target_in(caller, state)]
    body = game.ruleset.bodies.get(target.body)
    if body is None:
        return ()
    plain = leaning(game.ruleset, game.fight, act_of(replace(caller, at=""), state))
    return tuple(
        _place(name, act_of(replace(caller, at=name), state), plain, game, presenter)
        for name, where in body.locations.items()
        if not where.members
    )


def aimed_words(caller: Caller, state: Prepare, game: Game, presenter: Presenter) -> str:
    """Where the call is aimed and what that costs, `· head -7`; empty when it is left to the dice."""
    if not caller.at:
        return ""
    plain = leaning(game.ruleset, game.fight, act_of(replace(caller, at=""), state))
    place = _place(caller.at, act_of(caller, state), plain, game, presenter)
    return f"· {place.label} {cells.signed(place.penalty)}" if place.penalty else f"· {place.label}"


def permitting(caller: Caller, state: Prepare, place: Place | None, weapons: ChoiceField, game: Game) -> ChoiceField:
    """The weapons, and beside them where they may be used when the one in hand may not be aimed at a place."""
    fields = [field for field in state.fields if isinstance(field, ChoiceField) and field.name == WEAPON]
    usual = {weapon.value: weapon.detail for field in fields for weapon in field.choices}

    def told(weapon: Choice) -> Choice:
        if place is None or not place.refusal:
            return replace(weapon, detail=usual.get(weapon.value, ""))
        refused = game.refusal(act_of(replace(caller, at=place.name), state.with_value(WEAPON, weapon.value)))
        return replace(weapon, detail="" if refused else state.words.may)

    return replace(weapons, choices=tuple(map(told, weapons.choices)))


def has_place(caller: Caller, state: Prepare, game: Game) -> bool:
    """Whether the target's body has the place that is aimed at."""
    body = game.ruleset.bodies.get(game.fight.combatants[target_in(caller, state)].body)
    return body is not None and caller.at in body.locations


def _place(name: str, act: Act, plain: int | None, game: Game, presenter: Presenter) -> Place:
    """A place, and what aiming there costs compared with leaving it to the dice."""
    refusal = game.refusal(act)
    aimed = leaning(game.ruleset, game.fight, act)
    penalty = aimed - plain if aimed is not None and plain is not None else None
    return Place(name, presenter.speech.place(name), penalty or None, refusal)


def towards_on(fight: Fight, who: str, presenter: Presenter) -> Towards:
    """What lies next to a place on the picture of somebody's body."""
    view = presenter.body(fight.combatants[who], "compact")
    names = [location.name for location in view.locations if not location.either]
    return lambda name, direction: towards(view, name, direction, names)
