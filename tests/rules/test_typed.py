"""What people type for the dice before them."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from crittui.errors import AnswerError
from crittui.rules.dice import Dice
from crittui.rules.requests import Faces, Natural
from crittui.rules.terms import Fault
from crittui.rules.typed import TypedError, typed_faces

patient = settings(deadline=None)


def refusal(text: str, dice: str, faces_needed: bool = False) -> str:
    with pytest.raises(AnswerError) as caught:
        typed_faces(text, Dice.parse(dice), faces_needed)
    return str(caught.value)


@pytest.mark.parametrize("faces_needed", [False, True])
@pytest.mark.parametrize(
    ("dice", "text", "faces"),
    [
        ("d20", "17", (17,)),
        ("d20", " 07 ", (7,)),
        ("d20+3", "20", (20,)),
        ("-d20", "6", (6,)),
        ("2d8+3", "4,7", (4, 7)),
        ("2d8+3", "4, 7", (4, 7)),
        ("2d8+3", "4+7", (4, 7)),
        ("2d8+3", "4 + 7", (4, 7)),
        ("2d8+3", "4;7", (4, 7)),
        ("2d8+3", "4\u00a07", (4, 7)),
        ("2d8", "\uff14\u3000\uff17", (4, 7)),
        ("2d8", "\uff14\u3001\uff17", (4, 7)),
        ("3d6-1d4", "1 2 3 4", (1, 2, 3, 4)),
        ("4d6 highest 3", "1 6 2 5", (1, 6, 2, 5)),
        ("d100", "64", (64,)),
        ("d100", "100", (100,)),
        ("d100", "00", (100,)),
        ("d100", "90", (90,)),
        ("d100+d6", "60 4 5", (64, 5)),
        ("d6+d100", "5 60 4", (5, 64)),
        ("2d100", "60 4", (60, 4)),
        ("2d100", "60 4 00 0", (64, 100)),
        ("2d100", "00 00", (100, 100)),
        ("d10", "10", (10,)),
        ("2d10", "0 7", (10, 7)),
        ("d1000", "000", (1000,)),
        ("d6 open", "5", (5,)),
        ("d6 open", "6 6 5", (6, 6, 5)),
        ("3d6 open", "6 2 6 3 1", (6, 2, 6, 3, 1)),
        ("d100 open 96+ 5-", "96 40", (96, 40)),
        ("d100 open 96+ 5-", "00 40", (100, 40)),
        ("d100 open 96+ 5-", "60 4", (64,)),
        ("d100 open 96+ 5-", "00 3 70 2", (3, 72)),
        ("d100 open 96+ 5-", "100 5", (100, 5)),
    ],
)
def test_faces(dice: str, text: str, faces: tuple[int, ...], faces_needed: bool) -> None:
    assert typed_faces(text, Dice.parse(dice), faces_needed) == Faces(faces, by_hand=True)


@pytest.mark.parametrize(
    ("text", "face"),
    [
        pytest.param("00 1", 1, id="row 129 00 and 1"),
        pytest.param("00 0", 100, id="row 129 00 and 0"),
        pytest.param("90 0", 90, id="row 129 90 and 0"),
        pytest.param("60 0", 60, id="row 129 60 and 0"),
        pytest.param("60+4", 64, id="row 129 60 and 4"),
    ],
)
def test_tens_and_ones(text: str, face: int) -> None:
    assert typed_faces(text, Dice.parse("d100"), False) == Faces((face,), by_hand=True)


def test_row_131_a_d10_counted_from_zero() -> None:
    assert typed_faces("0", Dice.parse("d10"), False) == Faces((10,), by_hand=True)


@pytest.mark.parametrize("text", ["0", "21"])
def test_row_131_a_d20_has_no_other_faces(text: str) -> None:
    assert refusal(text, "d20") == f"a d20 shows 1-20, not {text}"


def test_row_131_both_faces_of_2d8_are_kept() -> None:
    dice = Dice.parse("2d8")
    answer = typed_faces("4 7", dice, False)
    assert answer == Faces((4, 7), by_hand=True)
    assert isinstance(answer, Faces)
    assert dice.read(answer.faces).natural == 11


@pytest.mark.parametrize(
    ("dice", "text", "natural"),
    [
        ("2d8+3", "11", 11),
        ("2d8+3", "2", 2),
        ("2d20 highest", "17", 17),
        ("6d10 count 8+", "0", 0),
        ("d6-d8", "-2", -2),
        ("d6-d8", "\u22122", -2),
        ("d6 open", "17", 17),
        ("2d6 open", "6", 6),
        ("d100 open 96+ 5-", "196", 196),
        ("d100 open 96+ 5-", "-20", -20),
    ],
)
def test_one_number_for_several_dice_is_their_sum(dice: str, text: str, natural: int) -> None:
    assert typed_faces(text, Dice.parse(dice), False) == Natural(natural)
    assert refusal(text, dice, faces_needed=True).startswith("each die is needed, a d")


@pytest.mark.parametrize(
    ("dice", "text", "said"),
    [
        ("d20", "", "a d20 shows 1-20"),
        ("d20", "   ", "a d20 shows 1-20"),
        ("d20", "abc", "a d20 shows 1-20"),
        ("d20", "-3", "a d20 shows 1-20, not -3"),
        ("d20", "1_0", "a d20 shows 1-20"),
        ("d20", "1e1", "a d20 shows 1-20"),
        ("d20", "4.0", "a d20 shows 1-20"),
        ("d20", "\u00b2", "a d20 shows 1-20"),
        ("d20", "\u0663", "a d20 shows 1-20"),
        ("d20", "\u2465", "a d20 shows 1-20"),
        ("d20", "9" * 5000, "a d20 shows 1-20"),
        ("d20", "1 " * 5000, "a d20 shows 1-20"),
        ("d20", "4 5", "2 numbers for d20, a d20 shows 1-20"),
        ("d100", "0", "a d100 shows 1-100, not 0"),
        ("d100", "000", "a d100 shows 1-100, not 0"),
        ("d100", "101", "a d100 shows 1-100, not 101"),
        ("d100", "6 4", "60 4 is 64"),
        ("d100", "60 44", "60 4 is 64"),
        ("d10", "00", "a d10 shows 1-10, not 0"),
        ("2d8+3", "17", "2-16, without the +3"),
        ("2d8+3", "1", "2-16, without the +3"),
        ("2d8+3", "9 1", "a d8 shows 1-8, not 9"),
        ("2d8+3", "4 7 1", "type 2 numbers like 4 7"),
        ("2d8+3", "4+", "type 2 numbers like 4 7"),
        ("3d8", "4 7", "3d8 takes 3 dice, not 2"),
        ("2d100", "60 4 30", "3 numbers for 2d100"),
        ("d6 open", "6", "the dice roll on, one more d6 is needed"),
        ("d6 open", "12", "cannot come to 12"),
        ("6d6", "x", "a d6 shows 1-6: type 6 numbers like 3 5 3 5 ..."),
        ("4d6", "x", "a d6 shows 1-6: type 4 numbers like 3 5 3 5"),
        ("d6+2d8", "x", "a d6 shows 1-6, a d8 shows 1-8: type 3 numbers like 3 7 4"),
        ("d6 open", "0", "a d6 shows 1-6, not 0"),
        ("d6 open", "6 7", "a d6 shows 1-6, not 7"),
        ("d6 open", "5 5", "1 die too many"),
        ("3d6 open", "6 2 6", "the dice roll on"),
        ("d100 open 96+ 5-", "3", "the dice roll on"),
        ("d100 open 96+ 5-", "90 6", "the dice roll on"),
        ("d100 open 96+ 5-", "00 5", "can be read in two ways, type 100 5 or 5"),
        ("d100 open 90+", "90 5", "can be read in two ways, type 90 5 or 95"),
        ("4", "4", "there are no dice to throw"),
        ("0", "", "there are no dice to throw"),
    ],
)
def test_what_does_not_fit_is_refused_with_the_range(dice: str, text: str, said: str) -> None:
    assert said in refusal(text, dice)


def test_a_refusal_carries_what_is_wrong_as_data() -> None:
    with pytest.raises(TypedError) as caught:
        typed_faces("21", Dice.parse("d20"), False)
    assert caught.value.fault == Fault("face", {"sides": 20, "face": 21})
    with pytest.raises(TypedError) as caught:
        typed_faces("17", Dice.parse("2d8+3"), False)
    assert caught.value.fault == Fault("sum", {"natural": 17, "low": 2, "high": 16, "open": False})
    with pytest.raises(TypedError) as caught:
        typed_faces("00 5", Dice.parse("d100 open 96+ 5-"), False)
    assert caught.value.fault == Fault("two_ways", {"first": "100 5", "second": "5"})


TEXTS = st.text(max_size=30) | st.text("0123456789 ,+-", max_size=20)
DICE = st.sampled_from(
    ["d20", "2d8+3", "d100", "2d100-d10", "d10", "4d6 highest 3", "6d10 count 8+", "3d6 open", "d100 open 96+ 5-", "4"]
)


@patient
@given(TEXTS, DICE, st.booleans())
def test_any_text_is_an_answer_the_dice_accept_or_is_refused(text: str, notation: str, faces_needed: bool) -> None:
    dice = Dice.parse(notation)
    try:
        answer = typed_faces(text, dice, faces_needed)
    except AnswerError:
        return
    assert answer.by_hand
    if isinstance(answer, Faces):
        assert dice.read(answer.faces).faces == answer.faces
    else:
        assert not faces_needed
        assert dice.sum_only(answer.value).natural == answer.value


@patient
@given(DICE.filter(lambda text: text != "4"), st.data())
def test_faces_written_out_are_read_back(notation: str, data: st.DataObject) -> None:
    dice = Dice.parse(notation)
    faces: list[int] = []
    while (die := dice.next_die(faces)) is not None:
        faces.append(data.draw(st.integers(1, die)))
    text = data.draw(st.sampled_from([" ", ",", "+", " , "])).join(map(str, faces))
    try:
        answer = typed_faces(text, dice, True)
    except AnswerError as error:
        outcome = error.what
    else:
        outcome = "read back" if answer == Faces(tuple(faces), by_hand=True) else "read wrongly"
    assert outcome == "read back" or (dice.is_open and "two ways" in outcome)
