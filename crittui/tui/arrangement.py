"""Where each pane stands at each size of the screen. Pure arithmetic, so it can never ping-pong.

Columns and rows count from 0. A pane without a region is not on the screen.
"""

from __future__ import annotations

from collections.abc import Mapping

from crittui.records import dataclass

TITLE, LIST, CREATURE, BODY, MARKS = "title", "list", "creature", "body", "marks"
RULE, RULE_2, LOG, STRIP, KEYS = "rule", "rule2", "log", "strip", "keys"
CARDS, BRIEF = "cards", "brief"
LAST, LAST_RULE, LEGEND, TINY = "last", "last_rule", "legend", "tiny"

COMPACT_ROWS, LARGE_ROWS = 12, 24
LOG_TEXT_MOST = 100
BLEED = 1
SINGLE_PANES = ("fight", "body", "log")
LEAST_STRIP = 6
STRIP_OVER = 3  # rows of a single pane that a strip leaves free


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle of cells."""

    x: int
    y: int
    width: int
    height: int


@dataclass(frozen=True, slots=True)
class Arrangement:
    """Which kind of screen this is (`columns3`, `columns2`, `cards`, `single`, `small`, `tiny`), and every pane's box.

    `cards` is a wide screen of two columns: where there are no bodies to draw, cards stand in their place.
    """

    kind: str
    boxes: Mapping[str, Box]
    large_body: bool = False

    @property
    def single(self) -> bool:
        return self.kind == "single"


def kind_of(width: int, height: int, bodies: bool = True) -> str:
    """The kind of screen for a size; `bodies` is whether there are any to draw."""
    if width < 20 or height < 5:
        return "tiny"
    if width < 40 or height < 12:
        return "small"
    if width < 80 or height < 20:
        return "single"
    if width >= 120 and height >= 24:
        return "columns3" if bodies else "cards"
    return "columns2"


def arrange(
    width: int, height: int, fighters: int, strip: int = 0, pane: str = "fight", last: int = 4, bodies: bool = True
) -> Arrangement:
    """The boxes for a screen of this size.

    `fighters` is how many combatants there are, `strip` the rows an open strip wants (0: closed), `pane` the one
    shown where only one has room, `last` the rows of the last chain in the fight pane, `bodies` whether there are
    any to draw.
    """
    kind = kind_of(width, height, bodies)
    match kind:
        case "tiny":
            boxes = {TINY: Box(0, 0, width, height)}
            return Arrangement(kind, boxes)
        case "small":
            return Arrangement(kind, _small(width, height, strip))
        case "single":
            return Arrangement(kind, _single(width, height, fighters, strip, pane, last))
        case "columns2":
            return _two(width, height, fighters, strip)
        case "cards":
            return _two_with_cards(width, height, fighters, strip)
        case _:
            return _three(width, height, fighters, strip)


def _small(width: int, height: int, strip: int) -> dict[str, Box]:
    boxes = _frame(width, height)
    return boxes | _log(0, 1, width, height - 2, strip, least=1)


def _log(x: int, y: int, width: int, height: int, strip: int, least: int = 4) -> dict[str, Box]:
    """The log, and the strip at its foot; the log keeps `least` rows where there are so many."""
    strip = max(0, min(strip, height - least))
    boxes = {LOG: Box(x, y, width, height - strip)}
    if strip:
        boxes[STRIP] = Box(x, y + height - strip, width, strip)
    return boxes


def _single(width: int, height: int, fighters: int, strip: int, pane: str, last: int) -> dict[str, Box]:
    boxes = _frame(width, height)
    if pane == "body" and strip:
        return boxes | _body_over_strip(width, height, strip)
    top, room = 2, height - 3
    foot = max(0, min(strip, room - STRIP_OVER))
    room -= foot
    if foot:
        boxes[STRIP] = Box(0, top + room, width, foot)
    if pane == "log":
        boxes[LOG] = Box(0, top, width, room)
    elif pane == "body":
        boxes[CREATURE] = Box(0, top, width, 1)
        body = max(0, room - 3)
        boxes[BODY] = Box(0, top + 2, width, body)
        if room >= 3:
            boxes[MARKS] = Box(0, top + 2 + body, width, 1)
    else:
        boxes |= _fight_pane(width, top, room, fighters, last)
    return boxes


def _body_over_strip(width: int, height: int, strip: int) -> dict[str, Box]:
    """The whole body while a place of it is chosen: its name stands in the strip, so it needs no other row."""
    room = height - 2
    foot = min(strip, max(LEAST_STRIP, room - COMPACT_ROWS), room)
    return {BODY: Box(0, 1, width, room - foot), STRIP: Box(0, 1 + room - foot, width, foot)}


def _fight_pane(width: int, top: int, room: int, fighters: int, last: int) -> dict[str, Box]:
    rows = min(fighters + 1, room)
    boxes = {LIST: Box(0, top, width, rows)}
    y, left = top + rows + 1, room - rows - 1
    marks = min(3, left)
    if marks >= 2:
        boxes[BRIEF] = Box(0, y, width, marks)
        y, left = y + marks + 1, left - marks - 1
    if left >= 2:
        boxes[LAST_RULE] = Box(0, y, width, 1)
        boxes[LAST] = Box(0, y + 1, width, left - 1)
    return boxes


def _left(width: int, height: int, fighters: int) -> tuple[dict[str, Box], bool]:
    """Combatants above the body: the left column of two."""
    spare = height - 1 - 1 - 1 - 1 - COMPACT_ROWS  # title, key line, heads, creature line
    blank, marks = (spare >= 8), (spare >= 7)
    rows = max(3, min(spare - blank - marks, max(6, min(fighters, 12))))
    large = height >= 36 and height - 1 - 1 - 1 - 1 - LARGE_ROWS - blank - marks >= rows
    boxes = {LIST: Box(0, 1, width, rows + 1)}
    y = rows + 2 + blank
    boxes[CREATURE] = Box(0, y, width, 1)
    bottom = height - 1 - marks
    body = min(bottom - y - 1, LARGE_ROWS if large else COMPACT_ROWS)
    boxes[BODY] = Box(0, y + 1, width, body)
    if marks:
        boxes[MARKS] = Box(0, y + 1 + body, width, 1)
    return boxes, large


def _two(width: int, height: int, fighters: int, strip: int) -> Arrangement:
    boxes, large = _left(31, height, fighters)
    boxes[TITLE], boxes[KEYS] = Box(0, 0, width, 1), Box(0, height - 1, width, 1)
    boxes[RULE] = Box(31, 1, 1, height - 2)
    boxes |= _log(32, 1, min(width - 32, LOG_TEXT_MOST + BLEED), height - 2, strip)
    return Arrangement("columns2", boxes, large)


def _three(width: int, height: int, fighters: int, strip: int) -> Arrangement:
    large = height >= 30
    first = _first(width)
    middle, right = first + 1, 2 * first + 2
    boxes = _frame(width, height) | _cards(first, height, fighters)
    boxes[RULE], boxes[RULE_2] = Box(first, 1, 1, height - 2), Box(right - 1, 1, 1, height - 2)
    rows = LARGE_ROWS if large else COMPACT_ROWS
    boxes[CREATURE] = Box(middle, 2, first, 1)
    top = min(5, height - 2 - rows)
    boxes[BODY] = Box(middle, top, first, rows)
    boxes[MARKS] = Box(middle, top + rows, first, 1)
    if top + rows + 2 < height - 1:
        boxes[LEGEND] = Box(middle, top + rows + 2, first, 1)
    boxes |= _log(right, 1, min(width - right, LOG_TEXT_MOST + BLEED), height - 2, strip)
    return Arrangement("columns3", boxes, large)


def _two_with_cards(width: int, height: int, fighters: int, strip: int) -> Arrangement:
    first = _first(width)
    boxes = _frame(width, height) | _cards(first, height, fighters)
    boxes[RULE] = Box(first, 1, 1, height - 2)
    boxes |= _log(first + 1, 1, min(width - first - 1, LOG_TEXT_MOST + BLEED), height - 2, strip)
    return Arrangement("cards", boxes)


def _first(width: int) -> int:
    """Columns of the list, and of the body beside it, on a wide screen."""
    return 38 if width >= 140 else 31


def _frame(width: int, height: int) -> dict[str, Box]:
    return {TITLE: Box(0, 0, width, 1), KEYS: Box(0, height - 1, width, 1)}


def _cards(width: int, height: int, fighters: int) -> dict[str, Box]:
    """The first column of a wide screen: the list, and below it the cards."""
    rows = min(max(3, min(fighters, 12)) + 1, height - 3)
    top = 2 + rows + 1
    return {LIST: Box(0, 2, width, rows), CARDS: Box(0, top, width, max(0, height - 1 - top))}
