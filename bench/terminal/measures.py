"""How one program is measured, in a pseudo terminal of 80x24 with 256 colours."""

from __future__ import annotations

import os
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from bench.terminal.programs import Program
from tests.e2e.link import SlowTerminal
from tests.e2e.terminal import Terminal, environment

LIMIT = 60.0
KEYS = 10
IDLE = 10.0
Cells = list[list[object]]


@dataclass(frozen=True)
class Start:
    """Seconds from the start to the first text and to the screen that can be used; all bytes until it is quiet."""

    first: float
    ready: float
    sent: int


@dataclass(frozen=True)
class Play:
    """Bytes from a key to the last frame; `floor` are those of the characters that really changed."""

    sent: int
    floor: int


@contextmanager
def opened(command: tuple[str, ...], slow: bool = False) -> Iterator[tuple[Terminal, float]]:
    """The program in a home of its own, and when it was started."""
    with tempfile.TemporaryDirectory() as home:
        env = environment(Path(home))
        if command[0] != sys.executable:  # a program with a Python of its own
            env.pop("PYTHONPATH", None)
        since = time.monotonic()
        with (SlowTerminal if slow else Terminal)(command, env) as terminal:
            yield terminal, since


def cells(terminal: Terminal) -> Cells:
    """Every cell of the screen as it is now."""
    screen = terminal.screen
    return [[screen.buffer[y][x] for x in range(screen.columns)] for y in range(screen.lines)]


def start(program: Program) -> Start:
    """Start it, wait until it is quiet."""
    with opened(program.command) as (terminal, since):
        terminal.wait_until(lambda text: text.strip() != "", "a first text", LIMIT)
        first = ready = terminal.stamp - since
        if program.ready:
            terminal.wait_for(program.ready, LIMIT)
            ready = terminal.stamp - since
        quiet(terminal)
        return Start(first, ready, terminal.received)


def quiet(terminal: Terminal, seconds: float = 5) -> None:
    """Read until nothing comes any more, but no longer than this: a blinking cursor never ends."""
    end = time.monotonic() + seconds
    while terminal.read(0.4) and time.monotonic() < end:
        pass


def keys(program: Program) -> list[float]:
    """Seconds from a key to the first cell that changed, for several keys, each pressed when all is quiet."""
    with opened(program.command) as (terminal, _):
        terminal.wait_for(program.ready, LIMIT)
        quiet(terminal)
        return [to_change(terminal, program.keys[n % len(program.keys)]) for n in range(KEYS)][2:]


def to_change(terminal: Terminal, key: str) -> float:
    """Seconds from a key to the first change."""
    before, since = cells(terminal), time.monotonic()
    terminal.press(key)
    while cells(terminal) == before:
        terminal.read(0.2)
        if time.monotonic() - since > LIMIT:
            raise AssertionError(f"nothing changed after {key!r}\n{terminal.picture}")
    taken = terminal.stamp - since
    quiet(terminal)
    return taken


def idle(program: Program) -> tuple[int, float]:
    """Bytes in ten seconds in which nothing happens, and the share of one core that they take."""
    with opened(program.command) as (terminal, _):
        terminal.wait_until(lambda text: program.ready in text and text.strip() != "", "its screen", LIMIT)
        quiet(terminal)
        before = used(terminal.pid)
        return terminal.bytes_within(IDLE), (used(terminal.pid) - before) / IDLE


def used(pid: int) -> float:
    """Seconds of a processor that a process has taken so far; nan where the system does not tell."""
    path = Path(f"/proc/{pid}/stat")
    if not path.exists():
        return float("nan")
    fields = path.read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def attack(command: tuple[str, ...]) -> Play:
    """An attack with its default settings, from the key that rolls to the end of all motion."""
    with opened(command) as (terminal, _):
        terminal.wait_for("? help")
        quiet(terminal)
        terminal.press("a")
        terminal.wait_for("─ Attack by ")
        quiet(terminal)
        return played(terminal, "enter")


def played(terminal: Terminal, key: str) -> Play:
    """What a key makes the program send until it has been quiet for a while."""
    before, sent, floor = cells(terminal), terminal.received, 0
    terminal.press(key)
    terminal.wait_until(lambda _: terminal.received > sent, "an answer")
    while True:
        after = cells(terminal)
        floor += changed(before, after)
        before = after
        if not terminal.read(3):
            return Play(terminal.received - sent, floor)


def changed(before: Cells, after: Cells) -> int:
    """Bytes of the characters in the cells that are not what they were."""
    return sum(
        len(getattr(new, "data", "").encode())
        for rows in zip(before, after, strict=True)
        for old, new in zip(*rows, strict=True)
        if old != new
    )


def over_slow_link(command: tuple[str, ...], moving: bool) -> float:
    """Seconds until a key takes effect on a line of 32 kB/s with 200 ms there and back, while an attack is shown."""
    with opened(command, slow=True) as (terminal, _):
        terminal.wait_for("? help")
        quiet(terminal)
        terminal.press("a")
        terminal.wait_for("─ Attack by ")
        terminal.press("enter")
        terminal.wait_for("any key skips" if moving else "? help")
        if not moving:
            quiet(terminal)
        since = time.monotonic()
        terminal.press("?")
        terminal.wait_for("Move")
        return terminal.stamp - since
