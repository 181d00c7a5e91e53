"""What happens between actions: rounds and turns, passing time, what conditions do, the game master's hand."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from crittui.records import dataclass
from crittui.rules.events import (
    Chosen,
    CombatEnded,
    ConditionBegan,
    ConditionChanged,
    ConditionEnded,
    Event,
    LookedUp,
    NoTable,
    Noted,
    OptionSet,
    PeriodBegan,
    PoolChanged,
    Rolled,
    RoundBegan,
    Ticked,
    TurnBegan,
)
from crittui.session.behind import arithmetic, condition_change
from crittui.session.lines import EditLine, EffectLine, Line, NoteLine, RoundLine, RulesLine, TimeLine, TurnLine
from crittui.session.naming import Naming, inert, plain
from crittui.session.toll import Toll, consequences, tolls

BOUNDS = (Ticked, PeriodBegan, TurnBegan, RoundBegan, CombatEnded)
AT_THE_TABLE = (Rolled, Chosen, LookedUp, NoTable, Noted)


@dataclass(frozen=True, slots=True)
class Piece:
    """One working of a condition in which dice fell or somebody chose: events `start` to `end`."""

    start: int
    end: int
    who: str
    what: str
    result: EffectLine


def between_actions(naming: Naming, events: Sequence[Event]) -> Iterator[Line | Piece]:
    """The lines of a chain that is no action; a `Piece` where they must be told event by event."""
    turns = any(isinstance(event, TurnBegan | RoundBegan | CombatEnded) for event in events)
    by_hand = not any(isinstance(event, BOUNDS) for event in events)
    index = 0
    while index < len(events):
        end = _end(events, index)
        event = events[index]
        match event:
            case PeriodBegan():
                yield _period(naming, events, index, end)
                index = end
                continue
            case Ticked():
                end = _ticks(events, index)
                if not turns and end <= len(events):
                    yield _time(naming, events, index, end)
                index = end
                continue
        line = _single(naming, event, index + 1, by_hand)
        if line is not None:
            yield line
        index += 1


def _end(events: Sequence[Event], index: int) -> int:
    """The index behind the events that belong to the one at `index`."""
    end = index + 1
    while end < len(events) and not isinstance(events[end], BOUNDS):
        end += 1
    return end


def _ticks(events: Sequence[Event], index: int) -> int:
    """The index behind a run of equal ticks."""
    first, end = events[index], index + 1
    assert isinstance(first, Ticked)
    while end < len(events) and isinstance(tick := events[end], Ticked) and tick.unit == first.unit:
        end += 1
    return end


def _time(naming: Naming, events: Sequence[Event], index: int, end: int) -> TimeLine:
    tick = events[index]
    assert isinstance(tick, Ticked)
    passes = naming.words.passes if end - index == 1 else naming.words.passes_often
    text = passes.format(count=end - index, unit=naming.word(tick.unit))
    return TimeLine(needs=end, text=text)


def _period(naming: Naming, events: Sequence[Event], index: int, end: int) -> EffectLine | Piece:
    began = events[index]
    assert isinstance(began, PeriodBegan)
    known = naming.known(began.condition)
    what = naming.condition(began.condition)
    part = events[index:end]
    text, dies = _worked(naming, part, began.who)
    at_the_table = any(isinstance(event, AT_THE_TABLE) for event in part)
    result = EffectLine(
        needs=end,
        where=began.where,
        rule=naming.rule(began.where),
        who=naming.full(began.who),
        text=text if at_the_table else f"{what} {text}".strip(),
        mark=known.mark if known else "",
        dies=dies,
        details=() if at_the_table else arithmetic(naming, part),
    )
    return Piece(index, end, began.who, what, result) if at_the_table else result


def _worked(naming: Naming, events: Sequence[Event], bearer: str) -> tuple[str, bool]:
    said: list[str] = []
    fates: list[str] = []
    dies = False
    for who, toll in tolls(events).items():
        came = consequences(naming, who, toll)
        named = "" if who == bearer else f"{naming.short(who)} "
        said += [f"{named}{clause}" for clause in came.clauses]
        fates += came.fates
        dies = dies or came.dies
    return " · ".join(said + fates), dies


def _single(naming: Naming, event: Event, needs: int, by_hand: bool) -> Line | None:
    words = naming.words
    match event:
        case RoundBegan(number=number):
            return RoundLine(needs=needs, text=words.round.format(number=number))
        case TurnBegan(who=who):
            name = naming.full(who)
            return TurnLine(needs=needs, who=name, text=words.turn.format(who=name))
        case CombatEnded():
            return RoundLine(needs=needs, text=words.over)
        case Noted(by_gm=by_gm):
            return NoteLine(needs=needs, where=event.where, text=inert(event.text), by_gm=by_gm)
        case OptionSet():
            return RulesLine(needs=needs, text=house_rule(naming, event))
        case _:
            return _edit(naming, event, needs) if by_hand else _passing(naming, event, needs)


def house_rule(naming: Naming, event: OptionSet) -> str:
    """A house rule that has another value."""
    before, value = naming.setting(event.before), naming.setting(event.after)
    return naming.words.from_here.format(what=naming.option(event.option), value=value, before=before)


def _edit(naming: Naming, event: Event, needs: int) -> Line | None:
    """A change by the game master's hand."""
    match event:
        case PoolChanged():
            what = " ".join(part for part in (naming.place(event.at), naming.pool(event.pool)) if part)
            text = f"{what} {plain(event.before)} → {plain(event.after)}"
            return EditLine(needs=needs, who=naming.full(event.who), text=text)
        case ConditionChanged():
            return EditLine(needs=needs, who=naming.full(event.who), text=condition_change(naming, event))
        case _:
            return _passing(naming, event, needs)


def _passing(naming: Naming, event: Event, needs: int) -> Line | None:
    """A condition that came or went by itself. Time that only ran on, and reset counters, are not told."""
    toll = Toll()
    match event:
        case ConditionChanged(before=before, after=after) if before is None or after is None:
            toll.condition(event.condition, event.at, before, after)
        case ConditionBegan():
            toll.condition(event.condition, "", None, 1)
        case ConditionEnded():
            toll.condition(event.condition, "", 1, None)
        case _:
            return None
    came = consequences(naming, event.who, toll)
    known = naming.known(event.condition)
    name = naming.full(event.who)
    text = " · ".join(came.clauses) or " · ".join(came.fates).removeprefix(naming.short(event.who)).strip()
    return EffectLine(needs=needs, who=name, text=text, mark=known.mark if known else "", dies=came.dies)
