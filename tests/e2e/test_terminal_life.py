"""How the program lives and dies with its terminal."""

from __future__ import annotations

import signal
import subprocess
from pathlib import Path

import pytest

from tests.e2e.conftest import DUEL, PROGRAM, Mill
from tests.e2e.processes import children, gone
from tests.e2e.terminal import Terminal

pytestmark = pytest.mark.e2e

LEFT = (b"\x1b[?1049l", b"\x1b[?1000l", b"\x1b[?25h", b"\x1b[?2004l")
WHERE = b"\x1b[6n"


@pytest.mark.parametrize("motion", ["none", "full"])
def test_sigterm_leaves_the_terminal_as_it_was(mill: Mill, motion: str) -> None:
    terminal = mill.duel("--seed", "1", "--motion", motion)
    terminal.press("a", "enter")
    terminal.wait_for("Ann → Bob")
    terminal.tell(signal.SIGTERM)
    assert terminal.end() == 0
    assert all(sequence in terminal.came for sequence in LEFT)


def test_a_closed_window_ends_it_even_where_no_hang_up_arrives(mill: Mill) -> None:
    line = f"trap '' HUP; {' '.join(PROGRAM)} {DUEL} --session held.crittui --motion none; true"
    terminal = Terminal(["sh", "-c", line], mill.env, (80, 24), mill.home)
    with terminal:
        terminal.wait_for("? help")
        [program] = children(terminal.pid)
        terminal.hang_up()
        assert gone(program)


def test_without_a_terminal_it_says_so_and_starts_nothing(mill: Mill) -> None:
    done = subprocess.run(
        [*PROGRAM, str(DUEL), "--session", "none.crittui"],
        env=mill.env, cwd=mill.home, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 2
    assert "not a terminal" in done.stderr
    assert "Traceback" not in done.stderr
    assert not (mill.home / "none.crittui").exists()


def test_a_terminal_that_never_answers_sees_the_end_too(mill: Mill) -> None:
    terminal = mill.duel("--seed", "1", "--motion", "full")
    terminal.screen.answer = lambda data: None
    terminal.press("a", "enter")
    terminal.wait_for("any key skips")
    terminal.wait_for("? help")
    assert 1 <= terminal.came.count(WHERE) <= 3


def test_a_wrong_key_file_is_told_before_the_screen_opens(mill: Mill) -> None:
    folder = Path(mill.env["XDG_CONFIG_HOME"]) / "crittui"
    folder.mkdir(parents=True)
    (folder / "keys.yaml").write_text("atack: z\n", encoding="utf-8")
    terminal = mill.play(str(DUEL))
    terminal.end()
    assert "did you mean 'attack'?" in terminal.text
    assert "keys.yaml:1:1" in terminal.text.replace("\n", "")


def test_motion_is_reduced_over_ssh_and_that_is_said(mill: Mill) -> None:
    terminal = mill.play(str(DUEL), "--seed", "1", SSH_CONNECTION="10.0.0.1 1 10.0.0.2 22")
    assert "motion is reduced over SSH" in terminal.wait_for("reduced")
    before = terminal.received
    terminal.press("a", "enter")
    terminal.wait_for("Ann → Bob")
    terminal.settle()
    assert "motion is reduced" not in terminal.text
    assert terminal.received - before < 15_000
