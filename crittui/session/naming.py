"""What things are called in the log: the ruleset's labels, the table's names, short names of places and pools."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import field
from fractions import Fraction
from functools import lru_cache

from crittui.records import dataclass
from crittui.rules.events import Plain
from crittui.rules.requests import GM
from crittui.session.lines import Tone
from crittui.session.speech import Speech, SpokenCondition
from crittui.session.words import Words, words_of

MINUS = "−"
SHORTEST_NAME = 3
LONGEST_NAME = 12
"""Up to so many cells a name is told whole."""
_ASIDE = re.compile(r"\s*(?:\([^()]*\)$| [-–—] .*|: .*)")


def signed(value: int) -> str:
    """`+2`, `−1`, `+0`."""
    return f"{MINUS}{-value}" if value < 0 else f"+{value}"


def plain(value: int) -> str:
    """A number with a real minus."""
    return f"{MINUS}{-value}" if value < 0 else str(value)


@lru_cache(maxsize=4096)
def brief(label: str) -> str:
    """A label without its explanation and without the capital of its first word, for use within a line."""
    short = _ASIDE.sub("", label).strip() or label
    second = short[1:2]
    return short if second.isupper() or not second.isalpha() else short[0].lower() + short[1:]


@lru_cache(maxsize=4096)
def inert(text: str) -> str:
    """`text` on one line, without control characters: nothing in a name can steer what shows it."""
    if text.isascii() and text.isprintable():
        return text
    return "".join(" " if c in "\n\r\t" else c for c in text if c in "\n\r\t" or not _steers(c))


def _cells(text: str) -> int:
    """How many cells of a terminal a name takes: letters of the far east are twice as wide."""
    return sum(1 + (unicodedata.east_asian_width(c) in "WF") for c in text if not unicodedata.combining(c))


def _ends_well(last: str, name: str, articles: tuple[str, ...]) -> bool:
    """Whether a name can be cut behind the word `last`: no "Odo the", no bare "The"."""
    small = last[0].islower() and any(word[0].isupper() for word in name.split())
    return not small and last.lower() not in articles


def _steers(character: str) -> bool:
    return unicodedata.category(character) in ("Cc", "Cs", "Zl", "Zp")


@dataclass(frozen=True)
class Naming:
    """Turns ids into words. `places` and `pools` hold short names, `names` those of the combatants."""

    speech: Speech
    names: Mapping[str, str]
    places: Mapping[str, str] = field(default_factory=dict)
    pools: Mapping[str, str] = field(default_factory=dict)

    @property
    def words(self) -> Words:
        """The program's own words in the language of the log."""
        return words_of(self.speech.language)

    def step(self, name: str, where: str) -> str:
        """The label of a roll, lookup or choice."""
        return inert(self.speech.step(name, where))

    def branch(self, name: str, where: str) -> str:
        """The label of an outcome or an option."""
        return inert(self.speech.branch(name, where)) if name else ""

    def word(self, name: str) -> str:
        """The word for a name that has no label."""
        return inert(self.speech.word(name))

    def rule(self, where: str) -> str:
        """The author's words for a step."""
        return inert(self.speech.rule(where)) if where else ""

    def full(self, who: str) -> str:
        """A combatant's whole name; the game master's own word."""
        return self.words.game_master if who == GM else inert(self.names.get(who, who))

    def short(self, who: str) -> str:
        """The beginning of a name that still tells whom it means and does not break off in mid-phrase."""
        name = self.full(who)
        if _cells(name) <= LONGEST_NAME:
            return name
        parts = name.split()
        others = [inert(other) for id_, other in self.names.items() if id_ != who]
        for count in range(1, len(parts)):
            start = " ".join(parts[:count])
            sound = len(start) >= SHORTEST_NAME and _ends_well(parts[count - 1], name, self.words.articles)
            if sound and not any(other.startswith(start) for other in others):
                return start
        return name

    def means(self, weapon: str, action: str) -> str:
        """What an action is done with: the weapon, or the action itself."""
        return inert(self.speech.weapon(weapon) if weapon else brief(self.speech.action(action)))

    def aimed(self, action: str, inputs: Sequence[tuple[str, Plain]]) -> str:
        """The place that an action is aimed at; empty for none in particular."""
        aims = self.speech.aims(action)
        return next((self.place(str(value)) for name, value in inputs if name in aims and value), "")

    def pool(self, pool: str) -> str:
        return inert(self.pools.get(pool) or self.speech.word(pool))

    def is_counter(self, pool: str) -> bool:
        """Whether this is bookkeeping and no pool."""
        return pool not in self.speech.pools

    def rank(self, pool: str) -> int:
        """The place of a pool in its file; all counters come behind the pools."""
        return len(self.speech.pools) if self.is_counter(pool) else self.speech.pools.index(pool)

    def verb(self, where: str) -> str:
        """Whether a step gains, spends or sets; empty for any other."""
        return self.speech.verb(where)

    def place(self, at: str) -> str:
        """A place in a word or two."""
        return inert(self.places.get(at) or brief(self.speech.place(at))) if at else ""

    def found(self, location: str) -> str:
        """A place as its author calls it."""
        return inert(self.speech.place(location))

    def table(self, table: str) -> str:
        return inert(self.speech.table(table))

    def row(self, table: str, text: str) -> str:
        """The text of a table's row, and that it is made up where it is."""
        return f"{inert(text)} ({self.words.stand_in})" if self.speech.is_stand_in(table) else inert(text)

    def option(self, option: str) -> str:
        return inert(self.speech.option(option))

    def setting(self, value: str) -> str:
        """What a house rule is set to, given as it is written in a file."""
        words = {"": self.words.empty, "yes": self.words.yes, "no": self.words.no}
        return words.get(value) or self.word(value)

    def condition(self, condition: str, value: int | None = None) -> str:
        """A condition in a word or two, with its number if that is more than one."""
        word = inert(brief(self.speech.condition(condition)))
        return f"{word} {value}" if value is not None and value > 1 else word

    def becomes(self, condition: str) -> str:
        """The verb for whom a condition begins (`dies`), or the condition's own word."""
        return inert(self.speech.becomes(condition)) or self.condition(condition)

    def known(self, condition: str) -> SpokenCondition | None:
        """What the ruleset says of a condition."""
        return self.speech.conditions.get(condition)

    def value(self, value: Plain) -> str:
        """A computed value in words."""
        if isinstance(value, bool):
            return self.words.yes if value else self.words.no
        if isinstance(value, int):
            return plain(value)
        if isinstance(value, Fraction):
            return plain(value.numerator) + (f"/{value.denominator}" if value.denominator != 1 else "")
        return self.word(value) if value else ""

    def tone(self, outcome: str, where: str, natural: int, passes: bool | None) -> Tone:
        """How an outcome is taken: as its author says, else by its name.

        An outcome that calls itself an extreme, or is called by the number on the dice, is one;
        which of the two, the comparison decides.
        """
        if not outcome:
            return "plain"
        match self.speech.tone(outcome, where):
            case "critical" | "fumble" | "good" | "pass" | "fail" | "plain" as tone:
                return tone
        label = self.branch(outcome, where).lower()
        if any(word in label for word in self.words.low):
            return "fumble"
        called = any(word in label for word in self.words.loud) or str(natural) in re.findall(r"\d+", label)
        if called:
            return "critical" if passes is not False else "fumble"
        return "plain" if passes is None else "pass" if passes else "fail"
