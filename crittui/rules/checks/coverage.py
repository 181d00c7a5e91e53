"""Tables and bodies must answer every total of their dice, and each only once."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from crittui.rules.compile.mistakes import did_you_mean
from crittui.rules.dice import Dice
from crittui.rules.model import Body, Field, Model, Table
from crittui.rules.source import Problems, Text

Span = tuple[int | None, int | None, Text]
FAR = 1_000_000


def check_tables(model: Model, problems: Problems) -> None:
    """Rows of every table."""
    for table in model.tables.values():
        if table.rows is None:
            continue
        spans = [(row.low, row.high, row.range) for row in table.rows]
        _check(spans, _dice(table.dice), table.name, problems, f"the table {table.name.value!r}")
        _check_ids(table, problems)


def _check_ids(table: Table, problems: Problems) -> None:
    """Two rows of one id could not be told apart."""
    seen: dict[tuple[str, str], Text] = {}
    for row in table.rows or ():
        for column, cell in row.cells.items():
            first = seen.setdefault((column, cell.id), row.range)
            if first.start != row.range.start and cell.then:
                message = (
                    f"{cell.id!r} is the id of two rows (lines {first.position.line} and {row.range.position.line})"
                )
                problems.warn(row.range.position, "range", message, "give one of them another id")


def check_bodies(model: Model, problems: Problems) -> None:
    """Rows, groups and links of every body."""
    for body in model.bodies.values():
        spans = [
            (low, high, where.roll) for where in body.locations.values() for low, high in where.ranges if where.roll
        ]
        if spans and body.dice is None:
            problems.add(
                body.name.position, "missing", f"the body {body.name.value!r} has rolls but no dice", "say `dice: d20`"
            )
        _check(spans, _dice(body.dice), body.dice or body.name, problems, f"the body {body.name.value!r}")
        if body.dice is not None and not spans:
            problems.add(body.dice.position, "gap", "no location has a `roll`", "say which numbers strike it")
        _check_groups(body, problems)
        _check_links(body, problems)
    _check_defaults(model, problems)


def _dice(text: Text | None) -> Dice | None:
    return Dice.parse(text.value) if text is not None else None


def _check(spans: Sequence[Span], dice: Dice | None, at: Text, problems: Problems, what: str) -> None:
    if not spans:
        return
    if dice is not None:
        totals: Iterable[int] = [natural + dice.constant for natural in dice.naturals]
    else:
        ends = [end for low, high, _ in spans for end in (low, high) if end is not None]
        totals = range(min(ends), min(max(ends), min(ends) + 5000) + 1)
    missing: list[int] = []
    used: set[int] = set()
    for total in totals:
        hits = [span for span in spans if _holds(span, total)]
        if not hits:
            missing.append(total)
        used.update(span[2].start for span in hits[:1])
        if len({span[2].start for span in hits}) > 1:
            first, second = hits[0][2], hits[1][2]
            message = f"{total} belongs to two rows, {first.value!r} (line {first.position.line}) and {second.value!r}"
            problems.add(second.position, "overlap", message, "let each number stand once")
    if missing:
        problems.add(at.position, "gap", f"{what} has no row for {_listed(missing)}", "add it, or widen a row")
    for _, _, text in spans:
        if dice is not None and text.start not in used:
            problems.warn(
                text.position, "range", f"{dice} never shows {text.value!r}", "remove the row or change the dice"
            )


def _holds(span: Span, total: int) -> bool:
    low, high, _ = span
    return (low if low is not None else -FAR) <= total <= (high if high is not None else FAR)


def _listed(numbers: Sequence[int]) -> str:
    shown = ", ".join(str(number) for number in numbers[:6])
    return shown + (f" and {len(numbers) - 6} more" if len(numbers) > 6 else "")


def _check_groups(body: Body, problems: Problems) -> None:
    for where in body.locations.values():
        for member in where.members:
            other = body.locations.get(member.value)
            if other is None:
                hint = did_you_mean(member.value, body.locations)
                problems.add(member.position, "unknown-location", f"there is no location {member.value!r}", hint)
            elif other.members:
                problems.add(
                    member.position, "either", f"{member.value!r} stands for several itself", "name its members"
                )


def _check_links(body: Body, problems: Problems) -> None:
    for where in body.locations.values():
        for link in where.links.values():
            if link.value == "none":
                continue
            if link.value not in body.locations or body.locations[link.value].members:
                hint = did_you_mean(link.value, body.locations)
                problems.add(link.position, "unknown-location", f"this body has no location {link.value!r}", hint)


def _check_defaults(model: Model, problems: Problems) -> None:
    places = {where.id: where for body in model.bodies.values() for where in body.locations.values()}
    fields: list[Field] = [f for action in model.actions.values() for f in action.inputs.values()]
    fields += [f for chain in model.chains.values() for f in chain.inputs.values()]
    for declared in (*fields, *model.location.values()):
        if declared.kind != "location" or not declared.default:
            continue
        where = places.get(str(declared.default))
        if where is None:
            hint = did_you_mean(str(declared.default), places)
            problems.add(declared.name.position, "unknown-location", f"there is no location {declared.default!r}", hint)
        elif where.members:
            message = f"{declared.default!r} stands for several locations"
            hint = f"name one of {', '.join(member.value for member in where.members)}"
            problems.add(declared.name.position, "either", message, hint)
