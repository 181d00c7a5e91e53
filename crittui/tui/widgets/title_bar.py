"""The first row: where the fight is, the round, whose turn it is, and by which rules."""

from __future__ import annotations

from crittui.tui import cells
from crittui.tui.drawing import blank, length, shortened
from crittui.tui.views import Line, Look, Span, TitleView
from crittui.tui.widgets.drawn import Drawn

_LEAST_PLACE = 8


def title_line(view: TitleView, width: int) -> Line:
    """The title across `width` cells; without room the name of the rules goes first, then the place, the turn last."""
    return _panes_line(view, width) if view.panes else _fight_line(view, width)


def _fight_line(view: TitleView, width: int) -> Line:
    facts = _facts(view, view.lead)
    room = width - 4 - length(facts)
    if facts and room < min(_LEAST_PLACE, cells.width(view.place)):
        return shortened((blank(1), *facts), width)
    place = cells.cut(view.place, max(_LEAST_PLACE, room))
    line: Line = (blank(1), Span(place, bold=True))
    line += (Span(" · ", "faint"), *facts) if facts and place else facts
    room = width - length(line)
    if cells.width(view.ruleset) + 2 > room:
        return line
    return (*line, Span(cells.right(view.ruleset, room), "muted"))


def _facts(view: TitleView, lead: str) -> Line:
    who: Line = (Span(f"{lead} " if lead else "", "muted"), Span(view.who, bold=not lead)) if view.who else ()
    if not view.round:
        return who
    return (Span(view.round, "muted"), *((Span(" · ", "muted"), *who) if who else ()))


def _panes_line(view: TitleView, width: int) -> Line:
    panes = tuple(_pane(name, name == view.pane) for name in view.panes)
    room = width - 1 - length(panes)
    lead: Line = (Span(f" {view.round}" if view.round else "", "muted"),)
    if view.who:
        separator = Span(" · " if view.round else " ", "faint")
        who = cells.cut(view.who, room - length((*lead, separator)) - 1)
        lead += (separator, Span(who, bold=True))
    return (*lead, blank(max(0, room - length(lead))), *panes)


def _pane(name: str, present: bool) -> Span:
    return Span(f" {name} ", "accent", bold=True, reverse=True) if present else Span(f" {name} ", "muted")


class TitleBar(Drawn):
    """The title across the whole screen."""

    def __init__(self, look: Look, ascii_only: bool = False, *, id: str | None = None) -> None:
        super().__init__(look, ascii_only, id=id)
        self._view = TitleView()

    def show(self, view: TitleView) -> None:
        """Show another title."""
        if view != self._view:
            self._view = view
            self.changed()

    def lines(self, width: int) -> list[Line]:
        return [title_line(self._view, width)]
