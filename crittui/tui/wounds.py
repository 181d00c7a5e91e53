"""A body's wounds by name, the worst first."""

from __future__ import annotations

from crittui.files.pictures import SHORT_CELLS
from crittui.rules.model import Label
from crittui.tui import cells
from crittui.tui.shading import SEVERITIES, STROKES, Anatomy, BodyView, LocationView, anatomy, gone
from crittui.tui.views import MarkView


def wounds(view: BodyView) -> tuple[tuple[LocationView, MarkView], ...]:
    """Every location with a wound or a mark, the worst first; not those that went with a severed one."""
    body = anatomy(view)
    lost = gone(body, view) if body is not None else frozenset()
    listed = []
    for location in view.locations:
        taken = body is not None and _taken_along(body, location, lost)
        if (location.severity or location.marks) and not taken:
            listed.append((location, _named(view, body, location)))
    return tuple(sorted(listed, key=lambda entry: -SEVERITIES.index(entry[0].severity)))


def _taken_along(body: Anatomy, location: LocationView, lost: frozenset[str]) -> bool:
    letters = body.letters[location.name]
    carried = {key for letter in lost - letters for key in body.picture.legend[letter].carries if key in letters}
    return bool(letters) and letters <= carried


def _named(view: BodyView, body: Anatomy | None, location: LocationView) -> MarkView:
    words = location.label if body is None else short_name(body, location, view.language)
    if location.severity:
        return MarkView(STROKES[location.severity], location.severity, words, plain=True)
    mark = location.marks[0]
    return MarkView(mark.glyph, mark.role, words, plain=True)


def short_name(body: Anatomy, location: LocationView, language: str = "") -> str:
    """What a location is called beside the body: the picture's word for it, else the shortest name it has."""
    legend = body.picture.legend
    own = [letter for key, letter in legend.items() if body.meant[key] == location.name]
    first = [letter for letter in own if letter.at[0] == location.name]
    words = {word_in(letter.short, language) for letter in own}
    if first or len(words) == 1:
        return word_in((first or own)[0].short, language)
    names = [location.label, location.name.replace("_", " ")]
    fitting = [name for name in names if cells.width(name) <= SHORT_CELLS]
    return fitting[0] if fitting else cells.cut(location.label, SHORT_CELLS)


def word_in(label: Label, language: str) -> str:
    """A label in a language, or the nearest there is."""
    return label.get(language) or label.get("") or label.get("en") or next(iter(label.values()), "")
