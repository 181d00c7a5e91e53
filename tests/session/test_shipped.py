"""Fights under every shipped ruleset: replay equals play, undo leads back to the start, exports tell it all."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from crittui.errors import CrittuiError
from crittui.files.encounters import Encounter, encounter_from
from crittui.files.library import own_id, shipped_rulesets, source_of
from crittui.rules.commands import Act, Command, Edit, EndCombat, NextTurn, PassTime, SetCondition
from crittui.rules.events import Plain
from crittui.rules.model import Action, Field
from crittui.rules.ruleset import Ruleset
from crittui.rules.source import Source
from crittui.rules.values import written
from crittui.session.export import FORMATS, export_text
from crittui.session.game import Game, begin_game
from crittui.session.journal import Head
from tests.session.table import everything, played

RULESETS = shipped_rulesets()
WHO = ("ann", "bob", "qqxy")


@cache
def encounter(path: Path) -> Encounter:
    ruleset = source_of(path)
    id = own_id(path)
    creatures = _creatures(encounter_from(ruleset, (), _fight(id, ["{}"] * 3)).ruleset)
    return encounter_from(ruleset, (), _fight(id, creatures))


def _fight(ruleset: str, creatures: list[str]) -> Source:
    people = "\n".join(f"  {who}: {creature}" for who, creature in zip(WHO, creatures, strict=True))
    return Source("fight.yaml", f"fight: all\nruleset: {ruleset}\ncombatants:\n{people}\n")


def _creatures(ruleset: Ruleset) -> list[str]:
    known = list(ruleset.creatures) or [""]
    return [f"{{like: {known[n % len(known)]}, hidden: {'yes' if n == 2 else 'no'}}}" for n in range(3)]


def game_under(path: Path) -> Game:
    found = encounter(path)
    head = Head(found.id, found.title, found.place, "0.1.0", found.ruleset_source, found.source)
    return begin_game(None, head, found.ruleset, found.fight)


def some_input(declared: Field, body: list[str], random: Random) -> Plain:
    if declared.kind == "location":
        return random.choice([None, *body])
    if declared.kind == "flag":
        return random.random() < 0.5
    if declared.kind == "choice":
        return random.choice(declared.choices)
    if declared.kind == "score":
        return random.randint(-5, 15)
    return written(declared.default)


def some_act(game: Game, action: Action, random: Random) -> Act:
    who = random.sample(WHO, len(action.roles))
    ruleset = game.ruleset
    body = ruleset.bodies.get(game.fight.combatants[who[-1]].body)
    places = [name for name, place in body.locations.items() if not place.members] if body else []
    inputs = [(name, some_input(declared, places, random)) for name, declared in action.inputs.items()]
    kept = tuple(one for one in inputs if random.random() < 0.5)
    weapon = random.choice([*ruleset.weapons, ""])
    return Act(action.id, tuple(zip((role.value for role in action.roles), who, strict=True)), weapon, kept)


def some_command(game: Game, random: Random) -> Command:
    ruleset, who = game.ruleset, random.choice(WHO)
    others: list[Command] = [NextTurn(), NextTurn(), EndCombat()]
    others += [PassTime(unit) for unit in ruleset.units]
    others += [Edit(who, pool.id, "", random.randint(-5, 30)) for pool in ruleset.pools]
    others += [SetCondition(who, name, "", random.choice((None, 1))) for name in ruleset.conditions]
    if random.random() < 0.4:
        return random.choice(others)
    return some_act(game, random.choice(list(ruleset.actions.values())), random)


@pytest.mark.parametrize("path", RULESETS, ids=lambda path: path.stem)
@settings(max_examples=6, deadline=None)
@given(seed=st.integers(0, 2**32))
def test_a_fight_can_be_replayed_taken_back_and_told(path: Path, seed: int) -> None:
    random, game = Random(seed), game_under(path)
    for _ in range(25):
        try:
            played(game, some_command(game, random), random)
        except CrittuiError:
            assert game.request is None
    again = Game(game.ruleset, game.start, game.journal)
    again.follow()
    assert everything(again) == everything(game)
    for format in FORMATS:
        assert export_text(again, format) == export_text(game, format)
        assert "qqxy" not in export_text(game, format, players=True)
    end = everything(game)
    while game.undo():
        pass
    assert game.fight == game.start
    while game.redo():
        pass
    assert everything(game) == end


def test_there_are_rulesets_to_play() -> None:
    assert len(RULESETS) >= 4


@pytest.mark.parametrize("path", RULESETS, ids=lambda path: path.stem)
def test_attacks_are_told_in_full(path: Path) -> None:
    random, game = Random(1), game_under(path)
    (action, *_) = game.ruleset.actions_of("attack")
    roles = tuple(zip((role.value for role in action.roles), WHO, strict=False))
    for weapon in game.ruleset.weapons or ("",):
        played(game, Act(action.id, roles, weapon), random)
    document = json.loads(export_text(game, "json"))
    told = [event for group in document["rounds"] for chain in group["chains"] for event in chain["events"]]
    assert [event["event"] for event in told] == [
        type(event).__name__ for chain in game.chains for event in chain.events
    ]
