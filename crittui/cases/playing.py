"""Plays one example through the same machines as a fight, part by part."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from crittui.cases.answers import Answers, Failure
from crittui.cases.examples import Example, Part
from crittui.cases.outcome import Outcome, check
from crittui.cases.refusals import Refusals
from crittui.errors import AnswerError, CrittuiError, Refused
from crittui.records import dataclass
from crittui.rules.apply import apply, apply_all
from crittui.rules.combatant import enlist
from crittui.rules.commands import Act
from crittui.rules.events import Event
from crittui.rules.machine import Machine, begin
from crittui.rules.model import Model, Thing, ThingKind
from crittui.rules.passing import TimeMachine, derived_changes, end_combat, pass_time, turn_order
from crittui.rules.requests import ChooseRequest, RollRequest
from crittui.rules.ruleset import Ruleset
from crittui.rules.source import Text
from crittui.rules.state import Fight


@dataclass(slots=True)
class Played:
    """All events of an example, and the steps (`file:line`) it carried out."""

    events: list[Event]
    visited: set[str]


def play(example: Example, ruleset: Ruleset) -> Played:
    """Play an example; raises Failure with what came out differently."""
    if example.problems.errors:
        problem = example.problems.errors[0]
        raise Failure(
            f"line {problem.position.line}: {problem.message}" + (f", {problem.hint}" if problem.hint else "")
        )
    player = _Player(example, ruleset)
    for part in example.parts:
        player.part(part)
    return Played(player.events, player.visited)


class _Player:
    def __init__(self, example: Example, ruleset: Ruleset) -> None:
        self.ruleset = ruleset
        self.example = example
        people = {name: enlist(ruleset, name, data, name) for name, data in example.combatants.items()}
        self.fight = Fight(people, tuple(people), options=dict(example.options))
        for name in people:
            self.fight = apply_all(self.fight, derived_changes(ruleset, self.fight, name))
        self.events: list[Event] = []
        self.visited: set[str] = set()

    def part(self, part: Part) -> None:
        """Play one part and check what it expects."""
        answers = Answers(part)
        before, told = self.fight, len(self.events)
        roles = dict(part.who)
        ruleset = _with_things(self.ruleset, part)
        if part.kind == "act":
            self._act(part, ruleset, answers)
        elif part.kind == "tick":
            self._ticks(part, answers)
        elif part.kind == "combat_end":
            self._tell(end_combat(ruleset, self.fight))
        events = self.events[told:]
        if apply_all(before, events) != self.fight:
            raise Failure("the events do not add up to the state")
        outcome = Outcome.of(events)
        if leftover := answers.leftover(outcome.choices):
            raise Failure(leftover)
        for key, wanted in part.expect:
            check(key, wanted, outcome, ruleset, self.fight, roles)

    def _tell(self, events: Iterable[Event]) -> None:
        for event in events:
            self.events.append(event)
            self.fight = apply(self.fight, event)

    # ---- actions

    def _act(self, part: Part, ruleset: Ruleset, answers: Answers) -> None:
        weapon = part.weapon.id if part.weapon is not None else ""
        things = tuple((use, thing.id) for use, thing in part.things)
        act = Act(part.action, part.who, weapon, part.inputs, things)
        words = part.refused.value if isinstance(part.refused, Text) else ""
        try:
            machine = begin(ruleset, self.fight, act)
        except Refused as refused:
            self._check_refused(words, refused.what, ruleset)
            return
        except CrittuiError as error:
            raise Failure(str(error)) from None
        if words:
            raise Failure(f"expected to be refused ({words}), but it was permitted")
        self._run(machine, answers, self._refusals(part, ruleset))

    def _refusals(self, part: Part, ruleset: Ruleset) -> Refusals:
        creatures = {**ruleset.creatures, **self.example.combatants}
        return Refusals.of(part, replace(ruleset.model, creatures=creatures))

    def _check_refused(self, wanted: str, words: str, ruleset: Ruleset) -> None:
        if not wanted:
            raise Failure(f"refused: {words}")
        if wanted not in ("yes", words) and ruleset.label(wanted) != words:
            raise Failure(f"refused for another reason: expected {wanted!r}, but it is {words!r}")

    def _run(self, machine: Machine | TimeMachine, answers: Answers, refusals: Refusals) -> None:
        """Answer until the machine has nothing more to ask."""
        refusals.watch(machine.events)
        self._tell(machine.events)
        while machine.request is not None:
            request = machine.request
            if isinstance(request, ChooseRequest):
                refusals.try_at(machine, request)
            try:
                answer = answers.roll(request) if isinstance(request, RollRequest) else answers.choose(request)
                machine = machine.answer(answer)
            except AnswerError as error:
                raise Failure(f"{request.id}: {error}") from None
            except CrittuiError as error:
                raise Failure(str(error)) from None
            refusals.watch(machine.events)
            self._tell(machine.events)
        self.visited |= machine.visited

    def _ticks(self, part: Part, answers: Answers) -> None:
        refusals = self._refusals(part, self.ruleset)
        for _ in range(max(0, part.count)):
            machine = pass_time(self.ruleset, self.fight, part.unit, turn_order(self.ruleset, self.fight))
            self._run(machine, answers, refusals)


def _with_things(ruleset: Ruleset, part: Part) -> Ruleset:
    """The ruleset with the weapon and things that the part describes on the spot."""
    model: Model = ruleset.model
    if part.weapon is not None:
        model = replace(model, weapons={**model.weapons, part.weapon.id: part.weapon})
    for use, thing in part.things:
        kind = model.actions[part.action].uses[use][1].value
        model = replace(model, things={**model.things, kind: _more(model.things[kind], thing)})
    return ruleset if model is ruleset.model else ruleset.with_model(model)


def _more(kind: ThingKind, thing: Thing) -> ThingKind:
    return replace(kind, given={**kind.given, thing.id: thing})
