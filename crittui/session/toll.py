"""What a chain of events cost everybody in the end: net over the whole, so that steps on the way do not count twice."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import field, replace

from crittui.records import dataclass
from crittui.rules.events import (
    ConditionBegan,
    ConditionChanged,
    ConditionEnded,
    Event,
    LookedUp,
    PoolChanged,
    Struck,
)
from crittui.session.naming import Naming, plain, signed

DEATH = "†"


@dataclass
class Toll:
    """One combatant's account: first and last value of each pool and condition, and where the blow landed.

    `steps` are those that changed a pool.
    """

    pools: dict[tuple[str, str], tuple[int, int]] = field(default_factory=dict)
    conditions: dict[tuple[str, str], tuple[int | None, int | None]] = field(default_factory=dict)
    place: str = ""
    steps: dict[tuple[str, str], tuple[str, ...]] = field(default_factory=dict)

    def pool(self, pool: str, at: str, before: int, after: int, where: str = "") -> None:
        first, _ = self.pools.get((pool, at), (before, after))
        self.pools[pool, at] = (first, after)
        self.steps[pool, at] = (*self.steps.get((pool, at), ()), where)

    def condition(self, condition: str, at: str, before: int | None, after: int | None) -> None:
        first, _ = self.conditions.get((condition, at), (before, after))
        self.conditions[condition, at] = (first, after)


def tolls(events: Iterable[Event]) -> dict[str, Toll]:
    """The account of everybody to whom something happened, in the order in which it did."""
    accounts: dict[str, Toll] = {}
    for event in events:
        match event:
            case PoolChanged(who=who):
                accounts.setdefault(who, Toll()).pool(event.pool, event.at, event.before, event.after, event.where)
            case ConditionChanged(who=who):
                accounts.setdefault(who, Toll()).condition(event.condition, event.at, event.before, event.after)
            case ConditionBegan(who=who):
                accounts.setdefault(who, Toll()).condition(event.condition, "", None, 1)
            case ConditionEnded(who=who):
                accounts.setdefault(who, Toll()).condition(event.condition, "", 1, None)
            case Struck(who=who, at=at) if at:
                accounts.setdefault(who, Toll()).place = at
    return accounts


def found_place(events: Sequence[Event], whose: str) -> str:
    """The last place of somebody's body that was looked up and stands."""
    for event in reversed(events):
        if isinstance(event, LookedUp) and event.stands and event.location and event.owner in ("", whose):
            return event.location
    return ""


@dataclass(frozen=True, slots=True)
class Consequences:
    """What came of it for one combatant, in words: `clauses` first, `fates` (out of the fight) last."""

    clauses: tuple[str, ...] = ()
    fates: tuple[str, ...] = ()
    dies: bool = False


def consequences(naming: Naming, who: str, toll: Toll, place: str = "") -> Consequences:
    """The account in words: place, wound, pools, conditions, counters, in this order."""
    place = toll.place or place
    first = [naming.place(place), *_changes(naming, toll, place), *_moved(naming, toll, ("", place))]
    first += _moved(naming, toll, (place,), counters=True) if place else []
    clauses = [" ".join(part for part in first if part)]
    clauses += _elsewhere(naming, toll, place)
    clauses += _changes(naming, toll, "", out=False)
    clauses.append(" ".join(_moved(naming, toll, ("",), counters=True)))
    fates = _fates(naming, toll)
    return Consequences(
        tuple(clause for clause in clauses if clause),
        tuple(f"{naming.short(who)} {fate}" for fate in fates),
        any(_deadly(naming, condition) and after for (condition, _), (_, after) in toll.conditions.items()),
    )


def _out(naming: Naming, condition: str) -> bool:
    known = naming.known(condition)
    return known is not None and known.out


def _deadly(naming: Naming, condition: str) -> bool:
    known = naming.known(condition)
    return known is not None and known.out and known.mark in ("", DEATH)


def _wound(naming: Naming, condition: str) -> str:
    known = naming.known(condition)
    return known.wound if known else ""


def _changes(naming: Naming, toll: Toll, at: str, out: bool | None = None) -> list[str]:
    """The conditions that came, grew or went at one place (empty: of the whole body, but not at a place)."""
    if out is None and not at:
        return []
    said = []
    for (condition, where), (before, after) in toll.conditions.items():
        if where != at or before == after or (out is not None and _out(naming, condition) != out):
            continue
        word = naming.condition(condition, after)
        said.append(word if after is not None else naming.words.no_longer.format(what=word))
    return said


def _fates(naming: Naming, toll: Toll) -> list[str]:
    """The conditions that put somebody out of the fight, as verbs."""
    ends = {condition: pair for (condition, at), pair in toll.conditions.items() if not at and _out(naming, condition)}
    began = [condition for condition, (before, after) in ends.items() if before is None and after is not None]
    return [naming.becomes(condition) for condition in began] or _changes(naming, toll, "", out=True)


def _moved(naming: Naming, toll: Toll, places: Sequence[str], counters: bool = False) -> list[str]:
    """The pools, or the counters, that hold something else now: pools in the order of their file."""
    keys = [key for key in toll.pools if key[1] in places and naming.is_counter(key[0]) == counters and _net(toll, key)]
    return [_difference(naming, toll, key) for key in sorted(keys, key=lambda key: naming.rank(key[0]))]


def _net(toll: Toll, key: tuple[str, str]) -> int:
    before, after = toll.pools[key]
    return after - before


def _difference(naming: Naming, toll: Toll, key: tuple[str, str]) -> str:
    """`−6 hp`; a counter that was set says only what it was set to."""
    pool, _ = key
    if naming.is_counter(pool) and naming.verb(toll.steps[key][-1]) == "set":
        return f"{naming.pool(pool)} {plain(toll.pools[key][1])}"
    return f"{signed(_net(toll, key))} {naming.pool(pool)}"


def _elsewhere(naming: Naming, toll: Toll, place: str) -> list[str]:
    """The other places. What hangs on a severed part goes with it and is not named."""
    severed = {c for (c, at), (b, a) in toll.conditions.items() if at == place and b != a and _severs(naming, c)}
    keys = [at for _, at in [*toll.conditions, *toll.pools] if at and at != place]
    said = []
    for at in dict.fromkeys(keys):
        left = {k: v for k, v in toll.conditions.items() if k[1] != at or k[0] not in severed}
        rest = replace(toll, conditions=left)
        parts = _changes(naming, rest, at) + _moved(naming, rest, (at,)) + _moved(naming, rest, (at,), counters=True)
        if parts:
            said.append(" ".join([naming.place(at), *parts]))
    return said


def _severs(naming: Naming, condition: str) -> bool:
    return _wound(naming, condition) == "severed"
