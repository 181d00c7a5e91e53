"""The words shown for a name: its label, its entry in `words`, or the name itself."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import field
from functools import cached_property

from crittui.records import dataclass
from crittui.rules.model import Choose, Field, Label, Lookup, Model, Roll, Step
from crittui.rules.walking import every_step


def text_of(label: Label, language: str, fallback: str = "") -> str:
    """The text in a language, else the one without a language, else any."""
    if language in label:
        return label[language]
    if "" in label:
        return label[""]
    return next(iter(label.values()), fallback)


@dataclass(frozen=True, eq=False)
class Labels:
    """Looks up the shown word of any name of a ruleset."""

    model: Model
    _known: dict[str, Label] = field(default_factory=dict)

    def of(self, name: str, language: str = "") -> str:
        """The shown word; a name without a label is shown with blanks for underlines."""
        label = self._all.get(name, {})
        for known in (language or self.model.language, "", self.model.language):
            if known in label:
                return label[known]
        return name.replace("_", " ")

    @property
    def names(self) -> Iterator[str]:
        """All names that have a place for a label of their own."""
        return (name for name, _ in _labels(self.model))

    @cached_property
    def _all(self) -> dict[str, Label]:
        found: dict[str, Label] = {}
        for name, label in _labels(self.model):
            if label:
                found.setdefault(name, label)
        for name, (_, label) in self.model.words.items():
            found[name] = {**found.get(name, {}), **label}
        return found


def _labels(model: Model) -> Iterator[tuple[str, Label]]:
    for body in model.bodies.values():
        yield from ((location.id, location.label) for location in body.locations.values())
    yield from ((condition.id, condition.label) for condition in model.conditions.values())
    yield from _of_fields(model.stats)
    yield from _of_fields(model.weapon)
    yield from ((action.id, action.label) for action in model.actions.values())
    for action in model.actions.values():
        yield from _of_fields(action.inputs)
    for chain in model.chains.values():
        yield from _of_fields(chain.inputs)
    for step in every_step(model):
        yield from _of_step(step)
    for kind in model.things.values():
        yield kind.name.value, kind.label
        yield from _of_fields(kind.fields)
        yield from ((thing.id, thing.label) for thing in kind.given.values())
    yield from _of_fields(model.location)
    yield from _of_fields(model.options)
    yield from ((table.name.value, table.label) for table in model.tables.values())
    yield from ((thing.id, thing.label) for thing in model.weapons.values())
    yield from ((creature.id, creature.label) for creature in model.creatures.values())


def _of_fields(fields: Mapping[str, Field]) -> Iterator[tuple[str, Label]]:
    for declared in fields.values():
        yield declared.id, declared.label
        yield from _of_fields(declared.fields)


def _of_step(step: Step) -> Iterator[tuple[str, Label]]:
    if isinstance(step, (Roll, Lookup, Choose)):
        yield step.id, step.label
    branches = step.outcomes if isinstance(step, Roll) else step.options if isinstance(step, Choose) else ()
    yield from ((branch.name.value, branch.label) for branch in branches)
