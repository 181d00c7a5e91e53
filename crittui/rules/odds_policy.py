"""How choices are made where nobody is there to make them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field, replace

from crittui.records import dataclass
from crittui.rules.program import Choice, Choosing


@dataclass(frozen=True, slots=True)
class Policy:
    """`given` names an option for a choice; an option that stands for the entries of a list means the first of
    them. Where nothing is given, or what is not offered, the ruleset's own default is taken, else the first option
    that is offered; of several to pick the first ones. With `proposed` it is what a prompt would propose, as in
    `odds_proposed`."""

    given: Mapping[str, str] = field(default_factory=dict)
    proposed: bool = False

    def picked(self, id: str, asked: Choosing) -> tuple[Choice, ...]:
        """What is chosen from the offers."""
        wanted = self.given.get(id)
        chosen = [choice for choice in asked.offers if choice.name == wanted]
        chosen = chosen or [choice for choice in asked.offers if choice.option == wanted][:1]
        if asked.pick > 1:
            others = [choice for choice in asked.offers if choice not in chosen]
            return tuple([*chosen, *others][: asked.pick])
        return tuple(chosen) or asked.usual

    def given_also(self, id: str, option: str) -> Policy:
        """The same, with this choice given too."""
        return replace(self, given={**self.given, id: option})
