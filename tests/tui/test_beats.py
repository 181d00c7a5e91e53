"""The beats of a chain: how long each lasts, what it moves, and that every one comes."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

import pytest

from crittui.rules.events import (
    ConditionChanged,
    Ended,
    Event,
    LookedUp,
    Noted,
    PoolChanged,
    Rolled,
    Started,
    Struck,
)
from crittui.rules.requests import Modifier
from crittui.tui.app import CrittuiApp
from crittui.tui.beats import Card, Cue, Die, Flash, Frame, frames, losses
from tests.tui.tabletop import InstantClock, app, game, screen_text, settle

TARGET, CREATURE = 3, 9  # the rows of who is hit: in the list, and above the body
STRIP, FACES = 16, 18  # the first row of the strip, and the one on which dice lie
PLACES = ("head", "chest", "left arm", "right arm", "left leg", "right leg", "groin")


def rolled(dice: str = "d20", faces: Sequence[int] = (20,), modifiers: int = 0, **changes: object) -> Rolled:
    values: dict[str, object] = {
        "id": "attack", "by": "a", "dice": dice, "faces": tuple(faces), "natural": sum(faces),
        "modifiers": tuple(Modifier(f"m{n}", n + 1) for n in range(modifiers)), "total": sum(faces), "goal": 15,
        "under": False, "outcome": "hit",
    }  # fmt: skip
    return Rolled(**(values | changes))  # type: ignore[arg-type]


def word(frame: Frame) -> str:
    """What a frame shows, in one word."""
    match frame.cue:
        case Die(landed=True):
            return "lands"
        case Die(total=True):
            return "total"
        case Die(settled=settled, faces=faces) if settled < len(faces):
            return "settles" if settled else "tumbles"
        case Die(joined=joined):
            return f"joins {len(joined)}"
        case cue:
            return type(cue).__name__ if cue is not None else "nothing"


def beats(event: Event, after: Event | None = None) -> list[tuple[str, int]]:
    """The frames of an event as words, each with how long it stands in all."""
    shown = [frame for frame in frames(event, PLACES, "b", after) if frame.ms]
    return [(name, sum(frame.ms for frame in run)) for name, run in groupby(shown, word)]


@pytest.mark.parametrize(
    ("event", "expected"),
    [
        (Started("attack", (), "", ()), []),
        (rolled(), [("tumbles", 400), ("joins 0", 120), ("total", 120), ("lands", 300)]),
        (rolled(modifiers=2), [("tumbles", 400), ("joins 1", 120), ("joins 2", 120), ("total", 120), ("lands", 300)]),
        (
            rolled(modifiers=6),
            [("tumbles", 400), ("joins 1", 120), ("joins 2", 120), ("joins 3", 120), ("joins 6", 120), ("total", 120),
             ("lands", 300)],
        ),
        (
            rolled("3d6", (3, 5, 2)),
            [("tumbles", 400), ("settles", 200), ("joins 0", 120), ("total", 120), ("lands", 300)],
        ),
        (rolled(by_hand=True), [("joins 0", 120), ("total", 120), ("lands", 300)]),
        (rolled(goal=None, outcome=""), [("tumbles", 400), ("lands", 100)]),
        (LookedUp("location", "body", "5", "chest", "chest"), [("Flash", 400)]),
        (Struck("b", "chest", 5), [("Flash", 300)]),
        (ConditionChanged("b", "lost", "chest", 0, 1), [("Flash", 300)]),
        (PoolChanged("b", "hp", "", 22, 16), [("Slide", 400)]),
        (PoolChanged("b", "hp", "", 22, 22), []),
        (Noted("it misses"), [("nothing", 300)]),
        (Ended((), "hit"), [("nothing", 300)]),
        (Ended((), "critical"), [("nothing", 300), ("Card", 2000)]),
        (Ended((), "fumble"), [("nothing", 300), ("Card", 2000)]),
    ],
)  # fmt: skip
def test_every_beat_lasts_as_long_as_it_should(event: Event, expected: list[tuple[str, int]]) -> None:
    assert beats(event) == expected


def test_of_several_wounds_at_one_place_the_last_is_flashed() -> None:
    struck, lost = Struck("b", "chest", 5), ConditionChanged("b", "lost", "chest", 0, 1)
    assert beats(struck, after=lost) == []
    assert beats(struck, after=Struck("b", "head", 5)) == [("Flash", 300)]
    assert beats(lost, after=PoolChanged("b", "hp", "", 5, 0)) == [("Flash", 300)]
    assert [frame.landed for frame in frames(struck, PLACES, "b", lost)] == [True]


def test_no_frame_comes_sooner_than_ten_in_a_second_allow() -> None:
    for event in (rolled(modifiers=6), rolled("6d6", (1, 2, 3, 4, 5, 6)), PoolChanged("b", "hp", "", 9, 1)):
        assert all(frame.ms >= 100 for frame in frames(event) if frame.ms)


def test_the_search_for_a_place_runs_over_four_and_stops_at_the_one_that_is_found() -> None:
    run = [frame.cue.at for frame in frames(LookedUp("location", "body", "5", "chest", "chest"), PLACES, "b")
           if isinstance(frame.cue, Flash)]  # fmt: skip
    assert len(run) == 4
    assert run[-1] == "chest"
    assert len(set(run)) == 4


def test_what_is_only_decoration_may_be_dropped_and_a_result_never() -> None:
    for event in (rolled(modifiers=2), LookedUp("location", "body", "5", "chest", "chest"), Ended((), "critical")):
        shown = frames(event, PLACES, "b")
        assert not [frame for frame in shown if frame.spare and frame.landed]
        assert any(frame.landed for frame in shown)


@dataclass(frozen=True)
class Seen:
    """A frame as it stood on the screen: what moved, for how long, and the rows."""

    cue: Cue | None
    seconds: float
    rows: tuple[str, ...]


class Camera(InstantClock):
    """A clock that takes a picture of whatever is shown while it waits."""

    def __init__(self) -> None:
        super().__init__()
        self.seen: list[Seen] = []
        self.application: CrittuiApp | None = None

    async def wait(self, seconds: float, cut: asyncio.Event) -> None:
        if self.application is not None and self.application.fight is not None:
            for _ in range(2):  # what was laid out anew is painted by the second refresh
                drawn = asyncio.Event()
                self.application.fight.call_after_refresh(drawn.set)
                await drawn.wait()
            rows = tuple(screen_text(self.application).splitlines())
            self.seen.append(Seen(self.application.fight._shown.cue, seconds, rows))
        self.time += seconds


async def watched(dice: Sequence[int | Sequence[int]], *keys: str, ascii_only: bool = False) -> list[Seen]:
    """Everything that an attack shows in full motion."""
    camera = Camera()
    application = app(game(), dice, motion="full", clock=camera, ascii_only=ascii_only)
    camera.application = application
    async with application.run_test(size=(80, 24)) as pilot:
        for key in ("n", *keys):
            await pilot.press(key)
            await settle(pilot, application)
    return camera.seen


def changed(before: Seen, after: Seen) -> Iterator[tuple[int, int]]:
    """The cells that differ between two frames, as (row, column)."""
    for row, (old, new) in enumerate(zip(before.rows, after.rows, strict=True)):
        width = max(len(old), len(new))
        for column, (a, b) in enumerate(zip(old.ljust(width), new.ljust(width), strict=True)):
            if a != b:
                yield row, column


async def test_a_critical_hit_plays_every_beat_in_its_order() -> None:
    seen = await watched((20, 4, [3, 5]), "a", "enter", "b")
    told = [name for name, _ in groupby(word(Frame(1, frame.cue)) for frame in seen)]
    attack = ["tumbles", "joins 1", "total", "lands"]
    assert told[told.index("tumbles") :][:4] == attack
    rest = told[told.index("lands") + 1 :]
    order = [rest.index(name) for name in ("Flash", "tumbles", "lands", "Slide", "Card")]
    assert rest[-1] == "Card"
    assert order[0] < order[1]
    assert order[1] < rest.index("Slide") < rest.index("Card")


async def test_each_moving_thing_changes_its_own_cells_and_no_others() -> None:
    seen = await watched((15, 4, [3, 5]), "a", "enter", "b")
    kinds = set()
    for before, after in zip(seen, seen[1:], strict=False):
        cells = set(changed(before, after))
        names = (word(Frame(1, before.cue)), word(Frame(1, after.cue)))
        kinds.add(names)
        match names:
            case ("tumbles", "tumbles"):
                assert {row for row, _ in cells} == {FACES}
                assert len(cells) <= 4
            case ("joins 1", "total"):
                assert {(row, column >= 60) for row, column in cells} == {(FACES, True)}
            case ("Slide", "Slide"):
                assert {row for row, _ in cells} <= {TARGET, CREATURE}
                assert all(14 <= column <= 30 for _, column in cells)
            case ("Flash", "Flash"):
                assert all(column >= 32 for _, column in cells)  # reversed cells keep their signs
    assert {("tumbles", "tumbles"), ("joins 1", "total"), ("Slide", "Slide"), ("Flash", "Flash")} <= kinds


async def test_the_log_makes_room_once_for_each_chain() -> None:
    seen = await watched((20, 4, [3, 5], 5), "a", "enter", "b", "a", "enter")
    heads = [[n for n, row in enumerate(frame.rows) if "Ann Archer → Bob Bold" in row][-1] for frame in seen]
    second = next(n for n in range(len(seen)) if isinstance(seen[n].cue, Card)) + 1
    assert len(set(heads[:second])) == 1
    assert len(set(heads[second:])) == 1
    assert all(STRIP - 1 - head >= 8 for head in (heads[0], heads[second]))


LETTERS = {"critical": "▄▀▀ █▀▄ █ ▀█▀ █ ▄▀▀ ▄▀▄ █", "fumble": "█▀▀ █ █ █▄ ▄█ █▀▄ █   █▀▀"}


@pytest.mark.parametrize(("die", "word", "sign"), [(20, "critical", "★"), (1, "fumble", "▼")])
async def test_a_card_shows_its_word_in_large_letters(die: int, word: str, sign: str) -> None:
    keys = ("a", "enter", "b") if die == 20 else ("a", "enter")
    seen = await watched((die, 4, [3, 5]), *keys)
    (card,) = [frame for frame in seen if isinstance(frame.cue, Card)]
    assert isinstance(card.cue, Card)
    assert card.cue.verdict == word
    assert card.seconds == 2.0
    text = "\n".join(card.rows)
    assert LETTERS[word] in text
    assert any(row[33:].startswith(sign) for row in card.rows)


async def test_while_the_card_stands_what_was_lost_is_marked_in_the_list() -> None:
    seen = await watched((20, 4, [3, 5]), "a", "enter", "b")
    card = seen[-1]
    assert card.cue == Card("critical", (("f2", "life", 8),))
    assert "━╍" in card.rows[TARGET]
    assert card.rows[-1] == " n next turn  . again  u undo the whole chain  t note  ? help"
    assert any(row.endswith("L forearm lost               −8 life") for row in card.rows)


def test_what_a_chain_took_is_the_sum_and_not_what_came_back() -> None:
    events = [PoolChanged("b", "hp", "", 20, 12), PoolChanged("b", "hp", "", 12, 10), PoolChanged("b", "hp", "x", 9, 1)]
    events += [PoolChanged("a", "luck", "", 1, 2), PoolChanged("b", "con", "", 5, 3), PoolChanged("b", "con", "", 3, 5)]
    assert losses(events) == (("b", "hp", 10),)


@pytest.mark.parametrize(("die", "word"), [(20, "C R I T I C A L"), (1, "F U M B L E")])
async def test_a_card_in_ascii_stands_between_stars(die: int, word: str) -> None:
    keys = ("a", "enter", "b") if die == 20 else ("a", "enter")
    seen = await watched((die, 4, [3, 5]), *keys, ascii_only=True)
    (card,) = [frame for frame in seen if isinstance(frame.cue, Card)]
    assert all(row.isascii() for row in card.rows)
    at = next(n for n, row in enumerate(card.rows) if word in row)
    assert "*" * len(word) in card.rows[at - 1]
    assert "*" * len(word) in card.rows[at + 1]


async def test_a_chain_without_a_loud_end_has_no_card() -> None:
    seen = await watched((15, 4, [3, 5]), "a", "enter", "b")
    assert not [frame for frame in seen if isinstance(frame.cue, Card)]


def test_a_frame_can_be_named() -> None:
    die = Die(rolled("3d6", (1, 2, 3)), (1, 2, 3), 0)
    assert word(Frame(1, die)) == "tumbles"
    assert word(Frame(1, replace(die, settled=1))) == "settles"
