"""A game told chain by chain, up to what the table has seen."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol

from crittui.rules.events import Event
from crittui.rules.requests import Request
from crittui.rules.ruleset import Ruleset
from crittui.rules.state import Fight
from crittui.session.lines import Line
from crittui.session.wording import NOTHING, lines


class ToldChain(Protocol):
    """What is told of a chain."""

    @property
    def number(self) -> int: ...
    @property
    def events(self) -> Sequence[Event]: ...
    @property
    def undone(self) -> bool: ...
    @property
    def request(self) -> Request | None: ...


class ToldGame(Protocol):
    """What is told of a game."""

    @property
    def ruleset(self) -> Ruleset: ...
    @property
    def language(self) -> str: ...
    @property
    def chains(self) -> Sequence[ToldChain]: ...
    @property
    def start(self) -> Fight: ...


class Telling:
    """The lines of a game's chains. `seen` says how far the table has seen: whole chains, then events of the next.

    `places` and `pools` hold short words for locations and pools where there are any.
    """

    def __init__(
        self, game: ToldGame, *, places: Mapping[str, str] = NOTHING, pools: Mapping[str, str] = NOTHING
    ) -> None:
        self.game = game
        self._names = {who: combatant.name for who, combatant in game.start.combatants.items()}
        self._places = places
        self._pools = pools
        self.seen: tuple[int, int] | None = None

    def __len__(self) -> int:
        """How many chains there is anything to be seen of."""
        if self.seen is None:
            return len(self.game.chains)
        whole, more = self.seen
        return min(len(self.game.chains), whole + (more > 0))

    def lines(self, index: int) -> Sequence[Line]:
        """The lines of one chain that the table has seen."""
        chain = self.game.chains[index]
        said = lines(
            self.game.ruleset,
            chain.events,
            self._names,
            self.game.language,
            number=chain.number,
            undone=chain.undone,
            waits_for=chain.request.by if chain.request else "",
            places=self._places,
            pools=self._pools,
        )
        if self.seen is None or index < self.seen[0]:
            return said
        return [line for line in said if line.needs <= self.seen[1]]
