"""lookup: body - which location is struck."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from crittui.rules.compile.finding import BODY, Found, LookupCompiler, row_for
from crittui.rules.compile.rolls import told
from crittui.rules.compile.types import Type
from crittui.rules.dice import Dice, Throw
from crittui.rules.events import Event
from crittui.rules.program import AskRoll, Target, Throwing


class BodyLookup(LookupCompiler):
    def compile(self) -> None:
        builder, step = self.builder, self.step
        if len(step.tables) > 1:
            builder.problem(step.tables[1][0], "type", "`body` cannot be one of several tables", "write two lookups")
        self.role = builder.role(step.to, self.scope, builder.last(self.scope))
        self.prepare(Type("location", owner=self.role), 0)
        self._check()
        builder.last_location = step.id
        found = self._found()
        if step.row is not None:
            self.known_row(found, "location")
        if step.value is not None:
            self.by_value(found)
            self._either(found, None)
        elif step.chosen_by is not None:
            self.chosen(found, self._offers())
        else:
            again = self.again()
            self.rolled(found, self._group_aware(again))
            self._either(found, again)
        builder.mark(self.done)

    def _check(self) -> None:
        """There must be something to roll on."""
        builder, step = self.builder, self.step
        bodies = builder.unit.model.bodies.values()
        if not bodies:
            builder.problem(step.name, "missing", "this ruleset has no bodies", "declare them under `bodies:`")
        elif step.row is None and step.chosen_by is None and not any(body.dice is not None for body in bodies):
            message = "no body says which numbers strike its locations"
            builder.problem(step.name, "missing", message, "give a body `dice:` and its locations `roll:`")

    def _found(self) -> Found:
        builder, names = self.builder, self.builder.unit.anatomy.names
        rows, dice = builder.constant("rows", self.role), builder.constant("bodydice", self.role)
        language, labels, owner = builder.constant("language"), builder.labels, builder.id_of(self.role)
        return Found(
            lambda S, E: BODY,
            lambda S, E, total: row_for(E[rows], total) or 0,
            lambda S, E, place: names[place],
            lambda S, E, place: labels.of(names[place], E[language]),
            lambda place: names[place],
            owner,
            lambda S, E: not E[rows],
            self.given_dice(lambda S, E: E[dice]),
            0,
        )

    def _group_aware(self, again: Any) -> Any:
        """A group is thrown again when all its members would be."""
        if again is None:
            return None
        groups = self.builder.constant("groups", self.role)

        def thrown_again(S: Any, E: Any, place: int) -> bool:
            members = E[groups].get(place, (place,))
            return all(again(S, E, member) for member in members)

        return thrown_again

    def _either(self, found: Found, again: Any) -> None:
        """One more die decides within a group."""
        bodies = self.builder.unit.model.bodies.values()
        if not any(location.members for body in bodies for location in body.locations.values()):
            return
        groups, slot = self.builder.constant("groups", self.role), self.slot
        name = f"{self.step.id}_either"
        here = Target()
        self.builder.mark(here)

        def ask(S: Any, E: Any) -> Throwing | None:
            members = E[groups].get(S[slot])
            if not members:
                return None
            dice = Dice.of(1, len(members))
            stands = frozenset(n for n, place in enumerate(members, 1) if again is None or not again(S, E, place))
            partly = 0 < len(stands) < len(members)
            return Throwing(dice, (), standing=stands if partly else None)

        def take(S: list[Any], E: Any, what: Throwing, throw: Throw) -> int | None:
            if what.standing is not None and throw.total not in what.standing:
                return here.pc
            S[slot] = E[groups][S[slot]][throw.total - 1]
            return None

        by = self.builder.by(self.step.by, self.scope)
        first = told(self.builder, name, by, self.where, None)

        def tell(S: Any, E: Any, what: Throwing, throw: Throw, by_hand: bool) -> tuple[Event, ...]:
            (rolled,) = first(S, E, what, throw, by_hand)
            return (rolled, self.tell(found, S[slot], S, E)) if rolled.stands else (rolled,)

        self.builder.unit.layout.looked.add(("raw", 0))
        self.builder.emit(AskRoll(self.where, name, by, ask, take, tell, writes=frozenset((slot,))))

    def _offers(self) -> Callable[[Any, Any], list[tuple[str, str, Any]]]:
        names = self.builder.unit.anatomy.names
        places, language = self.builder.constant("places", self.role), self.builder.constant("language")
        labels = self.builder.labels
        return lambda S, E: [(names[place], labels.of(names[place], E[language]), place) for place in E[places]]
