"""The body with everything beside it: the words for its sides, its wounds by name, the key to the shades."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from crittui.files.pictures import SHORT_CELLS, Picture
from crittui.records import dataclass
from crittui.tui import cells
from crittui.tui.shading import (
    EMPTY,
    SHADES,
    Anatomy,
    BodyView,
    Cell,
    Cells,
    LocationView,
    anatomy,
    middle,
    outside,
    shade,
    shade_of,
)
from crittui.tui.views import MarkView
from crittui.tui.wounds import wounds

GAP = 1
MARK_CELLS = 2
KEY_CELLS = 9
WIDE = 50
WIDE_GAP = 9


@dataclass(frozen=True, slots=True)
class Callout:
    """A wound by name, beside the body: `row` and `column` of its mark."""

    row: int
    column: int
    mark: MarkView


Placed = tuple[list[Callout], tuple[MarkView, ...]]
"""The callouts that have a place, and the wounds that have none."""


@dataclass(frozen=True, slots=True)
class Canvas:
    """Everything the diagram draws, and the wounds that found no place in it."""

    cells: Cells
    rest: tuple[MarkView, ...]


def compose(view: BodyView, width: int, height: int) -> Canvas:
    """The diagram of `view` on `width` x `height` cells; what is too large is cut off."""
    if view.picture is None:
        return _listed(view, width, height)
    left = margin(width)
    canvas = [[EMPTY] * width for _ in range(height)]
    for row, drawn in enumerate(shade(view)[:height]):
        fitting = drawn[: max(0, width - left)]
        canvas[row][left : left + len(fitting)] = fitting
    for side, (column, row) in view.picture.sides.items():
        _write(canvas, row, left + column, dict(view.words).get(side, side), "muted")
    if view.chances is not None:
        _write_key(view, canvas, left)
        return Canvas(canvas, ())
    body, beside = anatomy(view), _Beside(view, view.picture, width, height)
    placed, rest = ([], ()) if body is None else _placed(beside, body)
    for callout in placed:
        _write_callout(canvas, callout)
    return Canvas(canvas, rest)


def margin(width: int) -> int:
    """Blank columns left of the picture in a diagram of this width."""
    return 6 if width >= WIDE else 1 if width >= 36 else 0


@dataclass(frozen=True, slots=True)
class _Beside:
    """The room beside a picture: where callouts begin, and which rows are free for them."""

    view: BodyView
    picture: Picture
    width: int
    height: int

    @property
    def left(self) -> int:
        return margin(self.width)

    @property
    def columns(self) -> tuple[int, ...]:
        """Where callouts may begin: right of the picture, or for a large one in the corners it leaves free."""
        right = self.left + self.picture.width + GAP
        longest = MARK_CELLS + SHORT_CELLS
        if self.picture.size != "large" or right + longest <= self.width:
            return (right,)
        return (self.width - 1 - longest, self.width - longest + MARK_CELLS)

    @property
    def list_column(self) -> int | None:
        """Where a list with the severities in words begins; None where there is no room for one."""
        column = self.left + self.picture.width + WIDE_GAP
        longest = max((cells.width(word) for _, word in self.view.severities), default=0)
        return column if column + MARK_CELLS + SHORT_CELLS + longest <= self.width else None

    def row(self, mark: MarkView, column: int, wanted: int, taken: set[int]) -> int | None:
        """The free row nearest to the wanted one; None where the callout fits in no row."""
        end = column + MARK_CELLS + cells.width(mark.words)
        if end > self.width:
            return None
        span = range(column - GAP - self.left, end - self.left)
        rows = sorted(range(min(self.height, self.picture.height)), key=lambda row: (abs(row - wanted), row))
        return next((row for row in rows if row not in taken and self._free(row, span)), None)

    def fits(self, callout: Callout) -> bool:
        """Whether a callout covers nothing where it is."""
        end = callout.column + MARK_CELLS + cells.width(callout.mark.words)
        return self._free(callout.row, range(callout.column - GAP - self.left, end - self.left))

    def _free(self, row: int, span: range) -> bool:
        return all(outside(self.picture, row, at) for at in span) and not self._side_word(row, span)

    def _side_word(self, row: int, span: range) -> bool:
        words = dict(self.view.words)
        for side, (column, at_row) in self.picture.sides.items():
            end = column + cells.width(words.get(side, side))
            if at_row == row and column < span.stop and end > span.start:
                return True
        return False


def _placed(beside: _Beside, body: Anatomy) -> Placed:
    """The callouts beside the body, the worst in the best place, and what found none."""
    if beside.list_column is not None:
        return _in_list(beside, body, beside.list_column)
    tried = [_in_column(beside, body, column) for column in beside.columns]
    return min(tried, key=lambda placed: len(placed[1]))


def _in_column(beside: _Beside, body: Anatomy, column: int) -> Placed:
    placed: list[Callout] = []
    rest: list[MarkView] = []
    heights: dict[MarkView, float] = {}
    for location, mark in wounds(beside.view):
        places = body.places[location.name]
        taken = {callout.row for callout in placed}
        row = beside.row(mark, column, int(middle(places)[0]), taken) if places else None
        if row is None:
            rest.append(mark)
        else:
            placed.append(Callout(row, column, mark))
            heights[mark] = _height(body, location)
    return _in_order(beside, placed, heights), tuple(rest)


def _in_order(beside: _Beside, placed: list[Callout], heights: Mapping[MarkView, float]) -> list[Callout]:
    """The same rows from head to foot, if every name fits into the row that it gets so."""
    marks = sorted((callout.mark for callout in placed), key=lambda mark: heights[mark])
    rows = sorted(callout.row for callout in placed)
    ordered = [replace(placed[0], row=row, mark=mark) for row, mark in zip(rows, marks, strict=True)]
    return ordered if all(beside.fits(callout) for callout in ordered) else placed


def _in_list(beside: _Beside, body: Anatomy, column: int) -> Placed:
    """Where there is much room: a list from head to foot, every other row, with the severity in words."""
    listed = wounds(beside.view)
    room = max(0, (beside.height - 1) // 2)
    rest = tuple(mark for _, mark in listed[room:])
    shown = sorted(listed[:room], key=lambda entry: _height(body, entry[0]))
    marks = [_with_word(mark, location, beside.view) for location, mark in shown]
    return [Callout(2 + 2 * number, column, mark) for number, mark in enumerate(marks)], rest


def _height(body: Anatomy, location: LocationView) -> float:
    places = body.places[location.name]
    return middle(places)[0] if places else float("inf")


def _with_word(mark: MarkView, location: LocationView, view: BodyView) -> MarkView:
    words = cells.left(mark.words, SHORT_CELLS)
    return MarkView(mark.glyph, mark.role, words, dict(view.severities).get(location.severity, ""), mark.plain)


def _write(canvas: Cells, row: int, column: int, text: str, role: str, bold: bool = False) -> None:
    """Write on blank cells only, within the canvas; a wide character takes two."""
    if not 0 <= row < len(canvas):
        return
    for character in cells.clean(text):
        taken = cells.width(character)
        if column < 0 or column + taken > len(canvas[row]) or canvas[row][column].fill:
            return
        canvas[row][column] = Cell(character, role, bold=bold)
        for at in range(column + 1, column + taken):
            canvas[row][at] = Cell("", role)
        column += taken


def _write_callout(canvas: Cells, callout: Callout) -> None:
    mark = callout.mark
    _write(canvas, callout.row, callout.column, mark.glyph, mark.role, bold=True)
    _write(canvas, callout.row, callout.column + MARK_CELLS, mark.words, "text")
    after = callout.column + MARK_CELLS + cells.width(mark.words)
    _write(canvas, callout.row, after, mark.detail, "muted")


def _write_key(view: BodyView, canvas: Cells, left: int) -> None:
    """What the shades mean, in percent, beside the head."""
    if view.picture is None:
        return
    large = view.picture.size != "compact"
    column = left + (view.picture.width - 4 if large else view.picture.width + 2)
    top = 1 + max((row for _, row in view.picture.sides.values()), default=-1) if large else 0
    for row, (glyph, words) in enumerate(shade_words(dict(view.chances or ())), top):
        _write(canvas, row, column, f"{glyph * 2} ", "muted")
        _write(canvas, row, column + 3, words, "text")


def has_key_room(view: BodyView, width: int) -> bool:
    """Whether the key to the shades finds room beside the head."""
    picture = view.picture
    return picture is None or picture.size != "compact" or margin(width) + picture.width + 2 + KEY_CELLS <= width


def shade_words(chances: Mapping[str, float]) -> Iterator[tuple[str, str]]:
    """The shades that are there, the darkest first, and what they mean in percent."""
    likeliest = max(chances.values(), default=0.0)
    for glyph in reversed(SHADES):
        held = [chance for chance in chances.values() if shade_of(chance, likeliest) == glyph]
        if held:
            least, most = percent(min(held)), percent(max(held))
            yield glyph, f"{most}%" if least == most else f"{least}-{most}%"


def percent(chance: float) -> str:
    """A chance in percent, without the sign; below one the last digit that counts is kept."""
    value = chance * 100
    return f"{value:.0f}" if value >= 1 or value == 0 else f"{value:.1g}"


def _listed(view: BodyView, width: int, height: int) -> Canvas:
    """Without a picture the wounds stand one below the other."""
    canvas = [[EMPTY] * width for _ in range(height)]
    marks = [mark for _, mark in wounds(view)]
    for row, mark in enumerate(marks[:height]):
        _write_callout(canvas, Callout(row, 1, mark))
    return Canvas(canvas, tuple(marks[height:]))
