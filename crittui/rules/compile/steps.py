"""Steps that ask nobody: let, damage, gain, spend, set, apply, remove, note, run, stop."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from crittui.errors import CrittuiError
from crittui.rules.compile.builder import MAX_DEPTH, Builder
from crittui.rules.compile.changes import compile_apply, compile_change, compile_damage, compile_remove
from crittui.rules.compile.choices import compile_choose
from crittui.rules.compile.code import Code, in_slot, shown
from crittui.rules.compile.expressions import expression
from crittui.rules.compile.lookups import compile_lookup
from crittui.rules.compile.mistakes import did_you_mean
from crittui.rules.compile.plain import plain_value
from crittui.rules.compile.rolls import compile_roll
from crittui.rules.compile.scope import Scope
from crittui.rules.compile.snippet import Late, snippet
from crittui.rules.compile.templates import template
from crittui.rules.compile.types import type_of_field
from crittui.rules.events import Computed, Entered, Noted, Stopped
from crittui.rules.model import (
    Apply,
    Chain,
    Change,
    Choose,
    Damage,
    Expression,
    Field,
    Let,
    Lookup,
    Note,
    Remove,
    Roll,
    Run,
    Step,
    Stop,
)
from crittui.rules.program import NOTHING, Do
from crittui.rules.source import Text

MOST = 10**30
"""No number that a step keeps is greater: a chain of squares would outgrow the machine."""


def compile_steps(builder: Builder, scope: Scope, steps: Sequence[Step]) -> None:
    """Append the instructions of `steps`, one after the other."""
    builder.depth += 1
    for step in steps:
        if builder.too_long:
            break
        outside, start = builder.begin_step()
        after = builder.skip_unless(step, scope)
        builder.end_step(outside, start)  # a guard depends on less than what it guards
        outside, start = builder.begin_step()
        _VERBS[type(step)](builder, scope, step)
        if after is not None:
            builder.mark(after)
        builder.end_step(outside, start)
    builder.depth -= 1


def _let(builder: Builder, scope: Scope, step: Let) -> None:
    for name, value in step.values:
        outside, start = builder.begin_step()
        assign(builder, scope, name, value)
        builder.end_step(outside, start)


def assign(builder: Builder, scope: Scope, name: Text, value: Expression, kind: str = "let") -> None:
    """Give a result its computed value; the arithmetic is told."""
    code = expression(value, scope)
    if code.type.kind in ("roll", "role", "thing", "choice"):
        builder.problem(name, "type", f"{code.type} is not a value that can be kept", "name one of its values")
        return
    variable = builder.variable(name, kind)
    builder.typed(variable, code.type, name)
    slot = builder.kept(name.value, code.type)
    compute = _computing(code, slot, name)
    builder.emit(Do(name.where, compute, _computed(builder, name, code, slot), writes=frozenset((slot,))))


def _computing(code: Code, slot: int, name: Text) -> Late:
    """Puts the value into its slot; a number only within measure."""
    keep = "S[{}] = {}"
    if code.type.numeric:
        keep = "value = S[{}] = {}\nif not {} <= value <= {}: raise {}()"
    if code.type.kind == "fraction":
        keep = "value = S[{}] = {}\nif not {} <= value.numerator <= {} >= value.denominator: raise {}()"

    def too_great() -> CrittuiError:
        return CrittuiError(f"{name.value} grows beyond all measure here", name.where, "mend the ruleset")

    return Late(lambda: snippet(keep, slot, code.run, -MOST, MOST, too_great))


def _computed(builder: Builder, name: Text, code: Code, slot: int) -> Callable[[Any, Any], tuple[Computed, ...]]:
    kept = in_slot(code.type, slot)
    value = plain_value(kept, builder.unit.anatomy)
    where, numeric = name.where, code.type.numeric and code.show is not None

    def tell(S: Any, E: Any) -> tuple[Computed, ...]:
        text = _arithmetic(code, S, E) if numeric else ""
        return (Computed(name.value, value(S, E), text, where),)

    return tell


def _arithmetic(code: Code, S: Any, E: Any) -> str:
    """The arithmetic, unless it is a single number, which says nothing more than the value."""
    text = shown(code, S, E)
    return text if any(sign in text for sign in " (") else ""


def _note(builder: Builder, scope: Scope, step: Note) -> None:
    speak, where = template(builder, scope, step.texts), step.name.where
    builder.emit(Do(where, lambda S, E: None, lambda S, E: (Noted(speak(S, E), where=where),), writes=NOTHING))


def _stop(builder: Builder, scope: Scope, step: Stop) -> None:
    speak, where, end = template(builder, scope, step.texts), step.name.where, builder.end
    tell = lambda S, E: (Stopped(speak(S, E), where),)  # noqa: E731
    builder.emit(Do(where, lambda S, E: end.pc, tell, writes=NOTHING, jumps=(end,)))


def _run(builder: Builder, scope: Scope, step: Run) -> None:
    chains = builder.unit.model.chains
    chain = chains.get(step.id)
    if chain is None:
        builder.problem(step.name, "unknown-name", f"there is no chain {step.id!r}", did_you_mean(step.id, chains))
        return
    builder.unit.used.add(("chain", step.id))
    if step.id in builder.running:
        builder.problem(step.name, "cycle", f"the chain {step.id!r} runs itself", "chains cannot be repeated")
        return
    if builder.depth > MAX_DEPTH:
        message = f"the chain {step.id!r} is run within more than {MAX_DEPTH} others"
        builder.problem(step.name, "cycle", message, "put several of them together")
        return
    inner = _roles_of_chain(builder, scope, step, chain)
    event = (Entered(step.id, step.name.where),)
    builder.emit(Do(step.name.where, lambda S, E: None, lambda S, E: event, writes=NOTHING))
    _inputs_of_chain(builder, scope, step, chain)
    _begin_anew(builder, chain)
    builder.running.append(step.id)
    before = set(builder.unit.variables)
    compile_steps(builder, scope.renamed(inner), chain.steps)
    builder.running.pop()
    _chain_names(builder, chain, set(builder.unit.variables) - before)


def _chain_names(builder: Builder, chain: Chain, new: set[str]) -> None:
    known = builder.names_of_chain.setdefault(chain.name.value, set())
    known |= {name for name in new if not builder.unit.variables[name].kinds <= {"let", "input"}}


def _begin_anew(builder: Builder, chain: Chain) -> None:
    """Rolls, lookups and choices of a chain start fresh each time it runs; its inputs may still read the last ones."""
    layout = builder.unit.layout
    slots: list[int] = []

    def enter(S: list[Any], E: tuple[Any, ...]) -> None:
        for slot in slots:
            S[slot] = layout.defaults[slot]

    instruction = Do("", enter)
    builder.fresh.append((frozenset(builder.names_of_chain.get(chain.name.value, ())), slots, instruction))
    builder.emit(instruction)


def _roles_of_chain(builder: Builder, scope: Scope, step: Run, chain: Chain) -> dict[str, int]:
    if chain.roles is None:
        if step.who is not None:
            message = f"the chain {step.id!r} has no roles of its own, so nobody can be put into them"
            builder.problem(step.name, "shape", message, "give the chain `who: [...]`, or leave `who` out here")
        return scope.roles
    names = [role.value for role in chain.roles]
    builder.roles_of_chains.update(names)
    if step.who is None:
        missing = [name for name in names if name not in scope.roles]
        if missing and len(scope.roles) > 1:
            message = f"{step.id!r} needs {', '.join(missing)}, which nobody is here"
            builder.problem(step.name, "missing", message, "say `who: [...]`")
        return {name: scope.roles.get(name, builder.first(scope)) for name in names}
    if len(step.who) != len(names):
        builder.problem(step.name, "shape", f"{step.id!r} needs {len(names)} roles, not {len(step.who)}")
    return {name: builder.role(who, scope, 0) for name, who in zip(names, step.who, strict=False)} or scope.roles


def _inputs_of_chain(builder: Builder, scope: Scope, step: Run, chain: Chain) -> None:
    given = {name.value: (name, value) for name, value in step.inputs}
    for name, (text, _) in given.items():
        if name not in chain.inputs:
            hint = did_you_mean(name, chain.inputs)
            builder.problem(text, "unknown-name", f"the chain {step.id!r} has no input {name!r}", hint)
    for declared in chain.inputs.values():
        if declared.id in given:
            assign(builder, scope, *given[declared.id], kind="input")
        elif declared.typed_later:
            builder.problem(
                step.name, "missing", f"the chain {step.id!r} needs its input {declared.id!r}", "give it under `with:`"
            )
        else:
            _default(builder, declared)


def _default(builder: Builder, declared: Field) -> None:
    name, kind, value = declared.name, type_of_field(declared, builder.unit.owner), declared.default
    if declared.kind == "location":
        value = builder.unit.anatomy.index.get(str(value), 0)
    variable = builder.variable(name, "input")
    builder.typed(variable, kind, name)
    slot = builder.kept(name.value, kind)

    def compute(S: list[Any], E: tuple[Any, ...]) -> None:
        S[slot] = value

    builder.emit(Do(name.where, compute, writes=frozenset((slot,))))


_VERBS: dict[type[Step], Callable[[Builder, Scope, Any], None]] = {
    Roll: lambda b, c, s: compile_roll(b, c, s, compile_steps),
    Lookup: lambda b, c, s: compile_lookup(b, c, s, compile_steps),
    Choose: lambda b, c, s: compile_choose(b, c, s, compile_steps),
    Let: _let,
    Damage: compile_damage,
    Change: compile_change,
    Apply: compile_apply,
    Remove: compile_remove,
    Note: _note,
    Stop: _stop,
    Run: _run,
}
