"""Who rolls: drivers that answer a game's requests for dice."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import TYPE_CHECKING, Protocol

from crittui.errors import CrittuiError
from crittui.rules.requests import Answer, Faces, Natural, RollRequest

if TYPE_CHECKING:
    from crittui.session.game import Game

Fall = int | Sequence[int]
"""How dice fell: the single faces, or the sum of the dice alone."""


class Driver(Protocol):
    """Answers requests for dice; None leaves one open for somebody else."""

    def roll(self, request: RollRequest) -> Answer | None: ...


class RandomDice:
    """Dice that fall as `random` has it."""

    def __init__(self, random: Random) -> None:
        self._random = random

    def roll(self, request: RollRequest) -> Faces:
        """The faces, one die after the other, as many as the dice ask for."""
        faces: tuple[int, ...] = ()
        while (sides := request.dice.next_die(faces)) is not None:
            faces += (self._random.randint(1, sides),)
        return Faces(faces)


class HandDice:
    """Dice on a real table: every request waits for a person."""

    def roll(self, request: RollRequest) -> None:
        del request


class ScriptedDice:
    """Dice that fall as written: those of a roll by its id, any others one after the other.

    Dice that are asked for but not written are a CrittuiError.
    """

    def __init__(self, in_order: Sequence[Fall] = (), by_id: Mapping[str, Sequence[Fall]] | None = None) -> None:
        self._in_order = list(in_order)
        self._by_id = {name: list(falls) for name, falls in (by_id or {}).items()}

    def roll(self, request: RollRequest) -> Answer:
        """The next fall written for this roll."""
        falls = self._by_id.get(request.id) or self._in_order
        if not falls:
            raise CrittuiError(f"no dice are written for {request.id}")
        return _answer(request, falls.pop(0))

    @property
    def unused(self) -> list[str]:
        """The ids of the rolls with dice that never fell; an empty one for dice written in order."""
        return [name for name, falls in {**self._by_id, "": self._in_order}.items() if falls]


def drive(game: Game, driver: Driver) -> None:
    """Answer requests for dice until there is a choice to make, the driver leaves one open, or all is done."""
    while isinstance(game.request, RollRequest):
        answer = driver.roll(game.request)
        if answer is None:
            return
        game.answer(answer)


def _answer(request: RollRequest, fall: Fall) -> Answer:
    if not isinstance(fall, int):
        return Faces(tuple(fall))
    single = request.dice.next_die(()) is not None and request.dice.next_die((fall,)) is None
    return Faces((fall,)) if single else Natural(fall, by_hand=False)
