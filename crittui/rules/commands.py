"""What the table can ask for. A command together with its answers gives events, always the same ones."""

from __future__ import annotations

from crittui.records import dataclass
from crittui.rules.events import Plain


@dataclass(frozen=True, slots=True)
class Act:
    """Carry out an action.

    `who` pairs each role of the action with a combatant's id, `things` each of its uses with the
    name of a thing. Dice are given as their notation. Inputs that are left out take their default.
    """

    action: str
    who: tuple[tuple[str, str], ...]
    weapon: str = ""
    inputs: tuple[tuple[str, Plain], ...] = ()
    things: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class NextTurn:
    """The next combatant who can still fight has the turn; behind the last a new round begins."""


@dataclass(frozen=True, slots=True)
class PassTime:
    """Let `count` units of time pass for everybody."""

    unit: str
    count: int = 1


@dataclass(frozen=True, slots=True)
class EndCombat:
    """The combat is over."""


@dataclass(frozen=True, slots=True)
class Edit:
    """The game master sets what a pool or counter holds now. `at` is a location or empty."""

    who: str
    stat: str
    at: str
    value: int


@dataclass(frozen=True, slots=True)
class SetCondition:
    """The game master gives a condition this number; None takes it away. `at` is a location or empty."""

    who: str
    condition: str
    at: str
    value: int | None


@dataclass(frozen=True, slots=True)
class Remark:
    """The game master notes something."""

    text: str


@dataclass(frozen=True, slots=True)
class SetOption:
    """A house rule has this value, written as in a ruleset file, from here on."""

    option: str
    value: str


Command = Act | NextTurn | PassTime | EndCombat | Edit | SetCondition | Remark | SetOption
