"""The state of a fight: immutable values. It changes only by folding events over it (`apply`)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from fractions import Fraction

from crittui.records import dataclass
from crittui.rules.dice import Dice

Constant = int | Fraction | bool | str | Dice


def place(name: str, at: str) -> str:
    """The key of `name`, at a location if one is given: `hp`, `severed@left_arm`."""
    return f"{name}@{at}" if at else name


@dataclass(frozen=True, slots=True)
class Held:
    """A condition somebody has: its number, and how many units of time are left (None: no end)."""

    value: int
    left: int | None = None
    unit: str = ""


@dataclass(frozen=True, slots=True)
class Combatant:
    """One fighter.

    `scores` are the numbers, flags, choices, dice and texts that never change in a fight;
    `maxima` the upper ends of pools and counters; `values` what pools and counters hold now.
    Keys of per-location entries are `name@location`. `derived` names the conditions that hold
    because of other values. `struck` tells where blows landed and how many points they took.
    """

    id: str
    name: str
    body: str
    scores: Mapping[str, Constant]
    maxima: Mapping[str, int]
    values: Mapping[str, int]
    conditions: Mapping[str, Held] = field(default_factory=dict)
    derived: frozenset[str] = frozenset()
    struck: Mapping[str, int] = field(default_factory=dict)
    weapons: tuple[str, ...] = ()
    hidden: bool = False
    side: str = ""

    def changed(
        self,
        values: Mapping[str, int] | None = None,
        conditions: Mapping[str, Held] | None = None,
        derived: frozenset[str] | None = None,
        struck: Mapping[str, int] | None = None,
    ) -> Combatant:
        """The same fighter with these in place of what was held; written out, for simulations do it all the time."""
        return Combatant(
            self.id,
            self.name,
            self.body,
            self.scores,
            self.maxima,
            self.values if values is None else values,
            self.conditions if conditions is None else conditions,
            self.derived if derived is None else derived,
            self.struck if struck is None else struck,
            self.weapons,
            self.hidden,
            self.side,
        )


@dataclass(frozen=True, slots=True)
class Fight:
    """All combatants in the order in which they were listed, and whose turn it is."""

    combatants: Mapping[str, Combatant]
    order: tuple[str, ...]
    turn: str = ""
    round: int = 0
    options: Mapping[str, str] = field(default_factory=dict)
