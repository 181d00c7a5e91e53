"""The application: one screen for the fight, one for the keys, and the terminal around them."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from textual.app import App
from textual.command import DiscoveryHit, Hit, Hits, Provider
from textual.events import CursorPosition
from textual.widgets import Input

from crittui.files.themes import ThemeData
from crittui.tui import terminal
from crittui.tui.playing import Playing
from crittui.tui.screens.fight import FightScreen
from crittui.tui.theming import native_ansi, textual_name, textual_theme


class KeyCommands(Provider):
    """The command palette: what the keys do, from the registry."""

    def _commands(self) -> list[tuple[str, str, Callable[[], None]]]:
        app = self.app
        if not isinstance(app, CrittuiApp) or app.fight is None:
            return []
        fight = app.fight
        return [
            (
                f"{fight.say.key(entry.id, entry.label)}  {entry.cap}",
                entry.help,
                partial(fight.do_from_palette, entry.id),
            )
            for entry in fight.keys.commands()
            if entry.id != "pick"
        ]

    async def discover(self) -> Hits:
        """Everything, before anything is typed."""
        for name, help, run in self._commands():
            yield DiscoveryHit(name, run, help=help)

    async def search(self, query: str) -> Hits:
        """What fits the words that were typed."""
        matcher = self.matcher(query)
        for name, help, run in self._commands():
            score = max(matcher.match(name), matcher.match(help))
            if score > 0:
                yield Hit(score, matcher.highlight(name), run, help=help)


class CrittuiApp(App[int]):
    """Plays one fight. Its exit status is what `run` returns."""

    TITLE = "crittui"
    CSS_PATH = "app.tcss"
    COMMANDS = {KeyCommands}
    BINDINGS = [("ctrl+z", "suspend_process", "")]
    AUTO_FOCUS = None

    def __init__(self, playing: Playing, theme: ThemeData) -> None:
        super().__init__(ansi_color=native_ansi(theme))
        self.playing = playing
        self.register_theme(textual_theme(theme))
        self.theme = textual_name(theme)
        self.fight: FightScreen | None = None

    def on_mount(self) -> None:
        terminal.attach(self)
        self.playing.pace.asks = self.playing.pace.asks and not self.is_headless
        self.fight = FightScreen(self.playing, partial(terminal.write, self, terminal.WHERE_IS_THE_CURSOR))
        self.push_screen(self.fight)

    def on_cursor_position(self, event: CursorPosition) -> None:
        """The terminal has drawn everything that was sent before it was asked."""
        event.stop()
        self.playing.pace.confirmed()

    def action_command_palette(self) -> None:
        """Find a key by words. Its cursor does not blink: nothing moves while nobody types."""
        super().action_command_palette()
        self.call_after_refresh(self._still_cursor)

    def _still_cursor(self) -> None:
        for line in self.screen.query(Input):
            line.cursor_blink = False
