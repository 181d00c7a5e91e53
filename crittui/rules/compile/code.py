"""A compiled expression: its value, and its arithmetic as people write it."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from crittui.records import dataclass
from crittui.rules.compile.snippet import Snippet, snippet
from crittui.rules.compile.types import Type, number_text

Slots = list[Any]
Constants = tuple[Any, ...]
Show = Callable[[Slots, Constants], str]


@dataclass(frozen=True, slots=True)
class Code:
    """`run` gives the value; `show(S, E)` the arithmetic in numbers, `binding` how tightly its
    outermost operator binds (3: not at all). `constant` is set for a literal. A fraction whose denominator is known
    is that number of `parts` of a whole, each one `over`th of it: whole numbers are quicker to reckon with."""

    type: Type
    run: Snippet
    show: Show | None = None
    binding: int = 3
    constant: Any = None
    subject: Any = None
    parts: Snippet | None = None
    over: int = 1


def literal(kind: Type, value: Any) -> Code:
    run = snippet("{}", value, function=lambda S, E: value)
    if isinstance(value, Fraction):
        return Code(kind, run, constant=value, parts=snippet("{}", value.numerator), over=value.denominator)
    return Code(kind, run, constant=value)


def in_slot(kind: Type, slot: int) -> Code:
    return Code(kind, snippet("S[{}]", slot, function=lambda S, E: S[slot]))


def in_constant(kind: Type, index: int) -> Code:
    return Code(kind, snippet("E[{}]", index, function=lambda S, E: E[index]))


def parts_of(code: Code) -> Snippet | None:
    """How many parts of a whole the value is, as a whole number; None where they are known only as it is worked out."""
    return code.run if code.type.kind == "whole" else code.parts


def in_parts(kind: Type, parts: Snippet, over: int, show: Show | None = None, binding: int = 3) -> Code:
    """So many parts of a whole, each one `over`th of it."""
    if kind.kind == "whole":
        return Code(kind, parts, show, binding)
    return Code(kind, snippet("{}({}, {})", Fraction, parts, over), show, binding, parts=parts, over=over)


def brought_to(over: int, code: Code) -> Snippet:
    """The parts of a value, as many as there are when each is one `over`th of a whole."""
    parts = parts_of(code)
    assert parts is not None
    return parts if code.over == over else snippet("({} * {})", parts, over // code.over)


def shown(code: Code, S: Slots, E: Constants, binding: int = 0) -> str:
    """The arithmetic of `code` in numbers, in brackets where `binding` asks for them."""
    if code.show is None:
        value = code.run(S, E)
        return number_text(value) if code.type.numeric else str(value)
    text: str = code.show(S, E)
    return f"({text})" if code.binding < binding else text
