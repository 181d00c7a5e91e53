"""Commands, answers and events as JSON, and commands and answers back again.

Everything is written as `["Name", {fields}]`. A fraction is written `{"over": [1, 3]}`.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any, TypeVar

import msgspec

from crittui.errors import CrittuiError
from crittui.records import dataclass
from crittui.rules.commands import Act, Command, Edit, EndCombat, NextTurn, PassTime, Remark, SetCondition, SetOption
from crittui.rules.events import Event, Plain
from crittui.rules.requests import Answer, Faces, Natural, Picked

T = TypeVar("T")


class Ratio(msgspec.Struct, frozen=True):
    """A fraction as it is written."""

    over: tuple[int, int]


@dataclass(frozen=True, slots=True)
class _Act:
    """An action as it is written: msgspec allows no class of its own beside others in a union."""

    action: str
    who: tuple[tuple[str, str], ...]
    weapon: str
    inputs: tuple[tuple[str, int | bool | str | Ratio | None], ...]
    things: tuple[tuple[str, str], ...]


_COMMANDS: Mapping[str, type[Command]] = {
    c.__name__: c for c in (NextTurn, PassTime, EndCombat, Edit, SetCondition, Remark, SetOption)
}
_ANSWERS: Mapping[str, type[Answer]] = {a.__name__: a for a in (Faces, Natural, Picked)}


class Unreadable(ValueError):
    """A stored text is not what was once written."""


def encode(item: Command | Answer | Event) -> str:
    """The JSON text of `item`; a CrittuiError where it holds what no file can (half a character)."""
    try:
        return msgspec.json.encode([type(item).__name__, item], enc_hook=_written).decode()
    except (UnicodeEncodeError, OverflowError) as error:
        raise CrittuiError("this cannot be stored", hint=str(error)) from error


def _written(value: Any) -> Ratio:
    if isinstance(value, Fraction):
        return Ratio((value.numerator, value.denominator))
    raise NotImplementedError(f"no JSON for {type(value).__name__}")


def decode_command(text: str) -> Command:
    """The command that was written; Unreadable if it is none."""
    name, fields = _parts(text)
    if name == "Act":
        return _act(_read(fields, _Act))
    return _read(fields, _named(_COMMANDS, name))


def decode_answer(text: str) -> Answer:
    """The answer that was written; Unreadable if it is none."""
    name, fields = _parts(text)
    return _read(fields, _named(_ANSWERS, name))


def _parts(text: str) -> tuple[str, msgspec.Raw]:
    return _read(text, tuple[str, msgspec.Raw])


def _named(kinds: Mapping[str, type[T]], name: str) -> type[T]:
    if name not in kinds:
        raise Unreadable(f"{name!r} is not known here")
    return kinds[name]


def _read(text: str | msgspec.Raw, kind: type[T]) -> T:
    try:
        return msgspec.json.decode(text, type=kind)
    except (msgspec.MsgspecError, UnicodeError, ValueError) as error:
        raise Unreadable(str(error)) from error


def _act(act: _Act) -> Act:
    return Act(act.action, act.who, act.weapon, tuple((name, _plain(value)) for name, value in act.inputs), act.things)


def _plain(value: int | bool | str | Ratio | None) -> Plain:
    try:
        return Fraction(*value.over) if isinstance(value, Ratio) else value
    except ZeroDivisionError as error:
        raise Unreadable("a fraction over 0") from error
