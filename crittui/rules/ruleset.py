"""A ruleset ready for use."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from functools import cached_property

from crittui.records import dataclass
from crittui.rules.anatomy import Anatomy
from crittui.rules.compile.actions import check_chain, compile_action, compile_period, compile_watch
from crittui.rules.compile.context import Context
from crittui.rules.labels import Labels, text_of
from crittui.rules.model import Action, Body, Condition, Creature, Field, Label, Model, Thing
from crittui.rules.program import Program
from crittui.rules.source import Problems
from crittui.rules.state import Combatant
from crittui.rules.walking import every_step


@dataclass(frozen=True, eq=False)
class Ruleset:
    """The model of a ruleset and its programs, which are compiled when first needed.

    `digest` identifies the text of the ruleset and its add-ons.
    """

    model: Model
    digest: str = ""
    context: Context = field(default=None)  # type: ignore[assignment]
    _programs: dict[str, Program] = field(default_factory=dict)
    _periods: dict[str, Program] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if self.context is None:
            object.__setattr__(self, "context", Context(self.model, Problems()))

    # ---- what the ruleset offers

    @property
    def id(self) -> str:
        return self.model.id.value

    @property
    def language(self) -> str:
        return self.model.language

    @property
    def languages(self) -> tuple[str, ...]:
        return self.model.languages

    def title(self, language: str = "") -> str:
        return text_of(self.model.title, language or self.language, self.id)

    @property
    def options(self) -> Mapping[str, Field]:
        return self.model.options

    @property
    def stats(self) -> Mapping[str, Field]:
        return self.model.stats

    @property
    def pools(self) -> tuple[Field, ...]:
        """Pools of the whole creature, in the order of the file."""
        return tuple(stat for stat in self.model.stats.values() if stat.kind == "pool" and not stat.per_location)

    @property
    def weapon(self) -> Mapping[str, Field]:
        return self.model.weapon

    @property
    def weapons(self) -> Mapping[str, Thing]:
        return self.model.weapons

    @property
    def creatures(self) -> Mapping[str, Creature]:
        return self.model.creatures

    @property
    def bodies(self) -> Mapping[str, Body]:
        return self.model.bodies

    @property
    def conditions(self) -> Mapping[str, Condition]:
        return self.model.conditions

    @property
    def actions(self) -> Mapping[str, Action]:
        return self.model.actions

    def actions_of(self, kind: str) -> tuple[Action, ...]:
        """The actions of a kind (attack, defend, save, skill, initiative, other)."""
        return tuple(action for action in self.model.actions.values() if action.kind == kind)

    @cached_property
    def units(self) -> tuple[str, ...]:
        """The units of time the ruleset speaks of."""
        found: dict[str, None] = {}
        for condition in self.model.conditions.values():
            for unit in (condition.every, condition.until, condition.lasts.unit if condition.lasts else None):
                if unit is not None and unit.value != "combat":
                    found[unit.value] = None
        for stat in self.model.stats.values():
            if stat.until is not None and stat.until.value != "combat":
                found[stat.until.value] = None
        found.update(dict.fromkeys(self.model.units))
        found.update({unit: None for _, unit in self.model.units.values()})
        return tuple(found)

    @cached_property
    def ways_out(self) -> frozenset[str]:
        """The conditions that put whoever has one out of the fight."""
        return frozenset(condition.id for condition in self.model.conditions.values() if condition.out)

    def is_out(self, who: Combatant) -> bool:
        """Whether one of somebody's conditions puts them out of the fight."""
        out = self.ways_out
        if not out.isdisjoint(who.derived):
            return True
        return bool(who.conditions) and any(key.partition("@")[0] in out for key in who.conditions)

    def label(self, name: str, language: str = "") -> str:
        """The shown word for a name."""
        return self.labels.of(name, language)

    def text(self, label: Label, language: str = "") -> str:
        """One of a label's texts."""
        return text_of(label, language or self.language)

    @property
    def labels(self) -> Labels:
        return self.context.labels

    @property
    def anatomy(self) -> Anatomy:
        return self.context.anatomy

    # ---- programs

    def program(self, action: str) -> Program:
        """The program of an action; KeyError for an unknown one."""
        if action not in self._programs:
            self._programs[action] = compile_action(self.context, self.model.actions[action])
        return self._programs[action]

    def is_armed(self, action: str) -> bool:
        """Whether an action reads anything of a weapon."""
        return any(key[:2] == ("thing", "weapon") for key in self.program(action).constants)

    def period(self, condition: str) -> Program:
        """The program of a condition's periodic steps."""
        if condition not in self._periods:
            self._periods[condition] = compile_period(self.context, self.model.conditions[condition])
        return self._periods[condition]

    @cached_property
    def watch(self) -> Program:
        """A program without steps, to see which derived conditions hold for one combatant."""
        return compile_watch(self.context)

    def compile_all(self) -> None:
        """Compile everything, so that all problems are known."""
        for action in self.model.actions:
            self.program(action)
        for condition in self.model.conditions.values():
            if condition.steps:
                self.period(condition.id)
        for chain in self.model.chains.values():
            if ("chain", chain.name.value) not in self.context.used:
                check_chain(self.context, chain)

    def with_model(self, model: Model) -> Ruleset:
        """The same programs with other data (weapons, things): names and steps must be the same."""
        return Ruleset(model, self.digest, self.context, self._programs, self._periods)

    # ---- the author's words

    def rule_at(self, where: str, language: str = "") -> str:
        """The author's words for the step at `file:line`, or an empty text."""
        rule = self._rules.get(where)
        return text_of(rule, language or self.language) if rule else ""

    @cached_property
    def _rules(self) -> dict[str, Label]:
        return {step.name.where: step.rule for step in every_step(self.model) if step.rule}
