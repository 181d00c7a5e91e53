"""A theme's roles become styles, and a theme of Textual's own."""

from __future__ import annotations

from itertools import combinations
from math import dist

import pytest
from rich.color import Color, ColorSystem
from textual.app import App

from crittui.files.contrast import contrast
from crittui.files.encounters import read_encounter
from crittui.files.fights import Ready, ready_fights
from crittui.files.themes import ON_FILL, ROLES, UNREAD, ThemeData, read_marks, read_themes
from crittui.rules.source import Problems
from crittui.tui.drawing import strip_of
from crittui.tui.glyphs import ascii_of
from crittui.tui.phrases import Phrases
from crittui.tui.presenting import Presenter
from crittui.tui.theming import BACKGROUND, FILL, Looks, native_ansi, textual_name, textual_theme
from crittui.tui.views import CardView
from crittui.tui.widgets.card import card_lines
from tests.files.colour_vision import APART, VISIONS, distance
from tests.tui.bodies import ROOT

THEMES = read_themes(ROOT / "themes", Problems())


def codes(theme: str, role: str) -> str:
    return Looks(THEMES[theme])(role).render("x", color_system=ColorSystem.TRUECOLOR)


@pytest.mark.parametrize(
    ("theme", "role", "written"),
    [
        ("dark", "hurt", "\x1b[38;2;233;184;114mx\x1b[0m"),
        ("dark", FILL, "\x1b[48;2;38;42;49mx\x1b[0m"),
        ("dark", BACKGROUND, "\x1b[48;2;20;22;27mx\x1b[0m"),
        ("ansi_dark", "accent", "\x1b[96mx\x1b[0m"),
        ("ansi_dark", "maimed", "\x1b[1;91mx\x1b[0m"),
        ("ansi_light", "accent", "\x1b[34mx\x1b[0m"),
        ("ansi_dark", "text", "x"),
        ("ansi_dark", FILL, "x"),
        ("no_colour", "contour", "\x1b[2mx\x1b[0m"),
        ("no_colour", "severed", "\x1b[1mx\x1b[0m"),
        ("dark", "nobody's", "\x1b[38;2;221;216;205mx\x1b[0m"),
    ],
)
def test_what_a_role_writes(theme: str, role: str, written: str) -> None:
    assert codes(theme, role) == written


@pytest.mark.parametrize("theme", [theme for theme in THEMES.values() if theme.kind == "colour"], ids=lambda t: t.id)
def test_grounds_keep_their_colour_where_there_are_256(theme: ThemeData) -> None:
    for ground in (theme.background, theme.fill):
        near = Color.parse(ground).downgrade(ColorSystem.EIGHT_BIT).get_truecolor()
        assert dist(Color.parse(ground).get_truecolor(), near) < 30


def with_256(colour: str) -> str:
    """What a terminal of 256 colours is sent for a colour."""
    return Color.parse(colour).downgrade(ColorSystem.EIGHT_BIT).get_truecolor().hex


@pytest.mark.parametrize("theme", [theme for theme in THEMES.values() if theme.kind == "colour"], ids=lambda t: t.id)
def test_what_is_read_can_be_read_where_there_are_256(theme: ThemeData) -> None:
    for role in set(ROLES) - set(UNREAD):
        assert contrast(with_256(theme.roles[role].colour), with_256(theme.background)) >= 4.5, role
    for role in ON_FILL:
        assert contrast(with_256(theme.roles[role].colour), with_256(theme.fill)) >= 4.5, role
    for group in APART:
        for one, other in combinations((*group, "text"), 2):
            for vision in VISIONS if theme.id.startswith("colour_blind") else ("usual",):
                first, second = with_256(theme.roles[one].colour), with_256(theme.roles[other].colour)
                assert distance(first, second, vision) >= 15, (one, other, vision)


@pytest.mark.parametrize("theme", THEMES.values(), ids=lambda theme: theme.id)
async def test_textual_takes_every_theme(theme: ThemeData) -> None:
    app: App[None] = App(ansi_color=native_ansi(theme) or None)
    app.register_theme(textual_theme(theme))
    app.theme = textual_name(theme)
    async with app.run_test():
        assert app.native_ansi_color is (theme.kind == "ansi")
        variables = app.get_css_variables()
        for role in ROLES:
            colour = theme.roles[role].colour
            assert variables[f"role-{role}"] == (colour if colour[0] == "#" else f"ansi_{colour.replace(' ', '_')}")


@pytest.mark.parametrize("ascii_only", [False, True])
@pytest.mark.parametrize("tone", ["critical", "fumble"])
@pytest.mark.parametrize("theme", THEMES.values(), ids=lambda theme: theme.id)
def test_a_card_is_a_reversed_block_in_every_theme(theme: ThemeData, tone: str, ascii_only: bool) -> None:
    view = CardView(tone, tone, (20, 15), "confirmed", "L forearm severed", ("−6 hp",))
    look = Looks(theme)
    for line in card_lines(view, 48, ascii_only):
        strip = strip_of(line, 48, look, ascii_only)
        assert strip.cell_length == 48
        assert all(segment.style and segment.style.reverse and segment.style.bold for segment in strip)
        colours = {segment.style.color for segment in strip if segment.style}
        assert (colours == {None}) is (theme.roles[tone].colour == "default")


@pytest.mark.parametrize("fight", ready_fights(), ids=lambda fight: fight.id)
def test_signs_of_conditions_are_not_taken_for_one_another(fight: Ready) -> None:
    rules, signs = read_encounter(fight.path).ruleset, read_marks(ROOT / "themes/marks.yaml", Problems())
    for language in rules.languages:
        presenter = Presenter(rules, Phrases(language), language, "", (), signs)
        drawn = {presenter.mark(name).glyph for name, held in rules.conditions.items() if not held.wound}
        drawn |= {"◌", "▸"}
        assert len({ascii_of(glyph) for glyph in drawn}) == len(drawn)
        first_letters = [
            presenter.mark(name).glyph
            for name, held in rules.conditions.items()
            if not held.wound and name not in signs and not held.mark
        ]
        assert len(set(first_letters)) == len(first_letters)
