"""From the odds of a call to what the panel says of them, in the order of the chain."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction

from crittui.records import dataclass
from crittui.rules.commands import Act
from crittui.rules.model import Roll
from crittui.rules.odds_results import Chances
from crittui.rules.program import AskChoice, AskRoll
from crittui.rules.state import Combatant, Fight
from crittui.rules.walking import every_step
from crittui.session.naming import Naming, brief, plain
from crittui.session.ranges import Range, ranges
from crittui.tui.again import input_words
from crittui.tui.odds_views import OddsGroup, OddsRow, OddsView
from crittui.tui.odds_words import OddsWords
from crittui.tui.presenting import Presenter

TONES = {"critical": "critical", "fumble": "fumble", "good": "good"}
CHANCE = {"yes", "no"}
"""The outcomes of a bare chance, which tell nothing by themselves."""
OFTEN = Fraction(1, 10)
"""What is chosen more seldom than that needs no mention."""
MOST_ROWS = 6
MOST_PLACES = 5
FIRST, SECOND, THIRD, LAST = 0, 1, 2, 3


@dataclass(frozen=True)
class Teller:
    """Tells the odds of one call. `listed`: the places are told in words, as no body is to be seen."""

    act: Act
    fight: Fight
    found: Chances
    presenter: Presenter
    words: OddsWords
    listed: bool = False

    @property
    def target(self) -> str:
        """Who is acted upon, or the one who acts where nobody else is."""
        return self.act.who[-1][1] if self.act.who else ""

    @property
    def naming(self) -> Naming:
        """The words of the ruleset and the names at this table."""
        who = self.fight.combatants.get(self.target)
        names = {id: one.name for id, one in self.fight.combatants.items()}
        places = self.presenter.short_places(who.body) if who else {}
        return Naming(self.presenter.speech, names, places, self.presenter.short_pools)

    def view(self) -> OddsView:
        """The panel for these odds."""
        found = self.found
        rolls = tuple(self._rolls())
        told = {(row.role, row.share) for group in rolls[:1] for row in group.rows}
        groups = (*rolls, *self._result(told), *self._pools(), *self._gained(), *self._places())
        chances = tuple(
            (place, float(found.share(w))) for (who, place), w in found.places.items() if who == self.target
        )
        words = self.words
        return replace(self.heading(), groups=groups, foot=self._foot(), below=words.places, chances=chances)

    def heading(self) -> OddsView:
        """The panel without figures: who does what to whom, and what is not as usual."""
        naming, who = self.naming, [id for _, id in self.act.who]
        names = " → ".join(naming.short(id) for id in who)
        after = " → " + naming.short(who[-1]) if len(who) > 1 else names
        how = naming.means(self.act.weapon, self.act.action), *input_words(self.act, naming, self.presenter)
        words, short = (", ".join((one, *how)) for one in (names, after.lstrip()))
        return OddsView(self.words.title, words, target=self.target, short=short)

    # ---- rolls

    def _rolls(self) -> Iterator[OddsGroup]:
        """What each roll may come to, from fumbles over failures to criticals, those of a kind as the ruleset has
        them."""
        program = self.presenter.ruleset.program(self.act.action)
        asked = {one.id: one for one in program.instructions if isinstance(one, AskRoll)}
        rank = SECOND
        for id, counts in self.found.rolls.items():
            if set(counts) <= CHANCE:
                continue
            known = self._outcomes(id)
            rows = [
                self._outcome(asked[id], name, counts[name])
                for name in sorted(counts, key=lambda name: known.index(name) if name in known else len(known))
            ]
            name = brief(self.naming.step(id, asked[id].where))
            yield OddsGroup(name, tuple(sorted(rows, key=self._loudness)), rank=rank)
            rank = LAST

    def _outcome(self, roll: AskRoll, name: str, weight: int) -> OddsRow:
        label = self.naming.branch(name, roll.where)
        tone = self.naming.tone(name, roll.where, 0, None)
        bad = tone == "critical" and any(word in label.lower() for word in self.words.fails)
        return self._row(label, self.found.share(weight), TONES.get("fumble" if bad else tone, "text"))

    def _loudness(self, row: OddsRow) -> int:
        if row.role in ("fumble", "critical"):
            return 0 if row.role == "fumble" else 3
        return 1 if any(word in row.label.lower() for word in self.words.fails) else 2

    def _outcomes(self, id: str) -> list[str]:
        """The outcomes of a roll as the ruleset lists them; one made like another has those of the other."""
        rolls = [step for step in every_step(self.presenter.ruleset.model) if isinstance(step, Roll)]
        named = {id} | {step.like.value for step in rolls if step.id == id and step.like is not None}
        return [branch.name.value for step in rolls if step.id in named for branch in step.outcomes]

    # ---- what it comes to

    def _result(self, told: set[tuple[str, float]]) -> Iterator[OddsGroup]:
        """The ruleset's own report, or what it calls the result, unless the first roll has `told` it already."""
        found, words, rows = self.found, self.words, list[OddsRow]()
        for name in self._report:
            if name in found.figures:
                mean = self._figure(found.figures[name])
                rows += [OddsRow(brief(self.naming.word(name)), mean)] if mean else []
            else:
                tone = TONES.get(self.naming.tone(name, "", 0, None), "text")
                rows.append(self._row(brief(self.naming.word(name)), found.share(found.report.get(name, 0)), tone))
        if not rows and found.verdicts:
            rows.append(self._row(words.hit, found.hit()))
            named = (("critical", words.critical), ("fumble", words.fumble), ("defended", words.defended))
            for verdict, word in named:
                row = self._row(word, found.share(found.verdicts.get(verdict, 0)), TONES.get(verdict, "text"))
                if verdict in found.verdicts and (row.role, row.share) not in told:
                    rows.append(row)
        rows = rows[:MOST_ROWS]
        if not self._report:
            rows += self._dropped()
        if rows:
            yield OddsGroup(words.result, tuple(rows), rank=FIRST)

    @property
    def _report(self) -> tuple[str, ...]:
        """The lines of the ruleset's report."""
        ending = self.presenter.ruleset.program(self.act.action).ending
        return tuple(name for name, _ in ending.report) if ending is not None else ()

    def _dropped(self) -> list[OddsRow]:
        out = self.found.share(self.found.out.get(self.target, 0))
        return [self._row(self.words.out, out, "severed")] if out else []

    def _figure(self, values: object) -> str:
        """The mean of a report line that is a number."""
        assert isinstance(values, dict)
        if not values or not all(isinstance(value, int | Fraction) for value in values):
            return ""
        mean = sum((value * weight for value, weight in values.items()), Fraction(0)) / self.found.total
        return decimal(mean)

    # ---- pools

    def _pools(self) -> Iterator[OddsGroup]:
        """The pools that may change, the target's first."""
        first = True
        for _, id in reversed(self.act.who):
            who = self.fight.combatants[id]
            for pool in self.presenter.ruleset.pools:
                counts = self.found.pools.get((id, pool.id), {})
                if set(counts) - {who.values.get(pool.id, 0)}:
                    yield self._pool(who, pool.id, first)
                    first = False

    def _pool(self, who: Combatant, pool: str, first: bool) -> OddsGroup:
        found, words, now = self.found, self.words, who.values.get(pool, 0)
        label = " ".join(map(brief, self.presenter.field(self.presenter.ruleset.stats[pool]).split()))
        name = label if who.id == self.target else f"{self.naming.short(who.id)}: {label}"
        rows = [
            self._row(self._range(bounds), found.share(weight), "severed" if bounds[0] is None else "text")
            for bounds, weight in ranges(found.pools[who.id, pool], now)
        ]
        note = words.now.format(now=plain(now), expected=decimal(found.expected(who.id, pool)))
        return OddsGroup(name, tuple(rows), note, FIRST if first else THIRD if who.id == self.target else LAST)

    def _range(self, bounds: Range) -> str:
        low, high = bounds
        if low is None:
            return self.words.or_less.format(value=plain(high or 0))
        if high is None:
            return self.words.or_more.format(value=plain(low))
        return plain(low) if low == high else f"{plain(low)}-{plain(high)}"

    # ---- conditions and places

    def _gained(self) -> Iterator[OddsGroup]:
        """The conditions that somebody may have afterwards, the likeliest first."""
        rows = []
        ends = [name for who, name in self.found.gained if who == self.target and self._is_out(name)]
        for (who, name), weight in sorted(self.found.gained.items(), key=lambda item: -item[1]):
            label = brief(self.naming.condition(name))
            label = label if who == self.target else f"{self.naming.short(who)}: {label}"
            rows.append(self._row(label, self.found.share(weight), self.presenter.mark(name).role))
        if len(ends) != 1 and self._report:
            rows += self._dropped()
        if rows:
            yield OddsGroup(self.words.gained, tuple(rows[:MOST_ROWS]), rank=SECOND, open=True)

    def _is_out(self, condition: str) -> bool:
        return self.presenter.ruleset.conditions[condition].out

    def _places(self) -> Iterator[OddsGroup]:
        places = sorted(self.found.places.items(), key=lambda item: -item[1])
        if places and self.listed:
            shown = places[:MOST_PLACES]
            rows = [self._row(self.naming.place(at), self.found.share(weight)) for (_, at), weight in shown]
            yield OddsGroup(self.words.struck, tuple(rows), rank=THIRD, open=True)

    # ---- words

    def _row(self, label: str, share: Fraction, role: str = "text") -> OddsRow:
        return OddsRow(label, percentage(share, self.words), float(share), role if share else "text")

    def _foot(self) -> str:
        """How the figures were found, and what was taken where somebody may choose."""
        found, words = self.found, self.words
        taken = self._taken()
        how = words.exactly if taken else words.exact
        if found.sampled:
            error = percentage(Fraction(found.error(Fraction(1, 2))), words)
            how = words.sampled.format(count=f"{found.total:,}", error=error)
        return " · ".join([how, *taken])

    def _taken(self) -> Sequence[str]:
        program = self.presenter.ruleset.program(self.act.action)
        asked = {one.id: one for one in program.instructions if isinstance(one, AskChoice)}
        told = []
        for id, choice in self.found.choices.items():
            likeliest = max(self.found.chosen[id], key=self.found.chosen[id].__getitem__)
            often = self.found.share(self.found.chosen[id][likeliest]) >= OFTEN
            if len(choice.offers) > 1 and choice.by == self.target and often:
                what = brief(self.naming.step(id, asked[id].where))
                told.append(self.words.takes.format(what=what, option=brief(choice.offers[likeliest])))
        return told


def percentage(share: Fraction, words: OddsWords) -> str:
    """A chance with one decimal; below one percent the last digit that counts is kept."""
    if share in (0, 1):
        return words.always if share else words.never
    value = float(share * 100)
    if value >= 0.095:
        return f"{min(value, 99.9):.1f}%"
    return f"{value:.1g}%" if value >= 0.001 else "<0.001%"


def decimal(value: Fraction) -> str:
    """A mean with one decimal."""
    number = round(float(value), 1)
    return f"−{-number:.1f}" if number < 0 else f"{number:.1f}"
