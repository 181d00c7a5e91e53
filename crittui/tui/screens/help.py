"""The page of keys. Arrows move it where it is longer than the screen; most other keys close it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from textual.app import ComposeResult
from textual.events import Key, Resize
from textual.screen import Screen

from crittui.tui.keys import PAGE, KeyMap, pressed
from crittui.tui.views import KeyLineView, KeyView, Line, Look
from crittui.tui.widgets.drawn import Drawn
from crittui.tui.widgets.key_line import KeyLine

if TYPE_CHECKING:
    from crittui.tui.phrases import Phrases

Page = Callable[[int], Sequence[Line]]


class PageText(Drawn):
    """A page of text that can be longer than its window; `top` is the first row shown."""

    def __init__(self, page: Page, look: Look, ascii_only: bool) -> None:
        super().__init__(look, ascii_only, id="page")
        self._page = page
        self.top = 0

    def lines(self, width: int) -> Sequence[Line]:
        return self._page(width)[self.top :]

    def move(self, rows: int) -> None:
        """Move the window down by so many rows, up by a negative number, never beyond the page."""
        last = max(0, len(self._page(self.size.width)) - self.size.height)
        top = min(max(0, self.top + rows), last)
        if top != self.top:
            self.top = top
            self.changed()


class HelpScreen(Screen[str]):
    """Keys, marks and wounds. Its result is a key that was pressed right behind the one that closed it, or empty."""

    def __init__(self, page: Page, keys: KeyMap, say: Phrases, look: Look, ascii_only: bool) -> None:
        super().__init__()
        self._keys, self._say = keys, say
        self._text = PageText(page, look, ascii_only)
        self._line = KeyLine(look, ascii_only, id="keys")

    def compose(self) -> ComposeResult:
        yield self._text
        yield self._line

    def on_mount(self) -> None:
        say, keys = self._say, self._keys
        entries = (
            KeyView(keys["help"].cap, say("close"), kept=True),
            KeyView(keys["page.find"].cap, say("find")),
        )
        self._line.show(KeyLineView(entries))

    def on_resize(self, event: Resize) -> None:
        self._text.move(0)

    def on_key(self, event: Key) -> None:
        event.stop()
        event.prevent_default()
        first, *rest = pressed(event.key, event.character)
        self._press(first, rest[0] if rest else "")

    def _press(self, key: str, after: str) -> None:
        height = max(1, self._text.size.height)
        match self._keys.find(key, PAGE):
            case "up":
                self._text.move(-1)
            case "down":
                self._text.move(1)
            case "page.down":
                self._text.move(height)
            case "page.up":
                self._text.move(-height)
            case "page.find":
                self.app.action_command_palette()
            case "page.close" | "help" | "quit":
                self.dismiss(after)
