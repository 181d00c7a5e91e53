"""The first picture is there before the program that plays on it, and goes as the program goes."""

from __future__ import annotations

import signal
import sys

import pytest

from tests.e2e.conftest import DUEL, Mill

pytestmark = pytest.mark.e2e

BEHIND = """
import os, signal, sys, time
from crittui.tui.curtain import Curtain
with Curtain(sys.stderr, "the picture"):
    os.kill(os.getpid(), signal.{name})
    time.sleep(60)
"""


def test_the_first_picture_names_the_place_and_the_rules(mill: Mill) -> None:
    terminal = mill.play(str(DUEL), "--session", "duel.crittui")
    terminal.wait_until(lambda text: text.strip() != "", "a first text")
    assert "The old mill" in terminal.text.splitlines()[0]
    assert "natural20" in terminal.text.splitlines()[0]
    assert "combatant" not in terminal.text
    terminal.wait_for("? help")


@pytest.mark.parametrize("name", ["SIGTERM", "SIGINT"])
def test_whoever_ends_it_meanwhile_gets_the_shell_back(mill: Mill, name: str) -> None:
    terminal = mill.started(sys.executable, "-c", BEHIND.format(name=name))
    terminal.end()
    assert b"the picture" in terminal.came
    assert b"\x1b[?1049l\x1b[?25h" in terminal.came.partition(b"the picture")[2]


def test_a_stop_shows_the_shell_and_going_on_the_picture(mill: Mill) -> None:
    terminal = mill.started(sys.executable, "-c", BEHIND.format(name="SIGTSTP"))
    terminal.wait_until(lambda _: terminal.came.endswith(b"\x1b[?1049l\x1b[?25h"), "the shell's screen")
    terminal.tell(signal.SIGCONT)
    terminal.wait_until(lambda _: terminal.came.endswith(b"the picture"), "the picture again")
