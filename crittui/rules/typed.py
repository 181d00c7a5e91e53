"""What somebody at the table types for dice that lie before them."""

from __future__ import annotations

from crittui.errors import AnswerError
from crittui.rules.dice import Dice, DiceError
from crittui.rules.requests import Faces, Natural


def typed_faces(text: str, dice: Dice, faces_needed: bool) -> Faces | Natural:
    """The faces, or the sum of several dice, that the text tells; raises AnswerError."""
    try:
        numbers = tuple(int(n) for n in text.replace(",", " ").replace("+", " ").split())
    except ValueError:
        raise AnswerError("not a number") from None
    try:
        if len(numbers) == 1 and len(dice.sides) > 1 and not faces_needed:
            return Natural(dice.sum_only(numbers[0]).natural)
        return Faces(dice.read(numbers).faces, by_hand=True)
    except DiceError as error:
        raise AnswerError(error.what, "", error.hint) from None
