"""Bytes are the price of a slow line: what each thing may cost at 80x24 in 256 colours, and what costs nothing."""

from __future__ import annotations

import pytest

from tests.e2e.conftest import DUEL, PROGRAM, Mill
from tests.e2e.fights import crowd, five_rolls
from tests.e2e.link import SlowTerminal
from tests.e2e.terminal import Terminal

pytestmark = [pytest.mark.e2e, pytest.mark.fuzz]

WHERE = b"\x1b[6n"
WINDOW = 3


def ready(terminal: Terminal) -> Terminal:
    """The attack is set; the next `enter` rolls."""
    terminal.press("a")
    terminal.wait_for("─ Attack by ")
    terminal.settle()
    return terminal


def told(terminal: Terminal) -> str:
    """The screen when everything has been shown: the key line of the fight is back, and nothing comes any more."""
    terminal.wait_for("Ann → Bob")
    terminal.wait_for("? help")
    return terminal.settle(quiet=1.5)


@pytest.mark.parametrize(("motion", "most"), [("full", 14_500), ("reduced", 5_500), ("none", 3_800)])
def test_an_attack_of_five_rolls(mill: Mill, motion: str, most: int) -> None:
    terminal = ready(mill.duel("--seed", str(five_rolls()), "--motion", motion))
    before = terminal.received
    terminal.press("enter")
    assert "sever" in told(terminal)
    assert terminal.received - before <= most


def test_the_start_is_one_picture(mill: Mill) -> None:
    assert mill.duel().received <= 7_500


@pytest.mark.parametrize(("keys", "most"), [
    (("down",), 2_600), (("n",), 1_500), (("t",), 2_600), (("a",), 3_400), (("?",), 10_500), (("M",), 700),
], ids=str)  # fmt: skip
def test_a_key(mill: Mill, keys: tuple[str, ...], most: int) -> None:
    terminal = mill.duel("--seed", "1")
    before = terminal.received
    terminal.press(*keys)
    terminal.settle()
    assert 0 < terminal.received - before <= most


def test_a_crowd_costs_no_more_than_a_few(mill: Mill) -> None:
    terminal = mill.play(str(crowd(mill.home / "crowd.yaml", 200)), "--motion", "none")
    terminal.wait_for("? help")
    terminal.settle()
    before = terminal.received
    terminal.press("down")
    terminal.settle()
    assert 0 < terminal.received - before <= 2_600


@pytest.mark.parametrize(
    "keys", [(), ("a",), ("c",), ("t", "x"), ("/", "x"), ("m",), ("?",), ("O",), ("o",), ("e",)], ids=str
)
def test_waiting_costs_nothing_wherever_it_waits(mill: Mill, keys: tuple[str, ...]) -> None:
    terminal = mill.duel("--motion", "full")
    terminal.press(*keys)
    terminal.settle(quiet=1)
    assert terminal.bytes_within(1.5) == 0


def unconfirmed(terminal: Terminal) -> int:
    """Frames whose question nobody has answered, once no more come."""
    terminal.settle(quiet=0.8)
    return terminal.came.count(WHERE)


def test_no_more_than_three_pictures_are_on_their_way(mill: Mill) -> None:
    terminal = ready(mill.duel("--seed", str(five_rolls()), "--motion", "full"))
    answers: list[str] = []
    answer, terminal.screen.answer = terminal.screen.answer, answers.append
    terminal.press("enter")
    terminal.wait_until(lambda _: bool(answers), "a question")
    answer(answers[0])  # this terminal answers, if slowly: so it is waited for
    assert unconfirmed(terminal) <= WINDOW + 1
    asked = len(answers)
    assert terminal.bytes_within(1) == 0
    for each in answers[1:]:
        answer(each)
    terminal.wait_until(lambda _: len(answers) > asked, "the next picture")
    terminal.screen.answer = answer
    for each in answers[asked:]:
        answer(each)
    told(terminal)


def test_a_key_ends_the_motion_of_a_terminal_that_has_stopped_answering(mill: Mill) -> None:
    terminal = ready(mill.duel("--seed", str(five_rolls()), "--motion", "full"))
    answers: list[str] = []
    answer, terminal.screen.answer = terminal.screen.answer, answers.append
    terminal.press("enter")
    terminal.wait_until(lambda _: bool(answers), "a question")
    answer(answers[0])
    unconfirmed(terminal)
    terminal.press("space")
    terminal.wait_for("? help")
    assert "sever" in terminal.text


def test_a_slow_line_is_never_filled(mill: Mill) -> None:
    command = (*PROGRAM, str(DUEL), "--session", "slow.crittui", "--motion", "full", "--seed", str(five_rolls()))
    with SlowTerminal(command, mill.env, (80, 24), mill.home, rate=32_000, trip=0.2) as terminal:
        terminal.wait_for("? help")
        terminal.settle(quiet=1)
        ready(terminal)
        terminal.most = 0
        terminal.press("enter")
        assert "sever" in told(terminal)
        assert terminal.most <= 8_000  # the largest picture and two small ones, or a quarter of a second
        terminal.press("q")
        terminal.end()
