"""One kind of die in a throw: how many, how they are kept, how their faces are read."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import field, replace
from typing import Literal

from crittui.errors import CrittuiError
from crittui.records import dataclass

MOST_DICE = 100
MOST_SIDES = 1000
MOST_IN_ALL = 1000
FURTHER_DICE = 5

Keep = Literal["all", "highest", "lowest", "count"]


@dataclass(frozen=True, slots=True)
class Fault:
    """What is wrong with dice as somebody gave them, for whoever tells it in words of their own.

    `values` belong to the kind: `face` (sides, face), `sum` (natural, low, high, open), `too_many` (extra),
    `too_few` (count, needed), `rolls_on` (sides), `count` (count, needed), `two_ways` (first, second); `unreadable`,
    `nothing_typed`, `each_needed` and `no_dice` have none.
    """

    kind: str
    values: Mapping[str, int | str] = field(default_factory=dict)


class DiceError(CrittuiError):
    """Dice that cannot be read or thrown.

    `offset` is the character at which the notation goes wrong, or the index of the face that is; `fault` says
    what is wrong with faces or a sum, None where the notation is.
    """

    def __init__(self, what: str, offset: int = 0, hint: str = "", fault: Fault | None = None) -> None:
        super().__init__(what, "", hint)
        self.offset = offset
        self.fault = fault


@dataclass(frozen=True, slots=True)
class Term:
    """`count` dice of `sides` sides, added (`sign` 1) or taken away (-1).

    `kept` is how many dice stay (`keep` highest, lowest) or the least face that counts (`count`).
    `open_from` is the least face on which a die rolls on and adds, `low_to` the greatest first face
    on which it rolls on and subtracts; 0 is never.
    """

    count: int
    sides: int
    sign: int = 1
    keep: Keep = "all"
    kept: int = 0
    open_from: int = 0
    low_to: int = 0

    @property
    def plain(self) -> bool:
        """Whether every die counts with its face and none rolls on."""
        return self.keep == "all" and not self.open_from

    @property
    def divisible(self) -> bool:
        """Whether the dice count one by one, so that the term can be split and joined."""
        return self.keep in ("all", "count")

    @property
    def bounds(self) -> tuple[int, int]:
        """The least and the greatest that the dice come to, signed, without further dice."""
        if self.keep == "count":
            low, high = self.count if self.kept == 1 else 0, self.count
        else:
            dice = self.count if self.keep == "all" else self.kept
            low, high = dice, dice * self.sides
        return (low, high) if self.sign > 0 else (-high, -low)

    def negated(self) -> Term:
        """The same dice with the other sign."""
        return replace(self, sign=-self.sign)

    def end(self, faces: Sequence[int], start: int) -> int | None:
        """The index behind this term's last face, or None while dice are missing."""
        if not self.open_from:
            end = start + self.count
            return end if end <= len(faces) else None
        at: int | None = start
        for _ in range(self.count):
            at = self._chain_end(faces, at) if at is not None else None
        return at

    def value(self, faces: Sequence[int]) -> int:
        """What the dice come to, signed. `faces` are exactly those of this term."""
        return self.sign * self._value(faces)

    def _value(self, faces: Sequence[int]) -> int:
        if self.open_from:
            return self._open_value(faces)
        match self.keep:
            case "highest":
                return sum(sorted(faces, reverse=True)[: self.kept])
            case "lowest":
                return sum(sorted(faces)[: self.kept])
            case "count":
                return sum(face >= self.kept for face in faces)
        return sum(faces)

    def _open_value(self, faces: Sequence[int]) -> int:
        value, at = 0, 0
        while at < len(faces):
            end = self._chain_end(faces, at)
            further = sum(faces[at + 1 : end])
            value += faces[at] + (-further if faces[at] <= self.low_to else further)
            at = len(faces) if end is None else end
        return value

    def _chain_end(self, faces: Sequence[int], start: int) -> int | None:
        """The index behind one open-ended die and the further dice that follow it."""
        at = start
        for thrown in range(1 + FURTHER_DICE):
            if at >= len(faces):
                return None
            face = faces[at]
            at += 1
            if face < self.open_from and (thrown or face > self.low_to):
                break
        return at


def joined(terms: Sequence[Term]) -> tuple[Term, ...]:
    """The terms with equal neighbours put together; no face changes its place."""
    result: list[Term] = []
    for term in terms:
        last = result[-1] if result else None
        if last is not None and term.divisible and replace(last, count=term.count) == term:
            result.pop()
            term = replace(term, count=last.count + term.count)
        while term.divisible and term.count > MOST_DICE:
            result.append(replace(term, count=MOST_DICE))
            term = replace(term, count=term.count - MOST_DICE)
        result.append(term)
    if sum(term.count for term in result) > MOST_IN_ALL:
        raise DiceError("too many dice", 0, f"at most {MOST_IN_ALL} in one throw")
    return tuple(result)
