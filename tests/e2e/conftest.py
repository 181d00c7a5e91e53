"""The program, started as a person starts it, at a fight that only these tests play."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

import crittui
from tests.e2e.processes import gone, with_environment
from tests.e2e.terminal import Terminal, environment

PROGRAM = (sys.executable, "-m", "crittui")
DUEL = Path(__file__).with_name("duel.yaml")


class Mill:
    """A home of its own, the duel, and the ways into the program."""

    def __init__(self, home: Path, stack: ExitStack) -> None:
        self.home = home
        self.env = environment(home, PYTHONPATH=str(Path(crittui.__file__).parents[1]))
        self._stack = stack

    def play(self, *arguments: str, size: tuple[int, int] = (80, 24), **changes: str) -> Terminal:
        """Start the program in a terminal; it ends with the test."""
        terminal = Terminal((*PROGRAM, *arguments), {**self.env, **changes}, size, self.home)
        return self._stack.enter_context(terminal)

    def started(self, *command: str, **changes: str) -> Terminal:
        """Start any command in a terminal; it ends with the test."""
        return self._stack.enter_context(Terminal(command, {**self.env, **changes}, (80, 24), self.home))

    def duel(self, *arguments: str, session: str = "duel.crittui", **changes: str) -> Terminal:
        """Start the duel, without motion unless told otherwise, and wait until it is there."""
        terminal = self.play(str(DUEL), "--session", session, "--motion", "none", *arguments, size=(80, 24), **changes)
        terminal.wait_for("? help")
        terminal.settle()
        return terminal

    def run(self, *arguments: str) -> str:
        """What a command without a screen prints; it must end well."""
        done = subprocess.run(
            (*PROGRAM, *arguments), env=self.env, cwd=self.home, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    def record(self, session: str = "duel.crittui") -> dict[str, Any]:
        """A session as its export tells it."""
        told: dict[str, Any] = json.loads(self.run("export", session, "-f", "json"))
        return told

    def chains(self, session: str = "duel.crittui") -> list[Any]:
        """The chains of a session, in the order in which they came."""
        return [chain for each in self.record(session)["rounds"] for chain in each["chains"]]


@pytest.fixture
def mill(tmp_path: Path) -> Iterator[Mill]:
    """The mill; at its end nothing that was started there may still run."""
    with ExitStack() as stack:
        yield Mill(tmp_path, stack)
    assert all(gone(process, 10) for process in with_environment("HOME", str(tmp_path)))
