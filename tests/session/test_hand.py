"""The game master's hand: what it sets is set, and what follows from it follows."""

from __future__ import annotations

from crittui.rules.commands import Command, Edit, Remark, SetCondition, SetOption
from crittui.rules.events import ConditionBegan, ConditionChanged, ConditionEnded, Event, Noted, OptionSet, PoolChanged
from tests.session.table import DUEL, attack, duel, play, pools


def by_hand(*commands: Command) -> list[list[Event]]:
    game = duel()
    for command in commands:
        game.submit(command)
    return [list(chain.events) for chain in game.chains]


def test_a_pool_can_be_set_beyond_its_ends() -> None:
    assert by_hand(Edit("ann", "hp", "", 1_000_000), Edit("ann", "nerve", "", -1)) == [
        [PoolChanged("ann", "hp", "", 10, 1_000_000)],
        [PoolChanged("ann", "nerve", "", 3, -1)],
    ]


def test_what_depends_on_a_pool_begins_and_ends_with_it() -> None:
    assert by_hand(Edit("ann", "hp", "", 0), Edit("ann", "hp", "", 5)) == [
        [PoolChanged("ann", "hp", "", 10, 0), ConditionBegan("ann", "down")],
        [PoolChanged("ann", "hp", "", 0, 5), ConditionEnded("ann", "down")],
    ]


def test_a_condition_lasts_as_long_as_the_ruleset_says() -> None:
    assert by_hand(
        SetCondition("ann", "dazed", "", 1), SetCondition("ann", "dazed", "", 3), SetCondition("ann", "dazed", "", None)
    ) == [
        [ConditionChanged("ann", "dazed", "", None, 1, 2, "turn")],
        [ConditionChanged("ann", "dazed", "", 1, 3, 2, "turn")],
        [ConditionChanged("ann", "dazed", "", 3, None)],
    ]


def test_a_condition_of_a_place() -> None:
    (events,) = by_hand(SetCondition("ann", "broken", "head", 0))
    assert events == [ConditionChanged("ann", "broken", "head", None, 0)]


def test_a_house_rule_changes_from_here_on() -> None:
    game = duel()
    play(game, attack("ann", "bob"), [15, 3, 2])
    game.submit(SetOption("brutal", "on"))
    assert game.chains[-1].events == [OptionSet("brutal", "no", "yes")]
    play(game, attack("ann", "bob"), [15, 3, 2])
    assert pools(game)["bob"] == 10 - 2 - 4
    game.undo()
    game.undo()
    play(game, attack("ann", "bob"), [15, 3, 2])
    assert pools(game)["bob"] == 10 - 2 - 2


def test_what_depends_on_a_house_rule_follows_it() -> None:
    everybody = [ConditionBegan(who, "down") for who in ("ann", "bob", "ghost")]
    assert by_hand(SetOption("floor", "10")) == [[OptionSet("floor", "0", "10"), *everybody]]


def test_a_remark_is_kept_as_it_was_written() -> None:
    text = "[/x] \x1b[31m 龍 " + "x" * 300
    assert by_hand(Remark(text)) == [[Noted(text, by_gm=True)]]


def test_a_ruleset_without_a_unit_has_none() -> None:
    assert set(DUEL.units) == {"round", "turn", "year"}
