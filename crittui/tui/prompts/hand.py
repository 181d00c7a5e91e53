"""The prompt for dice that lie on the table: what to throw, and the faces that are typed in."""

from __future__ import annotations

from dataclasses import replace

from crittui.records import dataclass
from crittui.rules.dice import Dice
from crittui.rules.requests import Faces, Natural
from crittui.rules.terms import Fault
from crittui.rules.typed import TypedError, example, typed_faces
from crittui.tui.prompts.ending import DROPS, Done, TakeBack, edited, printable
from crittui.tui.prompts.words import ENGLISH, Words
from crittui.tui.views import LiveView

HAND = "#"
LONGEST = 400

_SAYS_ALL = frozenset({"face", "too_many", "too_few", "rolls_on", "no_dice"})


@dataclass(frozen=True, slots=True)
class Thrown:
    """What lies on the table; `answer` is None when the program is to throw. `by_hand` says whether the
    next dice are typed in as well."""

    answer: Faces | Natural | None
    by_hand: bool = True


@dataclass(frozen=True, slots=True)
class Hand:
    """Typing in dice. `dice` and `what` say what to throw; an empty text has the program throw.

    `error` says what is wrong with what was typed, `wanted` what would be right.
    """

    title: str
    dice: Dice
    what: str = ""
    faces_needed: bool = False
    text: str = ""
    live: LiveView = LiveView()
    error: str = ""
    wanted: str = ""
    shaken: bool = False
    words: Words = ENGLISH

    def press(self, key: str) -> Hand | Done[Thrown] | TakeBack:
        """What the key does."""
        if key in DROPS:
            return TakeBack()
        if key == HAND:
            return Done(Thrown(None, by_hand=False))
        if key == "enter":
            return self._enter()
        text = None if printable(key).isalpha() else edited(self.text, key)
        if text is None or len(text) > LONGEST:
            return self
        return replace(self, text=text, error="", wanted="", shaken=False)

    def paste(self, text: str) -> Hand:
        """With more text from the clipboard; its line breaks are blanks."""
        longer = (self.text + " ".join(text.split()))[:LONGEST]
        return replace(self, text=longer, error="", wanted="", shaken=False)

    def _enter(self) -> Hand | Done[Thrown]:
        if not self.text.strip():
            return Done(Thrown(None))
        try:
            return Done(Thrown(typed_faces(self.text, self.dice, self.faces_needed)))
        except TypedError as error:
            wrong, wanted = told(error.fault, self.dice, self.words)
            return replace(self, error=wrong, wanted=wanted, shaken=True)


def hand(title: str, dice: Dice, what: str = "", faces_needed: bool = False, words: Words = ENGLISH) -> Hand:
    """Typing in these dice; `what` names the roll."""
    return Hand(title, dice, what, faces_needed, words=words)


def told(fault: Fault, dice: Dice, words: Words) -> tuple[str, str]:
    """What is wrong with what was typed for these dice, and what would be right (empty where that is said already)."""
    wrong: str = getattr(words, f"wrong_{fault.kind}")
    return wrong.format(**fault.values), _wanted(fault, dice, words).format(**fault.values)


def _wanted(fault: Fault, dice: Dice, words: Words) -> str:
    """The words for what would be right, to be filled in with the values of the fault."""
    if fault.kind == "sum":
        return words.wanted_open_sum if fault.values["open"] else words.wanted_sum
    if fault.kind == "two_ways":
        return words.wanted_way
    if fault.kind in _SAYS_ALL:
        return words.wanted_percent if fault.kind == "face" and fault.values["sides"] == 100 else ""
    if len(dice.sides) > 1:
        return words.wanted_several.format(count=len(dice.sides), example=example(dice))
    return words.wanted_percent if dice.sides[0] == 100 else words.wanted_one.format(sides=dice.sides[0])
