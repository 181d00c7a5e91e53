"""What odds come to: weights of everything that a chain may lead to."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from fractions import Fraction
from math import sqrt

from crittui.records import dataclass
from crittui.rules.events import Plain

HITS = ("hit", "critical")


@dataclass(frozen=True, slots=True)
class Choosable:
    """A choice that came up: whose it is (a combatant's id, `gm`), and the labels of what was offered at some time."""

    by: str
    offers: Mapping[str, str]


@dataclass(slots=True)
class Chances:
    """Weights out of `total`. With `sampled` they are counts of chains played by chance.

    `verdicts` counts what the action's `shows` calls the result, `report` the yes/no report lines that are
    yes, `figures` the values of the other ones, `pools` the final values of each pool and counter as (combatant,
    pool), `joint` those of all pools of a combatant that may change, in the order of `names`, `out` for each
    combatant whether the chain puts them out of the fight, `gained` as (combatant, condition) who has then a
    condition that they had not, anywhere on the body.

    Counted when the step happens: `rolls` the outcomes of each roll, `rows` the rows found in each table,
    `places` the location struck as (combatant, location), `chosen` what was taken in each choice; `choices` tells
    of each choice that came up.
    """

    total: int = 1
    verdicts: dict[str, int] = field(default_factory=dict)
    report: dict[str, int] = field(default_factory=dict)
    pools: dict[tuple[str, str], dict[int, int]] = field(default_factory=dict)
    out: dict[str, int] = field(default_factory=dict)
    states: int = 0
    figures: dict[str, dict[Plain, int]] = field(default_factory=dict)
    names: dict[str, tuple[str, ...]] = field(default_factory=dict)
    joint: dict[str, dict[tuple[int, ...], int]] = field(default_factory=dict)
    gained: dict[tuple[str, str], int] = field(default_factory=dict)
    rolls: dict[str, dict[str, int]] = field(default_factory=dict)
    rows: dict[str, dict[str, int]] = field(default_factory=dict)
    places: dict[tuple[str, str], int] = field(default_factory=dict)
    chosen: dict[str, dict[str, int]] = field(default_factory=dict)
    choices: dict[str, Choosable] = field(default_factory=dict)
    sampled: bool = False

    def share(self, weight: int) -> Fraction:
        """A weight as a chance."""
        return Fraction(weight, self.total)

    def hit(self) -> Fraction:
        """The chance that the verdict is a hit of any kind."""
        return self.share(sum(self.verdicts.get(name, 0) for name in HITS))

    def expected(self, who: str, pool: str) -> Fraction:
        """The mean of a pool at the end."""
        return Fraction(sum(value * weight for value, weight in self.pools[who, pool].items()), self.total)

    def error(self, share: Fraction) -> float:
        """The standard error of a chance: how far a sample is usually off. 0 where nothing was left to chance."""
        return sqrt(float(share * (1 - share)) / self.total) if self.sampled else 0.0

    def error_of_mean(self, who: str, pool: str) -> float:
        """The standard error of the mean of a pool."""
        if not self.sampled:
            return 0.0
        mean = self.expected(who, pool)
        squares = sum(weight * (value - mean) ** 2 for value, weight in self.pools[who, pool].items())
        return sqrt(float(squares)) / self.total
