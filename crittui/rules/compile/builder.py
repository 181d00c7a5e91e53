"""Puts the instructions of one program together."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import field
from typing import Any

from crittui.records import dataclass
from crittui.rules.compile.code import Code
from crittui.rules.compile.expressions import compile_text, condition
from crittui.rules.compile.mistakes import did_you_mean
from crittui.rules.compile.scope import Scope
from crittui.rules.compile.snippet import Late, snippet
from crittui.rules.compile.types import Type, nothing, unify
from crittui.rules.compile.unit import RESERVED, Unit, Variable
from crittui.rules.labels import Labels
from crittui.rules.model import Branch, Expression, Roll, Step
from crittui.rules.program import BY_GM, NOTHING, Do, Instruction, Look, Target
from crittui.rules.requests import GM
from crittui.rules.source import Position, Text

MAX_INSTRUCTIONS = 5000
MAX_DEPTH = 30


Seen = tuple[set[int], set[Look]]
"""What was touched and looked at."""


@dataclass(slots=True)
class KnownRoll:
    """A roll that `like` may copy: each part with the scope in which its author wrote it."""

    step: Roll
    dice: tuple[Expression, Scope] | None
    chance: tuple[int, int] | None
    times: tuple[Expression, Scope] | None
    goal: tuple[Expression, Scope] | None
    modifiers: dict[str, tuple[Expression, Scope]]
    outcomes: tuple[tuple[Branch, Scope], ...]
    better: tuple[Text, Scope] | None
    worse: tuple[Text, Scope] | None
    under: bool
    by: int


@dataclass(slots=True)
class Builder:
    """The program so far. `running` are the chains entered and not left."""

    unit: Unit
    labels: Labels
    instructions: list[Instruction] = field(default_factory=list)
    rolls: dict[str, KnownRoll] = field(default_factory=dict)
    running: list[str] = field(default_factory=list)
    names_of_chain: dict[str, set[str]] = field(default_factory=dict)
    end: Target = field(default_factory=Target)
    depth: int = 0
    too_long: bool = False
    last_location: str = ""
    roles_of_chains: set[str] = field(default_factory=set)
    fresh: list[tuple[frozenset[str], list[int], Do]] = field(default_factory=list)
    ended: set[int] = field(default_factory=set)

    def emit(self, instruction: Instruction) -> None:
        if len(self.instructions) < MAX_INSTRUCTIONS:
            self.instructions.append(instruction)
        else:
            self.too_long = True

    def begin_step(self) -> tuple[Seen, int]:
        """Collect the slots of one step apart; what it returns is to be given to `end_step`."""
        layout = self.unit.layout
        outside = layout.touched, layout.looked
        layout.touched, layout.looked = set(), set()
        return outside, len(self.instructions)

    def end_step(self, outside: Seen, start: int) -> None:
        """The step's instructions depend on the slots asked for meanwhile; those of steps within it have their own."""
        layout = self.unit.layout
        touched, looked = frozenset(layout.touched), frozenset(layout.looked)
        for place in range(start, len(self.instructions)):
            if place not in self.ended:
                self.instructions[place].touches |= touched
                self.instructions[place].looks |= looked
        self.ended.update(range(start, len(self.instructions)))
        layout.touched, layout.looked = outside

    def seen_since(self, outside: Seen) -> frozenset[int]:
        """The slots asked for since `begin_step`, by a part of a step: the whole step depends on them too."""
        layout = self.unit.layout
        touched = frozenset(layout.touched)
        layout.touched |= outside[0]
        layout.looked |= outside[1]
        return touched

    def mark(self, target: Target) -> None:
        """Jumps to `target` lead to the next instruction."""
        target.pc = len(self.instructions)

    def problem(self, at: Text | Position, code: str, message: str, hint: str = "") -> None:
        position = at.position if isinstance(at, Text) else at
        self.unit.problems.add(position, code, message, hint)

    def close(self) -> None:
        """Nothing follows: it is known which results have slots, so chains know what to begin anew."""
        self.mark(self.end)
        for names, slots, instruction in self.fresh:
            slots[:] = [slot for (name, _), slot in self.unit.layout.results.items() if name in names]
            instruction.touches |= frozenset(slots)
            instruction.writes = frozenset(slots)
        for asked in self.instructions:
            if not isinstance(asked, Do):
                own = frozenset(slot for (name, _), slot in self.unit.layout.results.items() if name == asked.id)
                asked.touches |= own
                asked.writes = own | (asked.writes or NOTHING)

    # ---- guards

    def unless(self, test: Code, target: Target) -> None:
        """Jump to `target` when the test fails. A guard is no step, so it has no place of its own."""
        guard = Late(lambda: snippet("return None if {} else {}", test.run, target.pc))
        self.emit(Do("", guard, writes=NOTHING, jumps=(target,)))

    def skip_unless(self, step: Step, scope: Scope) -> Target | None:
        """The guard of a step's `when`; the target is to be marked behind the step."""
        if step.when is None:
            return None
        target = Target()
        self.unless(condition(step.when, scope), target)
        return target

    # ---- names

    def variable(self, name: Text, kind: str) -> Variable:
        """The result called `name`, declared here as one of `kind`."""
        if name.value in self.unit.inputs and kind != "input":
            self.problem(name, "name", f"{name.value!r} is an input of this action already", "choose another")
        elif name.value in RESERVED:
            self.problem(
                name, "name", f"{name.value!r} has a meaning of its own and cannot be a name", "choose another"
            )
        elif name.value in self.unit.roles or name.value in self.unit.things or name.value in self.roles_of_chains:
            self.problem(name, "name", f"{name.value!r} is a role or thing of this action already", "choose another")
        variable = self.unit.variables.setdefault(name.value, Variable(name.value))
        if variable.kinds and (kind == "choice") != ("choice" in variable.kinds):
            self.problem(name, "type", f"{name.value!r} is a choice here and something else there", "use another name")
        variable.kinds.add(kind)
        return variable

    def typed(self, variable: Variable, kind: Type, at: Text) -> None:
        """The variable holds values of this type; all its steps must agree."""
        joined = kind if variable.value is None else unify(variable.value, kind)
        if joined is None:
            message = f"{variable.name!r} was {variable.value} before and is {kind} here"
            self.problem(at, "type", message, "use another name")
            return
        if kind.fields or (joined.names != kind.names and kind.names):
            names = tuple(dict.fromkeys((variable.value.names if variable.value else ()) + kind.names))
            fields = {**(variable.value.fields if variable.value else {}), **kind.fields}
            joined = Type(joined.kind, names, joined.owner, fields)
        variable.value = joined

    def kept(self, name: str, kind: Type) -> int:
        """The slot of a value of this type; one that holds a location is remembered as such."""
        slot = self.unit.layout.result(name, "value", nothing(kind))
        if kind.kind == "location":
            self.unit.layout.spots.add(slot)
        return slot

    def role(self, name: Text | None, scope: Scope, default: int) -> int:
        """The role a step names, or the default; BY_GM for `gm`."""
        if name is None:
            return default
        if name.value in scope.roles:
            return scope.roles[name.value]
        hint = did_you_mean(name.value, scope.roles)
        self.problem(name, "unknown-name", f"there is no role {name.value!r} here", hint)
        return default

    def by(self, name: Text | None, scope: Scope) -> int:
        if name is not None and name.value == GM:
            return BY_GM
        return self.role(name, scope, self.first(scope))

    @staticmethod
    def first(scope: Scope) -> int:
        return next(iter(scope.roles.values()), 0)

    @staticmethod
    def last(scope: Scope) -> int:
        return list(scope.roles.values())[-1] if scope.roles else 0

    def constant(self, *key: Any) -> int:
        return self.unit.layout.constant(*key)

    def id_of(self, role: int) -> Callable[[Any], str]:
        """From the constants of a call, the id of whoever fills the role."""
        if role == BY_GM:
            return lambda E: GM
        index = self.constant("id", role)
        return lambda E: E[index]

    def scope(self, roles: dict[str, int]) -> Scope:
        return Scope(self.unit, roles, compile=compile_text)
