"""Which column of a table a lookup uses."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from crittui.rules.compile.builder import Builder
from crittui.rules.compile.code import Code
from crittui.rules.compile.expressions import compile_text
from crittui.rules.compile.scope import Scope
from crittui.rules.model import Cell, Lookup, Row, Table

CellOf = Callable[[Any, Any, Row], Cell | None]
OTHERWISE = "otherwise"


def column_of(builder: Builder, scope: Scope, step: Lookup, table: Table) -> CellOf:
    """From the slots and a row, the cell."""
    names = [column.value for column in table.columns]
    if not names:
        if step.column is not None:
            builder.problem(step.column, "type", f"the table {table.name.value!r} has no columns", "leave `column` out")
        return lambda S, E, row: row.cells.get("")
    if step.column is None:
        builder.problem(step.name, "missing", f"the table {table.name.value!r} has columns", "say `column: ...`")
        return lambda S, E, row: None
    said = step.column.value
    if said in names:
        return lambda S, E, row: row.cells.get(said)
    if said.isdigit():
        return _numbered(builder, step, names, int(said))
    code = compile_text(step.column, scope)
    return _named(builder, step, table, code) if code is not None else lambda S, E, row: None


def _numbered(builder: Builder, step: Lookup, names: list[str], number: int) -> CellOf:
    assert step.column is not None
    if not 1 <= number <= len(names):
        builder.problem(step.column, "unknown-name", f"there is no column {number}", f"columns are 1 to {len(names)}")
        return lambda S, E, row: None
    return lambda S, E, row: row.cells.get(names[number - 1])


def _named(builder: Builder, step: Lookup, table: Table, code: Code) -> CellOf:
    """The column called like a value, a row's id, a location or one of its tags; else `otherwise`."""
    names = {column.value for column in table.columns}
    kind, run = code.type.kind, code.run
    rest = OTHERWISE if OTHERWISE in names else ""
    if kind == "location":
        return _for_location(builder, step, table, code)
    if kind == "whole":
        ordered = [column.value for column in table.columns]
        return lambda S, E, row: row.cells.get(ordered[min(len(ordered), max(1, run(S, E))) - 1])
    if kind == "unknown":
        return lambda S, E, row: None
    if kind not in ("named", "choice", "row"):
        assert step.column is not None
        builder.problem(step.column, "type", f"{code.type} does not name a column", "use a choice, a row or a location")
        return lambda S, E, row: None
    _check(builder, step, table, code.type.names)
    if kind == "row":
        return lambda S, E, row: _cell(row, cell.id if (cell := run(S, E)) is not None else "", names, rest)
    if kind == "choice":
        slot = builder.unit.layout.result(code.subject.name, "picked", ())
        return lambda S, E, row: _cell(row, S[slot][0] if S[slot] else "", names, rest)
    return lambda S, E, row: _cell(row, run(S, E), names, rest)


def _cell(row: Row, name: str, names: set[str], rest: str) -> Cell | None:
    return row.cells.get(name if name in names else rest)


def _check(builder: Builder, step: Lookup, table: Table, values: tuple[str, ...]) -> None:
    names = {column.value for column in table.columns}
    missing = [value for value in values if value not in names]
    if missing and OTHERWISE not in names:
        assert step.column is not None
        message = f"the table {table.name.value!r} has no column for {', '.join(missing[:5])}"
        builder.problem(step.column, "gap", message, "add the column, or a last one called `otherwise`")


def _for_location(builder: Builder, step: Lookup, table: Table, code: Code) -> CellOf:
    columns = [column.value for column in table.columns]
    rest = OTHERWISE if OTHERWISE in columns else ""
    anatomy = builder.unit.anatomy
    by_body: dict[str, dict[int, str]] = {}
    missing: list[str] = []
    for name, body in anatomy.bodies.items():
        found = by_body.setdefault(name, {})
        for location in body.locations.values():
            if location.members:
                continue
            column = next((c for c in columns if c == location.id), None)
            column = column or next((c for c in columns if c in location.tags), None) or rest
            found[anatomy.index[location.id]] = column
            missing += [location.id] if not column else []
    if missing:
        _check(builder, step, table, tuple(dict.fromkeys(missing)))
    builder.unit.layout.looked.add(("raw", 0))
    run, body_of = code.run, builder.constant("body", code.type.owner)
    return lambda S, E, row: row.cells.get(by_body.get(E[body_of], {}).get(run(S, E), rest))
