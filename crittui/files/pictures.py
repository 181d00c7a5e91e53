"""Pictures of bodies: an outline in characters, and a mask that tells which location each cell belongs to."""

from __future__ import annotations

import unicodedata
from collections.abc import Collection, Iterable, Iterator, Mapping
from pathlib import Path

from crittui.files.drawing import Drawing, read_drawing
from crittui.files.entries import block_at, check_keys, choice_at, flag_at, label_at, text_at, texts_at
from crittui.files.nodes import Block, Items, Node
from crittui.files.reading import read
from crittui.records import dataclass
from crittui.rules.model import Label
from crittui.rules.source import Position, Problems, Text

SIZES = {"compact": (31, 12), "large": (36, 24)}
VIEWS = ("front", "back", "left_side", "right_side")
SIDES = ("right", "left")
OUTSIDE = "."
SHORT_CELLS = 11
KEYS = ("picture_of", "title", "size", "view", "sides", "picture", "mask", "legend")
LETTER_KEYS = ("at", "short", "carries", "if_known")


@dataclass(frozen=True, slots=True)
class Letter:
    """What a letter of the mask stands for.

    `at` names locations from the finest to the coarsest: the first one that a body has is meant.
    `short` is the name beside the body, at most 11 cells. `carries` are the letters that go too when
    this one is severed. With `if_known` the glyphs are drawn only where a body has the very first one.
    """

    at: tuple[str, ...]
    short: Label
    carries: tuple[str, ...] = ()
    if_known: bool = False


@dataclass(frozen=True, eq=False)
class Picture:
    """A body as it is drawn. `rows` and `mask` have one shape; `sides` is where the words for right and
    left go, as (column, row)."""

    id: str
    body: str
    title: Label
    size: str
    view: str
    sides: Mapping[str, tuple[int, int]]
    rows: tuple[str, ...]
    mask: tuple[str, ...]
    legend: Mapping[str, Letter]

    @property
    def width(self) -> int:
        return len(self.rows[0])

    @property
    def height(self) -> int:
        return len(self.rows)

    def meant(self, locations: Collection[str]) -> dict[str, str]:
        """For each letter the location of a body that it stands for, '' when the body has none of them."""
        return {key: next((name for name in letter.at if name in locations), "") for key, letter in self.legend.items()}

    def reach(self, locations: Mapping[str, tuple[str, ...]]) -> dict[str, frozenset[str]]:
        """The letters that show each location of a body. `locations` maps each to its `either` members.

        A group is the union of its members. A location that is no letter's first choice, because a
        finer one stands before it, is the union of all letters that name it.
        """
        meant = self.meant(locations)
        own = {name: {key for key, first in meant.items() if first == name} for name in locations}
        shown = {name: frozenset(keys or self._naming(name)) for name, keys in own.items()}
        for name, members in locations.items():
            shown[name] = frozenset().union(*(shown.get(member, frozenset()) for member in members)) or shown[name]
        return shown

    def _naming(self, location: str) -> set[str]:
        return {key for key, letter in self.legend.items() if location in letter.at}


def fit(pictures: Iterable[Picture], body: str, locations: Mapping[str, tuple[str, ...]], size: str) -> Picture | None:
    """The picture of `body` in this size that reaches most locations; the earlier one where two reach as many.

    Where none is of this body, one of another body will do if it reaches every location.
    """
    sized = [picture for picture in pictures if picture.size == size]
    named = [picture for picture in sized if picture.body == body]
    whole = [picture for picture in sized if not unreached(picture, locations)] if locations else []
    return max(named or whole, key=lambda picture: _merit(picture, locations), default=None)


def _merit(picture: Picture, locations: Mapping[str, tuple[str, ...]]) -> tuple[int, int]:
    firsts = set(picture.meant(locations).values()) - {""}
    return len(locations) - len(unreached(picture, locations)), len(firsts)


def unreached(picture: Picture, locations: Mapping[str, tuple[str, ...]]) -> tuple[str, ...]:
    """The locations of a body that have no cell in the picture."""
    return tuple(name for name, letters in picture.reach(locations).items() if not letters)


def report_unreached(
    picture: Picture, locations: Mapping[str, tuple[str, ...]], places: Mapping[str, Position], problems: Problems
) -> None:
    """Warn of each location (its place in the ruleset is in `places`) that the picture cannot show."""
    for name in unreached(picture, locations):
        message = f"no cell of the picture {picture.id} belongs to {name!r}"
        problems.warn(places[name], "picture-reach", message, "give it a letter there; until then it is only listed")


def read_pictures(folder: Path, problems: Problems) -> tuple[Picture, ...]:
    """All pictures of a folder, in the order of their file names; those with errors are left out."""
    paths = sorted(folder.glob("*.yaml")) if folder.is_dir() else []
    return tuple(picture for path in paths if (picture := read_picture(path, problems)) is not None)


def read_picture(path: Path, problems: Problems) -> Picture | None:
    """The picture in a file, or None when it has errors, which go into `problems`."""
    node = read(path, problems)
    return None if node is None else picture_from(node, path.stem, problems)


def picture_from(node: Node, name: str, problems: Problems) -> Picture | None:
    """The picture in a tree already read; `name` becomes its id."""
    found = Problems()
    picture = _picture(node, name, found)
    problems.extend(found.sorted)
    return None if found else picture


