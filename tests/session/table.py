"""A table to play at: the duel in memory or in a file, and short ways to play it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from random import Random

from crittui.files.encounters import NOTHING_SET, compile_sources
from crittui.rules.commands import Act, Command
from crittui.rules.requests import ChooseRequest, Picked
from crittui.rules.ruleset import Ruleset
from crittui.rules.source import Source
from crittui.rules.state import Fight
from crittui.session.dice import Fall, RandomDice, ScriptedDice, drive
from crittui.session.game import Game, begin_game
from crittui.session.journal import Head
from tests.session.duel import ENCOUNTER, RULES

HEAD = Head("ford", "At the ford", "the ford", "0.1.0", Source("duel.yaml", RULES), Source("ford.yaml", ENCOUNTER))


def compiled(
    ruleset: Source, addons: tuple[Source, ...], encounter: Source, options: Mapping[str, str] = NOTHING_SET
) -> tuple[Ruleset, Fight]:
    """The ruleset and the fight; the same texts are compiled only once."""
    return _compiled(ruleset.text, tuple(addon.text for addon in addons), encounter.text, tuple(options.items()))


@cache
def _compiled(
    ruleset: str, addons: tuple[str, ...], encounter: str, options: tuple[tuple[str, str], ...]
) -> tuple[Ruleset, Fight]:
    texts = tuple(Source(f"addon{number}.yaml", text) for number, text in enumerate(addons))
    return compile_sources(Source("duel.yaml", ruleset), texts, Source("ford.yaml", encounter), dict(options))


DUEL, START = compiled(HEAD.ruleset, HEAD.addons, HEAD.encounter, HEAD.options)
NAMES = {id: combatant.name for id, combatant in START.combatants.items()}


def duel(path: Path | None = None, fight: Fight = START) -> Game:
    """A new duel."""
    return begin_game(path, HEAD, DUEL, fight)


def attack(attacker: str, target: str, weapon: str = "sabre", bonus: int = 0) -> Act:
    return Act("attack", (("attacker", attacker), ("target", target)), weapon, (("bonus", bonus),))


def play(game: Game, command: Command, falls: Sequence[Fall] = (), **by_id: Sequence[Fall]) -> None:
    """Carry out a command with these dice; whoever may choose does without."""
    game.submit(command)
    dice = ScriptedDice(falls, by_id)
    drive(game, dice)
    while isinstance(game.request, ChooseRequest):
        game.answer(Picked(("none_at_all",)))
        drive(game, dice)
    assert game.request is None
    assert dice.unused == []


def played(game: Game, command: Command, random: Random) -> None:
    """Carry out a command with random dice and random choices."""
    game.submit(command)
    drive(game, RandomDice(random))
    while isinstance(game.request, ChooseRequest):
        offers = [offer.option for offer in game.request.offers]
        game.answer(Picked(tuple(random.sample(offers, game.request.pick))))
        drive(game, RandomDice(random))


def pools(game: Game) -> Mapping[str, int]:
    return {id: combatant.values["hp"] for id, combatant in game.fight.combatants.items()}


def everything(game: Game) -> list[object]:
    """All that can be seen of a game."""
    chains = [(c.number, c.command, c.before, c.events, c.undone, c.complete, c.request) for c in game.chains]
    return [chains, game.fight, game.request, game.title, game.place, game.language]
