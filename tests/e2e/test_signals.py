"""Signals, a window that closes, a job that is stopped: nothing is lost, and nothing is left behind."""

from __future__ import annotations

import os
import shlex
import signal
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.e2e.conftest import DUEL, PROGRAM, Mill
from tests.e2e.processes import children, gone, state, threads
from tests.e2e.terminal import Terminal

pytestmark = [pytest.mark.e2e, pytest.mark.skipif(sys.platform != "linux", reason="looks at processes in /proc")]

SESSION = "duel.crittui"
ROW_OF_BOB = " 2 Bob"
LEFT = (b"\x1b[?1049l", b"\x1b[?1000l", b"\x1b[?1004l", b"\x1b[?2004l", b"\x1b[?25h", b"\x1b[<u")


def duel(motion: str) -> str:
    """The line that starts the duel in a shell."""
    line = (*PROGRAM, str(DUEL), "--session", SESSION, "--motion", motion, "--seed", "1")
    return shlex.join(line)


def in_shell(mill: Mill, line: str) -> Terminal:
    """A line in a shell that leads the session, as under `ssh -t`, and the fight it opens."""
    terminal = mill.started("sh", "-c", line)
    terminal.wait_for("? help")
    terminal.settle()
    return terminal


def at_bash(mill: Mill) -> Terminal:
    """A shell with jobs, as after a login."""
    terminal = mill.started("bash", "--norc", "--noprofile", "-i", PS1="ready> ")
    terminal.wait_for("ready>")
    return terminal


def program_under(terminal: Terminal) -> int:
    """The program's process, wherever it is."""
    below = children(terminal.pid)
    return below[0] if below else terminal.pid


LINES = {
    "as usual": "exec {}",
    "ignored": "trap '' HUP; exec {}",
    "ignored, below a shell": "trap '' HUP; {}; true",
    "not passed on": "trap : HUP; {}; true",
}


@pytest.mark.parametrize("moving", [False, True], ids=["at rest", "while it moves"])
@pytest.mark.parametrize("line", LINES.values(), ids=LINES.keys())
def test_when_the_window_closes_it_ends_and_has_lost_nothing(mill: Mill, line: str, moving: bool) -> None:
    terminal = in_shell(mill, line.format(duel("full" if moving else "none")))
    program = program_under(terminal)
    terminal.press("a", "enter")
    terminal.wait_for("any key skips" if moving else "Ann → Bob")
    terminal.hang_up()
    assert gone(program)
    assert len(mill.chains()) == 1
    again = mill.play("--resume", "--session", SESSION, "--motion", "none")
    again.wait_for("Ann → Bob")


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
@pytest.mark.parametrize("motion", ["none", "full"])
def test_a_signal_that_ends_it_leaves_the_terminal_as_it_was(mill: Mill, motion: str, number: int) -> None:
    terminal = mill.started("sh", "-c", f"{duel(motion)}; echo ended with $?; stty -a")
    terminal.wait_for("? help")
    terminal.settle()
    terminal.press("a", "enter")
    terminal.wait_for("any key skips" if motion == "full" else "Ann → Bob")
    [program] = children(terminal.pid)
    os.kill(program, number)
    terminal.wait_for("ended with 0")
    terminal.end()
    assert all(sequence in terminal.came for sequence in LEFT)
    assert {"icanon", "isig", "icrnl"} <= set(words(terminal))


def words(terminal: Terminal) -> list[str]:
    """The words on the screen."""
    return terminal.text.replace(";", " ").split()


def test_stopped_and_brought_back_the_screen_is_as_it_was(mill: Mill) -> None:
    terminal = at_bash(mill)
    terminal.send(duel("none") + "\r")
    terminal.wait_for("? help")
    before = terminal.settle()
    terminal.press("\x1a")
    terminal.wait_for("Stopped")
    assert all(sequence in terminal.came for sequence in LEFT[:-1])
    mark = len(terminal.came)
    terminal.screen.reset()
    terminal.send("fg\r")
    terminal.wait_for("? help")
    terminal.settle()
    assert terminal.text == before
    assert motion_is_off(bytes(terminal.came[mark:]))
    terminal.press("n")
    terminal.wait_until(lambda screen: "round 1" in screen, "the first turn")
    terminal.press("q")
    terminal.wait_for("ready>")


def motion_is_off(came: bytes) -> bool:
    """Whether the terminal was told last not to tell of moves of the mouse."""
    return came.rfind(b"\x1b[?1003l") > came.rfind(b"\x1b[?1003h")


def test_the_mouse_tells_of_no_move(mill: Mill) -> None:
    terminal = mill.duel()
    assert motion_is_off(bytes(terminal.came))
    assert b"\x1b[?1000h" in terminal.came


def test_a_stop_from_outside_changes_nothing(mill: Mill) -> None:
    terminal = mill.started("sh", "-c", f"{duel('none')}; stty -a")
    terminal.wait_for("? help")
    before = terminal.settle()
    [program] = children(terminal.pid)
    count = threads(program)
    for _ in range(3):
        os.kill(program, signal.SIGSTOP)
        os.kill(program, signal.SIGCONT)
        os.kill(program, signal.SIGCONT)
    terminal.press("down")
    terminal.wait_until(lambda screen: screen != before, "a change")
    terminal.press("up")
    terminal.wait_until(lambda screen: screen == before, "the first screen")
    assert threads(program) == count
    terminal.press("q")
    terminal.end()
    assert {"icanon", "isig", "icrnl"} <= set(words(terminal))


def test_control_c_and_nothing_else_of_its_kind_leaves(mill: Mill) -> None:
    terminal = mill.duel()
    before = terminal.text
    terminal.press("\x1c", "\x04", "n")
    terminal.wait_until(lambda screen: screen != before, "the next turn")
    terminal.press("\x03")
    assert terminal.end() == 0


def test_a_reader_that_stalls_can_lose_nothing(mill: Mill) -> None:
    terminal = mill.duel("--seed", "1", "--motion", "full")
    terminal.press("a")
    terminal.wait_for("─ Attack by ")
    terminal.press("enter", ".", ".", ".")  # from here on nobody reads
    done = at_least_one_chain(mill)
    terminal.kill()
    kept = mill.chains()
    assert kept[: len(done)] == done
    again = mill.play("--resume", "--session", SESSION, "--motion", "none")
    again.wait_for("? help")
    assert again.settle().count("Ann → Bob") >= 1


def at_least_one_chain(mill: Mill) -> list[Any]:
    """The chains that are whole, as soon as there is one; the program may be in the midst of another."""
    for _ in range(100):
        if chains := [chain for chain in mill.chains() if chain["complete"]]:
            return chains
    raise AssertionError("nothing was kept")


def test_a_stalled_program_can_be_killed_by_its_window(mill: Mill) -> None:
    terminal = in_shell(mill, "trap '' HUP; " + duel("full") + "; true")
    program = program_under(terminal)
    for _ in range(200):
        terminal.press("?", "x")  # 2 MB that nobody reads: the program waits for its terminal
    assert state(program) != ""
    terminal.hang_up()
    assert gone(program)


def test_the_session_file_is_whole_after_each_end(mill: Mill) -> None:
    for number in (signal.SIGHUP, signal.SIGQUIT, signal.SIGKILL):
        terminal = mill.duel("--seed", "1", "--motion", "full", session=f"{number}.crittui")
        terminal.press("a", "enter")
        terminal.wait_for("any key skips")
        terminal.kill(number)
        assert len(mill.chains(f"{number}.crittui")) == 1
    assert not list(Path(mill.home).glob("*.corrupt"))
