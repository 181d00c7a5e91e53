"""What `crittui show` tells of data: fields, weapons, things, creatures, bodies and tables."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping

from crittui.files.showing_layout import Entry
from crittui.rules.model import Cell, Creature, Field, Location, Row, Table, Thing, Value
from crittui.rules.ruleset import Ruleset
from crittui.rules.values import default_of, written

_BARE = re.compile(r"[\w/+-]+")


def joined(*parts: str) -> str:
    """The parts that say something, as one text."""
    return "; ".join(part for part in parts if part)


def labelled(text: str, label: str) -> str:
    """A text with the label that people read."""
    return f"{text} - {label}" if text and label else text or label


# ---- fields


def fields(ruleset: Ruleset, declared: Mapping[str, Field], depth: int = 1, lead: str = "") -> Iterator[Entry]:
    """Each field with its kind, its default and its label; those of a list's entries below it."""
    for one in declared.values():
        yield Entry(lead + one.id, labelled(kind_of(one), ruleset.text(one.label)), depth)
        yield from fields(ruleset, one.fields, depth + 1)


def kind_of(declared: Field) -> str:
    """The kind of a field, its values and its default."""
    if declared.kind == "choice":
        text = " | ".join(f"{c} (default)" if c == declared.default else c for c in declared.choices)
    elif declared.kind == "list":
        text = "list, each entry has"
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


# ---- values


def value_of(value: Value) -> str:
    """A value as it stands in a file; the entries of a list with their fields."""
    if not isinstance(value, tuple):
        return f'"{value}"' if isinstance(value, str) and not _BARE.fullmatch(value) else written(value)
    return "{" + ", ".join(f"{name}{_entry(own)}" for name, own in value) + "}"


def _entry(values: Mapping[str, Value]) -> str:
    told = ", ".join(f"{name}: {value_of(value)}" for name, value in values.items())
    return f" ({told})" if told else ""


def values_of(values: Mapping[str, Value], declared: Mapping[str, Field]) -> str:
    """The values that are not the defaults; those for single places under `parts`, as in a file."""
    own = [f"{name}: {value_of(value)}" for name, value in values.items() if _differs(name, value, declared)]
    parts: dict[str, list[str]] = {}
    for key, value in values.items():
        name, _, at = key.partition("@")
        if at:
            parts.setdefault(at, []).append(f"{name}: {value_of(value)}")
    told = ", ".join(f"{at}: {{{', '.join(found)}}}" for at, found in parts.items())
    return ", ".join([*own, f"parts: {{{told}}}"] if parts else own)


def _differs(name: str, value: Value, declared: Mapping[str, Field]) -> bool:
    return "@" not in name and (name not in declared or value != default_of(declared[name]))


def things(ruleset: Ruleset, given: Iterable[Thing], declared: Mapping[str, Field]) -> Iterator[Entry]:
    """Weapons or other things, each with the values that are not the defaults."""
    for one in given:
        yield Entry(one.id, values_of(one.values, declared) or "the defaults")


def creatures(ruleset: Ruleset) -> Iterator[Entry]:
    """The creatures, each with what differs from the defaults."""
    first = next(iter(ruleset.bodies), "")
    for one in ruleset.creatures.values():
        yield Entry(one.id, _creature(one, first, ruleset.stats) or "the defaults")


def _creature(one: Creature, first_body: str, stats: Mapping[str, Field]) -> str:
    body = f"body: {one.body}" if one.body != first_body else ""
    pools: dict[str, Value] = {
        name: f"{most}" if now is None else f"{now}/{most}" for name, (now, most) in one.pools.items()
    }
    held = ", ".join(
        f"{begun.condition}{f' at {begun.at}' if begun.at else ''}{f' {begun.value}' if begun.value != 1 else ''}"
        for begun in one.conditions
    )
    parts = (body, values_of({**one.scores, **pools}, stats), f"conditions: {held}" if held else "")
    return ", ".join(part for part in parts if part)


# ---- bodies


def bodies(ruleset: Ruleset, full: bool) -> Iterator[Entry]:
    """The bodies with their places: one for each line, or all in a few."""
    for body in ruleset.bodies.values():
        dice = f"rolled on {body.dice.value}" if body.dice is not None else "no dice"
        if not full:
            yield Entry(body.name.value, f"{dice}: " + ", ".join(map(_place, body.locations.values())))
            continue
        yield Entry(body.name.value, dice)
        yield from (Entry(*_location(ruleset, where), depth=2) for where in body.locations.values())


def _place(where: Location) -> str:
    return f"{where.roll.value} {where.id}" if where.roll is not None else where.id


def _location(ruleset: Ruleset, where: Location) -> tuple[str, str]:
    roll = f"struck by {where.roll.value}" if where.roll is not None else "only aimed at"
    either = f"either {', '.join(m.value for m in where.members)}" if where.members else ""
    tags = f"is {', '.join(where.tags)}" if where.tags else ""
    own = [f"{name}: {value_of(value)}" for name, value in where.values.items()]
    own += [f"{name}: {text.value}" for name, text in (*where.links.items(), *where.formulas.items())]
    return where.id, labelled(joined(roll, either, tags, ", ".join(own)), ruleset.text(where.label))


def groups(ruleset: Ruleset) -> list[tuple[str, tuple[str, ...]]]:
    """The places that stand for several, each with these."""
    return [
        (where.id, tuple(member.value for member in where.members))
        for body in ruleset.bodies.values()
        for where in body.locations.values()
        if where.members
    ]


# ---- tables


def tables(ruleset: Ruleset, full: bool) -> Iterator[Entry]:
    """The tables; `full` with their rows: the range, the id where it is another, the text, the fields."""
    for table in ruleset.model.tables.values():
        yield Entry(table.name.value, labelled(_table(table, full), ruleset.text(table.label)))
        for row in _rows(table) if full else ():
            yield from _row(ruleset, table, row)


def _table(table: Table, full: bool) -> str:
    if table.rows is None:
        return "to be filled in by an add-on"
    columns = f"columns {', '.join(c.value for c in table.columns)}" if table.columns else ""
    dice = f"rolled on {table.dice.value}" if table.dice is not None else ""
    rows = f"{len(_rows(table))} rows" + (" (stand-in)" if table.stand_in else "")
    return joined(rows, dice, columns, "" if full else ", ".join(map(_named, _rows(table))))


def _named(row: Row) -> str:
    """The range of a row, with its id where it has another and only one."""
    ids = {cell.id for cell in row.cells.values()} - {row.range.value}
    return f"{row.range.value} {ids.pop()}" if len(ids) == 1 else row.range.value


def _rows(table: Table) -> list[Row]:
    """The rows, each once, however many ranges it has."""
    return list({row.range.value: row for row in table.rows or ()}.values())


def _row(ruleset: Ruleset, table: Table, row: Row) -> Iterator[Entry]:
    if not table.columns:
        for cell in row.cells.values():
            yield Entry(row.range.value, _cell(ruleset, table, row, cell), 2)
        return
    yield Entry(row.range.value, depth=2)
    for column, cell in row.cells.items():
        yield Entry(column, _cell(ruleset, table, row, cell), 3)


def _cell(ruleset: Ruleset, table: Table, row: Row, cell: Cell) -> str:
    own = "" if cell.id == row.range.value else cell.id
    text = ruleset.text(cell.text)
    return joined(own, text if text != own else "", values_of(cell.values, table.fields)) or own or row.range.value
