"""What a choice leads to, looked at before it is made."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest

from crittui.rules.commands import Act
from crittui.rules.dice import Dice
from crittui.rules.events import ConditionChanged
from crittui.rules.requests import ChooseRequest, Faces, Modifier, Picked, RollRequest
from crittui.rules.source import Source
from crittui.session.foresight import best_option, chance, outlooks
from crittui.session.game import Game, begin_game
from tests.session.table import HEAD, compiled

RULES = """
ruleset: {id: duel}
stats: {dodge: 6, parry: 7, hp: {pool: 9}}
conditions: {fallen: {}}
actions:
  attack:
    who: [attacker, target]
    steps:
      - roll: attack
        dice: d6
      - choose: defense
        by: target
        options: {dodge: Dodge, parry: {when: target.parry > 0}, nothing: No defense}
      - roll: defends
        when: defense is (dodge or parry)
        by: target
        dice: 3d6
        under: {target.dodge: defense is dodge, target.parry: otherwise}
        outcomes: {fumble: total >= 17, success: success, failure: otherwise}
      - apply: fallen
        when: defends is fumble and defense is dodge
"""
FIGHT = "ruleset: duel\nfight: yard\ncombatants: {ann: {}, bob: {}}\n"
BLOW = Act("attack", (("attacker", "ann"), ("target", "bob")), "", ())


def asked(rules: str = RULES) -> tuple[Game, ChooseRequest]:
    """The duel at the question how Bob defends himself."""
    ruleset, fight = compiled(Source("duel.yaml", rules), (), Source("yard.yaml", FIGHT))
    game = begin_game(None, HEAD, ruleset, fight)
    game.submit(BLOW)
    game.answer(Faces((3,)))
    assert isinstance(game.request, ChooseRequest)
    return game, game.request


def test_options_that_lead_to_a_roll_know_their_chance() -> None:
    game, request = asked()
    seen = outlooks(game.chains[-1].course, request)
    throws = [sum(faces) for faces in product(range(1, 7), repeat=3)]
    assert {option: outlook.chance for option, outlook in seen.items()} == {
        "dodge": Fraction(sum(throw <= 6 for throw in throws), 216),
        "parry": Fraction(sum(throw <= 7 for throw in throws), 216),
    }


def test_looking_ahead_leaves_the_game_as_it_was() -> None:
    game, request = asked()
    before = (game.fight, list(game.chains[-1].events))
    outlooks(game.chains[-1].course, request)
    assert (game.fight, game.chains[-1].events, game.request) == (*before, request)
    game.answer(Picked(("nothing",)))
    assert game.request is None


def test_the_worst_throw_is_known_with_what_it_costs() -> None:
    game, request = asked()
    seen = outlooks(game.chains[-1].course, request)
    fallen = [event for event in seen["dodge"].worst if isinstance(event, ConditionChanged)]
    assert [(event.who, event.condition) for event in fallen] == [("bob", "fallen")]
    assert not any(isinstance(event, ConditionChanged) for event in seen["parry"].worst)


def test_the_best_is_the_likeliest_roll() -> None:
    game, request = asked()
    assert (request.default, best_option(request, outlooks(game.chains[-1].course, request))) == ("dodge", "parry")


def test_a_default_that_leads_to_no_roll_stays_the_best() -> None:
    game, request = asked(
        RULES.replace(
            "        by: target\n        options", "        by: target\n        default: nothing\n        options"
        )
    )
    assert best_option(request, outlooks(game.chains[-1].course, request)) == "nothing"


@pytest.mark.parametrize(
    ("dice", "modifier", "goal", "under", "expected"),
    [
        ("d20", 5, 15, False, Fraction(11, 20)),
        ("d20", 0, None, False, Fraction(1)),
        ("2d6+1", 0, 5, True, Fraction(6, 36)),
        ("d20", 50, 15, False, Fraction(1)),
        ("d20", -50, 15, False, Fraction(0)),
    ],
)
def test_the_chance_of_a_roll(dice: str, modifier: int, goal: int | None, under: bool, expected: Fraction) -> None:
    modifiers = (Modifier("bonus", modifier),) if modifier else ()
    assert chance(RollRequest("roll", "bob", Dice.parse(dice), modifiers, goal, under, False, "")) == expected
