"""What `crittui show` tells of actions: their steps in order, by the names that examples give and expect."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping

from crittui.files.showing_data import fields, groups, joined, labelled
from crittui.files.showing_layout import Entry
from crittui.records import dataclass
from crittui.rules.model import (
    Action,
    Apply,
    Branch,
    Cases,
    Chain,
    Change,
    Choose,
    Damage,
    Expression,
    Label,
    Let,
    Lookup,
    Note,
    Remove,
    Roll,
    Run,
    Step,
    Stop,
)
from crittui.rules.ruleset import Ruleset
from crittui.rules.source import Text
from crittui.rules.walking import all_steps, every_step


@dataclass(frozen=True, slots=True)
class Telling:
    """How steps are told: `full` with every expression and every change, else what examples name.

    `first` is the role that is asked where none is named, `scope` holds the steps among which a roll
    that is `like` another finds it.
    """

    ruleset: Ruleset
    full: bool
    first: str
    scope: tuple[Step, ...] = ()

    def text(self, label: Mapping[str, Text] | Label) -> str:
        """A text in the language of the ruleset."""
        return self.ruleset.text({language: str(text) for language, text in label.items()})


def said(expression: Expression | None) -> str:
    """An expression as its author wrote it, in one line."""
    if expression is None:
        return ""
    if isinstance(expression, Cases):
        return "; ".join(f"{said(value)} {_case(condition)}" for value, condition in expression.pairs)
    return " ".join(expression.value.split())


def _case(condition: Text) -> str:
    return "otherwise" if condition.value == "otherwise" else f"if {said(condition)}"


def action(ruleset: Ruleset, one: Action, full: bool) -> Iterator[Entry]:
    """An action: what a call gives, its steps, what it reports."""
    tell = Telling(ruleset, full, one.roles[0].value if one.roles else "", _scope(ruleset, one.steps))
    for use, (_, kind) in one.uses.items():
        yield Entry(f"uses {use}", f"a {kind.value}")
    for permission in one.allowed:
        yield Entry("only if", labelled(said(permission.condition), permission.words))
    for name, declared in one.inputs.items():
        yield from fields(ruleset, {name: declared}, lead="input ")
        yield from (Entry("only if", labelled(said(p.condition), p.words), 2) for p in declared.allowed)
    yield from steps(tell, one.steps)
    if full:
        yield from (Entry(f"reports {name.value}", said(value)) for name, value in one.report)
    elif one.report:
        yield Entry("reports", ", ".join(name.value for name, _ in one.report))


def chain(ruleset: Ruleset, one: Chain, full: bool) -> Iterator[Entry]:
    """A chain: what is handed over to it, and its steps."""
    # What a chain's roll is like may stand in any action that runs the chain.
    elsewhere = tuple(step for step in every_step(ruleset.model) if isinstance(step, Roll) and not step.like)
    for name, declared in one.inputs.items():
        yield Entry(f"let {name}", "whatever it is handed" if declared.typed_later else f"handed over: {declared.kind}")
    first = one.roles[0].value if one.roles else "the first role"
    yield from steps(Telling(ruleset, full, first, (*all_steps(one.steps), *elsewhere)), one.steps)


def _scope(ruleset: Ruleset, found: Iterable[Step]) -> tuple[Step, ...]:
    """The steps with those of the chains that they run."""
    scope: list[Step] = []
    for step in all_steps(found):
        scope.append(step)
        called = ruleset.model.chains.get(step.id) if isinstance(step, Run) else None
        scope += _scope(ruleset, called.steps) if called is not None else ()
    return tuple(scope)


def steps(tell: Telling, found: Iterable[Step], depth: int = 1) -> Iterator[Entry]:
    """The steps in their order, each followed by those in its branches."""
    for step in found:
        teller = _TELLERS.get(type(step))
        yield from teller(tell, step, depth) if teller is not None else ()
        for branch in _branches(step):
            nested = list(steps(tell, branch.then, depth + 2))
            if nested:
                yield Entry(f"if {step.id} is {branch.name.value}:", depth=depth + 1)
                yield from nested


def _branches(step: Step) -> tuple[Branch, ...]:
    return step.outcomes if isinstance(step, Roll) else step.options if isinstance(step, Choose) else ()


def _when(step: Step) -> str:
    return f"when {said(step.when)}" if step.when is not None else ""


def _to(step: Damage | Change | Apply | Remove) -> str:
    to = f"to {said(step.to)}" if step.to is not None else ""
    at = f"at {said(step.at)}" if step.at is not None else ""
    return " ".join(part for part in (to, at) if part)


# ---- what is asked


def _roll(tell: Telling, step: Roll, depth: int) -> Iterator[Entry]:
    by = f"by {step.by.value}" if step.by is not None else ""
    dice = " ".join(part for part in (_dice(step) + _goal(step), by) if part)
    names = [outcome.name.value for outcome in outcomes(tell.scope, step)]
    comes_to = ("yes, no" if step.chance is not None else ", ".join(names)) or "its total"
    yield Entry(f"roll {step.id}", joined(f"{dice}: {comes_to}", _when(step)), depth)
    if tell.full:
        yield from (Entry(one.name.value, said(one.when), depth + 1) for one in step.outcomes if one.when is not None)
        yield from (
            Entry(word, said(shift), depth + 1)
            for word, shift in (("better", step.better), ("worse", step.worse))
            if shift is not None
        )


def _dice(step: Roll) -> str:
    if step.like is not None:
        without = f" without {', '.join(name.value for name in step.without)}" if step.without else ""
        dice = f"like {step.like.value}{without}"
    elif step.chance is not None:
        dice = f"{step.chance[0]} in {step.chance[1]} (a d{step.chance[1]})"
    else:
        dice = said(step.dice)
    return dice + (f" times {said(step.times)}" if step.times is not None else "")


def _modifiers(modifiers: tuple[tuple[Text, Expression], ...]) -> str:
    return "".join(f" + {_term(amount)}" for _, amount in modifiers)


def _term(amount: Expression) -> str:
    """An expression as a part of a sum: in parentheses if it has parts itself."""
    if isinstance(amount, Cases) or not amount.value.replace(".", "").replace("_", "").isalnum():
        return f"({said(amount)})"
    return amount.value


def _goal(step: Roll) -> str:
    """What is added and what it is compared with; rolling under, it is the goal that is added to."""
    added = _modifiers(step.modifiers)
    if step.under is not None:
        return f" under {_term(step.under)}{added}"
    return added + (f" against {_term(step.against)}" if step.against is not None else "")


def outcomes(scope: Iterable[Step], step: Roll, depth: int = 0) -> tuple[Branch, ...]:
    """The outcomes of a roll, its own or those of the roll that it is like."""
    if step.outcomes or step.like is None or depth > 8:
        return step.outcomes
    model = next((one for one in scope if isinstance(one, Roll) and one.id == step.like.value), None)
    return outcomes(scope, model, depth + 1) if model is not None else ()


def _lookup(tell: Telling, step: Lookup, depth: int) -> Iterator[Entry]:
    where = "; ".join(
        f"in {name.value}" + (f" {_case(when)}" if when is not None else "") for name, when in step.tables
    )
    parts = (
        f"row {said(step.row)}, if there is one" if step.row is not None else "",
        f"number {said(step.value)}, nothing is rolled" if step.value is not None else "",
        f"chosen by {step.chosen_by.value}" if step.chosen_by is not None else "",
        f"dice {said(step.dice)}" if step.dice is not None else "",
        f"modified{_modifiers(step.modifiers)}" if step.modifiers else "",
        f"by {step.by.value}" if step.by is not None else "",
        f"column {said(step.column)}" if step.column is not None else "",
        f"again if {said(step.again)}" if step.again is not None else "",
    )
    yield Entry(f"lookup {step.id}", joined(where, *parts, _when(step)), depth)
    either = groups(tell.ruleset) if any(name.value == "body" for name, _ in step.tables) else []
    if either and step.chosen_by is None:
        told = "; ".join(f"of {name}, a d{len(members)}: {', '.join(members)}" for name, members in either)
        yield Entry(f"roll {step.id}_either", told, depth)


def _choose(tell: Telling, step: Choose, depth: int) -> Iterator[Entry]:
    by = f"asks {step.by.value if step.by is not None else tell.first}"
    pick = f"{step.pick} of " if step.pick != 1 else ""
    offered = ", ".join(_option(option) for option in step.options)
    default = f"default {said(step.default)}" if step.default is not None else ""
    yield Entry(f"choose {step.id}", joined(f"{by}: {pick}{offered}", default, _when(step)), depth)
    if tell.full:
        yield from (
            Entry(one.name.value, labelled(f"if {said(one.when)}" if one.when else "", tell.text(one.label)), depth + 1)
            for one in step.options
            if one.when is not None or one.label
        )


def _option(option: Branch) -> str:
    if option.each is not None:
        return f"{option.name.value} (by the name of one of {said(option.each)})"
    return option.name.value


def _let(tell: Telling, step: Let, depth: int) -> Iterator[Entry]:
    if not tell.full:
        yield Entry("let", joined(", ".join(name.value for name, _ in step.values), _when(step)), depth)
        return
    for name, value in step.values:
        yield Entry(f"let {name.value}", joined(said(value), _when(step)), depth)


# ---- what is changed and told


def _damage(tell: Telling, step: Damage, depth: int) -> Iterator[Entry]:
    name = f"as {step.result.value}" if step.result is not None else ""
    if tell.full:
        most = f"at most {said(step.most)}" if step.most is not None else ""
        over = f"the rest into {step.overflow.value}" if step.overflow is not None else ""
        yield Entry(f"damage {step.id}", joined(said(step.amount), name, _to(step), most, over, _when(step)), depth)
    elif name:
        yield Entry(f"damage {step.id}", joined(name, _when(step)), depth)


def _change(tell: Telling, step: Change, depth: int) -> Iterator[Entry]:
    if tell.full:
        yield Entry(f"{step.verb} {step.id}", joined(said(step.amount) or "1", _to(step), _when(step)), depth)


def _apply(tell: Telling, step: Apply, depth: int) -> Iterator[Entry]:
    if tell.full:
        value = f"value {said(step.value)}" if step.value is not None else ""
        lasts = f"for {said(step.lasts.count)} {step.lasts.unit.value}" if step.lasts is not None else ""
        yield Entry(f"apply {step.id}", joined(_to(step), value, lasts, _when(step)), depth)


def _remove(tell: Telling, step: Remove, depth: int) -> Iterator[Entry]:
    if tell.full:
        yield Entry(f"remove {step.id}", joined(_to(step), _when(step)), depth)


def _note(tell: Telling, step: Note | Stop, depth: int) -> Iterator[Entry]:
    text = tell.text(step.texts)
    yield Entry("note" if isinstance(step, Note) else "stop", joined(f'"{text}"' if text else "", _when(step)), depth)


def _run(tell: Telling, step: Run, depth: int) -> Iterator[Entry]:
    who = f"for {', '.join(one.value for one in step.who)}" if step.who else ""
    given = ", ".join(f"{name.value}: {said(value)}" for name, value in step.inputs) if tell.full else ""
    yield Entry(f"run {step.id}", joined(who, given, _when(step)), depth)


_TELLERS: dict[type[Step], Callable[..., Iterator[Entry]]] = {
    Roll: _roll,
    Lookup: _lookup,
    Choose: _choose,
    Let: _let,
    Damage: _damage,
    Change: _change,
    Apply: _apply,
    Remove: _remove,
    Note: _note,
    Stop: _note,
    Run: _run,
}
