"""The first picture is there before the program that plays on it, and goes as the program goes."""

from __future__ import annotations

import shlex
import signal
import sys

import pytest

from tests.e2e.conftest import DUEL, Mill

pytestmark = pytest.mark.e2e

BEHIND = """
import os, signal, sys, termios, time
from crittui.tui.curtain import Curtain
with Curtain(sys.stderr, "the picture", 0) as curtain:
    if {risen}:
        curtain.rise()
    os.kill(os.getpid(), signal.{name})
    time.sleep(60)
"""
SHELL = b"\x1b[?1049l\x1b[?25h"


def test_the_first_picture_names_the_place_and_the_rules(mill: Mill) -> None:
    terminal = mill.play(str(DUEL), "--session", "duel.crittui")
    terminal.wait_until(lambda text: text.strip() != "", "a first text")
    assert "The old mill" in terminal.text.splitlines()[0]
    assert "natural20" in terminal.text.splitlines()[0]
    assert "combatant" not in terminal.text
    terminal.wait_for("? help")


@pytest.mark.parametrize(("name", "risen"), [("SIGTERM", False), ("SIGINT", False), ("SIGTERM", True)])
def test_whoever_ends_it_meanwhile_gets_the_shell_back(mill: Mill, name: str, risen: bool) -> None:
    command = shlex.join((sys.executable, "-c", BEHIND.format(name=name, risen=risen)))
    terminal = mill.started("sh", "-c", f"stty -a > before; {command}; stty -a > after")
    terminal.end()
    assert SHELL in terminal.came.partition(b"the picture")[2]
    assert (b"\x1b[?2004l" in terminal.came) == risen
    assert (mill.home / "before").read_text() == (mill.home / "after").read_text()


def test_what_is_typed_meanwhile_is_heard(mill: Mill) -> None:
    terminal = mill.play(str(DUEL), "--session", "duel.crittui", "--motion", "none")
    terminal.wait_until(lambda text: "The old mill" in text, "the first picture")
    terminal.send("nn\x7fa\r")
    terminal.wait_for("→ Bob", 30)
    assert "round 2" in terminal.text


def test_a_stop_shows_the_shell_and_going_on_the_picture(mill: Mill) -> None:
    terminal = mill.started(sys.executable, "-c", BEHIND.format(name="SIGTSTP", risen=False))
    terminal.wait_until(lambda _: terminal.came.endswith(SHELL), "the shell's screen")
    terminal.tell(signal.SIGCONT)
    terminal.wait_until(lambda _: terminal.came.endswith(b"the picture"), "the picture again")
