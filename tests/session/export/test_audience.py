"""The allow-list, event by event."""

from __future__ import annotations

import pytest

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
from crittui.session.export.audience import for_players

SEEN = frozenset({"ann", "bob"})


def roll(by: str) -> Rolled:
    return Rolled("attack", by, "1d20", (5,), 5, (), 5, None, False, "")


def about(who: str) -> list[Event]:
    """Every kind of event that somebody can be in."""
    return [
        Started("attack", (("attacker", "ann"), ("target", who)), "", ()),
        roll(who),
        LookedUp("location", "body", "arm", "arm", "arm", who),
        Chosen("defence", who, ("dodge",), False, ("dodge",)),
        Damaged("blow", who, "hp", "", 3, 3, 0, 0),
        PoolChanged(who, "hp", "", 3, 1),
        ConditionChanged(who, "stunned", "", None, 1),
        ConditionBegan(who, "down"),
        ConditionEnded(who, "down"),
        Struck(who, "arm", 3),
        PeriodBegan(who, "bleeding"),
        TurnBegan(who),
    ]


NOBODY: list[Event] = [
    Entered("wound"),
    NoTable("fumble", "fumbles"),
    Computed("wound", 3),
    Noted("Mind the gap."),
    Stopped("It misses."),
    Ended(),
    RoundBegan(2),
    CombatEnded(),
    OptionSet("brutal", "no", "yes"),
    roll("gm"),
    LookedUp("fumble", "fumbles", "1", "slips"),
]


@pytest.mark.parametrize("event", [*about("ann"), *NOBODY])
def test_what_players_may_know_is_told(event: Event) -> None:
    assert for_players([event], SEEN) == (event,)


@pytest.mark.parametrize("event", about("ghost"))
def test_what_is_about_the_hidden_is_not(event: Event) -> None:
    assert for_players([event], SEEN) == ()


@pytest.mark.parametrize("secret", about("ghost"))
def test_with_one_secret_a_stretch_tells_only_what_it_did_to_others(secret: Event) -> None:
    hurt, felt = PoolChanged("bob", "hp", "", 3, 1), ConditionBegan("bob", "down")
    stretch = [
        secret,
        Rolled("damage", "ann", "1d6", (2,), 2, (), 2, None, False, ""),
        Computed("wound", 2),
        hurt,
        felt,
    ]
    assert for_players(stretch, SEEN) == (hurt, felt)


def test_a_secret_reaches_no_further_than_its_stretch() -> None:
    ann: list[Event] = [PeriodBegan("ann", "bleeding"), roll("ann")]
    ghost: list[Event] = [PeriodBegan("ghost", "bleeding"), roll("gm")]
    assert for_players([*ann, *ghost, *ann, RoundBegan(2)], SEEN) == (*ann, *ann, RoundBegan(2))


def test_time_passes_for_those_who_are_known() -> None:
    assert for_players([Ticked("round", ("ann", "ghost", "bob"))], SEEN) == (Ticked("round", ("ann", "bob")),)
    assert for_players([Ticked("turn", ("ghost",))], SEEN) == ()


def test_remarks_are_the_game_masters_own() -> None:
    assert for_players([Noted("The ghost is near.", by_gm=True)], SEEN) == ()


def test_an_event_of_an_unknown_kind_is_not_told() -> None:
    class Whispered:
        pass

    assert for_players([Whispered()], SEEN) == ()  # type: ignore[list-item]
