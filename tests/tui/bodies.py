"""Bodies to draw in tests: two of different grain, as rulesets have them, and the shipped pictures."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path

from crittui.files.pictures import Picture, fit, read_pictures
from crittui.rules.source import Problems
from crittui.tui.shading import BodyView, LocationView
from crittui.tui.views import MarkView

ROOT = Path(__file__).parents[2]
PICTURES = ROOT / "rulesets" / "bodies"


def names(words: str) -> tuple[str, ...]:
    return tuple(words.split())


COARSE = names(
    """
    groin abdomen chest upper_left_arm lower_left_arm left_hand upper_right_arm lower_right_arm right_hand
    upper_left_leg lower_left_leg upper_right_leg lower_right_leg left_foot right_foot face head
    """
)
FINE = names(
    """
    brain eyes eyeslits face nose jaw neck veins_limb veins_neck shield_arm hands left_hand right_hand shield_hand
    weapon_arm torso body_9 body_10_11 heart kidneys groin far_leg near_leg feet left_foot right_foot vitals
    """
)
FOUR_LEGGED = names(
    """
    head muzzle neck shoulder barrel hindquarters tail left_foreleg right_foreleg right_hindleg left_hindleg
    left_forehoof right_forehoof right_hindhoof left_hindhoof
    """
)
GROUPS = {"hands": ("left_hand", "right_hand"), "feet": ("left_foot", "right_foot")}


@cache
def pictures() -> tuple[Picture, ...]:
    problems = Problems()
    found = read_pictures(PICTURES, problems)
    assert [str(problem) for problem in problems.sorted] == []
    return found


def picture(name: str) -> Picture:
    return next(picture for picture in pictures() if picture.id == name)


def groups(names: tuple[str, ...]) -> dict[str, tuple[str, ...]]:
    """The locations as `fit` and `reach` want them."""
    return {name: GROUPS.get(name, ()) for name in names}


def best(body: str, names: tuple[str, ...], size: str) -> Picture:
    found = fit(pictures(), body, groups(names), size)
    assert found is not None
    return found


def location(name: str, severity: str = "", marks: tuple[MarkView, ...] = (), permitted: bool = True) -> LocationView:
    return LocationView(name, name.replace("_", " "), severity, marks, GROUPS.get(name, ()), permitted)


def view(
    drawn: Picture | None,
    names: tuple[str, ...],
    severities: Mapping[str, str] | None = None,
    chosen: str = "",
    struck: str = "",
    chances: tuple[tuple[str, float], ...] | None = None,
) -> BodyView:
    held = severities or {}
    return BodyView(drawn, tuple(location(name, held.get(name, "")) for name in names), chosen, struck, chances)


def rows(drawing: str) -> list[str]:
    """The rows of a drawing that stand between two bars."""
    return [line.strip()[1:-1] for line in drawing.strip().splitlines()]
