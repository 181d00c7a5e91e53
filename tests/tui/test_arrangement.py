"""Every size of the screen has an arrangement; no pane leaves it or lies on another one."""

from __future__ import annotations

from itertools import combinations

import pytest

from crittui.tui.arrangement import SINGLE_PANES, Box, arrange

SIZES = [(w, h) for w in (1, 2, 7, 19, 20, 39, 40, 60, 79, 80, 100, 119, 120, 139, 140, 200) for h in range(1, 60)]


def overlap(a: Box, b: Box) -> bool:
    return a.x < b.x + b.width and b.x < a.x + a.width and a.y < b.y + b.height and b.y < a.y + a.height


@pytest.mark.parametrize("pane", SINGLE_PANES)
@pytest.mark.parametrize("fighters", [0, 1, 6, 15])
@pytest.mark.parametrize("strip", [0, 8])
@pytest.mark.parametrize("bodies", [True, False])
def test_panes_stay_on_the_screen_and_apart(pane: str, fighters: int, strip: int, bodies: bool) -> None:
    for width, height in SIZES:
        boxes = arrange(width, height, fighters, strip, pane, bodies=bodies).boxes
        assert boxes
        for box in boxes.values():
            assert box.x >= 0
            assert box.y >= 0
            assert box.height >= 0
            assert box.x + box.width <= width
            assert box.y + box.height <= height
        assert not [pair for pair in combinations(boxes.values(), 2) if overlap(*pair)]


def test_the_first_class_size_is_as_drawn() -> None:
    boxes = arrange(80, 24, 6).boxes
    assert boxes["title"] == Box(0, 0, 80, 1)
    assert boxes["list"] == Box(0, 1, 31, 7)
    assert boxes["creature"] == Box(0, 9, 31, 1)
    assert boxes["body"] == Box(0, 10, 31, 12)
    assert boxes["marks"] == Box(0, 22, 31, 1)
    assert boxes["rule"] == Box(31, 1, 1, 22)
    assert boxes["log"] == Box(32, 1, 48, 22)
    assert boxes["keys"] == Box(0, 23, 80, 1)


def test_a_strip_shortens_the_log_and_nothing_else() -> None:
    closed, opened = arrange(80, 24, 6).boxes, arrange(80, 24, 6, strip=7).boxes
    assert opened["strip"] == Box(32, 16, 48, 7)
    assert opened["log"] == Box(32, 1, 48, 15)
    assert {name: box for name, box in opened.items() if name not in ("strip", "log")} == {
        name: box for name, box in closed.items() if name != "log"
    }


def test_short_screens_lose_the_blank_row_then_the_marks_then_combatants() -> None:
    assert arrange(80, 23, 6).boxes["creature"].y == 8
    assert "marks" in arrange(80, 23, 6).boxes
    assert "marks" not in arrange(80, 22, 6).boxes
    assert [arrange(80, h, 6).boxes["list"].height for h in (22, 21, 20)] == [7, 6, 5]
    assert arrange(80, 20, 6).boxes["body"].height == 12


def test_three_columns_from_120_and_the_large_body_from_30_rows() -> None:
    assert arrange(119, 40, 6).kind == "columns2"
    wide = arrange(140, 40, 6)
    assert (wide.kind, wide.large_body) == ("columns3", True)
    assert wide.boxes["body"] == Box(39, 5, 38, 24)
    assert wide.boxes["log"] == Box(78, 1, 62, 38)
    assert not arrange(120, 29, 6).large_body
    assert arrange(120, 30, 6).boxes["log"].x == 64
    assert arrange(240, 40, 6).boxes["log"].width == 101


@pytest.mark.parametrize("height", [24, 29, 30, 31, 60])
def test_the_body_of_three_columns_is_never_cut(height: int) -> None:
    place = arrange(120, height, 6)
    assert place.large_body is (height >= 30)
    assert place.boxes["body"].height == (24 if height >= 30 else 12)
    assert place.boxes["body"].y > place.boxes["creature"].y


def test_without_bodies_a_wide_screen_has_two_columns() -> None:
    wide = arrange(140, 40, 6, bodies=False)
    assert wide.kind == "cards"
    assert "body" not in wide.boxes
    assert wide.boxes["cards"] == Box(0, 10, 38, 29)
    assert wide.boxes["log"] == Box(39, 1, 101, 38)
    assert arrange(119, 40, 6, bodies=False).kind == "columns2"


def test_one_pane_at_a_time_below_80_columns() -> None:
    assert set(arrange(60, 20, 6, pane="log").boxes) == {"title", "keys", "log"}
    assert arrange(60, 20, 6, pane="log").boxes["log"] == Box(0, 2, 60, 17)
    assert set(arrange(60, 20, 6, pane="body").boxes) == {"title", "keys", "creature", "body", "marks"}
    assert arrange(39, 11, 6).kind == "small"
    assert arrange(1, 1, 6).kind == "tiny"
