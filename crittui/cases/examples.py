"""Examples as they stand in a file: what is done, with which dice, and what is expected."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field, replace

from crittui.files.creatures import DataReader
from crittui.files.nodes import Block, Items, Node
from crittui.files.reader import singular
from crittui.records import dataclass
from crittui.rules.compile.mistakes import did_you_mean
from crittui.rules.model import Action, Choose, Creature, Lookup, Model, Roll, Thing
from crittui.rules.source import Position, Problems, Source, Text
from crittui.rules.values import ValueProblem, read_value, whole_number
from crittui.rules.walking import every_step

_SHARED = {"dice", "choices", "refused", "expect"}
_WHOLE = {"title", "rules", "options", "combatants", "do"}


@dataclass(frozen=True, slots=True)
class Part:
    """One thing done in an example: an action, time passing, the end of combat, or only a look."""

    at: Position
    kind: str
    action: str = ""
    who: tuple[tuple[str, str], ...] = ()
    weapon: Thing | None = None
    things: tuple[tuple[str, Thing], ...] = ()
    inputs: tuple[tuple[str, str], ...] = ()
    unit: str = ""
    count: int = 1
    dice: tuple[tuple[Text, Node], ...] = ()
    choices: tuple[tuple[Text, Node], ...] = ()
    refused: Node | None = None
    expect: tuple[tuple[Text, Node], ...] = ()


@dataclass(frozen=True, slots=True)
class Example:
    """One example; `rules` are the ids of the rules it exercises, `problems` the mistakes in its text, which
    make it fail."""

    title: str
    at: Position
    combatants: Mapping[str, Creature]
    options: Mapping[str, str]
    parts: tuple[Part, ...]
    rules: tuple[str, ...] = ()
    problems: Problems = field(default_factory=Problems)


def read_examples(items: Items | None, model: Model) -> list[Example]:
    """All examples of a file, those with mistakes too."""
    asked = _asked(model)
    return [_ExampleReader(model, asked).example(node) for node in items.nodes] if items is not None else []


def _asked(model: Model) -> dict[str, frozenset[str]]:
    """The names under which dice are rolled and choices made."""
    steps = every_step(model)
    throws = [step.id for step in steps if isinstance(step, (Roll, Lookup))]
    choices = [step.id for step in every_step(model) if isinstance(step, (Choose, Lookup))]
    return {"dice": frozenset([*throws, *(f"{name}_either" for name in throws)]), "choices": frozenset(choices)}


class _ExampleReader(DataReader):
    def __init__(self, model: Model, asked: Mapping[str, frozenset[str]]) -> None:
        super().__init__(Problems())
        self.asked = asked
        self.given_model = model
        self.stats = model.stats
        self.known_bodies = model.bodies
        self.known_conditions = model.conditions
        self.combatants: dict[str, Creature] = {}

    def example(self, node: Node) -> Example:
        block = self.block(node, "an example") or Block(_source(node), 0, {})
        title = self.text(block.get("title"), "title")
        if title is None:
            self.wrong(block, "missing", "the example has no title", "say `title: ...`")
        sequence = "do" in block or "combatants" in block
        self._combatants(block.get("combatants"))
        parts = self._sequence(block) if sequence else tuple(p for p in (self._part(block, _WHOLE),) if p is not None)
        options = self._options_of(block.get("options"))
        rules = tuple(text.value for text in self._free_names(block.get("rules")))
        shown = title.value if title is not None else ""
        return Example(shown, block.position, self.combatants, options, parts, rules, self.problems)

    def _combatants(self, node: Node | None) -> None:
        for name, value in self.named(node, "combatants"):
            creature = self._creature(name.value, value)
            if creature is not None:
                self.combatants[name.value] = replace(creature, id=name.value)

    def _creature(self, name: str, node: Node) -> Creature | None:
        """A creature's name, or a block of data."""
        known = self.given_model.creatures
        if isinstance(node, Text) and node.value:
            if node.value not in known:
                self.wrong(
                    node, "unknown-name", f"there is no creature {node.value!r}", did_you_mean(node.value, known)
                )
                return None
            return known[node.value]
        block = self.block(node, name)
        return self.creature(name, block, self._alike(block, known)) if block is not None else None

    def _alike(self, block: Block, known: Mapping[str, Creature]) -> Creature | None:
        return self._base(block, (), lambda name, running: known.get(name), known)

    def _options_of(self, node: Node | None) -> dict[str, str]:
        found: dict[str, str] = {}
        declared = self.given_model.options
        for name, value in self.named(node, "options"):
            text = self.text(value, name.value)
            if name.value not in declared:
                self.wrong(
                    name, "unknown-name", f"there is no option {name.value!r}", did_you_mean(name.value, declared)
                )
            elif text is not None:
                option = declared[name.value]
                if self.value(text, name.value, lambda value, option=option: read_value(option, value)) is not None:  # type: ignore[misc]
                    found[name.value] = text.value
        return found

    def _sequence(self, block: Block) -> tuple[Part, ...]:
        self.keys(block, _WHOLE, "an example with `combatants`")
        found = (self._part(self.block(node, "a part of `do`"), set()) for node in self.items(block.get("do"), "do"))
        return tuple(part for part in found if part is not None)

    def _part(self, block: Block | None, whole: set[str]) -> Part | None:
        if block is None:
            return None
        if "tick" in block:
            self.keys(block, {"tick", *_SHARED}, "a tick")
            return self._shared(self._tick(block), block)
        if "combat_end" in block:
            self.keys(block, {"combat_end", *_SHARED}, "the end of combat")
            return self._shared(Part(block.position, "combat_end"), block)
        if "action" in block:
            return self._act(block, whole)
        self.keys(block, {"expect"}, "a part of `do`")
        return self._shared(Part(block.position, "look"), block)

    def _tick(self, block: Block) -> Part:
        text = self.text(block.get("tick"), "tick")
        words = text.value.split() if text is not None else []
        count = 1
        if len(words) == 2:
            try:
                count = whole_number(words[0])
            except ValueProblem as problem:
                self.wrong(block.key("tick"), "duration", str(problem))
        elif len(words) != 1:
            self.wrong(
                block.key("tick"), "duration", "a unit of time is needed", "write `tick: round` or `tick: 3 rounds`"
            )
        return Part(block.position, "tick", unit=singular(words[-1]) if words else "", count=count)

    def _act(self, block: Block, whole: set[str]) -> Part | None:
        text = self.text(block.get("action"), "action")
        actions = self.given_model.actions
        action = actions.get(text.value) if text is not None else None
        if text is None or action is None:
            self.wrong(
                block.key("action"),
                "unknown-name",
                "there is no such action",
                did_you_mean(text.value if text else "", actions),
            )
            return None
        roles = {role.value for role in action.roles}
        self.keys(
            block, {"action", "weapon", "inputs", *whole, *_SHARED, *roles, *action.uses}, f"the action {action.id!r}"
        )
        part = Part(
            block.position,
            "act",
            action.id,
            self._who(block, action),
            self._thing(block.get("weapon"), self.given_model.weapons, self.given_model.weapon, "weapon"),
            self._things(block, action),
            self._inputs(block.get("inputs"), action),
        )
        return self._shared(part, block)

    def _who(self, block: Block, action: Action) -> tuple[tuple[str, str], ...]:
        """Roles name combatants; in a single example they are made on the spot."""
        sequence = bool(self.combatants)
        found: list[tuple[str, str]] = []
        for role in action.roles:
            node = block.get(role.value)
            if node is None:
                if not sequence:
                    self.combatants[role.value] = Creature(role.value, next(iter(self.known_bodies), ""), {}, {}, ())
                elif role.value not in self.combatants:
                    self.wrong(block, "missing", f"nobody is {role.value!r}", f"say `{role.value}: COMBATANT`")
                found.append((role.value, role.value))
            elif sequence and isinstance(node, Text):
                if node.value not in self.combatants:
                    hint = did_you_mean(node.value, self.combatants)
                    self.wrong(node, "unknown-name", f"there is no combatant {node.value!r}", hint)
                found.append((role.value, node.value))
            else:
                found.append((role.value, role.value))
        if not sequence:
            self._make(block, action)
        return tuple(found)

    def _make(self, block: Block, action: Action) -> None:
        for role in action.roles:
            node = block.get(role.value)
            creature = self._creature(role.value, node) if node is not None else None
            if creature is not None:
                self.combatants[role.value] = replace(creature, id=role.value)

    def _thing(
        self, node: Node | None, known: Mapping[str, Thing], fields: Mapping[str, object], what: str
    ) -> Thing | None:
        if node is None:
            return None
        if isinstance(node, Text) and node.value:
            if node.value not in known:
                self.wrong(node, "unknown-name", f"there is no {what} {node.value!r}", did_you_mean(node.value, known))
                return None
            return known[node.value]
        block = self.block(node, what)
        if block is None:
            return None
        base = self._base(block, (), lambda name, running: known.get(name), known)
        return self.thing(f"#{what}", block, fields, base)  # type: ignore[arg-type]

    def _things(self, block: Block, action: Action) -> tuple[tuple[str, Thing], ...]:
        found = []
        for use, (_, kind) in action.uses.items():
            declared = self.given_model.things.get(kind.value)
            if use in block and declared is not None:
                thing = self._thing(block.get(use), declared.given, declared.fields, use)
                if thing is not None:
                    found.append((use, thing))
        return tuple(found)

    def _inputs(self, node: Node | None, action: Action) -> tuple[tuple[str, str], ...]:
        found = []
        for name, value in self.named(node, "inputs"):
            declared = action.inputs.get(name.value)
            text = self.text(value, name.value)
            if declared is None:
                self.wrong(
                    name,
                    "unknown-name",
                    f"the action has no input {name.value!r}",
                    did_you_mean(name.value, action.inputs),
                )
            elif text is not None:
                found.append((name.value, text.value))
        return tuple(found)

    def _shared(self, part: Part, block: Block) -> Part:
        return replace(
            part,
            dice=self._pairs(block.get("dice"), "dice"),
            choices=self._pairs(block.get("choices"), "choices"),
            refused=block.get("refused"),
            expect=self._pairs(block.get("expect"), "expect"),
        )

    def _pairs(self, node: Node | None, what: str) -> tuple[tuple[Text, Node], ...]:
        block = self.block(node, what)
        pairs = tuple(block.items()) if block is not None else ()
        for key, _ in pairs if what in self.asked else ():
            name = key.value.rpartition(".")[2]
            if name not in self.asked[what]:
                verb = "rolled" if what == "dice" else "chosen"
                hint = did_you_mean(name, sorted(self.asked[what]))
                self.wrong(key, "unknown-name", f"nothing is {verb} under the name {name!r}", hint)
        return pairs


def _source(node: Node) -> Source:
    return node.source
