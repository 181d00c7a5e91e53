"""Values as they are written in files, options and at the keyboard."""

from __future__ import annotations

import re
from dataclasses import replace
from fractions import Fraction

from crittui.rules.compile.types import nothing, type_of_field
from crittui.rules.dice import Dice, DiceError
from crittui.rules.model import Field, Value

YES = frozenset({"yes", "true", "on"})
NO = frozenset({"no", "false", "off"})
_DASHES = str.maketrans(dict.fromkeys("−‐‑‒–", "-"))
MOST_DIGITS = 9
_WHOLE = re.compile(r"[+-]?[0-9]{1,9}\Z")
_NUMBER = re.compile(r"[+-]?[0-9]{1,9}(?:\.[0-9]{1,9}|/[0-9]{1,9})?\Z")


class ValueProblem(ValueError):
    """A text that is no value of the kind needed; the message says what is."""


def plain_number(text: str) -> str:
    """The text with typographic dashes made plain."""
    return text.translate(_DASHES).strip()


def whole_number(text: str) -> int:
    """A whole number; raises ValueProblem."""
    plain = plain_number(text)
    if not _WHOLE.match(plain):
        digits = plain.lstrip("+-")
        too_long = digits.isascii() and digits.isdecimal() and len(digits) > MOST_DIGITS
        wrong = f"has more than {MOST_DIGITS} digits" if too_long else "is not a whole number"
        raise ValueProblem(f"{text!r} {wrong}")
    return int(plain)


def fraction(text: str) -> Fraction:
    """`1.5`, `1/3` or a whole number; raises ValueProblem."""
    plain = plain_number(text)
    if not _NUMBER.match(plain) or plain.endswith("/0"):
        raise ValueProblem(f"{text!r} is not a number")
    try:
        return Fraction(plain)
    except ZeroDivisionError:
        raise ValueProblem(f"{text!r} divides by 0") from None


def flag(text: str) -> bool:
    """yes or no; raises ValueProblem."""
    if text in YES or text in NO:
        return text in YES
    raise ValueProblem(f"{text!r} is neither yes nor no")


def read_value(declared: Field, text: str) -> Value:
    """The value a text stands for in a field of this kind; raises ValueProblem."""
    if declared.kind in ("score", "pool", "counter"):
        return whole_number(text)
    if declared.kind == "number":
        return fraction(text)
    if declared.kind == "flag":
        return flag(text)
    if declared.kind == "choice":
        if text not in declared.choices:
            raise ValueProblem(f"{text!r} is none of {', '.join(declared.choices)}")
        return text
    if declared.kind == "dice":
        try:
            return Dice.parse(plain_number(text))
        except DiceError as error:
            raise ValueProblem(f"{text!r} is not dice: {error.what}") from None
    return text


def default_of(declared: Field) -> Value:
    """What a field holds when nothing is said."""
    if declared.kind in ("pool", "counter", "score", "number", "flag", "choice", "dice", "text", "location", "list"):
        return declared.default
    return nothing(type_of_field(declared))  # type: ignore[no-any-return]


def filed(declared: Field) -> Value:
    """What the ruleset itself says, whatever was laid over it."""
    return default_of(declared) if declared.own is None else declared.own


def set_to(declared: Field, text: str) -> Field:
    """The field with another default, which remembers what the ruleset itself says; raises ValueProblem."""
    return replace(declared, default=read_value(declared, text), own=filed(declared))


def written(value: Value) -> str:
    """A value as it would be written in a file."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)
