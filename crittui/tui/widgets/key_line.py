"""The last row: the keys that can be pressed now."""

from __future__ import annotations

from collections.abc import Sequence

from crittui.tui import cells
from crittui.tui.drawing import NOTHING, blank
from crittui.tui.views import KeyLineView, KeyView, Line, Look, Span
from crittui.tui.widgets.drawn import Drawn


def fitting(keys: Sequence[KeyView], width: int) -> tuple[KeyView, ...]:
    """The entries that fit into `width` cells: from the right they are left out, the kept ones last."""
    chosen = list(keys)
    while chosen and _taken(chosen) > width:
        loose = [entry for entry in chosen if not entry.kept]
        chosen.remove(loose[-1] if loose else chosen[-1])
    return tuple(chosen)


def _taken(keys: Sequence[KeyView]) -> int:
    words = [entry.key + entry.label for entry in keys]
    return 1 + sum(map(cells.width, words)) + len(words) + 2 * (len(words) - 1)


def key_line(view: KeyLineView, width: int) -> Line:
    """The key line in `width` cells."""
    line: Line = (NOTHING,)
    for number, entry in enumerate(fitting(view.keys, width)):
        line += (blank(2 if number else 1), Span(entry.key, "accent", bold=True), Span(f" {entry.label}", "muted"))
    return line


def notice_line(words: str, refused: bool, width: int) -> KeyLineView:
    """A notice in the place of the keys. What tells of something done keeps its end: there is the name of a file."""
    room = max(1, width - 4)
    words = cells.clean(words)
    if refused or cells.width(words) <= room:
        return KeyLineView((KeyView("✕" if refused else "·", cells.cut(words, room), kept=True),))
    start = cells.head(words, min(12, room // 3))
    end = words
    while cells.width(start) + 1 + cells.width(end) > room:
        end = end[1:]
    return KeyLineView((KeyView("·", f"{start}…{end}", kept=True),))


class KeyLine(Drawn):
    """The key line across the whole screen."""

    def __init__(self, look: Look, ascii_only: bool = False, *, id: str | None = None) -> None:
        super().__init__(look, ascii_only, id=id)
        self._view = KeyLineView()

    def show(self, view: KeyLineView) -> None:
        """Show other keys."""
        if view != self._view:
            self._view = view
            self.changed()

    def lines(self, width: int) -> list[Line]:
        return [key_line(self._view, width)]
