"""What came of many fights: who won how often, how long they took, what they cost."""

from __future__ import annotations

from collections import Counter
from dataclasses import field
from math import sqrt

from crittui.records import dataclass
from crittui.rules.ruleset import Ruleset
from crittui.session.simulation import Fought

SURE = 1.96
"""Standard errors within which the truth lies 95 times in 100."""


@dataclass(slots=True)
class Numbers:
    """Many numbers: how many, their mean and spread, the least and the greatest."""

    count: int = 0
    total: int = 0
    squares: int = 0
    least: int = 0
    most: int = 0

    def add(self, number: int) -> None:
        self.least = min(self.least, number) if self.count else number
        self.most = max(self.most, number) if self.count else number
        self.count += 1
        self.total += number
        self.squares += number * number

    @property
    def mean(self) -> float:
        return self.total / self.count if self.count else 0.0

    @property
    def spread(self) -> float:
        """The standard deviation."""
        return sqrt(max(0, self.squares * self.count - self.total**2)) / self.count if self.count else 0.0


@dataclass(slots=True)
class Tally:
    """Fights that were counted.

    `wins` by the side that alone was left standing, `nobody` where no side was, `undecided` where the rounds ran
    out. `out` counts for each combatant the fights that they did not end on their feet, `pools` holds what was
    left in each pool.
    """

    ruleset: Ruleset
    fights: int = 0
    wins: Counter[str] = field(default_factory=Counter)
    nobody: int = 0
    undecided: int = 0
    rounds: Numbers = field(default_factory=Numbers)
    out: Counter[str] = field(default_factory=Counter)
    pools: dict[tuple[str, str], Numbers] = field(default_factory=dict)

    def add(self, fought: Fought) -> None:
        """Count one more fight."""
        self.fights += 1
        if fought.winner:
            self.wins[fought.winner] += 1
        elif fought.winner is None:
            self.undecided += 1
        else:
            self.nobody += 1
        self.rounds.add(fought.rounds)
        for who in fought.fight.combatants.values():
            self.out[who.id] += self.ruleset.is_out(who)
            for pool in self.ruleset.pools:
                self.pools.setdefault((who.id, pool.id), Numbers()).add(who.values.get(pool.id, 0))

    def share(self, count: int) -> float:
        """A count as a share of all fights."""
        return count / self.fights if self.fights else 0.0

    def margin(self, count: int) -> float:
        """How far off such a share may be, 95 times in 100. Never 0: no number of fights proves anything.

        Near 0 and 1 Wilson's interval reaches further to one side; it is the farther end that is told.
        """
        if not self.fights:
            return 0.0
        share, n = self.share(count), self.fights
        middle = (share + SURE**2 / (2 * n)) / (1 + SURE**2 / n)
        half = SURE * sqrt(share * (1 - share) / n + SURE**2 / (4 * n * n)) / (1 + SURE**2 / n)
        return abs(middle - share) + half
