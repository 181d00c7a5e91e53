"""The die on the stage: it tumbles, it lies, modifiers join, the total meets its goal, the outcome lands.

Each part is a widget that begins where it moves, so that a step costs its own cells and no more.
"""

from __future__ import annotations

from textual.app import ComposeResult
from textual.geometry import Region, Size
from textual.layout import Layout
from textual.widget import Widget

from crittui.records import dataclass
from crittui.tui import cells
from crittui.tui.drawing import blank, length, shortened
from crittui.tui.views import Line, Look, ModifierView, RuleView, Span, StageView
from crittui.tui.widgets.drawn import Fitted, Rows
from crittui.tui.widgets.fixed import Fixed
from crittui.tui.widgets.strip import rule_line

HEIGHT = 6
_BOX = 2
_BORDERS = {"tumbling": "╭╌╮╎╰╯", "settled": "┌─┐│└┘", "critical": "╔═╗║╚╝", "fumble": "╔═╗║╚╝"}
_TOTAL = 28
_MODIFIERS = 18  # cells of a modifier that stands on the row of the total
_SINGLE = 2  # modifiers that leave the total and the outcome their places beside the die
_LEAST_BESIDE = 20
_COLUMN = 16


@dataclass(frozen=True, slots=True)
class Plan:
    """Where the parts of a roll stand: the box of the dice, the modifiers, the total and the outcome."""

    face: int
    dice: int
    modifiers: tuple[int, int]
    columns: int
    rows: int
    total_row: int
    outcome: tuple[int, int]

    @property
    def box(self) -> int:
        """Width of the box around the dice."""
        return self.dice * (self.face + 1) + 3


