"""How far a long command is, in one line on stderr."""

from __future__ import annotations

import sys
import time

BAR = 24
PATIENCE, EVERY = 0.5, 0.1
"""Seconds until the first look at how far it is, and between two looks."""


class ProgressBar:
    """Drawn only on a terminal, and only for work that takes longer than `patience` seconds; `clear` wipes it away."""

    def __init__(self, patience: float | None = None) -> None:
        patience = PATIENCE if patience is None else patience
        self._shown, self._width = time.monotonic() + patience - EVERY, 0
        self._there = sys.stderr.isatty()

    def show(self, part: float, words: str) -> None:
        """Show that so much is done, from 0 to 1, and what that is in words."""
        now = time.monotonic()
        if not self._there or now < self._shown + EVERY:
            return
        full = int(part * BAR)
        line = f"[{'#' * full}{'.' * (BAR - full)}] {words}"
        self._shown, self._width = now, len(line)
        print(f"\r{line}", end="", file=sys.stderr, flush=True)

    def clear(self) -> None:
        """Wipe the line away."""
        if self._width:
            print(f"\r{' ' * self._width}\r", end="", file=sys.stderr, flush=True)
