"""`crittui play`: open a fight, or go on with one, and hand the terminal over to it."""

from __future__ import annotations

import gc
import os
import shutil
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from crittui.errors import UsageError
from crittui.files.fights import default_fight, encounter_path
from crittui.options import PlayOptions
from crittui.progress import ProgressBar
from crittui.session.game import Game
from crittui.tui import terminal, terminal_env
from crittui.tui.curtain import Curtain, picture
from crittui.tui.opening import begin_encounter, go_on, session_path, sessions
from crittui.tui.sitting import Sitting, prepare_sitting

if TYPE_CHECKING:
    from crittui.tui.app import CrittuiApp

CRASHED = 1
PATIENCE = 0.15  # seconds without a word at the start


def play(options: PlayOptions) -> int:
    """Play; the exit status. Whatever is wrong with files or arguments is raised before the terminal is touched."""
    terminal.require_terminal()
    terminal_env.set_colours(os.environ)
    terminal.prepare(os.environ)
    gc.disable()  # nothing that is loaded now is garbage, and looking through it takes a sixth of the start
    sitting = prepare_sitting(options)
    game = open_game(options, sitting.told)
    app = _app(sitting, game)
    try:
        status = app.run()
    finally:
        app.close_game()
    if isinstance(status, int):
        return status
    return CRASHED if app.return_code is None else app.return_code


def _app(sitting: Sitting, game: Game | None) -> CrittuiApp:
    """The application, which is loaded behind a curtain."""
    keyboard = sys.__stdin__.fileno() if sys.__stdin__ is not None else None
    with Curtain(sys.__stderr__ or sys.stderr, _first_picture(game, sitting.ascii_only), keyboard) as curtain:
        from crittui.tui.app import CrittuiApp
        from crittui.tui.escapes import tell_apart

        tell_apart()
        app = CrittuiApp(sitting, game)
        curtain.rise()
    return app


def _first_picture(game: Game | None, ascii_only: bool) -> str:
    size = shutil.get_terminal_size()
    if game is None:
        return picture("crittui", "", 0, size, ascii_only)
    return picture(game.place, game.ruleset.id, len(game.fight.order), size, ascii_only)


def open_game(options: PlayOptions, told: list[str] | None = None) -> Game | None:
    """The game that the options name; None when there is something to choose from.

    Add-ons that are broken are left off; what is wrong with them is added to `told`.
    """
    language = options.language
    if options.resume:
        path = session_path(options.session)
        if path is None:
            raise UsageError("there is no kept fight to go on with", hint="crittui opens a ready one")
        return _gone_on(path, language)
    session = Path(options.session).expanduser() if options.session else None
    if session is not None and session.exists():
        if options.encounter:
            raise UsageError(f"{session} holds a fight already", hint="leave out the encounter, or name another file")
        return _gone_on(session, language)
    if options.encounter:
        return begin_encounter(encounter_path(options.encounter), options.ruleset, session, language, told)
    if session is None and not options.ruleset and sessions():
        return None
    return begin_encounter(default_fight(options.ruleset), options.ruleset, session, language, told)


def _gone_on(path: Path, language: str) -> Game:
    """The game of a kept session; how far the reading of it is stands in the shell's own screen."""
    bar = ProgressBar(PATIENCE)
    try:
        return go_on(path, language, lambda part: bar.show(part, f"{part:4.0%} {path.name}"))
    finally:
        bar.clear()
