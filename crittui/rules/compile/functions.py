"""The functions of the expression language."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from math import ceil, floor, lcm
from typing import Any

from crittui.rules.compile.code import Code, brought_to, in_parts, parts_of, shown
from crittui.rules.compile.mistakes import Mistake
from crittui.rules.compile.snippet import snippet
from crittui.rules.compile.syntax import Call
from crittui.rules.compile.types import FRACTION, UNKNOWN, WHOLE, YESNO

Function = Callable[[Call, list[Code]], Code]


def half_up(value: int | Fraction) -> int:
    """The nearest whole number; halves go up, towards plus infinity."""
    return floor(value + Fraction(1, 2))


def tens(value: int) -> int:
    """The tens digit of a percentile roll; 100 is written 00."""
    return value // 10 % 10


def ones(value: int) -> int:
    return value % 10


def swap_digits(value: int) -> int:
    """A percentile roll read backwards: 27 is 72, 00 stays 00, which is 100."""
    swapped = ones(value) * 10 + tens(value)
    return swapped or 100


def doubles(value: int) -> bool:
    return tens(value) == ones(value)


def _count(node: Call, codes: list[Code], least: int, most: int | None) -> None:
    if len(codes) < least or (most is not None and len(codes) > most):
        needs = f"{least}" if most == least else f"at least {least}"
        raise Mistake(node.index, "expression", f"{node.function} takes {needs} values, not {len(codes)}")


def _numbers(node: Call, codes: list[Code]) -> None:
    for argument, code in zip(node.arguments, codes, strict=True):
        if not code.type.numeric:
            raise Mistake(argument.index, "type", f"{node.function} needs a number, this is {code.type}")


def _show(node: Call, codes: list[Code]) -> Callable[[Any, Any], str]:
    return lambda S, E: f"{node.function}({', '.join(shown(code, S, E) for code in codes)})"


def _rounding(function: Callable[[Any], int], of_parts: str) -> Function:
    """Rounded by `function`; so many parts of a whole by `of_parts`, which is whole numbers all the way."""

    def compile_call(node: Call, codes: list[Code]) -> Code:
        _count(node, codes, 1, 1)
        _numbers(node, codes)
        (code,) = codes
        parts, show = parts_of(code), _show(node, codes)
        if parts is None:
            return Code(WHOLE, snippet("{}({})", function, code.run), show)
        return Code(WHOLE, snippet(of_parts, parts, code.over) if code.over > 1 else parts, show)

    return compile_call


def _of_several(function: Callable[..., Any], least: int, most: int | None) -> Function:
    def compile_call(node: Call, codes: list[Code]) -> Code:
        _count(node, codes, least, most)
        _numbers(node, codes)
        kinds = {code.type.kind for code in codes}
        kind = UNKNOWN if "unknown" in kinds else FRACTION if "fraction" in kinds else WHOLE
        template = f"{{}}({', '.join('{}' for _ in codes)})"
        if any(parts_of(code) is None for code in codes):
            return Code(kind, snippet(template, function, *(code.run for code in codes)), _show(node, codes))
        over = lcm(*(code.over for code in codes))
        parts = snippet(template, function, *(brought_to(over, code) for code in codes))
        return in_parts(kind, parts, over, _show(node, codes))

    return compile_call


def _of_dice(attribute: str) -> Function:
    def compile_call(node: Call, codes: list[Code]) -> Code:
        _count(node, codes, 1, 1)
        if codes[0].type.kind not in ("dice", "unknown"):
            raise Mistake(node.index, "dice", f"{node.function} needs dice, this is {codes[0].type}")
        run = codes[0].run
        return Code(WHOLE, snippet(f"{{}}.{attribute}", run), lambda S, E: f"{node.function}({run(S, E)})")

    return compile_call


def _of_digits(function: Callable[[int], Any]) -> Function:
    def compile_call(node: Call, codes: list[Code]) -> Code:
        _count(node, codes, 1, 1)
        if codes[0].type.kind not in ("whole", "unknown"):
            raise Mistake(node.index, "type", f"{node.function} needs a percentile roll, this is {codes[0].type}")
        kind = YESNO if function is doubles else WHOLE
        return Code(kind, snippet("{}({})", function, codes[0].run), _show(node, codes))

    return compile_call


FUNCTIONS: dict[str, Function] = {
    "floor": _rounding(floor, "({} // {})"),
    "ceil": _rounding(ceil, "(-(-{} // {}))"),
    "round": _rounding(half_up, "((2 * {0} + {1}) // (2 * {1}))"),
    "min": _of_several(min, 2, None),
    "max": _of_several(max, 2, None),
    "abs": _of_several(abs, 1, 1),
    "minimum": _of_dice("minimum"),
    "maximum": _of_dice("maximum"),
    "tens": _of_digits(tens),
    "ones": _of_digits(ones),
    "swap_digits": _of_digits(swap_digits),
    "doubles": _of_digits(doubles),
}
