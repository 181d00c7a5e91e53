"""Any size, and any number of changes of size."""

from __future__ import annotations

import signal
from random import Random

import pytest

from tests.e2e.conftest import DUEL, PROGRAM, Mill
from tests.e2e.test_a_night import attack

pytestmark = [pytest.mark.e2e, pytest.mark.fuzz]


def test_a_storm_of_sizes_ends_with_the_same_screen(mill: Mill) -> None:
    terminal = mill.duel("--seed", "1")
    attack(terminal)
    terminal.wait_for("Ann → Bob")
    before = terminal.settle()
    random = Random(1)
    for _ in range(100):
        terminal.resize(random.randint(1, 200), random.randint(1, 60))
        terminal.read(0)
    terminal.resize(80, 24)
    terminal.wait_until(lambda screen: screen == before, "the same screen")
    assert terminal.settle() == before
    assert terminal.bytes_within(1) == 0


def test_a_window_that_has_its_size_again_before_anybody_looked_is_painted_anew(mill: Mill) -> None:
    terminal = mill.duel("--seed", "1")
    terminal.bytes_within(0.5)  # the size of the start has been looked at once more
    before = terminal.settle()
    terminal.screen.resize(1, 3)
    terminal.screen.resize(24, 80)
    assert terminal.text != before
    terminal.tell(signal.SIGWINCH)
    terminal.wait_until(lambda screen: screen == before, "the same screen")
    assert terminal.bytes_within(1) == 0


@pytest.mark.parametrize("size", [(1, 1), (2, 1), (1, 24), (2, 24), (2, 60), (80, 1), (3, 3), (10, 3)])
def test_the_smallest_sizes_come_to_rest_and_back(mill: Mill, size: tuple[int, int]) -> None:
    terminal = mill.duel("--seed", "1")
    before = terminal.text
    terminal.resize(*size)
    terminal.settle()
    assert terminal.bytes_within(1) == 0
    terminal.press("n", "u")
    terminal.settle()
    assert terminal.bytes_within(0.5) == 0
    terminal.resize(80, 24)
    terminal.wait_for("was taken back")
    terminal.press("down", "up")
    terminal.wait_for("? help")
    assert terminal.settle().splitlines()[1] == before.splitlines()[1]


@pytest.mark.parametrize("motion", ["full", "reduced"])
def test_a_question_in_mid_chain_survives_a_tiny_window(mill: Mill, motion: str) -> None:
    terminal = mill.duel("--dice", "hand", "--motion", motion)
    terminal.resize(120, 40)
    attack(terminal)
    before = terminal.wait_for("─ attack · ")
    before = terminal.settle()
    terminal.resize(10, 3)
    terminal.settle()
    terminal.resize(120, 40)
    terminal.wait_until(lambda screen: screen == before, "the same question")


def test_a_window_of_no_size_is_taken_for_a_usual_one(mill: Mill) -> None:
    line = " ".join((*PROGRAM, str(DUEL), "--session", "duel.crittui"))
    terminal = mill.started("sh", "-c", f"stty cols 0 rows 0; exec {line}")
    terminal.wait_for("? help")
    assert terminal.settle().splitlines()[0].endswith("natural20")