def plan(view: StageView, width: int) -> Plan:
    """The places for a roll on a stage `width` cells wide."""
    face = max(2, len(str(view.sides)))
    dice = min(max(1, len(view.faces)), max(1, (width - _BOX - 5) // (face + 1)))
    beside = _BOX + dice * (face + 1) + 3 + 2
    count = len(view.modifiers)
    longest = max((_length(modifier) for modifier in view.modifiers), default=0)
    if count <= _SINGLE and longest <= _TOTAL - beside:
        return Plan(face, dice, (beside, 1), 1, 2, 2, (beside, 3))
    if beside + _LEAST_BESIDE > width:
        return Plan(face, dice, (_BOX, 4), 1, 1, 4, (_BOX, 5))
    columns = max(1, min(2, (width - beside) // _COLUMN)) if count > 3 else 1
    return Plan(face, dice, (beside, 1), columns, 3, 4, (_BOX, 5))


def box_lines(view: StageView, at: Plan) -> list[Line]:
    """The border of the dice, three rows; its inside is blank."""
    top, flat, end, side, low, last = list(_BORDERS.get(view.border, _BORDERS["settled"]))
    role = "muted" if view.border == "tumbling" else "text"
    inside = at.box - 2
    return [
        (Span(top + flat * inside + end, role),),
        (Span(side + " " * inside + side, role),),
        (Span(low + flat * inside + last, role),),
    ]


def faces_line(view: StageView, at: Plan) -> Line:
    """The faces: those that lie still bold, those that fly muted; of too many the last one is an ellipsis."""
    line: Line = ()
    for index in range(min(len(view.faces), at.dice)):
        face = view.faces[index]
        still = index < view.settled
        text = "" if face is None else str(face)
        if index == at.dice - 1 and len(view.faces) > at.dice:
            text = "…"
        gap = blank(1) if index else blank(0)
        shown = Span(text, "text" if still else "muted", bold=still, underline=still and view.by_hand)
        line += (gap, blank(at.face - cells.width(text)), shown)
    return line


def modifier_lines(view: StageView, at: Plan, room: int) -> list[Line]:
    """The modifiers that have joined; before any has, the name of the dice."""
    if not view.joined and view.total is None:
        dice = (Span(view.dice, "muted"),)
        return [(), dice][-at.rows :] if at.rows > 1 else [dice]
    shown = view.modifiers[: view.joined]
    if at.rows == 1:
        return [tuple(part for m in shown for part in (*_modifier(m, view.fresh and m is shown[-1]), blank(2)))]
    space = at.rows * at.columns
    each = room // at.columns
    rows: list[Line] = [()] * at.rows
    for index, modifier in enumerate(shown[:space]):
        fresh = view.fresh and index == len(shown) - 1
        entry = _modifier(modifier, fresh)
        if index == space - 1 and len(shown) > space:
            entry = (Span(f"+{len(shown) - index} more", "muted"),)
        row = index % at.rows
        before = shortened(rows[row], max(0, each * (index // at.rows) - 1))
        rows[row] = (*before, blank(each * (index // at.rows) - length(before)), *entry)
    return rows


def _modifier(modifier: ModifierView, fresh: bool) -> Line:
    number = Span(cells.signed(modifier.value), "accent" if fresh else "text", bold=True)
    return (number, Span(f" {cells.clean(modifier.name)}", "accent" if fresh else "muted"))


def _length(modifier: ModifierView) -> int:
    return len(cells.signed(modifier.value)) + 1 + cells.width(modifier.name)


def total_line(view: StageView, ascii_only: bool) -> Line:
    """The total beside its goal, the sign between them once it is known."""
    if view.total is None:
        return ()
    number = cells.number(view.total)
    if view.goal is None:
        return (Span(cells.right(number, 4), bold=True), blank(3), Span(view.goal_name, "muted"))
    known = bool(view.sign)
    total = Span(cells.right(number, 5 if ascii_only else 4), bold=True)
    sign = _sign(view.sign, ascii_only)
    goal = Span(cells.number(view.goal), "text" if known else "muted", bold=known)
    return (total, sign, goal, Span(f" {cells.clean(view.goal_name)}", "muted"))


def _sign(sign: str, ascii_only: bool) -> Span:
    """Three cells between total and goal, two in ASCII, where no blank stands around the sign."""
    if ascii_only:
        return Span(sign if sign in "≥≤" and sign else f"{sign:>2}")
    return Span(f" {sign or ' '} ")


def outcome_line(view: StageView, room: int) -> Line:
    """The outcome, reversed, and what comes of it, in `room` cells."""
    if not view.outcome:
        return ()
    word = Span(f"  {cells.clean(view.outcome).upper()}  ", view.tone, bold=True, reverse=True)
    after = cells.cut(view.after, room - length((word,)) - 2)
    return shortened((word, Span(f"  {after}" if after else "", "muted")), room)


class Stage(Fitted):
    """A roll while it is thrown. It takes six rows and is made for 48 columns or more."""

    DEFAULT_CSS = f"Stage {{ height: {HEIGHT}; overflow: hidden hidden; }}"

    def __init__(self, look: Look, ascii_only: bool = False, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self.ascii_only = ascii_only
        self._view = StageView()
        self._parts = tuple(
            Rows(rows, look, ascii_only)
            for rows in (
                lambda: [rule_line(RuleView(self._view.title), self.size.width)],
                lambda: box_lines(self._view, self._plan),
                lambda: [faces_line(self._view, self._plan)],
                lambda: modifier_lines(self._view, self._plan, self._modifier_room(self.size.width)),
                lambda: [total_line(self._view, self.ascii_only)],
                lambda: [outcome_line(self._view, self.size.width - self._plan.outcome[0])],
            )
        )
        self._fixed = Fixed(self._places)

    @property
    def layout(self) -> Layout:
        return self._fixed

    @property
    def _plan(self) -> Plan:
        return plan(self._view, self.size.width)

    def compose(self) -> ComposeResult:
        yield from self._parts

    def show(self, view: StageView) -> None:
        """Show the next moment of the roll; only the parts that changed are written."""
        if view == self._view:
            return
        before, self._view = plan(self._view, self.size.width), view
        if before != self._plan:
            self._parts[0].refresh(repaint=False, layout=True)
        for part in self._parts:
            part.changed()

    def restyle(self) -> None:
        """Repaint everything, in the colours that `look` now gives."""
        for part in self._parts:
            part.restyle()

    def _modifier_room(self, width: int) -> int:
        at = plan(self._view, width)
        x, y = at.modifiers
        beside_total = y <= at.total_row < y + at.rows
        return max(1, (min(_TOTAL, width) if beside_total else width) - x)

    def _places(self, size: Size) -> dict[Widget, Region]:
        at, width = plan(self._view, size.width), size.width
        regions = (
            Region(0, 0, width, 1),
            Region(_BOX, 1, at.box, 3),
            Region(_BOX + 2, 2, at.box - 4, 1),
            Region(*at.modifiers, self._modifier_room(width), at.rows),
            Region(_TOTAL, at.total_row, max(0, width - _TOTAL), 1),
            Region(*at.outcome, max(0, width - at.outcome[0]), 1),
        )
        return dict(zip(self._parts, regions, strict=True))
