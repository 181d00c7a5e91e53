"""What is counted on the way through a call."""

from __future__ import annotations

from dataclasses import field

from crittui.records import dataclass
from crittui.rules.program import AskChoice, Choosing


@dataclass(slots=True)
class Tally:
    """What was counted on the way, out of `total`: by kind (`roll`, `row`, `place`, `choice`), then by names.

    `by` tells who was asked each choice (a role's number), `offers` what they could choose from.
    """

    total: int = 1
    counts: dict[tuple[str, str, str], int] = field(default_factory=dict)
    by: dict[str, int] = field(default_factory=dict)
    offers: dict[str, dict[str, str]] = field(default_factory=dict)
    _older: list[tuple[int, dict[tuple[str, str, str], int]]] = field(default_factory=list)

    def add(self, kind: str, name: str, result: str, weight: int) -> None:
        """Count something; what has no name is nothing."""
        if not result:
            return
        key = (kind, name, result)
        self.counts[key] = self.counts.get(key, 0) + weight

    def ask(self, instruction: AskChoice, choosing: Choosing) -> None:
        """Somebody was asked to choose from these."""
        self.by[instruction.id] = instruction.by
        offers = self.offers.setdefault(instruction.id, {})
        offers.update((choice.name, choice.label) for choice in choosing.offers)

    def lift(self, factor: int) -> None:
        """The total grows; what was counted so far is brought up to it at the end, all at once."""
        if self.counts:
            self._older.append((self.total, self.counts))
            self.counts = {}
        self.total *= factor

    def settled(self) -> dict[tuple[str, str, str], int]:
        """All counts, out of the total, in the order in which they came."""
        counts: dict[tuple[str, str, str], int] = {}
        for total, older in [*self._older, (self.total, self.counts)]:
            for key, weight in older.items():
                counts[key] = counts.get(key, 0) + weight * (self.total // total)
        return counts
