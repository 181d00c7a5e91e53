"""What stands behind a line: arithmetic and bookkeeping, one piece for each event that the log does not show itself."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from crittui.rules.events import (
    Chosen,
    Computed,
    ConditionBegan,
    ConditionChanged,
    ConditionEnded,
    Damaged,
    Event,
    PoolChanged,
    Stopped,
)
from crittui.session.lines import Detail
from crittui.session.naming import Naming, inert, plain


def detail(naming: Naming, event: Event) -> Detail | None:
    """The piece for an event, or None where there is nothing to tell."""
    said = _said(naming, event)
    if said is None:
        return None
    where = event.where
    return Detail(*said, where=where, rule=naming.rule(where), kind=_kind(event))


def arithmetic(naming: Naming, events: Iterable[Event]) -> tuple[Detail, ...]:
    """How a result came about: every sum of a chain, what it did to pools, and the words that ended it."""
    found = (detail(naming, event) for event in events if isinstance(event, PoolChanged) or _kind(event) != "other")
    return tuple(piece for piece in found if piece is not None)


def _kind(event: Event) -> Literal["sum", "stop", "other"]:
    match event:
        case Computed(text=text) if text:
            return "sum"
        case Damaged():
            return "sum"
        case Stopped():
            return "stop"
        case _:
            return "other"


def _said(naming: Naming, event: Event) -> tuple[str, str] | None:
    match event:
        case Computed(name=name):
            text = _computed(naming, event)
            return (naming.word(name), text) if text else None
        case Damaged() if event.overflow or event.lost:
            return (naming.pool(event.pool), _damage(naming, event))
        case PoolChanged():
            what = " ".join(part for part in (naming.place(event.at), naming.pool(event.pool)) if part)
            return (naming.full(event.who), f"{what} {plain(event.before)} → {plain(event.after)}")
        case ConditionChanged():
            return (naming.full(event.who), condition_change(naming, event))
        case ConditionBegan():
            return (naming.full(event.who), naming.condition(event.condition))
        case ConditionEnded():
            return (naming.full(event.who), naming.words.no_longer.format(what=naming.condition(event.condition)))
        case Chosen():
            return (naming.step(event.id, event.where), options(naming, event))
        case Stopped():
            return (naming.words.ended, inert(event.text)) if event.text else None
        case _:
            return None


def options(naming: Naming, chosen: Chosen) -> str:
    """What was chosen, in words."""
    return ", ".join(naming.branch(option, chosen.where) for option in chosen.options)


def condition_change(naming: Naming, event: ConditionChanged) -> str:
    """A condition that came, changed or went, with its place and the time it lasts."""
    words = naming.words
    said = " ".join(part for part in (naming.place(event.at), naming.condition(event.condition, event.after)) if part)
    if event.after is None:
        return words.no_longer.format(what=said)
    if event.left is not None:
        said += " " + words.lasts.format(count=event.left, unit=naming.word(event.unit))
    return said


def _computed(naming: Naming, event: Computed) -> str:
    """The arithmetic of a value; a bare yes, name or number tells nothing that its author did not name for himself."""
    return inert(f"{event.text} = {naming.value(event.value)}") if event.text else ""


def _damage(naming: Naming, event: Damaged) -> str:
    """Damage that the pool did not take alone; what it took itself, its change tells."""
    words, parts = naming.words, [plain(-event.dealt)]
    if event.overflow:
        parts.append(words.runs_on.format(count=event.overflow))
    if event.lost:
        parts.append(words.lost.format(count=event.lost))
    return ", ".join(parts)
