"""Where everything in the log stands: lines in words become rows of cells. Nothing here knows Textual."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from rich.cells import cell_len

from crittui.session.lines import (
    UNSEEN,
    ChoiceLine,
    EditLine,
    EffectLine,
    Head,
    Line,
    LookupLine,
    MissingTableLine,
    NoteLine,
    RollLine,
    RoundLine,
    RulesLine,
    SummaryLine,
    TimeLine,
    WaitLine,
)
from crittui.tui.layout_throws import lookup_rows, roll_rows
from crittui.tui.log_rows import Piece, Row, Sheet, Writer, clean, length, piece, shortened, wrap

LEAST_NAME, USUAL_NAME = 4, 9
LEAST_WHAT = 12
INDENT = 2
GLYPHS = {"critical": "★", "fumble": "▼", "hit": "●", "miss": "○", "defended": "◇", "": "·"}
LOUD = ("critical", "fumble")


def line_rows(line: Line, sheet: Sheet, opened: bool = False) -> list[Row]:
    """One line as rows of exactly `sheet.width` cells; `opened` adds what stands behind it."""
    if isinstance(line, UNSEEN):
        return []
    fill = Piece(" ")
    rows = _plain_rows(line, sheet)
    if line.undone:
        rows = [tuple(_struck(p) for p in row) for row in rows]
    elif isinstance(line, SummaryLine) and line.verdict in LOUD:
        fill = Piece(" ", line.verdict, "br")
    done = [sheet.finished(row, fill, fill) for row in rows]
    return done + (behind_rows(line, sheet) if opened else [])


def behind_rows(line: Line, sheet: Sheet) -> list[Row]:
    """The rule's own words, then each piece of arithmetic with its own."""
    said = list(dict.fromkeys([line.rule] if line.rule else []))
    rows = [row for rule in said for row in _aside([piece(rule, "muted", "i")], sheet)]
    for detail in line.details:
        label = [piece(f"{detail.label}  ", "muted")] if detail.label else []
        rows += _aside([piece(detail.text, "muted")], sheet, label)
        if detail.rule and detail.rule not in said:
            said.append(detail.rule)
            rows += _aside([piece(detail.rule, "muted", "i")], sheet)
    return rows


def can_open(line: Line) -> bool:
    """Whether anything stands behind a line."""
    return bool(line.rule or line.details)


def _aside(pieces: Sequence[Piece], sheet: Sheet, label: Sequence[Piece] = ()) -> list[Row]:
    lead = (Piece(" " * INDENT), *label)
    if length(lead) >= sheet.text:
        lead, pieces = (), (*label, *pieces)
    first, *others = wrap(pieces, sheet.text, length(lead), INDENT)
    return [sheet.finished(row) for row in ((*lead, *first), *others)]


def _plain_rows(line: Line, sheet: Sheet) -> list[Row]:
    """The rows of a line without the bleed column."""
    layout = LAYOUTS.get(type(line))
    return layout(line, sheet) if layout else []


def _head(line: Line, sheet: Sheet) -> list[Row]:
    assert isinstance(line, Head)
    badge = piece(line.badge, "muted")
    room = sheet.text - cell_len(badge.text) - (1 if badge.text else 0)
    what = f", {line.what}" if line.what else ""
    actor, target, what = fitted(clean(line.actor), clean(line.target), clean(what), room)
    out = Writer().put(Piece(actor, "text", "b"))
    if target:
        out.put(Piece(" → ", "muted"), Piece(target, "text", "b"))
    out.put(Piece(what, "muted"))
    out.to(sheet.text - cell_len(badge.text)).put(badge)
    return [out.row]


def fitted(actor: str, target: str, what: str, room: int) -> tuple[str, str, str]:
    """Names and weapon that fit into `room` cells: the second name is cut first, then the first, then the weapon.

    Names stay long enough to tell who it is for as long as the weapon can be cut instead.
    """
    arrow = 3 if target else 0

    def over() -> int:
        return cell_len(actor) + arrow + cell_len(target) + cell_len(what) - room

    for name, rest in ((USUAL_NAME, LEAST_WHAT), (LEAST_NAME, 0)):
        if target and over() > 0:
            target = shortened(target, min(cell_len(target), max(name, cell_len(target) - over())))
        if over() > 0:
            actor = shortened(actor, min(cell_len(actor), max(name, cell_len(actor) - over())))
        if over() > 0:
            what = shortened(what, min(cell_len(what), max(rest, cell_len(what) - over())))
    return actor, target, what


