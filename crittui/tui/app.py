"""The application: one screen for the fight, one for the keys, and the terminal around them."""

from __future__ import annotations

import gc
import time
from collections.abc import Callable
from functools import partial
from typing import Any

from textual.app import App
from textual.binding import Binding
from textual.command import DiscoveryHit, Hit, Hits, Provider
from textual.events import AppBlur, AppFocus, CursorPosition, Resize
from textual.screen import Screen
from textual.timer import Timer, TimerCallback
from textual.widgets import Input

from crittui.session.game import Game
from crittui.tui import terminal
from crittui.tui.screens.fight import FightScreen
from crittui.tui.sitting import Sitting
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
    """Plays one fight. Its exit status is what `run` returns; without a game it asks first which."""

    TITLE = "crittui"
    CSS_PATH = "app.tcss"
    COMMANDS = {KeyCommands}
    BINDINGS = [
        Binding("ctrl+c", "quit", show=False, priority=True),  # everything is stored: there is nothing to lose
        Binding("ctrl+z", "suspend_process", show=False, priority=True),
    ]
    AUTO_FOCUS = None

    def __init__(self, sitting: Sitting, game: Game | None) -> None:
        super().__init__(ansi_color=native_ansi(sitting.theme))
        self.sitting, self.game = sitting, game
        self.register_theme(textual_theme(sitting.theme))
        self.theme = textual_name(sitting.theme)
        self.fight: FightScreen | None = None
        self._sizes = terminal.Sizes(self)

    def get_default_screen(self) -> Screen[Any]:
        """The first screen is there from the beginning: one pushed over an empty one would be painted twice."""
        if self.game is not None:
            return self._fight_screen(self.game)
        from crittui.files.fights import ready_fights
        from crittui.tui.opening import sessions, spoken_last
        from crittui.tui.screens.start import Choices, StartScreen

        kept = sessions()
        return StartScreen(Choices(kept, ready_fights(), time.time(), spoken_last(kept)), self.sitting, self.play)

    def on_mount(self) -> None:
        terminal.attach(self)

    def on_resize(self, event: Resize) -> None:
        self._sizes.told(event.size)

    def set_timer(
        self, delay: float, callback: TimerCallback | None = None, *, name: str | None = None, pause: bool = False
    ) -> Timer:
        """One call after `delay` seconds.

        Textual's timers leave out a call they are late for. One that has but one call to make, and is late because
        another process had the processor, then makes none, and no change of size is ever seen again.
        """
        timer = super().set_timer(delay, callback, name=name, pause=pause)
        timer._skip = False
        return timer

    def on_app_blur(self, event: AppBlur) -> None:
        """Nothing looks different while the window is not the one in use: so nothing is painted for that."""
        event.prevent_default()

    def on_app_focus(self, event: AppFocus) -> None:
        event.prevent_default()

    def on_ready(self) -> None:
        """The first picture stands: what is there now stays, and garbage is looked for from here on."""
        if not gc.isenabled():
            gc.freeze()
            gc.enable()

    def play(self, game: Game, rules_first: bool = False) -> None:
        """Put a game on the screen; with `rules_first`, its house rules before it."""
        self.game = game
        screen = self._fight_screen(game)
        self.push_screen(screen)
        if rules_first:
            screen.house_rules()

    def replay(self) -> None:
        """Put the game on the screen anew: in another language, or under other rules."""
        before = self.fight
        if self.game is not None and before is not None:
            screen = self._fight_screen(self.game)
            screen.take_over(before)
            # The first screen of all cannot be taken away; there it stays below, and does nothing any more.
            self.switch_screen(screen) if len(self.screen_stack) > 1 else self.push_screen(screen)

    def _fight_screen(self, game: Game) -> FightScreen:
        playing = self.sitting.play(game)
        playing.pace.asks = playing.pace.asks and not self.is_headless
        self.fight = FightScreen(playing, partial(terminal.write, self, terminal.WHERE_IS_THE_CURSOR), self.replay)
        return self.fight

    def close_game(self) -> None:
        """Let the game's file go; everything in it is stored already."""
        if self.game is not None:
            self.game.close()

    def on_cursor_position(self, event: CursorPosition) -> None:
        """The terminal has drawn everything that was sent before it was asked."""
        event.stop()
        if self.fight is not None:
            self.fight.confirmed()

    def action_command_palette(self) -> None:
        """Find a key by words. Its cursor does not blink: nothing moves while nobody types."""
        super().action_command_palette()
        self.call_after_refresh(self._still_cursor)

    def _still_cursor(self) -> None:
        for line in self.screen.query(Input):
            line.cursor_blink = False
