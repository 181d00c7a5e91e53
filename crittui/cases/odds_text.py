"""The odds of calls as people read them: one in full, several side by side."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import accumulate

from crittui.cases.odds_calls import Variant
from crittui.files.showing_layout import wrapped
from crittui.records import dataclass
from crittui.rules.odds import Chances
from crittui.rules.program import Do
from crittui.rules.ruleset import Ruleset
from crittui.rules.state import Fight
from crittui.session.naming import brief
from crittui.session.ranges import Range, ranges
from crittui.session.speech import speech_of

Column = tuple[str, list[str]]
"""A head, and what stands below it in each row."""

BAR = 25
MOST_VALUES = 12


@dataclass(frozen=True, slots=True)
class Weighed:
    """A call with its odds, or with the words of the rule that forbids it."""

    variant: Variant
    found: Chances | None = None
    refused: str = ""

    @property
    def target(self) -> str:
        """Who is acted upon."""
        return self.variant.act.who[-1][1] if self.variant.act.who else ""


def heading(ruleset: Ruleset, fight: Fight, one: Weighed) -> str:
    """Who does what to whom."""
    names = [fight.combatants[id].name for _, id in dict.fromkeys(one.variant.act.who)]
    return f"{' → '.join(names)} · {one.variant.act.action} · {ruleset.id}"


def called(ruleset: Ruleset, one: Weighed) -> str:
    """What tells a call from those beside it."""
    weapon, place = one.variant.act.weapon, one.variant.location
    label = ruleset.weapons[weapon].label if weapon else {}
    words = [ruleset.text(label) or ruleset.label(weapon)] if weapon else []
    return ", ".join([*words, *([ruleset.label(place)] if place else [])])


def in_full(ruleset: Ruleset, fight: Fight, one: Weighed) -> Iterator[str]:
    """Everything about one call."""
    told = called(ruleset, one)
    yield " · ".join([heading(ruleset, fight, one), *([told] if told else [])])
    if one.found is None:
        yield f"not permitted: {one.refused}"
        return
    groups = [(title, rows) for title, rows in _Groups(ruleset, fight, one, one.found) if rows]
    width = max((len(label) for _, rows in groups for label, _ in rows), default=0)
    for title, rows in groups:
        yield ""
        yield title
        yield from (_line(label, share, width, one.found) for label, share in rows)
    yield ""
    yield how(one.found)


Row = tuple[str, Fraction]


@dataclass(frozen=True)
class _Groups:
    """The figures of one call in groups, in the order of the chain."""

    ruleset: Ruleset
    fight: Fight
    one: Weighed
    found: Chances

    def __iter__(self) -> Iterator[tuple[str, list[Row]]]:
        found, speech = self.found, speech_of(self.ruleset)
        asked = self.ruleset.program(self.one.variant.act.action).instructions
        where = {ask.id: ask.where for ask in asked if not isinstance(ask, Do)}
        for id, counts in found.rolls.items():
            rows = [(speech.branch(name, where[id]), found.share(weight)) for name, weight in counts.items()]
            yield speech.step(id, where[id]), rows
        yield "result", self._shares(found.verdicts)
        yield "report", self._shares(found.report) + self._figures()
        yield from (self._pool(who, pool) for who, pool in found.pools)
        yield "then has", self._gained()
        struck = sorted(found.places.items(), key=lambda item: -item[1])
        yield "struck", [(speech.place(place), found.share(weight)) for (_, place), weight in struck]
        yield from ((self.ruleset.label(id), self._shares(counts)) for id, counts in found.rows.items())
        for id, counts in found.chosen.items():
            offers = found.choices[id].offers
            if len(offers) > 1:
                rows = [(offers[name], found.share(weight)) for name, weight in counts.items()]
                yield f"{speech.step(id, where[id])} (chosen)", rows

    def _shares(self, counts: Mapping[str, int]) -> list[Row]:
        return [(self.ruleset.label(name), self.found.share(weight)) for name, weight in counts.items()]

    def _figures(self) -> list[Row]:
        rows: list[Row] = []
        for name, values in self.found.figures.items():
            label = self.ruleset.label(name)
            rows += [(f"{label} {value}", self.found.share(weight)) for value, weight in values.items()]
        return rows

    def _pool(self, who: str, pool: str) -> tuple[str, list[Row]]:
        """The final values of a pool, many of them in ranges; nothing for one that stays as it is."""
        found, counts, now = self.found, self.found.pools[who, pool], self.fight.combatants[who].values.get(pool, 0)
        if set(counts) == {now}:
            return "", []
        name, _, place = pool.partition("@")
        label = self.ruleset.label(name) + (f", {self.ruleset.label(place)}" if place else "")
        title = f"{self.fight.combatants[who].name}: {label} {now} now, {_decimal(found.expected(who, pool))} expected"
        if len(counts) <= MOST_VALUES:
            return title, [(str(value), found.share(counts[value])) for value in sorted(counts, reverse=True)]
        told = ranges(counts, now, most=MOST_VALUES)
        return title, [(_range(bounds), found.share(weight)) for bounds, weight in told]

    def _gained(self) -> list[Row]:
        found, speech, rows = self.found, speech_of(self.ruleset), list[Row]()
        for (who, condition), weight in sorted(found.gained.items(), key=lambda item: -item[1]):
            rows.append((f"{self.fight.combatants[who].name}: {speech.condition(condition)}", found.share(weight)))
        names = ((f"{self.fight.combatants[who].name}: out of the fight", w) for who, w in found.out.items())
        return rows + [(name, found.share(weight)) for name, weight in names]


def _range(bounds: Range) -> str:
    low, high = bounds
    if low is None:
        return f"{high} or less"
    if high is None:
        return f"{low} or more"
    return str(low) if low == high else f"{low} to {high}"


def _line(label: str, share: Fraction, width: int, found: Chances) -> str:
    filled = max(round(float(share) * BAR), 1 if share else 0)
    error = f" ± {100 * found.error(share):.2f}" if found.sampled else ""
    return f"  {label:<{width}}  {percentage(share):>8}{error}  {'#' * filled}".rstrip()


def how(found: Chances) -> str:
    """How the figures were found."""
    if found.sampled:
        return f"{found.total:,} tries by chance; ± is one standard error"
    return f"exact: every branch counted, {found.states:,} states"


def side_by_side(
    ruleset: Ruleset, fight: Fight, weighed: Sequence[Weighed], columns: int | None = None
) -> Iterator[str]:
    """Several calls, one in a row; those that the rules forbid come last, with their words.

    Of the conditions as many as `columns` have room for, the likeliest first; all of them without a limit.
    """
    told = [one for one in weighed if one.found is not None]
    yield heading(ruleset, fight, weighed[0])
    yield ""
    names = {id(one): called(ruleset, one) or "not aimed" for one in weighed}
    width = max(map(len, names.values()))
    table = _table(ruleset, fight, told)
    shown = _fitting(table, None if columns is None else columns - width - 2)
    if told:
        yield " " * (width + 2) + "".join(f"  {head:>{_wide(head, row)}}" for head, row in shown)
    for number, one in enumerate(told):
        figures = "".join(f"  {row[number]:>{_wide(head, row)}}" for head, row in shown)
        yield f"  {names[id(one)]:<{width}}{figures}"
    for one in weighed:
        if one.found is None:
            yield f"  {names[id(one)]:<{width}}  not permitted: {one.refused}"
    yield ""
    if columns is not None and len(shown) < len(table):
        left_out = ", ".join(head for head, _ in table[len(shown) :])
        yield from wrapped(f"no room for: {left_out} (--json has them)", 0, columns)
    yield from dict.fromkeys(how(one.found).partition(",")[0] for one in told if one.found is not None)


def _table(ruleset: Ruleset, fight: Fight, told: Sequence[Weighed]) -> list[Column]:
    """Hit, critical, points lost, out of the fight; then the conditions that any of these calls may bring, the
    likeliest first, without those that say the same as `out`."""
    founds = [(one.target, one.found) for one in told if one.found is not None]
    table = [
        ("hit", [percentage(found.hit()) for _, found in founds]),
        ("critical", [percentage(found.share(found.verdicts.get("critical", 0))) for _, found in founds]),
    ]
    for pool in ruleset.pools:
        if any(_changes(fight, one, pool.id) for one in told):
            now = [fight.combatants[who].values[pool.id] for who, _ in founds]
            lost = [value - found.expected(who, pool.id) for value, (who, found) in zip(now, founds, strict=True)]
            table.append((f"−{ruleset.label(pool.id)}", [_decimal(points) for points in lost]))
    out = [found.share(found.out.get(who, 0)) for who, found in founds]
    table.append(("out", [percentage(share) for share in out]))
    gained = dict.fromkeys(name for who, found in founds for whose, name in found.gained if whose == who)
    shares = {name: [found.share(found.gained.get((who, name), 0)) for who, found in founds] for name in gained}
    for name in sorted((name for name in gained if shares[name] != out), key=lambda name: -max(shares[name])):
        label = ruleset.text(ruleset.conditions[name].label) or ruleset.label(name)
        table.append((brief(label), [percentage(share) for share in shares[name]]))
    return table


def _wide(head: str, row: Sequence[str]) -> int:
    return max(len(head), *map(len, row), 0)


def _fitting(table: Sequence[Column], room: int | None) -> Sequence[Column]:
    """The first columns that there is room for; the first one in any case."""
    ends = accumulate(_wide(head, row) + 2 for head, row in table)
    return table if room is None else table[: max(1, sum(end <= room for end in ends))]


def _changes(fight: Fight, one: Weighed, pool: str) -> bool:
    counts = one.found.pools.get((one.target, pool), {}) if one.found is not None else {}
    return bool(set(counts) - {fight.combatants[one.target].values.get(pool)})


def percentage(share: Fraction) -> str:
    """A chance in percent; a small one keeps its last digit that counts."""
    value = float(share * 100)
    if share in (0, 1):
        return "never" if not share else "always"
    return f"{min(value, 99.99):.2f} %" if value >= 0.01 else f"{value:.1g} %"


def _decimal(value: Fraction) -> str:
    return f"{float(value):.2f}"
