"""Themes: what each colour role looks like. And the marks of conditions, which are data like them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path

from crittui.errors import UsageError
from crittui.files.contrast import contrast
from crittui.files.entries import block_at, check_keys, choice_at, flag_at, label_at, nearest, text_at
from crittui.files.nodes import Block, Node, kind_of
from crittui.files.pictures import cells
from crittui.files.reading import read
from crittui.records import dataclass
from crittui.rules.model import Label
from crittui.rules.source import Problems, Text

ROLES = (
    "text", "muted", "faint", "contour", "accent", "hurt", "maimed", "severed", "critical", "fumble", "good",
)  # fmt: skip
KINDS = ("colour", "ansi")
ATTRIBUTES = ("bold", "dim", "italic", "underline", "reverse")
DEFAULT = "default"
COLOURS = ("black", "red", "green", "yellow", "blue", "magenta", "cyan", "white")
ANSI_COLOURS = (DEFAULT, *COLOURS, *(f"bright {colour}" for colour in COLOURS))
KEYS = ("theme", "title", "kind", "dark", "sixteen", "background", "fill", "roles")
MARK_KEYS = ("mark", "role")
MARKS_FILE = "marks.yaml"
UNREAD = ("faint",)
ON_FILL = ("text", "muted", "contour", "hurt", "maimed", "severed")
READABLE = 4.5
HEX = re.compile(r"#[0-9a-fA-F]{6}\Z")


@dataclass(frozen=True, slots=True)
class Ink:
    """What a role looks like: `#rrggbb`, or one of ANSI_COLOURS; and how it is set (of ATTRIBUTES)."""

    colour: str
    attributes: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class ThemeData:
    """A theme as its file has it.

    `kind` is `colour` (every colour is `#rrggbb`, with a `background` and the `fill` of bodies) or `ansi`
    (the terminal's own sixteen on its own background). `sixteen` names the theme that stands in for a
    coloured one where there are only sixteen colours.
    """

    id: str
    title: Label
    kind: str
    dark: bool
    roles: Mapping[str, Ink]
    background: str = DEFAULT
    fill: str = DEFAULT
    sixteen: str = ""


@dataclass(frozen=True, slots=True)
class Mark:
    """The sign of a condition, and its colour role."""

    glyph: str
    role: str = "text"


def read_themes(folder: Path, problems: Problems) -> dict[str, ThemeData]:
    """All themes of a folder by id; those with errors are left out. A theme may not have the id of another."""
    themes: dict[str, ThemeData] = {}
    paths = sorted(folder.glob("*.yaml")) if folder.is_dir() else []
    for path in paths:
        if path.name != MARKS_FILE and (theme := read_theme(path, problems)) is not None:
            themes.setdefault(theme.id, theme)
    return themes


def own_themes_path() -> Path:
    """Where the user's own themes, and marks of their own, are looked for."""
    from platformdirs import user_config_path

    return user_config_path("crittui") / "themes"


def read_theme(path: Path, problems: Problems) -> ThemeData | None:
    """The theme in a file, or None when it has errors, which go into `problems`."""
    node = read(path, problems)
    return None if node is None else theme_from(node, problems)


def theme_from(node: Node, problems: Problems) -> ThemeData | None:
    """The theme in a tree already read."""
    found = Problems()
    theme = _theme(node, found)
    problems.extend(found.sorted)
    return None if found else theme


def check_stand_in(node: Block, themes: Mapping[str, ThemeData], problems: Problems) -> None:
    """Report a `sixteen` that names no theme of the terminal's own colours."""
    name = node.get("sixteen")
    if isinstance(name, Text) and (name.value not in themes or themes[name.value].kind != "ansi"):
        known = sorted(id for id, theme in themes.items() if theme.kind == "ansi")
        hint = nearest(name.value, known) or f"there are {', '.join(known)}"
        problems.add(name.position, "theme-sixteen", f"{name.value!r} is no theme of kind ansi", hint)


def theme_id(name: str) -> str:
    """A theme's id as a person may write it, with blanks and hyphens."""
    return name.strip().lower().replace("-", "_").replace(" ", "_")


def named(themes: Mapping[str, ThemeData], name: str) -> ThemeData:
    """The theme called `name`, blanks and hyphens counting as `_`; UsageError when there is none."""
    theme = themes.get(theme_id(name))
    if theme is None:
        raise UsageError(
            f"there is no theme {name!r}", hint=nearest(name, themes) or f"there are {', '.join(sorted(themes))}"
        )
    return theme


def _theme(node: Node, problems: Problems) -> ThemeData | None:
    if not isinstance(node, Block):
        problems.add(node.position, "shape", "a theme is a block with `theme`, `kind` and `roles`")
        return None
    check_keys(node, KEYS, ("theme", "roles"), problems)
    name, roles = text_at(node, "theme", problems), block_at(node, "roles", problems)
    if name is None or roles is None:
        return None
    kind = choice_at(node, "kind", KINDS, "colour", problems)
    sixteen = text_at(node, "sixteen", problems)
    theme = ThemeData(
        id=name.value,
        title=label_at(node, "title", problems),
        kind=kind,
        dark=flag_at(node, "dark", True, problems),
        roles=_roles(roles, kind, problems),
        background=_ground(node, "background", kind, problems),
        fill=_ground(node, "fill", kind, problems),
        sixteen=sixteen.value if sixteen is not None else "",
    )
    if kind == "colour" and not problems.errors:
        _check_contrast(theme, roles, problems)
    return theme


def _check_contrast(theme: ThemeData, block: Block, problems: Problems) -> None:
    """Warn of roles that are read and cannot be, on the ground and on the fill of bodies."""
    for role, ink in theme.roles.items():
        for key, ground in (("background", theme.background), ("fill", theme.fill)):
            found = contrast(ink.colour, ground)
            if found < READABLE and role not in UNREAD and (key == "background" or role in ON_FILL):
                message = f"{role!r} has a contrast of {found:.1f} on {key!r}"
                hint = f"from {READABLE} on it can be read; make it {'lighter' if theme.dark else 'darker'}"
                problems.warn(block.key(role).position, "theme-contrast", message, hint)


def _ground(block: Block, key: str, kind: str, problems: Problems) -> str:
    text = text_at(block, key, problems)
    if kind == "ansi":
        if text is not None:
            message = f"an ansi theme stands on the terminal's own background, so it has no {key!r}"
            problems.add(text.position, "theme-ground", message, "remove it")
        return DEFAULT
    if text is None:
        problems.add(block.position, f"missing-{key}", f"{key!r} is missing", f'add a line `{key}: "#rrggbb"`')
        return DEFAULT
    return _colour(text, text.value, kind, problems)


def _roles(block: Block, kind: str, problems: Problems) -> dict[str, Ink]:
    inks = {}
    for key, node in block.items():
        if key.value not in ROLES:
            hint = nearest(key.value, ROLES) or f"the roles are {', '.join(ROLES)}"
            problems.add(key.position, "theme-role", f"{key.value!r} is no colour role", hint)
        elif not isinstance(node, Text):
            problems.add(node.position, "shape", f"a role needs a colour, this is {kind_of(node)}")
        else:
            inks[key.value] = _ink(node, kind, problems)
    missing = [role for role in ROLES if role not in block]
    if missing:
        problems.add(block.position, "theme-role", f"these roles have no colour: {', '.join(missing)}", "add them")
    return inks


def _ink(text: Text, kind: str, problems: Problems) -> Ink:
    words = text.value.split()
    attributes = frozenset(words) & frozenset(ATTRIBUTES)
    colour = " ".join(word for word in words if word not in attributes)
    return Ink(_colour(text, colour, kind, problems), attributes)


def _colour(text: Text, colour: str, kind: str, problems: Problems) -> str:
    if kind == "colour":
        if HEX.match(colour):
            return colour.lower()
        hint = 'write it as "#rrggbb", in quotes: a # begins a comment'
        problems.add(text.position, "theme-colour", f"{colour!r} is no colour", hint)
    elif colour in ANSI_COLOURS:
        return colour
    else:
        hint = nearest(colour, ANSI_COLOURS) or f"the colours are {', '.join(ANSI_COLOURS)}"
        problems.add(text.position, "theme-colour", f"{colour!r} is no colour of a terminal", hint)
    return DEFAULT


def read_marks(path: Path, problems: Problems) -> dict[str, Mark]:
    """The marks in a file by the id of their condition; what is wrong goes into `problems`."""
    node = read(path, problems)
    return {} if node is None else marks_from(node, problems)


def marks_from(node: Node, problems: Problems) -> dict[str, Mark]:
    """The marks in a tree already read; those with errors are left out."""
    if not isinstance(node, Block):
        problems.add(node.position, "shape", "marks are a block with `marks`")
        return {}
    check_keys(node, ("marks",), ("marks",), problems)
    block = block_at(node, "marks", problems)
    return {} if block is None else dict(_marks(block, problems))


def _marks(block: Block, problems: Problems) -> Iterator[tuple[str, Mark]]:
    for key, node in block.items():
        if isinstance(node, Block):
            check_keys(node, MARK_KEYS, ("mark",), problems)
            glyph, role = text_at(node, "mark", problems), choice_at(node, "role", ROLES, "text", problems)
        elif isinstance(node, Text):
            glyph, role = node, "text"
        else:
            problems.add(node.position, "shape", f"a mark is one character, this is {kind_of(node)}")
            continue
        if glyph is None:
            continue
        if len(glyph.value) != 1 or cells(glyph.value) != 1 or not glyph.value.isprintable():
            problems.add(glyph.position, "mark", f"{glyph.value!r} is not one character of one cell", "use another one")
            continue
        yield key.value, Mark(glyph.value, role)


def mark_of(marks: Mapping[str, Mark], condition: str, label: str) -> Mark:
    """The mark of a condition by its id; without one, the first letter of its label in lower case."""
    known = marks.get(condition)
    if known is not None:
        return known
    letter = next((char for char in label or condition if char.isalnum()), "?")
    return Mark(letter.lower())
