"""What kinds of value an expression can have, and what stands for each when a step was skipped."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from fractions import Fraction
from typing import Any

from crittui.records import dataclass
from crittui.rules.dice import Dice
from crittui.rules.model import Field


@dataclass(frozen=True, slots=True)
class Type:
    """A kind of value.

    `names` are the values `is` can test (choices, outcomes, options, row ids), `owner` the role whose
    body a location belongs to (-1: nobody's), `fields` what a point leads to.
    """

    kind: str
    names: tuple[str, ...] = ()
    owner: int = -1
    fields: Mapping[str, Field] = field(default_factory=dict, compare=False)

    @property
    def numeric(self) -> bool:
        return self.kind in ("whole", "fraction", "unknown")

    def __str__(self) -> str:
        return WORDS[self.kind]


WHOLE = Type("whole")
FRACTION = Type("fraction")
YESNO = Type("yesno")
DICE = Type("dice")
TEXT = Type("text")
UNKNOWN = Type("unknown")
"""What a mistake leaves behind: it fits everywhere, so that one mistake is told once."""

WORDS = {
    "whole": "a whole number",
    "fraction": "a number",
    "yesno": "yes or no",
    "dice": "dice",
    "text": "a text",
    "named": "a named value",
    "location": "a location",
    "row": "a row of a table",
    "roll": "a roll",
    "choice": "a choice",
    "role": "a combatant",
    "thing": "a weapon or thing",
    "list": "a list",
    "unknown": "something unknown",
}

_NOTHING: dict[str, Any] = {
    "whole": 0,
    "fraction": Fraction(0),
    "yesno": False,
    "dice": Dice.NOTHING,
    "text": "",
    "named": "",
    "location": 0,
    "row": None,
    "list": (),
    "unknown": 0,
}


def nothing(kind: Type) -> Any:
    """What a value of this type is when its step was skipped."""
    return _NOTHING[kind.kind]


def type_of_field(declared: Field, owner: int = -1) -> Type:
    """The type of what is declared by a field."""
    if declared.kind in ("score", "pool", "counter"):
        return WHOLE
    if declared.kind == "number":
        return FRACTION
    if declared.kind == "choice":
        return Type("named", declared.choices)
    if declared.kind == "location":
        return Type("location", owner=owner)
    if declared.kind == "list":
        return Type("list", fields=declared.fields)
    return {"flag": YESNO, "dice": DICE, "text": TEXT}[declared.kind]


def unify(first: Type, second: Type) -> Type | None:
    """The type that holds values of both, or None."""
    if first is UNKNOWN or second is UNKNOWN:
        return UNKNOWN
    if first.numeric and second.numeric:
        return WHOLE if first.kind == second.kind == "whole" else FRACTION
    if first.kind != second.kind:
        return None
    if first.kind == "named":
        return Type("named", tuple(dict.fromkeys(first.names + second.names)))
    if first.kind == "location" and first.owner != second.owner:
        return None
    if first.kind == "list" and _kinds(first) != _kinds(second):
        return None
    return first


def one_of(first: Type, second: Type) -> Type | None:
    """The type of a value that is one or the other, or None.

    A number among dice is thrown without a die, as in `2d6+1 if big else 0`.
    """
    if {first.kind, second.kind} == {"dice", "whole"}:
        return DICE
    return unify(first, second) if first.kind not in ("role", "thing", "choice") else None


def _kinds(kind: Type) -> dict[str, str]:
    return {name: declared.kind for name, declared in kind.fields.items()}


def number_text(value: int | Fraction) -> str:
    """A number as people write it: `1.5`, `1/3`, with a real minus."""
    if isinstance(value, Fraction) and value.denominator != 1:
        text = next(
            (_decimal(value, places) for places in range(1, 5) if 10**places % value.denominator == 0), str(value)
        )
    else:
        text = str(int(value))
    return text.replace("-", "−")


def _decimal(value: Fraction, places: int) -> str:
    """An exact fraction of 10, 100 and so on with this many decimal places."""
    digits = str(abs(int(value * 10**places))).rjust(places + 1, "0")
    return f"{'-' if value < 0 else ''}{digits[:-places]}.{digits[-places:]}"
