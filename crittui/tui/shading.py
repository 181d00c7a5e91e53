"""A body as cells: whose cell it is, what is drawn in it, in which colour role.

Ink is injury: a whole body is a quiet outline, one stroke in the flesh is hurt, two are maimed, and of
what is severed only dots are left. The same holds without colour and in ASCII.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import field
from functools import lru_cache
from typing import NamedTuple

from crittui.files.pictures import OUTSIDE, Picture
from crittui.records import dataclass
from crittui.tui.glyphs import GONE, HURT, MAIMED, SEVERED
from crittui.tui.views import MarkView

SEVERITIES = ("", "hurt", "maimed", "severed")
STROKES = {"hurt": HURT, "maimed": MAIMED, "severed": SEVERED}
SHADES = "░▒▓"
BLANK = " "

Place = tuple[int, int]
"""A cell as (row, column)."""


@dataclass(frozen=True, slots=True)
class LocationView:
    """A location and its state. `severity` is one of SEVERITIES; `either` are the members of a group;
    `marks` are the conditions it has; one that is not `permitted` cannot be aimed at now."""

    name: str
    label: str
    severity: str = ""
    marks: tuple[MarkView, ...] = ()
    either: tuple[str, ...] = ()
    permitted: bool = True


@dataclass(frozen=True, slots=True)
class BodyView:
    """What the diagram shows. `chosen` is aimed at, `struck` was hit just now; with `chances` (location ->
    chance from 0 to 1) shades stand in the place of the wounds. `words` are the words for right and left,
    `severities` those for the severities."""

    picture: Picture | None = None
    locations: tuple[LocationView, ...] = ()
    chosen: str = ""
    struck: str = ""
    chances: tuple[tuple[str, float], ...] | None = None
    words: tuple[tuple[str, str], ...] = (("right", "right"), ("left", "left"))
    severities: tuple[tuple[str, str], ...] = (("hurt", "hurt"), ("maimed", "maimed"), ("severed", "severed"))
    language: str = ""

    @property
    def by_name(self) -> dict[str, LocationView]:
        return {location.name: location for location in self.locations}


class Cell(NamedTuple):
    """One cell of the screen. `fill`: it stands on the body's own background."""

    glyph: str = BLANK
    role: str = "text"
    fill: bool = False
    bold: bool = False
    reverse: bool = False


EMPTY = Cell()
Cells = list[list[Cell]]


@dataclass(frozen=True, eq=False)
class Anatomy:
    """A picture laid over the locations of a body.

    `meant` is the one location that a letter is first of all, `over` are all that it shows, `letters` those that
    show a location, `places` the cells of a location, `glyphs` what is drawn for this body, `small` the
    locations without flesh.
    """

    picture: Picture
    meant: Mapping[str, str]
    letters: Mapping[str, frozenset[str]]
    over: Mapping[str, tuple[str, ...]]
    places: Mapping[str, tuple[Place, ...]]
    glyphs: tuple[str, ...]
    small: frozenset[str] = field(default_factory=frozenset)

    def letter(self, place: Place) -> str:
        return self.picture.mask[place[0]][place[1]]

    def flesh(self, location: str) -> tuple[Place, ...]:
        """The cells of a location in which nothing is drawn."""
        return tuple((row, column) for row, column in self.places[location] if self.glyphs[row][column] == BLANK)


def anatomy(view: BodyView) -> Anatomy | None:
    """How the picture of `view` shows its body; None without a picture."""
    if view.picture is None:
        return None
    return _anatomy(view.picture, tuple((location.name, location.either) for location in view.locations))


@lru_cache(64)
def _anatomy(picture: Picture, locations: tuple[tuple[str, tuple[str, ...]], ...]) -> Anatomy:
    known = dict(locations)
    letters = picture.reach(known)
    over = {key: tuple(name for name in known if key in letters[name]) for key in picture.legend}
    undrawn = {key for key, letter in picture.legend.items() if letter.if_known and letter.at[0] not in known}
    glyphs = tuple(
        "".join(BLANK if key in undrawn else char for char, key in zip(row, mask, strict=True))
        for row, mask in zip(picture.rows, picture.mask, strict=True)
    )
    places: dict[str, list[Place]] = {name: [] for name in known}
    for row, mask in enumerate(picture.mask):
        for column, key in enumerate(mask):
            for name in over.get(key, ()):
                places[name].append((row, column))
    small = frozenset(name for name, held in places.items() if held and all(glyphs[r][c] != BLANK for r, c in held))
    return Anatomy(
        picture,
        picture.meant(known),
        letters,
        over,
        {name: tuple(held) for name, held in places.items()},
        glyphs,
        small,
    )


