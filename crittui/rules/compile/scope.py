"""What the names in an expression mean at one place of a ruleset."""

from __future__ import annotations

from collections import ChainMap
from collections.abc import Callable, Mapping, MutableMapping
from dataclasses import field
from typing import Any

from crittui.records import dataclass
from crittui.rules.compile.code import Code, in_constant, in_slot, literal
from crittui.rules.compile.mistakes import Mistake, did_you_mean
from crittui.rules.compile.snippet import snippet
from crittui.rules.compile.syntax import Name, Node
from crittui.rules.compile.types import UNKNOWN, WHOLE, Type, nothing, type_of_field
from crittui.rules.compile.unit import ROLL_WORDS, Unit, Variable
from crittui.rules.model import Choose, Field, Lookup, Roll
from crittui.rules.source import Text
from crittui.rules.walking import every_step

NOBODY = snippet("0")
"""What stands for itself has no value of its own: only its parts have one."""


@dataclass(slots=True)
class Scope:
    """Names at one place: the roles as they are called here, and what else may be said.

    `words` are bare words such as those of a roll's own outcomes; `entry` holds the fields of `it`;
    `own` is the role whose stats may be named bare, as in a formula.
    """

    unit: Unit
    roles: dict[str, int]
    words: MutableMapping[str, Code] = field(default_factory=dict)
    entry: tuple[Mapping[str, Field], int] | None = None
    compile: Callable[[Text, Scope], Code | None] | None = None
    own: int | None = None

    def inside(self, words: dict[str, Code]) -> Scope:
        """The same place with these bare words, too."""
        return Scope(self.unit, self.roles, ChainMap(words, self.words), self.entry, self.compile, self.own)

    def of_entry(self, fields: Mapping[str, Field], slot: int) -> Scope:
        """The same place where `it` is an entry of a list."""
        return Scope(self.unit, self.roles, self.words, (fields, slot), self.compile, self.own)

    def renamed(self, roles: dict[str, int]) -> Scope:
        return Scope(self.unit, roles, self.words, self.entry, self.compile)

    # ---- names

    def resolve(self, node: Name) -> Code:
        """The code of a name; raises Mistake for one that means nothing here."""
        code, at = self._head(node)
        while at < len(node.parts):
            name, index, top = node.parts[at], node.indexes[at], node.parts[at + 1 : at + 2] == ("max",)
            if top and code.type.kind == "location" and self._has_top(name):
                code, at = self._spread(code, name, maximum=True), at + 2
            else:
                code, at = self._field(code, name, index), at + 1
        return code

    def _has_top(self, name: str) -> bool:
        declared = self.unit.model.stats.get(name)
        return declared is not None and declared.per_location and declared.kind == "pool"

    def _head(self, node: Name) -> tuple[Code, int]:
        """The code of the beginning of a name, and how many parts it took."""
        first = node.parts[0]
        if first in self.words:
            return self.words[first], 1
        if first == "option":
            return self._option(node), 2
        if self.own is not None and first in self.unit.model.stats:
            maximum = node.parts[1:2] == ("max",)
            return self.stat(self.own, first, node.index, maximum), 2 if maximum else 1
        if (first == "weapon" and self.own is None) or first in self.unit.things:
            return self._thing(node, first)
        if first == "it" and self.entry is not None:
            return self._it(node), 2
        if first in self.roles:
            return self._role(node)
        if first in self.unit.variables:
            return self._variable(node, self.unit.variables[first])
        if first in self.unit.inputs:
            return self._input(first), 1
        raise Mistake(node.index, "unknown-name", f"there is no {first!r} here", self._advice(first))

    def _advice(self, name: str) -> str:
        if name in ROLL_WORDS:
            return f"{name!r} alone is known in the outcomes of a roll; write ROLL.{name}"
        own = self.unit.model.stats if self.own is not None else ()
        known = [
            *own,
            *self.words,
            *self.roles,
            *self.unit.variables,
            *self.unit.inputs,
            *self.unit.things,
            "option",
            "weapon",
        ]
        if any(isinstance(step, (Roll, Lookup, Choose)) and step.id == name for step in every_step(self.unit.model)):
            return "a result can be used only below its step"
        return did_you_mean(name, known) or "a result can be used only below its step"

    def _option(self, node: Name) -> Code:
        options = self.unit.model.options
        name = self._second(node, options, "option")
        self.unit.used.add(("option", name))
        return in_constant(type_of_field(options[name]), self.unit.layout.constant("option", name))

    def _second(self, node: Name, known: Mapping[str, object], what: str) -> str:
        if len(node.parts) < 2:
            raise Mistake(node.index, "name", f"{node.parts[0]!r} alone is not a value", f"write {node.parts[0]}.NAME")
        name = node.parts[1]
        if name not in known:
            raise Mistake(node.indexes[1], "unknown-name", f"there is no {what} {name!r}", did_you_mean(name, known))
        return name

    def fields_of_thing(self, name: str) -> Mapping[str, Field]:
        if name == "weapon":
            return self.unit.model.weapon
        return self.unit.model.things[self.unit.things[name]].fields

    def thing_field(self, thing: str, name: str) -> Code:
        kind = "weapon" if thing == "weapon" else self.unit.things[thing]
        self.unit.used.add(("weapon", name) if thing == "weapon" else ("thing", kind, name))
        index = self.unit.layout.constant("thing", thing, name)
        return in_constant(type_of_field(self.fields_of_thing(thing)[name]), index)

    def _thing(self, node: Name, first: str) -> tuple[Code, int]:
        if len(node.parts) == 1:
            return Code(Type("thing"), NOBODY, subject=first), 1
        return self.thing_field(first, self._second(node, self.fields_of_thing(first), f"field of {first}")), 2

    def _it(self, node: Name) -> Code:
        assert self.entry is not None
        fields, slot = self.entry
        name = self._second(node, fields, "field of the entry")
        kind = type_of_field(fields[name])
        return Code(kind, snippet("S[{}][1][{}]", slot, name))

    def _input(self, name: str) -> Code:
        self.unit.used.add(("input", self.unit.action, name))
        index = self.unit.layout.constant("input", name)
        if self.unit.inputs[name].kind == "location":
            self.unit.layout.looked.add(("source", 0))
        return in_constant(type_of_field(self.unit.inputs[name], self.unit.owner), index)

    # ---- combatants

    def _role(self, node: Name) -> tuple[Code, int]:
        role = self.roles[node.parts[0]]
        if len(node.parts) == 1:
            return Code(Type("role"), NOBODY, subject=role), 1
        name = node.parts[1]
        if name in self.unit.model.stats:
            maximum = len(node.parts) > 2 and node.parts[2] == "max"
            return self.stat(role, name, node.indexes[1], maximum), 3 if maximum else 2
        if name in self.unit.model.conditions:
            return self._number_of(role, name, node.indexes[1]), 2
        if name in self.unit.anatomy.index:
            place = self.unit.anatomy.index[name]
            self.unit.layout.looked.add(("source", 0))
            return Code(Type("location", owner=role), snippet("{}", place)), 2
        known = [*self.unit.model.stats, *self.unit.model.conditions, *self.unit.anatomy.names[1:]]
        raise Mistake(node.indexes[1], "unknown-name", f"a combatant has no {name!r}", did_you_mean(name, known))

    def stat(self, role: int, name: str, index: int, maximum: bool = False) -> Code:
        """A stat of the combatant in a role; with `maximum` the upper end of a pool or counter."""
        declared = self.unit.model.stats[name]
        layout = self.unit.layout
        self.unit.used.add(("stat", name))
        if declared.per_location:
            raise Mistake(index, "type", f"{name!r} is kept for each location", f"write LOCATION.{name}")
        if declared.kind == "formula":
            return self._formula(role, name)
        if maximum:
            if declared.kind not in ("pool", "counter"):
                raise Mistake(index, "unknown-name", f"{name!r} has no maximum", "only pools and counters have one")
            return in_constant(WHOLE, layout.constant("max", role, name))
        if declared.kind in ("pool", "counter"):
            return in_slot(WHOLE, layout.of_state("pool", role, name))
        return in_constant(type_of_field(declared), layout.constant("score", role, name))

    def _formula(self, role: int, name: str) -> Code:
        declared = self.unit.model.stats[name]
        assert declared.formula is not None
        return self._computed("stat", role, name, declared.formula)

    def derived(self, role: int, name: str) -> Code:
        """Whether a condition with `while` holds for the combatant in a role."""
        condition = self.unit.model.conditions[name]
        assert condition.holds_while is not None
        return self._computed("condition", role, name, condition.holds_while)

    def _computed(self, kind: str, role: int, name: str, text: Text) -> Code:
        """A formula, compiled once for each role; its slots are touched wherever it is used."""
        key, layout = (kind, role, name), self.unit.layout
        if key not in self.unit.computed:
            assert self.compile is not None
            self.unit.computed[key] = None
            outside = layout.touched, layout.looked
            layout.touched, layout.looked = set(), set()
            try:
                code = self.compile(text, Scope(self.unit, {"self": role}, compile=self.compile, own=role))
            except RecursionError:
                del self.unit.computed[key]
                what = f"the way to {name!r} leads through too many others, each worked out from the next"
                raise Mistake(text.start, "cycle", what, "put several of them together") from None
            finally:
                seen = frozenset(layout.touched), frozenset(layout.looked)
                layout.touched, layout.looked = outside
            self.unit.computed[key] = code or literal(UNKNOWN, 0), *seen
        found = self.unit.computed[key]
        if found is None:
            raise Mistake(text.start, "cycle", f"{name!r} depends on itself", "break the circle")
        layout.touched |= found[1]
        layout.looked |= found[2]
        return found[0]

    def _number_of(self, role: int, name: str, index: int) -> Code:
        condition = self.unit.model.conditions[name]
        if condition.per_location or condition.holds_while is not None:
            hint = f"write `LOCATION is {name}`" if condition.per_location else f"write `is {name}`"
            raise Mistake(index, "type", f"{name!r} carries no number here", hint)
        self.unit.used.add(("condition", name))
        slot = self.unit.layout.of_state("held", role, name)
        return Code(WHOLE, snippet("(S[{}] or 0)", slot))

    # ---- results of steps

    def _variable(self, node: Name, variable: Variable) -> tuple[Code, int]:
        layout = self.unit.layout
        if len(node.parts) > 1:
            attribute = node.parts[1]
            if "roll" in variable.kinds and attribute in ROLL_WORDS:
                if attribute in ("goal", "margin", "success") and not variable.goal:
                    raise Mistake(
                        node.indexes[1],
                        "name",
                        f"the roll {variable.name!r} is against nothing",
                        "give it `against` or `under`",
                    )
                kind, default = ROLL_WORDS[attribute]
                key = "value" if attribute == "total" else attribute
                return in_slot(kind, layout.result(variable.name, key, default)), 2
            if "damage" in variable.kinds and attribute in ("dealt", "overflow", "lost"):
                key = "value" if attribute == "dealt" else attribute
                return in_slot(WHOLE, layout.result(variable.name, key, 0)), 2
        return self.value_of(variable, node.index), 1

    def tested(self, node: Node) -> Code | None:
        """A roll or choice of which only the outcome is asked: its number need not be kept for that."""
        if not isinstance(node, Name) or len(node.parts) > 1 or node.parts[0] in (*self.words, *self.roles):
            return None
        variable = self.unit.variables.get(node.parts[0])
        if variable is None or not variable.kinds & {"roll", "choice"}:
            return None
        return Code(Type("roll"), NOBODY, subject=variable)

    def value_of(self, variable: Variable, index: int) -> Code:
        """A result by its name alone."""
        layout = self.unit.layout
        if "choice" in variable.kinds:
            slot = layout.result(variable.name, "name", "")
            kind = Type("choice", tuple(variable.branches), fields=variable.fields)
            return Code(kind, in_slot(kind, slot).run, subject=variable)
        if variable.value is None:
            raise Mistake(index, "type", f"{variable.name!r} is not a value")
        default = {"row": None, "location": 0}.get(variable.value.kind, 0)
        code = in_slot(variable.value, layout.result(variable.name, "value", default))
        return Code(code.type, code.run, subject=variable)

    # ---- fields

    def _field(self, code: Code, name: str, index: int) -> Code:
        kind = code.type.kind
        if kind == "location":
            return self.of_location(code, name, index)
        if kind == "row":
            return self._of_row(code, name, index)
        if kind == "choice":
            return self._of_entry(code, name, index)
        if kind == "unknown":
            return code
        raise Mistake(index, "unknown-name", f"{code.type} has no {name!r}")

    def of_location(self, base: Code, name: str, index: int) -> Code:
        """A declared field, a per-location stat or condition at a location."""
        model, layout, owner, at = self.unit.model, self.unit.layout, base.type.owner, base.run
        if name in model.location:
            self.unit.used.add(("location", name))
            table = layout.constant("field", owner, name)
            kind = type_of_field(model.location[name], owner)
            return Code(kind, snippet("E[{}][{}]", table, at))
        if name in model.stats and model.stats[name].per_location:
            return self._spread(base, name)
        if name in model.conditions and model.conditions[name].per_location:
            first = layout.of_places("held", owner, name)
            return Code(WHOLE, snippet("(S[{} + {}] or 0)", first, at))
        known = [*model.location, *(s for s, f in model.stats.items() if f.per_location)]
        raise Mistake(index, "unknown-name", f"a location has no {name!r}", did_you_mean(name, known))

    def _spread(self, base: Code, name: str, maximum: bool = False) -> Code:
        declared, layout, at = self.unit.model.stats[name], self.unit.layout, base.run
        self.unit.used.add(("stat", name))
        if maximum:
            tops = layout.constant("maxima", base.type.owner, name)
            return Code(WHOLE, snippet("E[{}][{}]", tops, at))
        if declared.kind in ("pool", "counter"):
            first = layout.of_places("pool", base.type.owner, name)
            return Code(WHOLE, snippet("S[{} + {}]", first, at))
        table = layout.constant("spread", base.type.owner, name)
        return Code(type_of_field(declared), snippet("E[{}][{}]", table, at))

    def _of_row(self, code: Code, name: str, index: int) -> Code:
        declared = code.type.fields.get(name)
        if declared is None:
            raise Mistake(
                index, "unknown-name", f"this table has no field {name!r}", did_you_mean(name, code.type.fields)
            )
        value = snippet(
            "(cell.values.get({}, {}) if (cell := {}) is not None else {})",
            name, declared.default, code.run, _empty(declared),
        )  # fmt: skip
        return Code(type_of_field(declared), value)

    def _of_entry(self, code: Code, name: str, index: int) -> Code:
        declared = code.type.fields.get(name)
        if declared is None:
            raise Mistake(
                index, "unknown-name", f"what is chosen has no {name!r}", did_you_mean(name, code.type.fields)
            )
        slot = self.unit.layout.result(code.subject.name, "entry", None)
        value = snippet("(S[{0}][{1}] if S[{0}] is not None else {2})", slot, name, _empty(declared))
        return Code(type_of_field(declared), value)


def _empty(declared: Field) -> Any:
    return nothing(type_of_field(declared))
