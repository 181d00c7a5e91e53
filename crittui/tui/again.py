"""What the key for the same again would do, in words, with its odds."""

from __future__ import annotations

from collections.abc import Iterator

from crittui.rules.commands import Act
from crittui.rules.events import Plain
from crittui.rules.model import Field
from crittui.rules.state import Fight
from crittui.session.naming import Naming, brief, signed
from crittui.tui.odds_line import odds_line
from crittui.tui.presenting import Presenter
from crittui.tui.table import Table
from crittui.tui.views import AgainView, FigureView, LiveView

SHOWN = 2  # figures that have room on a card


class Again:
    """The last action at a table, as the next one. Its odds are worked out when there is time for it.

    They take longer than a frame may, so `view` only shows what is known; where something is `due`, `reckon` finds it.
    """

    def __init__(self, table: Table) -> None:
        self._table = table
        self._known: tuple[Act, Fight] | None = None
        self._live = LiveView()

    def view(self, act: Act | None) -> AgainView | None:
        """What is known of `act`; None without one."""
        if act is None:
            return None
        table = self._table
        words = call_words(act, table.game.fight, table.presenter)
        figures = self._live.figures if self._is_known(act) else ()
        note = self._live.words if self._is_known(act) else ""
        loud = [FigureView(f.name, f.value, "critical" if n else "text") for n, f in enumerate(figures[:SHOWN])]
        return AgainView(table.say("again"), table.keys["again"].cap, words, tuple(loud), note)

    def due(self, act: Act | None) -> bool:
        """Whether the odds of `act` in the fight as it is now are still unknown."""
        return act is not None and len(act.who) > 1 and not self._is_known(act)

    def reckon(self, act: Act) -> None:
        """Work the odds out."""
        table = self._table
        self._live = odds_line(table.game, act, act.who[-1][1], table.say)
        self._known = act, table.game.fight

    def _is_known(self, act: Act) -> bool:
        return self._known is not None and self._known[0] == act and self._known[1] is self._table.game.fight


def call_words(act: Act, fight: Fight, presenter: Presenter) -> str:
    """A call in few words: with what, at whom, where it is aimed, and what is not as it usually is.

    Who acts is told when it is not the one who has the turn.
    """
    target = act.who[-1][1] if len(act.who) > 1 else ""
    body = fight.combatants[target].body if target in fight.combatants else ""
    names = {id: who.name for id, who in fight.combatants.items()}
    naming = Naming(presenter.speech, names, presenter.short_places(body), presenter.short_pools)
    call = naming.means(act.weapon, act.action)
    aimed = f"{call} → {naming.short(target)}" if target else call
    if target and fight.turn and act.who[0][1] != fight.turn:
        aimed = f"{naming.short(act.who[0][1])}: {aimed}"
    return ", ".join([aimed, *input_words(act, naming, presenter)])


def input_words(act: Act, naming: Naming, presenter: Presenter) -> Iterator[str]:
    """The inputs that differ from what the ruleset proposes. One that the rules have no more says nothing."""
    action = presenter.ruleset.actions.get(act.action)
    for name, value in act.inputs if action else ():
        given = action.inputs.get(name) if action else None
        if given is None:
            continue
        if given.kind == "location":
            yield naming.place(str(value))
        elif value != given.default and (value or given.default):
            yield _told(value, given, presenter)


def _told(value: Plain, given: Field, presenter: Presenter) -> str:
    label = brief(presenter.field(given))
    match given.kind:
        case "score" if isinstance(value, int):
            return f"{signed(value)} {label}"
        case "flag":
            return label
        case "choice":
            return presenter.speech.word(str(value))
        case _:
            return f"{label} {value}"
