"""The verb roll: dice, modifiers, goal, outcomes."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from crittui.rules.compile import expressions
from crittui.rules.compile.builder import Builder, KnownRoll
from crittui.rules.compile.code import Code, in_slot, literal
from crittui.rules.compile.expressions import condition, first_true, whole
from crittui.rules.compile.mistakes import did_you_mean
from crittui.rules.compile.scope import Scope
from crittui.rules.compile.snippet import Late, Snippet, lines, snippet, within
from crittui.rules.compile.types import DICE, WHOLE, YESNO
from crittui.rules.compile.unit import ROLL_WORDS, Variable
from crittui.rules.dice import Dice, Throw
from crittui.rules.events import Rolled
from crittui.rules.model import Branch, Expression, Roll, Step
from crittui.rules.program import AskRoll, Target, Throwing
from crittui.rules.requests import Modifier

CompileSteps = Callable[[Builder, Scope, Sequence[Step]], None]

MULTIPLE = ("highest", "lowest", "second")
THROWN = ("natural", *MULTIPLE)


def compile_roll(builder: Builder, scope: Scope, step: Roll, compile_steps: CompileSteps) -> None:
    """roll: what is left out is copied from the roll named by `like`."""
    known = _merged(builder, scope, step)
    if known is None:
        return
    builder.rolls[step.id] = known
    throwing = _throwing(builder, known, step)
    variable = builder.variable(step.name, "roll")
    builder.typed(variable, WHOLE, step.name)
    variable.goal = variable.goal or known.goal is not None
    _declare(builder, variable, known)
    outside, _ = builder.begin_step()
    outcome = _outcome(builder, known, step)
    _emit(builder, step, known, throwing, outcome, builder.seen_since(outside))
    for branch, inner in known.outcomes:
        run_branch(builder, inner, branch, _is_outcome(builder, step.id, branch), compile_steps)


def run_branch(builder: Builder, scope: Scope, branch: Branch, test: Code, compile_steps: CompileSteps) -> None:
    """The steps of a branch, carried out when it was the one taken."""
    if branch.then:
        after = Target()
        builder.unless(test, after)
        compile_steps(builder, scope, branch.then)
        builder.mark(after)


def _is_outcome(builder: Builder, roll: str, branch: Branch) -> Code:
    slot = builder.unit.layout.result(roll, "outcome", "")
    name = branch.name.value
    return Code(YESNO, snippet("(S[{}] == {})", slot, name))


def _merged(builder: Builder, scope: Scope, step: Roll) -> KnownRoll | None:
    copied = None
    if step.like is not None:
        copied = builder.rolls.get(step.like.value)
        if copied is None:
            hint = did_you_mean(step.like.value, builder.rolls) or "only an earlier roll of this action can be copied"
            builder.problem(step.like, "unknown-name", f"there is no roll {step.like.value!r} above", hint)
            return None
    base = copied or KnownRoll(step, None, None, None, None, {}, (), None, None, False, builder.first(scope))
    return KnownRoll(
        step,
        _part(step.dice, scope) or (None if step.chance else base.dice),
        step.chance or (None if step.dice is not None else base.chance),
        _part(step.times, scope) or base.times,
        _part(step.against or step.under, scope) or base.goal,
        _modifiers(builder, scope, step, base),
        tuple((branch, scope) for branch in step.outcomes) or (() if step.chance else base.outcomes),
        (step.better, scope) if step.better is not None else base.better,
        (step.worse, scope) if step.worse is not None else base.worse,
        step.under is not None or (step.against is None and base.under),
        builder.by(step.by, scope) if step.by is not None or copied is None else base.by,
    )


def _part(source: Expression | None, scope: Scope) -> tuple[Expression, Scope] | None:
    return (source, scope) if source is not None else None


def _modifiers(builder: Builder, scope: Scope, step: Roll, base: KnownRoll) -> dict[str, tuple[Expression, Scope]]:
    merged = dict(base.modifiers)
    for name in step.without:
        if name.value not in merged:
            hint = did_you_mean(name.value, merged)
            builder.problem(name, "unknown-name", f"the copied roll has no modifier {name.value!r}", hint)
        merged.pop(name.value, None)
    merged.update({name.value: (value, scope) for name, value in step.modifiers})
    return merged


# ---- what to roll


def _throwing(builder: Builder, known: KnownRoll, step: Roll) -> Late:
    dice = _dice(builder, known, step)
    times = whole(*known.times) if known.times is not None else None
    goal = whole(*known.goal) if known.goal is not None else None
    modifiers = [(name, whole(source, scope)) for name, (source, scope) in known.modifiers.items()]
    if known.chance is not None:
        chance = Throwing(Dice.of(1, known.chance[1]), (), known.chance[0], under=True)
        return Late(snippet("return {}", chance))
    thrown = snippet("{}.times(max(0, {}))", dice.run, times.run) if times is not None else dice.run
    if known.under and goal is not None:
        throwing = snippet("return {}(dice, parts, {} + modifier, True)", Throwing, goal.run)
    else:
        goal = goal or literal(WHOLE, None)
        throwing = snippet("return {}(dice, parts, {}, False, None, modifier)", Throwing, goal.run)
    return Late(lines(snippet("dice = {}", thrown), adding(modifiers), throwing))


def adding(modifiers: Sequence[tuple[str, Code]]) -> Snippet:
    """Lines that put together as `parts` which modifiers count: those that are not 0. Their sum is the `modifier`."""
    found = [snippet("parts = ()\nmodifier = 0")]
    for name, code in modifiers:
        part = snippet("parts += ({}({}, value),)\nmodifier += value", Modifier, name)
        found += [snippet("value = {}", code.run), within(snippet("if value:"), part)]
    return lines(*found)


def _dice(builder: Builder, known: KnownRoll, step: Roll) -> Code:
    if known.chance is not None:
        return literal(DICE, Dice.of(1, known.chance[1]))
    if known.dice is None:
        builder.problem(
            step.name, "missing", f"the roll {step.id!r} has no dice", "say `dice: d20` or `chance: 1 in 3`"
        )
        return literal(DICE, Dice.NOTHING)
    return expressions.dice(*known.dice)


# ---- outcomes


def _declare(builder: Builder, variable: Variable, known: KnownRoll) -> None:
    if known.chance is not None:
        variable.branches.update({"yes": None, "no": None})
        for branch, _ in known.outcomes:
            if branch.name.value not in ("yes", "no"):
                builder.problem(branch.name, "chance", "a chance comes to `yes` or `no`", "call the outcome so")
    variable.branches.update({branch.name.value: None for branch, _ in known.outcomes})


def _outcome(builder: Builder, known: KnownRoll, step: Roll) -> Snippet:
    """Lines that find, from the slots of the roll, the name of its `outcome`."""
    if known.chance is not None:
        slot, limit = builder.unit.layout.result(step.id, "natural", 0), known.chance[0]
        return snippet("outcome = 'yes' if S[{}] <= {} else 'no'", slot, limit)
    if not known.outcomes:
        return snippet("outcome = ''")
    words = LazyWords(builder, step.id, known.goal is not None)
    tests = _tests(builder, known, words)
    names = tuple(branch.name.value for branch, _ in known.outcomes)
    shifts = [
        (condition(text, scope.inside(words)).run, by)
        for part, by in ((known.better, -1), (known.worse, 1))
        if part is not None
        for text, scope in (part,)
    ]
    if not shifts:
        return snippet("outcome = {}", first_true(tests, names))
    last = len(names) - 1
    found = [snippet("place = {}", first_true(tests, range(last + 1)))]
    found += [snippet("if {}: place = min({}, max(0, place + {}))", test, last, by) for test, by in shifts]
    return lines(*found, snippet("outcome = {}[place]", names))


def _tests(builder: Builder, known: KnownRoll, words: LazyWords) -> list[Snippet]:
    tests: list[Snippet] = []
    last = len(known.outcomes) - 1
    for number, (branch, scope) in enumerate(known.outcomes):
        otherwise = branch.when is None or branch.when.raw.strip() == "otherwise"
        if otherwise and number < last:
            builder.problem(
                branch.name, "unreachable", "outcomes below `otherwise` are never reached", "move it to the end"
            )
        if not otherwise and number == last:
            builder.problem(branch.name, "otherwise", "the last outcome must be `otherwise`", "write `NAME: otherwise`")
        if otherwise or branch.when is None:
            tests.append(snippet("{}", True))
        else:
            tests.append(condition(branch.when, scope.inside(words)).run)
    return tests


class LazyWords(dict[str, Code]):
    """The bare words of a roll's own outcomes; a slot is made only for one that is read."""

    def __init__(self, builder: Builder, name: str, goal: bool) -> None:
        known = {word for word in ROLL_WORDS if goal or word not in ("goal", "margin", "success")}
        super().__init__({word: literal(WHOLE, 0) for word in known})
        self.builder = builder
        self.name = name

    def __getitem__(self, word: str) -> Code:
        kind, default = ROLL_WORDS[word]
        key = "value" if word == "total" else word
        return in_slot(kind, self.builder.unit.layout.result(self.name, key, default))


