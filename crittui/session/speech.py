"""The words a ruleset has for its own names, each looked up where its author put it.

A name may stand for several things at once (a score and a roll both called attack), so every kind of
name has a way of its own to its word.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Protocol

from crittui.rules.model import Branch, Change, Choose, Label, Let, Lookup, Roll, Step
from crittui.rules.ruleset import Ruleset
from crittui.rules.walking import every_step


class SpokenCondition(Protocol):
    """What the log needs to know of a condition."""

    @property
    def mark(self) -> str: ...
    @property
    def wound(self) -> str: ...
    @property
    def out(self) -> bool: ...


class Speech(Protocol):
    """What the log needs of a ruleset. `where` is the step, `file:line`."""

    @property
    def language(self) -> str: ...
    @property
    def conditions(self) -> Mapping[str, SpokenCondition]: ...
    @property
    def pools(self) -> Sequence[str]: ...
    def step(self, name: str, where: str) -> str: ...
    def branch(self, name: str, where: str) -> str: ...
    def tone(self, name: str, where: str) -> str: ...
    def action(self, name: str) -> str: ...
    def aims(self, action: str) -> Sequence[str]: ...
    def weapon(self, name: str) -> str: ...
    def place(self, name: str) -> str: ...
    def condition(self, name: str) -> str: ...
    def becomes(self, name: str) -> str: ...
    def table(self, name: str) -> str: ...
    def is_stand_in(self, table: str) -> bool: ...
    def option(self, name: str) -> str: ...
    def word(self, name: str) -> str: ...
    def rule(self, where: str) -> str: ...
    def verb(self, where: str) -> str: ...


class RulesetSpeech:
    """The speech of a ruleset in one language (empty: its own)."""

    def __init__(self, ruleset: Ruleset, language: str = "") -> None:
        self._ruleset = ruleset
        self._model = ruleset.model
        self.language = language or ruleset.language
        steps = _steps(ruleset)
        self._steps = {step.name.where: step for step in steps if isinstance(step, Roll | Lookup | Choose)}
        self._lets = {name.where: step.rule for step in steps if isinstance(step, Let) for name, _ in step.values}
        self._verbs = {step.name.where: step.verb for step in steps if isinstance(step, Change)}
        self.pools = tuple(stat.id for stat in self._model.stats.values() if stat.kind == "pool")
        self._rolls = {step.id: step for step in self._steps.values() if isinstance(step, Roll) and step.outcomes}

    @property
    def conditions(self) -> Mapping[str, SpokenCondition]:
        return self._model.conditions

    @property
    def throws(self) -> list[Roll | Lookup]:
        """The steps for which dice may fall."""
        return [step for step in self._steps.values() if isinstance(step, Roll | Lookup)]

    def step(self, name: str, where: str) -> str:
        """The label of a roll, lookup or choice."""
        step = self._steps.get(where)
        return self._said(step.label if step is not None and step.id == name else {}, name)

    def branch(self, name: str, where: str) -> str:
        """The label of an outcome or an option."""
        branch = self._branch(name, where)
        return self._said(branch.label if branch else {}, name)

    def tone(self, name: str, where: str) -> str:
        """How the author wants an outcome to be taken, or nothing."""
        branch = self._branch(name, where)
        return branch.tone if branch else ""

    def action(self, name: str) -> str:
        action = self._model.actions.get(name)
        return self._said(action.label if action else {}, name)

    def aims(self, action: str) -> Sequence[str]:
        """The inputs of an action that take a place: where a blow is aimed."""
        known = self._model.actions.get(action)
        return [name for name, given in known.inputs.items() if given.kind == "location"] if known else []

    def weapon(self, name: str) -> str:
        thing = self._model.weapons.get(name)
        return self._said(thing.label if thing else {}, name)

    def place(self, name: str) -> str:
        places = (body.locations[name] for body in self._model.bodies.values() if name in body.locations)
        labels = (place.label for place in places if place.label)
        return self._said(next(labels, {}), name)

    def condition(self, name: str) -> str:
        condition = self._model.conditions.get(name)
        return self._said(condition.label if condition else {}, name)

    def becomes(self, name: str) -> str:
        """The verb for whom a condition begins; empty when the author gave none in this language."""
        condition = self._model.conditions.get(name)
        return self._said(condition.becomes, "") if condition is not None else ""

    def table(self, name: str) -> str:
        table = self._model.tables.get(name)
        return self._said(table.label if table else {}, name)

    def is_stand_in(self, table: str) -> bool:
        """Whether the rows of a table are made up in place of the book's."""
        known = self._model.tables.get(table)
        return known is not None and known.stand_in

    def option(self, name: str) -> str:
        """The label of a house rule."""
        option = self._model.options.get(name)
        return self._said(option.label if option else {}, name)

    def word(self, name: str) -> str:
        """The word for a name that has no place for a label."""
        return self._said({}, name)

    def rule(self, where: str) -> str:
        """The author's words for a step; those for a block of values belong to each of them."""
        rule = self._lets.get(where)
        return self._ruleset.text(rule, self.language) if rule else self._ruleset.rule_at(where, self.language)

    def verb(self, where: str) -> str:
        """How the step at `where` changes a pool or counter: gain, spend or set; empty for any other step."""
        return self._verbs.get(where, "")

    def _said(self, label: Label, name: str) -> str:
        """The label, else the entry in `words`, else the name: that is in the author's own language."""
        known = self._model.words.get(name)
        for texts in (label, known[1] if known else {}):
            for language in (self.language, "", self._ruleset.language):
                if texts.get(language):
                    return texts[language]
        return name.replace("_", " ")

    def _branch(self, name: str, where: str) -> Branch | None:
        step = self._steps.get(where)
        while isinstance(step, Roll) and not step.outcomes and step.like is not None:
            step = self._rolls.get(step.like.value)
        branches = step.outcomes if isinstance(step, Roll) else step.options if isinstance(step, Choose) else ()
        return next((branch for branch in branches if branch.name.value == name), None)


def _steps(ruleset: Ruleset) -> list[Step]:
    return list(every_step(ruleset.model))


@lru_cache(maxsize=8)
def speech_of(ruleset: Ruleset, language: str = "") -> RulesetSpeech:
    """The speech of a ruleset, kept for as long as it is in use."""
    return RulesetSpeech(ruleset, language)
