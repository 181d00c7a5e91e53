"""A layout that puts each child where its parent says, in the same pass in which the parent gets its size."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from textual.geometry import NULL_OFFSET, Region, Size, Spacing
from textual.layout import ArrangeResult, Layout, WidgetPlacement
from textual.widget import Widget

Places = Callable[[Size], Mapping[Widget, Region]]


class Fixed(Layout):
    """Children at the regions that `places` gives for the parent's size; one without a region is not shown.

    When `places` has changed, a child has to ask for the layout: a parent does not forget its own arrangement.
    """

    name = "fixed"

    def __init__(self, places: Places) -> None:
        self._places = places

    def arrange(self, parent: Widget, children: list[Widget], size: Size, greedy: bool = True) -> ArrangeResult:
        whole, places = size.region, self._places(size)
        placed = [(child, places[child].intersection(whole)) for child in children if child in places]
        return [WidgetPlacement(region, NULL_OFFSET, Spacing(), child) for child, region in placed if region]
