"""The fenced blocks of the documents, each with the info string that says how it is run."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[2]
DOCUMENTS = (*sorted((ROOT / "docs").glob("*.md")), ROOT / "README.md")
FENCE = re.compile(r"(?P<indent>\s*)(?P<marks>`{3,}|~{3,})\s*(?P<info>.*?)\s*\Z")


@dataclass(frozen=True, slots=True)
class Snippet:
    """A fenced block: where it stands, its info string in words, and the text between the fences."""

    document: Path
    line: int
    info: tuple[str, ...]
    text: str

    @property
    def id(self) -> str:
        return f"{self.document.name}:{self.line}"

    @property
    def language(self) -> str:
        return self.info[0] if self.info else ""


@cache
def snippets(document: Path) -> tuple[Snippet, ...]:
    """All fenced blocks of a document in their order. ValueError for a fence that is indented or never closed."""
    return tuple(_fenced(document, document.read_text(encoding="utf-8").splitlines()))


def _fenced(document: Path, lines: list[str]) -> Iterator[Snippet]:
    begin, info, marks = 0, "", ""
    for number, line in enumerate(lines, 1):
        fence = FENCE.match(line)
        if fence is None:
            continue
        if fence["indent"]:
            raise ValueError(f"{document.name}:{number}: an indented fence is not looked at")
        if not begin:
            begin, info, marks = number, fence["info"], fence["marks"]
        elif fence["marks"] == marks and not fence["info"]:
            yield Snippet(
                document, begin, tuple(info.split()), "".join(f"{one}\n" for one in lines[begin : number - 1])
            )
            begin = 0
    if begin:
        raise ValueError(f"{document.name}:{begin}: this fence is never closed")


def everything() -> list[Snippet]:
    """The blocks of all documents; nothing where the documents are not, as beside an installed wheel."""
    return [snippet for document in DOCUMENTS if document.is_file() for snippet in snippets(document)]


def before(snippet: Snippet) -> tuple[Snippet, ...]:
    """The blocks of the same document that stand above this one."""
    return tuple(other for other in snippets(snippet.document) if other.line < snippet.line)
