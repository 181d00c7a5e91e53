"""Conditions, chains and actions."""

from __future__ import annotations

from crittui.files.fields import INPUT_KINDS
from crittui.files.nodes import Block, Node
from crittui.files.tables import TableReader
from crittui.rules.model import Action, Cases, Chain, Condition, Expression, Shows
from crittui.rules.source import Text

ACTION_KINDS = ("attack", "defend", "save", "skill", "initiative", "other")
WOUNDS = ("hurt", "maimed", "severed")
_CONDITION_KEYS = {
    "label",
    "per",
    "lasts",
    "until",
    "stacks",
    "every",
    "steps",
    "while",
    "mark",
    "wound",
    "out",
    "becomes",
}
_ACTION_KEYS = {"kind", "label", "who", "uses", "allowed", "inputs", "steps", "report", "shows"}


class SectionReader(TableReader):
    """Reads what acts."""

    # ---- conditions

    def conditions(self, node: Node | None) -> dict[str, Condition]:
        found: dict[str, Condition] = {}
        for name, value in self.named(node, "conditions"):
            block = self.block(value, f"the condition {name.value!r}")
            if block is not None:
                found[name.value] = self.condition(name, block)
        return found

    def condition(self, name: Text, block: Block) -> Condition:
        what = f"the condition {name.value!r}"
        self.after_is((name,))
        self.keys(block, _CONDITION_KEYS, what)
        per = self.one_of(block.get("per"), "per", ("location",), "")
        every = self.unit(block.get("every"), "every")
        steps = self.steps(block.get("steps"), what)
        if steps and every is None:
            self.wrong(block.key("steps"), "missing", f"{what} has steps but no `every`", "say `every: round`")
        while_text = self.text(block.get("while"), "while")
        for key in ("lasts", "until", "per", "stacks") if while_text is not None else ():
            if key in block:
                self.wrong(
                    block.key(key), "unknown-key", f"a condition with `while` has no `{key}`", "it holds by itself"
                )
        return Condition(
            name,
            self.label(block.get("label")),
            bool(per),
            self.lasting(block.get("lasts"), "`lasts`"),
            self.unit(block.get("until"), "until"),
            self.one_of(block.get("stacks"), "stacks", ("highest", "adds"), "highest") == "adds",
            every,
            steps,
            while_text,
            self.mark(block.get("mark")),
            self.one_of(block.get("wound"), "wound", WOUNDS, "") if "wound" in block else "",
            self.flag(block.get("out"), "out"),
            self.label(block.get("becomes"), "becomes"),
        )

    def mark(self, node: Node | None) -> str:
        text = self.text(node, "mark")
        if text is None:
            return ""
        if len(text.value) != 1 or not text.value.isprintable() or text.value.isspace():
            self.wrong(text, "type", f"a mark is one character, not {text.value!r}")
            return ""
        return text.value

    # ---- chains

    def chains(self, node: Node | None) -> dict[str, Chain]:
        found: dict[str, Chain] = {}
        for name, value in self.named(node, "chains"):
            what = f"the chain {name.value!r}"
            if not isinstance(value, Block):
                found[name.value] = Chain(name, None, {}, self.steps(value, what))
                continue
            self.keys(value, {"who", "inputs", "steps"}, what)
            roles = self.names(value.get("who"), "who") if "who" in value else None
            inputs = self.fields(value.get("inputs"), "inputs", INPUT_KINDS, inputs=True)
            found[name.value] = Chain(name, roles, inputs, self.steps(value.get("steps"), what))
        return found

    # ---- actions

    def actions(self, node: Node | None) -> dict[str, Action]:
        found: dict[str, Action] = {}
        for name, value in self.named(node, "actions"):
            block = self.block(value, f"the action {name.value!r}")
            if block is not None:
                found[name.value] = self.action(name, block)
        return found

    def action(self, name: Text, block: Block) -> Action:
        what = f"the action {name.value!r}"
        self.keys(block, _ACTION_KEYS, what)
        if "steps" not in block:
            self.wrong(name, "missing", f"{what} has no steps", "give `steps:`")
        return Action(
            name,
            self.one_of(block.get("kind"), "kind", ACTION_KINDS, "other"),
            self.label(block.get("label")),
            self.roles(block, name),
            self.uses(block.get("uses")),
            self.allowed(block.get("allowed")),
            self.fields(block.get("inputs"), "inputs", INPUT_KINDS, inputs=True),
            self.steps(block.get("steps"), what),
            self.report(block.get("report")),
            self.shows(block.get("shows")),
        )

    def roles(self, block: Block, name: Text) -> tuple[Text, ...]:
        if "who" not in block:
            return tuple(Text(role, name.source, name.start, role) for role in ("attacker", "target"))
        names = self.names(block.get("who"), "who")
        if not names:
            self.wrong(block.key("who"), "missing", "somebody must act", "write `who: [actor]`")
        return names

    def uses(self, node: Node | None) -> dict[str, tuple[Text, Text]]:
        """Kinds of things by the name under which the action reads them."""
        if isinstance(node, Block):
            pairs = ((key, self.name(value, "uses")) for key, value in self.named(node, "uses"))
            return {key.value: (key, kind) for key, kind in pairs if kind is not None}
        return {name.value: (name, name) for name in self.names(node, "uses")}

    def report(self, node: Node | None) -> tuple[tuple[Text, Expression], ...]:
        block = self.block(node, "report")
        pairs = ((key, self.expression(value, key.value)) for key, value in block.items()) if block is not None else ()
        return tuple((key, value) for key, value in pairs if value is not None)

    def shows(self, node: Node | None) -> Shows:
        block = self.block(node, "shows")
        if block is None:
            return Shows()
        self.keys(block, {"struck", "verdict"}, "`shows`")
        verdict = self.expression(block.get("verdict"), "`verdict`")
        if verdict is not None and not isinstance(verdict, Cases):
            self.wrong(verdict, "shape", "`verdict` needs cases", "write lines such as `hit: attack is not miss`")
            verdict = None
        return Shows(self.text(block.get("struck"), "struck"), verdict)
