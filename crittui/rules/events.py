"""What happened, in the order in which it happened. State, log, diagram and export all come from these.

`where` is `file:line` of the ruleset step behind an event (empty where there is none). `who` and `by`
are combatants' ids (`by` may be `gm`), `at` is a location's name or empty.
"""

from __future__ import annotations

from fractions import Fraction

from crittui.records import dataclass
from crittui.rules.requests import Modifier

Plain = int | Fraction | bool | str | None


@dataclass(frozen=True, slots=True)
class Started:
    """An action began. `who` pairs each role with a combatant; `weapon` is its name or empty."""

    action: str
    who: tuple[tuple[str, str], ...]
    weapon: str
    inputs: tuple[tuple[str, Plain], ...]
    where: str = ""


@dataclass(frozen=True, slots=True)
class Entered:
    """A named chain began."""

    chain: str
    where: str = ""


@dataclass(frozen=True, slots=True)
class Rolled:
    """Dice fell. `faces` is empty when only their sum was told; `outcome` is empty without outcomes.

    `stands` is false when the ruleset has the die thrown again.
    """

    id: str
    by: str
    dice: str
    faces: tuple[int, ...]
    natural: int
    modifiers: tuple[Modifier, ...]
    total: int
    goal: int | None
    under: bool
    outcome: str
    by_hand: bool = False
    stands: bool = True
    where: str = ""


@dataclass(frozen=True, slots=True)
class LookedUp:
    """A row was found. `row` is its id (range or text without one), `location` the place it names.

    `number` is what was looked up where that was no roll.
    """

    id: str
    table: str
    row: str
    text: str
    location: str = ""
    owner: str = ""
    stands: bool = True
    where: str = ""
    number: int | None = None


@dataclass(frozen=True, slots=True)
class NoTable:
    """A table that the ruleset leaves to the game master has no rows."""

    id: str
    table: str
    where: str = ""


@dataclass(frozen=True, slots=True)
class Chosen:
    """A choice was made; `auto` when only one option was left."""

    id: str
    by: str
    options: tuple[str, ...]
    auto: bool
    offered: tuple[str, ...]
    where: str = ""


@dataclass(frozen=True, slots=True)
class Computed:
    """A `let` got its value; `text` is the arithmetic in numbers (empty for a plain value)."""

    name: str
    value: Plain
    text: str = ""
    where: str = ""


@dataclass(frozen=True, slots=True)
class Damaged:
    """A damage step was carried out: `amount` came, `dealt` was taken by the pool itself, `overflow`
    ran on into other pools, `lost` was taken by nothing."""

    name: str
    who: str
    pool: str
    at: str
    amount: int
    dealt: int
    overflow: int
    lost: int
    where: str = ""


@dataclass(frozen=True, slots=True)
class PoolChanged:
    """A pool or counter of a combatant changed."""

    who: str
    pool: str
    at: str
    before: int
    after: int
    where: str = ""


@dataclass(frozen=True, slots=True)
class ConditionChanged:
    """A condition's number (None = absent) or the time it has left (None = no end) changed."""

    who: str
    condition: str
    at: str
    before: int | None
    after: int | None
    left: int | None = None
    unit: str = ""
    where: str = ""


@dataclass(frozen=True, slots=True)
class ConditionBegan:
    """A derived condition now holds."""

    who: str
    condition: str
    where: str = ""


@dataclass(frozen=True, slots=True)
class ConditionEnded:
    """A derived condition no longer holds."""

    who: str
    condition: str
    where: str = ""


@dataclass(frozen=True, slots=True)
class Noted:
    """A note of the ruleset, or of the game master (`by_gm`)."""

    text: str
    by_gm: bool = False
    where: str = ""


@dataclass(frozen=True, slots=True)
class Struck:
    """The blow landed here and took `amount` points: the body shows this place as hurt."""

    who: str
    at: str
    amount: int
    where: str = ""


@dataclass(frozen=True, slots=True)
class Stopped:
    """The action ended early, with these words."""

    text: str
    where: str = ""


@dataclass(frozen=True, slots=True)
class Ended:
    """The chain is over. `report` holds the ruleset's report lines; `verdict` is what the action's
    `shows` calls the result: critical, fumble, hit, miss, defended, or empty."""

    report: tuple[tuple[str, Plain], ...] = ()
    verdict: str = ""
    where: str = ""


@dataclass(frozen=True, slots=True)
class Ticked:
    """A unit of time passed for these combatants."""

    unit: str
    who: tuple[str, ...]
    where: str = ""


@dataclass(frozen=True, slots=True)
class PeriodBegan:
    """The periodic steps of a condition begin for its bearer."""

    who: str
    condition: str
    where: str = ""


@dataclass(frozen=True, slots=True)
class RoundBegan:
    """A new round began."""

    number: int
    where: str = ""


@dataclass(frozen=True, slots=True)
class TurnBegan:
    """It is this combatant's turn."""

    who: str
    where: str = ""


@dataclass(frozen=True, slots=True)
class CombatEnded:
    """The combat is over: what lasts until then has ended."""

    where: str = ""


@dataclass(frozen=True, slots=True)
class OptionSet:
    """A house rule has another value from here on."""

    option: str
    before: str
    after: str
    where: str = ""


Event = (
    Started
    | Entered
    | Rolled
    | LookedUp
    | NoTable
    | Chosen
    | Computed
    | Damaged
    | PoolChanged
    | ConditionChanged
    | ConditionBegan
    | ConditionEnded
    | Noted
    | Struck
    | Stopped
    | Ended
    | Ticked
    | PeriodBegan
    | RoundBegan
    | TurnBegan
    | CombatEnded
    | OptionSet
)
