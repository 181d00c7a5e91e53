"""Each ready fight from its first turn to its last, in a real terminal, with dice that are typed in."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random

import pytest

from tests.e2e.conftest import Mill
from tests.e2e.terminal import Terminal

FIGHTS = sorted((Path(__file__).parents[2] / "rulesets" / "fights").glob("*.yaml"))
MOST_STEPS = 4000
ROW = re.compile(r"^.([1-9]) (.{11}) *(\S+)")
DICE = re.compile(r"(\d*)d(\d+)")


class Player:
    """Plays whoever has the turn: an attack with what is proposed, dice from a cup, and whatever enter takes."""

    def __init__(self, terminal: Terminal, seed: int) -> None:
        self.terminal = terminal
        self.cup = Random(seed)
        self.attacked = False

    def step(self) -> None:
        """Answer what the screen asks, or act, or end the turn."""
        screen = self.terminal.text
        dice = asked_dice(screen)
        if dice:
            self.terminal.press(*" ".join(self.thrown(dice)), "enter")
        elif prompt(screen):
            self.terminal.press("enter")
        else:
            self.terminal.press("n" if self.attacked or not acts(screen) else "a")
            self.attacked = not self.attacked
        # What is typed shows before it counts, and a slow disk may come between the two.
        self.terminal.wait_until(lambda now: now != screen and not typing(now), "an answer to the keys")
        self.terminal.settle(quiet=0.05)

    def thrown(self, dice: str) -> list[str]:
        sides = [int(sides) for count, sides in DICE.findall(dice) for _ in range(int(count or 1))]
        return [str(self.cup.randint(1, most)) for most in sides]


def log(screen: str) -> list[str]:
    return [line[33:] for line in screen.splitlines()[1:-1]]


def prompt(screen: str) -> bool:
    """Whether a strip is open: its title stands in a rule, which a round's does not begin."""
    return any(line.startswith("─ ") for line in log(screen))


def asked_dice(screen: str) -> str:
    """The dice that are to be typed in; empty when something else is asked."""
    rows = log(screen)
    start = next((n for n, line in enumerate(rows) if line.startswith("─ ")), len(rows))
    typed = any(re.match(r"▸\S+ +_", line) for line in rows[start:])
    return rows[start + 1].split()[1] if typed else ""


def typing(screen: str) -> bool:
    """Whether faces stand in the strip that were not entered yet."""
    return any(re.match(r"▸\S+ +[^_ ].*_$", line) for line in log(screen))


def standing(screen: str) -> dict[int, bool]:
    """Who can still fight, by their numbers: the others have a word in the place of their points."""
    rows = (ROW.match(line[:31]) for line in screen.splitlines()[1:9])
    return {int(row[1]): row[3].lstrip("−").isdigit() for row in rows if row is not None}


def acts(screen: str) -> bool:
    """Whether the one who has the turn can do anything."""
    turn = next((line[1] for line in screen.splitlines()[1:9] if line.startswith("▸")), "")
    return bool(turn) and standing(screen)[int(turn)]


def over(screen: str, sides: list[str]) -> bool:
    return len({sides[number - 1] for number, stands in standing(screen).items() if stands}) < 2


@pytest.mark.e2e
@pytest.mark.fuzz
@pytest.mark.parametrize("path", FIGHTS, ids=lambda path: path.stem)
def test_a_ready_fight_is_played_to_its_end(mill: Mill, path: Path) -> None:
    sides = re.findall(r"^    side: (\w+)$", path.read_text(encoding="utf-8"), re.MULTILINE)
    terminal = mill.play(str(path), "--session", "night.crittui", "--dice", "hand", "--motion", "none")
    terminal.wait_until(lambda screen: len(standing(screen)) == len(sides), "everybody")
    terminal.settle()
    player = Player(terminal, 5)
    for _ in range(MOST_STEPS):
        if over(terminal.text, sides) and not prompt(terminal.text):
            break
        player.step()
    assert over(terminal.text, sides), terminal.picture
    terminal.press("q")
    assert terminal.end() == 0

    chains = [chain for part in mill.record("night.crittui")["rounds"] for chain in part["chains"]]
    rolls = [event for chain in chains for event in chain["events"] if event["event"] == "Rolled"]
    assert rolls
    assert all(chain["complete"] for chain in chains)
    assert all(roll["by_hand"] for roll in rolls)
