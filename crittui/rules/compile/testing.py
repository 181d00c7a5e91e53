"""`X is Y`: what the name after `is` means depends on what stands before it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from crittui.rules.compile.code import Code
from crittui.rules.compile.mistakes import Mistake, did_you_mean
from crittui.rules.compile.scope import Scope
from crittui.rules.compile.syntax import Is
from crittui.rules.compile.types import YESNO
from crittui.rules.compile.unit import Variable
from crittui.rules.dice import Dice

Test = Callable[[Any, Any], bool]


def membership(node: Is, subject: Code, scope: Scope) -> Code:
    """The code of an `is`; several names are joined by or."""
    run = any_of([_test(subject, name, index, scope) for name, index in node.names])
    return Code(YESNO, (lambda S, E: not run(S, E)) if node.negated else run)


def all_of(tests: Sequence[Test]) -> Test:
    """Whether all are true; those behind the first one that is not are not looked at."""
    first, *rest = tests
    if len(rest) == 2:
        second, third = rest
        return lambda S, E: first(S, E) and second(S, E) and third(S, E)
    if rest:
        other = all_of(rest)
        return lambda S, E: first(S, E) and other(S, E)
    return first


def any_of(tests: Sequence[Test]) -> Test:
    """Whether one of them is true; those behind the first one that is are not looked at."""
    first, *rest = tests
    if len(rest) == 2:
        second, third = rest
        return lambda S, E: first(S, E) or second(S, E) or third(S, E)
    if rest:
        other = any_of(rest)
        return lambda S, E: first(S, E) or other(S, E)
    return first


def _test(subject: Code, name: str, index: int, scope: Scope) -> Test:
    kind = subject.type.kind
    if kind == "unknown":
        return lambda S, E: False
    if kind == "role":
        return _of_role(subject.subject, name, index, scope)
    if kind == "thing":
        return _of_thing(subject.subject, name, index, scope)
    if kind == "location":
        return _of_location(subject, name, index, scope)
    variable = subject.subject if isinstance(subject.subject, Variable) else None
    if variable is not None and variable.kinds & {"roll", "choice"}:
        return _of_branches(variable, name, index, scope)
    if name == "none":
        return _is_nothing(subject, index)
    if kind == "row":
        return _of_row(subject, name, index)
    if kind == "named":
        return _of_value(subject, name, index)
    raise Mistake(index, "type", f"{subject.type} cannot be tested with `is`", "compare it with = or use it as it is")


def _is_nothing(subject: Code, index: int) -> Test:
    run = subject.run
    kind = subject.type.kind
    if kind == "dice":
        return lambda S, E: run(S, E) == Dice.NOTHING
    if kind in ("text", "list"):
        return lambda S, E: not run(S, E)
    if kind == "row":
        return lambda S, E: run(S, E) is None
    if kind == "named":
        return lambda S, E: run(S, E) in ("", "none")
    raise Mistake(index, "type", f"{subject.type} is never none", "a skipped number is 0")


def _of_branches(variable: Variable, name: str, index: int, scope: Scope) -> Test:
    layout = scope.unit.layout
    if "choice" in variable.kinds:
        slot = layout.result(variable.name, "picked", ())
        if name == "none" and name not in variable.branches:
            return lambda S, E: not S[slot]
        _known(name, variable.branches, index, f"the choice {variable.name!r} has no option {name!r}")
        return lambda S, E: name in S[slot]
    if name == "none" and name not in variable.branches:
        made = layout.result(variable.name, "made", False)
        return lambda S, E: not S[made]
    slot = layout.result(variable.name, "outcome", "")
    _known(name, variable.branches, index, f"the roll {variable.name!r} has no outcome {name!r}")
    return lambda S, E: S[slot] == name


def _known(name: str, names: Any, index: int, message: str) -> None:
    if name not in names:
        raise Mistake(index, "unknown-name", message, did_you_mean(name, names))


def _of_row(subject: Code, name: str, index: int) -> Test:
    _known(name, subject.type.names, index, f"no row of this table is called {name!r}")
    run, slot = subject.run, subject.slot
    if slot is not None:
        return lambda S, E: (cell := S[slot]) is not None and cell.id == name
    return lambda S, E: (cell := run(S, E)) is not None and cell.id == name


def _of_value(subject: Code, name: str, index: int) -> Test:
    _known(name, subject.type.names, index, f"the value is never {name!r}")
    run = subject.run
    return lambda S, E: run(S, E) == name


def _of_location(subject: Code, name: str, index: int, scope: Scope) -> Test:
    unit, run, slot, owner = scope.unit, subject.run, subject.slot, subject.type.owner
    if name == "none":
        return lambda S, E: run(S, E) == 0
    number = unit.anatomy.index.get(name)
    condition = unit.model.conditions.get(name)
    meanings = [number is not None, name in unit.anatomy.tags, condition is not None and condition.per_location]
    if sum(meanings) > 1:
        raise Mistake(index, "ambiguous", f"{name!r} is a location, tag and condition at once", "rename one of them")
    if number is not None:
        unit.used.add(("place", name))
        unit.layout.looked.add(("name", number))
        if slot is not None:
            return lambda S, E: S[slot] == number
        return lambda S, E: run(S, E) == number
    if name in unit.anatomy.tags:
        tagged = unit.layout.constant("tag", owner, name)
        if slot is not None:
            return lambda S, E: E[tagged][S[slot]]
        return lambda S, E: E[tagged][run(S, E)]
    if condition is not None and condition.per_location:
        unit.used.add(("condition", name))
        first = unit.layout.of_places("held", owner, name)
        if slot is not None:
            return lambda S, E: S[first + S[slot]] is not None
        return lambda S, E: S[first + run(S, E)] is not None
    per_location = [c.id for c in unit.model.conditions.values() if c.per_location]
    known = [*unit.anatomy.names[1:], *unit.anatomy.tags, *per_location]
    message = f"{name!r} is no location, tag or per-location condition"
    raise Mistake(index, "unknown-location", message, did_you_mean(name, known))


def _of_role(role: int, name: str, index: int, scope: Scope) -> Test:
    unit = scope.unit
    meanings: list[Test] = []
    condition = unit.model.conditions.get(name)
    if condition is not None:
        unit.used.add(("condition", name))
        if condition.per_location:
            raise Mistake(index, "type", f"{name!r} is kept for each location", f"write `LOCATION is {name}`")
        if condition.holds_while is not None:
            code = scope.derived(role, name)
            meanings.append(code.run)
        else:
            slot = unit.layout.of_state("held", role, name)
            meanings.append(lambda S, E: S[slot] is not None)
    for stat in unit.model.stats.values():
        if stat.kind == "flag" and stat.id == name and not stat.per_location:
            code = scope.stat(role, name, index)
            meanings.append(code.run)
        elif stat.kind == "choice" and name in stat.choices and not stat.per_location:
            code = scope.stat(role, stat.id, index)
            meanings.append(_of_value(code, name, index))
    if len(meanings) > 1:
        raise Mistake(index, "ambiguous", f"{name!r} means several things of a combatant", "write ROLE.STAT is VALUE")
    if not meanings:
        known = [*unit.model.conditions, *(s for s, f in unit.model.stats.items() if f.kind == "flag")]
        raise Mistake(
            index, "unknown-name", f"{name!r} is no condition, flag or value of a combatant", did_you_mean(name, known)
        )
    return meanings[0]


def _of_thing(thing: str, name: str, index: int, scope: Scope) -> Test:
    fields = scope.fields_of_thing(thing)
    meanings: list[Test] = []
    for declared in fields.values():
        if declared.kind == "flag" and declared.id == name:
            code = scope.thing_field(thing, name)
            meanings.append(code.run)
        elif declared.kind == "choice" and name in declared.choices:
            code = scope.thing_field(thing, declared.id)
            meanings.append(_of_value(code, name, index))
    if len(meanings) > 1:
        owners = [f.id for f in fields.values() if name in f.choices or (f.kind == "flag" and f.id == name)]
        raise Mistake(
            index, "ambiguous", f"{name!r} occurs in {' and '.join(owners)}", f"write {thing}.{owners[0]} is {name}"
        )
    if not meanings:
        known = [n for f in fields.values() for n in (f.choices if f.kind == "choice" else (f.id,))]
        raise Mistake(index, "unknown-name", f"{thing} has no flag or value {name!r}", did_you_mean(name, known))
    return meanings[0]
