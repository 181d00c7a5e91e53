"""Pieces of Python: what is put into them stays what it is, however long they grow."""

from __future__ import annotations

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from crittui.rules.compile.snippet import MOST_DEPTH, MOST_TEXT, Late, Snippet, lines, made, snippet, within


@settings(derandomize=True, deadline=None)
@given(st.one_of(st.text(), st.integers(), st.booleans(), st.none(), st.fractions(), st.tuples(st.text())))
def test_a_value_is_itself_whatever_it_holds(value: Any) -> None:
    assert snippet("{}", value)([], ()) == value
    assert type(snippet("{}", value)([], ())) is type(value)


@settings(derandomize=True, deadline=None)
@given(st.text(alphabet="'\"\\\\{}()[]#\\n SE0:=,", max_size=20))
def test_no_text_becomes_source(text: str) -> None:
    """What reads like source, ends a string or opens a hole is still only text."""
    assert snippet("S[0] == {}", text)([text], ()) is True
    assert snippet("{} + {}", text, snippet("{}", text))([], ()) == text + text


def test_a_number_below_nought_stays_one_number() -> None:
    assert snippet("10 - {}", -3)([], ()) == 13
    assert snippet("-{}", -3)([], ()) == 3
    assert snippet("{} - 1", 10**6000)([], ()) == 10**6000 - 1


def _sum_of(count: int) -> Snippet:
    found = snippet("S[0]")
    for _ in range(count):
        found = snippet("({} + {})", found, 1)
    return found


def test_what_is_deep_or_long_is_called_and_comes_to_the_same() -> None:
    deep = _sum_of(20 * MOST_DEPTH)
    assert deep([5], ()) == 5 + 20 * MOST_DEPTH
    assert len(deep.text) < 2 * MOST_TEXT
    wide = snippet("({})", snippet(" + ".join(["S[0]"] * MOST_TEXT)))
    assert wide([2], ()) == 2 * MOST_TEXT
    assert len(wide.text) < MOST_TEXT


def test_pieces_that_double_do_not_grow_without_end() -> None:
    found = snippet("S[0]")
    for _ in range(60):
        found = snippet("({} + {} - S[0])", found, found)
    assert len(found.text) < 2 * MOST_TEXT


def test_lines_are_done_in_turn_those_within_only_where_their_head_holds() -> None:
    add = snippet("S[0] += {}", 1)
    function = made(Late(lines(add, within(snippet("if S[0] > {}:", 1), add, add), snippet("return S[0]"))))
    assert function([0], ()) == 1
    assert function([1], ()) == 4


def test_the_lines_of_a_late_function_are_asked_for_when_it_is_made() -> None:
    known: list[int] = []
    late = Late(lambda: snippet("return {} + more", sum(known)), "S, E, more")
    known += [1, 2]
    assert made(late)([], (), 4) == 7
