"""The whole way: a client, a real server, the program at the far end, and a line that drops."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.e2e.conftest import DUEL, PROGRAM, Mill
from tests.e2e.processes import gone, with_environment
from tests.e2e.sshd import missing, over, server
from tests.e2e.terminal import Terminal
from tests.e2e.test_a_night import attack, is_told, type_dice

pytestmark = [pytest.mark.e2e, pytest.mark.skipif(missing() != "", reason=missing())]

SESSION = "far.crittui"
CARRIED = ("HOME", "XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME", "PYTHONPATH")


class Far:
    """The mill, seen from the other end of a line."""

    def __init__(self, mill: Mill, client: Path) -> None:
        self.mill, self.client = mill, client
        self.env = {name: mill.env[name] for name in CARRIED}

    def play(self, *arguments: str) -> Terminal:
        """Start the program over there."""
        session = str(self.mill.home / SESSION)
        return self.mill.started(*over(self.client, self.env, *PROGRAM, *arguments, "--session", session))

    def drop(self, terminal: Terminal) -> None:
        """The line is cut, without a goodbye; the program must notice."""
        [program] = [pid for pid in with_environment("HOME", self.env["HOME"]) if pid != terminal.pid]
        terminal.kill()
        assert gone(program)


@pytest.fixture
def far(mill: Mill) -> Iterator[Far]:
    with server(mill.home / "ssh") as client:
        yield Far(mill, client)


def test_a_line_that_drops_while_the_dice_tumble_loses_nothing(far: Far) -> None:
    quiet = far.mill.duel("--seed", "2", session="near.crittui")
    attack(quiet)
    quiet.wait_until(is_told, "the end of the chain")
    quiet.press("q")
    assert quiet.end() == 0

    terminal = far.play(str(DUEL), "--seed", "2", "--motion", "full")
    terminal.wait_for("? help")
    terminal.settle()
    attack(terminal)
    terminal.wait_for("any key skips")
    assert not is_told(terminal.text), "too late: the chain was already told"
    far.drop(terminal)

    assert far.mill.record(SESSION) == far.mill.record("near.crittui")
    again = far.play("--resume", "--motion", "none")
    again.wait_until(is_told, "the end of the chain")
    again.press("u")
    again.wait_for("undone")
    again.press("q")
    assert again.end() == 0


def test_a_line_that_drops_at_a_question_is_asked_again(far: Far) -> None:
    terminal = far.play(str(DUEL), "--dice", "hand")
    terminal.wait_for("motion is reduced over SSH: M changes it")
    attack(terminal)
    type_dice(terminal, "attack", "15")
    terminal.wait_for("─ location · ")
    far.drop(terminal)

    again = far.play("--resume", "--dice", "hand")
    type_dice(again, "location", "5")
    type_dice(again, "damage", "6")
    again.wait_for("● chest −6 hp")
    again.press("q")
    assert again.end() == 0