def _choice(line: Line, sheet: Sheet) -> list[Row]:
    assert isinstance(line, ChoiceLine)
    bare = LookupLine(label=line.label, text=line.text)
    return lookup_rows(bare, sheet)


def _roll(line: Line, sheet: Sheet) -> list[Row]:
    assert isinstance(line, RollLine)
    return roll_rows(line, sheet)


def _lookup(line: Line, sheet: Sheet) -> list[Row]:
    assert isinstance(line, LookupLine)
    return lookup_rows(line, sheet)


def _note(line: Line, sheet: Sheet) -> list[Row]:
    assert isinstance(line, NoteLine)
    return wrap([piece(f'" {line.text}', "text", "i")], sheet.text, 0, INDENT)


def _missing(line: Line, sheet: Sheet) -> list[Row]:
    assert isinstance(line, MissingTableLine)
    return wrap([Piece("✕ ", "maimed"), piece(line.text)], sheet.text, 0, INDENT)


def _effect(line: Line, sheet: Sheet) -> list[Row]:
    assert isinstance(line, EffectLine)
    mark = Piece(f"{clean(line.mark) or '·'} ", "severed" if line.dies else "hurt", "b")
    return wrap([mark, piece(line.who, "text", "b"), piece(f" {line.text}")], sheet.text, 0, INDENT)


def _edit(line: Line, sheet: Sheet) -> list[Row]:
    assert isinstance(line, EditLine)
    return wrap([Piece("· ", "muted"), piece(line.who, "text", "b"), piece(f" {line.text}")], sheet.text, 0, INDENT)


def _time(line: Line, sheet: Sheet) -> list[Row]:
    assert isinstance(line, TimeLine | RulesLine)
    return wrap([piece(f"· {line.text}", "muted")], sheet.text, 0, INDENT)


def _wait(line: Line, sheet: Sheet) -> list[Row]:
    assert isinstance(line, WaitLine)
    return wrap([piece(f"▸ {line.text}", "accent")], sheet.text, 0, INDENT)


def _round(line: Line, sheet: Sheet) -> list[Row]:
    assert isinstance(line, RoundLine)
    text = piece(shortened(clean(line.text), max(0, sheet.text - 6)), "muted")
    if not text.text:
        return [(Piece("─" * sheet.text, "faint"),)]
    rest = max(0, sheet.text - 4 - length([text]))
    return [(Piece("──", "faint"), Piece(" "), text, Piece(" "), Piece("─" * rest, "faint"))]


def _summary(line: Line, sheet: Sheet) -> list[Row]:
    """The summary; an extreme is reversed, and whoever fills the row up does it in the same way."""
    assert isinstance(line, SummaryLine)
    loud = line.verdict in LOUD
    glyph = "†" if line.dies and not loud else GLYPHS[line.verdict]
    role, marks = _summary_style(line, loud)
    shout = f" {clean(line.word)}  " if line.word else " "
    lead = (Piece(glyph, _sign_role(line, role), marks), Piece(shout, role, marks))
    rows = wrap([piece(line.text, role, marks)], sheet.text, length(lead), INDENT)
    rows[0] = (*lead, *rows[0])
    return [tuple(p._replace(role=p.role if p.text.strip() else role, marks=marks) for p in row) for row in rows]


def _summary_style(line: SummaryLine, loud: bool) -> tuple[str, str]:
    if loud:
        return line.verdict, "br"
    if line.dies or line.verdict == "hit":
        return "text", "b"
    return ("muted", "") if line.verdict == "miss" else ("text", "")


def _sign_role(line: SummaryLine, role: str) -> str:
    if line.verdict in LOUD:
        return role
    return "severed" if line.dies else "good" if line.verdict == "defended" else role


def _struck(p: Piece) -> Piece:
    return Piece(p.text, "muted", "s") if p.text.strip() else Piece(p.text)


LAYOUTS: dict[type[Line], Callable[[Line, Sheet], list[Row]]] = {
    Head: _head,
    RollLine: _roll,
    LookupLine: _lookup,
    ChoiceLine: _choice,
    NoteLine: _note,
    MissingTableLine: _missing,
    EffectLine: _effect,
    EditLine: _edit,
    TimeLine: _time,
    RulesLine: _time,
    WaitLine: _wait,
    RoundLine: _round,
    SummaryLine: _summary,
}
