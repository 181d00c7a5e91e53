"""Themes and marks: the shipped ones can be read by the eye, and mistakes are told with their place."""

from __future__ import annotations

import pytest

from crittui.errors import UsageError
from crittui.files.reading import parse
from crittui.files.themes import (
    ROLES,
    Ink,
    Mark,
    ThemeData,
    mark_of,
    marks_from,
    named,
    read_marks,
    read_themes,
    theme_from,
)
from crittui.rules.source import Problems, Source
from crittui.tui.glyphs import ASCII
from tests.tui.bodies import ROOT

THEMES = ROOT / "themes"
UNREAD = {"faint"}
ON_FILL = ("contour", "hurt", "maimed", "severed")


def shipped() -> dict[str, ThemeData]:
    problems = Problems()
    themes = read_themes(THEMES, problems)
    assert [str(problem) for problem in problems.sorted] == []
    return themes


def load(text: str) -> tuple[ThemeData | None, list[str]]:
    problems = Problems()
    node = parse(Source("t.yaml", text), problems)
    found = None if node is None else theme_from(node, problems)
    return found, [f"{p.position.line}:{p.position.column} {p.code}" for p in problems.sorted]


GOOD = 'theme: x\nbackground: "#000000"\nfill: "#101010"\nroles:\n' + "".join(
    f'  {role}: "#ffffff"\n' for role in ROLES
)


def luminance(colour: str) -> float:
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def test_the_shipped_themes() -> None:
    assert set(shipped()) == {"dark", "light", "high_contrast", "ansi_dark", "ansi_light", "no_colour"}


@pytest.mark.parametrize("theme", [theme for theme in shipped().values() if theme.kind == "colour"], ids=lambda t: t.id)
def test_what_is_read_can_be_read(theme: ThemeData) -> None:
    for role, ink in theme.roles.items():
        if role not in UNREAD:
            assert contrast(ink.colour, theme.background) >= 4.5, role
    for role in ON_FILL:
        assert contrast(theme.roles[role].colour, theme.fill) >= 4.5, role
    assert theme.sixteen in shipped()


@pytest.mark.parametrize("theme", [theme for theme in shipped().values() if theme.kind == "ansi"], ids=lambda t: t.id)
def test_no_theme_needs_a_colour_that_palettes_spoil(theme: ThemeData) -> None:
    assert {ink.colour for ink in theme.roles.values()} & {"bright black", "black", "white", "bright white"} == set()


def test_without_colour_there_is_none() -> None:
    assert {ink.colour for ink in shipped()["no_colour"].roles.values()} == {"default"}


def test_a_theme_is_read() -> None:
    found, problems = load(GOOD)
    assert problems == []
    assert found is not None
    assert (found.id, found.kind, found.dark) == ("x", "colour", True)


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ('  hurt: "#ffffff"\n', "", "5:3 theme-role"),
        ('  hurt: "#ffffff"', '  hurt: "#ffffff"\n  hurrt: "#ffffff"', "11:3 theme-role"),
        ('  hurt: "#ffffff"', "  hurt: red", "10:9 theme-colour"),
        ('  hurt: "#ffffff"', "  hurt: #ffffff", "10:8 theme-colour"),
        ('  hurt: "#ffffff"', '  hurt: "#fff"', "10:10 theme-colour"),
        ('  hurt: "#ffffff"', "  hurt: [a]", "10:9 shape"),
        ('background: "#000000"\n', "", "1:1 missing-background"),
        ("theme: x\n", "", "1:1 missing-theme"),
        ("theme: x", "theme: x\nkind: neon", "2:7 choice"),
        ("theme: x", "theme: x\nkind: ansi", "3:14 theme-ground"),
        ("theme: x", "theme: x\ndark: perhaps", "2:7 choice"),
        ("theme: x", "theme: x\nbackgroud: y", "2:1 unknown-key"),
    ],
)
def test_what_is_wrong_is_told_with_its_place(old: str, new: str, expected: str) -> None:
    assert old in GOOD
    found, problems = load(GOOD.replace(old, new, 1))
    assert expected in problems
    assert found is None


def test_a_colour_of_the_terminal_has_to_be_one() -> None:
    text = "theme: x\nkind: ansi\nroles:\n" + "".join(f"  {role}: bright red bold\n" for role in ROLES)
    found, problems = load(text)
    assert problems == []
    assert found is not None
    assert found.roles["hurt"] == Ink("bright red", frozenset({"bold"}))
    assert load(text.replace("bright red bold", "brigt red", 1))[1] == ["4:9 theme-colour"]


def test_a_theme_is_found_by_any_spelling_and_missed_with_a_hint() -> None:
    assert named(shipped(), "High-Contrast").id == "high_contrast"
    with pytest.raises(UsageError) as missed:
        named(shipped(), "drak")
    assert "dark" in missed.value.hint


def test_the_shipped_marks_are_one_cell_and_have_ascii() -> None:
    problems = Problems()
    marks = read_marks(THEMES / "marks.yaml", problems)
    assert problems.sorted == []
    assert marks
    assert all(mark.glyph.isascii() or mark.glyph in ASCII for mark in marks.values())
    assert all(mark.role in ROLES for mark in marks.values())


def test_a_condition_without_a_mark_shows_its_first_letter() -> None:
    marks = {"burning": Mark("∴", "severed")}
    assert mark_of(marks, "burning", "Burning") == Mark("∴", "severed")
    assert mark_of(marks, "blinded", "Blinded") == Mark("b")
    assert mark_of(marks, "x", "¡Élite!") == Mark("é")
    assert mark_of(marks, "...", "") == Mark("?")


@pytest.mark.parametrize("value", ["xx", '""', "龍", "[a]", "{role: hurt}", "{mark: x, role: pink}"])
def test_a_bad_mark_is_told(value: str) -> None:
    problems = Problems()
    node = parse(Source("m.yaml", f"marks:\n  good: y\n  bad: {value}\n"), problems)
    assert node is not None
    assert marks_from(node, problems)["good"] == Mark("y")
    assert [p.position.line for p in problems.errors] == [3]
