"""Steps: one verb each, a few keys, nested steps in branches."""

from __future__ import annotations

import re
from collections.abc import Callable

from crittui.files.fields import FieldReader
from crittui.files.nodes import Block, Items, Node
from crittui.rules.compile.mistakes import did_you_mean
from crittui.rules.model import (
    Apply,
    Branch,
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
from crittui.rules.source import Text

_SHARED = {"when", "rule", "label"}
_KEYS: dict[str, set[str]] = {
    "roll": {
        "dice",
        "chance",
        "times",
        "modifiers",
        "against",
        "under",
        "by",
        "outcomes",
        "better",
        "worse",
        "like",
        "without",
    },
    "lookup": {"table", "dice", "modifiers", "value", "row", "chosen_by", "by", "column", "again", "to"},
    "choose": {"by", "ask", "options", "default", "pick"},
    "let": set(),
    "damage": {"amount", "to", "at", "most", "overflow", "as"},
    "gain": {"amount", "to", "at"},
    "spend": {"amount", "to", "at"},
    "set": {"value", "to", "at"},
    "apply": {"to", "at", "value", "for"},
    "remove": {"to", "at"},
    "note": set(),
    "run": {"with", "who"},
    "stop": set(),
}
VERBS = tuple(_KEYS)
TONES = ("critical", "fumble", "good")
_CHANCE = re.compile(r"(?:(\d{1,2}|100)\s*%|(\d{1,4})\s+in\s+(\d{1,4}))\Z")


class StepReader(FieldReader):
    """Reads steps."""

    def steps(self, node: Node | None, what: str) -> tuple[Step, ...]:
        """A list of steps; those with a mistake are left out."""
        found = (self.step(one, what) for one in self.items(node, what))
        return tuple(step for step in found if step is not None)

    def step(self, node: Node, what: str) -> Step | None:
        if not isinstance(node, Block):
            self.wrong(
                node,
                "step",
                f"a step of {what} begins with a verb",
                f"write `- roll: NAME` or another of {', '.join(VERBS)}",
            )
            return None
        verbs = [key for key, _ in node.items() if key.value in _KEYS]
        if not verbs:
            first = next((key for key, _ in node.items()), None)
            hint = did_you_mean(first.value, VERBS) if first is not None else ""
            self.wrong(first or node, "step", "this step has no verb", hint or f"there is {', '.join(VERBS)}")
            return None
        if len(verbs) > 1:
            message = f"two verbs in one step: {verbs[0].value} and {verbs[1].value}"
            self.wrong(verbs[1], "step", message, "begin each step with `- `")
            return None
        verb = verbs[0].value
        self.keys(node, {verb, *_SHARED, *_KEYS[verb]}, f"the step `{verb}`")
        return _READ[verb](self, node, _Head(self, node, verbs[0]))

    # ---- the verbs

    def roll(self, node: Block, head: _Head) -> Step | None:
        name = head.name()
        if name is None:
            return None
        if "against" in node and "under" in node:
            self.wrong(
                node.key("under"), "step", "a roll is either `against` or `under` something", "leave one of them out"
            )
        if "dice" in node and "chance" in node:
            self.wrong(node.key("chance"), "step", "a roll has either `dice` or a `chance`", "leave one of them out")
        return Roll(
            name,
            *head.shared,
            dice=self._expression(node, "dice"),
            chance=self._chance(node),
            times=self._expression(node, "times"),
            modifiers=self._modifiers(node),
            against=self._expression(node, "against"),
            under=self._expression(node, "under"),
            by=self.name(node.get("by"), "by"),
            outcomes=self._outcomes(node),
            better=self.text(node.get("better"), "better"),
            worse=self.text(node.get("worse"), "worse"),
            like=self.name(node.get("like"), "like"),
            without=self._free_names(node.get("without")),
        )

    def _expression(self, node: Block, key: str) -> Expression | None:
        return self.expression(node.get(key), f"`{key}`")

    def _modifiers(self, node: Block) -> tuple[tuple[Text, Expression], ...]:
        block = self.block(node.get("modifiers"), "modifiers")
        pairs = ((key, self.expression(value, key.value)) for key, value in block.items()) if block is not None else ()
        return tuple((key, value) for key, value in pairs if value is not None)

    def _free_names(self, node: Node | None) -> tuple[Text, ...]:
        nodes = node.nodes if isinstance(node, Items) else (node,) if node is not None else ()
        found = (self.text(one, "a name") for one in nodes)
        return tuple(text for text in found if text is not None)

    def _chance(self, node: Block) -> tuple[int, int] | None:
        text = self.text(node.get("chance"), "chance")
        if text is None:
            return None
        match = _CHANCE.match(text.value.strip())
        if match is not None:
            count, sides = (int(match[1]), 100) if match[1] else (int(match[2]), int(match[3]))
            if 1 <= count <= sides and 2 <= sides <= 1000:
                return count, sides
        self.wrong(text, "chance", f"{text.value!r} is no chance", "write it like `50%` or `1 in 3`")
        return 1, 2

    def _outcomes(self, node: Block) -> tuple[Branch, ...]:
        found: list[Branch] = []
        for name, value in self._branches(node.get("outcomes"), "outcomes"):
            if isinstance(value, Block):
                self.keys(value, {"when", "label", "then", "tone"}, f"the outcome {name.value!r}")
                tone = self.one_of(value.get("tone"), "tone", TONES, "") if "tone" in value else ""
                when = self.text(value.get("when"), "when")
                then = self.steps(value.get("then"), f"the outcome {name.value!r}")
                found.append(Branch(name, when, self.label(value.get("label")), then, tone=tone))
            else:
                when = self.text(value, f"the outcome {name.value!r}")
                found.append(Branch(name, when if when is not None and when.value else None))
        return tuple(found)

    def _branches(self, node: Node | None, what: str) -> list[tuple[Text, Node]]:
        """Names that `is` can test."""
        found = self.named(node, what)
        self.after_is(name for name, _ in found)
        return found

    def lookup(self, node: Block, head: _Head) -> Step | None:
        name = head.name()
        if name is None:
            return None
        if "value" in node and "dice" in node:
            self.wrong(node.key("value"), "step", "`value` needs no dice", "leave one of them out")
        return Lookup(
            name,
            *head.shared,
            tables=self._tables(node, name),
            dice=self._expression(node, "dice"),
            modifiers=self._modifiers(node),
            value=self._expression(node, "value"),
            row=self.text(node.get("row"), "row"),
            chosen_by=self.name(node.get("chosen_by"), "chosen_by"),
            by=self.name(node.get("by"), "by"),
            column=self.text(node.get("column"), "column"),
            again=self.text(node.get("again"), "again"),
            to=self.name(node.get("to"), "to"),
        )

    def _tables(self, node: Block, name: Text) -> tuple[tuple[Text, Text | None], ...]:
        table = node.get("table")
        if table is None:
            self.wrong(name, "missing", f"the lookup {name.value!r} has no table", "say `table: body` or name a table")
            return ()
        if isinstance(table, Text):
            return ((table, None),)
        cases = self.expression(table, "`table`")
        return tuple(cases.pairs) if cases is not None and not isinstance(cases, Text) else ()

    def choose(self, node: Block, head: _Head) -> Step | None:
        name = head.name()
        if name is None:
            return None
        return Choose(
            name,
            *head.shared,
            by=self.name(node.get("by"), "by"),
            ask=self.label(node.get("ask"), "ask"),
            options=self._options(node),
            default=self.text(node.get("default"), "default"),
            pick=self.whole(node.get("pick"), "pick", 1),
        )

    def _options(self, node: Block) -> tuple[Branch, ...]:
        found: list[Branch] = []
        for name, value in self._branches(node.get("options"), "options"):
            if isinstance(value, Block):
                self.keys(value, {"when", "label", "then", "each", "allowed"}, f"the option {name.value!r}")
                when, each = self.text(value.get("when"), "when"), self.text(value.get("each"), "each")
                then = self.steps(value.get("then"), f"the option {name.value!r}")
                allowed = self.allowed(value.get("allowed"))
                if allowed and each is not None:
                    self.wrong(value.key("allowed"), "step", "`allowed` does not go with `each`", "use `when`")
                found.append(Branch(name, when, self.label(value.get("label")), then, each, allowed=allowed))
            else:
                text = self.text(value, f"the option {name.value!r}")
                found.append(Branch(name, None, {"": text.value} if text is not None and text.value else {}))
        return tuple(found)

    def let(self, node: Block, head: _Head) -> Step | None:
        pairs = ((name, self.expression(value, name.value)) for name, value in self.named(node.get("let"), "let"))
        values = tuple((name, value) for name, value in pairs if value is not None)
        return Let(head.verb, *head.shared, values=values)

    def damage(self, node: Block, head: _Head) -> Step | None:
        name = head.name()
        if name is None:
            return None
        amount = self._expression(node, "amount")
        if amount is None:
            self.wrong(name, "missing", "this damage has no amount", "say `amount: ...`")
        return Damage(
            name,
            *head.shared,
            amount=amount,
            to=self.name(node.get("to"), "to"),
            at=self.text(node.get("at"), "at"),
            most=self._expression(node, "most"),
            overflow=self.name(node.get("overflow"), "overflow"),
            result=self.name(node.get("as"), "as"),
        )

    def change(self, node: Block, head: _Head) -> Step | None:
        name = head.name()
        if name is None:
            return None
        key = "value" if head.verb.value == "set" else "amount"
        amount = self._expression(node, key)
        if key == "value" and amount is None:
            self.wrong(name, "missing", "`set` needs a value", "say `value: ...`")
            return None
        to, at = self.name(node.get("to"), "to"), self.text(node.get("at"), "at")
        return Change(name, *head.shared, verb=head.verb.value, amount=amount, to=to, at=at)

    def apply(self, node: Block, head: _Head) -> Step | None:
        name = head.name()
        if name is None:
            return None
        return Apply(
            name,
            *head.shared,
            to=self.name(node.get("to"), "to"),
            at=self.text(node.get("at"), "at"),
            value=self._expression(node, "value"),
            lasts=self.lasting(node.get("for"), "`for`"),
        )

    def remove(self, node: Block, head: _Head) -> Step | None:
        name = head.name()
        if name is None:
            return None
        return Remove(name, *head.shared, to=self.name(node.get("to"), "to"), at=self.text(node.get("at"), "at"))

    def note(self, node: Block, head: _Head) -> Step | None:
        return Note(head.verb, *head.shared, texts=self.texts(node.get("note"), "note"))

    def stop(self, node: Block, head: _Head) -> Step | None:
        return Stop(head.verb, *head.shared, texts=self.texts(node.get("stop"), "stop"))

    def run(self, node: Block, head: _Head) -> Step | None:
        name = head.name()
        if name is None:
            return None
        pairs = ((key, self.expression(value, key.value)) for key, value in self.named(node.get("with"), "with"))
        inputs = tuple((key, value) for key, value in pairs if value is not None)
        who = self.names(node.get("who"), "who") if "who" in node else None
        return Run(name, *head.shared, inputs=inputs, who=who)


class _Head:
    """The verb of a step, its name and what all steps share."""

    def __init__(self, reader: StepReader, node: Block, verb: Text) -> None:
        self.reader = reader
        self.node = node
        self.verb = verb
        when = reader.text(node.get("when"), "when")
        self.shared: tuple[Text | None, Label, Label] = (
            when,
            reader.label(node.get("rule"), "rule"),
            reader.label(node.get("label")),
        )

    def name(self) -> Text | None:
        node = self.node.get(self.verb.value)
        if isinstance(node, Text) and node.value == "":
            self.reader.wrong(
                self.verb, "missing", f"`{self.verb.value}` needs a name", f"write `- {self.verb.value}: NAME`"
            )
            return None
        return self.reader.name(node, f"`{self.verb.value}`")


_READ: dict[str, Callable[[StepReader, Block, _Head], Step | None]] = {
    "roll": StepReader.roll,
    "lookup": StepReader.lookup,
    "choose": StepReader.choose,
    "let": StepReader.let,
    "damage": StepReader.damage,
    "gain": StepReader.change,
    "spend": StepReader.change,
    "set": StepReader.change,
    "apply": StepReader.apply,
    "remove": StepReader.remove,
    "note": StepReader.note,
    "stop": StepReader.stop,
    "run": StepReader.run,
}
