"""What the core asks of the shell, and the answers it takes."""

from __future__ import annotations

from crittui.records import dataclass
from crittui.rules.dice import Dice

GM = "gm"


@dataclass(frozen=True, slots=True)
class Modifier:
    """One named part of a roll's modifier; a zero part is not listed."""

    name: str
    value: int


@dataclass(frozen=True, slots=True)
class RollRequest:
    """Roll these dice.

    `by` is a combatant's id or `gm`. With `under`, the roll must not exceed `goal`, which already
    holds the modifiers; without, the total (dice and modifiers) must reach it. `goal` is None for
    a roll against nothing. With `faces_needed` the single faces matter, so a sum will not do.
    `where` is `file:line` of the step.
    """

    id: str
    by: str
    dice: Dice
    modifiers: tuple[Modifier, ...]
    goal: int | None
    under: bool
    faces_needed: bool
    where: str

    @property
    def modifier(self) -> int:
        """The sum of the modifiers."""
        return sum(m.value for m in self.modifiers)


@dataclass(frozen=True, slots=True)
class Offer:
    """One thing that can be chosen now: `option` is its name in the ruleset, an entry's name, or a row.

    `detail` tells more of an entry: the choices among its fields.
    """

    option: str
    label: str
    detail: str = ""


@dataclass(frozen=True, slots=True)
class Refusal:
    """An option that cannot be chosen now, and why: the words of the rule."""

    option: str
    label: str
    words: str


@dataclass(frozen=True, slots=True)
class ChooseRequest:
    """Choose `pick` of the offered options. `default` is what a simulation takes. `refused` may only be looked at."""

    id: str
    by: str
    ask: str
    offers: tuple[Offer, ...]
    pick: int
    default: str
    where: str
    refused: tuple[Refusal, ...] = ()


Request = RollRequest | ChooseRequest


@dataclass(frozen=True, slots=True)
class Faces:
    """Dice as they fell, in the order asked; `by_hand` when somebody typed them in."""

    faces: tuple[int, ...]
    by_hand: bool = False


@dataclass(frozen=True, slots=True)
class Natural:
    """The sum of the dice alone, when only that was told ("11 on the d8s")."""

    value: int
    by_hand: bool = True


@dataclass(frozen=True, slots=True)
class Picked:
    """The options chosen, by the names under which they were offered."""

    options: tuple[str, ...]


Answer = Faces | Natural | Picked
