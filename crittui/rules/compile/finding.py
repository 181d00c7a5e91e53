"""How a row or location is found: rolled, computed, already known or chosen. Shared by both kinds of lookup."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from crittui.records import dataclass
from crittui.rules.compile import expressions
from crittui.rules.compile.builder import Builder
from crittui.rules.compile.expressions import compile_text, condition, whole
from crittui.rules.compile.rolls import TAKES, adding, storing, told
from crittui.rules.compile.scope import Scope
from crittui.rules.compile.snippet import Late, Snippet, called, lines, snippet
from crittui.rules.compile.types import Type
from crittui.rules.dice import Dice, Throw
from crittui.rules.events import Event, LookedUp
from crittui.rules.labels import text_of
from crittui.rules.model import Lookup
from crittui.rules.program import AskChoice, AskRoll, Choice, Choosing, Do, Target, Throwing

BODY = "body"


@dataclass(slots=True)
class Found:
    """What a lookup finds things in, as functions of the slots.

    `find` gives the result for a total, `results` all results the dice may lead to, `name`, `text` and
    `place` what the event says of one.
    """

    table: Callable[[Any, Any], str]
    find: Callable[[Any, Any, int], Any]
    name: Callable[[Any, Any, Any], str]
    text: Callable[[Any, Any, Any], str]
    place: Callable[[Any], str]
    owner: Callable[[Any], str]
    empty: Callable[[Any, Any], bool]
    dice: Callable[[Any, Any], Dice]
    none: Any


class LookupCompiler:
    """What both kinds share: the ways in which a row is found."""

    def __init__(self, builder: Builder, scope: Scope, step: Lookup) -> None:
        self.builder = builder
        self.scope = scope
        self.step = step
        self.where = step.name.where
        self.done = Target()

    def prepare(self, kind: Type, none: Any) -> None:
        if self.step.again is not None and (self.step.value is not None or self.step.chosen_by is not None):
            message = "`again` goes only with a row that is rolled"
            self.builder.problem(self.step.again, "step", message, "leave one of them out")
        variable = self.builder.variable(self.step.name, "lookup")
        self.builder.typed(variable, kind, self.step.name)
        self.none, self.located = none, kind.kind == "location"
        self.slot = self.builder.unit.layout.result(self.step.id, "value", none)
        if kind.kind == "location":
            self.builder.unit.layout.spots.add(self.slot)
            self.builder.unit.layout.looked.add(("source", 0))

    def tell(
        self, found: Found, result: Any, S: Any, E: Any, stands: bool = True, number: int | None = None
    ) -> LookedUp:
        return LookedUp(
            self.step.id,
            found.table(S, E),
            found.name(S, E, result),
            found.text(S, E, result),
            found.place(result),
            found.owner(E),
            stands,
            self.where,
            number,
        )

    def tell_found(self, found: Found) -> Callable[[Any, Any], tuple[Event, ...]]:
        slot, none = self.slot, self.none
        return lambda S, E: (self.tell(found, S[slot], S, E),) if S[slot] != none else ()

    def known_row(self, found: Found, kind: str) -> None:
        """`row:` a result that is already known; none means roll."""
        assert self.step.row is not None
        code = compile_text(self.step.row, self.scope)
        if code is None:
            return
        if code.type.kind != kind:
            self.builder.problem(self.step.row, "type", f"a {kind} is needed, this is {code.type}")
            return
        run, slot, none, done = code.run, self.slot, self.none, self.done

        def take(S: list[Any], E: tuple[Any, ...]) -> int | None:
            S[slot] = run(S, E)
            return done.pc if S[slot] != none else None

        writes = frozenset((slot,))
        self.builder.emit(Do(self.where, take, self.tell_found(found), writes=writes, jumps=(done,)))

    def by_value(self, found: Found) -> None:
        """`value:` the total is computed, nothing is rolled."""
        assert self.step.value is not None
        code = whole(self.step.value, self.scope)
        run, slot, none = code.run, self.slot, self.none

        def take(S: list[Any], E: tuple[Any, ...]) -> None:
            S[slot] = found.find(S, E, run(S, E))

        def tell(S: Any, E: Any) -> tuple[Event, ...]:
            return (self.tell(found, S[slot], S, E, number=run(S, E)),) if S[slot] != none else ()

        writes = frozenset((slot,))
        self.builder.emit(Do(self.where, take, tell, writes=writes, row=self.row(found)))

    def rolled(self, found: Found, again: Callable[[Any, Any, Any], bool] | None) -> None:
        """The default: roll, and throw again what does not stand."""
        slot, name = self.slot, self.step.id
        modifiers = [(text.value, whole(source, self.scope)) for text, source in self.step.modifiers]
        by = self.builder.by(self.step.by, self.scope)
        here = Target()
        self.builder.mark(here)

        once = "return what" if again is None else "return {}(what, S, E)"
        restricted = lambda what, S, E: what._replace(standing=standing(what, found, again, S, E))  # noqa: E731
        ask = lines(
            snippet("if {}: return None", called(found.empty)),
            snippet("dice = {}", called(found.dice)),
            adding(modifiers),
            snippet("what = {}(dice, parts, None, False, None, modifier)", Throwing),
            snippet(once, restricted),
        )

        def take() -> Snippet:
            return lines(
                snippet("total = throw.total + what.modifier"),
                snippet("if what.standing is not None and total not in what.standing: return {}", here.pc),
                storing(self.builder.unit.layout.results, name),
                snippet("S[{}] = {}(S, E, total)", slot, found.find),
            )

        first = told(self.builder, name, by, self.where, None)

        def tell(S: Any, E: Any, what: Throwing, throw: Throw, by_hand: bool) -> tuple[Event, ...]:
            (rolled,) = first(S, E, what, throw, by_hand)
            return (rolled, self.tell(found, found.find(S, E, rolled.total), S, E, rolled.stands))

        writes, row = frozenset((slot,)), self.row(found)
        self.builder.emit(AskRoll(self.where, name, by, Late(ask), Late(take, TAKES), tell, writes=writes, row=row))

    def row(self, found: Found) -> Callable[[Any, Any], tuple[str, str]] | None:
        """From the slots, this lookup and the row it found; None for a location, which is no row."""
        slot, id = self.slot, self.step.id
        return None if self.located else lambda S, E: (id, found.name(S, E, S[slot]))

    def chosen(self, found: Found, offers: Callable[[Any, Any], list[tuple[str, str, Any]]]) -> None:
        """`chosen_by:` somebody picks the row."""
        assert self.step.chosen_by is not None
        slot = self.slot

        def offer(S: Any, E: Any) -> Choosing | None:
            choices = tuple(Choice(name, label, name) for name, label, _ in offers(S, E))
            return Choosing(choices, 1, choices[0].name) if choices else None

        def take(S: list[Any], E: tuple[Any, ...], picked: tuple[Choice, ...]) -> None:
            S[slot] = next(result for name, _, result in offers(S, E) if name == picked[0].name)

        tell = self.tell_found(found)
        by = self.builder.by(self.step.chosen_by, self.scope)
        label = text_of(self.step.label, "", self.step.id.replace("_", " "))
        instruction = AskChoice(
            self.where,
            self.step.id,
            by,
            lambda E: label,
            offer,
            take,
            lambda S, E, picked: tell(S, E),
            writes=frozenset((slot,)),
        )
        self.builder.emit(instruction)

    def again(self) -> Callable[[Any, Any, Any], bool] | None:
        """Whether a result is thrown again: `again` is tried on it as if it stood."""
        if self.step.again is None:
            return None
        test, slot = condition(self.step.again, self.scope).run, self.slot

        def thrown_again(S: list[Any], E: Any, result: Any) -> bool:
            before, S[slot] = S[slot], result
            try:
                return bool(test(S, E))
            finally:
                S[slot] = before

        return thrown_again

    def given_dice(self, default: Callable[[Any, Any], Dice]) -> Callable[[Any, Any], Dice]:
        if self.step.dice is None:
            return default
        code = expressions.dice(self.step.dice, self.scope)
        return code.run


def standing(what: Throwing, found: Found, again: Any, S: Any, E: Any) -> frozenset[int] | None:
    """The totals that stand; None (all) when none would."""
    constant = what.dice.constant + what.modifier
    totals = [natural + constant for natural in what.dice.naturals]
    stands = frozenset(total for total in totals if not again(S, E, found.find(S, E, total)))
    return stands if stands and len(stands) < len(totals) else None


def row_for(rows: Sequence[tuple[int | None, int | None, Any]], total: int) -> Any:
    """The result of a total; beyond the end rows the end row counts."""
    for low, high, result in rows:
        if (low is None or low <= total) and (high is None or total <= high):
            return result
    return min(rows, key=lambda row: _distance(row, total), default=(None, None, None))[2]


def _distance(row: tuple[int | None, int | None, Any], total: int) -> int:
    low, high, _ = row
    return max(low - total if low is not None else 0, total - high if high is not None else 0)
