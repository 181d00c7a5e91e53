"""A program in a terminal of its own, as a person at the keyboard sees it.

Waiting is reading: nothing here sleeps. Every wait ends with what it waits for, with the end of the
program, or with a picture of the screen as it was when the time was up.
"""

from __future__ import annotations

import os
import re
import signal
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import Self

import pexpect
import pyte

KEYS = {
    "enter": "\r",
    "escape": "\x1b",
    "tab": "\t",
    "space": " ",
    "backspace": "\x7f",
    "up": "\x1b[A",
    "down": "\x1b[B",
    "right": "\x1b[C",
    "left": "\x1b[D",
}

# Sequences that ask for what this terminal does not have (kitty keys, mode reports, pointer shapes).
UNKNOWN = re.compile(rb"\x1b\[[<>=][0-9;]*[A-Za-z]|\x1b\[\?[0-9;]*\$p|\x1b\][0-9]+;[^\x07\x1b]*(?:\x07|\x1b\\)")
UNFINISHED = re.compile(rb"\x1b(?:\[[0-9;?<>=$]*|\][^\x07\x1b]*)?$")

GONE = {"SSH_CONNECTION", "SSH_TTY", "SSH_CLIENT", "COLORTERM", "NO_COLOR", "TMUX", "COLUMNS", "LINES"}
CHUNK = 65536


def environment(home: Path, **changes: str) -> dict[str, str]:
    """The surroundings of a program: a home of its own, and nothing of the terminal that runs the tests."""
    kept = {name: value for name, value in os.environ.items() if name not in GONE and not name.startswith("TEXTUAL")}
    places = {f"XDG_{kind}_HOME": str(home / kind.lower()) for kind in ("DATA", "STATE", "CONFIG", "CACHE")}
    return {**kept, "HOME": str(home), **places, "TERM": "xterm-256color", "LANG": "C.UTF-8", **changes}


class AnsweringScreen(pyte.Screen):
    """A screen whose reports (where is the cursor?) go to `answer`."""

    def __init__(self, columns: int, rows: int, answer: Callable[[str], None]) -> None:
        super().__init__(columns, rows)
        self.answer = answer

    def write_process_input(self, data: str) -> None:
        self.answer(data)


