"""What things are called in the log: the ruleset's labels, the table's names, short names of places and pools."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Protocol

from crittui.rules.events import Plain
from crittui.rules.requests import GM
from crittui.session.lines import Tone
from crittui.session.words import Words, words_of

MINUS = "−"
SHORTEST_NAME = 4
_ASIDE = re.compile(r"\s*(?:\([^()]*\)$| [-–—] .*|: .*)")


class SpokenCondition(Protocol):
    """What the log needs to know of a condition."""

    @property
    def mark(self) -> str: ...
    @property
    def wound(self) -> str: ...
    @property
    def out(self) -> bool: ...


class Spoken(Protocol):
    """What the log needs of a ruleset."""

    @property
    def language(self) -> str: ...
    @property
    def conditions(self) -> Mapping[str, SpokenCondition]: ...
    def label(self, name: str, language: str = "") -> str:
        """The shown word for a name."""
        ...

    def rule_at(self, where: str) -> str:
        """The author's words for the step at `file:line`, or nothing."""
        ...


def signed(value: int) -> str:
    """`+2`, `−1`, `+0`."""
    return f"{MINUS}{-value}" if value < 0 else f"+{value}"


def plain(value: int) -> str:
    """A number with a real minus."""
    return f"{MINUS}{-value}" if value < 0 else str(value)


def brief(label: str) -> str:
    """A label without its explanation and without the capital of its first word, for use within a line."""
    short = _ASIDE.sub("", label).strip() or label
    second = short[1:2]
    return short if second.isupper() or not second.isalpha() else short[0].lower() + short[1:]


def inert(text: str) -> str:
    """`text` on one line, without control characters: nothing in a name can steer what shows it."""
    if text.isascii() and text.isprintable():
        return text
    return "".join(" " if c in "\n\r\t" else c for c in text if c in "\n\r\t" or not _steers(c))


def _steers(character: str) -> bool:
    return unicodedata.category(character) in ("Cc", "Cs", "Zl", "Zp")


@dataclass(frozen=True)
class Naming:
    """Turns ids into words. `places` and `pools` hold short names, `names` those of the combatants."""

    ruleset: Spoken
    names: Mapping[str, str]
    language: str = ""
    places: Mapping[str, str] = field(default_factory=dict)
    pools: Mapping[str, str] = field(default_factory=dict)

    @property
    def words(self) -> Words:
        """The program's own words in the language of the log."""
        return words_of(self.language or self.ruleset.language)

    def label(self, name: str) -> str:
        return inert(self.ruleset.label(name, self.language)) if name else ""

    def rule(self, where: str) -> str:
        return inert(self.ruleset.rule_at(where)) if where else ""

    def full(self, who: str) -> str:
        """A combatant's whole name; the game master's own word."""
        return self.words.game_master if who == GM else inert(self.names.get(who, who))

    def short(self, who: str) -> str:
        """The beginning of a name that still tells whom it means."""
        name = self.full(who)
        parts = name.split()
        others = [inert(other) for id_, other in self.names.items() if id_ != who]
        for count in range(1, len(parts)):
            start = " ".join(parts[:count])
            if len(start) >= SHORTEST_NAME and not any(o.startswith(start) for o in others):
                return start
        return name

    def pool(self, pool: str) -> str:
        return inert(self.pools.get(pool) or pool.replace("_", " "))

    def place(self, at: str) -> str:
        return inert(self.places.get(at) or brief(self.ruleset.label(at, self.language))) if at else ""

    def condition(self, condition: str, value: int | None = None) -> str:
        """A condition in a word or two, with its number if that is more than one."""
        word = brief(self.label(condition))
        return f"{word} {value}" if value is not None and value > 1 else word

    def value(self, value: Plain) -> str:
        """A computed value in words."""
        if isinstance(value, bool):
            return self.words.yes if value else self.words.no
        if isinstance(value, int):
            return plain(value)
        if isinstance(value, Fraction):
            return plain(value.numerator) + (f"/{value.denominator}" if value.denominator != 1 else "")
        return self.label(value) if value else ""

    def tone(self, outcome: str, natural: int, passes: bool | None) -> Tone:
        """How an outcome is taken.

        An outcome that calls itself an extreme, or is called by the number on the dice, is one;
        which of the two, the comparison decides.
        """
        if not outcome:
            return "plain"
        label = self.label(outcome).lower()
        if any(word in label for word in self.words.low):
            return "fumble"
        called = any(word in label for word in self.words.loud) or str(natural) in re.findall(r"\d+", label)
        if called:
            return "critical" if passes is not False else "fumble"
        return "plain" if passes is None else "pass" if passes else "fail"
