"""Drivers."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from crittui.errors import CrittuiError
from crittui.rules.dice import Dice
from crittui.rules.requests import ChooseRequest, Faces, Natural, RollRequest
from crittui.session.dice import HandDice, RandomDice, ScriptedDice, drive
from tests.session.table import attack, duel


def request(dice: str, id: str = "roll") -> RollRequest:
    return RollRequest(id, "ann", Dice.parse(dice), (), None, False, False, "")


def test_random_dice_show_faces_that_the_dice_have() -> None:
    dice = RandomDice(Random(7))
    fell = [dice.roll(request("2d6+1d4")) for _ in range(2000)]
    assert not any(answer.by_hand for answer in fell)
    columns = [Counter(column) for column in zip(*(answer.faces for answer in fell), strict=True)]
    assert [sorted(column) for column in columns] == [[1, 2, 3, 4, 5, 6], [1, 2, 3, 4, 5, 6], [1, 2, 3, 4]]
    assert all(count > 250 for column in columns for count in column.values())


def test_open_ended_dice_roll_on() -> None:
    dice, open_ended = RandomDice(Random(1)), request("d6 open")
    lengths = set()
    for _ in range(300):
        faces = dice.roll(open_ended).faces
        open_ended.dice.read(faces)
        lengths.add(len(faces))
    assert lengths > {1, 2, 3}


def test_the_same_seed_gives_the_same_dice() -> None:
    def fell(seed: int) -> list[Faces]:
        dice = RandomDice(Random(seed))
        return [dice.roll(request("3d20")) for _ in range(20)]

    assert fell(3) == fell(3)
    assert fell(3) != fell(4)


def test_scripted_dice_fall_by_id_and_else_in_order() -> None:
    dice = ScriptedDice([1, (2, 3), 11], {"attack": [20, 19]})
    assert dice.roll(request("d20", "attack")) == Faces((20,))
    assert dice.roll(request("d6")) == Faces((1,))
    assert dice.roll(request("d20", "attack")) == Faces((19,))
    assert dice.unused == [""]
    assert dice.roll(request("2d6")) == Faces((2, 3))
    assert dice.roll(request("2d8+3")) == Natural(11, by_hand=False)
    assert dice.unused == []
    with pytest.raises(CrittuiError, match="no dice are written for parry"):
        dice.roll(request("d20", "parry"))


def test_scripted_dice_that_never_fell_are_told() -> None:
    assert ScriptedDice([1], {"a": [2], "b": []}).unused == ["a", ""]


def test_driving_stops_at_a_choice_and_at_the_end() -> None:
    game = duel()
    game.submit(attack("ann", "bob"))
    drive(game, ScriptedDice([15]))
    assert isinstance(game.request, ChooseRequest)
    drive(game, ScriptedDice())
    game.undo()
    game.submit(attack("ann", "bob"))
    drive(game, ScriptedDice([2]))
    assert game.request is None


def test_by_hand_every_roll_waits() -> None:
    game = duel()
    game.submit(attack("ann", "bob"))
    drive(game, HandDice())
    assert isinstance(game.request, RollRequest)
