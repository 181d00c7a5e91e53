"""The verb choose."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from crittui.records import dataclass
from crittui.rules.compile.builder import Builder
from crittui.rules.compile.code import Code
from crittui.rules.compile.expressions import compile_text, condition
from crittui.rules.compile.mistakes import did_you_mean
from crittui.rules.compile.rolls import CompileSteps, run_branch
from crittui.rules.compile.scope import Scope
from crittui.rules.compile.snippet import snippet
from crittui.rules.compile.types import YESNO
from crittui.rules.compile.unit import Variable
from crittui.rules.labels import text_of
from crittui.rules.model import Branch, Choose
from crittui.rules.program import AskChoice, Choice, Choosing
from crittui.rules.requests import Refusal

Test = Callable[[Any, Any], bool]


@dataclass(frozen=True, slots=True)
class _Option:
    branch: Branch
    test: Test | None
    entries: Callable[[Any, Any], Any] | None
    graded: tuple[str, ...] = ()
    """The fields of an entry that are choices."""
    allowed: tuple[tuple[str, Test], ...] = ()

    @property
    def name(self) -> str:
        return self.branch.name.value


def compile_choose(builder: Builder, scope: Scope, step: Choose, compile_steps: CompileSteps) -> None:
    """choose: only what is available is offered; one left of one to pick is taken silently."""
    variable = builder.variable(step.name, "choice")
    layout = builder.unit.layout
    entry = layout.result(step.id, "it", None)
    options = [_option(builder, scope, variable, branch, step, entry) for branch in step.options]
    variable.branches.update({option.name: None for option in options})
    _check(builder, step, options)
    picked, name, chosen = (
        layout.result(step.id, key, d) for key, d in (("picked", ()), ("name", ""), ("entry", None))
    )

    def take(S: list[Any], E: tuple[Any, ...], choices: tuple[Choice, ...]) -> None:
        S[picked] = tuple(choice.option for choice in choices)
        S[name] = ", ".join(choice.name for choice in choices)
        entries = [choice.entry for choice in choices if choice.entry is not None]
        S[chosen] = entries[0][1] if entries else None

    builder.emit(
        AskChoice(
            step.name.where,
            step.id,
            builder.by(step.by, scope),
            _prompt(builder, step),
            _offer(builder, step, options, entry),
            take,
        )
    )
    for option in options:
        run_branch(builder, scope, option.branch, _was_picked(picked, option.name), compile_steps)


def _was_picked(slot: int, name: str) -> Code:
    return Code(YESNO, snippet("({} in S[{}])", name, slot))


def _option(builder: Builder, scope: Scope, variable: Variable, branch: Branch, step: Choose, entry: int) -> _Option:
    entries = None
    graded: tuple[str, ...] = ()
    if branch.each is not None:
        code = compile_text(branch.each, scope)
        if code is not None and code.type.kind != "list":
            builder.problem(branch.each, "type", f"`each` needs a list, this is {code.type}")
        elif code is not None:
            entries = code.run
            variable.fields.update(code.type.fields)
            graded = tuple(name for name, field in code.type.fields.items() if field.kind == "choice")
            scope = scope.of_entry(code.type.fields, entry)
        if step.pick > 1:
            builder.problem(branch.each, "step", "`each` does not go with `pick`", "ask once for each")
    test = condition(branch.when, scope).run if branch.when is not None else None
    allowed = tuple((one.words, condition(one.condition, scope).run) for one in branch.allowed)
    return _Option(branch, test, entries, graded, allowed)


def _check(builder: Builder, step: Choose, options: list[_Option]) -> None:
    names = [option.name for option in options]
    if not names:
        builder.problem(step.name, "missing", f"the choice {step.id!r} has no options", "give `options:`")
    if step.default is not None and step.default.value not in names:
        hint = did_you_mean(step.default.value, names)
        builder.problem(step.default, "unknown-name", f"there is no option {step.default.value!r}", hint)
    if not 1 <= step.pick <= max(1, len(names)):
        builder.problem(step.name, "shape", f"{step.pick} of {len(names)} cannot be picked")


def _prompt(builder: Builder, step: Choose) -> Callable[[Any], str]:
    language = builder.constant("language")
    fallback = builder.labels
    return lambda E: text_of(step.ask, E[language]) or fallback.of(step.id, E[language])


def _offer(builder: Builder, step: Choose, options: list[_Option], slot: int) -> Callable[[Any, Any], Choosing | None]:
    language, labels = builder.constant("language"), builder.labels
    default = step.default.value if step.default is not None else ""

    def label(option: _Option, E: Any) -> str:
        return text_of(option.branch.label, E[language]) or labels.of(option.name, E[language])

    def offer(S: list[Any], E: tuple[Any, ...]) -> Choosing | None:
        found: list[Choice] = []
        refused: list[Refusal] = []
        for option in options:
            if option.entries is None:
                if option.test is not None and not option.test(S, E):
                    continue
                words = next((words for words, holds in option.allowed if not holds(S, E)), None)
                if words is not None:
                    refused.append(Refusal(option.name, label(option, E), labels.of(words, E[language])))
                else:
                    found.append(Choice(_free(option.name, option.name, found), label(option, E), option.name))
                continue
            for entry in option.entries(S, E):
                S[slot] = entry
                if option.test is None or option.test(S, E):
                    name = _free(entry[0], option.name, found)
                    detail = ", ".join(labels.of(entry[1][field], E[language]) for field in option.graded)
                    found.append(Choice(name, labels.of(entry[0], E[language]), option.name, detail, entry))
            S[slot] = None
        if not found:
            return None
        usual = next((choice.name for choice in found if choice.option == default), found[0].name)
        return Choosing(tuple(found), min(step.pick, len(found)), usual, tuple(refused))

    return offer


def _free(name: str, option: str, found: list[Choice]) -> str:
    """The name of an answer; of two alike, the later is `option: name`."""
    return f"{option}: {name}" if any(choice.name == name for choice in found) else name
