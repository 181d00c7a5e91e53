"""Reads the small things all sections are made of, and reports what is wrong with them."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable
from typing import TypeVar

from crittui.files.nodes import Block, Items, Node, kind_of
from crittui.rules.compile.lexer import KEYWORDS
from crittui.rules.compile.mistakes import did_you_mean
from crittui.rules.model import Cases, Expression, Label, Lasting
from crittui.rules.source import Position, Problems, Text
from crittui.rules.values import ValueProblem, flag, whole_number

NAME = re.compile(r"[^\W\d]\w*\Z")
LIKE_DICE = re.compile(r"[dD]\d+\Z")
LANGUAGE = re.compile(r"[a-z]{2,3}(?:_[A-Z]{2})?\Z")
T = TypeVar("T")


class Reader:
    """Every method takes a node and gives what it stands for; a mistake goes into `problems`."""

    def __init__(self, problems: Problems) -> None:
        self.problems = problems

    def wrong(self, at: Node | Position, code: str, message: str, hint: str = "") -> None:
        position = at if isinstance(at, Position) else at.position
        self.problems.add(position, code, message, hint)

    # ---- shapes

    def block(self, node: Node | None, what: str) -> Block | None:
        """A block, or None; an empty value counts as an empty block."""
        if node is None or isinstance(node, Block):
            return node
        if isinstance(node, Text) and node.value == "":
            return Block(node.source, node.start, {})
        self.wrong(node, "shape", f"{what} needs a block of `name: value`, this is {kind_of(node)}")
        return None

    def items(self, node: Node | None, what: str) -> tuple[Node, ...]:
        if node is None:
            return ()
        if isinstance(node, Items):
            return node.nodes
        if isinstance(node, Text) and node.value == "":
            return ()
        self.wrong(node, "shape", f"{what} needs a list (lines that begin with `- `), this is {kind_of(node)}")
        return ()

    def text(self, node: Node | None, what: str) -> Text | None:
        if node is None or isinstance(node, Text):
            return node
        self.wrong(node, "shape", f"{what} needs a text, this is {kind_of(node)}")
        return None

    def keys(self, block: Block, known: Collection[str], what: str) -> None:
        """Report keys that mean nothing here."""
        for key, _ in block.items():
            if key.value not in known:
                self.wrong(key, "unknown-key", f"{what} has no {key.value!r}", did_you_mean(key.value, sorted(known)))

    def named(self, node: Node | None, what: str) -> list[tuple[Text, Node]]:
        """The entries of a block whose keys are names."""
        block = self.block(node, what)
        return [(key, value) for key, value in block.items() if self.is_name(key)] if block is not None else []

    def is_name(self, text: Text) -> bool:
        if not NAME.match(text.value):
            hint = "begin with a letter; letters, digits and _ may follow"
            self.wrong(text, "name", f"{text.value!r} is not a name", hint)
        elif LIKE_DICE.match(text.value):
            self.wrong(text, "name", f"{text.value!r} is not a name but dice", "choose another name")
        else:
            return True
        return False

    def after_is(self, names: Iterable[Text], none: bool = False) -> None:
        """Report names that could not be told from the words of an expression; some may be `none`."""
        for name in names:
            if name.value in KEYWORDS or (name.value == "none" and not none):
                self.wrong(name, "name", f"{name.value!r} has a meaning of its own after `is`", "choose another name")

    # ---- values

    def name(self, node: Node | None, what: str) -> Text | None:
        text = self.text(node, what)
        return text if text is not None and self.is_name(text) else None

    def names(self, node: Node | None, what: str) -> tuple[Text, ...]:
        """One name or a list of names."""
        if node is None:
            return ()
        nodes = node.nodes if isinstance(node, Items) else (node,)
        found = (self.name(one, what) for one in nodes)
        return tuple(name for name in found if name is not None)

    def value(self, node: Node | None, what: str, read: Callable[[str], T], code: str = "type") -> T | None:
        """What `read` makes of a text; its ValueProblem becomes a problem at this place."""
        text = self.text(node, what)
        if text is None:
            return None
        try:
            return read(text.value)
        except ValueProblem as problem:
            self.wrong(text, code, f"{what}: {problem}")
            return None

    def whole(self, node: Node | None, what: str, default: int) -> int:
        found = self.value(node, what, whole_number)
        return default if found is None else found

    def flag(self, node: Node | None, what: str, default: bool = False) -> bool:
        found = self.value(node, what, flag)
        return default if found is None else found

    def one_of(self, node: Node | None, what: str, known: Collection[str], default: str) -> str:
        text = self.text(node, what)
        if text is None:
            return default
        if text.value not in known:
            hint = did_you_mean(text.value, known) or f"there is {', '.join(known)}"
            self.wrong(text, "kind", f"{what} cannot be {text.value!r}", hint)
            return default
        return text.value

    # ---- texts in several languages

    def texts(self, node: Node | None, what: str) -> dict[str, Text]:
        """One text, or one for each language."""
        if node is None:
            return {}
        if isinstance(node, Text):
            return {"": node}
        block = self.block(node, what)
        found: dict[str, Text] = {}
        for key, value in block.items() if block is not None else ():
            if not LANGUAGE.match(key.value):
                self.wrong(key, "unknown-key", f"{key.value!r} is not a language", "write `en:`, `es:` and the like")
                continue
            text = self.text(value, what)
            if text is not None:
                found[key.value] = text
        return found

    def label(self, node: Node | None, what: str = "label") -> Label:
        return {language: text.value for language, text in self.texts(node, what).items()}

    # ---- expressions

    def expression(self, node: Node | None, what: str) -> Expression | None:
        """A text, or cases as a block or a list of single pairs."""
        if node is None or isinstance(node, Text):
            return node
        pairs: list[tuple[Text, Text]] = []
        blocks = node.nodes if isinstance(node, Items) else (node,)
        for one in blocks:
            block = self.block(one, f"a case of {what}")
            for key, value in block.items() if block is not None else ():
                test = self.text(value, "the condition of a case")
                if test is not None:
                    pairs.append((key, test))
        if not pairs:
            self.wrong(node, "cases", f"{what} has no cases", "write `VALUE: CONDITION` lines")
            return None
        return Cases(Text("", pairs[0][0].source, pairs[0][0].start, pairs[0][0].raw), tuple(pairs))

    def unit(self, node: Node | None, what: str) -> Text | None:
        """A unit of time, in the singular."""
        text = self.name(node, what)
        return Text(singular(text.value), text.source, text.start, text.raw) if text is not None else None

    def lasting(self, node: Node | None, what: str) -> Lasting | None:
        """`EXPRESSION unit`."""
        text = self.text(node, what)
        if text is None:
            return None
        match = re.match(r"(.+?)\s+([^\W\d]\w*)\s*\Z", text.raw, re.DOTALL)
        if match is None:
            self.wrong(text, "duration", f"{what} needs a number and a unit", "write it like `1 round`")
            return None
        count = Text(match.group(1), text.source, text.start, match.group(1))
        unit = match.group(2)
        return Lasting(count, Text(singular(unit), text.source, text.start + match.start(2), unit))


def singular(unit: str) -> str:
    """`rounds` is `round`: units may be written in the plural."""
    return unit[:-1] if len(unit) > 2 and unit.endswith("s") and not unit.endswith("ss") else unit
