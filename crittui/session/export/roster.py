"""Who fought, how they began and how they are now."""

from __future__ import annotations

from collections.abc import Iterator

from crittui.records import dataclass
from crittui.rules.state import Combatant
from crittui.session.game import Game
from crittui.session.naming import brief, inert


@dataclass(frozen=True, slots=True)
class Standing:
    """A pool or counter: what it held at the start, what it holds now, and its upper end if it has one."""

    pool: str
    at: str
    label: str
    place: str
    start: int
    now: int
    maximum: int | None


@dataclass(frozen=True, slots=True)
class Has:
    """A condition somebody has; `value` is its number, None for one that holds by itself."""

    condition: str
    at: str
    label: str
    place: str
    value: int | None = None


@dataclass(frozen=True, slots=True)
class Member:
    """One combatant."""

    id: str
    name: str
    side: str
    standings: tuple[Standing, ...]
    conditions: tuple[Has, ...]


def member(game: Game, combatant: Combatant) -> Member:
    """A combatant as at the head of the game: pools always, counters and places only if they changed."""
    return Member(
        combatant.id,
        combatant.name,
        combatant.side,
        tuple(_standings(game, combatant)),
        tuple(_conditions(game, combatant)),
    )


def _word(game: Game, name: str) -> str:
    return inert(game.ruleset.label(name, game.language)) if name else ""


def _place(game: Game, at: str) -> str:
    return brief(_word(game, at)) if at else ""


def _standings(game: Game, combatant: Combatant) -> Iterator[Standing]:
    before = game.start.combatants[combatant.id].values
    for key, now in combatant.values.items():
        pool, _, at = key.partition("@")
        start = before.get(key, now)
        if start != now or (not at and game.ruleset.stats[pool].kind == "pool"):
            maximum = combatant.maxima.get(key)
            yield Standing(pool, at, _word(game, pool), _place(game, at), start, now, maximum)


def _conditions(game: Game, combatant: Combatant) -> Iterator[Has]:
    for key, held in combatant.conditions.items():
        condition, _, at = key.partition("@")
        yield Has(condition, at, _word(game, condition), _place(game, at), held.value)
    for condition in sorted(combatant.derived):
        yield Has(condition, "", _word(game, condition), "")
