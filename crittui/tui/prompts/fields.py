"""The fields of a prompt that collects the inputs of a call."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from crittui.records import dataclass
from crittui.tui.prompts.ending import edited

Value = str | int | bool


def accepts_all(text: str) -> str:
    """A check that finds nothing wrong."""
    return ""


@dataclass(frozen=True, slots=True)
class Choice:
    """One thing that can be picked: what it stands for, its words, its key, and why it may not be taken."""

    value: str
    label: str
    detail: str = ""
    key: str = ""
    refusal: str = ""


@dataclass(frozen=True, slots=True)
class ChoiceField:
    """One of several. With `by_digit` the choices are combatants and keep the keys they have in the list.
    `in_a_row` when they are never listed one below the other.

    `picked` is an index, or -1 while nothing is picked.
    """

    name: str
    label: str
    choices: tuple[Choice, ...]
    picked: int = 0
    by_digit: bool = False
    in_a_row: bool = False

    @property
    def value(self) -> str:
        """What the picked choice stands for; empty when there is none."""
        return self.choices[self.picked].value if 0 <= self.picked < len(self.choices) else ""

    def pick(self, key: str) -> ChoiceField | None:
        """With the choice of this key, None when no choice has it."""
        for index, choice in enumerate(self.choices):
            if key and choice.key == key:
                return replace(self, picked=index)
        return None

    def moved(self, step: int) -> ChoiceField:
        """With the next or the previous choice."""
        if not self.choices:
            return self
        start = self.picked if self.picked >= 0 or step > 0 else 0
        return replace(self, picked=(start + step) % len(self.choices))


@dataclass(frozen=True, slots=True)
class NumberField:
    """A whole number, changed by one at a time or typed. With `signed` it is shown as `+2`."""

    name: str
    label: str
    value: int = 0
    words: str = ""
    key: str = ""
    signed: bool = True
    minimum: int | None = None
    maximum: int | None = None

    def moved(self, step: int) -> NumberField:
        """One more or one less, within its bounds."""
        return self.with_value(self.value + step)

    def with_value(self, value: int) -> NumberField:
        """With the number nearest to `value` that is within its bounds."""
        if self.maximum is not None:
            value = min(value, self.maximum)
        if self.minimum is not None:
            value = max(value, self.minimum)
        return replace(self, value=value)


@dataclass(frozen=True, slots=True)
class FlagField:
    """Yes or no."""

    name: str
    label: str
    value: bool = False
    key: str = ""

    def moved(self, step: int) -> FlagField:
        """The other one."""
        return replace(self, value=not self.value)


@dataclass(frozen=True, slots=True)
class TextField:
    """Something typed: words, dice, a fraction. `check` says what is wrong with a text, or is empty."""

    name: str
    label: str
    value: str = ""
    key: str = ""
    check: Callable[[str], str] = accepts_all

    def moved(self, step: int) -> TextField:
        """The same: arrows change no text."""
        return self


Field = ChoiceField | NumberField | FlagField | TextField


def typed(field: Field, buffer: str, key: str) -> str:
    """What stands in the field after one more key while it is typed into."""
    text = edited(buffer, key)
    if text is None:
        return buffer
    if isinstance(field, NumberField):
        text = text.replace("−", "-")
        plain = text.removeprefix("-").removeprefix("+")
        return text if len(plain) <= 6 and (not plain or (plain.isascii() and plain.isdigit())) else buffer
    return text


def accepted(field: Field, buffer: str) -> tuple[Field, str]:
    """The field with what was typed, and what is wrong with it (then the field is as it was)."""
    if isinstance(field, NumberField):
        if not buffer.strip("+-"):
            return field.with_value(0), ""
        return field.with_value(int(buffer)), ""
    if isinstance(field, TextField):
        wrong = field.check(buffer)
        return (field, wrong) if wrong else (replace(field, value=buffer), "")
    return field, ""