def gone(body: Anatomy, view: BodyView) -> frozenset[str]:
    """The letters that are not there any more: those of severed locations, and what these carry."""
    severed: set[str] = set()
    for location in view.locations:
        if location.severity == "severed":
            for key in body.letters[location.name]:
                severed |= {key, *body.picture.legend[key].carries}
    return frozenset(severed)


def shade(view: BodyView) -> Cells:
    """The cells of the picture, row by row; none without a picture."""
    body = anatomy(view)
    if body is None:
        return []
    ink = _chance_ink(body, view) if view.chances is not None else _wound_ink(body, view)
    cells = [
        [_drawn(char, ink[key]) if key in ink else _outside(char) for char, key in zip(row, mask, strict=True)]
        for row, mask in zip(body.glyphs, body.picture.mask, strict=True)
    ]
    if view.chances is None:
        _put_marks(body, view, cells)
    for location, role in ((view.chosen, "accent"), (view.struck, "severed")):
        for row, column in body.places.get(location, ()):
            cells[row][column] = cells[row][column]._replace(role=role, fill=False, reverse=True)
    return cells


class _Ink(NamedTuple):
    """How the cells of one letter look: what fills the flesh, what replaces a drawn glyph ('' keeps it)."""

    flesh: str = BLANK
    drawn: str = ""
    role: str = "contour"
    flesh_role: str = "contour"
    fill: bool = True
    bold: bool = False


SEVERED_INK = _Ink(BLANK, GONE, "severed", "severed", fill=False, bold=True)


def _drawn(char: str, ink: _Ink) -> Cell:
    if char == BLANK:
        return Cell(ink.flesh, ink.flesh_role, ink.fill, ink.bold)
    return Cell(ink.drawn or char, ink.role, ink.fill, ink.bold)


def _outside(char: str) -> Cell:
    return EMPTY if char == BLANK else Cell(char, "contour")


def _wound_ink(body: Anatomy, view: BodyView) -> dict[str, _Ink]:
    locations, severed = view.by_name, gone(body, view)
    return {key: _letter_ink(body, [locations[name] for name in body.over[key]], key in severed) for key in body.over}


def _letter_ink(body: Anatomy, shown: list[LocationView], severed: bool) -> _Ink:
    if severed:
        return SEVERED_INK
    worst = max(shown, key=lambda location: SEVERITIES.index(location.severity), default=None)
    if worst is None or not worst.severity:
        allowed = not shown or any(location.permitted for location in shown)
        return _Ink(role="contour" if allowed else "faint")
    stroke = STROKES[worst.severity]
    drawn = stroke if worst.name in body.small else ""
    return _Ink(stroke, drawn, worst.severity, worst.severity, bold=worst.severity == "maimed")


def _chance_ink(body: Anatomy, view: BodyView) -> dict[str, _Ink]:
    chances = dict(view.chances or ())
    likeliest = max(chances.values(), default=0.0)
    inks, severed = {}, gone(body, view)
    for key, names in body.over.items():
        if key in severed:
            inks[key] = SEVERED_INK
            continue
        name = max(names, key=lambda name: chances.get(name, 0.0), default="")
        glyph = shade_of(chances.get(name, 0.0), likeliest)
        small = name in body.small and glyph != BLANK
        inks[key] = _Ink(glyph, glyph if small else "", "muted" if small else "contour", "muted")
    return inks


def shade_of(chance: float, likeliest: float) -> str:
    """The shade of a chance, relative to the greatest one on the body."""
    if chance <= 0 or likeliest <= 0:
        return BLANK
    part = chance / likeliest
    return SHADES[(part > 1 / 3) + (part > 2 / 3)]


def _put_marks(body: Anatomy, view: BodyView, cells: Cells) -> None:
    """Marks stand on the flesh nearest the middle of their location, over the strokes."""
    for location in view.locations:
        places = body.flesh(location.name) or body.places[location.name]
        if location.marks and places:
            row, column = middle(body.places[location.name])
            near = sorted(places, key=lambda place: (abs(place[0] - row) * 2 + abs(place[1] - column), place))
            for mark, (at_row, at_column) in zip(location.marks, near, strict=False):
                cells[at_row][at_column] = cells[at_row][at_column]._replace(
                    glyph=mark.glyph, role=mark.role, bold=True
                )


def middle(places: Iterable[Place]) -> tuple[float, float]:
    """The middle of some cells, of which there must be one."""
    held = list(places)
    return sum(row for row, _ in held) / len(held), sum(column for _, column in held) / len(held)


def outside(picture: Picture, row: int, column: int) -> bool:
    """Whether a cell is no part of the body, nor anything drawn beside it."""
    if not (0 <= row < picture.height and 0 <= column < picture.width):
        return True
    return picture.mask[row][column] == OUTSIDE and picture.rows[row][column] == BLANK
