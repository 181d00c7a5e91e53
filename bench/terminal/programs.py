"""What is started: crittui in three sizes, a bare Textual app, and other programs where they are installed."""

from __future__ import annotations

import shutil
import sys
from dataclasses import dataclass
from pathlib import Path

from tests.e2e.fights import DUEL, crowd, five_rolls, long_night

FIGHTERS, EVENTS = 200, 100_000
RIVALS = ("posting", "harlequin")

BARE = """
from textual.app import App
from textual.widgets import Static
class Bare(App):
    def compose(self):
        yield Static("Ready")
    def on_key(self, event):
        self.query_one(Static).update(f"key {event.key}")
Bare().run()
"""


@dataclass(frozen=True)
class Program:
    """A program with a screen: how it is started, the keys that change its screen one after the other, and what
    stands on the screen when it can be used."""

    name: str
    command: tuple[str, ...]
    ready: str = ""
    keys: tuple[str, ...] = ()


def crittui(*arguments: str) -> tuple[str, ...]:
    """The command that starts crittui."""
    return (sys.executable, "-m", "crittui", *arguments)


def programs(folder: Path) -> list[Program]:
    """The programs, the one they are compared with first; `folder` takes what has to be made for them."""
    moves = ("down", "up")
    found = [
        Program("bare Textual app", (sys.executable, "-c", BARE), "Ready", ("a", "b")),
        Program("crittui", crittui(str(DUEL), "--motion", "none"), "? help", moves),
        Program(
            f"crittui, {FIGHTERS} combatants",
            crittui(str(crowd(folder / "crowd.yaml", FIGHTERS)), "--motion", "none"), "? help", moves,
        ),
    ]  # fmt: skip
    found += [Program(name, (path,)) for name in RIVALS if (path := shutil.which(name))]
    return found


def long_game(folder: Path) -> Program:
    """crittui on a session with many events in it."""
    session = long_night(folder / "long.crittui", EVENTS)
    command = crittui("--resume", "--session", str(session), "--motion", "none")
    return Program(f"crittui, {EVENTS:,} events", command, "? help", ("down", "up"))


def attack_of_five(motion: str) -> tuple[str, ...]:
    """crittui at a duel whose first attack takes five rolls."""
    return crittui(str(DUEL), "--motion", motion, "--seed", str(five_rolls()))
