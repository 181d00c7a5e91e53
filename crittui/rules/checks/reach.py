"""Outcomes that depend on the natural roll alone are tried on every face; some may never come up."""

from __future__ import annotations

from collections.abc import Iterable

from crittui.rules.compile.code import Code, in_constant
from crittui.rules.compile.context import Context
from crittui.rules.compile.expressions import build
from crittui.rules.compile.layout import Layout
from crittui.rules.compile.lexer import SyntaxProblem
from crittui.rules.compile.mistakes import Mistake
from crittui.rules.compile.scope import Scope
from crittui.rules.compile.syntax import parse
from crittui.rules.compile.types import WHOLE
from crittui.rules.compile.unit import Unit
from crittui.rules.dice import Dice, DiceError
from crittui.rules.model import Lookup, Roll, Step, Table
from crittui.rules.source import Problems, Text


def check_reach(context: Context, steps: Iterable[Step], problems: Problems) -> None:
    """Warn of outcomes that no face gives, and of tables whose last row is closed though totals may go beyond."""
    for step in steps:
        if isinstance(step, Roll) and isinstance(step.dice, Text) and step.outcomes:
            _check_roll(context, step, step.dice, problems)
        if isinstance(step, Lookup) and (step.modifiers or step.value is not None):
            for name, _ in step.tables:
                _check_ends(context.model.tables.get(name.value), step, problems)


def _check_roll(context: Context, step: Roll, text: Text, problems: Problems) -> None:
    try:
        dice = Dice.parse(text.value)
    except DiceError:
        return
    if dice.constant and not dice.terms:
        return
    tests = [_of_natural(context, branch.when) if branch.when is not None else None for branch in step.outcomes]
    reached: set[int] = set()
    for natural in dice.naturals:
        for number, test in enumerate(tests):
            if test is None:
                reached.add(number)
            elif test.run([], (natural,)):
                reached.add(number)
                break
    for number, (branch, test) in enumerate(zip(step.outcomes, tests, strict=True)):
        if test is not None and number not in reached:
            message = f"no roll of {dice} ever comes to {branch.name.value!r}"
            problems.warn(
                branch.name.position, "unreachable", message, "an earlier outcome takes it, or the dice never show it"
            )


def _of_natural(context: Context, text: Text) -> Code | None:
    """The test as a function of the natural roll, or None when it depends on more."""
    unit = Unit(context.model, context.anatomy, Problems(), set(), Layout(context.anatomy), ())
    words = {"natural": in_constant(WHOLE, 0)}
    try:
        code = build(parse(text), Scope(unit, {}, words), text)
    except (SyntaxProblem, Mistake):
        return None
    return code if not unit.layout.constants and code.type.kind == "yesno" else None


def _check_ends(table: Table | None, step: Lookup, problems: Problems) -> None:
    if table is None or not table.rows:
        return
    lows, highs = [row.low for row in table.rows], [row.high for row in table.rows]
    told = []
    if None not in highs:
        told.append(("above", max(high for high in highs if high is not None), "last", "more"))
    if None not in lows:
        told.append(("below", min(low for low in lows if low is not None), "first", "less"))
    if told:
        message = " and ".join(f"totals {side} {end} take the {which} row" for side, end, which, _ in told)
        wanted = " and ".join(f"`{end} or {way}`" for _, end, _, way in told)
        hint = f"write {wanted} if that is meant"
        problems.warn(step.name.position, "open-rows", f"{message} of {table.name.value!r}", hint)
