"""Rounds, turns and time."""

from __future__ import annotations

from dataclasses import replace

import pytest

from crittui.errors import Refused
from crittui.rules.commands import Act, Edit, EndCombat, NextTurn, PassTime, SetCondition
from crittui.rules.events import ConditionBegan, PeriodBegan, PoolChanged, Rolled, RoundBegan, Ticked, TurnBegan
from crittui.rules.requests import Faces, RollRequest
from crittui.rules.source import Source
from crittui.session.game import Game, begin_game
from tests.session.duel import RULES
from tests.session.table import HEAD, START, compiled, duel, play, pools

TOLD = (RoundBegan, TurnBegan, Ticked, PeriodBegan, Rolled, PoolChanged, ConditionBegan)


def told(game: Game) -> list[object]:
    return [event for event in game.chains[-1].events if isinstance(event, TOLD)]


def turn(game: Game) -> list[object]:
    game.submit(NextTurn())
    return told(game)


def under(rules: str) -> Game:
    """The same fight under other rules."""
    ruleset, fight = compiled(Source("other.yaml", rules), (), HEAD.encounter)
    return begin_game(None, HEAD, ruleset, fight)


def test_the_first_turn_begins_the_first_round() -> None:
    game = duel()
    everybody = Ticked("round", ("ann", "bob", "ghost"))
    assert turn(game) == [RoundBegan(1), everybody, TurnBegan("ann"), Ticked("turn", ("ann",))]
    assert (game.fight.round, game.fight.turn) == (1, "ann")


def test_a_fight_may_begin_in_its_middle() -> None:
    game = duel(fight=replace(START, round=3, turn="bob"))
    assert turn(game) == [TurnBegan("ghost"), Ticked("turn", ("ghost",))]


def test_a_round_may_begin_before_anybody_had_a_turn() -> None:
    game = duel(fight=replace(START, round=2, turn=""))
    assert turn(game) == [TurnBegan("ann"), Ticked("turn", ("ann",))]


def test_only_units_of_the_ruleset_pass() -> None:
    game = under(
        RULES.replace("2 turn", "2 year").replace("every: round", "every: year").replace("until: round", "until: year")
    )
    assert game.ruleset.units == ("year",)
    for _ in range(4):
        game.submit(NextTurn())
    assert not any(isinstance(event, Ticked) for chain in game.chains for event in chain.events)


def test_longer_units_pass_when_enough_rounds_have() -> None:
    game = under(RULES.replace("time: {", "time: {year: 2 minutes, hour: 3 minutes, minute: 2 rounds, "))
    passed = []
    for _ in range(3 * 12 + 1):
        game.submit(NextTurn())
        passed.append([event.unit for event in told(game) if isinstance(event, Ticked) and event.unit != "turn"])
    assert [units for units in passed if units] == [
        ["round"],  # the first one begins
        ["round"],
        ["round", "minute"],
        ["round"],
        ["round", "minute", "year"],
        ["round"],
        ["round", "minute", "hour"],
        ["round"],
        ["round", "minute", "year"],
        ["round"],
        ["round", "minute"],
        ["round"],
        ["round", "minute", "year", "hour"],
    ]


def test_a_round_may_leave_nobody() -> None:
    game = duel(fight=replace(START, round=1, turn="ghost"))
    for who in START.order:
        game.submit(SetCondition(who, "bleeding", "", 1))
        game.submit(Edit(who, "hp", "", 1))
    game.submit(NextTurn())
    for _ in START.order:
        game.answer(Faces((1,)))
    kinds = [type(event) for event in game.chains[-1].events]
    assert kinds[-1] is RoundBegan
    assert kinds.count(Ticked) == 1
    assert game.request is None


def test_behind_the_last_a_round_passes_and_a_new_one_begins() -> None:
    game = duel(fight=replace(START, round=1, turn="ghost"))
    everybody = ("ann", "bob", "ghost")
    assert turn(game) == [Ticked("round", everybody), RoundBegan(2), TurnBegan("ann"), Ticked("turn", ("ann",))]


def test_a_point_for_each_round_comes_back_with_the_round() -> None:
    game = duel(fight=replace(START, round=1, turn="ghost"))
    game.submit(Edit("bob", "guard", "", 0))
    turn(game)
    assert game.fight.combatants["bob"].values["guard"] == 1


