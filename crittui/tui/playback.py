"""Shows the journal: walks from what the table has seen (`shown`) to what happened (`head`).

Nothing here can change a result or a record: the journal is only read, and a skipped frame leaves
the same log, the same state and the same last screen.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Sequence
from typing import Literal, Protocol

from crittui.records import dataclass
from crittui.rules.apply import apply_all
from crittui.rules.events import Ended, Event
from crittui.rules.state import Fight
from crittui.tui.beats import CARD, LOUD, SOON, Card, Cue, Frame, losses

Motion = Literal["full", "reduced", "none"]
WINDOW = 3
PATIENCE_FIRST = 1.5  # seconds until a terminal counts as one that never answers
PATIENCE = 30.0  # seconds until one that did answer is no longer waited for
LOOK_AGAIN = 0.05


class Chain(Protocol):
    """What the playback reads of a chain of the session."""

    @property
    def before(self) -> Fight: ...
    @property
    def events(self) -> Sequence[Event]: ...
    @property
    def undone(self) -> bool: ...


@dataclass(frozen=True, slots=True)
class Spot:
    """A place in the journal: this many whole chains, and this many events of the next one."""

    chains: int = 0
    events: int = 0


@dataclass(frozen=True, slots=True)
class Shown:
    """What is on the screen: the log up to one spot, the state up to another, and what moves."""

    log: Spot
    state: Spot
    cue: Cue | None = None


class Clock(Protocol):
    """Time, so that a test can have its own. Seconds."""

    def now(self) -> float: ...
    async def wait(self, seconds: float, cut: asyncio.Event) -> None: ...


class WallClock:
    """The time of the world."""

    def now(self) -> float:
        return time.monotonic()

    async def wait(self, seconds: float, cut: asyncio.Event) -> None:
        """Return after `seconds`, or as soon as `cut` is set."""
        try:
            async with asyncio.timeout(seconds):
                await cut.wait()
        except TimeoutError:
            pass


class Pace:
    """Counts the frames that the terminal has not confirmed yet, so that a slow link is never flooded."""

    def __init__(self, clock: Clock, asks: bool = True) -> None:
        self._clock = clock
        self.asks = asks
        self.flying = 0
        self._answered = False
        self._since = 0.0

    def sent(self) -> bool:
        """A frame was drawn; whether to ask the terminal to confirm it."""
        if not self.asks:
            return False
        if self.flying == 0:
            self._since = self._clock.now()
        self.flying += 1
        return True

    def confirmed(self) -> None:
        """The terminal has seen everything up to one more frame."""
        self._answered = True
        self.flying = max(0, self.flying - 1)
        self._since = self._clock.now()

    @property
    def open(self) -> bool:
        """Whether another frame may go out. A terminal that never answers is not asked again."""
        if self.flying < WINDOW:
            return True
        patience = PATIENCE if self._answered else PATIENCE_FIRST
        if self._clock.now() - self._since < patience:
            return False
        self.flying = 0
        self.asks = self._answered
        return True


class Walk:
    """The shown cursor. Chains that were taken back are passed over at once."""

    def __init__(self, chains: Callable[[], Sequence[Chain]]) -> None:
        self._chains = chains
        self.shown = self.head

    @property
    def head(self) -> Spot:
        """Where the journal ends: a finished chain counts as whole, an open one by its events."""
        chains = self._chains()
        if chains and not chains[-1].undone and not complete(chains[-1]):
            return Spot(len(chains) - 1, len(chains[-1].events))
        return Spot(len(chains), 0)

    def next(self) -> tuple[Chain, int] | None:
        """The chain and the number of the event that is to be shown next, or None at the head."""
        chains = self._chains()
        while self.shown.chains < len(chains):
            chain = chains[self.shown.chains]
            if not chain.undone and self.shown.events < len(chain.events):
                return chain, self.shown.events
            if not chain.undone and not complete(chain):
                return None
            self.shown = Spot(self.shown.chains + 1)
        return None

    def advance(self) -> None:
        """One event more has been seen."""
        self.shown = Spot(self.shown.chains, self.shown.events + 1)
        self.next()

    def catch_up(self) -> None:
        """Everything that happened has been seen."""
        self.shown = self.head


def complete(chain: Chain) -> bool:
    """Whether nothing more can come in this chain."""
    return bool(getattr(chain, "complete", True))


def fight_at(spot: Spot, chains: Sequence[Chain], head: Fight) -> Fight:
    """The fight as it was at a spot of the journal; `head` is the fight after everything."""
    standing = (n for n in range(spot.chains, len(chains)) if not chains[n].undone)
    index = next(standing, None)
    if index is None:
        return head
    chain = chains[index]
    return apply_all(chain.before, chain.events[: spot.events]) if index == spot.chains else chain.before


class Playback:
    """The one consumer of the journal. `draw` shows a frame, `arrived` is told when the head is reached."""

    def __init__(
        self,
        walk: Walk,
        frames: Callable[[Chain, int], Sequence[Frame]],
        draw: Callable[[Shown], None],
        arrived: Callable[[], None],
        *,
        motion: Motion,
        clock: Clock,
        pace: Pace,
    ) -> None:
        self.walk, self.motion, self.pace = walk, motion, pace
        self._frames, self._draw, self._arrived, self._clock = frames, draw, arrived, clock
        self._wake, self._cut = asyncio.Event(), asyncio.Event()
        self.moving = False

    def poke(self) -> None:
        """The journal has grown. Without motion it is shown before this returns."""
        if self.moving:
            return
        if self.motion == "none" or self.walk.next() is None:
            self._finish()
            return
        self.moving, self._cut = True, asyncio.Event()
        self._wake.set()

    def skip(self) -> bool:
        """End the motion now: the head is drawn before this returns. False when nothing moved."""
        if not self.moving:
            return False
        self._cut.set()
        self._finish()
        return True

    async def run(self) -> None:
        """Consume the journal for as long as the program runs."""
        while True:
            await self._wake.wait()
            self._wake.clear()
            cut = self._cut  # a skip and a new chain may come before this one has noticed
            await (self._play(cut) if self.motion == "full" else self._play_reduced(cut))
            if not cut.is_set():
                self._finish()

    def _finish(self) -> None:
        self.moving = False
        self.walk.catch_up()
        self._draw(Shown(self.walk.shown, self.walk.shown))
        self._arrived()

    async def _play(self, cut: asyncio.Event) -> None:
        while step := self.walk.next():
            index = self.walk.shown.chains
            for frame in self._frames(*step):
                spot = Spot(index, step[1] + frame.landed)
                cue = Card(frame.cue.verdict, losses(step[0].events)) if isinstance(frame.cue, Card) else frame.cue
                await self._hold(frame.ms, Shown(spot, spot, cue), cut, frame.spare)
                if cut.is_set():
                    return
            self.walk.advance()

    async def _play_reduced(self, cut: asyncio.Event) -> None:
        """Lines first, then what they did, then the card if there is one."""
        while step := self.walk.next():
            chain, seen = step
            index, end = self.walk.shown.chains, len(chain.events)
            verdict = next((e.verdict for e in chain.events[seen:] if isinstance(e, Ended)), "")
            lines = end - 1 if isinstance(chain.events[-1], Ended) else end
            if lines > seen:
                await self._hold(SOON, Shown(Spot(index, lines), Spot(index, seen)), cut)
            if verdict in LOUD:
                await self._hold(
                    CARD, Shown(Spot(index, end), Spot(index, end), Card(verdict, losses(chain.events))), cut
                )
            if cut.is_set():
                return
            self.walk.shown = Spot(index, end)

    async def _hold(self, ms: int, shown: Shown, cut: asyncio.Event, spare: bool = False) -> None:
        """Draw, and let it stand. What stands for no time is drawn with what comes next."""
        if ms == 0:
            return
        drop = spare and not self.pace.open
        while not drop and not self.pace.open and not cut.is_set():
            await self._clock.wait(LOOK_AGAIN, cut)
        if not drop and not cut.is_set():
            self._draw(shown)
        await self._clock.wait(ms / 1000, cut)
