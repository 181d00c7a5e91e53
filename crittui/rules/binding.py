"""Fills a program's constants and slots for one call."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import field
from functools import lru_cache
from typing import Any

from crittui.errors import CrittuiError, Refused
from crittui.records import dataclass
from crittui.rules.commands import Act
from crittui.rules.compile.types import nothing, type_of_field
from crittui.rules.dice import Dice
from crittui.rules.model import Body, Field, Value
from crittui.rules.program import Program
from crittui.rules.ruleset import Ruleset
from crittui.rules.state import Combatant, Fight, place
from crittui.rules.values import ValueProblem, default_of, read_value, written

Key = tuple[Any, ...]


@dataclass(frozen=True, eq=False)
class Call:
    """What a program is run with: who fills each role, and what was chosen before it starts."""

    ruleset: Ruleset
    fight: Fight
    who: tuple[Combatant, ...]
    language: str = ""
    weapon: str = ""
    inputs: Mapping[str, Any] = field(default_factory=dict)
    things: Mapping[str, str] = field(default_factory=dict)
    value: int = 0

    def constants(self, program: Program) -> tuple[Any, ...]:
        """The values of the program's constants."""
        return tuple(
            self._of_body(program, key) if key[0] in _OF_BODIES else _CONSTANTS[key[0]](self, program, key)
            for key in program.constants
        )

    def _of_body(self, program: Program, key: Key) -> Any:
        """What depends on nothing but the body of a role, worked out once."""
        kind, role, *names = key
        known, place = self.ruleset.anatomy.known, (kind, self.who[role].body, *names)
        if place not in known:
            known[place] = _CONSTANTS[kind](self, program, key)
        return known[place]

    def slots(self, program: Program) -> list[Any]:
        """The slots as they are before the first instruction."""
        return filled(program, self.who)

    def body(self, role: int) -> Body | None:
        return self.ruleset.bodies.get(self.who[role].body)


def filled(program: Program, who: Sequence[Combatant]) -> list[Any]:
    """The slots of a program before its first instruction, with what these combatants hold now."""
    slots = list(program.defaults)
    for combatant, (pools, held, left) in zip(who, _state_slots(program), strict=True):
        values = combatant.values
        for name, slot in pools:
            slots[slot] = values.get(name, 0)
        for name, now in combatant.conditions.items():
            if name in held:
                slots[held[name]] = now.value
            if name in left:
                slots[left[name]] = (now.left, now.unit) if now.left is not None else None
    return slots


Places = tuple[tuple[tuple[str, int], ...], Mapping[str, int], Mapping[str, int]]
"""The slots of somebody's pools, of the numbers of their conditions, and of the time these have left."""


@lru_cache(maxsize=128)
def _state_slots(program: Program) -> tuple[Places, ...]:
    """For each role, where its state is kept; what is at no location is nowhere."""
    found: list[dict[str, dict[str, int]]] = [{"pool": {}, "held": {}, "left": {}} for _ in program.roles]
    for key, slot in program.state.items():
        if key.at != "?":
            found[key.role][key.kind][place(key.name, key.at)] = slot
    return tuple((tuple(kinds["pool"].items()), kinds["held"], kinds["left"]) for kinds in found)


def _score(call: Call, program: Program, key: Key) -> Any:
    return call.who[key[1]].scores[key[2]]


def _max(call: Call, program: Program, key: Key) -> Any:
    return call.who[key[1]].maxima.get(key[2])


def _maxima(call: Call, program: Program, key: Key) -> Any:
    """The upper ends of a per-location pool by location; no location has 0."""
    maxima = call.who[key[1]].maxima
    return [0, *(maxima.get(place(key[2], at), 0) for at in call.ruleset.anatomy.names[1:])]


def _option(call: Call, program: Program, key: Key) -> Any:
    return option_value(call.ruleset, call.fight, key[1])


def option_value(ruleset: Ruleset, fight: Fight, name: str) -> Value:
    """What a house rule is in this fight: set there, or the file's default."""
    declared = ruleset.options[name]
    if name in fight.options:
        try:
            return read_value(declared, fight.options[name])
        except ValueProblem as wrong:
            raise CrittuiError(f"the option {name!r}: {wrong}") from None
    return default_of(declared)


def _thing(call: Call, program: Program, key: Key) -> Any:
    use, name = key[1], key[2]
    model = call.ruleset.model
    if use == "weapon":
        declared, given = model.weapon[name], call.ruleset.weapons.get(call.weapon)
    else:
        kind = model.things[program.things[use]]
        declared, given = kind.fields[name], kind.given.get(call.things.get(use, ""))
    return given.values[name] if given is not None and name in given.values else default_of(declared)


def _input(call: Call, program: Program, key: Key) -> Any:
    return call.inputs[key[1]]


def _field(call: Call, program: Program, key: Key) -> Any:
    """The field of every location of a body, by number; the first entry is that of no location."""
    role, name = key[1], key[2]
    anatomy, declared, body = call.ruleset.anatomy, call.ruleset.model.location[name], call.body(role)
    found: list[Any] = [nothing(type_of_field(declared))]
    for other in anatomy.names[1:]:
        location = body.locations.get(other) if body is not None else None
        if location is None:
            found.append(found[0])
        elif declared.kind == "location":
            link = location.links.get(name)
            found.append(anatomy.index.get(link.value if link is not None else str(declared.default), 0))
        else:
            found.append(location.values.get(name, default_of(declared)))
    return found


