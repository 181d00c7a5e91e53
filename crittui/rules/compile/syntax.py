"""The syntax tree of an expression, and the parser that makes it."""

from __future__ import annotations

from fractions import Fraction

from crittui.records import dataclass
from crittui.rules.compile.lexer import KEYWORDS, SyntaxProblem, Token, tokens
from crittui.rules.dice import Dice, DiceError
from crittui.rules.source import Text

MAX_NESTING = 40
COMPARISONS = frozenset({"=", "!=", "<", "<=", ">", ">="})


@dataclass(frozen=True, slots=True)
class Number:
    index: int
    value: int | Fraction


@dataclass(frozen=True, slots=True)
class DiceLiteral:
    index: int
    dice: Dice


@dataclass(frozen=True, slots=True)
class Name:
    """`a.b.c`; `indexes` are the places of the parts."""

    index: int
    parts: tuple[str, ...]
    indexes: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Call:
    index: int
    function: str
    arguments: tuple[Node, ...]


@dataclass(frozen=True, slots=True)
class Negative:
    index: int
    operand: Node


@dataclass(frozen=True, slots=True)
class Arithmetic:
    index: int
    op: str
    left: Node
    right: Node


@dataclass(frozen=True, slots=True)
class Comparison:
    """`first op other op other ...`, all of which must hold."""

    index: int
    first: Node
    rest: tuple[tuple[str, Node], ...]


@dataclass(frozen=True, slots=True)
class Is:
    """`subject is [not] (name or name ...)`; each name has its place."""

    index: int
    subject: Node
    negated: bool
    names: tuple[tuple[str, int], ...]


@dataclass(frozen=True, slots=True)
class Not:
    index: int
    operand: Node


@dataclass(frozen=True, slots=True)
class Logic:
    """`and` or `or` of two or more."""

    index: int
    op: str
    operands: tuple[Node, ...]


@dataclass(frozen=True, slots=True)
class Conditional:
    """`value if condition else other`."""

    index: int
    value: Node
    condition: Node
    other: Node


Node = Number | DiceLiteral | Name | Call | Negative | Arithmetic | Comparison | Is | Not | Logic | Conditional


def parse(text: Text) -> Node:
    """The tree of an expression; raises SyntaxProblem."""
    return _Parser(tokens(text)).whole()


class _Parser:
    def __init__(self, found: list[Token]) -> None:
        self.tokens = found
        self.at = 0
        self.depth = 0

    @property
    def next(self) -> Token:
        return self.tokens[self.at]

    def take(self) -> Token:
        token = self.tokens[self.at]
        self.at += 1
        return token

    def accept(self, *words: str) -> Token | None:
        if self.next.kind in ("op", "name") and self.next.text in words:
            return self.take()
        return None

    def expect(self, word: str) -> Token:
        token = self.accept(word)
        if token is None:
            raise self.wrong(f"{word!r} is missing")
        return token

    def wrong(self, what: str = "") -> SyntaxProblem:
        token = self.next
        seen = "the expression ends too early" if token.kind == "end" else f"{token.text!r} cannot stand here"
        return SyntaxProblem(token.index, f"{what} before {token.text!r}" if what and token.text else what or seen)

    def whole(self) -> Node:
        if self.next.kind == "end":
            raise SyntaxProblem(self.next.index, "an expression is missing", "write a value or a condition")
        node = self.expression()
        if self.next.kind != "end":
            hint = "write `is`" if self.next.kind == "name" else ""
            raise SyntaxProblem(self.next.index, f"{self.next.text!r} cannot stand here", hint)
        return node

    def expression(self) -> Node:
        self.depth += 1
        if self.depth > MAX_NESTING:
            raise SyntaxProblem(self.next.index, f"nested more than {MAX_NESTING} deep", "use `let`")
        value = self.either()
        if token := self.accept("if"):
            condition = self.either()
            self.expect("else")
            value = Conditional(token.index, value, condition, self.expression())
        self.depth -= 1
        return value

    def either(self) -> Node:
        return self._logic("or")

    def both(self) -> Node:
        return self._logic("and")

    def _logic(self, word: str) -> Node:
        read = self.both if word == "or" else self.inverse
        operands = [read()]
        while self.accept(word):
            operands.append(read())
        return operands[0] if len(operands) == 1 else Logic(operands[0].index, word, tuple(operands))

    def inverse(self) -> Node:
        if token := self.accept("not"):
            self.depth += 1
            if self.depth > MAX_NESTING:
                raise SyntaxProblem(token.index, f"nested more than {MAX_NESTING} deep", "use `let`")
            node = Not(token.index, self.inverse())
            self.depth -= 1
            return node
        return self.comparison()

    def comparison(self) -> Node:
        first = self.sum()
        if self.next.kind == "name" and self.next.text == "is":
            return self.membership(first)
        rest: list[tuple[str, Node]] = []
        while self.next.kind == "op" and self.next.text in COMPARISONS:
            rest.append((self.take().text, self.sum()))
        return Comparison(first.index, first, tuple(rest)) if rest else first

    def membership(self, subject: Node) -> Node:
        self.take()
        negated = self.accept("not") is not None
        if self.accept("("):
            names = [self.value_name()]
            while self.accept("or"):
                names.append(self.value_name())
            self.expect(")")
        else:
            names = [self.value_name()]
        return Is(subject.index, subject, negated, tuple(names))

    def value_name(self) -> tuple[str, int]:
        token = self.next
        if token.kind == "name" and token.text not in KEYWORDS:
            self.take()
            return token.text, token.index
        raise SyntaxProblem(
            token.index, "a name is needed after `is`", "write the name of an outcome, option, tag or value"
        )

    def sum(self) -> Node:
        node = self.product()
        while token := self.accept("+", "-"):
            node = Arithmetic(token.index, token.text, node, self.product())
        return node

    def product(self) -> Node:
        node = self.unary()
        while token := self.accept("*", "/"):
            node = Arithmetic(token.index, token.text, node, self.unary())
        return node

    def unary(self) -> Node:
        if token := self.accept("-"):
            self.depth += 1
            if self.depth > MAX_NESTING:
                raise SyntaxProblem(token.index, f"nested more than {MAX_NESTING} deep", "use `let`")
            node = Negative(token.index, self.unary())
            self.depth -= 1
            return node
        return self.atom()

    def atom(self) -> Node:
        token = self.next
        if token.kind == "number":
            self.take()
            value = Fraction(token.text)
            return Number(token.index, int(value) if value.denominator == 1 else value)
        if token.kind == "dice":
            self.take()
            try:
                return DiceLiteral(token.index, Dice.parse(token.text))
            except DiceError as error:
                raise SyntaxProblem(token.index + error.offset, error.what, error.hint, "dice") from None
        if token.kind == "name" and token.text not in KEYWORDS:
            return self.name_or_call()
        if self.accept("("):
            node = self.expression()
            self.expect(")")
            return node
        raise self.wrong()

    def name_or_call(self) -> Node:
        first = self.take()
        if self.accept("("):
            arguments = [self.expression()]
            while self.accept(","):
                arguments.append(self.expression())
            self.expect(")")
            return Call(first.index, first.text, tuple(arguments))
        parts, indexes = [first.text], [first.index]
        while self.accept("."):
            token = self.next
            if token.kind != "name":
                raise self.wrong("a name is missing after the point")
            self.take()
            parts.append(token.text)
            indexes.append(token.index)
        return Name(first.index, tuple(parts), tuple(indexes))
