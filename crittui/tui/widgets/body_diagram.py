"""The body of the creature that is looked at, with its wounds."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rich.segment import Segment
from rich.style import Style
from textual.app import ComposeResult
from textual.events import Resize
from textual.geometry import NULL_OFFSET, Region, Size, Spacing
from textual.layout import ArrangeResult, Layout, WidgetPlacement
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget

from crittui.records import dataclass
from crittui.tui.callouts import Canvas, compose, margin
from crittui.tui.glyphs import written
from crittui.tui.shading import BLANK, EMPTY, BodyView, Cell, Cells
from crittui.tui.slices import cuts
from crittui.tui.theming import BACKGROUND, FILL
from crittui.tui.views import Look, MarkView
from crittui.tui.widgets.drawn import Fitted

SLICES = 7


class _Slice(Fitted):
    """Some columns of the diagram, from `begin` to `end`."""

    def __init__(self, diagram: BodyDiagram) -> None:
        super().__init__()
        self._diagram = diagram
        self.begin = self.end = 0

    def render_line(self, y: int) -> Strip:
        return self._diagram.strip(y, self.begin, self.end)


class _SideBySide(Layout):
    """The slices next to each other, each from its column to the next one's."""

    name = "slices"

    def arrange(self, parent: Widget, children: list[Widget], size: Size, greedy: bool = True) -> ArrangeResult:
        placements = []
        for child in children:
            if isinstance(child, _Slice) and child.begin < min(child.end, size.width):
                region = Region(child.begin, 0, min(child.end, size.width) - child.begin, size.height)
                placements.append(WidgetPlacement(region, NULL_OFFSET, Spacing(), child))
        return placements


class BodyDiagram(Fitted):
    """The body in its box, called-out wounds beside it. `show` repaints only the cells that change.

    It takes `look` (the style of a colour role, of `fill` and of `background`) and `ascii_only`, as every pane does.
    """

    DEFAULT_CSS = """
    BodyDiagram { width: 100%; height: 100%; overflow: hidden hidden; }
    """

    @dataclass
    class Overflowed(Message):
        """The wounds that found no place beside the body are others now: they belong to the line below it."""

        rest: tuple[MarkView, ...]

    def __init__(self, look: Look, ascii_only: bool = False, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self.look = look
        self.ascii_only = ascii_only
        self._view = BodyView()
        self._canvas = Canvas([], ())
        self._room = Size(0, 0)
        self._slices = [_Slice(self) for _ in range(SLICES)]
        self._styles: dict[Cell, Style] = {}
        self._side_by_side = _SideBySide()

    @property
    def layout(self) -> Layout:
        return self._side_by_side

    def compose(self) -> ComposeResult:
        yield from self._slices

    @property
    def rest(self) -> tuple[MarkView, ...]:
        """The wounds that found no place beside the body."""
        return self._canvas.rest

    def show(self, view: BodyView) -> None:
        """Show this body from now on."""
        if view == self._view:
            return
        # New cuts lay out the whole screen anew and write all of it, so those of the first picture stay.
        first = self._view.picture is None and view.picture is not None
        self._view = view
        self._draw(recut=first)

    def restyle(self) -> None:
        """Repaint everything, in the colours that `look` now gives."""
        self._styles.clear()
        for piece in self._slices:
            piece.refresh()

    def on_resize(self, event: Resize) -> None:
        self.fit(self.size)

    def fit(self, room: Size) -> None:
        """Draw for this size, which may be the next one: what is ready when its place comes is written once."""
        if room != self._room:
            self._room = room
            self._draw(recut=True)

    def strip(self, y: int, begin: int, end: int) -> Strip:
        """The cells of row `y` from column `begin` to `end`."""
        row = self._canvas.cells[y][begin:end] if y < len(self._canvas.cells) else []
        row = row + [EMPTY] * (end - begin - len(row))
        segments = [Segment(written(text, self.ascii_only), self._style(cell)) for cell, text in runs(row)]
        return Strip(segments, end - begin)

    def _style(self, cell: Cell) -> Style:
        style = self._styles.get(cell)
        if style is None:
            ground = self.look(FILL if cell.fill else BACKGROUND)
            style = self.look(cell.role) + ground + Style(bold=cell.bold or None, reverse=cell.reverse or None)
            self._styles[cell] = style
        return style

    def _draw(self, recut: bool) -> None:
        width, height = self._room
        if not width or not height:
            return
        old, self._canvas = self._canvas, compose(self._view, width, height)
        if old.rest != self._canvas.rest:
            self.post_message(self.Overflowed(self._canvas.rest))
        moved = self._cut(width) if recut else []
        for piece in self._slices:
            if piece in moved:
                piece.refresh(layout=True)
                continue
            if regions := list(_changes(old.cells, self._canvas.cells, piece.begin, piece.end)):
                piece.refresh(*regions)

    def _cut(self, width: int) -> list[_Slice]:
        """Cut the slices for the present picture; those that are not where they were."""
        picture, left = self._view.picture, margin(width)
        beside = (left + picture.width + 1,) if picture is not None else ()
        begins = [0] if picture is None else list(cuts(picture, left, width, beside, len(self._slices)))
        ends = begins[1:] + [width] * (len(self._slices) + 1 - len(begins))
        begins += [width] * (len(self._slices) - len(begins))
        moved = []
        for piece, begin, end in zip(self._slices, begins, ends, strict=True):
            if (piece.begin, piece.end) != (begin, end):
                piece.begin, piece.end = begin, end
                moved.append(piece)
        return moved


def runs(row: Iterable[Cell]) -> list[tuple[Cell, str]]:
    """Cells that look alike, put together with their text; the cell is given without its glyph.

    Every run costs a colour change, so a blank joins whatever stands on the same ground beside it.
    """
    made: list[tuple[Cell, str]] = []
    for cell in row:
        look, last = cell._replace(glyph=""), made[-1] if made else None
        same_ground = last is not None and last[0].fill == cell.fill and not (last[0].reverse or cell.reverse)
        if last is not None and (look == last[0] or (same_ground and cell.glyph == BLANK)):
            made[-1] = (last[0], last[1] + cell.glyph)
        elif last is not None and same_ground and last[1].isspace():
            made[-1] = (look, last[1] + cell.glyph)
        else:
            made.append((look, cell.glyph))
    return made


def _changes(before: Cells, after: Cells, begin: int, end: int) -> Iterator[Region]:
    """The part of each row that differs, in columns counted from `begin`."""
    if len(before) != len(after):
        yield Region(0, 0, end - begin, len(after))
        return
    for y, (old, new) in enumerate(zip(before, after, strict=True)):
        differing = [x for x in range(begin, min(end, len(new))) if old[x : x + 1] != new[x : x + 1]]
        if differing:
            yield Region(differing[0] - begin, y, differing[-1] - differing[0] + 1, 1)
