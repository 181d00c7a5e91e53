"""The base of the small widgets: rows of spans, of which only those that changed are written again."""

from __future__ import annotations

from collections.abc import Sequence

from textual.geometry import Region
from textual.strip import Strip
from textual.widget import Widget

from crittui.tui.drawing import strip_of
from crittui.tui.views import Line, Look


class Drawn(Widget):
    """A widget whose rows come from `lines(width)`. It never takes the focus."""

    can_focus = False
    DEFAULT_CSS = "Drawn { width: 100%; height: 1; }"

    def __init__(self, look: Look, ascii_only: bool = False, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self.look = look
        self.ascii_only = ascii_only
        self._strips: list[Strip] = []
        self._drawn_for: tuple[int, int] | None = None

    def lines(self, width: int) -> Sequence[Line]:
        """The rows, from the top; missing ones are blank."""
        raise NotImplementedError

    def render_line(self, y: int) -> Strip:
        size = (self.size.width, self.size.height)
        if self._drawn_for != size:
            self._strips, self._drawn_for = self._draw(*size), size
        return self._strips[y] if y < len(self._strips) else Strip.blank(size[0])

    def changed(self) -> None:
        """Repaint the rows that look different now."""
        size = (self.size.width, self.size.height)
        if self._drawn_for != size:
            self._drawn_for = None
            self.refresh()
            return
        before, self._strips = self._strips, self._draw(*size)
        for y, (old, new) in enumerate(zip(before, self._strips, strict=True)):
            if old != new:
                self.refresh(Region(0, y, size[0], 1))

    def restyle(self) -> None:
        """Repaint everything, in the colours that `look` now gives."""
        self._drawn_for = None
        self.refresh()

    def _draw(self, width: int, height: int) -> list[Strip]:
        lines = list(self.lines(width))[:height]
        lines += [()] * (height - len(lines))
        return [strip_of(line, width, self.look, self.ascii_only) for line in lines]