def _picture(node: Node, name: str, problems: Problems) -> Picture | None:
    if not isinstance(node, Block):
        problems.add(node.position, "shape", "a picture is a block with `picture_of`, `picture`, `mask`, `legend`")
        return None
    check_keys(node, KEYS, ("picture_of", "picture", "mask", "legend"), problems)
    body = text_at(node, "picture_of", problems)
    picture, mask = (read_drawing(node, key, problems) for key in ("picture", "mask"))
    legend = block_at(node, "legend", problems)
    if body is None or picture is None or mask is None or legend is None:
        return None
    size = choice_at(node, "size", SIZES, "compact", problems)
    letters = dict(_legend(legend, problems))
    _check_shapes(picture, mask, size, problems)
    _check_letters(mask, legend, letters, problems)
    _check_ink(picture, mask, problems)
    return Picture(
        id=name,
        body=body.value,
        title=label_at(node, "title", problems),
        size=size,
        view=choice_at(node, "view", VIEWS, "front", problems),
        sides=_sides(node, problems),
        rows=picture.rows,
        mask=mask.rows,
        legend=letters,
    )


def _check_shapes(picture: Drawing, mask: Drawing, size: str, problems: Problems) -> None:
    columns, rows = SIZES[size]
    width, height = len(picture.rows[0]), len(picture.rows)
    if width > columns or height > rows:
        message = f"the picture is {width}x{height}, a {size} one may have {columns}x{rows}"
        problems.add(picture.position(0, 0), "picture-size", message, "draw it smaller, or say `size: large`")
    if len(mask.rows) != height:
        place = mask.position(min(height, len(mask.rows) - 1), 0)
        message = f"the mask has {len(mask.rows)} rows, the picture {height}"
        problems.add(place, "picture-rows", message, "every row of the picture needs one in the mask")
    for drawing in (picture, mask):
        for number, row in enumerate(drawing.rows):
            if len(row) != width:
                message = f"this row is {len(row)} wide, the first row of the picture {width}"
                problems.add(drawing.position(number, min(len(row), width)), "picture-rows", message, "make them equal")


def _check_ink(picture: Drawing, mask: Drawing, problems: Problems) -> None:
    for number, (row, letters) in enumerate(zip(picture.rows, mask.rows, strict=False)):
        for column, (char, key) in enumerate(zip(row, letters, strict=False)):
            if key == OUTSIDE and char != " ":
                message = f"{char!r} belongs to no location, so it stays as it is whatever happens"
                problems.warn(picture.position(number, column), "picture-ink", message, "give it a letter in the mask")


def _check_letters(mask: Drawing, legend: Block, letters: Mapping[str, Letter], problems: Problems) -> None:
    seen: set[str] = {OUTSIDE}
    for number, row in enumerate(mask.rows):
        for column, char in enumerate(row):
            if char not in seen and char not in legend:
                message = f"the letter {char!r} is not in the legend"
                problems.add(mask.position(number, column), "picture-legend", message, "explain it there, or write `.`")
            seen.add(char)
    for key, letter in letters.items():
        if key not in seen:
            place = legend.key(key).position
            problems.add(place, "picture-legend", f"the letter {key!r} is not in the mask", "use it, or remove it")
        for carried in letter.carries:
            if carried not in letters:
                message = f"{key!r} carries {carried!r}, which the legend does not explain"
                problems.add(legend.key(key).position, "picture-carries", message)


def _legend(legend: Block, problems: Problems) -> Iterator[tuple[str, Letter]]:
    for key, node in legend.items():
        if len(key.value) != 1 or key.value in (OUTSIDE, " ", "|"):
            problems.add(key.position, "picture-legend", f"{key.value!r} cannot be a letter", "use one character")
        elif not isinstance(node, Block):
            problems.add(node.position, "shape", "a letter needs a block", "write {at: ..., short: ...}")
        else:
            yield key.value, _letter(node, problems)


def _letter(block: Block, problems: Problems) -> Letter:
    check_keys(block, LETTER_KEYS, ("at", "short"), problems)
    short = label_at(block, "short", problems)
    for word in short.values():
        if cells(word) > SHORT_CELLS:
            place = block.key("short").position
            problems.add(place, "picture-short", f"{word!r} has {cells(word)} cells, {SHORT_CELLS} fit beside a body")
    return Letter(
        at=tuple(text.value for text in texts_at(block, "at", problems)),
        short=short,
        carries=tuple(text.value for text in texts_at(block, "carries", problems)),
        if_known=flag_at(block, "if_known", False, problems),
    )


def _sides(node: Block, problems: Problems) -> dict[str, tuple[int, int]]:
    block = block_at(node, "sides", problems)
    if block is None:
        return {}
    check_keys(block, SIDES, (), problems)
    places = {key.value: _place(value, problems) for key, value in block.items() if key.value in SIDES}
    return {side: place for side, place in places.items() if place is not None}


def _place(node: Node, problems: Problems) -> tuple[int, int] | None:
    numbers = [child.value for child in node.nodes if isinstance(child, Text)] if isinstance(node, Items) else []
    if len(numbers) == 2 and all(number.isascii() and number.isdigit() for number in numbers):
        return int(numbers[0]), int(numbers[1])
    problems.add(node.position, "shape", "a place is two numbers from 0 up", "write [column, row]")
    return None


def cells(text: str) -> int:
    """How many cells a terminal gives to `text`."""
    return sum(
        0 if unicodedata.combining(char) else 2 if unicodedata.east_asian_width(char) in "WF" else 1 for char in text
    )
