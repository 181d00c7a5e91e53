"""`crittui show`: what a ruleset offers, with the names that examples, encounters and add-ons use."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from crittui.errors import UsageError
from crittui.files.library import find_ruleset, shipped_rulesets
from crittui.files.showing_data import bodies, creatures, fields, joined, labelled, tables, things
from crittui.files.showing_layout import WIDEST, Entry, laid_out, width, wrapped
from crittui.files.showing_steps import Telling, action, chain, said, steps
from crittui.rules.compile.mistakes import did_you_mean
from crittui.rules.model import Condition
from crittui.rules.ruleset import Ruleset

MANY = 150
"""So many lines are told without being asked for; of a longer ruleset the long parts are told in short."""

SILENT = "  asks nothing and tells nothing"

Blocks = Iterator[tuple[str, Iterable[Entry]]]
"""Titles, each with what stands below it."""


def show_command(name: str, sections: Sequence[str] = (), everything: bool = False, addons: Sequence[str] = ()) -> int:
    """Print what a ruleset offers, or some sections of it; without a name, which rulesets there are."""
    if not name:
        rulesets = [find_ruleset(str(path)) for path in shipped_rulesets()]
        print("\n".join(laid_out((Entry(ruleset.id, ruleset.title(), 0) for ruleset in rulesets), width())))
        return 0
    for section in sections:
        if section not in SECTIONS:
            hint = did_you_mean(section, SECTIONS) or f"there are {', '.join(SECTIONS)}"
            raise UsageError(f"there is no section {section!r}", "crittui show", hint)
    ruleset = find_ruleset(name, addons)
    columns = width()
    told = lines(ruleset, sections, everything, columns)
    print("\n".join(told))
    if not sections and not everything and is_long(ruleset):
        found = [section for section in SECTIONS if list(_told(ruleset, section, columns, True))]
        print(
            "\n".join(["", *wrapped(f"Expressions, changes, rows: --all, or sections: {', '.join(found)}", 0, columns)])
        )
    return 0


def lines(ruleset: Ruleset, sections: Sequence[str] = (), everything: bool = False, columns: int = WIDEST) -> list[str]:
    """The description, section by section: those named, or with `everything` all, in full; else all, in short if
    it would be long."""
    full = bool(sections) or everything or not is_long(ruleset)
    found = wrapped(f"{ruleset.id}: {ruleset.title()} ({', '.join(ruleset.languages)})", 0, columns)
    for name in SECTIONS:
        if name in sections or not sections:
            found += list(_told(ruleset, name, columns, full)) or (["", f"{name}: none"] if sections else [])
    return found


def is_long(ruleset: Ruleset) -> bool:
    """Whether all of it would be more than is told without being asked for."""
    return sum(1 for name in SECTIONS for _ in _told(ruleset, name, WIDEST, True)) > MANY


def _told(ruleset: Ruleset, name: str, columns: int, full: bool) -> Iterator[str]:
    for title, entries in SECTIONS[name](ruleset, full):
        found = list(laid_out(entries, columns))
        if found or name in ("actions", "chains"):
            yield ""
            yield from wrapped(title, 0, columns)
            yield from found or [SILENT]


# ---- sections


def _options(ruleset: Ruleset, full: bool) -> Blocks:
    yield "house rules", fields(ruleset, ruleset.options)


def _stats(ruleset: Ruleset, full: bool) -> Blocks:
    yield "a combatant has", fields(ruleset, ruleset.stats)


def _weapon(ruleset: Ruleset, full: bool) -> Blocks:
    yield "a weapon has", fields(ruleset, ruleset.weapon)


def _things(ruleset: Ruleset, full: bool) -> Blocks:
    for kind in ruleset.model.things.values():
        yield f"a {kind.name.value} has", fields(ruleset, kind.fields)
        yield f"{kind.name.value} to use", things(ruleset, kind.given.values(), kind.fields)


def _actions(ruleset: Ruleset, full: bool) -> Blocks:
    for one in ruleset.actions.values():
        roles = ", ".join(role.value for role in one.roles)
        yield labelled(f"action {one.id} ({one.kind}): {roles}", ruleset.text(one.label)), action(ruleset, one, full)


def _chains(ruleset: Ruleset, full: bool) -> Blocks:
    for one in ruleset.model.chains.values():
        roles = f": {', '.join(role.value for role in one.roles)}" if one.roles else ""
        yield f"chain {one.name.value}{roles}", chain(ruleset, one, full)


def _conditions(ruleset: Ruleset, full: bool) -> Blocks:
    yield "conditions", _held(ruleset, full)


def _held(ruleset: Ruleset, full: bool) -> Iterator[Entry]:
    for one in ruleset.conditions.values():
        yield Entry(one.id, labelled(_condition(one), ruleset.text(one.label)))
        yield from steps(Telling(ruleset, full, "self", one.steps), one.steps, 2)


def _condition(one: Condition) -> str:
    return joined(
        "for each location" if one.per_location else "",
        f"holds while {said(one.holds_while)}" if one.holds_while is not None else "",
        f"lasts {one.lasts.count.value} {one.lasts.unit.value}" if one.lasts is not None else "",
        f"until {one.until.value}" if one.until is not None else "",
        f"acts every {one.every.value}" if one.every is not None else "",
        "adds up" if one.adds else "",
        "out of the fight" if one.out else "",
    )


def _location(ruleset: Ruleset, full: bool) -> Blocks:
    yield "a location has", fields(ruleset, ruleset.model.location)


def _bodies(ruleset: Ruleset, full: bool) -> Blocks:
    yield "bodies", bodies(ruleset, full)


def _tables(ruleset: Ruleset, full: bool) -> Blocks:
    yield "tables", tables(ruleset, full)
    for table in ruleset.model.tables.values():
        for row in table.rows or ():
            for column, cell in row.cells.items():
                where = f"{table.name.value} {row.range.value}{f' {column}' if column else ''}"
                then = list(steps(Telling(ruleset, full, "the first role", cell.then), cell.then))
                yield from [(f"after {where}", then)] if then else []


def _weapons(ruleset: Ruleset, full: bool) -> Blocks:
    yield "weapons", things(ruleset, ruleset.weapons.values(), ruleset.weapon)


def _creatures(ruleset: Ruleset, full: bool) -> Blocks:
    yield "creatures", creatures(ruleset)


def _time(ruleset: Ruleset, full: bool) -> Blocks:
    found = [Entry("units", ", ".join(ruleset.units))] if ruleset.units else []
    order = ruleset.model.order_by
    yield "time", [*found, *([Entry("order", f"turns go by {order.value}, highest first")] if order else [])]


SECTIONS: dict[str, Callable[[Ruleset, bool], Blocks]] = {
    "options": _options,
    "stats": _stats,
    "weapon": _weapon,
    "things": _things,
    "actions": _actions,
    "chains": _chains,
    "conditions": _conditions,
    "location": _location,
    "bodies": _bodies,
    "tables": _tables,
    "weapons": _weapons,
    "creatures": _creatures,
    "time": _time,
}
