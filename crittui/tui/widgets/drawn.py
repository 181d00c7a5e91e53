"""The base of the small widgets: rows of spans, of which only the cells that changed are written again."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Self

from rich.cells import get_character_cell_size
from rich.style import Style
from textual.geometry import Region, Size
from textual.reactive import Reactive
from textual.strip import Strip
from textual.widget import Widget

from crittui.tui.drawing import BACKGROUND, strip_of
from crittui.tui.views import Line, Look


class Fitted(Widget):
    """A widget that is never larger than what is seen of it. It never takes the focus.

    It has no border, no padding and no colours of its own, so its rows go to the screen as they are: what Textual
    does to each widget for all those costs more than a key's whole work.
    """

    can_focus = False
    # Textual lays out and paints a second time when a virtual size changes; here it is the size that was just painted.
    virtual_size: Reactive[Size] = Reactive(Size(0, 0), layout=False, repaint=False)

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._kept: dict[int, Strip] = {}
        self._kept_for = Size(0, 0)

    def refresh(self, *regions: Region, repaint: bool = True, layout: bool = False, recompose: bool = False) -> Self:
        """As ever; the rows are drawn anew when they are asked for."""
        if repaint and not regions:
            self._kept.clear()
        for region in regions:
            for y in region.line_range:
                self._kept.pop(y, None)
        return super().refresh(*regions, repaint=repaint, layout=layout, recompose=recompose)

    def render_lines(self, crop: Region) -> list[Strip]:
        size = self.outer_size
        if self._kept_for != size:
            self._kept.clear()
            self._kept_for = size
        kept = self._kept
        missing = [y for y in crop.line_range if y not in kept]
        if missing:
            filters, ground = self.get_line_filters(), self.background_colors[1]
            for y in missing:
                row = self.render_line(y)
                for filter in filters:
                    row = row.apply_filter(filter, ground)
                kept[y] = row
        rows = [kept[y] for y in crop.line_range]
        if crop.column_span == (0, size.width):
            return rows
        return [row.crop(*crop.column_span) for row in rows]


class Drawn(Fitted):
    """A widget whose rows come from `lines(width)`."""

    DEFAULT_CSS = "Drawn { width: 100%; height: 1; }"

    def __init__(self, look: Look, ascii_only: bool = False, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self.look = look
        self.ascii_only = ascii_only
        self._strips: list[Strip] = []
        self._written: list[Line] = []
        self._drawn_for: tuple[int, ...] | None = None

    @property
    def _made_for(self) -> tuple[int, ...]:
        """The sizes on which the rows depend."""
        return self.outer_size

    def lines(self, width: int) -> Sequence[Line]:
        """The rows, from the top; missing ones are blank."""
        raise NotImplementedError

    def render_line(self, y: int) -> Strip:
        size, made_for = self.outer_size, self._made_for
        if self._drawn_for != made_for:
            self._strips, self._drawn_for = self._draw(*size), made_for
        return self._strips[y] if y < len(self._strips) else Strip.blank(size[0], self.look(BACKGROUND))

    def changed(self) -> None:
        """Repaint the cells that look different now."""
        if self._drawn_for != self._made_for:
            self._drawn_for = None
            self.refresh()
            return
        before, self._strips = self._strips, self._draw(*self.outer_size)
        regions = []
        for y, (old, new) in enumerate(zip(before, self._strips, strict=True)):
            start, end = differing(old, new) if old is not new else (0, 0)
            if start < end:
                regions.append(Region(start, y, end - start, 1))
        if regions:
            self.refresh(*regions)

    def restyle(self) -> None:
        """Repaint everything, in the colours that `look` now gives."""
        self._drawn_for = None
        self.refresh()

    def _draw(self, width: int, height: int) -> list[Strip]:
        """The rows as strips; a row that reads as before keeps its strip."""
        lines = list(self.lines(width))[:height]
        lines += [()] * (height - len(lines))
        kept = zip(self._written, self._strips, strict=True) if self._drawn_for == self._made_for else ()
        before = dict(enumerate(kept))
        self._written = lines
        return [
            before[y][1] if y in before and before[y][0] == line else self._strip(line, width)
            for y, line in enumerate(lines)
        ]

    def _strip(self, line: Line, width: int) -> Strip:
        return strip_of(line, width, self.look, self.ascii_only)


class Rows(Drawn):
    """Rows that come from somewhere else, asked for whenever they are drawn. Whoever holds them knows them by its own
    size, which is nothing while it is out of sight."""

    def __init__(self, rows: Callable[[], Sequence[Line]], look: Look, ascii_only: bool = False) -> None:
        super().__init__(look, ascii_only)
        self._rows = rows

    @property
    def _made_for(self) -> tuple[int, ...]:
        holder = self.parent
        return (*self.outer_size, *holder.outer_size) if isinstance(holder, Widget) else self.outer_size

    def lines(self, width: int) -> Sequence[Line]:
        return self._rows()


def differing(old: Strip, new: Strip) -> tuple[int, int]:
    """The first cell that differs and the one after the last; both 0 when none does."""
    if old == new:
        return 0, 0
    before, after = _cells(old), _cells(new)
    places = [x for x, (a, b) in enumerate(zip(before, after, strict=True)) if a != b]
    if not places:
        return 0, 0
    start, end = places[0], places[-1] + 1
    while start and (not before[start][0] or not after[start][0]):
        start -= 1
    while end < len(after) and (not before[end][0] or not after[end][0]):
        end += 1
    return start, end


def _cells(strip: Strip) -> list[tuple[str, Style | None]]:
    """Each cell's character and style; the second cell of a wide character is empty, an unseen blank has no style."""
    found: list[tuple[str, Style | None]] = []
    for text, style, _ in strip:
        hidden = style is None or not (style.reverse or style.underline or style.strike)
        for character in text:
            size = get_character_cell_size(character)
            if size == 0 and found:
                found[-1] = (found[-1][0] + character, style)
            elif size:
                found += [(character, None if hidden and character == " " else style), ("", style)][:size]
    return found
