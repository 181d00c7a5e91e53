"""From a theme to what Textual needs of it, and to the style of each colour role."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from rich.color import Color
from rich.style import Style
from textual.theme import BUILTIN_THEMES, Theme

from crittui.files.themes import ANSI_COLOURS, DEFAULT, ROLES, Ink, ThemeData

FILL = "fill"
BACKGROUND = "background"
PREFIX = "crittui-"
ANSI_BASES = {True: "ansi-dark", False: "ansi-light"}


class Looks:
    """The style of a colour role, as `looks("hurt")`; it says nothing about the ground.

    `looks("background")` is the ground of the screen, `looks("fill")` that of a body. Textual puts no ground
    under the lines that a widget draws itself, so a widget adds one to every style it writes.
    A role nobody has named looks like `text`: a missing colour is no reason to stop a fight.
    """

    def __init__(self, theme: ThemeData) -> None:
        self.theme = theme
        self._styles = styles(theme)

    def __call__(self, role: str) -> Style:
        return self._styles.get(role) or self._styles["text"]


def styles(theme: ThemeData) -> dict[str, Style]:
    """A Rich style for each role, for `fill` and for `background`. Styles of roles name no ground."""
    made = {role: _style(theme.roles[role]) for role in ROLES}
    coloured = theme.kind == "colour"
    made[FILL] = Style(bgcolor=theme.fill) if coloured else Style.null()
    made[BACKGROUND] = Style(bgcolor=theme.background) if coloured else Style.null()
    return made


def _style(ink: Ink) -> Style:
    return Style(color=_rich_colour(ink.colour)) + Style.parse(" ".join(sorted(ink.attributes)))


def _rich_colour(colour: str) -> Color | None:
    """None for the terminal's own foreground: it is what a style without a colour shows, in fewer bytes."""
    if colour.startswith("#"):
        return Color.parse(colour)
    return None if colour == DEFAULT else Color.from_ansi(ANSI_COLOURS.index(colour) - 1)


def textual_name(theme: ThemeData) -> str:
    """What the theme is called in Textual."""
    return PREFIX + theme.id.replace("_", "-")


def textual_theme(theme: ThemeData) -> Theme:
    """The theme as Textual's own: its widgets and `$role-NAME` in style sheets follow it."""
    colour = {role: _textual_colour(theme.roles[role].colour) for role in ROLES}
    variables = {f"role-{role}": value for role, value in colour.items()}
    variables["role-fill"] = _textual_colour(theme.fill)
    given: dict[str, str] = {
        "name": textual_name(theme),
        "primary": colour["accent"],
        "secondary": colour["muted"],
        "accent": colour["accent"],
        "warning": colour["hurt"],
        "error": colour["severed"],
        "success": colour["good"],
    }
    if theme.kind == "ansi":
        base = BUILTIN_THEMES[ANSI_BASES[theme.dark]]
        return _replaced(base, given, base.variables | variables, theme.dark)
    ground = {"foreground": colour["text"], "background": theme.background, "surface": theme.background}
    base = Theme(name="", primary=colour["accent"])
    return _replaced(base, given | ground | {"panel": theme.fill}, variables, theme.dark)


def _replaced(base: Theme, given: Mapping[str, str], variables: dict[str, str], dark: bool) -> Theme:
    made = replace(base, variables=variables, dark=dark)
    for name, value in given.items():
        setattr(made, name, value)
    return made


def _textual_colour(colour: str) -> str:
    return colour if colour.startswith("#") else f"ansi_{colour.replace(' ', '_')}"


def native_ansi(theme: ThemeData) -> bool:
    """Whether the App is to be made with `ansi_color=True`.

    It must be said when the App is made: only then does Textual choose how it treats NO_COLOR, and its
    other way turns the terminal's own colours to black on black.
    """
    return theme.kind == "ansi"
