"""What comes from the keyboard, whole, in pieces, or in heaps."""

from __future__ import annotations

import pytest

from tests.e2e.conftest import Mill
from tests.e2e.terminal import Terminal
from tests.e2e.test_a_night import attack

pytestmark = [pytest.mark.e2e, pytest.mark.fuzz]

PASTE = "\x1b[200~{}\x1b[201~"


def chosen(terminal: Terminal) -> str:
    """The name above the body."""
    return terminal.text.splitlines()[9][:32].strip()


def start(mill: Mill) -> Terminal:
    terminal = mill.duel("--seed", "1")
    assert chosen(terminal).startswith("Ann")
    return terminal


def heard_down(terminal: Terminal) -> bool:
    """Whether the arrow key counted as one, and not as letters."""
    terminal.wait_until(lambda _: chosen(terminal).startswith("Bob"), "the other body")
    return "✕" not in terminal.settle() and "Attack" not in terminal.text


@pytest.mark.parametrize("parts", [("\x1b", "[B"), ("\x1b[", "B"), ("\x1b", "[", "B")])
def test_an_arrow_key_that_arrives_in_pieces_is_an_arrow_key(mill: Mill, parts: tuple[str, ...]) -> None:
    terminal = start(mill)
    for part in parts:
        terminal.send(part)
        terminal.read(0.1)
    assert heard_down(terminal)


def test_keys_of_a_burst_come_in_their_order(mill: Mill) -> None:
    terminal = mill.duel("--dice", "hand")
    attack(terminal)
    terminal.wait_for("─ attack · ")
    terminal.send("15\r5\r6\r")
    terminal.wait_for("● chest −6 hp")


@pytest.mark.parametrize(("form", "times"), [(PASTE, 850), ("{}", 170)], ids=["bracketed", "as typed"])
def test_thousands_of_characters_at_once(mill: Mill, form: str, times: int) -> None:
    terminal = start(mill)
    terminal.press("t")
    terminal.wait_for("─ Note ")
    terminal.send(form.format("a long tale " * times))
    terminal.settle()
    terminal.press("enter")
    terminal.wait_without("─ Note ")
    assert str(mill.record()["rounds"]).count("a long tale") >= 20
    terminal.press("n")
    terminal.wait_for("turn of")


def test_a_paste_outside_a_prompt_presses_no_key(mill: Mill) -> None:
    terminal = start(mill)
    before = terminal.text
    terminal.send(PASTE.format("nnnuq\r"))
    terminal.settle()
    assert terminal.text == before


def test_a_window_that_loses_the_focus_costs_nothing(mill: Mill) -> None:
    terminal = start(mill)
    before, screen = terminal.received, terminal.text
    terminal.send("\x1b[O")
    terminal.settle()
    terminal.send("\x1b[I")
    terminal.settle()
    assert terminal.received == before
    assert terminal.text == screen
    terminal.press("down")
    assert heard_down(terminal)


def test_escape_is_needed_for_nothing_and_does_what_it_says(mill: Mill) -> None:
    terminal = start(mill)
    terminal.press("a")
    terminal.wait_for("─ Attack by ")
    terminal.press("escape")
    terminal.wait_without("─ Attack by ")
    terminal.press("a")
    terminal.wait_for("─ Attack by ")
    terminal.press("x")
    terminal.wait_without("─ Attack by ")


def test_escape_and_the_next_key_in_one_go_are_both_heard(mill: Mill) -> None:
    terminal = start(mill)
    terminal.press("a")
    terminal.wait_for("─ Attack by ")
    terminal.send("\x1bd")
    terminal.wait_without("─ Attack by ")
    terminal.wait_for("no defence of its own")


def test_answers_nobody_asked_for_press_no_key(mill: Mill) -> None:
    terminal = start(mill)
    before = terminal.text
    for answer in ("\x1b[?2026;2$y", "\x1b[?2048;0$y", "\x1b[12;40R"):
        terminal.send(answer)
        terminal.read(0.2)
    assert terminal.settle() == before
