"""From a creature's data to a combatant."""

from __future__ import annotations

from crittui.rules.binding import Call
from crittui.rules.compile.code import Code
from crittui.rules.compile.context import Context
from crittui.rules.compile.expressions import compile_text
from crittui.rules.compile.layout import Layout
from crittui.rules.compile.scope import Scope
from crittui.rules.compile.unit import Unit
from crittui.rules.model import Creature, HeldData
from crittui.rules.program import Program
from crittui.rules.ruleset import Ruleset
from crittui.rules.source import Text
from crittui.rules.state import Combatant, Constant, Fight, Held, place
from crittui.rules.values import default_of


def enlist(
    ruleset: Ruleset,
    id: str,
    data: Creature,
    name: str = "",
    weapons: tuple[str, ...] = (),
    hidden: bool = False,
    side: str = "",
) -> Combatant:
    """The combatant that begins with these data, everything left out at its default."""
    scores: dict[str, Constant] = {}
    maxima: dict[str, int] = {}
    values: dict[str, int] = {}
    for stat in ruleset.stats.values():
        if stat.kind == "formula" or stat.per_location:
            continue
        if stat.kind == "pool":
            now, top = data.pools.get(stat.id, (None, None))
            maxima[stat.id] = top if top is not None else int_of(stat.default)
            values[stat.id] = now if now is not None else maxima[stat.id]
        else:
            scores[stat.id] = data.scores.get(stat.id, default_of(stat))  # type: ignore[assignment]
        if stat.kind == "counter":
            values[stat.id] = int_of(scores[stat.id])
            if stat.maximum is not None:
                maxima[stat.id] = stat.maximum
    held = {place(h.condition, h.at): _held(ruleset, h) for h in data.conditions}
    shown = name or ruleset.text(data.label) or id
    combatant = Combatant(id, shown, data.body, scores, maxima, values, held, frozenset(), {}, weapons, hidden, side)
    return _with_places(ruleset, combatant, data)


def _held(ruleset: Ruleset, data: HeldData) -> Held:
    """A condition somebody begins with lasts as long as the ruleset says, where it says a plain number."""
    lasts = ruleset.conditions[data.condition].lasts
    if lasts is None or not lasts.count.value.strip().isdigit():
        return Held(data.value)
    return Held(data.value, int(lasts.count.value), lasts.unit.value)


def int_of(value: object) -> int:
    return value if isinstance(value, int) else 0


def _with_places(ruleset: Ruleset, combatant: Combatant, data: Creature) -> Combatant:
    """Values kept for each location: the creature's, else the body row's, else the default."""
    body = ruleset.bodies.get(combatant.body)
    spread = [stat for stat in ruleset.stats.values() if stat.per_location]
    scores, maxima, values = dict(combatant.scores), dict(combatant.maxima), dict(combatant.values)
    for location in body.locations.values() if body is not None else ():
        if location.members:
            continue
        for stat in spread:
            key = place(stat.id, location.id)
            formula = location.formulas.get(stat.id)
            own = _worked_out(ruleset, combatant, formula) if formula is not None else None
            if stat.kind == "pool":
                now, top = data.pools.get(key, (None, None))
                maxima[key] = top if top is not None else own if own is not None else int_of(stat.default)
                values[key] = now if now is not None else maxima[key]
            else:
                default = own if own is not None else location.values.get(stat.id, stat.default)
                scores[key] = data.scores.get(key, default)  # type: ignore[assignment]
    return Combatant(
        combatant.id, combatant.name, combatant.body, scores, maxima, values, combatant.conditions,
        combatant.derived, combatant.struck, combatant.weapons, combatant.hidden, combatant.side,
    )  # fmt: skip


def compile_own(context: Context, formula: Text) -> tuple[Layout, Code | None]:
    """A formula over a creature's own stats; mistakes go into the context's problems."""
    layout = Layout(context.anatomy)
    unit = Unit(context.model, context.anatomy, context.problems, context.used, layout, ("self",))
    return layout, compile_text(formula, Scope(unit, {"self": 0}, compile=compile_text, own=0))


def _worked_out(ruleset: Ruleset, combatant: Combatant, formula: Text) -> int:
    layout, code = compile_own(ruleset.context, formula)
    if code is None:
        return 0
    program = Program("", ("self",), (), tuple(layout.defaults), dict(layout.state), tuple(layout.constants))
    call = Call(ruleset, Fight({combatant.id: combatant}, (combatant.id,)), (combatant,))
    return int(code.run(call.slots(program), call.constants(program)))
