"""A ruleset's words for tests, without a ruleset: labels by name, and what is said of some conditions."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field

from crittui.session.speech import SpokenCondition


@dataclass(frozen=True)
class Known:
    """What a ruleset says of a condition."""

    mark: str = ""
    wound: str = ""
    out: bool = False


CONDITIONS: Mapping[str, SpokenCondition] = {
    "bleeding": Known("∴"),
    "maimed": Known(wound="maimed"),
    "severed": Known(wound="severed"),
    "asleep": Known("z", out=True),
    "dead": Known(out=True),
}


@dataclass(frozen=True)
class Spoken:
    """Says a name's label, or the name with blanks."""

    labels: Mapping[str, str] = field(default_factory=dict)
    rules: Mapping[str, str] = field(default_factory=dict)
    tones: Mapping[str, str] = field(default_factory=dict)
    language: str = "en"
    verbs: Mapping[str, str] = field(default_factory=dict)
    conditions: Mapping[str, SpokenCondition] = field(default_factory=lambda: CONDITIONS)
    pools: Sequence[str] = ("hp", "con", "hits")
    changes: Mapping[str, str] = field(default_factory=dict)
    stand_ins: Collection[str] = ()

    def word(self, name: str) -> str:
        return self.labels.get(name, name.replace("_", " "))

    action = weapon = place = condition = table = option = word

    def step(self, name: str, where: str) -> str:
        return self.word(name)

    branch = step

    def tone(self, name: str, where: str) -> str:
        return self.tones.get(name, "")

    def is_stand_in(self, table: str) -> bool:
        return table in self.stand_ins

    def aims(self, action: str) -> Sequence[str]:
        return ("called",)

    def becomes(self, name: str) -> str:
        return self.verbs.get(name, "")

    def verb(self, where: str) -> str:
        return self.changes.get(where, "")

    def rule(self, where: str) -> str:
        return self.rules.get(where, "")
