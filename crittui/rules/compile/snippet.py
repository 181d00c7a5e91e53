"""Pieces of Python that expressions and steps are compiled to.

A chain is worked through hundreds of times for the odds of one attack, and a million times in a simulation. One
function for each step, with its arithmetic written out, makes less than half of the calls that small functions make
which call each other; and calls are most of the time.

Nothing that stands in a ruleset becomes source text: numbers are written as they are, names as quoted literals, and
everything else is an object that the source calls by a name of ours.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from textwrap import indent
from typing import Any

MOST_TEXT = 600
MOST_DEPTH = 30
"""A longer or deeper piece is called as a function, instead of being written out wherever it is used."""
GREATEST = 10**18
"""A greater number is bound to a name: there is an end to the digits that source text may have."""

Bound = dict[str, Any]
Function = Callable[..., Any]


class Snippet:
    """An expression, or lines, over the slots `S` and the constants `E` of a call.

    `text` is the source, `bound` holds the objects it calls by name, `depth` tells how many pieces it is made of, one
    within the other; a `short` one may be written out within another piece. Called, it gives the value of the
    expression; its function is made when it is first needed.
    """

    __slots__ = ("_function", "bound", "depth", "short", "text")

    def __init__(self, text: str, bound: Bound, depth: int, function: Function | None = None) -> None:
        self.text, self.bound, self.depth, self._function = text, bound, depth, function
        self.short = len(text) <= MOST_TEXT and depth <= MOST_DEPTH

    def __call__(self, S: Sequence[Any], E: Sequence[Any]) -> Any:
        return self.function(S, E)

    @property
    def function(self) -> Function:
        """The expression as a function of the slots and constants."""
        if self._function is None:
            self._function = eval(f"lambda S, E: {self.text}", _ready(self.bound))
        return self._function


class Late:
    """A function over `parameters` that is made when it is first needed, and so may be its lines."""

    __slots__ = ("lines", "parameters")

    def __init__(self, lines: Snippet | Callable[[], Snippet], parameters: str = "S, E") -> None:
        self.lines, self.parameters = lines, parameters

    def made(self) -> Function:
        """The function itself."""
        lines = self.lines if isinstance(self.lines, Snippet) else self.lines()
        bound = _ready(lines.bound)
        exec(f"def made({self.parameters}):\n{indent(lines.text, ' ')}", bound)
        function: Function = bound["made"]
        return function


def made(function: Function | Late) -> Function:
    """What may be called: a function as it is, or one made now."""
    return function.made() if isinstance(function, Late) else function


def snippet(template: str, *parts: Any, function: Function | None = None) -> Snippet:
    """A piece of Python from a template, whose holes `{}` are filled with other pieces, or with values.

    A `function` that does the same spares making one.
    """
    bound, depth, texts = Bound(), 0, list[str]()
    for part in parts:
        if isinstance(part, Snippet) and part.short:
            bound.update(part.bound)
            depth = max(depth, part.depth)
            texts.append(part.text)
        else:
            texts.append(_written(part, bound))
    return Snippet(template.format(*texts), bound, depth + 1, function)


def called(function: Function) -> Snippet:
    """What a function of the slots and constants gives; a piece of Python is what it is."""
    return function if isinstance(function, Snippet) else snippet("{}(S, E)", function, function=function)


def lines(*pieces: Snippet) -> Snippet:
    """Several lines, one after the other."""
    bound: Bound = {}
    for piece in pieces:
        bound.update(piece.bound)
    return Snippet("\n".join(piece.text for piece in pieces), bound, 0)


def within(head: Snippet, *pieces: Snippet) -> Snippet:
    """Lines that depend on their head, such as an `if`."""
    inner = lines(*pieces)
    return Snippet(f"{head.text}\n{indent(inner.text, ' ')}", {**head.bound, **inner.bound}, 0)


def _written(part: Any, bound: Bound) -> str:
    """How a value is written in the source; what cannot be written is bound to a name, and a long piece is called."""
    if part is None or type(part) in (bool, str) or (type(part) is int and abs(part) < GREATEST):
        return repr(part)
    name = f"_{id(part):x}"
    bound[name] = part
    return f"{name}(S, E)" if isinstance(part, Snippet) else name


def _ready(bound: Bound) -> Bound:
    """The names of a function to be: pieces called as functions are functions now."""
    return {name: part.function if isinstance(part, Snippet) else part for name, part in bound.items()}
