"""Chains as blocks of rows, laid out when they are looked at and kept only around the view."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from typing import Protocol

from crittui.records import dataclass
from crittui.session.lines import UNSEEN, Head, Line, RoundLine
from crittui.tui.layout_log import line_rows
from crittui.tui.log_rows import Row, Sheet

KEPT = 256
LOOK_BACK = 64


class LogSource(Protocol):
    """The log in words: what is to be seen of each chain now."""

    def __len__(self) -> int: ...
    def lines(self, index: int) -> Sequence[Line]:
        """The lines of one chain that may be shown."""
        ...


@dataclass(frozen=True, slots=True)
class Block:
    """The rows of one chain. `owners` tells for each row the number of its line; -1 is a blank row.

    `lead` is how many blank rows stand before the first line. `ends` is the kind of the last line.
    """

    lines: tuple[Line, ...] = ()
    rows: tuple[Row, ...] = ()
    owners: tuple[int, ...] = ()
    lead: int = 0
    ends: str = ""

    @property
    def acts(self) -> bool:
        """Whether it begins with a head."""
        return bool(self.lines) and isinstance(self.lines[0], Head)


def kinds(lines: Sequence[Line]) -> list[str]:
    """How each line keeps its distance: `head`, `body` of what began with a head, `rule`, or `loose`."""
    found, inside = [], False
    for line in lines:
        inside = isinstance(line, Head) or (inside and not isinstance(line, RoundLine))
        kind = "head" if isinstance(line, Head) else "rule" if isinstance(line, RoundLine) else ""
        found.append(kind or ("body" if inside else "loose"))
    return found


def apart(before: str, kind: str) -> bool:
    """Whether a blank row stands between lines of these kinds."""
    if not before or kind == "body":
        return False
    return not (before == "loose" and kind == "loose")


class Blocks:
    """Lays out the chains of a source on a sheet; a block that is asked for again comes from memory."""

    def __init__(self, source: LogSource, sheet: Sheet) -> None:
        self.source = source
        self.sheet = sheet
        self.opened: set[tuple[int, int]] = set()
        self._kept: OrderedDict[int, Block] = OrderedDict()
        self.laid_out = 0

    def __len__(self) -> int:
        return len(self.source)

    def __getitem__(self, index: int) -> Block:
        block = self._kept.get(index)
        if block is None:
            block = self._kept[index] = self._lay_out(index)
            while len(self._kept) > KEPT:
                self._kept.popitem(last=False)
        self._kept.move_to_end(index)
        return block

    def forget(self, index: int | None = None) -> None:
        """Lay a chain out anew when it is looked at again, and the one behind it; or all of them."""
        if index is None:
            self._kept.clear()
            return
        self._kept.pop(index, None)
        self._kept.pop(index + 1, None)

    def on(self, sheet: Sheet) -> bool:
        """Use another sheet; whether it differs."""
        if sheet == self.sheet:
            return False
        self.sheet = sheet
        self.forget()
        return True

    def _lay_out(self, index: int) -> Block:
        self.laid_out += 1
        lines = self._seen(index)
        before = self._ends_before(index) if lines else ""
        rows: list[Row] = []
        owners: list[int] = []
        lead = 0
        for number, (line, kind) in enumerate(zip(lines, kinds(lines), strict=True)):
            if apart(before, kind):
                lead += not rows
                rows.append(self.sheet.finished(()))
                owners.append(-1)
            said = line_rows(line, self.sheet, (index, number) in self.opened)
            rows += said
            owners += [number] * len(said)
            before = kind
        return Block(lines, tuple(rows), tuple(owners), lead, before if lines else "")

    def _seen(self, index: int) -> tuple[Line, ...]:
        return tuple(line for line in self.source.lines(index) if not isinstance(line, UNSEEN))

    def _ends_before(self, index: int) -> str:
        """The kind of the last line before a chain; chains without lines are passed over."""
        for earlier in range(index - 1, max(-1, index - 1 - LOOK_BACK), -1):
            kept = self._kept.get(earlier)
            if kept is not None:
                if kept.ends:
                    return kept.ends
                continue
            lines = self._seen(earlier)
            if lines:
                return kinds(lines)[-1]
        return ""
