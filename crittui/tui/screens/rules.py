"""The page of house rules: options, add-ons and the language of the table. Any change counts at once."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from textual.app import ComposeResult
from textual.events import Key, Paste, Resize
from textual.screen import Screen

from crittui.tui import cells
from crittui.tui.drawing import blank
from crittui.tui.keys import RULES, KeyMap, key_name
from crittui.tui.prompts.house import HouseSheet
from crittui.tui.prompts.words import words_of
from crittui.tui.ruling import Ruling
from crittui.tui.views import KeyLineView, KeyView, Line, Look, Span
from crittui.tui.widgets import house
from crittui.tui.widgets.drawn import Drawn
from crittui.tui.widgets.key_line import KeyLine


class HouseRulesScreen(Screen[None]):
    """Calls `replay` when it closes and the fight must be put on the screen anew."""

    def __init__(self, ruling: Ruling, keys: KeyMap, look: Look, ascii_only: bool, replay: Callable[[], None]) -> None:
        super().__init__()
        self._ruling, self._keys, self._replay = ruling, keys, replay
        self.sheet = HouseSheet(ruling.settings())
        self._text = _Settings(self, look, ascii_only)
        self._line = KeyLine(look, ascii_only, id="keys")

    def compose(self) -> ComposeResult:
        yield self._text
        yield self._line

    def on_mount(self) -> None:
        self._draw()

    def on_resize(self, event: Resize) -> None:
        self._draw()

    def on_key(self, event: Key) -> None:
        event.stop()
        event.prevent_default()
        key = key_name(event.key, event.character)
        does = self._keys.find(key, RULES)
        if does == "rules.close" and self.sheet.typing is None:
            self.dismiss()
            if self._ruling.again:
                self._replay()
            return
        self.sheet, wish = self.sheet.press(does, key)
        if wish is not None:
            wrong = self._ruling.fulfil(wish)
            self.sheet = self.sheet.failed(wrong) if wrong else self.sheet.with_settings(self._ruling.settings())
        self._draw()

    def on_paste(self, event: Paste) -> None:
        event.stop()
        self.sheet = self.sheet.paste(event.text)
        self._draw()

    def _draw(self) -> None:
        caps = (self._keys[id].cap for id in ("rules.change", "rules.back", "rules.close"))
        say = self._ruling.say
        entries = house.keys(self.sheet, words_of(say.language), say, *caps)
        self._line.show(KeyLineView(entries or (KeyView("x", say("close"), kept=True),)))
        self._text.changed()

    def page(self, width: int, height: int, top: int) -> tuple[list[Line], int]:
        """The page in a window of this size, and the first row of its list; `top` is the one shown before."""
        return house.page(self.sheet, self._head(width), self._ruling.say, width, height, top)

    def _head(self, width: int) -> Line:
        ruling = self._ruling
        name = ruling.say("house rules")
        tail = f"{ruling.table.game.ruleset.id} · {ruling.say('from here on' if ruling.begun else 'before it begins')}"
        room = width - cells.width(name) - 2
        if cells.width(tail) + 2 > room:
            return (blank(1), Span(name, bold=True))
        return (blank(1), Span(name, bold=True), Span(cells.right(tail, room), "muted"))


class _Settings(Drawn):
    """The list and what is below it."""

    def __init__(self, screen: HouseRulesScreen, look: Look, ascii_only: bool) -> None:
        super().__init__(look, ascii_only, id="page")
        self._of, self._top = screen, 0

    def lines(self, width: int) -> Sequence[Line]:
        rows, self._top = self._of.page(width, self.size.height, self._top)
        return rows