# ---- the instruction


def _emit(
    builder: Builder,
    step: Roll,
    known: KnownRoll,
    throwing: Late,
    outcome: Snippet,
    reads: frozenset[int],
) -> None:
    layout = builder.unit.layout
    result = layout.result(step.id, "outcome", "")

    def take() -> Snippet:
        return lines(
            snippet("total = throw.total + what.modifier"),
            _into(layout.results, step.id, {"value": "total", "made": "True"}),
            storing(layout.results, step.id),
            outcome,
            snippet("S[{}] = outcome", result),
        )

    tell = told(builder, step.id, known.by, step.name.where, result)
    single = lambda: any((step.id, word) in layout.results for word in MULTIPLE)  # noqa: E731
    named = result if known.outcomes or known.chance is not None else None
    asks, takes, where = throwing, Late(take, TAKES), step.name.where
    builder.emit(AskRoll(where, step.id, known.by, asks, takes, tell, single, reads=reads, outcome=named, always=True))


TAKES = "S, E, what, throw"
"""The parameters of what keeps a throw."""


def storing(slots: Mapping[tuple[str, str], int], name: str) -> Snippet:
    """Lines that fill the slots of a roll that some step reads, from its `total`."""
    thrown = _into(slots, name, {word: f"throw.{word}" for word in THROWN})
    aimed = _into(slots, name, {"goal": "goal", "margin": "margin", "success": "margin >= 0"})
    if not aimed.text:
        return thrown
    margin = snippet("goal = what.goal\nmargin = goal - total if what.under else total - goal")
    return lines(thrown, within(snippet("if what.goal is not None:"), margin, aimed))


def _into(slots: Mapping[tuple[str, str], int], name: str, values: Mapping[str, str]) -> Snippet:
    """Lines that put values, by their words, into those slots of a roll that there are."""
    read = {slots[name, word]: text for word, text in values.items() if (name, word) in slots}
    return lines(*(snippet("S[{}] = {}", slot, snippet(text)) for slot, text in read.items()))


Tell = Callable[[Any, Any, Throwing, Throw, bool], tuple[Rolled, ...]]


def told(builder: Builder, name: str, by: int, where: str, outcome: int | None) -> Tell:
    """The event of a roll."""
    who = builder.id_of(by)

    def tell(S: Any, E: Any, what: Throwing, throw: Throw, by_hand: bool) -> tuple[Rolled, ...]:
        total = throw.total + what.modifier
        return (
            Rolled(
                name,
                who(E),
                str(what.dice),
                throw.faces,
                throw.natural,
                what.modifiers,
                total,
                what.goal,
                what.under,
                S[outcome] if outcome is not None else "",
                by_hand,
                what.standing is None or total in what.standing,
                where,
            ),
        )

    return tell
