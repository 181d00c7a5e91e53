"""The fold changes what an event names, and nothing besides."""

from __future__ import annotations

from dataclasses import replace

import pytest

from crittui.rules.apply import apply, apply_all
from crittui.rules.events import (
    Chosen,
    CombatEnded,
    Computed,
    ConditionBegan,
    ConditionChanged,
    ConditionEnded,
    Damaged,
    Ended,
    Entered,
    Event,
    LookedUp,
    NoTable,
    Noted,
    OptionSet,
    PeriodBegan,
    PoolChanged,
    Rolled,
    RoundBegan,
    Started,
    Stopped,
    Struck,
    Ticked,
    TurnBegan,
)
from crittui.rules.state import Combatant, Fight, Held

ANN = Combatant("ann", "Ann", "human", {"ac": 14}, {"hp": 38, "hp@head": 4}, {"hp": 38, "hp@head": 4})
BOB = replace(ANN, id="bob", name="Bob", conditions={"stunned": Held(2, 3, "round")}, derived=frozenset({"down"}))
FIGHT = Fight({"ann": ANN, "bob": BOB}, ("ann", "bob"), options={"carry": "all"})


def bob_after(*events: Event) -> Combatant:
    fight = apply_all(FIGHT, events)
    assert fight.combatants["ann"] is ANN
    assert replace(fight, combatants=FIGHT.combatants) == FIGHT
    return fight.combatants["bob"]


def test_a_pool_holds_what_the_event_says() -> None:
    assert bob_after(PoolChanged("bob", "hp", "", 38, -6)) == replace(BOB, values={"hp": -6, "hp@head": 4})


def test_a_pool_of_a_location_is_another_pool() -> None:
    assert bob_after(PoolChanged("bob", "hp", "head", 4, 1)).values == {"hp": 38, "hp@head": 1}


def test_a_condition_comes_with_its_time() -> None:
    after = bob_after(ConditionChanged("bob", "severed", "arm", 0, 1, 5, "minute"))
    assert after.conditions == {"stunned": Held(2, 3, "round"), "severed@arm": Held(1, 5, "minute")}


def test_a_condition_counts_down() -> None:
    assert bob_after(ConditionChanged("bob", "stunned", "", 2, 2, 2, "round")).conditions["stunned"].left == 2


def test_a_condition_without_a_number_is_gone() -> None:
    assert bob_after(ConditionChanged("bob", "stunned", "", 2, None)).conditions == {}


def test_a_condition_at_0_is_still_there() -> None:
    assert bob_after(ConditionChanged("bob", "stunned", "", 2, 0)).conditions == {"stunned": Held(0)}


def test_derived_conditions_begin_and_end() -> None:
    assert bob_after(ConditionBegan("bob", "dying")).derived == {"down", "dying"}
    assert bob_after(ConditionEnded("bob", "down")).derived == frozenset()


def test_blows_on_one_place_add_up() -> None:
    assert bob_after(Struck("bob", "arm", 3), Struck("bob", "arm", 4), Struck("bob", "", 1)).struck == {"arm": 7, "": 1}


def test_rounds_turns_and_options() -> None:
    fight = apply_all(FIGHT, [RoundBegan(3), TurnBegan("bob"), OptionSet("carry", "all", "none")])
    assert fight == replace(FIGHT, round=3, turn="bob", options={"carry": "none"})


def test_after_a_combat_nobody_has_the_turn_and_wounds_stay() -> None:
    hurt = apply_all(FIGHT, [RoundBegan(3), TurnBegan("bob"), PoolChanged("bob", "hp", "", 38, 1)])
    over = apply(hurt, CombatEnded())
    assert (over.turn, over.round) == ("", 0)
    assert over.combatants is hurt.combatants


@pytest.mark.parametrize(
    "event",
    [
        Started("attack", (("attacker", "ann"),), "", ()),
        Entered("wound"),
        Rolled("attack", "ann", "1d20", (5,), 5, (), 5, None, False, ""),
        LookedUp("location", "body", "arm", "arm"),
        NoTable("fumble", "fumbles"),
        Chosen("defence", "bob", ("dodge",), False, ("dodge",)),
        Computed("wound", 3),
        Damaged("blow", "bob", "hp", "", 3, 3, 0, 0),
        Noted("Mind the gap."),
        Stopped("It misses."),
        Ended(),
        Ticked("round", ("bob",)),
        PeriodBegan("bob", "bleeding"),
    ],
)
def test_what_only_tells_changes_nothing(event: Event) -> None:
    assert apply(FIGHT, event) is FIGHT
