"""A night at the table, from the first key to the file that is left of it, in a real terminal."""

from __future__ import annotations

import re
from typing import Any

import pytest

from tests.e2e.conftest import Mill
from tests.e2e.terminal import Terminal

pytestmark = pytest.mark.e2e

SUMMARY = re.compile(r"^[●○★▼◇†] ", re.MULTILINE)


def pools(record: dict[str, Any], who: str) -> dict[str, int]:
    """What the pools of a combatant hold at the end of a record."""
    [combatant] = [each for each in record["combatants"] if each["id"] == who]
    return {standing["pool"]: standing["now"] for standing in combatant["standings"] if not standing["at"]}


def type_dice(terminal: Terminal, label: str, faces: str) -> None:
    """Answer the question for this roll with faces from the table."""
    terminal.wait_for(f"─ {label} · ")
    terminal.press(*faces, "enter")
    terminal.wait_without(f"─ {label} · ")


def log(screen: str) -> str:
    """The log column of an 80x24 screen."""
    return "\n".join(line[33:].rstrip() for line in screen.splitlines()[1:-1])


def row(screen: str, name: str) -> str:
    """The row of a combatant in the list."""
    [line] = [line[:31] for line in screen.splitlines()[1:9] if line[3:].startswith(name)]
    return line


def test_a_night_at_the_table(mill: Mill) -> None:
    terminal = mill.duel("--dice", "hand")

    terminal.press("a")
    terminal.wait_for("Attack by Ann")
    terminal.press("enter")
    type_dice(terminal, "attack", "15")
    type_dice(terminal, "location", "5")
    type_dice(terminal, "damage", "6")
    terminal.wait_for("● chest −6 hp")
    terminal.wait_until(lambda screen: " 19 " in row(screen, "Bob"), "the loss beside the name")

    terminal.press("1", "c")
    terminal.wait_for("Called shot at Bob")
    terminal.press("down")
    terminal.wait_for("aim at    lower left leg")
    terminal.press("enter")
    type_dice(terminal, "attack", "14")
    type_dice(terminal, "damage", "8")
    screen = terminal.wait_for("● L shin −8 hp")
    assert log(screen).count("Ann → Bob, sabre") == 2
    terminal.wait_until(lambda screen: " 11 " in row(screen, "Bob"), "the loss beside the name")

    terminal.press("u")
    terminal.wait_for("undone")
    terminal.wait_until(lambda screen: " 19 " in row(screen, "Bob"), "what Bob had before")
    assert pools(mill.record(), "bob")["hp"] == 19

    terminal.press("U")
    terminal.wait_without("undone")
    terminal.wait_until(lambda screen: " 11 " in row(screen, "Bob"), "the loss again")
    assert pools(mill.record(), "bob")["hp"] == 11

    terminal.press("e")
    terminal.wait_for("─ Export ")
    terminal.press("enter")
    terminal.wait_for("written")
    [told] = mill.home.glob("*.md")
    assert told.read_text(encoding="utf-8").count("Ann → Bob, sabre") == 2

    terminal.press("q")
    assert terminal.end() == 0


def is_told(screen: str) -> bool:
    """Whether the log shows how a chain ended."""
    return SUMMARY.search(log(screen)) is not None


def attack(terminal: Terminal) -> None:
    terminal.press("a")
    terminal.wait_for("─ Attack by ")
    terminal.press("enter")


@pytest.mark.parametrize("seed", ["1", "2"])
def test_killed_while_the_dice_tumble_it_goes_on_where_it_was(mill: Mill, seed: str) -> None:
    quiet = mill.duel("--seed", seed, session="quiet.crittui")
    attack(quiet)
    quiet.wait_until(is_told, "the end of the chain")
    quiet.press("q")
    assert quiet.end() == 0

    killed = mill.duel("--seed", seed, "--motion", "full", session="killed.crittui")
    attack(killed)
    killed.wait_for("any key skips")
    assert not is_told(killed.text), "too late: the chain was already told"
    killed.kill()

    assert mill.record("killed.crittui") == mill.record("quiet.crittui")
    after_quiet, after_killed = mill.play("--session", "quiet.crittui"), mill.play("--session", "killed.crittui")
    after_quiet.wait_until(is_told, "the record")
    expected = after_quiet.settle(quiet=1)
    after_killed.wait_until(lambda screen: screen == expected, f"the same screen\n{after_quiet.picture}\n")

    after_killed.press("u")
    after_killed.wait_for("undone")
    assert pools(mill.record("killed.crittui"), "bob") == {"hp": 25, "con": 11}


def test_a_question_survives_the_kill(mill: Mill) -> None:
    terminal = mill.duel("--dice", "hand")
    attack(terminal)
    type_dice(terminal, "attack", "15")
    terminal.wait_for("─ location · ")
    terminal.kill()

    again = mill.play("--resume", "--session", "duel.crittui", "--dice", "hand", "--motion", "none")
    type_dice(again, "location", "5")
    type_dice(again, "damage", "6")
    again.wait_for("● chest −6 hp")


def test_nothing_is_sent_while_nothing_happens(mill: Mill) -> None:
    terminal = mill.duel("--seed", "1", "--motion", "full")
    assert terminal.bytes_within(1.5) == 0
    attack(terminal)
    terminal.wait_until(is_told, "the end of the chain")
    terminal.wait_for("? help")
    terminal.settle(quiet=1)
    assert terminal.bytes_within(1.5) == 0


def test_motion_changes_nothing_that_happened(mill: Mill) -> None:
    for motion in ("full", "reduced", "none"):
        terminal = mill.duel("--seed", "5", "--motion", motion, session=f"{motion}.crittui")
        attack(terminal)
        terminal.press(".", "q")
        assert terminal.end() == 0
    records = [mill.record(f"{motion}.crittui") for motion in ("full", "reduced", "none")]
    assert records[0] == records[1] == records[2]
