"""From the syntax tree to code: types are checked here, exactly and without any silent rounding."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import lcm
from typing import Any

from crittui.errors import CrittuiError
from crittui.rules.compile.code import Code, Show, brought_to, in_parts, literal, parts_of, shown
from crittui.rules.compile.functions import FUNCTIONS
from crittui.rules.compile.lexer import SyntaxProblem
from crittui.rules.compile.mistakes import Mistake, did_you_mean
from crittui.rules.compile.scope import Scope
from crittui.rules.compile.snippet import Snippet, called, snippet
from crittui.rules.compile.syntax import (
    Arithmetic,
    Call,
    Comparison,
    Conditional,
    DiceLiteral,
    Is,
    Logic,
    Name,
    Negative,
    Node,
    Not,
    Number,
    parse,
)
from crittui.rules.compile.testing import joined, membership
from crittui.rules.compile.types import DICE, FRACTION, UNKNOWN, WHOLE, YESNO, Type, one_of
from crittui.rules.dice import Dice
from crittui.rules.model import Cases, Expression
from crittui.rules.source import Position, Text

_COMPARED = {"=": "=="}
MOST_WRITTEN_OUT = 20
"""More cases than these are gone through one by one: within each other they would be too deep."""


class Division(CrittuiError):
    """A ruleset divided by a value that turned out to be 0."""


def compile_text(text: Text, scope: Scope) -> Code | None:
    """The code of an expression, or None after a mistake that is now among the problems."""
    try:
        return build(parse(text), scope, text)
    except (SyntaxProblem, Mistake) as wrong:
        what = wrong.what if isinstance(wrong, SyntaxProblem) else wrong.message
        scope.unit.problems.add(text.source.position(wrong.index), wrong.code, what, wrong.hint)
        return None


def expression(source: Expression, scope: Scope) -> Code:
    """The code of a value, given outright or by cases; UNKNOWN after a mistake."""
    if isinstance(source, Cases):
        return _cases(source, scope)
    return compile_text(source, scope) or literal(UNKNOWN, 0)


def condition(text: Text, scope: Scope) -> Code:
    """The code of a condition; a mistake unless it is yes or no."""
    code = compile_text(text, scope) or literal(UNKNOWN, False)
    if code.type.kind not in ("yesno", "unknown"):
        _problem(scope, text.position, "type", f"this is {code.type}, not yes or no", "compare it with something")
    return code


def whole(source: Expression, scope: Scope) -> Code:
    """The code of a whole number; a fraction must be rounded by the author."""
    code = expression(source, scope)
    at = source.at if isinstance(source, Cases) else source
    if code.type.kind == "fraction":
        _problem(
            scope,
            at.position,
            "rounding",
            "a whole number is needed, this can be a fraction",
            "use floor, ceil or round",
        )
    elif not code.type.numeric:
        _problem(scope, at.position, "type", f"a whole number is needed, this is {code.type}")
    return code


def dice(source: Expression, scope: Scope) -> Code:
    """The code of dice."""
    code = expression(source, scope)
    at = source.at if isinstance(source, Cases) else source
    if code.type is WHOLE and code.constant is not None:
        return as_dice(code, DICE)
    if code.type.kind not in ("dice", "unknown"):
        _problem(scope, at.position, "dice", f"dice are needed, this is {code.type}", "write dice such as 2d6+1")
    return code


def _apart(first: Type, second: Type) -> str:
    """Why a value cannot be one or the other."""
    if first.kind == second.kind and first.kind in ("role", "thing", "choice"):
        return f"{first} cannot depend on a condition"
    return f"one value is {first}, the other {second}"


def as_dice(code: Code, kind: Type) -> Code:
    """A number that stands among dice, as dice that are only a constant; any other code as it is."""
    if kind.kind != "dice" or code.type.kind != "whole":
        return code
    if code.constant is not None:
        return literal(DICE, Dice.NOTHING + code.constant)
    return Code(DICE, snippet("({} + {})", Dice.NOTHING, code.run))


def _problem(scope: Scope, position: Position, code: str, message: str, hint: str = "") -> None:
    scope.unit.problems.add(position, code, message, hint)


def _cases(source: Cases, scope: Scope) -> Code:
    values: list[Code] = []
    tests: list[Code] = []
    last = len(source.pairs) - 1
    for number, (value, test) in enumerate(source.pairs):
        values.append(compile_text(value, scope) or literal(UNKNOWN, 0))
        otherwise = test.raw.strip() == "otherwise"
        if otherwise and number < last:
            _problem(
                scope,
                test.position,
                "unreachable",
                "what stands below `otherwise` is never reached",
                "move it to the end",
            )
        elif not otherwise and number == last:
            _problem(
                scope,
                test.position,
                "otherwise",
                "the last case must be `otherwise`",
                "add a last line `VALUE: otherwise`",
            )
        tests.append(literal(YESNO, True) if otherwise else condition(test, scope))
    return _first_true(source, values, tests, scope)


def _first_true(source: Cases, values: list[Code], tests: list[Code], scope: Scope) -> Code:
    kind: Type = values[0].type
    for (value, _), code in zip(source.pairs, values, strict=True):
        joined = one_of(kind, code.type)
        if joined is None:
            _problem(
                scope,
                value.position,
                "type",
                _apart(kind, code.type),
                "all cases need values of one kind",
            )
            return literal(UNKNOWN, 0)
        kind = joined
    values = [as_dice(value, kind) for value in values]
    codes = tuple(zip(tests, values, strict=True))

    def show(S: Any, E: Any) -> str:
        for test, value in codes:
            if test.run(S, E):
                return shown(value, S, E)
        return shown(codes[-1][1], S, E)

    return _one_of(kind, tests, values, show)


def _one_of(kind: Type, tests: Sequence[Code], values: Sequence[Code], show: Show) -> Code:
    """The first value whose test is true, the last where none is."""
    parts, found = [parts_of(value) for value in values], [test.run for test in tests]
    if kind.kind == "fraction" and None not in parts:
        over = lcm(*(value.over for value in values))
        return in_parts(kind, first_true(found, [brought_to(over, value) for value in values]), over, show, 0)
    return Code(kind, first_true(found, [value.run for value in values]), show, 0)


def first_true(tests: Sequence[Snippet], values: Sequence[Any]) -> Snippet:
    """The first value whose test is true, the last where none is."""
    *others, last = (snippet("{}", value) for value in values)
    pairs = list(zip(tests, others, strict=False))
    if len(pairs) > MOST_WRITTEN_OUT:
        return called(lambda S, E: next((value for test, value in pairs if test(S, E)), last)(S, E))
    for test, value in reversed(pairs):
        last = snippet("({} if {} else {})", value, test, last)
    return last


def build(node: Node, scope: Scope, text: Text) -> Code:
    """The code of a tree; raises Mistake."""
    match node:
        case Number(value=value):
            return literal(WHOLE if isinstance(value, int) else FRACTION, value)
        case DiceLiteral(dice=value):
            return literal(DICE, value)
        case Name():
            return scope.resolve(node)
        case Is():
            return membership(node, scope.tested(node.subject) or build(node.subject, scope, text), scope)
        case Not(operand=operand):
            return Code(YESNO, snippet("(not {})", _yesno(operand, scope, text).run))
        case Logic():
            return _logic(node, scope, text)
        case Comparison():
            return _comparison(node, scope, text)
        case Conditional():
            return _conditional(node, scope, text)
        case Negative():
            return _negative(node, scope, text)
        case Arithmetic():
            return _arithmetic(node, scope, text)
        case Call():
            return _call(node, scope, text)


def _yesno(node: Node, scope: Scope, text: Text) -> Code:
    code = build(node, scope, text)
    if code.type.kind not in ("yesno", "unknown"):
        raise Mistake(node.index, "type", f"this is {code.type}, not yes or no", "compare it with something")
    return code


def _number(node: Node, scope: Scope, text: Text) -> Code:
    code = build(node, scope, text)
    if not code.type.numeric:
        raise Mistake(node.index, "type", f"a number is needed, this is {code.type}")
    return code


def _logic(node: Logic, scope: Scope, text: Text) -> Code:
    return Code(YESNO, joined(node.op, _settled_first(node, scope, text)))


def _settled_first(node: Logic, scope: Scope, text: Text) -> tuple[Snippet, ...]:
    """The operands; those that are settled for a whole call before those that dice may change, so that it is known
    early where the latter do not matter. Only what cannot fail changes its place."""
    layout = scope.unit.layout
    settled: list[Snippet] = []
    others: list[Snippet] = []
    for operand in node.operands:
        outside, layout.touched = layout.touched, set()
        run = _yesno(operand, scope, text).run
        moves = not layout.touched and scope.entry is None and isinstance(operand, Is | Name)
        (settled if moves else others).append(run)
        layout.touched |= outside
    return (*settled, *others)


def _comparison(node: Comparison, scope: Scope, text: Text) -> Code:
    codes = [_number(node.first, scope, text)]
    codes += [_number(other, scope, text) for _, other in node.rest]
    over = lcm(*(code.over for code in codes))
    known = all(parts_of(code) is not None for code in codes)
    template = "({}" + "".join(f" {_COMPARED.get(sign, sign)} {{}}" for sign, _ in node.rest) + ")"
    return Code(YESNO, snippet(template, *(brought_to(over, code) if known else code.run for code in codes)))


def _conditional(node: Conditional, scope: Scope, text: Text) -> Code:
    test = _yesno(node.condition, scope, text)
    first, second = build(node.value, scope, text), build(node.other, scope, text)
    kind = one_of(first.type, second.type)
    if kind is None:
        raise Mistake(node.index, "type", _apart(first.type, second.type), "both need the same kind")
    first, second = as_dice(first, kind), as_dice(second, kind)
    t = test.run
    return _one_of(kind, [test], [first, second], lambda S, E: shown(first if t(S, E) else second, S, E))


def _negative(node: Negative, scope: Scope, text: Text) -> Code:
    code = build(node.operand, scope, text)
    negative = snippet("(-{})", code.run)
    if code.type.kind == "dice":
        return Code(DICE, negative)
    if not code.type.numeric:
        raise Mistake(node.index, "type", f"a number is needed, this is {code.type}")
    if code.constant is not None:
        return literal(code.type, -code.constant)
    show = lambda S, E: "−" + shown(code, S, E, 3)  # noqa: E731
    parts = parts_of(code)
    if parts is not None:
        return in_parts(code.type, snippet("(-{})", parts), code.over, show, 2)
    return Code(code.type, negative, show, 2)


_SIGNS = {"+": ("+", 1), "-": ("−", 1), "*": ("×", 2), "/": ("/", 2)}


def _arithmetic(node: Arithmetic, scope: Scope, text: Text) -> Code:
    left, right = build(node.left, scope, text), build(node.right, scope, text)
    if "dice" in (left.type.kind, right.type.kind):
        return _of_dice(node, left, right)
    for code, side in ((left, node.left), (right, node.right)):
        if not code.type.numeric:
            raise Mistake(side.index, "type", f"a number is needed, this is {code.type}")
    sign, binding = _SIGNS[node.op]

    def show(S: Any, E: Any) -> str:
        return f"{shown(left, S, E, binding)} {sign} {shown(right, S, E, binding + (node.op in '-/'))}"

    if node.op == "/":
        return _division(node, left, right, text, show)
    exact = WHOLE if left.type.kind == right.type.kind == "whole" else FRACTION
    kind = UNKNOWN if UNKNOWN in (left.type, right.type) else exact
    if parts_of(left) is None or parts_of(right) is None:
        return Code(kind, snippet("({} {} {})", left.run, snippet(node.op), right.run), show, binding)
    if node.op == "*":
        product = snippet("({} * {})", parts_of(left), parts_of(right))
        return in_parts(kind, product, left.over * right.over, show, binding)
    over = lcm(left.over, right.over)
    both = snippet("({} {} {})", brought_to(over, left), snippet(node.op), brought_to(over, right))
    return in_parts(kind, both, over, show, binding)


def _division(node: Arithmetic, left: Code, right: Code, text: Text, show: Show) -> Code:
    binding = _SIGNS[node.op][1]
    if right.constant is not None:
        if right.constant == 0:
            raise Mistake(node.index, "expression", "this divides by 0")
        divisor, parts = Fraction(right.constant), parts_of(left)
        if parts is None:
            return Code(FRACTION, snippet("({} / {})", left.run, divisor), show, binding)
        times = divisor.denominator if divisor > 0 else -divisor.denominator
        if times != 1:
            parts = snippet("({} * {})", parts, times)
        return in_parts(FRACTION, parts, left.over * abs(divisor.numerator), show, binding)
    where = str(text.source.position(node.index))

    def divided(dividend: int | Fraction, divisor: int | Fraction) -> Fraction:
        if divisor == 0:
            raise Division("the rules divide by 0 here", where, "mend the ruleset or the values it reads")
        return Fraction(dividend) / Fraction(divisor)

    return Code(FRACTION, snippet("{}({}, {})", divided, left.run, right.run), show, binding)


def _of_dice(node: Arithmetic, left: Code, right: Code) -> Code:
    for code in (left, right):
        if code.type.kind not in ("dice", "whole", "unknown"):
            raise Mistake(node.index, "dice", f"dice and {code.type} do not go together")
    if node.op == "+":
        return Code(DICE, snippet("({} + {})", left.run, right.run))
    if node.op == "-":
        return Code(DICE, snippet("({} + -{})", left.run, right.run))
    raise Mistake(
        node.index, "dice", "dice cannot be multiplied or divided", "use `times:` for more dice, or multiply the result"
    )


def _call(node: Call, scope: Scope, text: Text) -> Code:
    function = FUNCTIONS.get(node.function)
    if function is None:
        raise Mistake(
            node.index,
            "unknown-name",
            f"there is no function {node.function!r}",
            did_you_mean(node.function, FUNCTIONS),
        )
    codes = [build(argument, scope, text) for argument in node.arguments]
    return function(node, codes)
