"""Where a piece of text stands in a file, and the problems found there."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Mapping
from dataclasses import field
from functools import cached_property
from itertools import accumulate

from crittui.records import dataclass


@dataclass(frozen=True, order=True, slots=True)
class Position:
    """A place in a file; line and column count from 1, columns in characters."""

    file: str
    line: int
    column: int

    def __str__(self) -> str:
        return f"{self.file}:{self.line}:{self.column}"


@dataclass(frozen=True, eq=False)
class Source:
    """A file that was read: its name as the user gave it, and its whole text."""

    name: str
    text: str

    @cached_property
    def _starts(self) -> list[int]:
        return list(accumulate((len(line) + 1 for line in self.text.split("\n")[:-1]), initial=0))

    def position(self, index: int) -> Position:
        """The line and column of the character at `index`."""
        line = bisect_right(self._starts, index)
        return Position(self.name, line, index - self._starts[line - 1] + 1)


@dataclass(frozen=True, slots=True)
class Text:
    """A scalar as it stands in a file.

    `value` is what YAML makes of it, `raw` the characters as written (without quotes or a block
    header), beginning at `start`: columns of mistakes inside it are exact.
    """

    value: str
    source: Source
    start: int
    raw: str

    @property
    def position(self) -> Position:
        return self.source.position(self.start)

    @property
    def where(self) -> str:
        """`file:line`, the name events use for a step."""
        position = self.position
        return f"{position.file}:{position.line}"

    def __str__(self) -> str:
        return self.value


@dataclass(frozen=True, slots=True)
class Overlay:
    """A file that was laid over a ruleset: its name, and by language what its author says of it."""

    file: str
    title: Mapping[str, str]
    notes: Mapping[str, str]


@dataclass(frozen=True, order=True, slots=True)
class Problem:
    """One mistake in a file: where, how bad (`error` or `warning`), of which kind, and what to do."""

    position: Position
    level: str
    code: str
    message: str
    hint: str = ""

    def __str__(self) -> str:
        text = f"{self.position}: {self.level} [{self.code}] {self.message}"
        return f"{text}, {self.hint}" if self.hint else text


@dataclass(slots=True)
class Problems:
    """Collects problems; each is kept once per position and code."""

    _seen: dict[tuple[Position, str], Problem] = field(default_factory=dict)

    def add(self, position: Position, code: str, message: str, hint: str = "", level: str = "error") -> None:
        self._seen.setdefault((position, code), Problem(position, level, code, message, hint))

    def warn(self, position: Position, code: str, message: str, hint: str = "") -> None:
        self.add(position, code, message, hint, "warning")

    def extend(self, problems: Iterable[Problem]) -> None:
        for problem in problems:
            self._seen.setdefault((problem.position, problem.code), problem)

    @property
    def sorted(self) -> list[Problem]:
        return sorted(self._seen.values())

    @property
    def errors(self) -> list[Problem]:
        return [p for p in self.sorted if p.level == "error"]

    def __bool__(self) -> bool:
        return any(p.level == "error" for p in self._seen.values())
