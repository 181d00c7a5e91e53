"""From the syntax tree to code: types are checked here, exactly and without any silent rounding."""

from __future__ import annotations

import operator
from collections.abc import Callable
from fractions import Fraction
from typing import Any

from crittui.errors import CrittuiError
from crittui.rules.compile.code import Code, literal, of_two, shown
from crittui.rules.compile.functions import FUNCTIONS
from crittui.rules.compile.lexer import SyntaxProblem
from crittui.rules.compile.mistakes import Mistake, did_you_mean
from crittui.rules.compile.scope import Scope
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
from crittui.rules.compile.testing import Test, all_of, any_of, membership
from crittui.rules.compile.types import DICE, FRACTION, UNKNOWN, WHOLE, YESNO, Type, one_of
from crittui.rules.dice import Dice
from crittui.rules.model import Cases, Expression
from crittui.rules.source import Position, Text

_COMPARE: dict[str, Callable[[Any, Any], bool]] = {
    "=": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}


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
    run = code.run
    return Code(DICE, lambda S, E: Dice.NOTHING + run(S, E))


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
    pairs = tuple((test.run, value.run) for test, value in codes[:-1])
    last = values[-1].run

    def run(S: Any, E: Any) -> Any:
        for test, value in pairs:
            if test(S, E):
                return value(S, E)
        return last(S, E)

    def show(S: Any, E: Any) -> str:
        for test, value in codes:
            if test.run(S, E):
                return shown(value, S, E)
        return shown(codes[-1][1], S, E)

    return Code(kind, run, show, 0)


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
            inner = _yesno(operand, scope, text)
            run = inner.run
            return Code(YESNO, lambda S, E: not run(S, E))
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
    runs = _settled_first(node, scope, text)
    return Code(YESNO, all_of(runs) if node.op == "and" else any_of(runs))


def _settled_first(node: Logic, scope: Scope, text: Text) -> tuple[Test, ...]:
    """The operands; those that are settled for a whole call before those that dice may change, so that it is known
    early where the latter do not matter. Only what cannot fail changes its place."""
    layout = scope.unit.layout
    settled: list[Test] = []
    others: list[Test] = []
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
    ops = tuple(_COMPARE[op] for op, _ in node.rest)
    if len(ops) == 1:
        return Code(YESNO, of_two(ops[0], *codes))
    if len(ops) == 2:
        (first, second), (low, middle, high) = ops, (code.run for code in codes)
        return Code(YESNO, lambda S, E: first(low(S, E), value := middle(S, E)) and second(value, high(S, E)))
    runs = tuple(code.run for code in codes)

    def run(S: Any, E: Any) -> bool:
        values = [value(S, E) for value in runs]
        return all(compare(x, y) for compare, x, y in zip(ops, values[:-1], values[1:], strict=True))

    return Code(YESNO, run)


def _conditional(node: Conditional, scope: Scope, text: Text) -> Code:
    test = _yesno(node.condition, scope, text)
    first, second = build(node.value, scope, text), build(node.other, scope, text)
    kind = one_of(first.type, second.type)
    if kind is None:
        raise Mistake(node.index, "type", _apart(first.type, second.type), "both need the same kind")
    first, second = as_dice(first, kind), as_dice(second, kind)
    t, a, b = test.run, first.run, second.run
    return Code(
        kind,
        lambda S, E: a(S, E) if t(S, E) else b(S, E),
        lambda S, E: shown(first if t(S, E) else second, S, E),
        0,
    )


def _negative(node: Negative, scope: Scope, text: Text) -> Code:
    code = build(node.operand, scope, text)
    run = code.run
    if code.type.kind == "dice":
        return Code(DICE, lambda S, E: -run(S, E))
    if not code.type.numeric:
        raise Mistake(node.index, "type", f"a number is needed, this is {code.type}")
    if code.constant is not None:
        return literal(code.type, -code.constant)
    return Code(code.type, lambda S, E: -run(S, E), lambda S, E: "−" + shown(code, S, E, 3), 2)


_OPERATORS: dict[str, Callable[[Any, Any], Any]] = {"+": operator.add, "-": operator.sub, "*": operator.mul}
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
        return Code(FRACTION, _division(node, left, right, text), show, binding)
    exact = WHOLE if left.type.kind == right.type.kind == "whole" else FRACTION
    kind = UNKNOWN if UNKNOWN in (left.type, right.type) else exact
    return Code(kind, of_two(_OPERATORS[node.op], left, right), show, binding)


def _division(node: Arithmetic, left: Code, right: Code, text: Text) -> Callable[[Any, Any], Fraction]:
    a, b = left.run, right.run
    if right.constant is not None:
        if right.constant == 0:
            raise Mistake(node.index, "expression", "this divides by 0")
        constant = Fraction(right.constant)
        return lambda S, E: Fraction(a(S, E)) / constant
    where = str(text.source.position(node.index))

    def run(S: Any, E: Any) -> Fraction:
        divisor = b(S, E)
        if divisor == 0:
            raise Division("the rules divide by 0 here", where, "mend the ruleset or the values it reads")
        return Fraction(a(S, E)) / Fraction(divisor)

    return run


def _of_dice(node: Arithmetic, left: Code, right: Code) -> Code:
    a, b = left.run, right.run
    for code in (left, right):
        if code.type.kind not in ("dice", "whole", "unknown"):
            raise Mistake(node.index, "dice", f"dice and {code.type} do not go together")
    if node.op == "+":
        return Code(DICE, lambda S, E: a(S, E) + b(S, E))
    if node.op == "-":
        return Code(DICE, lambda S, E: a(S, E) + -b(S, E))
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
