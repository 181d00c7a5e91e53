"""A compiled action: a list of instructions over a flat list of slots.

Every driver (play, typed dice, cases, simulation, exact odds) uses these same small functions, so
they cannot disagree. Jumps go forward only, but for a throw that is repeated until it stands.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import field
from functools import cached_property
from typing import Any, NamedTuple

from crittui.records import dataclass
from crittui.rules.compile.code import Code, Constants, Slots
from crittui.rules.compile.layout import StateKey
from crittui.rules.compile.snippet import Late, made
from crittui.rules.dice import Dice, Throw
from crittui.rules.events import Event, Plain
from crittui.rules.model import Field, Permission
from crittui.rules.requests import Modifier, Refusal


@dataclass(slots=True)
class Target:
    """A place in the program that is not known yet when a jump to it is compiled."""

    pc: int = -1


class Throwing(NamedTuple):
    """What is to be rolled. `standing` are the totals that count (None: all of them), `modifier` is what is added to
    the dice: the sum of the modifiers, unless they are in the goal already."""

    dice: Dice
    modifiers: tuple[Modifier, ...]
    goal: int | None = None
    under: bool = False
    standing: frozenset[int] | None = None
    modifier: int = 0


@dataclass(frozen=True, slots=True)
class Choosing:
    """What can be chosen: the name, label, option and (for an entry of a list) fields of each offer. `refused` is
    what cannot be chosen now, with the reason."""

    offers: tuple[Choice, ...]
    pick: int
    default: str
    refused: tuple[Refusal, ...] = ()

    @property
    def usual(self) -> tuple[Choice, ...]:
        """What is taken where nobody chooses: the default, or of several to pick the first ones offered."""
        if self.pick > 1:
            return self.offers[: self.pick]
        return tuple(choice for choice in self.offers if choice.name == self.default)


@dataclass(frozen=True, slots=True)
class Choice:
    name: str
    label: str
    option: str
    detail: str = ""
    entry: tuple[str, Mapping[str, Any]] | None = None


Look = tuple[str, int]
"""One way in which a step looks at a location: `table` (a constant holds a value for each location), `block` (so do
the slots from this one on), `name` (it asks for this very one), `source` (it brings in one of its own), `raw` (all)."""

Jump = int | None
"""Where to go on; None is the next instruction."""


NOTHING: frozenset[Any] = frozenset()


class Changing:
    """What changes slots."""

    touches: frozenset[int]
    writes: frozenset[int] | None

    @cached_property
    def changes(self) -> frozenset[int]:
        """The slots it may write, now that the program is complete."""
        return self.touches if self.writes is None else self.writes


@dataclass
class Do(Changing):
    """Changes slots; `tell` gives the events of what was done.

    `does` is what it does, `run` the function that does it.

    What follows is for who must know what a step can do before it is done (the odds), of every instruction:
    `touches` are all slots it may read or write, `writes` those it may write (None: any that it touches),
    `looks` the ways in which it looks at a location. `row` gives the lookup and the row of a table that it found,
    `jumps` are the places where it may go on instead.
    """

    where: str
    does: Callable[[Slots, Constants], Jump] | Late
    tell: Callable[[Slots, Constants], tuple[Event, ...]] | None = None
    touches: frozenset[int] = NOTHING
    writes: frozenset[int] | None = None
    jumps: tuple[Target, ...] = ()
    looks: frozenset[Look] = NOTHING
    row: Callable[[Slots, Constants], tuple[str, str]] | None = None

    @cached_property
    def run(self) -> Callable[[Slots, Constants], Jump]:
        """Do it; where to go on."""
        return made(self.does)


@dataclass
class AskRoll(Changing):
    """Rolls dice; `asks` and `takes` are what it asks, and does with the throw.

    `reads` are the slots that `take` looks at besides its own (None: any that are touched), `outcome` is the slot
    of the outcome's name. One that is `always` there rolls in any case when it is reached.
    """

    where: str
    id: str
    by: int
    asks: Callable[[Slots, Constants], Throwing | None] | Late
    takes: Callable[[Slots, Constants, Throwing, Throw], Jump] | Late
    tell: Callable[[Slots, Constants, Throwing, Throw, bool], tuple[Event, ...]]
    singled: Callable[[], bool] = lambda: False
    touches: frozenset[int] = NOTHING
    writes: frozenset[int] | None = None
    looks: frozenset[Look] = NOTHING
    reads: frozenset[int] | None = None
    outcome: int | None = None
    row: Callable[[Slots, Constants], tuple[str, str]] | None = None
    always: bool = False

    @cached_property
    def ask(self) -> Callable[[Slots, Constants], Throwing | None]:
        """What is to be thrown; None when there is nothing to roll here."""
        return made(self.asks)

    @cached_property
    def single(self) -> bool:
        """Whether a step looks at single faces, so that the sum of the dice does not say enough."""
        return self.singled()

    @cached_property
    def take(self) -> Callable[[Slots, Constants, Throwing, Throw], Jump]:
        """Keep what a throw came to; where to go on."""
        return made(self.takes)


@dataclass
class AskChoice(Changing):
    """Asks somebody; `offer` gives None when nothing can be chosen."""

    where: str
    id: str
    by: int
    prompt: Callable[[Constants], str]
    offer: Callable[[Slots, Constants], Choosing | None]
    take: Callable[[Slots, Constants, tuple[Choice, ...]], Jump]
    tell: Callable[[Slots, Constants, tuple[Choice, ...]], tuple[Event, ...]] | None = None
    touches: frozenset[int] = NOTHING
    writes: frozenset[int] | None = None
    looks: frozenset[Look] = NOTHING


Instruction = Do | AskRoll | AskChoice

BY_GM = -1


@dataclass(frozen=True, slots=True)
class Ending:
    """What is told when the chain is over: report lines, whose location was struck, the verdict.

    `slots` are those that each of these reads, a report line by its name, and `looks` their ways to look at a location.
    """

    report: tuple[tuple[str, Callable[[Slots, Constants], Plain]], ...] = ()
    struck: Callable[[Slots, Constants], tuple[str, str]] | None = None
    verdict: Callable[[Slots, Constants], str] | None = None
    report_slots: tuple[frozenset[int], ...] = ()
    struck_slots: frozenset[int] = NOTHING
    verdict_slots: frozenset[int] = NOTHING
    looks: frozenset[Look] = NOTHING


@dataclass(frozen=True, eq=False)
class Program:
    """One action, or the periodic steps of one condition.

    `derived_slots` are what each derived condition depends on, `spots` the slots that hold a location.
    """

    name: str
    roles: tuple[str, ...]
    instructions: tuple[Instruction, ...]
    defaults: tuple[Any, ...]
    state: Mapping[StateKey, int]
    constants: tuple[tuple[Any, ...], ...]
    derived: tuple[tuple[int, str, Code], ...] = ()
    allowed: tuple[tuple[Permission, Code], ...] = ()
    permitted: Mapping[str, tuple[tuple[Permission, Code], ...]] = field(default_factory=dict)
    inputs: Mapping[str, Field] = field(default_factory=dict)
    things: Mapping[str, str] = field(default_factory=dict)
    ending: Ending | None = None
    derived_slots: tuple[frozenset[int], ...] = ()
    spots: frozenset[int] = NOTHING

    @cached_property
    def final(self) -> frozenset[int]:
        """The slots that the end of the program looks at: what combatants are then, and what the ending tells."""
        state = frozenset(slot for key, slot in self.state.items() if key.kind != "left" and key.at != "?")
        ending = self.ending.verdict_slots.union(*self.ending.report_slots) if self.ending is not None else state
        return state.union(ending, *self.derived_slots)

    @cached_property
    def touching(self) -> Mapping[int, frozenset[int]]:
        """For each slot the places of the instructions that may read or write it."""
        found: dict[int, set[int]] = {}
        for place, instruction in enumerate(self.instructions):
            for slot in instruction.touches:
                found.setdefault(slot, set()).add(place)
        return {slot: frozenset(places) for slot, places in found.items()}

    @cached_property
    def watched(self) -> tuple[tuple[StateKey, int, int | None], ...]:
        """Pools and conditions with their slots, and for a condition the slot of its time."""
        left = {(key.role, key.name, key.at): slot for key, slot in self.state.items() if key.kind == "left"}
        return tuple(
            (key, slot, left.get((key.role, key.name, key.at)) if key.kind == "held" else None)
            for key, slot in self.state.items()
            if key.kind != "left"
        )