class Terminal:
    """Runs `command` in a pseudo terminal of `size` (columns, rows) and keeps its screen.

    It answers the question where the cursor is, as real terminals do. `received` counts the bytes that came,
    `stamp` is when the last of them did, and `came` is all of them. Used as a context, it leaves no process behind.
    """

    def __init__(
        self,
        command: Sequence[str],
        env: Mapping[str, str],
        size: tuple[int, int] = (80, 24),
        cwd: Path | None = None,
    ) -> None:
        columns, rows = size
        self.screen = AnsweringScreen(columns, rows, self.send)
        self.stream = pyte.ByteStream(self.screen)
        self.received = 0
        self.stamp = 0.0
        self.came = bytearray()
        self._rest = b""
        self._child: pexpect.spawn[bytes] = pexpect.spawn(
            command[0],
            list(command[1:]),
            env=dict(env),
            cwd=str(cwd) if cwd else None,
            dimensions=(rows, columns),
            echo=False,
            timeout=None,
        )
        self._child.delaybeforesend = None

    @property
    def pid(self) -> int:
        """The process that was started."""
        assert self._child.pid is not None
        return int(self._child.pid)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._child.close(force=True)

    @property
    def text(self) -> str:
        """What is on the screen, line by line, without blanks at the ends of lines."""
        return "\n".join(line.rstrip() for line in self.screen.display)

    @property
    def picture(self) -> str:
        """The screen in a frame, for messages."""
        rule = "+" + "-" * self.screen.columns + "+"
        return "\n".join([rule, *(f"|{line}|" for line in self.screen.display), rule])

    def send(self, data: str) -> None:
        """Type these characters."""
        self._child.send(data)

    def press(self, *keys: str) -> None:
        """Press keys: single characters, or names such as `enter`."""
        self.send("".join(KEYS.get(key, key) for key in keys))

    def read(self, seconds: float) -> bool:
        """Take in what comes next, within `seconds`; False when nothing came. EOFError at the program's end."""
        try:
            data = self._child.read_nonblocking(CHUNK, max(seconds, 0))
        except pexpect.TIMEOUT:
            return False
        except pexpect.EOF as end:
            raise EOFError(f"the program ended\n{self.picture}") from end
        self.take_in(data)
        return True

    def take_in(self, data: bytes) -> None:
        """Put what came on the screen."""
        self.stamp = time.monotonic()
        self.received += len(data)
        self.came += data
        data = self._rest + data
        self._rest = match.group() if (match := UNFINISHED.search(data)) else b""
        self.stream.feed(UNKNOWN.sub(b"", data.removesuffix(self._rest)))

    def wait_until(self, holds: Callable[[str], bool], what: str, seconds: float = 60) -> str:
        """Read until `holds(text of the screen)`; AssertionError with a picture after `seconds`."""
        end = time.monotonic() + seconds
        while not holds(self.text):
            if time.monotonic() > end:
                raise AssertionError(f"{what} did not come within {seconds} s\n{self.picture}")
            self.read(0.2)
        return self.text

    def wait_for(self, text: str, seconds: float = 60) -> str:
        """Read until `text` stands on the screen; gives the whole screen."""
        return self.wait_until(lambda screen: text in screen, repr(text), seconds)

    def wait_without(self, text: str, seconds: float = 60) -> str:
        """Read until `text` no longer stands on the screen; gives the whole screen."""
        return self.wait_until(lambda screen: text not in screen, f"a screen without {text!r}", seconds)

    def settle(self, quiet: float = 0.4, seconds: float = 60) -> str:
        """Read until nothing came for `quiet` seconds and the program is idle; gives the whole screen."""
        end = time.monotonic() + seconds
        while self.read(quiet) or self.busy():
            if time.monotonic() > end:
                raise AssertionError(f"the screen did not settle within {seconds} s\n{self.picture}")
        return self.text

    def busy(self) -> bool:
        """Whether a thread of the program works, or waits for a disk. Never, where the system does not tell."""
        try:
            stats = [(task / "stat").read_text() for task in Path(f"/proc/{self.pid}/task").iterdir()]
        except OSError:
            return False
        return any(stat.rpartition(")")[2].split()[0] in "RD" for stat in stats)

    def bytes_within(self, seconds: float) -> int:
        """How many bytes come within this time."""
        before, end = self.received, time.monotonic() + seconds
        while (left := end - time.monotonic()) > 0:
            self.read(left)
        return self.received - before

    def resize(self, columns: int, rows: int) -> None:
        """Give the window another size."""
        self.screen.resize(rows, columns)
        self._child.setwinsize(rows, columns)

    def hang_up(self) -> None:
        """Close the window: the line to the program is gone."""
        nothing = os.open(os.devnull, os.O_RDWR)
        os.dup2(nothing, self._child.child_fd)  # and pexpect still has a file to close
        os.close(nothing)

    def tell(self, number: int) -> None:
        """Send the program a signal."""
        os.kill(self.pid, number)

    def kill(self, number: int = signal.SIGKILL) -> None:
        """Send the program a signal, which must end it."""
        self._child.kill(number)
        self.end()

    def end(self, seconds: float = 60) -> int:
        """Read until the program ends; its exit status, or minus the number of the signal that ended it."""
        limit = time.monotonic() + seconds
        while True:
            if time.monotonic() > limit:
                raise AssertionError(f"the program did not end within {seconds} s\n{self.picture}")
            try:
                self.read(0.2)
            except EOFError:
                break
        self._child.wait()
        if self._child.signalstatus is not None:
            return -int(self._child.signalstatus)
        return int(self._child.exitstatus or 0)
