"""`crittui show`: what a ruleset offers, with the names that examples, encounters and add-ons use."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from crittui.files.library import find_ruleset, shipped_rulesets
from crittui.rules.model import Action, Body, Choose, Condition, Field, Lookup, Roll, Step, Table
from crittui.rules.ruleset import Ruleset
from crittui.rules.values import written
from crittui.rules.walking import all_steps

WIDTH = 22


def show_command(name: str) -> int:
    """Print what a ruleset offers; without a name, which rulesets there are."""
    if not name:
        for path in shipped_rulesets():
            ruleset = find_ruleset(str(path))
            print(f"{ruleset.id:<{WIDTH}} {ruleset.title()}")
        return 0
    print("\n".join(lines(find_ruleset(name))))
    return 0


def lines(ruleset: Ruleset) -> Iterator[str]:
    """The whole description, section by section."""
    model = ruleset.model
    yield f"{ruleset.id}: {ruleset.title()} ({', '.join(ruleset.languages)})"
    yield from _section("house rules", _fields(ruleset, model.options))
    yield from _section("a combatant has", _fields(ruleset, model.stats))
    yield from _section("a weapon has", _fields(ruleset, model.weapon))
    for kind in model.things.values():
        yield from _section(f"a {kind.name.value} has", _fields(ruleset, kind.fields))
        yield from _section(f"{kind.name.value} to use", iter([f"  {', '.join(kind.given)}"] if kind.given else []))
    for action in model.actions.values():
        yield from _action(ruleset, action)
    yield from _section("conditions", (_condition(ruleset, condition) for condition in model.conditions.values()))
    yield from _section("a location has", _fields(ruleset, model.location))
    for body in model.bodies.values():
        yield from _body(ruleset, body)
    yield from _section("tables", (_table(table) for table in model.tables.values()))
    yield from _section("weapons", iter([f"  {', '.join(model.weapons)}"] if model.weapons else []))
    yield from _section("creatures", iter([f"  {', '.join(model.creatures)}"] if model.creatures else []))
    units = [f"  {unit}" for unit in ruleset.units]
    order = [f"  turns go by {model.order_by.value}, highest first"] if model.order_by is not None else []
    yield from _section("time", iter(units + order))


def _section(title: str, body: Iterator[str]) -> Iterator[str]:
    found = list(body)
    if found:
        yield ""
        yield title
        yield from found


def _fields(ruleset: Ruleset, fields: Mapping[str, Field]) -> Iterator[str]:
    for declared in fields.values():
        yield f"  {declared.id:<{WIDTH}} {kind_of(declared)}{_label(ruleset, declared)}"
        yield from (f"  {line}" for line in _fields(ruleset, declared.fields))


def _label(ruleset: Ruleset, declared: Field) -> str:
    text = ruleset.text(declared.label)
    return f"  - {text}" if text else ""


def kind_of(declared: Field) -> str:
    """The kind of a field, its values and its default."""
    if declared.kind == "choice":
        text = " | ".join(f"{c} (default)" if c == declared.default else c for c in declared.choices)
    elif declared.kind == "list":
        text = "list of entries:"
    elif declared.kind == "formula":
        text = f"worked out: {declared.formula.value}" if declared.formula is not None else "worked out"
    elif declared.kind == "location":
        text = f"location, default {declared.default or 'none'}"
    elif declared.kind in ("pool", "counter"):
        text = f"{declared.kind} {declared.default}, {_limits(declared)}"
    else:
        text = f"{declared.kind}, default {written(declared.default) or 'empty'}"
    return text + (", for each location" if declared.per_location else "")


def _limits(declared: Field) -> str:
    low = f"down to {declared.minimum}" if declared.minimum is not None else "no lowest value"
    high = f", up to {declared.maximum}" if declared.kind == "counter" and declared.maximum is not None else ""
    over = f", then into {declared.overflow.value}" if declared.overflow is not None else ""
    until = f", anew each {declared.until.value}" if declared.until is not None else ""
    return low + high + over + until


def _action(ruleset: Ruleset, action: Action) -> Iterator[str]:
    roles = ", ".join(role.value for role in action.roles)
    yield ""
    yield f"action {action.id} ({action.kind}): {roles}"
    label = ruleset.text(action.label)
    if label:
        yield f"  {label}"
    for use, (_, kind) in action.uses.items():
        yield f"  uses {use}: a {kind.value}"
    for permission in action.allowed:
        yield f"  only if: {permission.words or permission.condition.value}"
    for declared in action.inputs.values():
        yield f"  input {declared.id:<{WIDTH - 6}} {kind_of(declared)}{_label(ruleset, declared)}"
        yield from (f"    only if: {p.words or p.condition.value}" for p in declared.allowed)
    yield from _asked(ruleset, action.steps)
    for name, _ in action.report:
        yield f"  reports {name.value}"


def _asked(ruleset: Ruleset, steps: tuple[Step, ...], depth: int = 0) -> Iterator[str]:
    """Rolls, lookups and choices in the order in which they may come, chains written out."""
    for step in all_steps(steps):
        chain = ruleset.model.chains.get(step.id)
        if isinstance(step, Roll):
            yield f"  roll {step.id:<{WIDTH - 5}} {_dice(step)}{_outcomes(step)}"
        elif isinstance(step, Lookup):
            yield f"  lookup {step.id:<{WIDTH - 7}} {' or '.join(name.value for name, _ in step.tables)}"
        elif isinstance(step, Choose):
            by = step.by.value if step.by is not None else "the first role"
            options = ", ".join(_option(option.name.value, option.each) for option in step.options)
            yield f"  choose {step.id:<{WIDTH - 7}} by {by}: {options}"
        elif chain is not None and type(step).__name__ == "Run" and depth < 8:
            yield from _asked(ruleset, chain.steps, depth + 1)


def _option(name: str, each: object) -> str:
    return f"{name} (one of {each})" if each is not None else name


def _dice(step: Roll) -> str:
    if step.chance is not None:
        return f"{step.chance[0]} in {step.chance[1]}: yes, no"
    if step.dice is None:
        return f"like {step.like.value}" if step.like is not None else ""
    return getattr(step.dice, "value", "") or "dice by case"


def _outcomes(step: Roll) -> str:
    return ": " + ", ".join(outcome.name.value for outcome in step.outcomes) if step.outcomes else ""


def _condition(ruleset: Ruleset, condition: Condition) -> str:
    parts = []
    if condition.per_location:
        parts.append("for each location")
    if condition.holds_while is not None:
        parts.append(f"holds while {condition.holds_while.value}")
    if condition.lasts is not None:
        parts.append(f"lasts {condition.lasts.count.value} {condition.lasts.unit.value}")
    if condition.until is not None:
        parts.append(f"until {condition.until.value}")
    if condition.every is not None:
        parts.append(f"acts every {condition.every.value}")
    if condition.adds:
        parts.append("adds up")
    label = ruleset.text(condition.label)
    return f"  {condition.id:<{WIDTH}} {', '.join(parts)}" + (f"  - {label}" if label else "")


def _body(ruleset: Ruleset, body: Body) -> Iterator[str]:
    yield ""
    yield f"body {body.name.value}" + (f" ({body.dice.value})" if body.dice is not None else "")
    for where in body.locations.values():
        roll = where.roll.value if where.roll is not None else "-"
        group = f" one of {', '.join(m.value for m in where.members)}" if where.members else ""
        tags = f" [{', '.join(where.tags)}]" if where.tags else ""
        label = ruleset.text(where.label)
        yield f"  {roll:>6}  {where.id:<{WIDTH}}{group}{tags}" + (f"  - {label}" if label else "")


def _table(table: Table) -> str:
    dice = f" ({table.dice.value})" if table.dice is not None else ""
    rows = f"{len(table.rows)} rows" if table.rows is not None else "to be filled in by the game master"
    rows += " (stand-in)" if table.stand_in else ""
    columns = f", columns {', '.join(c.value for c in table.columns)}" if table.columns else ""
    return f"  {table.name.value:<{WIDTH}} {rows}{dice}{columns}"
