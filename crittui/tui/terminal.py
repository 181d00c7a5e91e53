"""The terminal around the program: what must be set before it starts, and how it lives and dies.

Imports nothing of Textual when it is loaded: Textual reads its settings from the environment once.
"""

from __future__ import annotations

import os
import select
import shutil
import signal
import sys
import threading
from collections.abc import Callable, Mapping, MutableMapping
from types import FrameType
from typing import IO, TYPE_CHECKING

from crittui.errors import UsageError

if TYPE_CHECKING:
    from textual.app import App
    from textual.geometry import Size
    from textual.timer import Timer

SETTINGS = {
    "TEXTUAL_ANIMATIONS": "none",
    "TEXTUAL_SMOOTH_SCROLL": "0",  # pixel mouse mode would be left switched on at exit
    "ESCDELAY": "300",  # an arrow key whose bytes come apart on a bad link stays an arrow key
}
HUNG_UP = 129
SETTLED = 0.2  # seconds after which a size is looked at once more
UNASKED_OFF = "\x1b[?1003l\x1b[?1004l"  # the moves of the mouse, and the focus of the window
WHERE_IS_THE_CURSOR = "\x1b[6n"


def prepare(environ: MutableMapping[str, str]) -> None:
    """Put the settings Textual reads at import into `environ`; what the user has set stays."""
    for name, value in SETTINGS.items():
        environ.setdefault(name, value)


def over_ssh(environ: Mapping[str, str]) -> bool:
    """Whether the terminal is at the other end of an SSH connection."""
    return bool(environ.get("SSH_CONNECTION") or environ.get("SSH_TTY"))


def require_terminal(stdin: IO[str] | None = None, stderr: IO[str] | None = None) -> None:
    """UsageError unless keys can be read from stdin and the screen can be drawn on stderr."""
    for stream, name in ((stdin or sys.__stdin__, "input"), (stderr or sys.__stderr__, "error output")):
        try:
            terminal = stream is not None and stream.isatty()
        except ValueError:
            terminal = False
        if not terminal:
            raise UsageError(
                f"the standard {name} is not a terminal", hint="start crittui in a terminal, without a pipe or `2>`"
            )


def watch_hangup(on_hangup: Callable[[], None], fd: int = 0) -> None:
    """Call `on_hangup` from a thread of its own when the terminal at `fd` goes away.

    It needs no event loop: a loop that waits for a dead terminal would wait for ever.
    """

    def wait() -> None:
        poll = select.poll()
        poll.register(fd, 0)
        poll.poll()
        on_hangup()

    threading.Thread(target=wait, name="hang-up", daemon=True).start()


def guard_continue() -> None:
    """Let Textual see SIGCONT only after a SIGTSTP of its own: a bare one would start it twice."""
    stop, go_on = signal.getsignal(signal.SIGTSTP), signal.getsignal(signal.SIGCONT)
    stopped = False

    def on_stop(number: int, frame: FrameType | None) -> None:
        nonlocal stopped
        stopped = True
        if callable(stop):
            stop(number, frame)

    def on_continue(number: int, frame: FrameType | None) -> None:
        nonlocal stopped
        if stopped and callable(go_on):
            stopped = False
            go_on(number, frame)

    signal.signal(signal.SIGTSTP, on_stop)
    signal.signal(signal.SIGCONT, on_continue)


def attach(app: App[int]) -> None:
    """Bind the running `app` to its terminal's life; nothing without a real terminal.

    Everything that must survive is stored before it is drawn, so a hang-up ends the program on the spot.
    """
    if app.is_headless:
        return
    import asyncio

    signal.signal(signal.SIGHUP, signal.SIG_DFL)
    for number in (signal.SIGTERM, signal.SIGINT):
        asyncio.get_running_loop().add_signal_handler(number, app.exit)
    app.app_resume_signal.subscribe(app, lambda _: _come_back(app))
    guard_continue()
    watch_hangup(lambda: os._exit(HUNG_UP))
    write(app, UNASKED_OFF)


def _come_back(app: App[int]) -> None:
    """After a stop the screen is blank, and the terminal tells again what nobody wants to know."""
    write(app, UNASKED_OFF)
    app.refresh(layout=True)


class Sizes:
    """Makes sure, a moment after a new size was told, that it is the last one and that all of it is painted.

    The signal that tells of a size can come before it and then tells the old one; and a window that shrinks and
    grows again at once has lost what it showed, while nothing has changed for who paints only what has. On a busy
    machine nothing is told of that but the size that was there all the time.
    """

    def __init__(self, app: App[int]) -> None:
        self._app = app
        self._told: object = None
        self._shaken = self._settled = False
        self._timer: Timer | None = None

    def told(self, size: Size) -> None:
        """The terminal has told its size."""
        if self._app.is_headless:
            return
        self._shaken = self._shaken or self._settled or self._told not in (None, size)
        self._told = size
        if self._timer is not None:
            self._timer.stop()
        self._timer = self._app.set_timer(SETTLED, self._look)

    def _look(self) -> None:
        from textual.events import Resize
        from textual.geometry import Size

        size = Size(*shutil.get_terminal_size())
        if size != self._app.size:
            self._app.post_message(Resize(size, size))
        elif self._shaken:
            self._app.screen.refresh()
        self._shaken, self._settled = False, True


def write(app: App[int], sequence: str) -> None:
    """Send a control sequence to the terminal, behind everything that was drawn so far."""
    driver = app._driver
    if driver is not None and not app.is_headless:
        driver.write(sequence)
