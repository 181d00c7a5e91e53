"""The tree of a YAML file: every scalar is text, every node knows its place."""

from __future__ import annotations

from collections.abc import Iterator

from crittui.records import dataclass
from crittui.rules.source import Position, Source, Text


@dataclass(frozen=True, slots=True)
class Block:
    """A mapping: its entries in the order of the file, keys unique."""

    source: Source
    start: int
    entries: dict[str, tuple[Text, Node]]

    @property
    def position(self) -> Position:
        return self.source.position(self.start)

    def get(self, key: str) -> Node | None:
        entry = self.entries.get(key)
        return entry[1] if entry else None

    def key(self, key: str) -> Text:
        """The key as it stands in the file."""
        return self.entries[key][0]

    def items(self) -> Iterator[tuple[Text, Node]]:
        return iter(self.entries.values())

    def __contains__(self, key: str) -> bool:
        return key in self.entries


@dataclass(frozen=True, slots=True)
class Items:
    """A sequence."""

    source: Source
    start: int
    nodes: tuple[Node, ...]

    @property
    def position(self) -> Position:
        return self.source.position(self.start)


Node = Text | Block | Items


def kind_of(node: Node) -> str:
    """What a node is, in words for a message."""
    if isinstance(node, Block):
        return "a block"
    return "a list" if isinstance(node, Items) else "a text"
