"""What is declared and never used: most often a misspelt name somewhere else."""

from __future__ import annotations

from collections.abc import Iterator

from crittui.rules.labels import Labels
from crittui.rules.model import Choose, Field, Lookup, Model, Roll, Thing
from crittui.rules.ruleset import Ruleset
from crittui.rules.source import Problems, Text
from crittui.rules.walking import every_step

Used = set[tuple[str, ...]]


def check_unused(ruleset: Ruleset, problems: Problems) -> None:
    """Warnings only; to be called when everything has been compiled without errors."""
    for text, what in _unused(ruleset.model, ruleset.context.used):
        problems.warn(
            text.position,
            "unused",
            f"{what} {text.value!r} is never used",
            "remove it, or check how it is spelt elsewhere",
        )
    for text in _needless_words(ruleset):
        problems.warn(
            text.position, "unused", f"nothing here is called {text.value!r}", "remove the word, or check its spelling"
        )


def _unused(model: Model, used: Used) -> Iterator[tuple[Text, str]]:
    overflows = {stat.overflow.value for stat in model.stats.values() if stat.overflow is not None}
    for option in model.options.values():
        if ("option", option.id) not in used:
            yield option.name, "the option"
    for stat in model.stats.values():
        if ("stat", stat.id) not in used and stat.id not in overflows and not _orders(model, stat):
            yield stat.name, "the stat"
    for declared in model.weapon.values():
        if ("weapon", declared.id) not in used:
            yield declared.name, "the field of weapons"
    for kind in model.things.values():
        if ("kind", kind.name.value) not in used:
            yield kind.name, "the kind of thing"
        for declared in kind.fields.values():
            if ("thing", kind.name.value, declared.id) not in used:
                yield declared.name, "the field"
    for declared in model.location.values():
        if ("location", declared.id) not in used:
            yield declared.name, "the field of locations"
    for action in model.actions.values():
        for declared in action.inputs.values():
            if ("input", action.id, declared.id) not in used:
                yield declared.name, "the input"
    for table in model.tables.values():
        if ("table", table.name.value) not in used:
            yield table.name, "the table"
    for chain in model.chains.values():
        if ("chain", chain.name.value) not in used:
            yield chain.name, "the chain"
    for condition in model.conditions.values():
        by_hand = condition.out or bool(condition.mark)  # the game master may give it
        if ("condition", condition.id) not in used and condition.holds_while is None and not by_hand:
            yield condition.name, "the condition"


def _orders(model: Model, stat: Field) -> bool:
    return model.order_by is not None and model.order_by.value == stat.id


def _needless_words(ruleset: Ruleset) -> Iterator[Text]:
    known = {*_names(ruleset.model), *ruleset.units}
    for name, (text, _) in ruleset.model.words.items():
        if name not in known:
            yield text


def _names(model: Model) -> Iterator[str]:
    yield from Labels(model).names
    for action in model.actions.values():
        yield from (role.value for role in action.roles)
        yield from action.uses
        yield from (text.value for text, _ in action.report)
        yield from (p.words for p in action.allowed)
        yield from (p.words for declared in action.inputs.values() for p in declared.allowed)
    for step in every_step(model):
        if isinstance(step, (Roll, Lookup)):
            yield from (text.value for text, _ in step.modifiers)
        if isinstance(step, (Roll, Lookup, Choose)):
            yield step.id
        yield from (text.value for text, _ in getattr(step, "values", ()))
    for fields in (model.options, model.weapon, model.stats, model.location):
        yield from (choice for declared in fields.values() for choice in declared.choices)
    for kind in model.things.values():
        yield from (choice for declared in kind.fields.values() for choice in _choices(declared))
    yield from (choice for declared in model.weapon.values() for choice in _choices(declared))
    for action in model.actions.values():
        yield from (choice for declared in action.inputs.values() for choice in declared.choices)
    for chain in model.chains.values():
        yield from (role.value for role in chain.roles or ())
    yield from (tag for body in model.bodies.values() for where in body.locations.values() for tag in where.tags)
    yield from model.tables
    yield from (cell.id for table in model.tables.values() for row in table.rows or () for cell in row.cells.values())
    for given in (model.weapons, *(kind.given for kind in model.things.values())):
        yield from (name for thing in given.values() for name in _entries(thing))


def _entries(thing: Thing) -> Iterator[str]:
    """The names of the entries of its lists."""
    yield from (name for value in thing.values.values() if isinstance(value, tuple) for name, _ in value)


def _choices(declared: Field) -> Iterator[str]:
    yield from declared.choices
    for inner in declared.fields.values():
        yield from inner.choices
