"""Events in words. Log, narrow window and exports all take their lines from here, so they tell the same story."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from crittui.rules.events import (
    Chosen,
    Ended,
    Event,
    LookedUp,
    NoTable,
    Noted,
    Rolled,
    Started,
    Stopped,
)
from crittui.rules.requests import GM
from crittui.rules.ruleset import Ruleset
from crittui.session.behind import arithmetic, detail, options
from crittui.session.lines import (
    ChoiceLine,
    Detail,
    EditLine,
    Head,
    Line,
    MissingTableLine,
    NoteLine,
    RulesLine,
    SummaryLine,
    Verdict,
    WaitLine,
)
from crittui.session.naming import Naming, inert
from crittui.session.periods import Piece, between_actions
from crittui.session.speech import speech_of
from crittui.session.throws import leads_to_roll, lookup_behind, lookup_line, roll_line
from crittui.session.toll import Toll, consequences, found_place, tolls

NOTHING: Mapping[str, str] = {}
LONGEST_MODIFIER = 12
"""What was chosen stands among the modifiers of the roll it leads to while it takes no more cells than this."""


def lines(
    ruleset: Ruleset,
    events: Sequence[Event],
    names: Mapping[str, str],
    language: str = "",
    *,
    number: int = 0,
    undone: bool = False,
    waits_for: str = "",
    places: Mapping[str, str] = NOTHING,
    pools: Mapping[str, str] = NOTHING,
) -> list[Line]:
    """The lines of one chain.

    `names` are those of all combatants; `places` and `pools` hold shorter words for locations and
    pools where there are any. `waits_for` is whoever must answer before the chain can go on. A line
    may be shown once as many events have been seen as it `needs`.
    """
    naming = Naming(speech_of(ruleset, language), names, places, pools)
    return told(naming, events, number=number, undone=undone, waits_for=waits_for)


def told(
    naming: Naming, events: Sequence[Event], *, number: int = 0, undone: bool = False, waits_for: str = ""
) -> list[Line]:
    """The lines of one chain, with the words of `naming`."""
    started = bool(events) and isinstance(events[0], Started)
    said = Teller(naming, number).act(events) if started else _between(naming, events, number)
    if waits_for and not undone:
        text = naming.words.waits.format(who=naming.full(waits_for))
        said.append(WaitLine(needs=len(events), text=text))
    return [_taken_back(line, naming) for line in said] if undone else said


def _taken_back(line: Line, naming: Naming) -> Line:
    if isinstance(line, Head):
        return replace(line, undone=True, badge=naming.words.undone)
    if isinstance(line, EditLine | RulesLine):
        return replace(line, undone=True, text=f"{line.text} · {naming.words.undone}")
    return replace(line, undone=True)


def _between(naming: Naming, events: Sequence[Event], number: int) -> list[Line]:
    said: list[Line] = []
    for piece in between_actions(naming, events):
        said += Teller(naming, number).period(events, piece) if isinstance(piece, Piece) else [piece]
    return said


class Teller:
    """Walks the events of one action, or of one working of a condition, and collects the lines."""

    def __init__(self, naming: Naming, number: int) -> None:
        self._naming = naming
        self._number = number
        self._actor = ""
        self._lines: list[Line] = []
        self._choices: list[str] = []
        self._rolls: list[Rolled] = []
        self._behind: list[Detail] = []

    def act(self, events: Sequence[Event]) -> list[Line]:
        """An action from its start to its summary."""
        start = events[0]
        assert isinstance(start, Started)
        self._add(self._head(start))
        for index in range(1, len(events)):
            self._tell(events, index)
        if isinstance(end := events[-1], Ended):
            self._summary(start, events, end)
        return self._finish()

    def period(self, events: Sequence[Event], piece: Piece) -> list[Line]:
        """What a condition did to its bearer, when dice or choices were part of it."""
        self._actor = piece.who
        self._add(self._titled(piece.start + 1, self._naming.full(piece.who), "", piece.what))
        for index in range(piece.start + 1, piece.end):
            self._tell(events[: piece.end], index)
        if piece.result.text:
            self._add(piece.result)
        return self._finish()

    def _head(self, start: Started) -> Head:
        full = self._naming.full
        others = ", ".join(full(who) for _, who in start.who[1:])
        means, place = self._naming.means(start.weapon, start.action), self._naming.aimed(start.action, start.inputs)
        what = f"{means} · {place}" if place else means
        self._actor = start.who[0][1] if start.who else ""
        return self._titled(1, full(self._actor) if start.who else "", others, what)

    def _titled(self, needs: int, actor: str, target: str, what: str) -> Head:
        badge = str(self._number) if self._number else ""
        return Head(needs=needs, actor=actor, target=target, what=what, number=self._number, badge=badge)

    def _tell(self, events: Sequence[Event], index: int) -> None:
        event, needs = events[index], index + 1
        match event:
            case Rolled():
                self._roll(event, lookup_behind(events, index), needs)
            case LookedUp():
                self._add(lookup_line(self._naming, event, self._rolls, needs))
                self._rolls = []
            case Chosen():
                self._choice(events, index)
            case Noted():
                self._add(note(self._naming, event, needs))
            case NoTable():
                self._add(self._missing(event, needs))
            case _:
                self._note(event)

    def _roll(self, roll: Rolled, found: LookedUp | None, needs: int) -> None:
        if found is not None:
            self._rolls.append(roll)
            return
        defends = roll.by not in (GM, self._actor)
        self._add(roll_line(self._naming, roll, self._choices, needs, defends))
        self._choices = []

    def _choice(self, events: Sequence[Event], index: int) -> None:
        chosen = events[index]
        assert isinstance(chosen, Chosen)
        if lookup_behind(events, index) is not None:
            return
        text = options(self._naming, chosen)
        if leads_to_roll(events, index) and len(text) <= LONGEST_MODIFIER:
            self._choices.append(text)
        elif chosen.auto:
            self._note(chosen)
        else:
            where = chosen.where
            self._add(
                ChoiceLine(
                    needs=index + 1,
                    where=where,
                    rule=self._naming.rule(where),
                    label=self._naming.step(chosen.id, where),
                    by=chosen.by,
                    text=text,
                )
            )

    def _missing(self, event: NoTable, needs: int) -> MissingTableLine:
        text = self._naming.words.no_rows.format(what=self._naming.table(event.table), table=inert(event.table))
        return MissingTableLine(needs=needs, where=event.where, rule=self._naming.rule(event.where), text=text)

    def _summary(self, start: Started, events: Sequence[Event], end: Ended) -> None:
        verdict = _verdict(end.verdict)
        target = start.who[-1][1] if start.who else ""
        clauses, fates, dies = self._all_consequences(events, target, verdict)
        words = self._naming.words
        if verdict in ("miss", "defended"):
            who = start.who[0][1] if verdict == "miss" else target
            missed = words.misses if len(start.who) > 1 else words.fails
            sentence = missed if verdict == "miss" else words.defends
            clauses.insert(0, sentence.format(who=self._naming.short(who)))
        if not clauses and not fates and not verdict:
            return
        text = " · ".join(clauses + fates) or _last_words(events) or words.no_effect
        word = {"critical": words.critical, "fumble": words.fumble}.get(verdict, "")
        line = SummaryLine(needs=len(events), where=end.where, verdict=verdict, text=text, word=word, dies=dies)
        self._add(replace(line, details=arithmetic(self._naming, events)))

    def _all_consequences(
        self, events: Sequence[Event], target: str, verdict: Verdict
    ) -> tuple[list[str], list[str], bool]:
        """Clauses, fates, and whether anybody dies: the target's first, the others' with their names."""
        accounts = tolls(events)
        place = found_place(events, target) if verdict in ("hit", "critical") else ""
        if target in accounts or place:
            accounts = {target: accounts.get(target, Toll()), **accounts}
        told = self._actor if verdict == "miss" else target  # whose name needs no repeating
        clauses: list[str] = []
        fates: list[str] = []
        dies = False
        for who, toll in accounts.items():
            came = consequences(self._naming, who, toll, place if who == target else "")
            named = "" if who == told else f"{self._naming.short(who)} "
            clauses += [f"{named}{clause}" for clause in came.clauses]
            fates += came.fates
            dies = dies or came.dies
        return clauses, fates, dies

    def _note(self, event: Event) -> None:
        piece = detail(self._naming, event)
        if piece is not None:
            self._behind.append(piece)

    def _add(self, line: Line) -> None:
        """Append a line; what was noted since the one before it stands behind that one."""
        self._close()
        self._lines.append(line)

    def _close(self) -> None:
        if self._behind and self._lines:
            self._lines[-1] = replace(self._lines[-1], details=self._lines[-1].details + tuple(self._behind))
            self._behind = []

    def _finish(self) -> list[Line]:
        self._close()
        return self._lines


def note(naming: Naming, event: Noted, needs: int) -> NoteLine:
    """A note of the ruleset or of the game master."""
    rule = naming.rule(event.where)
    return NoteLine(needs=needs, where=event.where, rule=rule, text=inert(event.text), by_gm=event.by_gm)


def _last_words(events: Sequence[Event]) -> str:
    return next((inert(event.text) for event in reversed(events) if isinstance(event, Stopped)), "")


def _verdict(text: str) -> Verdict:
    match text:
        case "critical" | "fumble" | "hit" | "miss" | "defended":
            return text
        case _:
            return ""
