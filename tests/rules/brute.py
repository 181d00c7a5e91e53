"""The slow twin of the odds: every face of every die is answered through the machine that plays."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from crittui.rules.apply import apply_all
from crittui.rules.commands import Act
from crittui.rules.events import Chosen, Ended, Event, LookedUp, Rolled
from crittui.rules.machine import Machine, begin
from crittui.rules.odds import Chances
from crittui.rules.requests import Answer, ChooseRequest, Faces, Natural, Picked, RollRequest
from crittui.rules.ruleset import Ruleset
from crittui.rules.state import Combatant, Fight

Shares = dict[Any, Fraction]


@dataclass
class Twin:
    """What all ways of an act come to, each figure under a name of its own.

    Where nothing is `given`, the default is chosen, or with `proposed` what the prompt proposes.
    """

    ruleset: Ruleset
    fight: Fight
    act: Act
    given: Mapping[str, str] = field(default_factory=dict)
    proposed: bool = False
    shares: Shares = field(default_factory=lambda: defaultdict(Fraction))
    paths: int = 0

    def follow(self) -> Shares:
        """Every face to the end; what never comes about is left out."""
        self._on(begin(self.ruleset, self.fight, self.act), Fraction(1), ())
        return {key: share for key, share in self.shares.items() if share}

    def _on(self, machine: Machine, weight: Fraction, before: tuple[Event, ...]) -> None:
        events = before + machine.events
        request = machine.request
        if request is None:
            self.paths += 1
            self._count(machine, events, weight)
        elif isinstance(request, ChooseRequest):
            self._on(machine.answer(self._choice(machine, request)), weight, events)
        else:
            for answered, share in thrown(machine, request):
                self._on(answered, weight * share, events)

    def _choice(self, machine: Machine, request: ChooseRequest) -> Picked:
        offered = [offer.option for offer in request.offers]
        if request.pick > 1:
            return Picked(tuple(offered[: request.pick]))
        wanted = self.given.get(request.id, "")
        usual = proposal(machine, request) if self.proposed else request.default
        return Picked((wanted if wanted in offered else usual,))

    def _count(self, machine: Machine, events: tuple[Event, ...], weight: Fraction) -> None:
        after, shares = apply_all(self.fight, events), self.shares
        ended = next((event for event in reversed(events) if isinstance(event, Ended)), Ended())
        if ended.verdict:
            shares["verdict", ended.verdict] += weight
        for name, value in ended.report:
            if value is not False:
                shares["report", name, value] += weight
        for who in {id for _, id in self.act.who}:
            self._count_combatant(self.fight.combatants[who], after.combatants[who], weight)
        for event in events:
            if isinstance(event, Rolled) and event.stands and event.outcome:
                shares["roll", event.id, event.outcome] += weight
            elif isinstance(event, LookedUp) and event.stands and not event.location:
                shares["row", event.id, event.row] += weight
            elif isinstance(event, Chosen):
                for option in event.options:
                    shares["choice", event.id, option] += weight
        ending = machine.program.ending
        who, at = ending.struck(list(machine.slots), machine.constants) if ending and ending.struck else ("", "")
        if at:
            shares["place", who, at] += weight

    def _count_combatant(self, before: Combatant, after: Combatant, weight: Fraction) -> None:
        who, out = after.id, {name for name, held in self.ruleset.conditions.items() if held.out}
        for pool, value in after.values.items():
            self.shares["pool", who, pool, value] += weight
        held, held_before = set(after.conditions) | after.derived, set(before.conditions) | before.derived
        for name in anywhere(held - held_before):
            self.shares["gained", who, name] += weight
        if anywhere(held) & out and not anywhere(held_before) & out:
            self.shares["out", who] += weight


def proposal(machine: Machine, request: ChooseRequest) -> str:
    """The default; where it leads to a roll of the same one against a goal, the option that reaches its goal on most
    faces."""
    reached: dict[str, Fraction] = {}
    for option in (offer.option for offer in request.offers):
        roll = machine.answer(Picked((option,))).request
        if isinstance(roll, RollRequest) and roll.goal is not None and roll.by == request.by:
            totals = [roll.dice.read(faces).total for faces in every(roll.dice.sides)]
            met = [n <= roll.goal if roll.under else n + roll.modifier >= roll.goal for n in totals]
            reached[option] = Fraction(sum(met), len(met))
    if request.default not in reached:
        return request.default
    most = max(reached.values())
    return request.default if reached[request.default] == most else max(reached, key=lambda name: reached[name])


def anywhere(held: set[str]) -> set[str]:
    """The conditions themselves, wherever on the body they are."""
    return {key.partition("@")[0] for key in held}


def thrown(machine: Machine, request: RollRequest) -> list[tuple[Machine, Fraction]]:
    """The machine after each throw; a throw that does not stand gives its share to those that do."""
    answers: list[tuple[Answer, int]]
    if request.faces_needed:
        answers = [(Faces(faces), 1) for faces in every(request.dice.sides)]
    else:
        single = len(request.dice.sides) == 1
        counts, _ = request.dice.distribution()
        answers = [(Faces((n,)) if single else Natural(n), count) for n, count in counts.items()]
    found = []
    for answer, count in answers:
        answered = machine.answer(answer)
        rolled = next(event for event in answered.events if isinstance(event, Rolled))
        if rolled.stands:
            found.append((answered, count))
    total = sum(count for _, count in found)
    return [(answered, Fraction(count, total)) for answered, count in found]


def every(sides: tuple[int, ...]) -> list[tuple[int, ...]]:
    """All faces of plain dice."""
    falls: list[tuple[int, ...]] = [()]
    for most in sides:
        falls = [(*fall, face) for fall in falls for face in range(1, most + 1)]
    return falls


def told(found: Chances, twin: Twin) -> Shares:
    """The odds under the names of the twin; only what the twin speaks of, and nothing that never comes about."""
    weights: dict[Any, int] = {}
    weights.update({("verdict", name): weight for name, weight in found.verdicts.items()})
    weights.update({("report", name, True): weight for name, weight in found.report.items()})
    for name, values in found.figures.items():
        weights.update({("report", name, value): weight for value, weight in values.items()})
    weights.update({("out", who): weight for who, weight in found.out.items()})
    weights.update({("gained", *key): weight for key, weight in found.gained.items()})
    weights.update({("place", *key): weight for key, weight in found.places.items()})
    for kind, tables in (("roll", found.rolls), ("row", found.rows), ("choice", found.chosen)):
        weights.update({(kind, id, name): w for id, counts in tables.items() for name, w in counts.items()})
    for key in twin.shares:
        if key[0] == "pool":
            known = found.pools.get((key[1], key[2]))
            value = twin.fight.combatants[key[1]].values[key[2]]
            weights[key] = known.get(key[3], 0) if known is not None else found.total * (value == key[3])
    return {key: found.share(weight) for key, weight in weights.items() if weight}


def check_joint(found: Chances) -> None:
    """The joint values of a combatant's pools add up to those of each pool."""
    for who, counts in found.joint.items():
        assert sum(counts.values()) == found.total
        for index, name in enumerate(found.names[who]):
            one: Counter[int] = Counter()
            for values, weight in counts.items():
                one[values[index]] += weight
            assert dict(one) == found.pools[who, name]
