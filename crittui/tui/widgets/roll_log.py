"""The roll log: draws the rows in view and, when something changes, only those that look different now."""

from __future__ import annotations

from collections.abc import Sequence

from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.geometry import Region
from textual.strip import Strip

from crittui.session.lines import Line
from crittui.tui.glyphs import written
from crittui.tui.layout_log import can_open
from crittui.tui.log_blocks import LogSource
from crittui.tui.log_rows import Piece, Row, Sheet
from crittui.tui.log_search import holds, lit
from crittui.tui.log_view import LogView, Spot, ViewRow
from crittui.tui.views import Look
from crittui.tui.widgets.drawn import Fitted

WHEEL = 3
CURSOR = "▸"


class RollLog(Fitted):
    """The log of a game, as long as the night.

    It shows what `source` says. Tell it with `changed(index)` when a chain is new or reads differently, with
    `reloaded()` when all of it does. Keys are the screen's: `scroll_rows`, `scroll_page`, `to_start`, `to_end`,
    `move_cursor`, `open`, `search`, `find`.
    """

    DEFAULT_CSS = "RollLog { width: 1fr; height: 1fr; }"

    def __init__(
        self,
        source: LogSource,
        look: Look,
        ascii_only: bool = False,
        *,
        face_column: int = 12,
        id: str | None = None,
    ) -> None:
        super().__init__(id=id)
        self.look = look
        self._sheet = Sheet(0, face_column, ascii_only)
        self._view = LogView(source, self._sheet, 0)
        self._drawn: list[Row] = []
        self._painted: dict[int, tuple[Row, bool]] = {}
        self._cursor: tuple[int, int] | None = None
        self._cursor_row: int | None = None
        self._wanted = ""
        self._hit: int | None = None
        self._styles: dict[tuple[str, str], Style] = {}

    # what is shown

    def changed(self, index: int) -> None:
        """Chain `index` is new, has more lines, or was taken back."""
        self._view.changed(index)
        self._redraw()

    def reloaded(self, source: LogSource | None = None, face_column: int | None = None) -> None:
        """All lines may read differently: another language, another game."""
        sheet = self._view.blocks.sheet
        if face_column is not None:
            sheet = Sheet(sheet.width, face_column, sheet.ascii_only)
        self._view = LogView(source or self._view.blocks.source, sheet, self._view.height)
        self._cursor = None
        self._redraw()

    def restyle(self) -> None:
        """Draw in the colours that `look` now gives."""
        self._styles.clear()
        self.refresh()

    # moving about

    @property
    def following(self) -> bool:
        """Whether the end of the log is in view and stays there."""
        return self._view.following

    @property
    def top(self) -> Spot:
        """The chain and row at the upper edge."""
        return self._view.top

    def scroll_rows(self, rows: int) -> None:
        """Down by so many rows, or up if negative."""
        self._view.scroll(rows)
        self._redraw()

    def scroll_pages(self, pages: int) -> None:
        """Down by so many pages, or up; two rows stay."""
        self.scroll_rows(pages * max(1, self._view.height - 2))

    def to_start(self) -> None:
        self._view.to_start()
        self._redraw()

    def to_end(self) -> None:
        self._view.to_end()
        self._redraw()

    def to_chain(self, index: int) -> None:
        """Bring a chain into view."""
        self._view.to_chain(index)
        self._redraw()

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        event.stop()
        self.scroll_rows(-WHEEL)

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        event.stop()
        self.scroll_rows(WHEEL)

    # the line under the cursor

    @property
    def line(self) -> Line | None:
        """The line under the cursor."""
        if self._cursor is None:
            return None
        lines = self._view.blocks[self._cursor[0]].lines
        return lines[self._cursor[1]] if self._cursor[1] < len(lines) else None

    def move_cursor(self, step: int) -> None:
        """To the next line, or the one before; the first move puts it on the last line in view."""
        seen = _lines_in(self._view.visible())
        if not seen:
            return
        if self._cursor not in seen:
            self._cursor = seen[-1]
        else:
            self._cursor = self._beside(self._cursor, step)
        self._keep_in_view()
        self._redraw()

    def hide_cursor(self) -> None:
        """The pane is left."""
        self._cursor = None
        self._redraw()

    def open(self) -> bool:
        """Open the line under the cursor, or shut it; False where nothing stands behind it."""
        if self._cursor is None:
            self.move_cursor(0)
        line = self.line
        if line is None or self._cursor is None or not can_open(line):
            return False
        self._view.blocks.opened ^= {self._cursor}
        self._view.blocks.forget(self._cursor[0])
        self._view.clamp()
        self._keep_in_view(whole=True)
        self._redraw()
        return True

    def _beside(self, cursor: tuple[int, int], step: int) -> tuple[int, int]:
        chain, number = cursor
        number += step
        blocks = self._view.blocks
        while not 0 <= number < len(blocks[chain].lines):
            chain += 1 if step > 0 else -1
            if not 0 <= chain < len(blocks):
                return cursor
            number = 0 if step > 0 else len(blocks[chain].lines) - 1
        return chain, number

    def _keep_in_view(self, whole: bool = False) -> None:
        if self._cursor is None:
            return
        chain, number = self._cursor
        owners = self._view.blocks[chain].owners
        rows = [row for row, owner in enumerate(owners) if owner == number]
        if rows:
            if whole:
                self._view.reveal(Spot(chain, rows[-1]))
            self._view.reveal(Spot(chain, rows[0]))

    # looking for words

    @property
    def wanted(self) -> str:
        """What is looked for; empty when nothing is."""
        return self._wanted

    def search(self, text: str) -> bool:
        """Show only what says `text` in full ink, the newest place first; empty shows all again."""
        self._wanted = text.casefold()
        self._hit = None
        return self.find(-1) if self._wanted else self._found(None)

    def find(self, step: int) -> bool:
        """Go to the next chain that says it (`step` 1), or to the one before (-1)."""
        if not self._wanted:
            return False
        source = self._view.blocks.source
        chain = (len(source) if self._hit is None else self._hit) + step
        while 0 <= chain < len(source):
            if any(holds(line, self._wanted) for line in source.lines(chain)):
                return self._found(chain)
            chain += step
        self._redraw()
        return False

    def _found(self, chain: int | None) -> bool:
        self._hit = chain
        if chain is not None:
            self._view.to_chain(chain)
        self._redraw()
        return chain is not None

    # drawing

    def on_resize(self) -> None:
        self._fit()

    def _fit(self) -> None:
        sheet = self._view.blocks.sheet
        sheet = Sheet(self.size.width, sheet.face_column, sheet.ascii_only)
        if self._view.resized(sheet, self.size.height):
            self._look_again()
            self.refresh()

    def _look_again(self) -> None:
        seen = self._view.visible()
        blank = self._view.blocks.sheet.finished(())
        self._drawn = [self._lit(found) for found in seen] + [blank] * (self._view.height - len(seen))
        marked = (y for y, f in enumerate(seen) if (f.spot.chain, f.number) == self._cursor)
        self._cursor_row = next(marked, None)

    def _lit(self, found: ViewRow) -> Row:
        """A row as it looks while something is looked for; one that says it out of sight keeps its ink."""
        if not self._wanted:
            return found.row
        row, hit = lit(found.row, self._wanted)
        return found.row if not hit and found.line is not None and holds(found.line, self._wanted) else row

    def _redraw(self) -> None:
        """Refresh the rows that look different from what was painted, and the cursor's cell."""
        self._look_again()
        if len(self._drawn) != self.size.height:
            # A layout is on its way. It paints everything, unless the size turns out to be the old one after all.
            self.call_after_refresh(self._refresh_stale)
        else:
            self._refresh_stale()

    def _refresh_stale(self) -> None:
        width = self._view.blocks.sheet.width
        regions = []
        for y, row in enumerate(self._drawn):
            painted, marked = self._painted.get(y, (None, False))
            if painted != row:
                regions.append(Region(0, y, width, 1))
            elif marked != (y == self._cursor_row):
                regions.append(Region(0, y, 1, 1))
        if regions:
            self.refresh(*regions)

    def render_line(self, y: int) -> Strip:
        if not 0 <= y < len(self._drawn):
            return Strip.blank(self.size.width)
        row = self._drawn[y]
        self._painted[y] = row, y == self._cursor_row
        if y == self._cursor_row:
            row = self._with_cursor(row)
        return Strip([Segment(p.text, self._style(p)) for p in row], self._view.blocks.sheet.width)

    def _with_cursor(self, row: Row) -> Row:
        bleed, *rest = row
        mark = Piece(written(CURSOR, self._view.blocks.sheet.ascii_only), "accent", "b" + bleed.marks.strip("b"))
        return (mark, bleed._replace(text=bleed.text[1:]), *rest)

    def _style(self, p: Piece) -> Style:
        key = p.role, p.marks
        style = self._styles.get(key)
        if style is None:
            style = self._styles[key] = self.look(p.role) + Style(
                bold="b" in p.marks or None,
                italic="i" in p.marks or None,
                underline="u" in p.marks or None,
                reverse="r" in p.marks or None,
                strike="s" in p.marks or None,
            )
        return style


def _lines_in(rows: Sequence[ViewRow]) -> list[tuple[int, int]]:
    """The lines in view, from above: chain and number of each."""
    return list(dict.fromkeys((found.spot.chain, found.number) for found in rows if found.line is not None))
