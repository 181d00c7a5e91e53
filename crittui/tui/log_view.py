"""Which rows of the log are in view. The view hangs on one row of one chain, so its cost never grows with the log."""

from __future__ import annotations

from collections.abc import Iterator

from crittui.records import dataclass
from crittui.session.lines import Line
from crittui.tui.log_blocks import LOOK_BACK, Blocks, LogSource
from crittui.tui.log_rows import Row, Sheet

ROOM = 8
AFTER = 3
MARGIN = 2


@dataclass(frozen=True, order=True, slots=True)
class Spot:
    """A row of a chain."""

    chain: int = 0
    row: int = 0


@dataclass(frozen=True, slots=True)
class ViewRow:
    """A row in view, with the line it belongs to and that line's number (None and -1: blank)."""

    row: Row
    spot: Spot
    line: Line | None
    number: int


class LogView:
    """A window of `height` rows on the blocks. `top` is the row at its upper edge."""

    def __init__(self, source: LogSource, sheet: Sheet, height: int) -> None:
        self.blocks = Blocks(source, sheet)
        self.height = height
        self.top = Spot()
        self.following = True
        self._count = len(source)
        self.to_end()

    def visible(self) -> list[ViewRow]:
        """The rows in view from above; fewer than `height` where the log ends."""
        rows: list[ViewRow] = []
        for spot in self._from(self.top):
            if len(rows) >= self.height:
                break
            rows.append(self._view_row(spot))
        return rows

    def _view_row(self, spot: Spot) -> ViewRow:
        block = self.blocks[spot.chain]
        owner = block.owners[spot.row]
        return ViewRow(block.rows[spot.row], spot, block.lines[owner] if owner >= 0 else None, owner)

    def _from(self, spot: Spot) -> Iterator[Spot]:
        for chain in range(spot.chain, len(self.blocks)):
            start = spot.row if chain == spot.chain else 0
            yield from (Spot(chain, row) for row in range(start, len(self.blocks[chain].rows)))

    def _back(self, spot: Spot) -> Iterator[Spot]:
        """The rows above a spot, the nearest first."""
        yield from (Spot(spot.chain, row) for row in range(spot.row - 1, -1, -1))
        for chain in range(spot.chain - 1, -1, -1):
            yield from (Spot(chain, row) for row in range(len(self.blocks[chain].rows) - 1, -1, -1))

    def changed(self, chain: int) -> None:
        """A chain is new or has other lines: show that, and make room when an action begins."""
        self.blocks.forget(chain)
        before, self._count = self._count, len(self.blocks)
        if self._count < before:
            self.top = min(self.top, Spot(max(0, self._count - 1)))
            self.to_end()
            return
        self.clamp()
        head = self._new_head(before)
        if head is not None:
            self.following = True
            self._show(head, ROOM)
        if self.following and (last := self.last):
            self._show(last, 0, AFTER)

    def _new_head(self, before: int) -> Spot | None:
        """Where the newest action begins, if one has begun since there were `before` chains."""
        for chain in range(self._count - 1, max(before, self._count - LOOK_BACK) - 1, -1):
            if self.blocks[chain].acts:
                return Spot(chain, self.blocks[chain].lead)
        return None

    def _show(self, spot: Spot, free: int, then: int | None = None) -> None:
        """Leave the view alone if `free` rows lie below the spot, else make `then` (or `free`) rows free."""
        at = self.row_of(spot)
        if at is None or at > self.height - 1 - free:
            self.top = self._top_for(spot, free if then is None else then)

    def row_of(self, spot: Spot) -> int | None:
        """Where in the view a spot is, or None."""
        if spot < self.top:
            return None
        for y, found in enumerate(self._from(self.top)):
            if found == spot:
                return y
            if y >= self.height - 1 or found > spot:
                break
        return None

    @property
    def last(self) -> Spot | None:
        """The last row of the log."""
        for chain in range(len(self.blocks) - 1, -1, -1):
            rows = len(self.blocks[chain].rows)
            if rows:
                return Spot(chain, rows - 1)
        return None

    def _top_for(self, spot: Spot, free: int) -> Spot:
        """The earliest start of a chain from which `spot` has `free` rows below it.

        Where that chain is too tall itself, the row from which it has; at rest (`free` is `MARGIN`) also where
        the one above it is so tall that more than half of the view would stay empty.
        """
        room = max(0, self.height - 1 - free)
        least = self.height // 2 - 1 if free == MARGIN else 0
        best: Spot | None = None
        for above, found in enumerate(self._upwards(spot)):
            if above > room:
                break
            if found.row == self.blocks[found.chain].lead and above >= min(least, room):
                best = found
            furthest = found
        return best if best is not None else furthest

    def _upwards(self, spot: Spot) -> Iterator[Spot]:
        yield spot
        yield from self._back(spot)

    def resized(self, sheet: Sheet, height: int) -> bool:
        """Use another size; whether anything in view can have moved. The end stays in view if it was."""
        taller = height > self.height
        other = self.blocks.on(sheet)
        if not other and height == self.height:
            return False
        self.height = height
        if other:
            self.clamp()
        last = self.last
        if last is not None and self.following and (taller or other or self.row_of(last) is None):
            self.top = self._top_for(last, MARGIN)
        return True

    def to_end(self) -> None:
        """Show the end of the log, and go on showing it."""
        self.following = True
        last = self.last
        self.top = self._top_for(last, MARGIN) if last else Spot()

    def to_start(self) -> None:
        self.top = Spot()
        self._watch_end()

    def to_chain(self, chain: int) -> None:
        """Bring a chain into view; nothing moves if it is there already."""
        block = self.blocks[chain]
        if not block.rows:
            return
        first, last = Spot(chain, block.lead), Spot(chain, len(block.rows) - 1)
        if self.row_of(first) is None or self.row_of(last) is None:
            self.top = self._top_for(first, min(len(block.rows) + MARGIN, self.height - 1))
        self._watch_end()

    def scroll(self, rows: int) -> None:
        """Move the view down by so many rows, or up if negative; it stops at both ends."""
        if rows < 0:
            above = self._back(self.top)
            for _ in range(-rows):
                self.top = next(above, self.top)
        else:
            last = self.last
            end = self._top_for(last, MARGIN) if last else Spot()
            below = self._from(self.top)
            next(below, None)
            for _ in range(rows):
                if self.top < end:
                    self.top = min(next(below, end), end)
        self._watch_end()

    def reveal(self, spot: Spot) -> None:
        """Move as little as is needed to have a row in view."""
        if spot < self.top:
            self.top = spot
        elif self.row_of(spot) is None:
            above = self._back(spot)
            for _ in range(self.height - 1):
                spot = next(above, spot)
            self.top = spot
        self._watch_end()

    def clamp(self) -> None:
        """Rows have gone: the upper edge must not hang on one of them."""
        rows = len(self.blocks[self.top.chain].rows) if self.top.chain < len(self.blocks) else 0
        self.top = Spot(self.top.chain, min(self.top.row, max(0, rows - 1)))

    def _watch_end(self) -> None:
        last = self.last
        self.following = last is None or self.row_of(last) is not None
