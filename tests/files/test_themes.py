"""Themes and marks: the shipped ones can be read by the eye, and mistakes are told with their place."""

from __future__ import annotations

from itertools import combinations
from pathlib import Path

import pytest

from crittui.cases.checking import check_file
from crittui.errors import UsageError
from crittui.files.contrast import contrast
from crittui.files.reading import parse
from crittui.files.themes import (
    ON_FILL,
    ROLES,
    UNREAD,
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
from tests.files.colour_vision import APART, VISIONS, delta_e, distance
from tests.tui.bodies import ROOT

THEMES = ROOT / "themes"


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


def test_the_shipped_themes() -> None:
    ansi = {"ansi_dark", "ansi_light", "no_colour"}
    assert set(shipped()) == {"dark", "light", "high_contrast", "colour_blind", "colour_blind_light"} | ansi


@pytest.mark.parametrize("theme", [theme for theme in shipped().values() if theme.kind == "colour"], ids=lambda t: t.id)
def test_what_is_read_can_be_read(theme: ThemeData) -> None:
    for role, ink in theme.roles.items():
        if role not in UNREAD:
            assert contrast(ink.colour, theme.background) >= 4.5, role
    for role in ON_FILL:
        assert contrast(theme.roles[role].colour, theme.fill) >= 4.5, role
    assert theme.sixteen in shipped()


def test_what_is_read_is_everything_but_tracks_and_rules() -> None:
    assert set(UNREAD) == {"faint"}
    assert {"hurt", "maimed", "severed", "contour", "text", "muted"} <= set(ON_FILL)


@pytest.mark.parametrize("theme", ["colour_blind", "colour_blind_light"])
@pytest.mark.parametrize("vision", VISIONS)
def test_wounds_and_outcomes_are_apart_for_every_eye(vision: str, theme: str) -> None:
    roles = shipped()[theme].roles
    for group in APART:
        for one, other in combinations((*group, "text"), 2):
            assert distance(roles[one].colour, roles[other].colour, vision) >= 15, (one, other)


def test_the_distance_of_colours_is_the_published_one() -> None:
    pairs = (
        ((50, 2.6772, -79.7751), (50, 0, -82.7485), 2.0425), ((50, 2.5, 0), (73, 25, -18), 27.1492),
        ((60.2574, -34.0099, 36.2677), (60.4626, -34.1751, 39.4387), 1.2644),
        ((22.7233, 20.0904, -46.694), (23.0331, 14.973, -42.5619), 2.0373),
        ((50, -1, 2), (50, 0, 0), 2.3669), ((2.0776, 0.0795, -1.135), (0.9033, -0.0636, -0.5514), 0.9082),
    )  # fmt: skip
    for one, other, expected in pairs:
        assert delta_e(one, other) == pytest.approx(expected, abs=1e-4)
    assert distance("#ff0000", "#00ff00", "protanopia") < distance("#ff0000", "#00ff00")
    assert contrast("#000000", "#ffffff") == pytest.approx(21)


@pytest.mark.parametrize("theme", [theme for theme in shipped().values() if theme.kind == "ansi"], ids=lambda t: t.id)
def test_no_theme_needs_a_colour_that_palettes_spoil(theme: ThemeData) -> None:
    assert {ink.colour for ink in theme.roles.values()} & {"bright black", "black", "white", "bright white"} == set()


PALETTES: dict[str, dict[str, str]] = {
    "xterm": {"default": "#e5e5e5", "ground": "#000000", "bright cyan": "#00ffff"},
    "linux": {"default": "#aaaaaa", "ground": "#000000", "bright cyan": "#55ffff"},
    "tango": {"default": "#d3d7cf", "ground": "#2e3436", "bright cyan": "#34e2e2"},
    "campbell": {"default": "#cccccc", "ground": "#0c0c0c", "bright cyan": "#61d6d6"},
    "solarized": {"default": "#839496", "ground": "#002b36", "bright cyan": "#93a1a1"},
    "light": {"default": "#000000", "ground": "#ffffff", "blue": "#0000ee"},
}
"""What usual terminals make of the colours in which words stand, on their own ground."""


@pytest.mark.parametrize("palette", PALETTES)
def test_words_can_be_read_in_the_colours_of_usual_terminals(palette: str) -> None:
    colours, themes = PALETTES[palette], shipped()
    light = palette == "light"
    for theme in (themes["ansi_light" if light else "ansi_dark"], themes["no_colour"]):
        for role in ("text", "muted", "accent"):
            assert contrast(colours[theme.roles[role].colour], colours["ground"]) >= 4.5, (theme.id, role)
            assert not theme.roles[role].attributes & {"dim"}


def test_no_colour_is_on_a_light_ground_that_cannot_be_seen_there() -> None:
    used = {ink.colour for ink in shipped()["ansi_light"].roles.values()}
    assert used & {"yellow", "cyan", "green", "bright yellow", "bright cyan", "bright green"} == set()


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
        ('fill: "#101010"', "fill: grey", "3:7 theme-colour"),
        ("  accent", "  acent", "9:3 theme-role"),
        ("theme: x", "theme: [x]", "1:8 shape"),
        ("roles:", "rolls:", "4:1 unknown-key"),
    ],
)
def test_what_is_wrong_is_told_with_its_place(old: str, new: str, expected: str) -> None:
    assert old in GOOD
    found, problems = load(GOOD.replace(old, new, 1))
    assert expected in problems
    assert found is None


@pytest.mark.parametrize(
    ("old", "new", "place", "words"),
    [
        ('  hurt: "#ffffff"', '  hurt: "#333333"', "10:3", "'hurt' has a contrast of 1.7 on 'background'"),
        ('fill: "#101010"', 'fill: "#e0e0e0"', "5:3", "'text' has a contrast of 1.3 on 'fill'"),
    ],
)
def test_colours_that_can_hardly_be_read_are_warned_of(old: str, new: str, place: str, words: str) -> None:
    problems = Problems()
    node = parse(Source("t.yaml", GOOD.replace(old, new, 1)), problems)
    assert node is not None
    assert theme_from(node, problems) is not None
    first = problems.sorted[0]
    assert (str(first.position), first.level, first.code) == (f"t.yaml:{place}", "warning", "theme-contrast")
    assert first.message == words
    assert "lighter" in first.hint


def test_rules_and_tracks_may_be_as_faint_as_you_want() -> None:
    assert load(GOOD.replace('faint: "#ffffff"', 'faint: "#010101"'))[1] == []


def test_the_theme_for_sixteen_colours_has_to_be_one_of_the_terminal(tmp_path: Path) -> None:
    file = tmp_path / "x.yaml"
    file.write_text(GOOD + "sixteen: ansi_drak\n", encoding="utf-8")
    problems, _ = check_file(file)
    assert [(str(p.position), p.code, p.hint) for p in problems.errors] == [
        (f"{file}:16:10", "theme-sixteen", "did you mean 'ansi_dark'?")
    ]
    file.write_text(GOOD + "sixteen: light\n", encoding="utf-8")
    assert [p.code for p in check_file(file)[0].errors] == ["theme-sixteen"]
    file.write_text(GOOD + "sixteen: ansi_light\n", encoding="utf-8")
    assert check_file(file)[0].sorted == []


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
