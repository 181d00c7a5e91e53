"""Rolls and lookups on their columns: label, faces, modifiers, total against goal, outcome.

In a pane too narrow for the columns the same parts follow each other like words.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rich.cells import cell_len

from crittui.session.lines import LookupLine, RollLine, Throw
from crittui.tui import cells
from crittui.tui.glyphs import comparison
from crittui.tui.log_rows import Piece, Row, Sheet, Writer, clean, length, piece, wrap

OUTCOME = 10
TOTAL = 7
BETWEEN = 2
LEAST_FACES = 12
LEAST_TEXT = 12
LONGEST_LABEL = 8

TONES = {
    "critical": ("critical", "b"),
    "fumble": ("fumble", "b"),
    "good": ("good", "b"),
    "pass": ("text", "b"),
    "fail": ("muted", ""),
    "plain": ("text", ""),
}


def face_column(rolls: Iterable[tuple[str, str]]) -> int:
    """Where the dice end, for rolls given by their label and their widest usual faces (`6 6 6`).

    A longer label pushes its own dice to the right; the others keep their place for modifiers.
    """
    widths = [min(LONGEST_LABEL, cell_len(label)) + 1 + cell_len(faces) for label, faces in rolls]
    return max([LEAST_FACES, *widths])


def roll_rows(line: RollLine, sheet: Sheet) -> list[Row]:
    """A roll; modifiers that find no place follow on rows of their own, under the first one."""
    total, outcome = total_text(line, sheet.ascii_only), clean(line.outcome)
    outcome_at = sheet.text - max(OUTCOME, cell_len(outcome))
    total_end = outcome_at - 1
    limit = total_end - max(TOTAL, cell_len(total)) - 1
    lead = _lead(line, sheet)
    if lead is None or lead.at >= limit:
        return _flowing(line, sheet, total, outcome)
    column = lead.at + 1
    first, later = _shared(modifier_pieces(line), limit - column, sheet.text - column)
    row = Writer(list(lead.pieces), lead.at).to(column).put(*first)
    row.to(total_end - cell_len(total)).put(Piece(total))
    if outcome:
        row.to(outcome_at).put(_outcome(line))
    indent = Piece(" " * column)
    return [_thrown_away(line, row.row), *((indent, *more) for more in later)]


def lookup_rows(line: LookupLine, sheet: Sheet) -> list[Row]:
    """A row of a table; its text is what matters, so it is not muted."""
    lead = _lead(line, sheet)
    said = [*_joined_by(_added(line), "  ")]
    text = piece(line.text)
    if lead is None or sheet.text - lead.at - 1 < LEAST_TEXT:
        return _told(line, sheet, [*said, Piece(" "), text])
    column = lead.at + 1
    rows = wrap([*said, Piece(" "), text], sheet.text, column, column)
    first = Writer(list(lead.pieces), lead.at).to(column).put(*rows[0])
    return [_thrown_away(line, first.row), *rows[1:]]


def total_text(line: RollLine, ascii_only: bool) -> str:
    """The total against its goal with the sign that holds; the total alone without a goal."""
    if line.total is None:
        return ""
    total = cells.number(line.total)
    if line.goal is None:
        return "" if line.outcome and not line.modifiers and not line.constant else total
    return comparison(total, line.sign, cells.number(line.goal), ascii_only)


def modifier_pieces(line: Throw) -> list[Piece]:
    """Choices first, then what belongs to the dice, then each modifier by its name."""
    said = [piece(choice, "muted") for choice in line.choices]
    if line.constant:
        said.append(Piece(cells.signed(line.constant), "muted"))
    return said + [piece(f"{cells.signed(value)} {name}", "muted") for name, value in line.modifiers]


def _added(line: LookupLine) -> list[Piece]:
    """What was added to a lookup's dice, and what that came to."""
    said = modifier_pieces(line)
    return [*said, Piece(f"= {cells.number(line.total)}", "muted")] if said and line.total is not None else said


def _faces(line: Throw) -> str:
    return " ".join(cells.number(face) for face in line.faces)


def _lead(line: Throw, sheet: Sheet) -> Writer | None:
    """Label and faces, the faces ending at the face column; None if they leave no room for anything else."""
    label, faces = piece(line.label, "muted"), _faces(line)
    taken = length([label]) + 1 + cell_len(faces)
    if taken > sheet.text:
        return None
    out = Writer().put(label).to(length([label]) + 1)
    out.to(sheet.face_column - cell_len(faces))
    out.put(Piece(faces, "text", "bu" if line.by_hand else "b"))
    return out.to(sheet.face_column)


def _outcome(line: RollLine) -> Piece:
    role, marks = TONES[line.tone]
    return piece(line.outcome, role, marks)


def _shared(pieces: Sequence[Piece], room: int, later_room: int) -> tuple[Row, list[Row]]:
    """The pieces that fit beside the total, and rows of the others. None is cut; a long one is wrapped."""
    first: list[Piece] = []
    rest = list(pieces)
    while rest and length(_joined_by([*first, rest[0]], " " * BETWEEN)) <= room:
        first.append(rest.pop(0))
    rows: list[Row] = []
    current: list[Piece] = []
    for p in rest:
        if current and length(_joined_by([*current, p], " " * BETWEEN)) > later_room:
            rows.append(tuple(_joined_by(current, " " * BETWEEN)))
            current = []
        if length([p]) > later_room:
            rows.extend(wrap([p], later_room))
        else:
            current.append(p)
    if current:
        rows.append(tuple(_joined_by(current, " " * BETWEEN)))
    return tuple(_joined_by(first, " " * BETWEEN)), rows


def _joined_by(pieces: Sequence[Piece], blanks: str) -> list[Piece]:
    joined: list[Piece] = []
    for p in pieces:
        if joined:
            joined.append(Piece(blanks, "muted"))
        joined.append(p)
    return joined


def _flowing(line: RollLine, sheet: Sheet, total: str, outcome: str) -> list[Row]:
    """All parts like words, for want of columns."""
    tail = [Piece(" "), Piece(total)] if total else []
    if outcome:
        tail += [Piece(" "), _outcome(line)]
    return _told(line, sheet, [*_joined_by(modifier_pieces(line), " "), *tail])


def _told(line: Throw, sheet: Sheet, pieces: Sequence[Piece]) -> list[Row]:
    faces = Piece(_faces(line), "text", "bu" if line.by_hand else "b")
    said = [piece(line.label, "muted"), Piece(" "), faces, Piece(" "), *pieces]
    return [_thrown_away(line, row) for row in wrap(said, sheet.text, 0, 2)]


def _thrown_away(line: Throw, row: Row) -> Row:
    """A throw that does not stand is struck through."""
    if line.stands:
        return row
    return tuple(p if p.text.isspace() else Piece(p.text, "muted", "s") for p in row)
