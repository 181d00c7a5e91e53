"""The prompt that collects everything a call needs before it starts: target, weapon, modifiers, inputs."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace

from crittui.records import dataclass
from crittui.tui.prompts.ending import DROPS, LESS, MORE, Aiming, Done, Dropped
from crittui.tui.prompts.fields import (
    Choice,
    ChoiceField,
    Field,
    FlagField,
    NumberField,
    TextField,
    Value,
    accepted,
    typed,
)
from crittui.tui.prompts.letters import assign
from crittui.tui.prompts.words import ENGLISH, Words
from crittui.tui.views import LiveView

_NOT_FOR_CHOICES = frozenset("#-+=_")


@dataclass(frozen=True, slots=True)
class Call:
    """The answers of a prepared call, by the names of the fields, and whether its dice are typed in."""

    values: tuple[tuple[str, Value], ...]
    by_hand: bool = False

    def __getitem__(self, name: str) -> Value:
        """The answer of one field; KeyError when there is no such field."""
        return dict(self.values)[name]


@dataclass(frozen=True, slots=True)
class Prepare:
    """All fields at once, with their defaults; `enter` does it at any moment.

    `blocked` are the words of the rule that forbids the call as it stands: `enter` then only makes them stand
    out (`shaken`). `verb` names what `enter` does
    (empty: roll). `can_aim` and `can_hand` say whether `c` and `#` mean anything. `typing` holds what is being
    typed into the active field, None while nothing is.
    """

    title: str
    fields: tuple[Field, ...]
    active: int = 0
    can_aim: bool = False
    can_hand: bool = True
    by_hand: bool = False
    verb: str = ""
    typing: str | None = None
    live: LiveView = LiveView()
    blocked: str = ""
    error: str = ""
    shaken: bool = False
    words: Words = ENGLISH

    @property
    def values(self) -> tuple[tuple[str, Value], ...]:
        """The answers as they stand."""
        return tuple((field.name, field.value) for field in self.fields)

    def with_value(self, name: str, value: Value) -> Prepare:
        """With another answer in one field, as if it had been chosen there; a value it does not have is left."""
        return replace(self, fields=tuple(_set(f, value) if f.name == name else f for f in self.fields))

    def press(self, key: str) -> Prepare | Done[Call] | Dropped | Aiming:
        """What the key does."""
        state = replace(self, error="", shaken=False) if self.error or self.shaken else self
        if state.typing is not None:
            return state._type(key, state.typing)
        if key in DROPS:
            return Dropped()
        if key == "enter":
            return state._enter()
        if key == "c" and state.can_aim:
            return Aiming()
        return state._change(key)

    def _enter(self) -> Prepare | Done[Call]:
        wrong = self.blocked or _unready(self.fields, self.words)
        if wrong:
            return replace(self, error=wrong, shaken=True)
        return Done(Call(self.values, self.by_hand))

    def _change(self, key: str) -> Prepare:
        if key == "#" and self.can_hand:
            return replace(self, by_hand=not self.by_hand)
        if key in ("up", "down") and self.fields:
            step = 1 if key == "down" else -1
            return replace(self, active=(self.active + step) % len(self.fields))
        if key in ("left", "right", "space") and self.fields:
            return self._put(self.active, self.fields[self.active].moved(-1 if key == "left" else 1))
        if key in LESS + MORE:
            index = stepped(self)
            return self if index is None else self._put(index, self.fields[index].moved(1 if key in MORE else -1))
        if key == "backspace" and self.fields and isinstance(self.fields[self.active], NumberField | TextField):
            return replace(self, typing="")
        return self._pick(key)

    def _pick(self, key: str) -> Prepare:
        order = [self.active, *range(len(self.fields))] if self.fields else []
        for index in order:
            field = self.fields[index]
            if isinstance(field, ChoiceField):
                picked = field.pick(key)
                if picked is not None:
                    return self._put(index, picked)
            elif key and field.key == key:
                if isinstance(field, FlagField):
                    return self._put(index, field.moved(1))
                return replace(self, active=index, typing="" if isinstance(field, NumberField) else field.value)
        return self

    def _put(self, index: int, field: Field) -> Prepare:
        return replace(self, active=index, fields=self.fields[:index] + (field,) + self.fields[index + 1 :])

    def _type(self, key: str, buffer: str) -> Prepare:
        if key == "escape":
            return replace(self, typing=None)
        if key != "enter":
            return replace(self, typing=typed(self.fields[self.active], buffer, key))
        field, wrong = accepted(self.fields[self.active], buffer)
        if wrong:
            return replace(self, error=wrong, shaken=True)
        return replace(self._put(self.active, field), typing=None)


def prepare(
    title: str,
    fields: Sequence[Field],
    *,
    can_aim: bool = False,
    verb: str = "",
    words: Words = ENGLISH,
    last: Collection[str] = (),
    letter_all: bool = False,
) -> Prepare:
    """A prompt with a key for everything: letters go to choices first, then to the other fields.

    The fields named in `last` get what letters the others leave, so that those do not depend on them.
    The first number needs no letter, as `-` and `+` change it; with `letter_all` it has one all the same.
    The active field is the modifier (the first number), as it is what changes most; else the first field.
    """
    first = next((i for i, field in enumerate(fields) if isinstance(field, NumberField)), None)
    keyed = list(fields)
    taken = _NOT_FOR_CHOICES | {choice.key for f in fields if isinstance(f, ChoiceField) for choice in f.choices}
    order = sorted(range(len(keyed)), key=lambda i: (keyed[i].name in last, not isinstance(keyed[i], ChoiceField)))
    for index in order:
        field = keyed[index]
        if isinstance(field, ChoiceField):
            if not field.by_digit:
                field = replace(field, choices=keyed_choices(field.choices, taken))
                taken = taken | {choice.key for choice in field.choices}
        elif (letter_all or index != first) and not field.key:
            (key,) = assign([field.label], taken)
            taken = taken | {key}
            field = replace(field, key=key)
        keyed[index] = field
    return Prepare(title, tuple(keyed), first or 0, can_aim, verb=verb, words=words)


def keyed_choices(choices: Sequence[Choice], taken: Collection[str], numbered: bool = False) -> tuple[Choice, ...]:
    """The choices, each with a key; one that has a key keeps it."""
    without = [choice.label for choice in choices if not choice.key]
    keys = iter(assign(without, {*taken, *(choice.key for choice in choices)}, numbered))
    return tuple(choice if choice.key else replace(choice, key=next(keys)) for choice in choices)


def modifier_of(state: Prepare) -> int | None:
    """The index of the first number, which is the modifier of a call; None without numbers."""
    return next((i for i, field in enumerate(state.fields) if isinstance(field, NumberField)), None)


def stepped(state: Prepare) -> int | None:
    """The index of the number that `-` and `+` change: the active one, else the first; None without numbers."""
    if state.fields and isinstance(state.fields[state.active], NumberField):
        return state.active
    return modifier_of(state)


def _unready(fields: Sequence[Field], words: Words) -> str:
    """Why the call cannot start as the fields stand, or empty."""
    for field in fields:
        if isinstance(field, ChoiceField):
            if not 0 <= field.picked < len(field.choices):
                return words.nothing_chosen.format(field=field.label)
            if field.choices[field.picked].refusal:
                return field.choices[field.picked].refusal
        if isinstance(field, TextField) and field.check(field.value):
            return field.check(field.value)
    return ""


def _set(field: Field, value: Value) -> Field:
    if isinstance(field, ChoiceField):
        found = [index for index, choice in enumerate(field.choices) if choice.value == value]
        return replace(field, picked=found[0]) if found else field
    if isinstance(field, NumberField):
        return field.with_value(int(value))
    if isinstance(field, FlagField):
        return replace(field, value=bool(value))
    return replace(field, value=str(value))
