"""A game as it is told to readers: every chain with its lines, its events and what it changed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from crittui.records import dataclass
from crittui.rules.commands import Command
from crittui.rules.events import Event, PoolChanged, RoundBegan, TurnBegan
from crittui.rules.model import Field
from crittui.rules.requests import GM
from crittui.rules.values import default_of, filed, written
from crittui.session.chain import Chain
from crittui.session.export.audience import for_players, seen_by_players
from crittui.session.export.roster import Member, member
from crittui.session.game import Game
from crittui.session.lines import Line
from crittui.session.naming import Naming, inert
from crittui.session.rules_told import addon_title
from crittui.session.speech import speech_of
from crittui.session.wording import lines


@dataclass(frozen=True, slots=True)
class Change:
    """A pool or counter before and after a chain; `label` and `place` are the shown words."""

    who: str
    pool: str
    at: str
    label: str
    place: str
    before: int
    after: int


@dataclass(frozen=True, slots=True)
class Told:
    """One chain. `command` is None where the readers may not know it.

    `closing` are those of the `changes` that came before the turn or round that the chain begins,
    `opening` all others.
    """

    number: int
    undone: bool
    complete: bool
    round: int
    command: Command | None
    lines: tuple[Line, ...]
    events: tuple[Event, ...]
    changes: tuple[Change, ...]
    closing: tuple[Change, ...]
    opening: tuple[Change, ...]


@dataclass(frozen=True, slots=True)
class Option:
    """A house rule: at the start and at the end, each as in a file (`value`) and in words (`said`).

    `changed` when either is not what the ruleset itself says.
    """

    option: str
    label: str
    start: str
    value: str
    start_said: str
    said: str
    changed: bool


@dataclass(frozen=True, slots=True)
class Story:
    """The whole game for one kind of readers."""

    language: str
    title: str
    place: str
    ruleset: str
    ruleset_title: str
    addons: tuple[str, ...]
    options: tuple[Option, ...]
    members: tuple[Member, ...]
    chains: tuple[Told, ...]


def tell(game: Game, players: bool = False) -> Story:
    """The story of a game; with `players`, without anything about hidden combatants and without remarks."""
    fight, ruleset = game.fight, game.ruleset
    seen = seen_by_players(fight) if players else frozenset(fight.combatants)
    shown = [combatant for id, combatant in fight.combatants.items() if id in seen]
    names = {combatant.id: combatant.name for combatant in shown}
    told = (_told(game, chain, names, players) for chain in game.chains)
    return Story(
        game.language or ruleset.language,
        game.title,
        game.place,
        ruleset.id,
        inert(ruleset.title(game.language)),
        tuple(addon_title(ruleset, addon, game.language) for addon in ruleset.model.addons),
        tuple(_option(game, declared) for declared in ruleset.options.values()),
        tuple(member(game, combatant) for combatant in shown),
        tuple(one for one in told if one.events),
    )


def _option(game: Game, declared: Field) -> Option:
    naming = Naming(speech_of(game.ruleset, game.language), {})
    start = game.start.options.get(declared.id, written(default_of(declared)))
    value = game.fight.options.get(declared.id, start)
    changed = written(filed(declared)) not in (start, value) or start != value
    said = naming.setting(start), naming.setting(value)
    return Option(declared.id, naming.option(declared.id), start, value, *said, changed)


def _told(game: Game, chain: Chain, names: Mapping[str, str], players: bool) -> Told:
    events = for_players(chain.events, frozenset(names)) if players else tuple(chain.events)
    whole = len(events) == len(chain.events)
    begins = next((i for i, event in enumerate(events) if isinstance(event, RoundBegan | TurnBegan)), 0)
    asked = chain.request.by if chain.request and chain.request.by in (*names, GM) else ""
    told = lines(
        game.ruleset,
        events,
        names,
        game.language,
        number=chain.number,
        undone=chain.undone,
        waits_for=asked,
    )
    return Told(
        chain.number,
        chain.undone,
        chain.complete,
        _round(chain),
        chain.command if whole else None,
        tuple(told),
        events,
        _changes(game, events),
        _changes(game, events[:begins]),
        _changes(game, events[begins:]),
    )


def _round(chain: Chain) -> int:
    """The round a chain belongs to: the one it begins, else the one it was played in."""
    return next((event.number for event in chain.events if isinstance(event, RoundBegan)), chain.before.round)


def _changes(game: Game, events: Iterable[Event]) -> tuple[Change, ...]:
    found: dict[tuple[str, str, str], tuple[int, int]] = {}
    for event in events:
        if isinstance(event, PoolChanged):
            key = (event.who, event.pool, event.at)
            found[key] = (found[key][0] if key in found else event.before, event.after)

    def word(name: str) -> str:
        return inert(game.ruleset.label(name, game.language)) if name else ""

    return tuple(Change(*key, word(key[1]), word(key[2]), *values) for key, values in found.items())


def by_round(chains: Sequence[Told]) -> list[tuple[int, list[Told]]]:
    """Neighbouring chains of one round together."""
    groups: list[tuple[int, list[Told]]] = []
    for chain in chains:
        if not groups or groups[-1][0] != chain.round:
            groups.append((chain.round, []))
        groups[-1][1].append(chain)
    return groups
