"""Answers that an example wants rejected: each is tried, and each must be one the choice can have."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from crittui.cases.answers import Failure
from crittui.cases.examples import Part
from crittui.errors import AnswerError
from crittui.files.nodes import Block, Items, Node
from crittui.records import dataclass
from crittui.rules.compile.mistakes import did_you_mean
from crittui.rules.events import Chosen, Event
from crittui.rules.machine import Machine
from crittui.rules.model import Choose, Lookup, Model, Thing
from crittui.rules.passing import TimeMachine
from crittui.rules.requests import ChooseRequest, Picked
from crittui.rules.source import Text
from crittui.rules.walking import every_step


@dataclass(frozen=True, slots=True)
class Refusals:
    """The answers to reject, by choice; each is one name or several at once."""

    answers: dict[str, list[tuple[str, ...]]]

    @staticmethod
    def of(part: Part, model: Model) -> Refusals:
        """Those of one part of an example; raises Failure for an answer that the choice can never have."""
        if not isinstance(part.refused, Block):
            return Refusals({})
        found = {key.value: [_names(one) for one in _each(node)] for key, node in part.refused.items()}
        for choice, answers in found.items():
            known = set(_possible(choice, model))
            if not known:
                raise Failure(f"refused: nothing is chosen under the name {choice!r}")
            for name in (name for names in answers for name in names if name not in known):
                hint = did_you_mean(name, sorted(known))
                raise Failure(f"refused: {choice} can never be {name!r}" + (f", {hint}" if hint else ""))
        return Refusals(found)

    def try_at(self, machine: Machine | TimeMachine, request: ChooseRequest) -> None:
        """Raise Failure if an answer that should be rejected is accepted."""
        for names in self.answers.get(request.id, []):
            try:
                machine.answer(Picked(names))
            except AnswerError:
                continue
            raise self._accepted(request.id, names)

    def watch(self, events: Iterable[Event]) -> None:
        """Raise Failure if such an answer was taken silently, because nothing else was left."""
        for event in events:
            if isinstance(event, Chosen) and event.auto and event.options in self.answers.get(event.id, []):
                raise self._accepted(event.id, event.options)

    @staticmethod
    def _accepted(choice: str, names: tuple[str, ...]) -> Failure:
        return Failure(f"{choice}: {', '.join(names)} should be refused, but is accepted")


def _each(node: Node) -> tuple[Node, ...]:
    return node.nodes if isinstance(node, Items) else (node,)


def _names(node: Node) -> tuple[str, ...]:
    return tuple(one.value for one in _each(node) if isinstance(one, Text))


def _possible(choice: str, model: Model) -> Iterator[str]:
    """Every answer that a choice of this name can ever have."""
    for step in every_step(model):
        if isinstance(step, Choose) and step.id == choice:
            for option in step.options:
                if option.each is None:
                    yield option.name.value
                else:
                    entries = list(_entries(model))
                    yield from entries
                    yield from (f"{option.name.value}: {entry}" for entry in entries)
        elif isinstance(step, Lookup) and step.id == choice and step.chosen_by is not None:
            for name, _ in step.tables:
                yield from _rows(name.value, model)


def _rows(table: str, model: Model) -> Iterator[str]:
    if table in model.tables:
        yield from (cell.id for row in model.tables[table].rows or () for cell in row.cells.values())
    else:
        yield from (name for body in model.bodies.values() for name in body.locations)


def _entries(model: Model) -> Iterator[str]:
    """The names in every list that weapons, things and creatures have."""
    things: list[Thing] = [*model.weapons.values()]
    things += [thing for kind in model.things.values() for thing in kind.given.values()]
    values = [value for thing in things for value in thing.values.values()]
    values += [value for creature in model.creatures.values() for value in creature.scores.values()]
    for value in values:
        if isinstance(value, tuple):
            yield from (name for name, _ in value)