def test_the_order_is_the_rulesets() -> None:
    game = duel()
    for who, pace in (("ann", 5), ("bob", 9), ("ghost", 5)):
        play(game, Act("draw", (("fighter", who),)), [pace])
    for _ in range(4):
        game.submit(NextTurn())
    begun = [e.who for chain in game.chains for e in chain.events if isinstance(e, TurnBegan)]
    assert begun == ["bob", "ann", "ghost", "bob"]


def test_whoever_is_out_of_the_fight_has_no_turn() -> None:
    game = duel(fight=replace(START, round=1, turn="ann"))
    game.submit(Edit("bob", "hp", "", 0))
    turn(game)
    assert game.fight.turn == "ghost"
    game.submit(Edit("ghost", "hp", "", 0))
    turn(game)
    assert (game.fight.round, game.fight.turn) == (2, "ann")
    turn(game)
    assert (game.fight.round, game.fight.turn) == (3, "ann")


def test_with_nobody_left_there_is_no_next_turn() -> None:
    game = duel()
    for who in START.order:
        game.submit(Edit(who, "hp", "", 0))
    with pytest.raises(Refused, match="nobody is left"):
        game.submit(NextTurn())


def test_a_round_asks_for_dice_before_the_next_one_begins() -> None:
    game = duel(fight=replace(START, round=1, turn="ghost"))
    game.submit(SetCondition("ann", "bleeding", "", 1))
    game.submit(Edit("ann", "hp", "", 1))
    game.submit(SetCondition("ghost", "bleeding", "", 1))
    chain = game.submit(NextTurn())
    assert isinstance(game.request, RollRequest)
    assert (game.request.id, game.request.by, game.fight.round) == ("clot", "ann", 1)
    game.answer(Faces((1,)))
    assert game.request.by == "ghost"
    assert game.fight.combatants["ann"].derived == {"down"}
    game.answer(Faces((6,)))
    assert chain.complete
    assert (game.fight.round, game.fight.turn) == (2, "bob")
    kinds = [type(event).__name__ for event in told(game)]
    assert kinds == [
        *("Ticked", "PeriodBegan", "Rolled", "PoolChanged", "ConditionBegan", "PeriodBegan", "Rolled"),
        *("RoundBegan", "TurnBegan", "Ticked"),
    ]


def test_going_back_and_forward_passes_no_time_twice() -> None:
    game = duel(fight=replace(START, round=1, turn="ghost"))
    game.submit(SetCondition("ann", "dazed", "", 1))
    game.submit(NextTurn())
    assert game.fight.combatants["ann"].conditions["dazed"].left == 1
    for _ in range(3):
        game.undo()
        assert game.fight.combatants["ann"].conditions["dazed"].left == 2
        game.submit(NextTurn())
        assert game.fight.combatants["ann"].conditions["dazed"].left == 1


def test_a_condition_runs_out_in_its_bearers_own_turns() -> None:
    game = duel()
    game.submit(SetCondition("bob", "dazed", "", 1))
    left = []
    for _ in range(5):
        turn(game)
        held = game.fight.combatants["bob"].conditions.get("dazed")
        left.append(held.left if held else None)
    assert left == [2, 1, 1, 1, None]


def test_time_passes_for_everybody_as_often_as_asked() -> None:
    game = duel()
    game.submit(SetCondition("bob", "old", "", 1))
    game.submit(PassTime("year", 3))
    assert [event for event in told(game) if isinstance(event, Ticked)] == [Ticked("year", START.order)] * 3
    assert pools(game) == {"ann": 10, "bob": 7, "ghost": 10}


def test_with_the_combat_ends_what_lasts_until_then() -> None:
    game = duel()
    turn(game)
    game.submit(SetCondition("bob", "wary", "", 1))
    game.submit(SetCondition("bob", "broken", "head", 1))
    game.submit(Edit("bob", "nerve", "", 0))
    game.submit(EndCombat())
    bob = game.fight.combatants["bob"]
    assert (set(bob.conditions), bob.values["nerve"]) == ({"broken@head"}, 3)
    assert (game.fight.round, game.fight.turn) == (0, "")
    assert [e for e in turn(game) if not isinstance(e, Ticked)][:2] == [RoundBegan(1), TurnBegan("ann")]
