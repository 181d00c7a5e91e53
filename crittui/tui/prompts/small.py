"""Small prompts: how much time passes, yes or no, a line of text."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from crittui.records import dataclass
from crittui.tui.prompts.ending import DROPS, Done, Dropped, edited
from crittui.tui.prompts.fields import Choice, ChoiceField, NumberField
from crittui.tui.prompts.prepare import Prepare, prepare
from crittui.tui.prompts.words import ENGLISH, Words

UNIT, COUNT = "unit", "count"
_LONGEST_TIME = 999
_LONGEST_TEXT = 2000


def passing(
    title: str, units: Sequence[tuple[str, str]], unit: str = "", count: int = 1, words: Words = ENGLISH
) -> Prepare:
    """A prompt for a length of time: pairs of a unit and its label; it ends with `Call` of `unit` and `count`."""
    choices = tuple(Choice(name, label) for name, label in units)
    picked = next((index for index, choice in enumerate(choices) if choice.value == unit), 0)
    fields = (
        ChoiceField(UNIT, words.unit, choices, picked),
        NumberField(COUNT, words.how_many, count, signed=False, minimum=1, maximum=_LONGEST_TIME),
    )
    return replace(prepare(title, fields, verb=words.let_pass, words=words), active=0, can_hand=False)


@dataclass(frozen=True, slots=True)
class Confirm:
    """A question with yes or no; `more` says more about it. It ends with `Done(True)`, `Done(False)`."""

    title: str
    question: str
    more: str = ""
    words: Words = ENGLISH

    @property
    def yes_key(self) -> str:
        """The first letter of yes in the language of the table; `y` is taken as well."""
        return self.words.yes[0].lower()

    def press(self, key: str) -> Confirm | Done[bool] | Dropped:
        """The letters of yes and no answer; `enter` decides nothing, so that a habit overwrites no file."""
        if key.lower() in ("y", self.yes_key):
            return Done(True)
        if key.lower() == "n":
            return Done(False)
        return Dropped() if key in DROPS else self


@dataclass(frozen=True, slots=True)
class Write:
    """A line of text. All letters belong to it, so an empty line drops the prompt (and so does escape)."""

    title: str
    label: str
    text: str = ""
    error: str = ""
    shaken: bool = False
    words: Words = ENGLISH

    def press(self, key: str) -> Write | Done[str] | Dropped:
        """What the key does."""
        if key == "escape" or (key == "enter" and not self.text.strip()):
            return Dropped()
        if key == "enter":
            return Done(self.text.strip())
        text = edited(self.text, key)
        if text is None or len(text) > _LONGEST_TEXT:
            return self
        return replace(self, text=text, error="", shaken=False)

    def paste(self, text: str) -> Write:
        """With more text from the clipboard; its line breaks are blanks."""
        return replace(self, text=(self.text + " ".join(text.split()))[:_LONGEST_TEXT], error="", shaken=False)
