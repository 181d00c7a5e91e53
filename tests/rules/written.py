"""Small rulesets written into a test, and what happens under them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from textwrap import dedent, indent
from typing import Any, TypeVar

from crittui.files.encounters import encounter_from
from crittui.files.library import checked
from crittui.files.rulesets import read_ruleset
from crittui.rules.apply import apply_all
from crittui.rules.commands import Act
from crittui.rules.events import Chosen, Computed, Damaged, Event, LookedUp, Noted, Rolled, Stopped
from crittui.rules.machine import Machine, begin
from crittui.rules.passing import TimeMachine, derived_changes, end_combat, pass_time, turn_order
from crittui.rules.requests import Answer, Faces, Natural, Picked, Request, RollRequest
from crittui.rules.ruleset import Ruleset
from crittui.rules.source import Problem, Source
from crittui.rules.state import Combatant, Fight

FILE = "rules.yaml"
E = TypeVar("E")


def source(text: str, name: str = FILE) -> Source:
    """The text as a file; one that names no ruleset gets a head of one line."""
    plain = dedent(text).strip("\n") + "\n"
    return Source(name, plain if plain.startswith("ruleset:") else f"ruleset: {{id: small}}\n{plain}")


def found(text: str, *addons: str, thorough: bool = False) -> list[Problem]:
    """All problems of a ruleset with its add-ons."""
    file = read_ruleset([source(text), *(source(addon, f"addon{n}.yaml") for n, addon in enumerate(addons, 1))])
    checked(file, thorough)
    return file.problems.sorted


def briefly(problems: Sequence[Problem]) -> list[str]:
    """`line:column code` of each problem."""
    return [f"{p.position.line}:{p.position.column} {p.code}" for p in problems]


@dataclass(frozen=True)
class Played:
    """What an act or a tick came to."""

    events: tuple[Event, ...]
    fight: Fight

    def of(self, kind: type[E]) -> list[E]:
        return [event for event in self.events if isinstance(event, kind)]

    def value(self, name: str) -> Any:
        """What a `let` came to."""
        return next(event.value for event in reversed(self.of(Computed)) if event.name == name)

    def arithmetic(self, name: str) -> str:
        return next(event.text for event in reversed(self.of(Computed)) if event.name == name)

    def roll(self, name: str) -> Rolled:
        return next(event for event in reversed(self.of(Rolled)) if event.id == name)

    def rolled(self) -> list[str]:
        return [event.id for event in self.of(Rolled)]

    def found(self, name: str) -> str:
        """The row or location a lookup came to."""
        event = next(event for event in reversed(self.of(LookedUp)) if event.id == name)
        return event.location or event.row

    def chosen(self, name: str) -> Chosen:
        return next(event for event in reversed(self.of(Chosen)) if event.id == name)

    def damage(self) -> Damaged:
        return self.of(Damaged)[-1]

    def notes(self) -> list[str]:
        return [event.text for event in self.of(Noted)]

    def stopped(self) -> list[str]:
        return [event.text for event in self.of(Stopped)]

    def __getitem__(self, who: str) -> Combatant:
        return self.fight.combatants[who]


Dice = Mapping[str, "int | tuple[int, ...] | list[int | tuple[int, ...]]"]
Choices = Mapping[str, "str | tuple[str, ...] | list[str | tuple[str, ...]]"]


@dataclass
class Answers:
    """Dice and choices by the id of what is asked; a list holds the answers to several askings."""

    dice: Dice = field(default_factory=dict)
    choices: Choices = field(default_factory=dict)

    def __post_init__(self) -> None:
        given = {**self.dice, **self.choices}
        self.waiting: dict[str, Iterator[Any]] = {
            name: iter(one if isinstance(one, list) else [one]) for name, one in given.items()
        }

    def to(self, request: Request) -> Answer:
        answer = next(self.waiting[request.id])
        if isinstance(request, RollRequest):
            if isinstance(answer, tuple):
                return Faces(answer)
            return Faces((answer,)) if len(request.dice.sides) == 1 else Natural(answer)
        return Picked(answer if isinstance(answer, tuple) else (answer,))

    def leftover(self) -> list[str]:
        return [name for name, one in self.waiting.items() if next(one, None) is not None]


@dataclass(frozen=True)
class Small:
    """A ruleset and a fight under it."""

    rules: Ruleset
    fight: Fight

    def call(self, action: str = "act", who: str = "", **inputs: Any) -> Act:
        """An act of the combatants named in `who`, or of the first ones, in the order of the roles."""
        roles = self.rules.actions[action].roles
        people = who.split() or self.fight.order
        pairs = tuple((role.value, one) for role, one in zip(roles, people, strict=False))
        weapon = inputs.pop("weapon", "")
        things = tuple(inputs.pop("things", {}).items())
        return Act(action, pairs, weapon, tuple(inputs.items()), things)

    def begin(self, action: str = "act", who: str = "", **inputs: Any) -> Machine:
        return begin(self.rules, self.fight, self.call(action, who, **inputs))

    def act(
        self,
        action: str = "act",
        who: str = "",
        *,
        dice: Dice | None = None,
        choices: Choices | None = None,
        **inputs: Any,
    ) -> Played:
        """Play an action to its end; every answer must be asked for."""
        return self.answered(self.begin(action, who, **inputs), Answers(dice or {}, choices or {}))

    def tick(self, unit: str = "round", *, dice: Dice | None = None, choices: Choices | None = None) -> Played:
        """One unit of time passes for everybody in turn order."""
        machine = pass_time(self.rules, self.fight, unit, turn_order(self.rules, self.fight))
        return self.answered(machine, Answers(dice or {}, choices or {}))

    def combat_end(self) -> Played:
        events = end_combat(self.rules, self.fight)
        return Played(events, apply_all(self.fight, events))

    def answered(self, machine: Machine | TimeMachine, answers: Answers) -> Played:
        events = list(machine.events)
        while machine.request is not None:
            machine = machine.answer(answers.to(machine.request))
            events += machine.events
        assert answers.leftover() == []
        return Played(tuple(events), apply_all(self.fight, events))

    def after(self, played: Played) -> Small:
        return replace(self, fight=played.fight)

    def under(self, **options: str) -> Small:
        """The same fight with these house rules."""
        fight = replace(self.fight, options={**self.fight.options, **options})
        for who in fight.order:
            fight = apply_all(fight, derived_changes(self.rules, fight, who))
        return replace(self, fight=fight)


def small(text: str, people: str = "", *addons: str) -> Small:
    """A ruleset without mistakes, and a fight of ann and bob or of those written as in an encounter."""
    rules = source(text)
    found = encounter_from(
        rules, tuple(source(one, f"addon{n}.yaml") for n, one in enumerate(addons, 1)), _fight(people)
    )
    return Small(found.ruleset, found.fight)


def _fight(people: str) -> Source:
    lines = indent(dedent(people).strip("\n") or "ann: {}\nbob: {}", "  ")
    return Source("fight.yaml", f"fight: small\nruleset: small\ncombatants:\n{lines}\n")


def acting(steps: str, *, stats: str = "", more: str = "", keys: str = "") -> str:
    """The text of a ruleset with one action `act`; `keys` are further lines of the action, `more` of the file."""
    parts = [dedent(more).strip("\n")] if more else []
    if stats:
        parts.append("stats:\n" + indent(dedent(stats).strip("\n"), "  "))
    parts.append("actions:\n  act:")
    if keys:
        parts.append(indent(dedent(keys).strip("\n"), "    "))
    parts.append("    steps:\n" + indent(dedent(steps).strip("\n"), "      "))
    return "ruleset: {id: small}\n" + "\n".join(parts) + "\n"


def act(steps: str, people: str = "", *, stats: str = "", more: str = "", keys: str = "", **answers: Any) -> Played:
    """Play the one action of a ruleset made of these parts."""
    return small(acting(steps, stats=stats, more=more, keys=keys), people).act(**answers)
