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
    outermost operator binds (3: not at all). `constant` is set for a literal."""

    type: Type
    run: Function
    show: Function | None = None
    binding: int = 3
    constant: Any = None
    subject: Any = None


def literal(kind: Type, value: Any) -> Code:
    return Code(kind, lambda S, E: value, constant=value)


def in_slot(kind: Type, slot: int) -> Code:
    return Code(kind, lambda S, E: S[slot])


def in_constant(kind: Type, index: int) -> Code:
    return Code(kind, lambda S, E: E[index])


def shown(code: Code, S: Slots, E: Constants, binding: int = 0) -> str:
    """The arithmetic of `code` in numbers, in brackets where `binding` asks for them."""
    if code.show is None:
        value = code.run(S, E)
        return number_text(value) if code.type.numeric else str(value)
    text: str = code.show(S, E)
    return f"({text})" if code.binding < binding else text
