"""Values as events carry them: names instead of numbers and objects."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from crittui.rules.anatomy import Anatomy
from crittui.rules.compile.code import Code
from crittui.rules.compile.types import number_text
from crittui.rules.events import Plain


def plain_value(code: Code, anatomy: Anatomy) -> Callable[[Any, Any], Plain]:
    """From the slots, the value of `code` as an event carries it."""
    run, kind = code.run, code.type.kind
    if kind == "location":
        return lambda S, E: anatomy.names[run(S, E)] or None
    if kind == "row":
        return lambda S, E: _row(run(S, E))
    if kind == "dice":
        return lambda S, E: str(run(S, E))
    if kind == "list":
        return lambda S, E: ", ".join(name for name, _ in run(S, E))
    if kind == "fraction":
        return lambda S, E: _whole_if_possible(run(S, E))
    return lambda S, E: run(S, E)


def _row(cell: Any) -> str | None:
    return cell.id if cell is not None else None


def _whole_if_possible(value: int | Fraction) -> int | Fraction:
    return int(value) if Fraction(value).denominator == 1 else value


def spoken(code: Code, anatomy: Anatomy, label: Callable[[str, Any], str], E: Any, S: Any) -> str:
    """A value in words: `label` gives the shown word of a name in the call's language."""
    value = plain_value(code, anatomy)(S, E)
    if value is None or value == "":
        return "-"
    if code.type.kind in ("location", "row", "named", "choice"):
        return label(str(value), E)
    if isinstance(value, bool):
        return "yes" if value else "no"
    return number_text(value) if isinstance(value, (int, Fraction)) else str(value)
