"""Declared values: stats, options, inputs, fields of weapons, things, locations and tables."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from crittui.files.nodes import Block, Items, Node
from crittui.files.reader import Reader
from crittui.rules.compile.mistakes import did_you_mean
from crittui.rules.dice import Dice, DiceError
from crittui.rules.model import Field, Fields, Label, Permission, Value
from crittui.rules.source import Text
from crittui.rules.values import ValueProblem, plain_number, read_value, whole_number

KINDS = ("score", "number", "flag", "choice", "dice", "text", "pool", "counter", "formula", "location", "list")
STAT_KINDS = tuple(kind for kind in KINDS if kind not in ("location",))
OPTION_KINDS = ("flag", "choice", "score", "number", "dice", "text")
WEAPON_KINDS = ("score", "number", "flag", "choice", "dice", "text", "list")
LOCATION_KINDS = ("score", "number", "flag", "choice", "dice", "text", "location")
INPUT_KINDS = ("score", "number", "flag", "choice", "dice", "text", "location")
LIST_KINDS = ("score", "number", "flag", "choice", "dice", "text")
SPREADING = ("score", "flag", "choice", "pool")
_EXTRA: dict[str, set[str]] = {
    "choice": {"default"},
    "pool": {"min", "overflow"},
    "counter": {"min", "max", "until"},
}
_EVERYWHERE = {"label", "per", "allowed"}


class FieldReader(Reader):
    """Reads declarations."""

    def fields(self, node: Node | None, what: str, kinds: tuple[str, ...], inputs: bool = False) -> dict[str, Field]:
        """A block of declarations by name; with `inputs` an empty one takes its type later."""
        found: dict[str, Field] = {}
        for name, value in self.named(node, what):
            declared = self.field(name, value, kinds, inputs)
            if declared is not None:
                found[name.value] = declared
        return found

    def field(self, name: Text, node: Node, kinds: tuple[str, ...], inputs: bool = False) -> Field | None:
        if isinstance(node, Text):
            if inputs and node.value == "":
                return Field(name, "score", typed_later=True)
            return self._short(name, node, kinds)
        block = self.block(node, name.value)
        if block is None:
            return None
        kind = self._kind(name, block, kinds)
        return self._declared(name, block, kind, inputs) if kind else None

    def _kind(self, name: Text, block: Block, kinds: tuple[str, ...]) -> str:
        found = [kind for kind in KINDS if kind in block]
        if len(found) != 1:
            hint = f"say one of {', '.join(kinds)}"
            close = next(
                (did_you_mean(key.value, kinds) for key, _ in block.items() if key.value not in _EVERYWHERE), ""
            )
            message = (
                f"{name.value!r} has no kind" if not found else f"{name.value!r} has several kinds: {', '.join(found)}"
            )
            self.wrong(name, "kind", message, close if "mean" in close else hint)
            return ""
        if found[0] not in kinds:
            self.wrong(
                block.key(found[0]),
                "kind",
                f"{name.value!r} cannot be a {found[0]} here",
                f"there is {', '.join(kinds)}",
            )
            return ""
        self.keys(block, {found[0], *_EVERYWHERE, *_EXTRA.get(found[0], ())}, f"the {found[0]} {name.value!r}")
        return found[0]

    def _short(self, name: Text, text: Text, kinds: tuple[str, ...]) -> Field | None:
        """`ac: 10`, `magic: no`, `damage: 1d6`: the kind shows in the value."""
        value = plain_number(text.value)
        guesses: list[tuple[str, Value]] = []
        for kind in ("score", "flag", "number", "dice"):
            try:
                guesses.append((kind, read_value(Field(name, kind), value if kind != "flag" else text.value)))
            except ValueProblem:
                continue
        for kind, default in guesses:
            if kind in kinds:
                return Field(name, kind, default=default)
        hint = 'give it a kind, as in {text: ""} or {choice: [a, b]}'
        self.wrong(
            text if text.value else name, "kind", f"{name.value!r}: {text.value!r} has no kind that is known here", hint
        )
        return None

    def _declared(self, name: Text, block: Block, kind: str, inputs: bool) -> Field:
        label = self.label(block.get("label"))
        allowed = self.allowed(block.get("allowed")) if inputs else ()
        if not inputs and "allowed" in block:
            self.wrong(block.key("allowed"), "unknown-key", "`allowed` belongs to actions and their inputs")
        spread = self._spread(name, block, kind)
        if kind == "list":
            return Field(
                name, kind, label, (), fields=self.fields(block.get("list"), f"the list {name.value!r}", LIST_KINDS)
            )
        if kind == "choice":
            return self._choice(name, block, label, spread, allowed)
        if kind == "formula":
            return Field(name, kind, label, formula=self.text(block.get("formula"), "a formula"))
        if kind == "location":
            text = self.text(block.get("location"), "a location")
            return Field(name, kind, label, "" if text is None or text.value == "none" else text.value, allowed=allowed)
        if kind in ("pool", "counter"):
            return self._pool(name, block, kind, label, spread)
        default = self._default(name, block.get(kind), kind)
        return Field(name, kind, label, default, per_location=spread, allowed=allowed)

    def _default(self, name: Text, node: Node | None, kind: str) -> Value:
        empty: dict[str, Value] = {"score": 0, "number": Fraction(0), "flag": False, "dice": Dice.NOTHING, "text": ""}
        if isinstance(node, Text) and node.value == "":
            return empty[kind]
        declared = Field(name, kind)
        found = self.value(
            node, name.value, lambda text: read_value(declared, text), "dice" if kind == "dice" else "type"
        )
        return empty[kind] if found is None else found

    def _spread(self, name: Text, block: Block, kind: str) -> bool:
        per = self.text(block.get("per"), "per")
        if per is None:
            return False
        if per.value != "location":
            self.wrong(per, "kind", f"`per` cannot be {per.value!r}", "write `per: location`")
            return False
        if kind not in SPREADING:
            self.wrong(per, "kind", f"a {kind} cannot be kept for each location", f"only {', '.join(SPREADING)}")
            return False
        return True

    def _choice(self, name: Text, block: Block, label: Label, spread: bool, allowed: tuple[Permission, ...]) -> Field:
        names = self.names(block.get("choice"), f"the choice {name.value!r}")
        self.after_is(names, none=True)
        choices = tuple(dict.fromkeys(choice.value for choice in names))
        if len(choices) < 1 or not isinstance(block.get("choice"), Items):
            self.wrong(
                name, "shape", f"the choice {name.value!r} needs a list of names", "write `choice: [this, that]`"
            )
            choices = choices or ("none",)
        default = self.one_of(block.get("default"), f"the default of {name.value!r}", choices, choices[0])
        return Field(name, "choice", label, default, choices, spread, allowed=allowed)

    def _pool(self, name: Text, block: Block, kind: str, label: Label, spread: bool) -> Field:
        start = self.whole(block.get(kind), name.value, 0)
        minimum = self._limit(block.get("min"), f"the minimum of {name.value!r}", 0)
        maximum = self._limit(block.get("max"), f"the maximum of {name.value!r}", start if kind == "pool" else None)
        overflow = self.name(block.get("overflow"), "overflow")
        until = self.unit(block.get("until"), "until")
        return Field(name, kind, label, start, (), spread, minimum, maximum, overflow, until)

    def _limit(self, node: Node | None, what: str, default: int | None) -> int | None:
        if node is None:
            return default
        if isinstance(node, Text) and node.value == "none":
            return None
        found = self.value(node, what, whole_number)
        return default if found is None else found

    def allowed(self, node: Node | None) -> tuple[Permission, ...]:
        """One condition, or `words of the rule: condition` lines."""
        if node is None:
            return ()
        if isinstance(node, Text):
            return (Permission("", node),)
        block = self.block(node, "allowed")
        found: list[Permission] = []
        for words, value in block.items() if block is not None else ():
            test = self.text(value, "the condition of `allowed`")
            if test is not None:
                found.append(Permission(words.value, test))
        return tuple(found)

    # ---- values for declared fields

    def values(self, block: Block, fields: Mapping[str, Field], skip: set[str], what: str) -> dict[str, Value]:
        """What a block says of declared fields; keys in `skip` are read elsewhere."""
        found: dict[str, Value] = {}
        for key, node in block.items():
            if key.value in skip:
                continue
            declared = fields.get(key.value)
            if declared is None:
                hint = did_you_mean(key.value, fields)
                self.wrong(key, "unknown-name", f"{what} has no {key.value!r}", hint)
                continue
            value = self.entries(node, declared) if declared.kind == "list" else self.value_of(node, declared)
            if value is not None:
                found[key.value] = value
        return found

    def value_of(self, node: Node, declared: Field) -> Value | None:
        code = {"dice": "dice", "choice": "kind"}.get(declared.kind, "type")
        return self.value(node, declared.id, lambda text: read_value(declared, text), code)

    def entries(self, node: Node, declared: Field) -> Value:
        """The entries of a list: names are free texts, fields left out take their default."""
        block = self.block(node, declared.id)
        found = []
        for name, value in block.items() if block is not None else ():
            inner = self.block(value, name.value)
            given = self.values(inner, declared.fields, set(), name.value) if inner is not None else {}
            found.append((name.value, Fields({**{f.id: f.default for f in declared.fields.values()}, **given})))
        return tuple(found)


def dice_text(reader: Reader, node: Node | None, what: str) -> Text | None:
    """A text that must be dice written out."""
    text = reader.text(node, what)
    if text is None:
        return None
    try:
        Dice.parse(plain_number(text.value))
    except DiceError as error:
        reader.wrong(text.source.position(text.start + error.offset), "dice", error.what, error.hint)
        return None
    return text
