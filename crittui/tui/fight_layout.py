"""Textual's layout for the fight: every pane goes where the arrangement says."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from textual.geometry import Offset, Region, Size, Spacing
from textual.layout import ArrangeResult, Layout, WidgetPlacement

from crittui.tui.arrangement import Arrangement

if TYPE_CHECKING:
    from textual.widget import Widget


class FightLayout(Layout):
    """Places the children by their ids. A child without a box gets no cells.

    It is placed all the same: else the others would count as moved, and would all be painted again.
    """

    name = "fight"

    def __init__(self, arrangement: Callable[[int, int], Arrangement]) -> None:
        self._arrangement = arrangement

    def arrange(self, parent: Widget, children: list[Widget], size: Size, greedy: bool = True) -> ArrangeResult:
        boxes = self._arrangement(size.width, size.height).boxes
        whole = Region(0, 0, size.width, size.height)
        placements = []
        for child in children:
            box = boxes.get(child.id or "")
            region = Region(box.x, box.y, box.width, box.height).intersection(whole) if box else Region()
            placements.append(WidgetPlacement(region, Offset(), Spacing(), child))
        return placements
