"""The live line of a strip under all shipped rules: it follows target, weapon, place and modifier."""

from __future__ import annotations

import pytest

from crittui.rules.commands import Act
from crittui.rules.source import Source
from crittui.session.game import Game, begin_game
from crittui.session.journal import Head
from crittui.tui.odds_line import odds_line
from crittui.tui.phrases import Phrases
from tests.rules.situations import GUNS, INN, KNIGHTS, ROAD, Situation

SAY = Phrases()
PLACES = ("head", "left_hand", "face", "vitals", "brain")
CALLS = (
    (Situation(GUNS, ("mira", "cole"), "sabre"), {"situation": "4"}, "called"),
    (Situation(KNIGHTS, ("aldric", "bran"), "rapier"), {"situation": "-4"}, "called"),
    (Situation(INN, ("ana", "chirlo"), "espada"), {"situacion": "4"}, ""),
    (Situation(ROAD, ("kestrel", "ogre"), "dagger"), {"situation": "4"}, ""),
)


def game_of(situation: Situation) -> tuple[Game, Act]:
    ruleset, fight, act = situation.staged()
    head = Head(situation.fight, "", "", "0", Source("rules.yaml", ""), Source("fight.yaml", ""))
    return begin_game(None, head, ruleset, fight), act


def told(situation: Situation, act: Act | None = None) -> dict[str, str]:
    game, usual = game_of(situation)
    live = odds_line(game, act or usual, situation.who[-1], SAY)
    return {figure.name: figure.value for figure in live.figures} or {"words": live.words}


@pytest.mark.parametrize(("situation", "inputs", "aims"), CALLS, ids=str)
def test_it_has_its_four_numbers_and_follows_what_is_chosen(
    situation: Situation, inputs: dict[str, str], aims: str
) -> None:
    _, usual = game_of(situation)
    line = told(situation)
    assert list(line) == ["hit", "crit", "dmg", "drop"]
    other = Act(usual.action, usual.who, usual.weapon, tuple(inputs.items()))
    assert told(situation, other) != line
    if aims:
        there = [place for place in PLACES if place_of(situation, place)]
        lines = [told(situation, Act(usual.action, usual.who, usual.weapon, ((aims, place),))) for place in there]
        assert len({tuple(one.items()) for one in (*lines, line)}) > len(there) // 2 + 1


def place_of(situation: Situation, place: str) -> bool:
    ruleset, fight, _ = situation.staged()
    return place in ruleset.bodies[fight.combatants[situation.who[-1]].body].locations


def test_an_action_that_does_not_strike_has_the_numbers_that_apply() -> None:
    ruleset, fight, _ = Situation(ROAD, ("kestrel", "ogre"), "dagger").staged()
    game = begin_game(None, Head("road", "", "", "0", Source("r", ""), Source("f", "")), ruleset, fight)
    spell = Act("spell", (("caster", "kestrel"), ("target", "ogre")), "dagger")
    line = odds_line(game, spell, "ogre", SAY)
    assert [figure.name for figure in line.figures] == ["dmg", "drop"]


def test_a_call_that_is_not_permitted_has_none() -> None:
    assert told(Situation(KNIGHTS, ("aldric", "wulf"), "broadsword", {"called": "vitals"})) == {
        "words": SAY("odds.none")
    }
