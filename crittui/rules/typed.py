"""What somebody at the table types for dice that lie before them."""

from __future__ import annotations

import re

from crittui.errors import AnswerError
from crittui.rules.dice import Dice, DiceError
from crittui.rules.notation import plain_minus
from crittui.rules.requests import Faces, Natural
from crittui.rules.terms import Fault

MOST_CHARACTERS = 1000


class TypedError(AnswerError):
    """What was typed cannot be these dice; `fault` says why in a form that can be told in any language."""

    def __init__(self, what: str, hint: str, fault: Fault) -> None:
        super().__init__(what, "", hint)
        self.fault = fault


_NUMBERS = re.compile(r"-?[0-9]{1,9}(?:(?:\s*[,;+]\s*|\s+)-?[0-9]{1,9})*")
_NUMBER = re.compile(r"-?[0-9]+")
_TENS = re.compile(r"[0-9]0")
_WIDE = str.maketrans("０１２３４５６７８９，；＋－、", "0123456789,;+-,")


def typed_faces(text: str, dice: Dice, faces_needed: bool) -> Faces | Natural:
    """The faces that the text tells, or the sum of the dice when it tells only that; raises TypedError.

    `4 7`, `4,7` and `4+7` are two faces. One number for several dice is their sum, unless the single
    faces are needed. Every d100 may be given as two dice, tens and ones (`60 4`, `00 0` is 100); zeros
    alone are the top face of a die that counts from zero: 0 on a d10, 00 on a d100.
    """
    numbers = _numbers(text, dice)
    try:
        if len(numbers) == 1 and not _is_face(numbers[0], dice):
            return _sum(int(numbers[0]), dice, faces_needed)
        return Faces(_faces(numbers, dice), by_hand=True)
    except DiceError as error:
        raise TypedError(error.what, error.hint, error.fault or Fault("unreadable")) from None


def _numbers(text: str, dice: Dice) -> list[str]:
    if not dice.sides:
        raise TypedError("there are no dice to throw", f"it is {dice}", Fault("no_dice"))
    plain = plain_minus(text).translate(_WIDE).strip()
    if not plain:
        raise TypedError("no number was typed", _wanted(dice), Fault("nothing_typed"))
    if len(plain) > MOST_CHARACTERS or not _NUMBERS.fullmatch(plain):
        raise TypedError(f"{text.strip()[:20]!r} cannot be read as dice", _wanted(dice), Fault("unreadable"))
    return _NUMBER.findall(plain)


def _wanted(dice: Dice) -> str:
    shows = ", ".join(f"a d{die} shows 1-{die}" for die in dict.fromkeys(dice.sides))
    if len(dice.sides) > 1:
        return f"{shows}: type {len(dice.sides)} numbers like {example(dice)}"
    return shows + (" (00 is 100, 60 4 is 64)" if dice.sides[0] == 100 else "")


def example(dice: Dice) -> str:
    """Faces that such dice might show; of many dice only the first."""
    faces = [str(die - 1 if index % 2 else die // 2) for index, die in enumerate(dice.sides)]
    return " ".join(faces[:4]) + (" ..." if len(faces) > 4 else "")


def _is_face(number: str, dice: Dice) -> bool:
    """Whether one number alone is a die, not the sum of several or of a die that rolled on."""
    if len(dice.sides) > 1:
        return False
    return not dice.is_open or number == "00" or 0 <= int(number) <= dice.sides[0]


def _sum(number: int, dice: Dice, faces_needed: bool) -> Natural:
    if faces_needed:
        raise TypedError("each die is needed", _wanted(dice), Fault("each_needed"))
    return Natural(dice.sum_only(number).natural)


def _faces(numbers: list[str], dice: Dice) -> tuple[int, ...]:
    """The one complete throw that the numbers can be; raises DiceError, TypedError."""
    single = _reading(numbers, dice, in_pairs=False)
    paired = _reading(numbers, dice, in_pairs=True)
    if single and paired and single != paired and dice.is_open and len(paired) >= len(dice.sides):
        first, second = (" ".join(map(str, faces)) for faces in (single, paired))
        fault = Fault("two_ways", {"first": first, "second": second})
        raise TypedError(f"{' '.join(numbers)} can be read in two ways", f"type {first} or {second}", fault)
    faces = single or paired
    if faces is None and not dice.is_open and len(numbers) != len(dice.sides):
        fault = Fault("count", {"count": len(numbers), "needed": len(dice.sides)})
        raise TypedError(f"{len(numbers)} numbers for {dice}", _wanted(dice), fault)
    return dice.read(faces or _singles(numbers, dice)).faces


def _reading(numbers: list[str], dice: Dice, in_pairs: bool) -> tuple[int, ...] | None:
    """The faces, with each d100 as one number or as a pair; None when the numbers do not fit the dice."""
    faces: list[int] = []
    at = 0
    while at < len(numbers):
        die = dice.next_die(faces)
        if die is None:
            return None
        if in_pairs and die == 100:
            face = _pair(numbers[at : at + 2])
            at += 2
        else:
            face = _single(numbers[at], die)
            at += 1
        if not 1 <= face <= die:
            return None
        faces.append(face)
    return tuple(faces)


def _pair(numbers: list[str]) -> int:
    """Tens and ones together, 100 for double zero; 0 when they are not such a pair."""
    if len(numbers) < 2 or not _TENS.fullmatch(numbers[0]) or len(numbers[1]) > 1:
        return 0
    return int(numbers[0]) + int(numbers[1]) or 100


def _single(number: str, die: int) -> int:
    zeros = not number.strip("0")
    return die if zeros and 10 ** len(number) == die else int(number)


def _singles(numbers: list[str], dice: Dice) -> list[int]:
    """The numbers as faces, whether the dice have them or not: for the error that says which do not fit."""
    faces: list[int] = []
    for number in numbers:
        faces.append(_single(number, dice.next_die(faces) or 0))
    return faces
