"""A compiled expression: a small function over the slots and constants of a program."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from crittui.records import dataclass
from crittui.rules.compile.types import Type, number_text

Slots = list[Any]
Constants = tuple[Any, ...]
Function = Callable[[Slots, Constants], Any]


@dataclass(frozen=True, slots=True)
class Code:
    """`run(S, E)` gives the value; `show(S, E)` the arithmetic in numbers, `binding` how tightly its
    outermost operator binds (3: not at all). `constant` is set for a literal, `slot` where that is the value."""

    type: Type
    run: Function
    show: Function | None = None
    binding: int = 3
    constant: Any = None
    subject: Any = None
    slot: int | None = None


def literal(kind: Type, value: Any) -> Code:
    return Code(kind, lambda S, E: value, constant=value)


def in_slot(kind: Type, slot: int) -> Code:
    return Code(kind, lambda S, E: S[slot], slot=slot)


def in_constant(kind: Type, index: int) -> Code:
    return Code(kind, lambda S, E: E[index])


def of_two(operator: Callable[[Any, Any], Any], left: Code, right: Code) -> Function:
    """What `operator` makes of two values. A slot or a literal is read in place: a call would cost more than that."""
    a, b, i, j, value = left.run, right.run, left.slot, right.slot, right.constant
    if value is not None:
        if i is not None:
            return lambda S, E: operator(S[i], value)
        return lambda S, E: operator(a(S, E), value)
    if i is not None and j is not None:
        return lambda S, E: operator(S[i], S[j])
    if i is not None:
        return lambda S, E: operator(S[i], b(S, E))
    if j is not None:
        return lambda S, E: operator(a(S, E), S[j])
    return lambda S, E: operator(a(S, E), b(S, E))


def shown(code: Code, S: Slots, E: Constants, binding: int = 0) -> str:
    """The arithmetic of `code` in numbers, in brackets where `binding` asks for them."""
    if code.show is None:
        value = code.run(S, E)
        return number_text(value) if code.type.numeric else str(value)
    text: str = code.show(S, E)
    return f"({text})" if code.binding < binding else text
