"""Fights that are made for a test or a measurement, through the session's own code."""

from __future__ import annotations

from contextlib import closing
from itertools import count, cycle
from pathlib import Path
from random import Random

from crittui.files.encounters import read_encounter
from crittui.rules.commands import Act
from crittui.rules.events import Rolled
from crittui.rules.requests import RollRequest
from crittui.session.dice import RandomDice
from crittui.session.game import Game, begin_game
from crittui.session.journal import Head, Journal

DUEL = Path(__file__).with_name("duel.yaml")
ACTION, ROLES, WEAPON = "attack", ("attacker", "target"), "sabre"


def new_game(encounter: Path) -> Game:
    """A game of this encounter, in memory only."""
    read = read_encounter(encounter)
    head = Head(read.id, read.title, read.place, "made", read.ruleset_source, read.source, read.addon_sources)
    return begin_game(None, head, read.ruleset, read.fight)


def attack(game: Game, who: str, target: str, dice: RandomDice) -> None:
    """One attack to its end."""
    game.submit(Act(ACTION, tuple(zip(ROLES, (who, target), strict=True)), WEAPON))
    while (request := game.request) is not None:
        assert isinstance(request, RollRequest), "these rules leave nobody a choice"
        answer = dice.roll(request)
        assert answer is not None
        game.answer(answer)


def five_rolls() -> int:
    """The first seed with which the duel's first attack takes five rolls."""
    with closing(new_game(DUEL)) as game:
        return next(seed for seed in count() if len(_rolls(game, seed)) == 5)


def _rolls(game: Game, seed: int) -> list[str]:
    attack(game, "ann", "bob", RandomDice(Random(seed)))
    chain = game.undo()
    assert chain is not None
    return [event.id for event in chain.events if isinstance(event, Rolled)]


def crowd(path: Path, fighters: int) -> Path:
    """An encounter of so many, none of whom falls soon."""
    line = "  c{0}: {{name: Fighter {0}, like: gunman, hp: 9000, con: 900, weapons: [sabre]}}"
    lines = [line.format(number) for number in range(1, fighters + 1)]
    head = ["fight: crowd", "title: A crowd", "place: The field", "ruleset: natural20", "", "combatants:"]
    path.write_text("\n".join([*head, *lines, ""]), encoding="utf-8")
    return path


def long_night(path: Path, events: int, fighters: int = 6) -> Path:
    """A session in which at least so many events have happened."""
    encounter = crowd(path.with_suffix(".yaml"), fighters)
    dice, turns = RandomDice(Random(1)), cycle(range(1, fighters + 1))
    with closing(new_game(encounter)) as game:
        happened = 0
        while happened < events:
            who = next(turns)
            attack(game, f"c{who}", f"c{who % fighters + 1}", dice)
            assert game.last is not None
            happened += len(game.last.events)
        keep(game.journal, path)
    return path


def keep(journal: Journal, path: Path) -> None:
    """Write a journal that is in memory into a file, in one go."""
    journal._connection.execute("VACUUM INTO ?", (str(path),))
