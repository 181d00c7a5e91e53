"""Whole programs: one for each action, one for the periodic steps of each condition."""

from __future__ import annotations

from collections.abc import Mapping

from crittui.rules.compile.builder import Builder
from crittui.rules.compile.code import Code, in_constant, literal
from crittui.rules.compile.context import Context
from crittui.rules.compile.expressions import compile_text, condition, expression, first_true
from crittui.rules.compile.layout import Layout
from crittui.rules.compile.mistakes import Mistake, did_you_mean
from crittui.rules.compile.plain import plain_value
from crittui.rules.compile.scope import Scope
from crittui.rules.compile.snippet import Snippet, snippet
from crittui.rules.compile.steps import compile_steps
from crittui.rules.compile.types import UNKNOWN, WHOLE, type_of_field
from crittui.rules.compile.unit import RESERVED, Unit
from crittui.rules.model import Action, Chain, Condition, Permission, Shows
from crittui.rules.program import Ending, Program
from crittui.rules.source import Text

VERDICTS = ("critical", "fumble", "hit", "miss", "defended")
Permits = tuple[tuple[Permission, Code], ...]


def compile_action(context: Context, action: Action) -> Program:
    """The program of an action; what is wrong goes into the context's problems."""
    roles = tuple(role.value for role in action.roles)
    things = {use: kind.value for use, (_, kind) in action.uses.items() if kind.value in context.model.things}
    builder = _builder(context, roles, action.id)
    builder.unit.inputs, builder.unit.things = action.inputs, things
    _check_names(builder, action)
    scope = builder.scope({role: number for number, role in enumerate(roles)})
    allowed = _permits(scope, action.allowed)
    permitted = {
        name: _permits(scope, declared.allowed) for name, declared in action.inputs.items() if declared.allowed
    }
    compile_steps(builder, scope, action.steps)
    ending = _ending(builder, scope, action)
    return _finish(builder, action.name, action.id, ending, allowed, permitted, things)


def compile_period(context: Context, held: Condition) -> Program:
    """The program of a condition's periodic steps; `self` bears it, `value` is its number."""
    builder = _builder(context, ("self",), held.id)
    scope = builder.scope({"self": 0})
    if held.per_location or held.holds_while is not None:
        number = builder.constant("value")
        scope = scope.inside({"value": in_constant(WHOLE, number)})
    else:
        slot = builder.unit.layout.of_state("held", 0, held.id)
        scope = scope.inside({"value": Code(WHOLE, snippet("(S[{}] or 0)", slot))})
    compile_steps(builder, scope, held.steps)
    return _finish(builder, held.name, held.id, None, (), {}, {})


def check_chain(context: Context, chain: Chain) -> None:
    """Find the mistakes of a chain that nothing runs; its inputs may be of any type."""
    if chain.roles is None:
        return
    roles = tuple(role.value for role in chain.roles)
    builder = _builder(context, roles, chain.name.value)
    for declared in chain.inputs.values():
        kind = UNKNOWN if declared.typed_later else type_of_field(declared, len(roles) - 1)
        builder.typed(builder.variable(declared.name, "let"), kind, declared.name)
    builder.running.append(chain.name.value)
    compile_steps(builder, builder.scope({role: number for number, role in enumerate(roles)}), chain.steps)


def compile_watch(context: Context) -> Program:
    """A program without steps: it shows which conditions hold by themselves."""
    builder = _builder(context, ("self",), "")
    return _finish(builder, context.model.id, "", None, (), {}, {})


def _builder(context: Context, roles: tuple[str, ...], name: str) -> Builder:
    layout = Layout(context.anatomy)
    unit = Unit(context.model, context.anatomy, context.problems, context.used, layout, roles, action=name)
    return Builder(unit, context.labels)


def _check_names(builder: Builder, action: Action) -> None:
    seen: set[str] = set()
    for name in (*action.roles, *(use for use, _ in action.uses.values()), *(f.name for f in action.inputs.values())):
        if name.value in RESERVED or name.value == "gm":
            builder.problem(
                name, "name", f"{name.value!r} has a meaning of its own and cannot be a name", "choose another"
            )
        elif name.value in seen:
            builder.problem(name, "name", f"{name.value!r} stands for two things in this action", "choose another")
        seen.add(name.value)
    for use, kind in action.uses.values():
        things = builder.unit.model.things
        if kind.value not in things:
            hint = did_you_mean(kind.value, things)
            builder.problem(kind, "unknown-name", f"there is no kind of thing {kind.value!r}", hint)
        builder.unit.used.add(("kind", kind.value))
        builder.unit.used.add(("use", use.value))


