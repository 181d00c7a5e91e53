"""A compiled action: a list of instructions over a flat list of slots.

Every driver (play, typed dice, cases, simulation, exact odds) uses these same small functions, so
they cannot disagree. Jumps go forward only, but for a throw that is repeated until it stands.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import field
from functools import cached_property
from typing import Any

from crittui.records import dataclass
from crittui.rules.compile.code import Code, Constants, Slots
from crittui.rules.compile.layout import StateKey
from crittui.rules.dice import Dice, Throw
from crittui.rules.events import Event, Plain
from crittui.rules.model import Field, Permission
from crittui.rules.requests import Modifier


@dataclass(slots=True)
class Target:
    """A place in the program that is not known yet when a jump to it is compiled."""

    pc: int = -1


@dataclass(frozen=True, slots=True)
class Throwing:
    """What is to be rolled. `standing` are the totals that count; None means all of them."""

    dice: Dice
    modifiers: tuple[Modifier, ...]
    goal: int | None = None
    under: bool = False
    standing: frozenset[int] | None = None

    @property
    def modifier(self) -> int:
        return 0 if self.under else sum(m.value for m in self.modifiers)


@dataclass(frozen=True, slots=True)
class Choosing:
    """What can be chosen: the name, label, option and (for an entry of a list) fields of each offer."""

    offers: tuple[Choice, ...]
    pick: int
    default: str


@dataclass(frozen=True, slots=True)
class Choice:
    name: str
    label: str
    option: str
    entry: tuple[str, Mapping[str, Any]] | None = None


Jump = int | None
"""Where to go on; None is the next instruction."""


@dataclass(slots=True)
class Do:
    """Changes slots; `tell` gives the events of what was done. `touches` are all slots it may read or write."""

    where: str
    run: Callable[[Slots, Constants], Jump]
    tell: Callable[[Slots, Constants], tuple[Event, ...]] | None = None
    touches: frozenset[int] = field(default_factory=frozenset)


@dataclass(slots=True)
class AskRoll:
    """Rolls dice; `ask` gives None when there is nothing to roll here."""

    where: str
    id: str
    by: int
    ask: Callable[[Slots, Constants], Throwing | None]
    take: Callable[[Slots, Constants, Throwing, Throw], Jump]
    tell: Callable[[Slots, Constants, Throwing, Throw, bool], tuple[Event, ...]]
    single: Callable[[], bool] = lambda: False
    touches: frozenset[int] = field(default_factory=frozenset)


@dataclass(slots=True)
class AskChoice:
    """Asks somebody; `offer` gives None when nothing can be chosen."""

    where: str
    id: str
    by: int
    prompt: Callable[[Constants], str]
    offer: Callable[[Slots, Constants], Choosing | None]
    take: Callable[[Slots, Constants, tuple[Choice, ...]], Jump]
    tell: Callable[[Slots, Constants, tuple[Choice, ...]], tuple[Event, ...]] | None = None
    touches: frozenset[int] = field(default_factory=frozenset)


Instruction = Do | AskRoll | AskChoice

BY_GM = -1


@dataclass(frozen=True, slots=True)
class Ending:
    """What is told when the chain is over: report lines, whose location was struck, the verdict."""

    report: tuple[tuple[str, Callable[[Slots, Constants], Plain]], ...] = ()
    struck: Callable[[Slots, Constants], tuple[str, str]] | None = None
    verdict: Callable[[Slots, Constants], str] | None = None


@dataclass(frozen=True, eq=False)
class Program:
    """One action, or the periodic steps of one condition. `final` are the slots its ending looks at."""

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
    final: frozenset[int] = frozenset()

    @cached_property
    def watched(self) -> tuple[tuple[StateKey, int, int | None], ...]:
        """Pools and conditions with their slots, and for a condition the slot of its time."""
        left = {(key.role, key.name, key.at): slot for key, slot in self.state.items() if key.kind == "left"}
        return tuple(
            (key, slot, left.get((key.role, key.name, key.at)) if key.kind == "held" else None)
            for key, slot in self.state.items()
            if key.kind != "left"
        )
