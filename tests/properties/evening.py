"""Anything that could happen at a table under a ruleset, driven by a source of chance that a test owns."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path
from random import Random

from crittui.errors import CrittuiError, Refused
from crittui.files.encounters import encounter_from
from crittui.files.library import load_sources, source_of
from crittui.rules.apply import apply_all
from crittui.rules.commands import Act
from crittui.rules.compile.layout import StateKey
from crittui.rules.events import Event, Plain
from crittui.rules.machine import Machine, begin, holding
from crittui.rules.model import Action, Field
from crittui.rules.passing import TimeMachine, derived_changes, end_combat, pass_time, turn_order
from crittui.rules.requests import Answer, Faces, Natural, Picked, Request, RollRequest
from crittui.rules.ruleset import Ruleset
from crittui.rules.source import Source
from crittui.rules.state import Combatant, Fight, place
from crittui.rules.values import written

LONGEST = 400
"""No chain asks more often than this."""


@cache
def table(path: Path) -> tuple[Ruleset, Fight]:
    """A ruleset and a fight of five of its creatures."""
    ruleset = source_of(path)
    rules, _ = load_sources([ruleset])
    creatures = [f"{{like: {name}}}" for name in rules.creatures] or ["{}"]
    lines = "\n".join(f"  {who}: {creatures[n % len(creatures)]}" for n, who in enumerate("abcde"))
    fight = Source("fight.yaml", f"fight: f\nruleset: {rules.id}\ncombatants:\n{lines}\n")
    encounter = encounter_from(ruleset, (), fight)
    return encounter.ruleset, encounter.fight


@dataclass
class Played:
    """What was begun and answered, and what came of it."""

    before: Fight
    begun: Act | tuple[str, tuple[str, ...]]
    answers: list[Answer] = field(default_factory=list)
    events: list[Event] = field(default_factory=list)
    after: Fight | None = None


def options(rules: Ruleset, random: Random) -> dict[str, str]:
    """House rules, some of them other than usual."""
    found: dict[str, str] = {}
    for name, option in rules.options.items():
        values = option.choices or {"flag": ("yes", "no"), "score": ("0", "1", "5"), "number": ("1", "1.5", "2/3")}.get(
            option.kind, ()
        )
        if values and random.random() < 0.3:
            found[name] = random.choice(values)
    return found


def with_options(rules: Ruleset, fight: Fight, chosen: dict[str, str]) -> Fight:
    fight = replace(fight, options=chosen)
    for who in fight.order:
        fight = apply_all(fight, derived_changes(rules, fight, who))
    return fight


def some_act(rules: Ruleset, fight: Fight, random: Random) -> Act:
    action = random.choice(list(rules.actions.values()))
    who = random.sample(list(fight.order), len(action.roles))
    roles = tuple(zip((role.value for role in action.roles), who, strict=True))
    weapon = random.choice([*rules.weapons, ""])
    things = tuple(
        (use, random.choice(list(rules.model.things[kind.value].given)))
        for use, (_, kind) in action.uses.items()
        if rules.model.things[kind.value].given and random.random() < 0.7
    )
    return Act(action.id, roles, weapon, inputs(rules, fight, action, who[-1], random), things)


def inputs(rules: Ruleset, fight: Fight, action: Action, last: str, random: Random) -> tuple[tuple[str, Plain], ...]:
    body = rules.bodies.get(fight.combatants[last].body)
    places = [place.id for place in body.locations.values() if not place.members] if body is not None else []
    found = {name: some_value(declared, places, random) for name, declared in action.inputs.items()}
    return tuple((name, value) for name, value in found.items() if random.random() < 0.5)


def some_value(declared: Field, places: list[str], random: Random) -> Plain:
    if declared.kind == "location":
        return random.choice([None, *places])
    if declared.kind == "flag":
        return random.random() < 0.5
    if declared.kind == "choice":
        return random.choice(declared.choices)
    if declared.kind == "score":
        return random.randint(-10, 20)
    return written(declared.default)


def some_answer(request: Request, random: Random) -> Answer:
    if not isinstance(request, RollRequest):
        return Picked(tuple(random.sample([offer.option for offer in request.offers], request.pick)))
    faces: list[int] = []
    while (sides := request.dice.next_die(faces)) is not None:
        faces.append(random.choice((1, sides, random.randint(1, sides))))
    if not request.faces_needed and random.random() < 0.3:
        return Natural(request.dice.read(faces).natural)
    return Faces(tuple(faces))


def play(rules: Ruleset, fight: Fight, random: Random) -> Played | None:
    """One action or unit of time to its end, with every law of the machine watched; None when refused."""
    if random.random() < 0.25 and rules.units:
        begun: Act | tuple[str, tuple[str, ...]] = (random.choice(rules.units), turn_order(rules, fight))
    else:
        begun = some_act(rules, fight, random)
    played = Played(fight, begun)
    try:
        machine = started(rules, played)
    except Refused:
        return None
    watch(rules, machine, played)
    while machine.request is not None:
        answer = some_answer(machine.request, random)
        played.answers.append(answer)
        machine = machine.answer(answer)
        watch(rules, machine, played)
        assert len(played.answers) < LONGEST
    played.after = apply_all(fight, played.events)
    return played


def started(rules: Ruleset, played: Played, language: str = "") -> Machine | TimeMachine:
    if isinstance(played.begun, Act):
        return begin(rules, played.before, played.begun, language)
    unit, who = played.begun
    return pass_time(rules, played.before, unit, who, language)


def watch(rules: Ruleset, machine: Machine | TimeMachine, played: Played) -> None:
    """The state is what the events add up to, at every step."""
    played.events += machine.events
    fight = apply_all(played.before, played.events)
    for who in fight.order:
        assert fight.combatants[who].derived == holding(rules, fight, who)
    if isinstance(machine, TimeMachine):
        assert machine.fight == fight
    inner = machine.inner if isinstance(machine, TimeMachine) else machine
    if inner is None:
        return
    state = inner.program.state
    for key, slot in state.items():
        bearer = fight.combatants[inner.call.who[key.role].id]
        # The time of a condition that nobody has any more says nothing.
        if key.kind != "left" or inner.slots[state[replace(key, kind="held")]] is not None:
            assert inner.slots[slot] == state_of(bearer, key), key


def state_of(combatant: Combatant, key: StateKey) -> object:
    """What a slot of the state must hold for a combatant."""
    if key.at == "?":
        return None if key.kind != "pool" else 0
    name = place(key.name, key.at)
    if key.kind == "pool":
        return combatant.values.get(name, 0)
    held = combatant.conditions.get(name)
    if held is None:
        return None
    if key.kind == "held":
        return held.value
    return (held.left, held.unit) if held.left is not None else None


def replayed(rules: Ruleset, played: Played, language: str = "") -> list[Event]:
    machine = started(rules, played, language)
    events = list(machine.events)
    for answer in played.answers:
        machine = machine.answer(answer)
        events += machine.events
    assert machine.done
    return events


def evening(path: Path, random: Random, length: int = 12) -> Iterator[tuple[Ruleset, Played]]:
    """What happens in an evening, one thing after the other."""
    rules, fight = table(path)
    fight = with_options(rules, fight, options(rules, random))
    for _ in range(length):
        if random.random() < 0.05:
            fight = apply_all(fight, end_combat(rules, fight))
            continue
        played = play(rules, fight, random)
        if played is not None and played.after is not None:
            yield rules, played
            fight = played.after


__all__ = ["CrittuiError", "Played", "evening", "replayed"]
