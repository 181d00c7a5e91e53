"""What all programs of a ruleset share while they are compiled."""

from __future__ import annotations

from dataclasses import field
from functools import cached_property

from crittui.records import dataclass
from crittui.rules.anatomy import Anatomy
from crittui.rules.labels import Labels
from crittui.rules.model import Model
from crittui.rules.source import Problems


@dataclass(eq=False)
class Context:
    """`used` holds what some step reads or does, so that the rest can be told as unused."""

    model: Model
    problems: Problems
    used: set[tuple[str, ...]] = field(default_factory=set)

    @cached_property
    def anatomy(self) -> Anatomy:
        return Anatomy(self.model.bodies)

    @cached_property
    def labels(self) -> Labels:
        return Labels(self.model)
