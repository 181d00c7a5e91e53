"""The prompt for dice that lie on the table: what to throw, and the faces that are typed in."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import field, replace

from crittui.errors import AnswerError
from crittui.records import dataclass
from crittui.rules.dice import Dice
from crittui.rules.requests import Faces, Natural
from crittui.rules.typed import typed_faces
from crittui.tui.prompts.ending import DROPS, Done, TakeBack, edited, printable
from crittui.tui.prompts.words import ENGLISH, Words
from crittui.tui.views import LiveView

HAND = "#"
LONGEST = 400

Read = Callable[[str], Faces | Natural]
"""What a text tells of the dice; raises AnswerError."""


@dataclass(frozen=True, slots=True)
class Thrown:
    """What lies on the table; `answer` is None when the program is to throw. `by_hand` says whether the
    next dice are typed in as well."""

    answer: Faces | Natural | None
    by_hand: bool = True


@dataclass(frozen=True, slots=True)
class Hand:
    """Typing in dice. `dice` and `what` say what to throw; an empty text has the program throw."""

    title: str
    dice: str
    what: str
    read: Read = field(compare=False)
    text: str = ""
    live: LiveView = LiveView()
    error: str = ""
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
        return replace(self, text=text, error="", shaken=False)

    def paste(self, text: str) -> Hand:
        """With more text from the clipboard; its line breaks are blanks."""
        return replace(self, text=(self.text + " ".join(text.split()))[:LONGEST], error="", shaken=False)

    def _enter(self) -> Hand | Done[Thrown]:
        if not self.text.strip():
            return Done(Thrown(None))
        try:
            return Done(Thrown(self.read(self.text)))
        except AnswerError as error:
            wrong = f"{error.what}: {error.hint}" if error.hint else error.what
            return replace(self, error=wrong, shaken=True)


def hand(title: str, dice: Dice, what: str = "", faces_needed: bool = False, words: Words = ENGLISH) -> Hand:
    """Typing in these dice; `what` names the roll."""

    def read(text: str) -> Faces | Natural:
        return typed_faces(text, dice, faces_needed)

    return Hand(title, str(dice), what, read, words=words)
