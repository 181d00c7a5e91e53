"""Splits an expression into tokens, each with its place in the file."""

from __future__ import annotations

import re

from crittui.records import dataclass
from crittui.rules.source import Text

KEYWORDS = frozenset({"and", "or", "not", "if", "else", "is", "otherwise"})
MAX_LENGTH = 600

_EXTRA = r"""\s+(?:highest|lowest)(?:\s+\d+)?(?!\w)
    |\s+count\s+\d+\+
    |\s+open(?!\w)(?:\s+\d+\+)?(?:\s+\d+-(?!\s*\w))?"""
DICE = rf"\d*[dD](?:\d+|%)(?!\w)(?:{_EXTRA})?"
_TOKEN = re.compile(
    rf"""(?P<dice>{DICE})
    |(?P<number>\d+(?:\.\d+)?(?![\w]))
    |(?P<name>[^\W\d]\w*)
    |(?P<op><=|>=|!=|==|[-+*/()<>=,.×÷−‐‑‒–≤≥≠])
    |(?P<blank>\s+)""",
    re.VERBOSE,
)
_SPELLINGS = {
    "==": "=", "×": "*", "÷": "/", "≤": "<=", "≥": ">=", "≠": "!=",
    "−": "-", "‐": "-", "‑": "-", "‒": "-", "–": "-",
}  # fmt: skip


class SyntaxProblem(Exception):
    """An expression that cannot be understood: where in the file (`index`), what, and what to do."""

    def __init__(self, index: int, what: str, hint: str = "", code: str = "expression") -> None:
        super().__init__(what)
        self.index = index
        self.what = what
        self.hint = hint
        self.code = code


@dataclass(frozen=True, slots=True)
class Token:
    """`kind` is dice, number, name, op or end; `text` is normalised, `index` counts in the file."""

    kind: str
    text: str
    index: int


def tokens(text: Text) -> list[Token]:
    """The tokens of an expression, closed by one of kind `end`; raises SyntaxProblem."""
    raw, start = text.raw, text.start
    if len(raw) > MAX_LENGTH:
        raise SyntaxProblem(start, f"this expression has {len(raw)} characters, more than {MAX_LENGTH}", "use `let`")
    found: list[Token] = []
    at = 0
    while at < len(raw):
        match = _TOKEN.match(raw, at)
        if match is None:
            raise SyntaxProblem(start + at, f"{raw[at]!r} cannot stand in an expression", _advice(raw[at]))
        kind = match.lastgroup or ""
        if kind != "blank":
            word = match.group()
            found.append(Token(kind, _SPELLINGS.get(word, word), start + at))
        at = match.end()
    found.append(Token("end", "", start + len(raw.rstrip())))
    return found


def _advice(char: str) -> str:
    if char in "\"'":
        return "there are no texts in expressions; compare names with `is`"
    if char in "&|":
        return "write `and` or `or`"
    if char in "[]{}":
        return "only round brackets group"
    return ""