def _permits(scope: Scope, permissions: tuple[Permission, ...]) -> Permits:
    return tuple((permission, condition(permission.condition, scope)) for permission in permissions)


def _ending(builder: Builder, scope: Scope, action: Action) -> Ending:
    layout = builder.unit.layout
    layout.looked = set()
    report, read = [], []
    for name, source in action.report:
        outside, _ = builder.begin_step()
        code = expression(source, scope)
        if code.type.kind in ("role", "thing"):
            builder.problem(name, "type", f"{code.type} is not a value that can be told", "name one of its values")
        if code.type.kind == "location":
            layout.looked.add(("raw", 0))
        report.append((name.value, plain_value(code, builder.unit.anatomy)))
        read.append(builder.seen_since(outside))
    outside, _ = builder.begin_step()
    verdict = _verdict(builder, scope, action.shows)
    judged, looks = builder.seen_since(outside), frozenset(layout.looked)
    outside, _ = builder.begin_step()
    struck = _struck(builder, scope, action.shows)
    return Ending(tuple(report), struck, verdict, tuple(read), builder.seen_since(outside), judged, looks)


def _struck(builder: Builder, scope: Scope, shows: Shows) -> Snippet | None:
    """From the slots, whose location was struck and which."""
    code: Code | None = None
    if shows.struck is not None:
        code = compile_text(shows.struck, scope)
        if code is not None and code.type.kind not in ("location", "unknown"):
            builder.problem(shows.struck, "type", f"a location is needed, this is {code.type}")
            return None
    elif builder.last_location:
        code = scope.value_of(builder.unit.variables[builder.last_location], 0)
    if code is None or code.type is UNKNOWN:
        return None
    return snippet("({}(E), {}[{}])", builder.id_of(code.type.owner), builder.unit.anatomy.names, code.run)


def _verdict(builder: Builder, scope: Scope, shows: Shows) -> Snippet | None:
    if shows.verdict is None:
        return None
    tests, names = list[Snippet](), list[str]()
    last = len(shows.verdict.pairs) - 1
    for number, (name, test) in enumerate(shows.verdict.pairs):
        if name.value not in VERDICTS:
            builder.problem(
                name, "unknown-name", f"there is no verdict {name.value!r}", did_you_mean(name.value, VERDICTS)
            )
        otherwise = test.raw.strip() == "otherwise"
        if otherwise != (number == last):
            builder.problem(test, "otherwise", "`otherwise` stands once, in the last case", "add or move it")
        code = literal(WHOLE, True) if otherwise else condition(test, scope)
        tests.append(code.run)
        names.append(name.value)
    return first_true(tests, [*names, ""])


def _finish(
    builder: Builder,
    at: Text,
    name: str,
    ending: Ending | None,
    allowed: Permits,
    permitted: Mapping[str, Permits],
    things: Mapping[str, str],
) -> Program:
    if builder.too_long:
        builder.problem(
            at, "cycle", f"{name!r} grows beyond all measure when its chains are written out", "run chains less often"
        )
    derived = _derived(builder)
    builder.close()
    unit = builder.unit
    return Program(
        name,
        unit.roles,
        tuple(builder.instructions),
        tuple(unit.layout.defaults),
        dict(unit.layout.state),
        tuple(unit.layout.constants),
        derived,
        allowed,
        permitted,
        unit.inputs,
        things,
        ending,
        tuple(_depends_on(builder, role, name) for role, name, _ in derived),
        frozenset(unit.layout.spots),
    )


def _depends_on(builder: Builder, role: int, condition: str) -> frozenset[int]:
    """The slots that decide whether a derived condition holds."""
    known = builder.unit.computed.get(("condition", role, condition))
    return known[1] if known else frozenset()


def _derived(builder: Builder) -> tuple[tuple[int, str, Code], ...]:
    """Conditions that hold by themselves, for each role."""
    found = []
    for held in builder.unit.model.conditions.values():
        if held.holds_while is None:
            continue
        for number, role in enumerate(builder.unit.roles):
            scope = builder.scope({role: number})
            try:
                found.append((number, held.id, scope.derived(number, held.id)))
            except Mistake as wrong:
                position = held.holds_while.source.position(wrong.index)
                builder.problem(position, wrong.code, wrong.message, wrong.hint)
    return tuple(found)
