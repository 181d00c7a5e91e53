"""Dice: what is thrown, how faces are read, how likely each result is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cached_property
from typing import ClassVar

from crittui.records import dataclass
from crittui.rules.notation import parse, written
from crittui.rules.spread import naturals, shapes
from crittui.rules.support import possible
from crittui.rules.terms import MOST_DICE, MOST_IN_ALL, MOST_SIDES, DiceError, Fault, Term, joined

__all__ = ["MOST_DICE", "MOST_SIDES", "Dice", "DiceError", "Term", "Throw"]


@dataclass(frozen=True, slots=True)
class Throw:
    """Dice as they fell.

    `natural` is what the dice come to as kept, `total` is that with the constant. `highest`, `lowest`
    and `second` (second-highest) look at all faces, dropped and further ones too; 0 where there is
    none. `faces` is empty when only the sum was told.
    """

    faces: tuple[int, ...]
    natural: int
    total: int
    highest: int
    lowest: int
    second: int


@dataclass(frozen=True)
class Dice:
    """Dice to throw and a constant to add. Made by `parse`, `of` and arithmetic.

    The faces of a throw stand in the order of the terms; the further dice of an open-ended die stand
    right behind it.
    """

    terms: tuple[Term, ...] = ()
    constant: int = 0

    NOTHING: ClassVar[Dice]

    @staticmethod
    def parse(text: str) -> Dice:
        """The dice that the notation stands for; raises DiceError."""
        return Dice(*parse(text))

    @staticmethod
    def of(count: int, sides: int) -> Dice:
        """`count` plain dice; raises DiceError outside 1-100 dice of 2-1000 sides."""
        if not (1 <= count <= MOST_DICE and 2 <= sides <= MOST_SIDES):
            raise DiceError(f"{count}d{sides} cannot be thrown", 0, f"1-{MOST_DICE} dice of 2-{MOST_SIDES} sides")
        return Dice((Term(count, sides),))

    def __hash__(self) -> int:
        return self._hash

    @cached_property
    def _hash(self) -> int:
        return hash((self.terms, self.constant))

    def __str__(self) -> str:
        return written(self.terms, self.constant)

    def __add__(self, other: Dice | int) -> Dice:
        if isinstance(other, int):
            return replace(self, constant=self.constant + other)
        return Dice(joined(self.terms + other.terms), self.constant + other.constant)

    __radd__ = __add__

    def __neg__(self) -> Dice:
        return Dice(tuple(term.negated() for term in self.terms), -self.constant)

    def __sub__(self, other: Dice | int) -> Dice:
        return self + -other

    def __rsub__(self, other: int) -> Dice:
        return -self + other

    def times(self, n: int) -> Dice:
        """The whole expression thrown `n` times and added up: 2d6+3 twice is 4d6+6. Raises DiceError below 0."""
        if n < 0:
            raise DiceError(f"dice cannot be thrown {n} times", 0, "0 or more")
        if n * len(self.sides) > MOST_IN_ALL:
            raise DiceError("too many dice", 0, f"at most {MOST_IN_ALL} in one throw")
        if all(term.divisible for term in self.terms):
            terms = tuple(replace(term, count=term.count * n) for term in self.terms) if n else ()
        else:
            terms = self.terms * n
        return Dice(joined(terms), self.constant * n)

    @property
    def is_nothing(self) -> bool:
        """Whether nothing is thrown and nothing added."""
        return not self.terms and not self.constant

    @cached_property
    def sides(self) -> tuple[int, ...]:
        """The sides of the dice thrown at first, in order."""
        return tuple(term.sides for term in self.terms for _ in range(term.count))

    @cached_property
    def is_open(self) -> bool:
        """Whether some die may roll on."""
        return any(term.open_from for term in self.terms)

    @cached_property
    def minimum(self) -> int:
        """The least total, without further dice."""
        return self.constant + sum(term.bounds[0] for term in self.terms)

    @cached_property
    def maximum(self) -> int:
        """The greatest total, without further dice."""
        return self.constant + sum(term.bounds[1] for term in self.terms)

    def next_die(self, faces_so_far: Sequence[int]) -> int | None:
        """The sides of the next die to throw; None when the throw is complete."""
        if not self.is_open:
            return self.sides[len(faces_so_far)] if len(faces_so_far) < len(self.sides) else None
        at = 0
        for term in self.terms:
            end = term.end(faces_so_far, at)
            if end is None:
                return term.sides
            at = end
        return None

    def read(self, faces: Sequence[int]) -> Throw:
        """The throw that these faces are; raises DiceError for a wrong number of dice or a face no die has."""
        if len(faces) == 1 and 0 < faces[0] <= len(self._falls):
            return self._falls[faces[0] - 1]
        return self._read(tuple(faces))

    @cached_property
    def _falls(self) -> tuple[Throw, ...]:
        """The throws of a single plain die, face by face: most rolls are one, and simulations read millions."""
        if len(self.sides) != 1 or not self.terms[0].plain:
            return ()
        return tuple(self._read((face,)) for face in range(1, self.sides[0] + 1))

    def _read(self, faces: tuple[int, ...]) -> Throw:
        natural, at = 0, 0
        for term in self.terms:
            end = term.end(faces, at)
            own = faces[at:end]
            if own and not (min(own) >= 1 and max(own) <= term.sides):
                index = next(n for n, face in enumerate(own, at) if not 1 <= face <= term.sides)
                fault = Fault("face", {"sides": term.sides, "face": faces[index]})
                raise DiceError(f"a d{term.sides} shows 1-{term.sides}", index, f"not {faces[index]}", fault)
            if end is None:
                raise self._missing(faces, term)
            natural += term.value(own)
            at = end
        if at < len(faces):
            fault = Fault("too_many", {"extra": len(faces) - at})
            raise DiceError(f"{_dice(len(faces) - at)} too many", at, f"{self} takes {at or 'none'}", fault)
        ordered = sorted(faces)
        lowest, highest = (ordered[0], ordered[-1]) if ordered else (0, 0)
        second = ordered[-2] if len(ordered) > 1 else 0
        return Throw(faces, natural, natural + self.constant, highest, lowest, second)

    def _missing(self, faces: Sequence[int], term: Term) -> DiceError:
        if term.open_from and len(faces) >= len(self.sides):
            fault = Fault("rolls_on", {"sides": term.sides})
            return DiceError("the dice roll on", len(faces), f"one more d{term.sides} is needed", fault)
        needed = f"at least {_dice(len(self.sides))}" if self.is_open else _dice(len(self.sides))
        fault = Fault("too_few", {"count": len(faces), "needed": len(self.sides)})
        return DiceError(f"{self} takes {needed}", len(faces), f"not {len(faces)}", fault)

    def sum_only(self, natural: int) -> Throw:
        """The throw of which only `natural` is known; raises DiceError if the dice cannot come to it.

        Faces are told only where the sum leaves no doubt: on a single die.
        """
        low, high = self.minimum - self.constant, self.maximum - self.constant
        # Without further dice every sum between the ends is possible.
        if not (natural in self.naturals if self.is_open else low <= natural <= high):
            fault = Fault("sum", {"natural": natural, "low": low, "high": high, "open": self.is_open})
            raise DiceError(f"{self} cannot come to {natural}", 0, self._range(), fault)
        face = abs(natural) if len(self.sides) == 1 and self.terms[0].plain else 0
        return Throw((), natural, natural + self.constant, face, face, 0)

    def _range(self) -> str:
        low, high = self.minimum - self.constant, self.maximum - self.constant
        span = f"only to {low}" if low == high else f"only to {low}-{high}"
        span += ", or roll on" if self.is_open else ""
        return f"{span}, without the {self.constant:+d}" if self.constant else span

    @cached_property
    def naturals(self) -> tuple[int, ...]:
        """All that the dice can come to as kept, without the constant, in ascending order."""
        return possible(self.terms)

    def distribution(self) -> tuple[dict[int, int], int]:
        """The weight of each natural and the total of the weights, exact."""
        ways, total = naturals(self.terms)
        return dict(ways), total

    def distribution_of_throws(self) -> tuple[dict[Throw, int], int]:
        """The weight of each throw, told apart by natural, highest, lowest and second; `faces` is empty.

        Raises DiceError when there are too many to tell apart.
        """
        ways, total = shapes(self.terms)
        return {
            Throw((), natural, natural + self.constant, highest, lowest, second): weight
            for (natural, highest, lowest, second), weight in ways.items()
        }, total


def _dice(number: int) -> str:
    return "1 die" if number == 1 else f"{number} dice"


Dice.NOTHING = Dice()
