"""Arrow keys over a body: always to something that lies there, and to the nearest of it."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from crittui.tui.aiming import DIRECTIONS, after, spot, towards
from crittui.tui.shading import anatomy
from tests.tui.bodies import COARSE, FINE, FOUR_LEGGED, picture, pictures, view

SIGNS = {"up": (0, -1), "down": (0, 1), "left": (1, -1), "right": (1, 1)}


@pytest.mark.parametrize(
    ("current", "direction", "target"),
    [
        ("head", "down", "face"),
        ("face", "down", "chest"),
        ("face", "up", "head"),
        ("chest", "down", "abdomen"),
        ("chest", "left", "upper_right_arm"),
        ("chest", "right", "upper_left_arm"),
        ("upper_left_arm", "down", "lower_left_arm"),
        ("lower_left_arm", "down", "left_hand"),
        ("left_foot", "left", "right_foot"),
        ("left_foot", "down", "left_foot"),
        ("head", "up", "head"),
        ("abdomen", "left", "lower_right_arm"),
        ("upper_left_arm", "left", "chest"),
    ],
)
def test_steps_on_a_small_body(current: str, direction: str, target: str) -> None:
    assert towards(view(picture("human_compact"), COARSE), current, direction, COARSE) == target


def test_the_enlarged_face_is_what_the_arrows_walk_over() -> None:
    body = view(picture("human_face_compact"), FINE)
    parts = ("eyeslits", "eyes", "nose", "jaw", "neck", "brain")
    assert towards(body, "eyes", "up", parts) == "eyeslits"
    assert towards(body, "eyes", "down", parts) == "nose"
    assert towards(body, "eyeslits", "up", parts) == "brain"
    laid = anatomy(body)
    assert laid is not None
    assert spot(laid, "brain")[1] > 20


def test_aiming_begins_with_the_first_choice_that_can_be_seen() -> None:
    body = view(picture("human_compact"), COARSE)
    assert towards(body, "", "up", ("nowhere", "chest", "head")) == "chest"
    assert towards(view(None, COARSE), "head", "down", COARSE) == "head"


@settings(deadline=None)
@given(
    st.sampled_from(pictures()), st.sampled_from([COARSE, FINE, FOUR_LEGGED]), st.sampled_from(sorted(DIRECTIONS)),
    st.data(),
)  # fmt: skip
def test_a_step_goes_in_its_direction_or_nowhere(
    drawn: object, names: tuple[str, ...], direction: str, data: st.DataObject
) -> None:
    body = view(next(p for p in pictures() if p is drawn), names)
    laid = anatomy(body)
    assert laid is not None
    current = data.draw(st.sampled_from(names))
    target = towards(body, current, direction, names)
    axis, sign = SIGNS[direction]
    if target != current and laid.places[current]:
        assert (spot(laid, target)[axis] - spot(laid, current)[axis]) * sign > 0


def test_tab_walks_down_the_list_and_round() -> None:
    assert after("a", ("a", "b", "c")) == "b"
    assert after("c", ("a", "b", "c")) == "a"
    assert after("a", ("a", "b", "c"), -1) == "c"
    assert after("z", ("a", "b")) == "a"
    assert after("z", ()) == "z"
