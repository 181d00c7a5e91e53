"""A slow line between a program and its terminal: so many bytes a second, so long there and back.

What the program has written waits in the line until it is through, as it does in the buffers of a real one: at
most `room` bytes, then the program has to wait itself.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Mapping, Sequence
from pathlib import Path

import pexpect

from tests.e2e.terminal import CHUNK, Terminal

BLINK = 0.002  # seconds for which the line looks for more before it goes on


class SlowTerminal(Terminal):
    """A terminal at the far end of a line of `rate` bytes a second and `trip` seconds there and back.

    `most` is how many bytes were on their way at once.
    """

    def __init__(
        self,
        command: Sequence[str],
        env: Mapping[str, str],
        size: tuple[int, int] = (80, 24),
        cwd: Path | None = None,
        *,
        rate: float = 32_000,
        trip: float = 0.2,
        room: int = 1 << 20,
    ) -> None:
        self.rate, self.trip, self.room = rate, trip, room
        self._down: deque[tuple[float, bytes]] = deque()
        self._up: deque[tuple[float, str]] = deque()
        self._free = 0.0
        self.waiting = self.most = 0
        super().__init__(command, env, size, cwd)

    def send(self, data: str) -> None:
        """Type these characters; the program gets them half a round trip later."""
        self._up.append((time.monotonic() + self.trip / 2, data))

    def read(self, seconds: float) -> bool:
        """Take in what arrives within `seconds`; False when nothing did."""
        end = time.monotonic() + seconds
        while True:
            self._type()
            self._fill()
            now = time.monotonic()
            if self._down and self._down[0][0] <= now:
                self._arrive()
                return True
            if now >= end:
                return False

    def _type(self) -> None:
        while self._up and self._up[0][0] <= time.monotonic():
            super().send(self._up.popleft()[1])

    def _fill(self) -> None:
        """Take what the program has written onto the line, and say when it will be through."""
        if self.waiting >= self.room:
            time.sleep(BLINK)
            return
        try:
            data = self._child.read_nonblocking(CHUNK, BLINK)
        except pexpect.TIMEOUT:
            return
        except pexpect.EOF as end:
            if self._down:
                return
            raise EOFError(f"the program ended\n{self.picture}") from end
        for start in range(0, len(data), 512):
            part = data[start : start + 512]
            self._free = max(self._free, time.monotonic()) + len(part) / self.rate
            self._down.append((self._free + self.trip / 2, part))
        self.waiting += len(data)
        self.most = max(self.most, self.waiting)

    def _arrive(self) -> None:
        data = self._down.popleft()[1]
        self.waiting -= len(data)
        self.take_in(data)
