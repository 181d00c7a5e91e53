"""How a prompt ends, and what it may wish for."""

from __future__ import annotations

from typing import Generic, TypeVar

from crittui.records import dataclass

T = TypeVar("T")

DROPS = ("x", "escape")
LESS = ("-", "_")
MORE = ("+", "=")


@dataclass(frozen=True, slots=True)
class Done(Generic[T]):
    """The prompt was answered."""

    value: T


@dataclass(frozen=True, slots=True)
class Dropped:
    """The prompt was given up; nothing is to happen."""


@dataclass(frozen=True, slots=True)
class Aiming:
    """The call is to become a called shot: the screen opens that prompt over this one."""


@dataclass(frozen=True, slots=True)
class Retarget:
    """Another combatant is to be aimed at: the screen opens the prompt again for this one."""

    who: str


@dataclass(frozen=True, slots=True)
class TakeBack:
    """The chain that asks is to be undone."""


def printable(key: str) -> str:
    """The character a key writes into a text, or empty."""
    if key == "space":
        return " "
    return key if len(key) == 1 and key.isprintable() else ""


def edited(text: str, key: str) -> str | None:
    """`text` after a key of line editing; None when the key edits nothing."""
    if key == "backspace":
        return text[:-1]
    if key == "ctrl+u":
        return ""
    if key == "ctrl+w":
        return text.rstrip().rpartition(" ")[0]
    character = printable(key)
    return text + character if character else None
