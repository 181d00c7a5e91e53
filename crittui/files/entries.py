"""Takes the entries of a block one by one, and reports what is missing, unknown or of the wrong shape."""

from __future__ import annotations

import difflib
from collections.abc import Collection, Iterable

from crittui.files.nodes import Block, Items, Node, kind_of
from crittui.rules.model import Label
from crittui.rules.source import Problems, Text

YES = frozenset({"yes", "true", "on"})
NO = frozenset({"no", "false", "off"})


def nearest(name: str, known: Iterable[str]) -> str:
    """`did you mean X?`, or '' when nothing known is close."""
    near = difflib.get_close_matches(name, list(known), n=1, cutoff=0.6)
    return f"did you mean {near[0]!r}?" if near else ""


def check_keys(block: Block, known: Collection[str], needed: Iterable[str], problems: Problems) -> None:
    """Report keys that nobody reads, and needed ones that are not there."""
    for key, _ in block.items():
        if key.value not in known:
            hint = nearest(key.value, known) or f"known here: {', '.join(known)}"
            problems.add(key.position, "unknown-key", f"{key.value!r} means nothing here", hint)
    for name in needed:
        if name not in block:
            problems.add(block.position, f"missing-{name}", f"{name!r} is missing", f"add a line `{name}: ...`")


def text_at(block: Block, key: str, problems: Problems) -> Text | None:
    """The text under `key`; None when it is not there or no text."""
    node = block.get(key)
    if node is None or isinstance(node, Text):
        return node
    problems.add(node.position, "shape", f"{key!r} needs a text, this is {kind_of(node)}")
    return None


def block_at(block: Block, key: str, problems: Problems) -> Block | None:
    """The block under `key`; None when it is not there or no block."""
    node = block.get(key)
    if node is None or isinstance(node, Block):
        return node
    problems.add(node.position, "shape", f"{key!r} needs a block of `name: value`, this is {kind_of(node)}")
    return None


def choice_at(block: Block, key: str, known: Collection[str], default: str, problems: Problems) -> str:
    """One of the `known` words under `key`, or `default`."""
    text = text_at(block, key, problems)
    if text is None:
        return default
    if text.value in known:
        return text.value
    hint = nearest(text.value, known) or f"write {' or '.join(known)}"
    problems.add(text.position, "choice", f"{key!r} cannot be {text.value!r}", hint)
    return default


def flag_at(block: Block, key: str, default: bool, problems: Problems) -> bool:
    """Yes or no under `key`, or `default`."""
    text = text_at(block, key, problems)
    if text is None:
        return default
    if text.value.lower() in YES | NO:
        return text.value.lower() in YES
    problems.add(text.position, "choice", f"{key!r} cannot be {text.value!r}", "write yes or no")
    return default


def label_at(block: Block, key: str, problems: Problems) -> Label:
    """A text, or one for each language, under `key`; empty when it is not there."""
    node = block.get(key)
    if isinstance(node, Block):
        pairs = ((name.value, value) for name, value in node.items())
        return {language: text.value for language, text in pairs if isinstance(text, Text)}
    text = text_at(block, key, problems)
    return {} if text is None else {"": text.value}


def texts_at(block: Block, key: str, problems: Problems) -> tuple[Text, ...]:
    """One text or a list of them under `key`; empty when it is not there."""
    node = block.get(key)
    if node is None:
        return ()
    nodes: tuple[Node, ...] = node.nodes if isinstance(node, Items) else (node,)
    for child in nodes:
        if not isinstance(child, Text):
            problems.add(child.position, "shape", f"{key!r} needs a name or a list of names, not {kind_of(child)}")
    return tuple(child for child in nodes if isinstance(child, Text))
