"""Formulas and derived conditions that no step reads must be right, too."""

from __future__ import annotations

from crittui.rules.combatant import compile_own
from crittui.rules.ruleset import Ruleset


def check_formulas(ruleset: Ruleset) -> None:
    """Compile every formula; mistakes go into the problems of the ruleset's context."""
    context = ruleset.context
    for stat in ruleset.stats.values():
        if stat.formula is not None:
            _, code = compile_own(context, stat.formula)
            if code is not None and not code.type.numeric:
                context.problems.add(stat.formula.position, "type", f"a number is needed, this is {code.type}")
    for condition in ruleset.conditions.values():
        if condition.holds_while is not None:
            _, code = compile_own(context, condition.holds_while)
            if code is not None and code.type.kind not in ("yesno", "unknown"):
                message = f"this is {code.type}, not yes or no"
                context.problems.add(condition.holds_while.position, "type", message, "compare it with something")
    for body in ruleset.bodies.values():
        for where in body.locations.values():
            for formula in where.formulas.values():
                _, code = compile_own(context, formula)
                if code is not None and code.type.kind not in ("whole", "unknown"):
                    message = f"a whole number is needed, this is {code.type}"
                    context.problems.add(formula.position, "rounding", message, "use floor, ceil or round")
    ruleset.watch  # noqa: B018
