"""The notation of dice: `2d8+3`, `d%`, `4d6 highest 3`, `6d10 count 8+`, `d100 open 96+ 5-`."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from crittui.rules.terms import MOST_DICE, MOST_SIDES, DiceError, Keep, Term, joined

MOST_CHARACTERS = 200
MOST_CONSTANT = 1_000_000

_DASHES = "\u2010\u2011\u2012\u2013\u2212"
_MINUS = str.maketrans(dict.fromkeys(_DASHES, "-"))
_NUMBER = re.compile(r"[0-9]+")
_WORD = re.compile(r"[A-Za-z]+")
_LOW = re.compile(r"[0-9]+ *-")
_EXAMPLES = "dice are written like d20, 2d8+3 or 4d6 highest 3"
_HINTS = {
    "k": "the best dice are kept with: 4d6 highest 3",
    "h": "the best dice are kept with: 4d6 highest 3",
    "l": "the lowest dice are kept with: 2d20 lowest",
    "!": "dice that roll on are written: d6 open",
    "o": "dice that roll on are written: d6 open, or d100 open 96+ 5-",
    "c": "dice that count are written: 6d10 count 8+",
    "*": "dice are not multiplied here: write more dice, or multiply the result",
    "x": "dice are not multiplied here: write more dice, or multiply the result",
    "/": "dice are not divided here: divide the result",
    "(": "write the dice without parentheses",
}


def plain_minus(text: str) -> str:
    """The text with every typographic minus or dash as `-`; no character changes its place."""
    return text.translate(_MINUS)


def parse(text: str) -> tuple[tuple[Term, ...], int]:
    """The terms and the constant that the text stands for; raises DiceError."""
    if len(text) > MOST_CHARACTERS:
        raise DiceError("the dice are too long", MOST_CHARACTERS, f"at most {MOST_CHARACTERS} characters")
    reader = _Reader(text)
    terms: list[Term] = []
    constant = 0
    sign = reader.sign() or 1
    while True:
        item = reader.item(sign)
        if isinstance(item, Term):
            terms.append(item)
        else:
            constant += item
        if reader.ended:
            return joined(terms), constant
        sign = reader.sign()
        if not sign:
            raise reader.unreadable()


def written(terms: Sequence[Term], constant: int) -> str:
    """The dice in the notation, always the same for equal dice."""
    text = ""
    for term in terms:
        text = _attached(text, term.sign, _term(term))
    if constant or not text:
        text = _attached(text, -1 if constant < 0 else 1, str(abs(constant)))
    return text


def _attached(text: str, sign: int, item: str) -> str:
    mark = "-" if sign < 0 else "+"
    if not text:
        return item if sign > 0 else mark + item
    # "open 96+" and "+3" would run together.
    return f"{text} {mark} {item}" if " " in text else text + mark + item


def _term(term: Term) -> str:
    dice = f"{term.count if term.count > 1 else ''}d{term.sides}"
    if term.keep == "count":
        return f"{dice} count {term.kept}+"
    if term.keep != "all":
        return f"{dice} {term.keep}" + (f" {term.kept}" if term.kept > 1 else "")
    if not term.open_from:
        return dice
    if term.low_to:
        return f"{dice} open {term.open_from}+ {term.low_to}-"
    return f"{dice} open" + (f" {term.open_from}+" if term.open_from < term.sides else "")


class _Reader:
    """A place in the text, moving on as things are read."""

    def __init__(self, text: str) -> None:
        self.text = "".join(" " if c.isspace() else c for c in plain_minus(text))
        self.at = 0
        self._skip()

    @property
    def ended(self) -> bool:
        return self.at >= len(self.text)

    def _skip(self) -> None:
        while self.at < len(self.text) and self.text[self.at] == " ":
            self.at += 1

    def _take(self, expression: re.Pattern[str]) -> str:
        found = expression.match(self.text, self.at)
        if found is None:
            return ""
        self.at = found.end()
        self._skip()
        return found.group()

    def _sees(self, mark: str) -> bool:
        if not self.text.startswith(mark, self.at):
            return False
        self.at += len(mark)
        self._skip()
        return True

    def sign(self) -> int:
        """1 for a plus, -1 for a minus, 0 for neither."""
        return 1 if self._sees("+") else -1 if self._sees("-") else 0

    def unreadable(self) -> DiceError:
        """The error for what stands here."""
        rest = self.text[self.at :]
        if not rest:
            return DiceError("dice are missing", self.at, _EXAMPLES)
        if rest[0].isdigit() and rest[0].isascii():
            return DiceError("a + or - is missing before the number", self.at, "such as: d6 open 5+ + 3")
        shown = rest.split(" ")[0][:20]
        return DiceError(f"{shown!r} cannot be read as dice", self.at, _HINTS.get(rest[0].lower(), _EXAMPLES))

    def item(self, sign: int) -> Term | int:
        """One term, or a constant."""
        start = self.at
        count = self._take(_NUMBER)
        if self._sees("d") or self._sees("D"):
            dice = self._within(count or "1", 1, MOST_DICE, start, "dice of a kind")
            at = self.at
            sides = 100 if self._sees("%") else self._sides(at)
            return self._suffixed(Term(dice, sides, sign))
        if not count:
            raise self.unreadable()
        return sign * self._within(count, 0, MOST_CONSTANT, start, "as a constant")

    def _sides(self, at: int) -> int:
        digits = self._take(_NUMBER)
        if not digits:
            raise DiceError("the number of sides is missing", at, _EXAMPLES)
        return self._within(digits, 2, MOST_SIDES, at, "sides")

    def _within(self, digits: str, least: int, most: int, at: int, what: str) -> int:
        number = int(digits)
        if not least <= number <= most:
            raise DiceError(f"{digits[:12]} is out of range", at, f"{least}-{most} {what}")
        return number

    def _suffixed(self, term: Term) -> Term:
        at = self.at
        word = self._take(_WORD).lower()
        match word:
            case "":
                return term
            case "highest" | "lowest":
                return self._keeping(term, "highest" if word == "highest" else "lowest")
            case "count":
                return replace(term, keep="count", kept=self._bound(term, word, 1, term.sides, "+"))
            case "open":
                return self._open(term)
        self.at = at
        raise self.unreadable()

    def _keeping(self, term: Term, keep: Keep) -> Term:
        at = self.at
        kept = self._within(self._take(_NUMBER) or "1", 1, term.count, at, f"of {term.count} dice can be kept")
        return term if kept == term.count else replace(term, keep=keep, kept=kept)

    def _bound(self, term: Term, word: str, least: int, most: int, mark: str) -> int:
        """A face with the mark that says on which side of it the range lies."""
        at = self.at
        digits = self._take(_NUMBER)
        if not digits or not self._sees(mark):
            hint = f"such as: {_term(term)} {word} {digits or most}{mark}"
            raise DiceError(f"a face with a {mark} is missing", at, hint)
        return self._within(digits, least, most, at, f"can stand here on a d{term.sides}")

    def _open(self, term: Term) -> Term:
        if not _NUMBER.match(self.text, self.at):
            return replace(term, open_from=term.sides)
        high = self._bound(term, "open", 2, term.sides, "+")
        low = self._bound(term, "open", 1, high - 1, "-") if _LOW.match(self.text, self.at) else 0
        return replace(term, open_from=high, low_to=low)
