"""What moves on the screen while one event is shown. Decoration only: no event depends on it.

Times are milliseconds. A frame that stands for 0 ms is drawn together with the next one.
"""

from __future__ import annotations

from collections.abc import Sequence

from crittui.records import dataclass
from crittui.rules.dice import Dice
from crittui.rules.events import ConditionChanged, Ended, Event, LookedUp, Noted, PoolChanged, Rolled, Struck
from crittui.rules.requests import Modifier

TUMBLE, TUMBLE_FRAMES = 100, 4
JOIN, STAND, LAND = 120, 120, 300
RUN, RUN_FRAMES = 100, 4
FLASH, SLIDE, SLIDE_FRAMES = 300, 100, 4
SUMMARY, CARD = 300, 2000
SOON = 250
JOINED_SINGLY = 3
SETTLED_SINGLY = 6
LOUD = ("critical", "fumble")


@dataclass(frozen=True, slots=True)
class Die:
    """A roll on the stage: the first `settled` faces lie still. `joined` modifiers stand beside it.

    `total` and `landed` say how much of the result is shown yet.
    """

    roll: Rolled
    faces: tuple[int, ...]
    settled: int
    joined: tuple[Modifier, ...] = ()
    total: bool = False
    landed: bool = False


@dataclass(frozen=True, slots=True)
class Flash:
    """A place of a body that is reversed for a moment."""

    who: str
    at: str


@dataclass(frozen=True, slots=True)
class Slide:
    """A pool on its way: it reads `value` while it goes from `before` to `after`."""

    who: str
    pool: str
    at: str
    before: int
    value: int


@dataclass(frozen=True, slots=True)
class Card:
    """The card of a critical or a fumble; while it stands, the pools that were `lost` show it: (who, pool, points)."""

    verdict: str
    lost: tuple[tuple[str, str, int], ...] = ()


Cue = Die | Flash | Slide | Card


@dataclass(frozen=True, slots=True)
class Frame:
    """One picture. `landed`: the event is in the log and in the state. A `spare` one may be dropped."""

    ms: int
    cue: Cue | None = None
    landed: bool = False
    spare: bool = False


STILL = (Frame(0, landed=True),)


def frames(event: Event, places: Sequence[str] = (), whose: str = "", after: Event | None = None) -> tuple[Frame, ...]:
    """The frames of one event in full motion; `places` are the locations of the body of `whose`.

    `after` is the next event: dice that find a location need no motion of their own, the search for it has; and of
    several things that happen to one place the last one is shown.
    """
    match event:
        case Rolled() if isinstance(after, LookedUp) and after.location and whose:
            return (Frame(RUN, _still(event), landed=True),)
        case Rolled():
            return _roll(event)
        case LookedUp(location=location) if location and whose:
            return _run_over(whose, location, places)
        case Struck(who=who, at=at) | ConditionChanged(who=who, at=at) if at:
            again = isinstance(after, Struck | ConditionChanged) and (after.who, after.at) == (who, at)
            return STILL if again else (Frame(FLASH, Flash(who, at)), Frame(0, landed=True))
        case PoolChanged() if event.before != event.after:
            return _slide(event)
        case Noted():
            return (Frame(SUMMARY, landed=True),)
        case Ended(verdict=verdict):
            shown = Frame(SUMMARY, landed=True)
            return (shown, Frame(CARD, Card(verdict), True)) if verdict in LOUD else (shown,)
        case _:
            return STILL


def _still(roll: Rolled) -> Die:
    faces = roll.faces or (roll.natural,)
    return Die(roll, faces, len(faces), roll.modifiers, total=True, landed=True)


def _roll(roll: Rolled) -> tuple[Frame, ...]:
    """Dice tumble and settle; against a goal the modifiers join, the total stands, the outcome lands."""
    tumbling = () if roll.by_hand else _tumbling(roll)
    if roll.goal is None and not roll.outcome:
        return (*tumbling, Frame(TUMBLE, _still(roll), landed=True))
    faces = roll.faces or (roll.natural,)
    parts = roll.modifiers
    steps = [parts[: n + 1] for n in range(min(len(parts), JOINED_SINGLY))]
    if len(parts) > JOINED_SINGLY:
        steps.append(parts)
    joining = [Frame(JOIN, Die(roll, faces, len(faces), step)) for step in steps or [()]]
    total = Frame(STAND, Die(roll, faces, len(faces), parts, total=True))
    return (*tumbling, *joining, total, Frame(LAND, _still(roll), landed=True))


def _tumbling(roll: Rolled) -> tuple[Frame, ...]:
    """All dice fly, then one after the other lies still."""
    faces = roll.faces or (roll.natural,)
    flying = [Frame(TUMBLE, Die(roll, _tumbled(roll, n), 0), spare=True) for n in range(TUMBLE_FRAMES)]
    count = min(len(faces), SETTLED_SINGLY)
    settling = [Frame(TUMBLE, Die(roll, faces[:n] + _tumbled(roll, n)[n:], n), spare=True) for n in range(1, count)]
    return (*flying, *settling)


def _tumbled(roll: Rolled, frame: int) -> tuple[int, ...]:
    """Faces to show while the dice fly: the same ones at every showing, and never the ones that fell."""
    sides = _sides(roll.dice)
    mixed = sum(ord(c) for c in roll.id) + roll.natural
    faces = roll.faces or (roll.natural,)
    return tuple(1 + (face + mixed * 7 + (frame + 1) * (5 + 3 * n)) % sides for n, face in enumerate(faces))


def _sides(dice: str) -> int:
    return Dice.parse(dice).next_die(()) or 6


def _run_over(who: str, location: str, places: Sequence[str]) -> tuple[Frame, ...]:
    others = [place for place in places if place != location]
    step = max(1, len(others) // (RUN_FRAMES - 1))
    path = others[::step][: RUN_FRAMES - 1]
    running = [Frame(RUN, Flash(who, place), spare=True) for place in path]
    return (*running, Frame(RUN, Flash(who, location), landed=True))


def losses(events: Sequence[Event]) -> tuple[tuple[str, str, int], ...]:
    """What a chain took from the pools of whole bodies, as (who, pool, points); what came back does not count."""
    lost: dict[tuple[str, str], int] = {}
    for event in events:
        if isinstance(event, PoolChanged) and not event.at:
            lost[event.who, event.pool] = lost.get((event.who, event.pool), 0) + event.before - event.after
    return tuple((who, pool, points) for (who, pool), points in lost.items() if points > 0)


def _slide(event: PoolChanged) -> tuple[Frame, ...]:
    way = event.after - event.before
    values = [event.before + way * n // SLIDE_FRAMES for n in range(1, SLIDE_FRAMES)]
    sliding = [
        Frame(SLIDE, Slide(event.who, event.pool, event.at, event.before, value), spare=True) for value in values
    ]
    last = Slide(event.who, event.pool, event.at, event.before, event.after)
    return (*sliding, Frame(SLIDE, last, landed=True))
