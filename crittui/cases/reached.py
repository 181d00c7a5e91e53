"""What of a ruleset the examples reach: steps, outcomes, rows and options."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import field

from crittui.records import dataclass
from crittui.rules.events import Chosen, Event, LookedUp, Rolled
from crittui.rules.model import Choose, Let, Model, Roll, Step
from crittui.rules.ruleset import Ruleset
from crittui.rules.walking import every_step


@dataclass(frozen=True, order=True, slots=True)
class Part:
    """One thing an example can reach: where it stands and what it is called."""

    file: str
    line: int
    what: str


@dataclass(slots=True)
class Reached:
    """What was reached so far."""

    steps: set[str] = field(default_factory=set)
    outcomes: set[tuple[str, str]] = field(default_factory=set)
    rows: set[tuple[str, str]] = field(default_factory=set)
    places: set[str] = field(default_factory=set)
    options: set[tuple[str, str]] = field(default_factory=set)
    offered: dict[str, set[str]] = field(default_factory=dict)
    house_rules: set[tuple[str, str]] = field(default_factory=set)

    def add(self, events: Iterable[Event], visited: Iterable[str]) -> None:
        """Count one example's events and steps."""
        self.steps.update(visited)
        for event in events:
            if isinstance(event, Rolled):
                self.outcomes.add((event.where, event.outcome))
            elif isinstance(event, LookedUp):
                self.rows.add((event.table, event.row))
                self.places.add(event.location)
            elif isinstance(event, Chosen):
                self.options.update((event.where, option) for option in event.options)


def missed(ruleset: Ruleset, reached: Reached) -> list[Part]:
    """What no example reaches, in the order of the files."""
    return sorted(set(_missed(ruleset, reached)))


def _missed(ruleset: Ruleset, reached: Reached) -> Iterator[Part]:
    model = ruleset.model
    for step in every_step(model):
        yield from _missed_in(step, ruleset, reached)
    for table in model.tables.values():
        for row in table.rows or ():
            for column, cell in row.cells.items():
                if (table.name.value, cell.id) not in reached.rows:
                    name = f"{table.name.value} {row.range.value}" + (f" {column}" if column else "")
                    yield _part(row.range.where, f"row {name}")
    for body in model.bodies.values():
        for where in body.locations.values():
            if where.ranges and not where.members and where.id not in reached.places:
                yield _part(where.name.where, f"row {body.name.value} {where.id}")


def _missed_in(step: Step, ruleset: Ruleset, reached: Reached) -> Iterator[Part]:
    where = step.name.where
    if isinstance(step, Let):
        for name, _ in step.values:
            if name.where not in reached.steps:
                yield _part(name.where, f"let {name.value}")
        return
    if where not in reached.steps:
        yield _part(
            where,
            f"step {type(step).__name__.lower()} {step.id if step.id != type(step).__name__.lower() else ''}".rstrip(),
        )
        return
    if isinstance(step, Roll):
        for outcome in _outcomes(step, ruleset.model):
            if (where, outcome) not in reached.outcomes:
                yield _part(where, f"outcome {step.id} is {outcome}")
    if isinstance(step, Choose):
        taken = {option for at, option in reached.options if at == where}
        plain = {option.name.value for option in step.options if option.each is None}
        for option in step.options:
            own = option.name.value
            if own not in taken and (option.each is None or not taken - plain):
                yield _part(option.name.where, f"option {step.id} is {own}")


def _outcomes(step: Roll, model: Model) -> list[str]:
    if step.chance is not None:
        return ["yes", "no"]
    if step.outcomes or step.like is None:
        return [outcome.name.value for outcome in step.outcomes]
    copied = next(
        (s for s in every_step(model) if isinstance(s, Roll) and s.id == step.like.value and s.outcomes), None
    )
    return [outcome.name.value for outcome in copied.outcomes] if copied is not None else []


def _part(where: str, what: str) -> Part:
    file, _, line = where.rpartition(":")
    return Part(file, int(line), what)


def house_rules(ruleset: Ruleset, reached: Reached) -> list[Part]:
    """Values of house rules that no example sets, besides the default."""
    found = []
    for option in ruleset.options.values():
        values = option.choices or (("yes", "no") if option.kind == "flag" else ())
        default = ("yes" if option.default else "no") if option.kind == "flag" else str(option.default)
        for value in values:
            if value != default and (option.id, value) not in reached.house_rules:
                found.append(_part(option.name.where, f"house rule {option.id} is {value}"))
        if not values and not any(name == option.id for name, _ in reached.house_rules):
            found.append(_part(option.name.where, f"house rule {option.id}"))
    return sorted(found)
