"""Examples with one thing turned round: each must fail, or the example would prove nothing."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction

from crittui.cases.examples import Example, Part
from crittui.files.nodes import Block, Items, Node
from crittui.rules.source import Source, Text

NOBODY = "zzz"


@dataclass(frozen=True)
class Flip:
    """What was turned round, and the example that must now fail."""

    what: str
    example: Example


def flips(example: Example) -> Iterator[Flip]:
    """All the ways of turning one thing of an example round."""
    for number, part in enumerate(example.parts):
        for what, changed in _of_part(part):
            parts = (*example.parts[:number], changed, *example.parts[number + 1 :])
            yield Flip(f"{example.title}: part {number + 1}: {what}", replace(example, parts=parts))


Pair = tuple[Text, Node]


def _of_part(part: Part) -> Iterator[tuple[str, Part]]:
    for n, (key, node) in enumerate(part.expect):
        yield f"{key} is not {_said(node)}", replace(part, expect=_with(part.expect, n, (key, other(node))))
        yield f"{key} misspelt", replace(part, expect=_with(part.expect, n, (text(NOBODY, key), node)))
    for n, (key, node) in enumerate(part.dice):
        for what, changed in _of_dice(node):
            yield f"dice {key} {what}", replace(part, dice=_with(part.dice, n, (key, changed)))
        yield f"no dice {key}", replace(part, dice=(*part.dice[:n], *part.dice[n + 1 :]))
        yield f"dice {key} misspelt", replace(part, dice=_with(part.dice, n, (text(NOBODY, key), node)))
    for n, (key, node) in enumerate(part.choices):
        yield f"choice {key} misspelt", replace(part, choices=_with(part.choices, n, (text(NOBODY, key), node)))
        for what, changed in _of_choice(node):
            yield f"choice {key} {what}", replace(part, choices=_with(part.choices, n, (key, changed)))
    yield from _of_refused(part)


def _with(pairs: tuple[Pair, ...], n: int, pair: Pair) -> tuple[Pair, ...]:
    return (*pairs[:n], pair, *pairs[n + 1 :])


def text(value: str, at: Text) -> Text:
    return Text(value, at.source, at.start, value)


def other(node: Node) -> Node:
    """A value that the thing surely does not have."""
    if isinstance(node, Items):
        some = Text(NOBODY, node.source, node.start, NOBODY)
        return Items(node.source, node.start, node.nodes[1:] or (some,))
    assert isinstance(node, Text)
    if node.value in ("yes", "no"):
        return text("no" if node.value == "yes" else "yes", node)
    try:
        return text(str(Fraction(node.value.replace("−", "-")) + 1), node)
    except ValueError:
        return text(NOBODY, node)


def _of_dice(node: Node) -> Iterator[tuple[str, Node]]:
    nodes = node.nodes if isinstance(node, Items) else (node,)
    yield "once more", Items(_source(node), 0, (*nodes, nodes[-1]))
    if isinstance(node, Items) and node.nodes:
        yield "once less", Items(node.source, node.start, node.nodes[:-1])
    if isinstance(node, Text):
        yield "impossible", text("-1000", node)


def _of_choice(node: Node) -> Iterator[tuple[str, Node]]:
    if isinstance(node, Text):
        yield "not on offer", text(NOBODY, node)
    elif isinstance(node, Items):
        some = Text(NOBODY, node.source, node.start, NOBODY)
        yield "once more", Items(node.source, node.start, (*node.nodes, some))
        yield "once less", Items(node.source, node.start, node.nodes[:-1])


def _of_refused(part: Part) -> Iterator[tuple[str, Part]]:
    at = Text("", _source(part.expect[0][1]), 0, "") if part.expect else None
    if part.refused is None:
        if part.kind == "act" and at is not None:
            yield "refused", replace(part, refused=text("yes", at))
    elif isinstance(part.refused, Text):
        yield "not refused", replace(part, refused=None)
        yield "refused for another reason", replace(part, refused=text(NOBODY, part.refused))
    elif isinstance(part.refused, Block):
        chosen = {key.value: node for key, node in part.choices}
        for key, (name, _) in part.refused.entries.items():
            entries = dict(part.refused.entries)
            for what, answer in (("misspelt", text(NOBODY, name)), ("what is chosen", chosen.get(key))):
                if answer is not None:
                    refused = Block(name.source, part.refused.start, {**entries, key: (name, answer)})
                    yield f"the refused {key} is {what}", replace(part, refused=refused)


def _source(node: Node) -> Source:
    return node.source


def _said(node: Node) -> str:
    return node.value if isinstance(node, Text) else "those"
