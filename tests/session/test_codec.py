"""What is written can be read again, and is the same."""

from __future__ import annotations

import json
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from crittui.errors import CrittuiError
from crittui.rules.commands import (
    Act,
    Command,
    Edit,
    EndCombat,
    NextTurn,
    PassTime,
    Remark,
    SetCondition,
    SetOption,
)
from crittui.rules.events import Computed, Rolled
from crittui.rules.requests import Answer, Faces, Modifier, Natural, Picked
from crittui.session.codec import Unreadable, decode_answer, decode_command, encode

TEXTS = st.text(st.characters(exclude_categories=["Cs"]), max_size=40)
NUMBERS = st.integers()
PLAIN = st.one_of(NUMBERS, st.fractions(), st.booleans(), TEXTS, st.none())


def pairs(values: st.SearchStrategy[object]) -> st.SearchStrategy[tuple[tuple[str, object], ...]]:
    return st.lists(st.tuples(TEXTS, values), max_size=3).map(tuple)


COMMANDS = st.one_of(
    st.builds(Act, TEXTS, pairs(TEXTS), TEXTS, pairs(PLAIN), pairs(TEXTS)),
    st.builds(NextTurn),
    st.builds(PassTime, TEXTS, NUMBERS),
    st.builds(EndCombat),
    st.builds(Edit, TEXTS, TEXTS, TEXTS, NUMBERS),
    st.builds(SetCondition, TEXTS, TEXTS, TEXTS, st.none() | NUMBERS),
    st.builds(Remark, TEXTS),
    st.builds(SetOption, TEXTS, TEXTS),
)
FACES = st.lists(NUMBERS, max_size=5).map(tuple)
ANSWERS = st.one_of(
    st.builds(Faces, FACES, st.booleans()),
    st.builds(Natural, NUMBERS, st.booleans()),
    st.builds(Picked, st.lists(TEXTS, max_size=3).map(tuple)),
)


@given(COMMANDS)
def test_commands_come_back(command: Command) -> None:
    assert decode_command(encode(command)) == command


@given(ANSWERS)
def test_answers_come_back(answer: Answer) -> None:
    assert decode_answer(encode(answer)) == answer


def test_a_flag_is_not_a_number() -> None:
    act = Act("attack", (), inputs=(("a", True), ("b", 1), ("c", Fraction(1)), ("d", "1"), ("e", None)))
    read = decode_command(encode(act))
    assert isinstance(read, Act)
    assert [type(value) for _, value in read.inputs] == [bool, int, Fraction, str, type(None)]


def test_events_are_written_with_their_names() -> None:
    event = Rolled("attack", "ann", "1d20", (7,), 7, (Modifier("skill", 2),), 9, 10, False, "miss")
    name, fields = json.loads(encode(event))
    assert (name, fields["faces"], fields["modifiers"]) == ("Rolled", [7], [{"name": "skill", "value": 2}])
    assert json.loads(encode(Computed("x", Fraction(2, 3))))[1]["value"] == {"over": [2, 3]}


def test_half_a_character_is_refused_before_it_is_stored() -> None:
    with pytest.raises(CrittuiError, match="cannot be stored"):
        encode(Remark("\udcff"))


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        "{}",
        "null",
        '["Remark"]',
        '["Remark",{}]',
        '["Remark",{"text":7}]',
        '["Faces",{"faces":[1]}]',
        '["Act",{"action":"a","who":[],"weapon":"","inputs":[["x",{"over":[1,0]}]],"things":[]}]',
        '["__class__",{}]',
        '["Remark",{"text":"a"}',
    ],
)
def test_what_is_no_command_is_unreadable(text: str) -> None:
    with pytest.raises(Unreadable):
        decode_command(text)


def test_a_command_is_no_answer() -> None:
    with pytest.raises(Unreadable):
        decode_answer(encode(NextTurn()))
