"""Moving over a body with the arrow keys: to the nearest location in a direction, or down the list by name."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from crittui.files.pictures import OUTSIDE, Picture
from crittui.tui.shading import Anatomy, BodyView, Place, anatomy, middle

DIRECTIONS = {"up": (-1, 0), "down": (1, 0), "left": (0, -1), "right": (0, 1)}
CELL_HEIGHT = 2  # a cell is about twice as high as it is wide


def towards(view: BodyView, current: str, direction: str, choices: Sequence[str]) -> str:
    """The location of `choices` whose middle is nearest to that of `current` in `direction` (up, down, left, right).

    What lies across the direction counts double, and what lies more across than ahead comes last.
    `current` where nothing lies there; the first choice that has cells where `current` has none.
    """
    body = anatomy(view)
    spots = {} if body is None else {name: spot(body, name) for name in choices if body.places.get(name)}
    if body is None or not body.places.get(current):
        return next(iter(spots), current)
    here = spot(body, current)
    ways = {name: _way(here, there, direction) for name, there in spots.items() if name != current}
    return min((way, name) for name, way in ways.items() if way)[1] if any(ways.values()) else current


def _way(here: tuple[float, float], there: tuple[float, float], direction: str) -> tuple[bool, float] | None:
    """Whether one must leave the direction for it, and how far it is; None when it does not lie there."""
    down, across = DIRECTIONS[direction]
    rows, columns = there[0] - here[0], there[1] - here[1]
    ahead, aside = rows * down + columns * across, abs(rows if across else columns)
    if ahead <= 0:
        return None
    turned = ahead < aside * CELL_HEIGHT if across else ahead * CELL_HEIGHT < aside
    return turned, ahead + 2 * aside


def after(current: str, choices: Sequence[str], step: int = 1) -> str:
    """The choice that follows `current` in the list, round the end; the first one for an unknown `current`."""
    if current not in choices:
        return choices[0] if choices else current
    return choices[(choices.index(current) + step) % len(choices)]


def spot(body: Anatomy, location: str) -> tuple[float, float]:
    """The middle of a location, of its enlarged cells where it is drawn twice."""
    places = body.places[location]
    parts = _parts(body.picture)
    largest = max(set(parts.values()), key=lambda part: sum(part == other for other in parts.values()), default=0)
    enlarged = [place for place in places if parts.get(place, largest) != largest]
    return middle(enlarged or places)


@lru_cache(64)
def _parts(picture: Picture) -> dict[Place, int]:
    """Which of the separate figures of a picture each cell belongs to."""
    inside = {
        (row, column) for row, mask in enumerate(picture.mask) for column, key in enumerate(mask) if key != OUTSIDE
    }
    parts: dict[Place, int] = {}
    for start in sorted(inside):
        if start in parts:
            continue
        number, reached = len(parts), [start]
        while reached:
            row, column = place = reached.pop()
            if place in inside and place not in parts:
                parts[place] = number
                reached += [(row + down, column + across) for down in (-1, 0, 1) for across in (-1, 0, 1)]
    return parts
