"""Steps that change pools, counters and conditions."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from crittui.records import dataclass
from crittui.rules.compile.builder import Builder
from crittui.rules.compile.code import Code, literal
from crittui.rules.compile.expressions import compile_text, whole
from crittui.rules.compile.mistakes import did_you_mean
from crittui.rules.compile.scope import Scope
from crittui.rules.compile.snippet import Late, Snippet, lines, snippet, within
from crittui.rules.compile.types import WHOLE
from crittui.rules.events import Damaged
from crittui.rules.model import Apply, Change, Condition, Damage, Field, Lasting, Remove, Step
from crittui.rules.program import Do
from crittui.rules.source import Text


@dataclass(frozen=True, slots=True)
class Spot:
    """Where a pool, counter or condition of somebody is kept, among `writes`: in the slot `first`, or as far behind it
    as the number of the location `at` (None: it needs no location)."""

    first: int
    at: Snippet | None
    writes: frozenset[int]

    @property
    def slot(self) -> Snippet:
        """Which slot that is, in what is done `here`."""
        return snippet("{}", self.first) if self.at is None else snippet("slot")

    def here(self, *pieces: Snippet, otherwise: str = "pass") -> Snippet:
        """The pieces, done with the slot at hand; what is done instead at no location at all."""
        if self.at is None:
            return lines(*pieces)
        return lines(
            snippet("place = {}", self.at),
            within(snippet("if place:"), snippet("slot = {} + place", self.first), *pieces),
            snippet("else: " + otherwise),
        )


def _spot(
    builder: Builder, scope: Scope, step: Step, kind: str, role: int, name: str, spread: bool, at: Text | None
) -> Spot:
    """Where a value of a combatant is kept; per-location ones need a location."""
    layout = builder.unit.layout
    if not spread:
        if at is not None:
            builder.problem(at, "type", f"{name!r} is not kept for each location", "leave `at` out")
        slot = layout.of_state(kind, role, name)
        return Spot(slot, None, frozenset((slot,)))
    first = layout.of_places(kind, role, name)
    code = _location(builder, scope, step, role, at, name)
    block = frozenset(range(first, first + len(layout.anatomy.names)))
    return Spot(first, code.run, block)


def _location(builder: Builder, scope: Scope, step: Step, role: int, at: Text | None, name: str) -> Code:
    if at is None:
        builder.problem(step.name, "missing", f"{name!r} is kept for each location", "say `at: LOCATION`")
        return literal(WHOLE, 0)
    number = builder.unit.anatomy.index.get(at.value)
    if number is not None and at.value not in builder.unit.variables and at.value not in builder.unit.inputs:
        return _named_location(builder, role, at, number)
    code = compile_text(at, scope)
    if code is not None and code.type.kind not in ("location", "unknown"):
        builder.problem(at, "type", f"a location is needed, this is {code.type}")
        return literal(WHOLE, 0)
    return code or literal(WHOLE, 0)


def _named_location(builder: Builder, role: int, at: Text, number: int) -> Code:
    """A location by its name; none for a body that does not have it."""
    bodies = builder.unit.model.bodies.values()
    if any(at.value in body.locations and body.locations[at.value].members for body in bodies):
        builder.problem(at, "either", f"{at.value!r} stands for several locations", "name one of them")
    places = builder.constant("places", role)
    builder.unit.layout.looked.add(("source", 0))
    return Code(WHOLE, snippet("({0} if {0} in E[{1}] else 0)", number, places))


def _pool(builder: Builder, name: Text, kinds: tuple[str, ...]) -> Field | None:
    stats = builder.unit.model.stats
    declared = stats.get(name.value)
    if declared is None or declared.kind not in kinds:
        known = [stat.id for stat in stats.values() if stat.kind in kinds]
        what = "pool" if kinds == ("pool",) else "pool or counter"
        builder.problem(name, "unknown-name", f"there is no {what} {name.value!r}", did_you_mean(name.value, known))
        return None
    builder.unit.used.add(("stat", name.value))
    return declared


# ---- damage


def compile_damage(builder: Builder, scope: Scope, step: Damage) -> None:
    """damage: cap, take from the pool down to its minimum, run on into the overflow pools; the rest is lost."""
    declared = _pool(builder, step.name, ("pool",))
    if declared is None or step.amount is None:
        return
    role = builder.role(step.to, scope, builder.last(scope))
    amount = whole(step.amount, scope)
    most = whole(step.most, scope) if step.most is not None else None
    pools = _pools(builder, step, declared)
    spots = [_spot_of(builder, scope, step, role, pool, pools) for pool in pools]
    results = _results(builder, step)
    came = [snippet("came = {}", amount.run)]
    pieces = [snippet("rest = came")]
    if most is not None:
        came.append(snippet("most = {}", most.run))
        pieces.append(snippet("if rest > most: rest = most if most > 0 else 0"))
    pieces.append(_taking(spots[0], declared))
    if len(pools) == 1:
        pieces.append(snippet("S[{}], S[{}], S[{}] = part, 0, came - part", *results))
    else:
        pieces.append(_running_over(spots[1:], pools[1:]))
        pieces.append(snippet("S[{}], S[{}], S[{}] = taken, overflow, came - taken - overflow", *results))
    damage = lines(
        *came,
        within(snippet("if came > 0:"), *pieces),
        snippet("else: S[{}] = S[{}] = S[{}] = 0", *results),
    )
    tell = _damaged(builder, step, role, spots[0], results)
    writes = frozenset(results).union(*(spot.writes for spot in spots))
    builder.emit(Do(step.name.where, Late(damage), tell, writes=writes))


def _spot_of(builder: Builder, scope: Scope, step: Damage, role: int, pool: Field, pools: list[Field]) -> Spot:
    """The place serves those of the pools that are kept for each location."""
    spread = any(other.per_location for other in pools)
    at = step.at if pool.per_location or not spread else None
    return _spot(builder, scope, step, "pool", role, pool.id, pool.per_location, at)


def _taking(spot: Spot, pool: Field) -> Snippet:
    """Lines that take from a pool what it can take of the rest, as `part`: down to its minimum, where it has one."""
    part = snippet("part = rest")
    if pool.minimum is not None:
        part = snippet("room = now - {}\npart = rest if rest <= room else room if room > 0 else 0", pool.minimum)
    now, then = snippet("now = S[{}]", spot.slot), snippet("S[{}] = now - part", spot.slot)
    return spot.here(now, part, then, otherwise="part = 0")


def _running_over(spots: Sequence[Spot], pools: Sequence[Field]) -> Snippet:
    """Lines that take what is left then from these pools, one after the other, as `overflow`."""
    pieces = [snippet("taken = part\nrest -= part\noverflow = 0")]
    for spot, pool in zip(spots, pools, strict=True):
        onto = _taking(spot, pool), snippet("overflow += part\nrest -= part")
        pieces.append(within(snippet("if rest:"), *onto))
    return lines(*pieces)


def _pools(builder: Builder, step: Damage, declared: Field) -> list[Field]:
    """The pool and those its excess runs on into."""
    pools, overflow = [declared], step.overflow or declared.overflow
    while overflow is not None and overflow.value != "none":
        following = _pool(builder, overflow, ("pool",))
        if following is None:
            break
        if following in pools:
            builder.problem(overflow, "cycle", f"the pools {', '.join(p.id for p in pools)} run over in a circle")
            break
        pools.append(following)
        overflow = following.overflow
    return pools


def _results(builder: Builder, step: Damage) -> tuple[int, int, int]:
    layout = builder.unit.layout
    if step.result is not None:
        variable = builder.variable(step.result, "damage")
        builder.typed(variable, WHOLE, step.result)
    name = step.result.value if step.result is not None else f"#{len(builder.instructions)}"
    return layout.result(name, "value", 0), layout.result(name, "overflow", 0), layout.result(name, "lost", 0)


def _damaged(builder: Builder, step: Damage, role: int, spot: Spot, results: tuple[int, int, int]) -> Any:
    who, where, names = builder.id_of(role), step.name.where, builder.unit.anatomy.names
    label = step.result.value if step.result is not None else ""

    def tell(S: Any, E: Any) -> tuple[Damaged, ...]:
        dealt, overflow, lost = (S[slot] for slot in results)
        at = names[spot.at(S, E)] if spot.at is not None else ""
        return (Damaged(label, who(E), step.id, at, dealt + overflow + lost, dealt, overflow, lost, where),)

    return tell


# ---- gain, spend, set


def compile_change(builder: Builder, scope: Scope, step: Change) -> None:
    """gain and spend stay between minimum and maximum; set does not."""
    declared = _pool(builder, step.name, ("pool", "counter"))
    if declared is None:
        return
    role = builder.role(step.to, scope, builder.first(scope))
    if step.verb == "set" and declared.per_location:
        builder.problem(
            step.name, "type", "`set` does not work on a pool kept for each location", "use `gain` or `spend`"
        )
        return
    amount = whole(step.amount, scope) if step.amount is not None else literal(WHOLE, 1)
    spot = _spot(builder, scope, step, "pool", role, declared.id, declared.per_location, step.at)
    maximum = _maximum(builder, role, declared, spot)
    if step.verb == "set":
        change = snippet("S[{}] = {}", spot.slot, amount.run)
    else:
        sign, minimum = {"gain": "+", "spend": "-"}[step.verb], declared.minimum
        limited = "now = S[{0}]\nS[{0}] = {1}(now, now {2} {3}, {4}, {5})"
        change = snippet(limited, spot.slot, between, snippet(sign), amount.run, minimum, maximum)
    builder.emit(Do(step.name.where, Late(spot.here(change)), writes=spot.writes))


def _maximum(builder: Builder, role: int, declared: Field, spot: Spot) -> Snippet:
    if spot.at is None:
        return snippet("E[{}]", builder.constant("max", role, declared.id))
    return snippet("E[{}][place]", builder.constant("maxima", role, declared.id))


def between(before: int, after: int, minimum: int | None, maximum: int | None) -> int:
    """`after` within the limits, never pulled back over a limit that was exceeded before."""
    if maximum is not None and after > maximum:
        after = max(before, maximum) if after > before else after
    if minimum is not None and after < minimum:
        after = min(before, minimum) if after < before else after
    return after


# ---- conditions


def _condition(builder: Builder, step: Step) -> Condition | None:
    conditions = builder.unit.model.conditions
    found = conditions.get(step.id)
    if found is None:
        hint = did_you_mean(step.id, conditions)
        builder.problem(step.name, "unknown-name", f"there is no condition {step.id!r}", hint)
        return None
    builder.unit.used.add(("condition", step.id))
    if found.holds_while is not None:
        message = f"{step.id!r} holds by itself (it has `while`)"
        builder.problem(step.name, "type", message, "change what it depends on")
        return None
    return found


def compile_apply(builder: Builder, scope: Scope, step: Apply) -> None:
    """apply: a condition held already takes the larger number (or the sum) and the longer time."""
    found = _condition(builder, step)
    if found is None:
        return
    role = builder.role(step.to, scope, builder.last(scope))
    spot = _spot(builder, scope, step, "held", role, found.id, found.per_location, step.at)
    layout = builder.unit.layout
    if found.per_location:
        held, left = layout.of_places("held", role, found.id), layout.of_places("left", role, found.id)
    else:
        held, left = layout.of_state("held", role, found.id), layout.of_state("left", role, found.id)
    value = whole(step.value, scope) if step.value is not None else literal(WHOLE, 1)
    lasts = _lasting(builder, scope, step.lasts or found.lasts)
    apart = left - held
    larger = "old + new" if found.adds else "max(old, new)"
    apply = spot.here(
        snippet("old, new, lasts = S[{}], {}, {}", spot.slot, value.run, lasts.run),
        snippet("S[{0} + {1}] = lasts if old is None else {2}(S[{0} + {1}], lasts)", spot.slot, apart, _longer),
        snippet("S[{}] = new if old is None else {}", spot.slot, snippet(larger)),
    )
    writes = spot.writes | {place + apart for place in spot.writes}
    builder.emit(Do(step.name.where, Late(apply), writes=writes))


def _lasting(builder: Builder, scope: Scope, lasts: Lasting | None) -> Code:
    if lasts is None:
        return literal(WHOLE, None)
    builder.unit.used.add(("unit", lasts.unit.value))
    count, unit = whole(lasts.count, scope), lasts.unit.value
    return Code(WHOLE, snippet("(max(0, {}), {})", count.run, unit))


def _longer(old: tuple[int, str] | None, new: tuple[int, str] | None) -> tuple[int, str] | None:
    """The longer of two times; no end is longest, and of two units the newer one counts."""
    if old is None or new is None:
        return None
    return new if new[1] != old[1] or new[0] > old[0] else old


def compile_remove(builder: Builder, scope: Scope, step: Remove) -> None:
    """remove: without `at`, a per-location condition ends everywhere."""
    found = _condition(builder, step)
    if found is None:
        return
    role = builder.role(step.to, scope, builder.last(scope))
    layout = builder.unit.layout
    if found.per_location and step.at is None:
        first = layout.of_places("held", role, found.id)
        block = list(range(first, first + len(builder.unit.anatomy.names)))
        builder.emit(Do(step.name.where, _clear(block), writes=frozenset(block)))
        return
    spot = _spot(builder, scope, step, "held", role, found.id, found.per_location, step.at)
    remove = spot.here(snippet("S[{}] = None", spot.slot))
    builder.emit(Do(step.name.where, Late(remove), writes=spot.writes))


def _clear(slots: list[int]) -> Callable[[Any, Any], None]:
    def clear(S: list[Any], E: tuple[Any, ...]) -> None:
        for slot in slots:
            S[slot] = None

    return clear
