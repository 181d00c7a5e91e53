"""Rows that are kept from one picture to the next are those that would be made anew."""

from __future__ import annotations

from dataclasses import replace

import pytest

from crittui.tui.beats import Cue, Slide
from crittui.tui.presenting import Presenter
from tests.tui.tabletop import app, game

SLIDE = Slide("f3", "life", "", 9, 5)
PICTURES: list[tuple[str, str, Cue | None]] = [
    ("", "f1", None),
    ("", "f2", None),
    ("", "f2", SLIDE),
    ("", "f3", SLIDE),
    ("", "f2", None),
    ("f2", "f2", None),
    ("f2", "f6", None),
    ("", "", None),
]


def presenter() -> Presenter:
    made = app(game(6))
    assert made.game is not None
    return made.sitting.play(made.game).presenter


@pytest.mark.parametrize("backwards", [False, True])
def test_a_kept_row_is_as_a_new_one(backwards: bool) -> None:
    kept, fight = presenter(), game(6).fight
    for turn, chosen, cue in reversed(PICTURES) if backwards else PICTURES:
        now = replace(fight, turn=turn) if turn else fight
        assert kept.combatants(now, chosen, cue) == presenter().combatants(now, chosen, cue)


def test_of_a_crowd_only_those_who_are_looked_at_are_drawn_anew() -> None:
    kept, fight = presenter(), game(6).fight
    before, after = kept.combatants(fight, "f1").rows, kept.combatants(fight, "f2").rows
    assert [old is new for old, new in zip(before, after, strict=True)] == [False, False, True, True, True, True]