def _spread(call: Call, program: Program, key: Key) -> Any:
    role, name = key[1], key[2]
    declared = call.ruleset.stats[name]
    scores = call.who[role].scores
    empty = nothing(type_of_field(declared))
    return [empty, *(scores.get(place(name, at), empty) for at in call.ruleset.anatomy.names[1:])]


def _tag(call: Call, program: Program, key: Key) -> Any:
    return call.ruleset.anatomy.tagged(call.who[key[1]].body, key[2])


def _rows(call: Call, program: Program, key: Key) -> Any:
    body, index = call.body(key[1]), call.ruleset.anatomy.index
    if body is None:
        return ()
    return tuple((low, high, index[where.id]) for where in body.locations.values() for low, high in where.ranges)


def _body_dice(call: Call, program: Program, key: Key) -> Any:
    body = call.body(key[1])
    return Dice.parse(body.dice.value) if body is not None and body.dice is not None else Dice.NOTHING


def _groups(call: Call, program: Program, key: Key) -> Any:
    body, index = call.body(key[1]), call.ruleset.anatomy.index
    locations: Sequence[Any] = tuple(body.locations.values()) if body is not None else ()
    return {index[where.id]: tuple(index[m.value] for m in where.members) for where in locations if where.members}


def _places(call: Call, program: Program, key: Key) -> Any:
    body, index = call.body(key[1]), call.ruleset.anatomy.index
    locations: Sequence[Any] = tuple(body.locations.values()) if body is not None else ()
    return tuple(index[where.id] for where in locations if not where.members)


_CONSTANTS: dict[str, Callable[[Call, Program, Key], Any]] = {
    "score": _score,
    "max": _max,
    "maxima": _maxima,
    "option": _option,
    "thing": _thing,
    "input": _input,
    "field": _field,
    "spread": _spread,
    "tag": _tag,
    "rows": _rows,
    "bodydice": _body_dice,
    "groups": _groups,
    "places": _places,
    "id": lambda call, program, key: call.who[key[1]].id,
    "name": lambda call, program, key: call.who[key[1]].name,
    "body": lambda call, program, key: call.who[key[1]].body,
    "language": lambda call, program, key: call.language or call.ruleset.language,
    "value": lambda call, program, key: call.value,
}


_OF_BODIES = frozenset({"field", "tag", "rows", "bodydice", "groups", "places"})


def call_of(ruleset: Ruleset, fight: Fight, act: Act, language: str = "") -> tuple[Program, Call]:
    """The program and the call of an act; raises Refused or CrittuiError for one that makes no sense."""
    if act.action not in ruleset.actions:
        raise CrittuiError(f"there is no action {act.action!r}")
    program = ruleset.program(act.action)
    who = dict(act.who)
    people = []
    for role in program.roles:
        if role not in who:
            raise CrittuiError(f"nobody is {ruleset.label(role)!r}")
        if who[role] not in fight.combatants:
            raise CrittuiError(f"there is no combatant {who[role]!r}")
        people.append(fight.combatants[who[role]])
    if len({person.id for person in people}) < len(people):
        raise Refused("one combatant cannot be in two roles at once")
    if act.weapon and act.weapon not in ruleset.weapons:
        raise CrittuiError(f"there is no weapon {act.weapon!r}")
    _check_things(ruleset, program, act)
    last = people[-1] if people else None
    inputs = _inputs(ruleset, program, act, last)
    return program, Call(ruleset, fight, tuple(people), language, act.weapon, inputs, dict(act.things))


def _check_things(ruleset: Ruleset, program: Program, act: Act) -> None:
    for use, name in act.things:
        if use not in program.things:
            raise CrittuiError(f"the action {act.action!r} uses no {use!r}")
        if name and name not in ruleset.model.things[program.things[use]].given:
            raise CrittuiError(f"there is no {use} {name!r}")


def _inputs(ruleset: Ruleset, program: Program, act: Act, last: Combatant | None) -> dict[str, Any]:
    given = dict(act.inputs)
    for name in given:
        if name not in program.inputs:
            raise CrittuiError(f"the action {act.action!r} has no input {name!r}")
    return {
        name: _input_value(ruleset, declared, given[name], last) if name in given else _default(ruleset, declared)
        for name, declared in program.inputs.items()
    }


def _default(ruleset: Ruleset, declared: Field) -> Any:
    if declared.kind == "location":
        return ruleset.anatomy.index.get(str(declared.default), 0)
    return default_of(declared)


def _input_value(ruleset: Ruleset, declared: Field, value: Any, last: Combatant | None) -> Any:
    if declared.kind == "location":
        return _place(ruleset, value, last)
    try:
        return read_value(declared, value if isinstance(value, str) else written(value))
    except ValueProblem as wrong:
        raise CrittuiError(f"{declared.id}: {wrong}") from None


def _place(ruleset: Ruleset, value: Any, last: Combatant | None) -> int:
    if value in (None, "", "none"):
        return 0
    body = ruleset.bodies.get(last.body) if last is not None else None
    location = body.locations.get(str(value)) if body is not None else None
    if location is None:
        raise CrittuiError(f"this body has no location {value!r}")
    if location.members:
        names = ", ".join(ruleset.label(member.value) for member in location.members)
        raise CrittuiError(f"{ruleset.label(location.id)!r} stands for several", hint=f"choose one of {names}")
    return ruleset.anatomy.index[location.id]
