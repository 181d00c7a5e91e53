"""The first thing on the screen: where the fight is, and the frame of its table, while the rest is still loading.

It is written without Textual, which takes longer to load than everything else together. Whatever is wrong with files
is known before: an error never comes behind a curtain.
"""

from __future__ import annotations

import os
import signal
import termios
from types import FrameType, TracebackType
from typing import IO, Any, Self

from crittui.tui import cells
from crittui.tui.arrangement import RULE, RULE_2, arrange
from crittui.tui.glyphs import written

OTHER_SCREEN, SHELL_SCREEN = "\x1b[?1049h\x1b[?25l", "\x1b[?1049l\x1b[?25h"
ALL_OFF = "".join(f"\x1b[?{mode}l" for mode in (1000, 1002, 1003, 1006, 1015, 1004, 2004)) + "\x1b[?7h\x1b[<u"
"""Mouse, focus, paste and Kitty's keys, which may be on already while nobody yet switches them off."""
BOLD, DIM, PLAIN = "\x1b[1m", "\x1b[2m", "\x1b[m"
LEAST = (20, 5)  # columns and rows below which there is nothing to frame


def picture(place: str, rules: str, fighters: int, size: tuple[int, int], ascii_only: bool = False) -> str:
    """The place and the rules in the first row as the title has them, and the rules between the panes."""
    width, height = size
    if width < LEAST[0] or height < LEAST[1]:
        return ""
    place = cells.cut(place, width - 2)
    room = width - 1 - cells.width(place)
    right = cells.right(rules, room) if cells.width(rules) + 2 <= room else ""
    drawn = [f"\x1b[1;2H{BOLD}{written(cells.clean(place), ascii_only)}{PLAIN}{right}{DIM}"]
    boxes = arrange(width, height, fighters).boxes
    for box in (boxes[name] for name in (RULE, RULE_2) if name in boxes):
        drawn += [f"\x1b[{y + 1};{box.x + 1}H{written('│', ascii_only)}" for y in range(box.y, box.y + box.height)]
    return "".join(drawn) + PLAIN


class Curtain:
    """The terminal with nothing but the first picture on it, from `with` on until `rise`.

    `keyboard` is the file of the keys, if there is any: what is typed meanwhile is kept for later as it is, and not
    echoed. Without `rise` the shell's screen comes back, also when the program is stopped or told to end meanwhile;
    after it, the same holds until somebody else takes the signals.
    """

    def __init__(self, stream: IO[str], picture: str, keyboard: int | None = None) -> None:
        self._stream, self._picture, self._keyboard = stream, picture, keyboard
        self._risen = False
        self._before: dict[int, Any] = {}
        self._modes: list[Any] | None = None

    def __enter__(self) -> Self:
        for number, act in ((signal.SIGTERM, self._end), (signal.SIGTSTP, self._stop)):
            self._before[number] = signal.signal(number, act)
        self._fall()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: object, trace: TracebackType | None) -> None:
        if not self._risen:
            self._lift()
            for number, act in self._before.items():
                signal.signal(number, act)

    def rise(self) -> None:
        """From here on the screen is another's, who also brings back the shell's in the end."""
        self._risen = True
        self._type_as_before()

    def _fall(self) -> None:
        if self._keyboard is not None:
            self._modes = _hushed(self._keyboard)
        self._write(OTHER_SCREEN + self._picture)

    def _lift(self) -> None:
        self._write((ALL_OFF if self._risen else "") + SHELL_SCREEN)
        self._type_as_before()

    def _type_as_before(self) -> None:
        if self._keyboard is not None and self._modes is not None:
            termios.tcsetattr(self._keyboard, termios.TCSANOW, self._modes)

    def _write(self, text: str) -> None:
        self._stream.write(text)
        self._stream.flush()

    def _end(self, number: int, frame: FrameType | None) -> None:
        self._lift()
        signal.signal(number, signal.SIG_DFL)
        os.kill(os.getpid(), number)

    def _stop(self, number: int, frame: FrameType | None) -> None:
        self._lift()
        os.kill(os.getpid(), signal.SIGSTOP)
        self._fall()


def _hushed(keyboard: int) -> list[Any] | None:
    """Let keys come as they are and without an echo; the modes before, or None where it has none."""
    try:
        before = termios.tcgetattr(keyboard)
    except termios.error:
        return None
    input, output, control, local, *rest = before
    input &= ~(termios.ICRNL | termios.INLCR | termios.IGNCR)
    local &= ~(termios.ECHO | termios.ICANON)
    termios.tcsetattr(keyboard, termios.TCSANOW, [input, output, control, local, *rest])
    return before
