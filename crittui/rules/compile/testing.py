"""`X is Y`: what the name after `is` means depends on what stands before it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from crittui.rules.compile.code import Code
from crittui.rules.compile.mistakes import Mistake, did_you_mean
from crittui.rules.compile.scope import Scope
from crittui.rules.compile.snippet import Snippet, snippet
from crittui.rules.compile.syntax import Is
from crittui.rules.compile.types import YESNO
from crittui.rules.compile.unit import Variable
from crittui.rules.dice import Dice


def membership(node: Is, subject: Code, scope: Scope) -> Code:
    """The code of an `is`; several names are joined by or."""
    found = joined("or", [_test(subject, name, index, scope) for name, index in node.names])
    return Code(YESNO, snippet("(not {})", found) if node.negated else found)


def joined(word: str, tests: Sequence[Snippet]) -> Snippet:
    """Tests joined by `and` or `or`; those behind the first one that decides are not looked at."""
    return snippet(f"({f' {word} '.join('{}' for _ in tests)})", *tests) if len(tests) > 1 else tests[0]


def _test(subject: Code, name: str, index: int, scope: Scope) -> Snippet:
    kind = subject.type.kind
    if kind == "unknown":
        return snippet("{}", False)
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


def _is_nothing(subject: Code, index: int) -> Snippet:
    run = subject.run
    kind = subject.type.kind
    if kind == "dice":
        return snippet("({} == {})", run, Dice.NOTHING)
    if kind in ("text", "list"):
        return snippet("(not {})", run)
    if kind == "row":
        return snippet("({} is None)", run)
    if kind == "named":
        return snippet("({} in ('', 'none'))", run)
    raise Mistake(index, "type", f"{subject.type} is never none", "a skipped number is 0")


def _of_branches(variable: Variable, name: str, index: int, scope: Scope) -> Snippet:
    layout = scope.unit.layout
    if "choice" in variable.kinds:
        slot = layout.result(variable.name, "picked", ())
        if name == "none" and name not in variable.branches:
            return snippet("(not S[{}])", slot)
        _known(name, variable.branches, index, f"the choice {variable.name!r} has no option {name!r}")
        return snippet("({} in S[{}])", name, slot)
    if name == "none" and name not in variable.branches:
        made = layout.result(variable.name, "made", False)
        return snippet("(not S[{}])", made)
    slot = layout.result(variable.name, "outcome", "")
    _known(name, variable.branches, index, f"the roll {variable.name!r} has no outcome {name!r}")
    return snippet("(S[{}] == {})", slot, name)


def _known(name: str, names: Any, index: int, message: str) -> None:
    if name not in names:
        raise Mistake(index, "unknown-name", message, did_you_mean(name, names))


def _of_row(subject: Code, name: str, index: int) -> Snippet:
    _known(name, subject.type.names, index, f"no row of this table is called {name!r}")
    return snippet("((cell := {}) is not None and cell.id == {})", subject.run, name)


def _of_value(subject: Code, name: str, index: int) -> Snippet:
    _known(name, subject.type.names, index, f"the value is never {name!r}")
    return snippet("({} == {})", subject.run, name)


def _of_location(subject: Code, name: str, index: int, scope: Scope) -> Snippet:
    unit, run, owner = scope.unit, subject.run, subject.type.owner
    if name == "none":
        return snippet("({} == 0)", run)
    number = unit.anatomy.index.get(name)
    condition = unit.model.conditions.get(name)
    meanings = [number is not None, name in unit.anatomy.tags, condition is not None and condition.per_location]
    if sum(meanings) > 1:
        raise Mistake(index, "ambiguous", f"{name!r} is a location, tag and condition at once", "rename one of them")
    if number is not None:
        unit.used.add(("place", name))
        unit.layout.looked.add(("name", number))
        return snippet("({} == {})", run, number)
    if name in unit.anatomy.tags:
        tagged = unit.layout.constant("tag", owner, name)
        return snippet("E[{}][{}]", tagged, run)
    if condition is not None and condition.per_location:
        unit.used.add(("condition", name))
        first = unit.layout.of_places("held", owner, name)
        return snippet("(S[{} + {}] is not None)", first, run)
    per_location = [c.id for c in unit.model.conditions.values() if c.per_location]
    known = [*unit.anatomy.names[1:], *unit.anatomy.tags, *per_location]
    message = f"{name!r} is no location, tag or per-location condition"
    raise Mistake(index, "unknown-location", message, did_you_mean(name, known))


def _of_role(role: int, name: str, index: int, scope: Scope) -> Snippet:
    unit = scope.unit
    meanings: list[Snippet] = []
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
            meanings.append(snippet("(S[{}] is not None)", slot))
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


def _of_thing(thing: str, name: str, index: int, scope: Scope) -> Snippet:
    fields = scope.fields_of_thing(thing)
    meanings: list[Snippet] = []
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
