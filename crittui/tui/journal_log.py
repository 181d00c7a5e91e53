"""The log in words as far as the table has seen it: what the log pane draws."""

from __future__ import annotations

from collections.abc import Sequence

from crittui.rules.events import Started
from crittui.rules.requests import ChooseRequest
from crittui.session.chain import Chain
from crittui.session.game import Game
from crittui.session.lines import Line, MissingTableLine
from crittui.session.rules_told import rules_line
from crittui.session.wording import lines
from crittui.tui.playback import Spot
from crittui.tui.presenting import Presenter


class JournalLog:
    """Lines of each chain up to the shown spot; those of a chain are put into words once.

    Before those of the first chain, and while there is none, stands under which rules is played, and what was
    `told` of add-ons that were left off.
    """

    def __init__(self, game: Game, presenter: Presenter, told: Sequence[str] = ()) -> None:
        self._game, self._presenter = game, presenter
        off = (MissingTableLine(text=presenter.say("left off", why=words)) for words in told)
        self._opening: list[Line] = [rules_line(game.ruleset, presenter.language), *off]
        self._kept: dict[int, tuple[tuple[int, bool, bool], list[Line]]] = {}
        self._standing = 0, 0
        self._undone: list[bool] = []
        self.shown = Spot(len(game.chains))

    def __len__(self) -> int:
        return max(1, min(len(self._game.chains), self.shown.chains + bool(self.shown.events)))

    def lines(self, index: int) -> Sequence[Line]:
        """The lines of one chain that may be shown."""
        if index == 0:
            return [*self._opening, *(self._lines(0) if self._game.chains else ())]
        return self._lines(index)

    def _lines(self, index: int) -> Sequence[Line]:
        told = self.all_lines(index)
        if index < self.shown.chains:
            return told
        return [line for line in told if line.needs <= self.shown.events] if index == self.shown.chains else ()

    def turned(self) -> set[int]:
        """The chains that were taken back, or brought back, since this was asked last."""
        chains, standing = self._game.chains, (len(self._game.chains), self._game.standing)
        if standing == self._standing:
            return set()
        before, self._undone = self._undone, [chain.undone for chain in chains]
        self._standing = standing
        return {n for n, (old, new) in enumerate(zip(before, self._undone, strict=False)) if old != new}

    def all_lines(self, index: int) -> list[Line]:
        """All lines of a chain, seen or not."""
        chain = self._game.chains[index]
        state = (len(chain.events), chain.undone, chain.complete)
        kept = self._kept.get(index)
        if kept is None or kept[0] != state:
            kept = self._kept[index] = state, self._told(chain)
        return kept[1]

    def _told(self, chain: Chain) -> list[Line]:
        names = {id: who.name for id, who in self._game.fight.combatants.items()}
        waits = chain.request.by if isinstance(chain.request, ChooseRequest) else ""
        return lines(
            self._game.ruleset, chain.events, names, self._presenter.language,
            number=chain.number, undone=chain.undone, waits_for=waits,
            places=self._presenter.short_places(self._body(chain)), pools=self._presenter.short_pools,
        )  # fmt: skip

    def _body(self, chain: Chain) -> str:
        """The body plan of the one who is acted upon."""
        started = chain.events[0] if chain.events else None
        target = started.who[-1][1] if isinstance(started, Started) and started.who else ""
        who = chain.before.combatants.get(target)
        return who.body if who else ""
