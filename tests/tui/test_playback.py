"""The walk from shown to head: nothing is lost, nothing is changed, however it is cut short."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field

import pytest

from crittui.rules.events import Ended, Event, LookedUp, PoolChanged, Rolled, Started
from crittui.rules.requests import Modifier
from crittui.rules.state import Combatant, Fight
from crittui.tui.beats import Card, Die, Flash, Slide, frames
from crittui.tui.playback import WINDOW, Motion, Pace, Playback, Shown, Spot, Walk, fight_at


class FakeClock:
    """Time that passes as soon as everybody waits for it."""

    def __init__(self) -> None:
        self.time = 0.0
        self.waits: list[float] = []

    def now(self) -> float:
        return self.time

    async def wait(self, seconds: float, cut: asyncio.Event) -> None:
        self.waits.append(seconds)
        await asyncio.sleep(0)
        if not cut.is_set():
            self.time += seconds


@dataclass
class FakeChain:
    before: Fight
    events: list[Event] = field(default_factory=list)
    undone: bool = False
    complete: bool = True


FIGHTER = Combatant("a", "A", "", {}, {"hp": 10}, {"hp": 10})
START = Fight({"a": FIGHTER}, ("a",))


def rolled(**changes: object) -> Rolled:
    values: dict[str, object] = {
        "id": "attack", "by": "a", "dice": "2d6", "faces": (3, 5), "natural": 8,
        "modifiers": (Modifier("bonus", 4),), "total": 12, "goal": 10, "under": False, "outcome": "hit",
    }  # fmt: skip
    return Rolled(**(values | changes))  # type: ignore[arg-type]


def hurt(before: int, after: int) -> PoolChanged:
    return PoolChanged("a", "hp", "", before, after)


def attack(before: Fight, loss: tuple[int, int], verdict: str = "hit") -> FakeChain:
    return FakeChain(before, [Started("attack", (), "", ()), rolled(), hurt(*loss), Ended((), verdict)])


class Table:
    """A playback over a list of chains, and everything that it drew."""

    def __init__(self, motion: Motion, asks: bool = False) -> None:
        self.chains: list[FakeChain] = []
        self.clock = FakeClock()
        self.drawn: list[Shown] = []
        self.arrivals = 0
        self.walk = Walk(lambda: self.chains)
        self.pace = Pace(self.clock, asks)
        self.playback = Playback(
            self.walk, lambda chain, n: frames(chain.events[n]), self.draw, self.arrived,
            motion=motion, clock=self.clock, pace=self.pace,
        )  # fmt: skip

    def draw(self, shown: Shown) -> None:
        self.drawn.append(shown)
        self.pace.sent()

    def arrived(self) -> None:
        self.arrivals += 1

    async def settle(self) -> None:
        while self.playback.moving:
            await asyncio.sleep(0)


@pytest.fixture
async def table(request: pytest.FixtureRequest):  # type: ignore[no-untyped-def]
    table = Table(getattr(request, "param", "full"))
    task = asyncio.create_task(table.playback.run())
    yield table
    task.cancel()


@pytest.mark.parametrize("table", ["full", "reduced", "none"], indirect=True)
async def test_every_motion_ends_with_the_same_picture(table: Table) -> None:
    table.chains.append(attack(START, (10, 4), "critical"))
    table.playback.poke()
    await table.settle()
    assert table.drawn[-1] == Shown(Spot(1), Spot(1), None)
    assert table.arrivals == 1


async def test_full_motion_shows_every_event_once_and_in_order(table: Table) -> None:
    table.chains.append(attack(START, (10, 4)))
    table.playback.poke()
    await table.settle()
    seen = [(shown.log.chains, shown.log.events) for shown in table.drawn]
    assert seen == sorted(seen)
    assert {(0, 1), (0, 2), (0, 3), (0, 4), (1, 0)} <= set(seen)


async def test_full_motion_keeps_to_ten_frames_a_second(table: Table) -> None:
    table.chains.append(attack(START, (10, 4), "critical"))
    table.playback.poke()
    await table.settle()
    assert min(table.clock.waits) >= 0.1
    assert len(table.drawn) <= table.clock.time * 10 + 1


async def test_a_skip_draws_the_head_before_it_returns(table: Table) -> None:
    table.chains.append(attack(START, (10, 4), "critical"))
    table.playback.poke()
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    assert table.playback.skip()
    assert table.drawn[-1] == Shown(Spot(1), Spot(1), None)
    count = len(table.drawn)
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    assert len(table.drawn) == count
    assert not table.playback.skip()


async def test_a_chain_that_comes_right_after_a_skip_is_played_from_its_start(table: Table) -> None:
    table.chains.append(attack(START, (10, 4)))
    table.playback.poke()
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    table.playback.skip()
    table.chains.append(attack(START, (4, 2)))
    table.playback.poke()
    await table.settle()
    later = [shown.log for shown in table.drawn if shown.log.chains == 1]
    assert Spot(1, 1) in later
    assert table.drawn[-1].log == Spot(2)


async def test_a_second_chain_while_the_first_moves_loses_nothing(table: Table) -> None:
    table.chains.append(attack(START, (10, 4)))
    table.playback.poke()
    await asyncio.sleep(0)
    table.chains.append(attack(START, (4, 1)))
    table.playback.poke()
    await table.settle()
    assert {0, 1, 2} == {shown.log.chains for shown in table.drawn}


@pytest.mark.parametrize("table", ["reduced"], indirect=True)
async def test_reduced_motion_is_three_frames_for_a_critical(table: Table) -> None:
    table.chains.append(attack(START, (10, 4), "critical"))
    table.playback.poke()
    await table.settle()
    assert table.drawn == [
        Shown(Spot(0, 3), Spot(0, 0)),
        Shown(Spot(0, 4), Spot(0, 4), Card("critical", (("a", "hp", 6),))),
        Shown(Spot(1), Spot(1)),
    ]


@pytest.mark.parametrize("table", ["full", "reduced", "none"], indirect=True)
async def test_an_open_chain_stops_at_its_question(table: Table) -> None:
    table.chains.append(FakeChain(START, [Started("attack", (), "", ()), rolled()], complete=False))
    table.playback.poke()
    await table.settle()
    assert table.drawn[-1].log == Spot(0, 2)
    table.chains[0].events += [hurt(10, 7), Ended((), "hit")]
    table.chains[0].complete = True
    table.playback.poke()
    await table.settle()
    assert table.drawn[-1].log == Spot(1)
    assert table.arrivals == 2


def test_the_walk_does_not_leave_a_chain_that_still_asks() -> None:
    chain = FakeChain(START, [Started("attack", (), "", ()), rolled()], complete=False)
    walk = Walk(lambda: [chain])
    assert walk.next() is None
    assert walk.shown == Spot(0, 2)


async def test_what_was_taken_back_is_not_played(table: Table) -> None:
    table.chains += [attack(START, (10, 4)), attack(START, (10, 1))]
    table.chains[0].undone = True
    table.playback.poke()
    await table.settle()
    assert all(shown.log.chains >= 1 for shown in table.drawn)


def test_the_state_at_a_spot_is_the_fold_up_to_it() -> None:
    first = attack(START, (10, 4))
    after = fight_at(Spot(0, 4), [first], START)
    chains = [first, attack(after, (4, 1))]
    assert fight_at(Spot(0, 2), chains, START).combatants["a"].values["hp"] == 10
    assert fight_at(Spot(0, 3), chains, START).combatants["a"].values["hp"] == 4
    assert fight_at(Spot(1, 0), chains, START).combatants["a"].values["hp"] == 4
    assert fight_at(Spot(1, 3), chains, START).combatants["a"].values["hp"] == 1
    chains[1].undone = True
    assert fight_at(Spot(1, 3), chains, after) is after


def test_no_more_than_three_frames_are_unconfirmed() -> None:
    clock = FakeClock()
    pace = Pace(clock)
    for _ in range(WINDOW):
        assert pace.open
        assert pace.sent()
    assert not pace.open
    pace.confirmed()
    assert pace.open


def test_a_terminal_that_never_answers_is_not_waited_for_or_asked_again() -> None:
    clock = FakeClock()
    pace = Pace(clock)
    for _ in range(WINDOW):
        pace.sent()
    clock.time = 2.0
    assert pace.open
    assert not pace.sent()


def test_a_terminal_that_answered_once_is_given_half_a_minute() -> None:
    clock = FakeClock()
    pace = Pace(clock)
    pace.sent()
    pace.confirmed()
    for _ in range(WINDOW):
        pace.sent()
    clock.time = 29.0
    assert not pace.open
    clock.time = 31.0
    assert pace.open
    assert pace.sent()


async def test_a_full_window_drops_decoration_and_keeps_results() -> None:
    table = Table("full", asks=True)
    table.pace.confirmed()
    task = asyncio.create_task(table.playback.run())
    table.chains.append(attack(START, (10, 4)))
    table.playback.poke()
    for _ in range(100):
        await asyncio.sleep(0)
    assert len(table.drawn) == WINDOW
    while table.playback.moving:
        table.pace.confirmed()
        await asyncio.sleep(0)
    task.cancel()
    assert len([s for s in table.drawn if isinstance(s.cue, Die) and s.cue.settled == 0]) == WINDOW
    assert any(isinstance(s.cue, Die) and s.cue.landed for s in table.drawn)
    assert table.drawn[-1].log == Spot(1)


def test_dice_tumble_then_settle_then_land() -> None:
    shown = frames(rolled())
    dice = [frame.cue for frame in shown if isinstance(frame.cue, Die)]
    assert [die.settled for die in dice] == [0, 0, 0, 0, 1, 2, 2, 2]
    assert [die.landed for die in dice] == [False] * 7 + [True]
    assert [frame.landed for frame in shown] == [False] * 7 + [True]
    assert all(1 <= face <= 6 for die in dice for face in die.faces)


def test_dice_typed_in_do_not_tumble() -> None:
    assert not [frame for frame in frames(rolled(by_hand=True)) if frame.spare]


def test_from_the_fourth_modifier_on_all_join_at_once() -> None:
    parts = tuple(Modifier(str(n), n) for n in range(1, 7))
    joined = [len(f.cue.joined) for f in frames(rolled(modifiers=parts)) if isinstance(f.cue, Die) and not f.cue.total]
    assert joined[-4:] == [1, 2, 3, 6]


def test_a_pool_slides_to_its_new_value() -> None:
    slide = [frame.cue.value for frame in frames(hurt(22, 16)) if isinstance(frame.cue, Slide)]
    assert slide == [20, 19, 17, 16]


def test_dice_against_nothing_only_tumble() -> None:
    shown = frames(rolled(goal=None, outcome=""))
    assert len(shown) == 6
    assert shown[-1].landed


def test_dice_that_find_a_location_leave_the_motion_to_the_search() -> None:
    found = LookedUp("location", "body", "5", "chest", "chest")
    assert len(frames(rolled(), ("chest",), "a", found)) == 1
    run = frames(found, ("head", "arm", "chest", "leg"), "a")
    assert [frame.cue.at for frame in run if isinstance(frame.cue, Flash)] == ["head", "arm", "leg", "chest"]
    assert [frame.landed for frame in run] == [False, False, False, True]
