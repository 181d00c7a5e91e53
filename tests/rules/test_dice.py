"""Dice against what they are by hand, against every face, and against another implementation."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from itertools import product

import icepool
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from crittui.rules.dice import Dice, DiceError, Throw

Value = Callable[[Sequence[int]], int]

patient = settings(deadline=None, max_examples=40)


def refused(text: str) -> DiceError:
    with pytest.raises(DiceError) as caught:
        Dice.parse(text)
    return caught.value


def probabilities(dice: Dice) -> dict[int, Fraction]:
    ways, total = dice.distribution()
    return {natural: Fraction(weight, total) for natural, weight in ways.items()}


# ---------------------------------------------------------------- notation


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("d20", "d20"),
        ("1d20", "d20"),
        ("D20", "d20"),
        (" 2 d 8 + 3 ", "2d8+3"),
        ("2d8\u00a0+\u20093", "2d8+3"),
        ("3d6-1d4", "3d6-d4"),
        ("d%", "d100"),
        ("9+2d6", "2d6+9"),
        ("2-1d6", "-d6+2"),
        ("-1d20+4", "-d20+4"),
        ("+d6", "d6"),
        ("1+2d6+3-1", "2d6+3"),
        ("d6+d6", "2d6"),
        ("60d6+60d6", "100d6+20d6"),
        ("d6+d8+d6", "d6+d8+d6"),
        ("2d20 highest", "2d20 highest"),
        ("2d20highest1", "2d20 highest"),
        ("4d6 HIGHEST 3", "4d6 highest 3"),
        ("4d6 highest 3 - 2", "4d6 highest 3 - 2"),
        ("4d6 lowest 4", "4d6"),
        ("2d20 lowest-1d4", "2d20 lowest - d4"),
        ("d4 - 2d20 lowest", "d4-2d20 lowest"),
        ("6d10 count 8+", "6d10 count 8+"),
        ("6d10 count 8 + + 2", "6d10 count 8+ + 2"),
        ("d6 open", "d6 open"),
        ("d6 open 6+", "d6 open"),
        ("d6 open + 3", "d6 open + 3"),
        ("d100 open 96+", "d100 open 96+"),
        ("d% open 96+ 5-", "d100 open 96+ 5-"),
        ("d100 open 96+ 5- - 3", "d100 open 96+ 5- - 3"),
        ("d100 open 96+ + 5 - 3", "d100 open 96+ + 2"),
        ("4", "4"),
        ("-1", "-1"),
        ("0", "0"),
        ("2-2", "0"),
        ("100d1000", "100d1000"),
    ],
)
def test_notation_has_one_canonical_form(text: str, canonical: str) -> None:
    dice = Dice.parse(text)
    assert str(dice) == canonical
    assert Dice.parse(canonical) == dice


@pytest.mark.parametrize("dash", "\u2010\u2011\u2012\u2013\u2212")
def test_a_typographic_minus_is_a_minus(dash: str) -> None:
    assert Dice.parse(f"{dash}1d20{dash}2") == Dice.parse("-1d20-2")
    assert Dice.parse(f"d100 open 96+ 5{dash}") == Dice.parse("d100 open 96+ 5-")


@pytest.mark.parametrize(
    ("text", "offset"),
    [
        ("", 0),
        ("  ", 2),
        ("+", 1),
        ("-", 1),
        ("--1", 1),
        ("d", 1),
        ("dd", 1),
        ("d20+", 4),
        ("d20++1", 4),
        ("2d6 3", 4),
        ("2d6kh3", 3),
        ("0d6", 0),
        ("101d6", 0),
        ("d0", 1),
        ("4d1", 2),
        ("d1001", 1),
        ("9999999", 0),
        ("4d6*2", 3),
        ("d6!", 2),
        ("(0-5)d10", 0),
        ("2.5", 1),
        ("\u00b2d6", 0),
        ("d\uff16", 1),
        ("\u0663d6", 0),
        ("2d6 highest 0", 12),
        ("2d6 highest 3", 12),
        ("2d6 highest lowest", 12),
        ("6d10 count", 10),
        ("6d10 count 8", 11),
        ("6d10 count 11+", 11),
        ("6d10 count 0+", 11),
        ("d6 open 5+3", 10),
        ("d6 open 1+", 8),
        ("d6 open 7+", 8),
        ("d6 open 5+ 5-", 11),
        ("d100 open 5-", 10),
        ("d100 open 96+ 5-3", 16),
    ],
)
def test_what_cannot_be_thrown_is_refused_where_it_goes_wrong(text: str, offset: int) -> None:
    error = refused(text)
    assert (error.offset, bool(error.what), bool(error.hint)) == (offset, True, True)


def test_long_texts_are_refused_before_they_are_read() -> None:
    assert Dice.parse("d6+" * 66 + "10").maximum == 406
    assert refused("d6+" * 66 + "100").offset == 200
    assert refused("9" * 200).hint
    assert refused("d" + "9" * 100_000).offset == 200
    assert "1000" in refused("+".join(["100d6"] * 10 + ["1d6"])).hint
    assert Dice.parse("+".join(["100d6"] * 10)).minimum == 1000


def test_what_is_wrong_is_quoted_with_what_to_write_instead() -> None:
    assert str(refused("2d6 kh3 + 1")) == "'kh3' cannot be read as dice, the best dice are kept with: 4d6 highest 3"
    assert str(refused("d20++1")).startswith("'+1' cannot be read as dice, dice are written like d20")
    assert str(refused("d6!")) == "'!' cannot be read as dice, dice that roll on are written: d6 open"
    assert str(refused("101d6")) == "101 is out of range, 1-100 dice of a kind"
    assert str(refused("6d10 count 8")) == "a face with a + is missing, such as: 6d10 count 8+"
    assert str(refused("d100 open 5-")) == "a face with a + is missing, such as: d100 open 5+"


@patient
@given(st.text(max_size=60) | st.text("d0123456789+-% highestlowcunp", max_size=40))
def test_any_text_is_dice_or_a_dice_error(text: str) -> None:
    try:
        dice = Dice.parse(text)
    except DiceError as error:
        offset = error.offset
    else:
        offset = 0
        assert Dice.parse(str(dice)) == dice
    assert 0 <= offset <= len(text)


# ---------------------------------------------------------------- field reports

REPORTED_VALUES = [
    pytest.param("1d10+1d10", (4, 7), 11, id="row 1 two dice without a count"),
    pytest.param("d12", (12,), 12, id="row 39 fumble die"),
    pytest.param("1d20\u22122", (10,), 8, id="row 115 U+2212"),
    pytest.param("1d20\u20132", (10,), 8, id="row 115 U+2013"),
    pytest.param("-1", (), -1, id="row 117 constant"),
    pytest.param("-1d20+4", (6,), -2, id="row 117 leading minus"),
    pytest.param("3d20 lowest", (20, 10, 1), 1, id="row 121 lowest"),
    pytest.param("3d20 highest 2", (20, 10, 1), 30, id="row 121 drop the lowest"),
    pytest.param("9+2d6", (3, 4), 16, id="row 127 constant first"),
    pytest.param("2-1d6", (5,), -3, id="row 127 constant less dice"),
    pytest.param("d20 open + 2", (20, 4), 26, id="row 51 top face adds"),
    pytest.param("d20 open + 2", (20, 1), 23, id="row 51 top face adds one"),
]


@pytest.mark.parametrize(("text", "faces", "total"), REPORTED_VALUES)
def test_reported_values(text: str, faces: tuple[int, ...], total: int) -> None:
    throw = Dice.parse(text).read(faces)
    assert (throw.total, throw.faces) == (total, faces)


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("dd", id="row 39 no silent fallback"),
        pytest.param("(0-5)d10", id="row 117 negative count"),
        pytest.param("0d6", id="row 117 no dice"),
        pytest.param("4d0", id="row 117 no sides"),
        pytest.param("99999d99999", id="row 119 huge"),
        pytest.param("3d20 lowest 1 highest 1", id="row 121 chained"),
        pytest.param("2d6kh3", id="row 123 keep more than thrown"),
        pytest.param("2d6 highest 3", id="row 123 keep more than thrown, in words"),
        pytest.param("4d6*2", id="row 125 dice are not multiplied"),
        pytest.param("1d1+4*10", id="row 125 one side"),
    ],
)
def test_reported_texts_are_refused(text: str) -> None:
    assert refused(text).hint


def test_row_1_a_die_without_a_count_is_doubled() -> None:
    doubled = Dice.parse("d10").times(2)
    assert doubled.read((4, 7)) == Throw((4, 7), 11, 11, 7, 4, 4)


def test_row_39_a_face_beyond_the_die_is_refused() -> None:
    with pytest.raises(DiceError, match="a d12 shows 1-12"):
        Dice.parse("d12").read((13,))


# ---------------------------------------------------------------- reading faces


@pytest.mark.parametrize(
    ("text", "faces", "natural", "total"),
    [
        ("2d8+3", (4, 7), 11, 14),
        ("3d6-1d4", (1, 2, 3, 4), 2, 2),
        ("4d6 highest 3", (1, 6, 2, 5), 13, 13),
        ("4d6 lowest 3+1", (1, 6, 2, 5), 8, 9),
        ("-2d20 highest", (3, 17), -17, -17),
        ("6d10 count 8+ + 2", (8, 7, 10, 9, 1, 8), 4, 6),
        ("d6 open", (5,), 5, 5),
        ("d6 open", (6, 6, 2), 14, 14),
        ("d6 open", (6, 6, 6, 6, 6, 6), 36, 36),
        ("2d6 open", (6, 3, 2), 11, 11),
        ("2d6 open+d4", (1, 6, 6, 1, 4), 18, 18),
        ("d100 open 96+", (5,), 5, 5),
        ("d100 open 96+", (96, 95), 191, 191),
        ("d100 open 96+ 5-", (5, 40), -35, -35),
        ("d100 open 96+ 5-", (1, 96, 100, 5), -200, -200),
        ("d100 open 96+ 5-", (96, 3), 99, 99),
        ("d100 open 96+ 5-", (3, 96, 96, 96, 96, 96), -477, -477),
        ("-d6 open + 1", (6, 2), -8, -7),
        ("4", (), 0, 4),
        ("0", (), 0, 0),
    ],
)
def test_faces_read_by_hand(text: str, faces: tuple[int, ...], natural: int, total: int) -> None:
    dice = Dice.parse(text)
    throw = dice.read(faces)
    assert (throw.faces, throw.natural, throw.total) == (faces, natural, total)
    assert dice.next_die(faces) is None


@pytest.mark.parametrize(
    ("text", "faces", "shown"),
    [
        ("d20", (7,), (7, 7, 0)),
        ("4d6 highest 3", (1, 6, 2, 6), (6, 1, 6)),
        ("2d20 lowest", (4, 19), (19, 4, 4)),
        ("3d6-1d8", (1, 2, 3, 8), (8, 1, 3)),
        ("d6 open", (6, 3), (6, 3, 3)),
        ("4", (), (0, 0, 0)),
    ],
)
def test_highest_lowest_and_second_look_at_every_face(
    text: str, faces: tuple[int, ...], shown: tuple[int, int, int]
) -> None:
    throw = Dice.parse(text).read(faces)
    assert (throw.highest, throw.lowest, throw.second) == shown


@pytest.mark.parametrize(
    ("text", "faces", "offset", "said"),
    [
        ("d20", (0,), 0, "a d20 shows 1-20, not 0"),
        ("d20", (21,), 0, "a d20 shows 1-20, not 21"),
        ("d100", (0,), 0, "a d100 shows 1-100, not 0"),
        ("2d8", (1, 0), 1, "a d8 shows 1-8, not 0"),
        ("2d8", (8, 9), 1, "a d8 shows 1-8, not 9"),
        ("2d8+1d4", (8, 8, 5), 2, "a d4 shows 1-4, not 5"),
        ("d6 open", (6, 7), 1, "a d6 shows 1-6, not 7"),
        ("2d8", (4,), 1, "2d8 takes 2 dice, not 1"),
        ("2d8", (4, 4, 4), 2, "1 die too many, 2d8 takes 2"),
        ("4", (1,), 0, "1 die too many, 4 takes none"),
        ("d6 open", (), 0, "d6 open takes at least 1 die, not 0"),
        ("d6 open", (6,), 1, "the dice roll on, one more d6 is needed"),
        ("d6 open", (6, 6, 6, 6, 6, 6, 1), 6, "1 die too many, d6 open takes 6"),
    ],
)
def test_impossible_faces_are_refused_with_the_reason(
    text: str, faces: tuple[int, ...], offset: int, said: str
) -> None:
    with pytest.raises(DiceError) as caught:
        Dice.parse(text).read(faces)
    assert (caught.value.offset, str(caught.value)) == (offset, said)


def test_the_next_die_is_asked_in_the_order_of_the_terms() -> None:
    dice = Dice.parse("d6 open + 2d8 - d100 open 96+ 5-")
    asked = []
    faces: list[int] = []
    for face in (6, 6, 1, 8, 1, 3, 96, 5):
        asked.append(dice.next_die(faces))
        faces.append(face)
    assert asked == [6, 6, 6, 8, 8, 100, 100, 100]
    assert dice.next_die(faces) is None
    assert Dice.NOTHING.next_die(()) is None


# ---------------------------------------------------------------- sums


@pytest.mark.parametrize(
    ("text", "natural"),
    [
        ("2d8+3", 1),
        ("2d8+3", 17),
        ("d20", 0),
        ("d20", 21),
        ("-1d20", 5),
        ("4d6 highest 3", 2),
        ("4d6 lowest 3", 19),
        ("6d10 count 8+", 7),
        ("6d10 count 1+", 5),
        ("d6 open", 6),
        ("d6 open", 12),
        ("d6 open", 37),
        ("2d6 open", 73),
        ("d100 open 96+ 5-", -599),
        ("0", 1),
    ],
)
def test_a_sum_the_dice_cannot_show_is_refused(text: str, natural: int) -> None:
    with pytest.raises(DiceError, match="cannot come to"):
        Dice.parse(text).sum_only(natural)


def test_a_sum_leaves_the_faces_open_but_for_a_single_die() -> None:
    assert Dice.parse("2d8+3").sum_only(11) == Throw((), 11, 14, 0, 0, 0)
    assert Dice.parse("d20+4").sum_only(20) == Throw((), 20, 24, 20, 20, 0)
    assert Dice.parse("-d20+4").sum_only(-6) == Throw((), -6, -2, 6, 6, 0)
    assert Dice.parse("4").sum_only(0) == Throw((), 0, 4, 0, 0, 0)


# ---------------------------------------------------------------- arithmetic


def test_dice_add_up_without_faces_changing_places() -> None:
    assert str(Dice.parse("d6+1") + Dice.parse("d6+2")) == "2d6+3"
    assert str(Dice.parse("d6") + Dice.parse("d8") + Dice.parse("d6")) == "d6+d8+d6"
    assert str(Dice.parse("2d6 highest") + Dice.parse("2d6 highest")) == "2d6 highest + 2d6 highest"
    assert str(Dice.parse("2d10 count 8+") + Dice.parse("d10 count 8+")) == "3d10 count 8+"
    assert str(Dice.parse("2d10 count 8+") + Dice.parse("d10 count 7+")) == "2d10 count 8+ + d10 count 7+"
    assert str(5 - Dice.parse("d6")) == "-d6+5"
    assert str(3 + Dice.parse("d6")) == "d6+3"
    assert str(Dice.parse("d6") - Dice.parse("d4+1")) == "d6-d4-1"
    assert Dice.parse("d6") + Dice.NOTHING == Dice.parse("d6")


def test_times_throws_the_whole_expression_again() -> None:
    assert str(Dice.parse("2d6+3").times(2)) == "4d6+6"
    assert str(Dice.parse("4d6 highest 3").times(2)) == "4d6 highest 3 + 4d6 highest 3"
    assert str(Dice.parse("40d6").times(3)) == "100d6+20d6"
    assert Dice.parse("2d6+3").times(1) == Dice.parse("2d6+3")
    assert Dice.parse("2d6+3").times(0) == Dice.NOTHING
    assert Dice.parse("2d6 highest + 3").times(0) == Dice.NOTHING
    assert Dice.parse("2d6").times(500).minimum == 1000
    for n in (-1, 501, 10**30):
        with pytest.raises(DiceError):
            Dice.parse("2d6").times(n)


def test_nothing_is_written_0() -> None:
    assert Dice.parse("0") == Dice.NOTHING
    assert Dice.NOTHING.is_nothing
    assert not Dice.parse("4").is_nothing
    assert not Dice.parse("d4").is_nothing
    assert str(Dice.NOTHING) == "0"
    assert Dice.NOTHING.distribution() == ({0: 1}, 1)


@pytest.mark.parametrize(
    ("text", "least", "most"),
    [
        ("2d8+3", 5, 19),
        ("3d6-1d4", -1, 17),
        ("4d6 highest 3-1", 2, 17),
        ("-2d20 lowest", -20, -1),
        ("6d10 count 8+ + 1", 1, 7),
        ("6d10 count 1+", 6, 6),
        ("d6 open", 1, 6),
        ("d100 open 96+ 5-", 1, 100),
        ("4", 4, 4),
    ],
)
def test_minimum_and_maximum_leave_further_dice_out(text: str, least: int, most: int) -> None:
    dice = Dice.parse(text)
    assert (dice.minimum, dice.maximum) == (least, most)


def test_of_makes_plain_dice() -> None:
    for text, count, sides in (("2d8", 2, 8), ("d2", 1, 2), ("100d1000", 100, 1000)):
        assert Dice.of(count, sides) == Dice.parse(text)
    for count, sides in ((0, 6), (101, 6), (1, 1), (1, 1001)):
        with pytest.raises(DiceError):
            Dice.of(count, sides)


# ---------------------------------------------------------------- every face

TWINS: dict[str, tuple[tuple[int, ...], Value]] = {
    "2d8+3": ((8, 8), sum),
    "3d6-1d4": ((6, 6, 6, 4), lambda f: f[0] + f[1] + f[2] - f[3]),
    "-2d3+d5": ((3, 3, 5), lambda f: f[2] - f[0] - f[1]),
    "4d6 highest 3": ((6,) * 4, lambda f: sum(f) - min(f)),
    "4d6 lowest 3": ((6,) * 4, lambda f: sum(f) - max(f)),
    "5d4 highest 2": ((4,) * 5, lambda f: sum(sorted(f)[3:])),
    "5d4 lowest 2": ((4,) * 5, lambda f: sum(sorted(f)[:2])),
    "2d20 highest": ((20, 20), max),
    "2d20 lowest": ((20, 20), min),
    "4d10 count 8+": ((10,) * 4, lambda f: len([face for face in f if face > 7])),
    "3d4 count 4+ - 2d3 lowest": ((4, 4, 4, 3, 3), lambda f: f[:3].count(4) - min(f[3:])),
    "2d2 count 1+ + d3": ((2, 2, 3), lambda f: 2 + f[2]),
}


@pytest.mark.parametrize("text", TWINS)
def test_closed_dice_equal_every_face(text: str) -> None:
    dice = Dice.parse(text)
    sides, value = TWINS[text]
    naturals: Counter[int] = Counter()
    throws: Counter[Throw] = Counter()
    for faces in product(*(range(1, die + 1) for die in sides)):
        throw = dice.read(faces)
        ordered = sorted(faces, reverse=True)
        natural = value(faces)
        expected = Throw(faces, natural, natural + dice.constant, ordered[0], ordered[-1], ordered[1])
        assert throw == expected
        assert dice.sum_only(natural).total == throw.total
        naturals[natural] += 1
        throws[Throw((), natural, natural + dice.constant, ordered[0], ordered[-1], ordered[1])] += 1
    assert dice.distribution() == (naturals, naturals.total())
    assert dice.distribution_of_throws() == (throws, naturals.total())
    for natural in set(range(min(naturals) - 3, max(naturals) + 4)) - set(naturals):
        with pytest.raises(DiceError):
            dice.sum_only(natural)


def every_fall(dice: Dice, faces: tuple[int, ...] = ()) -> Iterator[tuple[tuple[int, ...], Fraction]]:
    """Every complete throw with its probability, asking die by die."""
    die = dice.next_die(faces)
    if die is None:
        yield faces, Fraction(1)
        return
    for face in range(1, die + 1):
        for fall, chance in every_fall(dice, (*faces, face)):
            yield fall, chance / die


@pytest.mark.parametrize(
    "text",
    [
        "d3 open",
        "2d2 open",
        "d4 open 3+",
        "d5 open 4+ 2-",
        "-d4 open 4+ 1- + 2",
        "d2 open + 2d3 highest",
        "2d3 open-d4",
    ],
)
def test_open_dice_equal_every_fall(text: str) -> None:
    dice = Dice.parse(text)
    naturals: Counter[int] = Counter()
    throws: Counter[Throw] = Counter()
    ways, total = dice.distribution()
    for faces, chance in every_fall(dice):
        throw = dice.read(faces)
        weight = chance * total
        assert weight.denominator == 1
        naturals[throw.natural] += weight.numerator
        throws[Throw((), throw.natural, throw.total, throw.highest, throw.lowest, throw.second)] += weight.numerator
        assert dice.sum_only(throw.natural).total == throw.total
    assert ways == naturals
    assert dice.distribution_of_throws() == (throws, total)
    for natural in set(range(min(naturals) - 3, max(naturals) + 4)) - set(naturals):
        with pytest.raises(DiceError):
            dice.sum_only(natural)


# ---------------------------------------------------------------- another implementation


def high_open(sides: int, least: int) -> icepool.Die[int]:
    """Further dice worked out from the last to the first: the fifth never rolls on."""
    further = icepool.d(sides)
    for _ in range(4):
        further = rolling_on(icepool.d(sides), further, least)
    return further


def rolling_on(die: icepool.Die[int], further: icepool.Die[int], least: int) -> icepool.Die[int]:
    return die.map(lambda face: face + further if face >= least else face)


def open_ended(sides: int, least: int, low: int = 0) -> icepool.Die[int]:
    further = high_open(sides, least)
    return icepool.d(sides).map(
        lambda face: face + further if face >= least else face - further if face <= low else face
    )


@pytest.mark.parametrize(
    ("text", "oracle"),
    [
        ("3d6", lambda: 3 @ icepool.d6),
        ("40d6", lambda: 40 @ icepool.d6),
        ("8d6-3d4", lambda: 8 @ icepool.d6 - 3 @ icepool.d4),
        ("4d6 highest 3", lambda: icepool.d6.highest(4, 3)),
        ("7d20 highest 4", lambda: icepool.d20.highest(7, 4)),
        ("6d12 lowest 2", lambda: icepool.d12.lowest(6, 2)),
        ("10d10 count 8+", lambda: 10 @ (icepool.d10 >= 8).map(lambda counts: int(counts))),
        ("d6 open", lambda: icepool.d6.explode(depth=5)),
        ("5d6 open", lambda: 5 @ icepool.d6.explode(depth=5)),
        ("d100 open 96+", lambda: open_ended(100, 96)),
        ("d100 open 96+ 5-", lambda: open_ended(100, 96, 5)),
        ("2d20 open 18+ 2-", lambda: 2 @ open_ended(20, 18, 2)),
    ],
)
def test_equal_to_icepool(text: str, oracle: Callable[[], icepool.Die[int]]) -> None:
    die = oracle()
    expected = {outcome: Fraction(quantity, die.denominator()) for outcome, quantity in die.items()}
    assert probabilities(Dice.parse(text)) == expected


def test_well_known_odds() -> None:
    assert probabilities(Dice.parse("2d6"))[7] == Fraction(1, 6)
    assert probabilities(Dice.parse("3d6"))[10] == Fraction(27, 216)
    assert probabilities(Dice.parse("2d20 highest"))[20] == Fraction(39, 400)
    assert probabilities(Dice.parse("4d6 highest 3"))[18] == Fraction(21, 1296)
    assert probabilities(Dice.parse("d6 open"))[36] == Fraction(1, 6**6)


@pytest.mark.parametrize("text", ["100d20", "10d100 highest 5", "10d20 highest 3", "40d6 open", "100d10 count 8+"])
def test_many_dice_are_counted_not_enumerated(text: str) -> None:
    ways, total = Dice.parse(text).distribution()
    assert sum(ways.values()) == total


def test_too_many_throws_to_tell_apart_are_refused() -> None:
    with pytest.raises(DiceError, match="too many ways"):
        Dice.parse("20d100").distribution_of_throws()


def test_what_is_handed_out_can_be_changed_without_harm() -> None:
    dice = Dice.parse("2d6")
    dice.distribution()[0].clear()
    dice.distribution_of_throws()[0].clear()
    assert dice.distribution()[1] == sum(dice.distribution()[0].values()) == 36
    assert sum(dice.distribution_of_throws()[0].values()) == 36


# ---------------------------------------------------------------- properties


@st.composite
def terms(draw: st.DrawFn, most_dice: int, most_sides: int) -> str:
    count, sides = draw(st.integers(1, most_dice)), draw(st.integers(2, most_sides))
    high = draw(st.integers(2, sides))
    suffixes = [
        "",
        f" highest {draw(st.integers(1, count))}",
        f" lowest {draw(st.integers(1, count))}",
        f" count {draw(st.integers(1, sides))}+",
        f" open {high}+",
        f" open {high}+ {draw(st.integers(1, high - 1))}-",
    ]
    return f"{count}d{sides}{draw(st.sampled_from(suffixes))}"


@st.composite
def some_dice(draw: st.DrawFn, most_terms: int = 3, most_sides: int = 8) -> Dice:
    parts = draw(st.lists(terms(3, most_sides) | st.integers(0, 30).map(str), min_size=1, max_size=most_terms))
    return Dice.parse(" ".join(draw(st.sampled_from("+-")) + " " + part for part in parts))


def thrown(dice: Dice, data: st.DataObject) -> tuple[int, ...]:
    faces: list[int] = []
    while (die := dice.next_die(faces)) is not None:
        faces.append(data.draw(st.integers(1, die)))
    return tuple(faces)


@patient
@given(some_dice())
def test_the_written_form_is_the_same_dice(dice: Dice) -> None:
    assert Dice.parse(str(dice)) == dice


@patient
@given(some_dice(), st.data())
def test_every_throw_is_among_the_possible_ones(dice: Dice, data: st.DataObject) -> None:
    throw = dice.read(thrown(dice, data))
    assert throw.total == throw.natural + dice.constant
    assert throw.natural in dice.distribution()[0]
    assert dice.sum_only(throw.natural).total == throw.total
    if not dice.is_open:
        assert dice.minimum <= throw.total <= dice.maximum
        assert {dice.minimum, dice.maximum} <= {n + dice.constant for n in dice.distribution()[0]}


@patient
@given(some_dice(), st.data())
def test_one_face_too_few_or_too_many_is_refused(dice: Dice, data: st.DataObject) -> None:
    faces = thrown(dice, data)
    for wrong in ((*faces, 1), faces[:-1]):
        if wrong != faces:
            with pytest.raises(DiceError):
                dice.read(wrong)


@patient
@given(some_dice(), some_dice(), st.data())
def test_a_sum_of_dice_reads_the_faces_of_one_after_those_of_the_other(
    one: Dice, other: Dice, data: st.DataObject
) -> None:
    first, second = thrown(one, data), thrown(other, data)
    assert (one + other).read(first + second).total == one.read(first).total + other.read(second).total
    assert (one - other).read(first + second).total == one.read(first).total - other.read(second).total


@patient
@given(some_dice(), st.integers(0, 4), st.data())
def test_times_is_repeated_addition(dice: Dice, n: int, data: st.DataObject) -> None:
    throws = [thrown(dice, data) for _ in range(n)]
    repeated = sum([dice] * n, Dice.NOTHING)
    assert dice.times(n).distribution() == repeated.distribution()
    if len(dice.terms) <= 1:
        together = dice.times(n).read([face for faces in throws for face in faces])
        assert together.total == sum(dice.read(faces).total for faces in throws)


@patient
@given(some_dice(2, 4))
def test_the_throws_add_up_to_the_naturals(dice: Dice) -> None:
    ways, total = dice.distribution()
    assert sum(ways.values()) == total
    assert (-dice).distribution() == ({-n: weight for n, weight in ways.items()}, total)
    try:
        throws, of_throws = dice.distribution_of_throws()
    except DiceError:
        return
    naturals: Counter[int] = Counter()
    for throw, weight in throws.items():
        naturals[throw.natural] += weight
    assert (naturals, of_throws) == (ways, total)
