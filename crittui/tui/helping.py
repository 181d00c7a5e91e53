"""The page of keys, marks and wounds, made from the registry and the ruleset, so that it cannot drift."""

from __future__ import annotations

from collections.abc import Sequence

from crittui.files.pictures import Letter, Picture
from crittui.tui import cells
from crittui.tui.drawing import blank, length, shortened
from crittui.tui.keys import GROUPS, Key, KeyMap
from crittui.tui.phrases import Phrases
from crittui.tui.shading import SEVERITIES, BodyView, LocationView, shade
from crittui.tui.views import KeyLineView, KeyView, Line, MarkView, Span

WIDE, HALF = 80, 54
_LEFT, _RIGHT = ("fight", "prompt"), ("record", "move")
_STARTS = (0, 27, 53)
_CAP = 7
_PIECE = "│   │"
_HALF = 14
_LIMB = Picture(
    "limb", "limb", {}, "compact", "front", {}, (_PIECE,), ("a" * len(_PIECE),), {"a": Letter(("limb",), {})}
)


def help_lines(keys: KeyMap, say: Phrases, marks: Sequence[MarkView], width: int) -> list[Line]:
    """The page for a screen of this width: three columns, two or one."""
    legend = [*_wounds(say), (), *_marks(say, marks), (), *_log(say)]
    if width >= WIDE:
        top = max(len(keys.in_group("fight")), len(keys.in_group("record"))) + 2
        left = _groups(keys, say, _LEFT, top)
        right = _groups(keys, say, _RIGHT, top)
        lines = _beside([left, right, legend], width)
    elif width >= HALF:
        lines = _beside([_groups(keys, say, GROUPS, 0), legend], width)
    else:
        lines = [*_groups(keys, say, GROUPS, 0), *legend]
    return [_title(say, width), (), *lines]


def card_keys(keys: KeyMap, say: Phrases) -> KeyLineView:
    """What is likely to be pressed while the card of a critical or a fumble stands."""
    labels = {"next": keys["next"].label, "again": keys["again"].short, "note": "note", "help": "help"}
    named = {id: say.key(id, label) for id, label in labels.items()} | {"undo": say("undo chain")}
    return KeyLineView(tuple(KeyView(keys[id].cap, named[id]) for id in ("next", "again", "undo", "note", "help")))


def _title(say: Phrases, width: int) -> Line:
    name, tail = say("keys"), say("keys.file")
    room = width - cells.width(name) - 2
    if cells.width(tail) + 2 > room:
        return (blank(1), Span(name, bold=True))
    return (blank(1), Span(name, bold=True), Span(cells.right(tail, room), "muted"))


def _groups(keys: KeyMap, say: Phrases, groups: Sequence[str] | dict[str, str], top: int) -> list[Line]:
    """Groups one below the other; with `top`, the second begins that many rows below the first."""
    lines: list[Line] = []
    for group in groups:
        if lines:
            lines += [()] * max(1, top - len(lines))
        lines.append(_head(say.group(group, GROUPS[group])))
        lines += [_entry(entry, say) for entry in keys.in_group(group)]
    return lines


def _head(words: str) -> Line:
    return (blank(1), Span(words, "muted"))


def _entry(entry: Key, say: Phrases) -> Line:
    label = say.key(entry.id, entry.label)
    return (Span(cells.right(entry.cap, _CAP), "accent", bold=True), blank(2), Span(label))


def _wounds(say: Phrases) -> list[Line]:
    """Four pieces of a limb, drawn as a body is."""
    return [
        _head(say("wounds")),
        *((blank(1), *_piece(one), blank(2), Span(say(one or "whole"))) for one in SEVERITIES),
    ]


def _piece(severity: str) -> Line:
    (row,) = shade(BodyView(_LIMB, (LocationView("limb", "limb", severity),)))
    return tuple(Span(cell.glyph, cell.role, bold=cell.bold, fill=cell.fill) for cell in row)


def _marks(say: Phrases, marks: Sequence[MarkView]) -> list[Line]:
    fixed = (MarkView("▸", "accent", say("has the turn")), MarkView("◌", "muted", say("hidden")))
    return [_head(say("marks")), *(_mark(mark.glyph, mark.role, mark.words) for mark in (*fixed, *marks))]


def _mark(glyph: str, role: str, words: str) -> Line:
    """A mark under the middle of the limbs, its words under theirs."""
    return (blank(3), Span(glyph, role), blank(4), Span(words))


def _log(say: Phrases) -> list[Line]:
    """The signs of summaries, two in a row; the loud ones reversed, as they are in the log."""
    left = (("●", "text", "hit", False), ("○", "muted", "miss", False), ("★", "critical", "critical", True))
    right = (("◇", "good", "defended", False), ("▼", "fumble", "fumble", True), ("†", "text", "dies", False))
    lines = []
    for first, second in zip(left, right, strict=True):
        line = (blank(1), *_sign(say, *first))
        lines.append((*line, blank(_HALF - length(line)), *_sign(say, *second)))
    return [_head(say("log")), *lines]


def _sign(say: Phrases, glyph: str, role: str, id: str, loud: bool) -> Line:
    return (Span(f" {glyph} ", role, bold=loud, reverse=loud), blank(1), Span(say(id)))


def _beside(columns: Sequence[list[Line]], whole: int) -> list[Line]:
    """Columns side by side; each begins with a blank, and the last one has the rest of the `whole` screen."""
    starts = _STARTS[: len(columns)]
    ends = (*starts[1:], whole)
    lines: list[Line] = []
    for number in range(max(map(len, columns))):
        line: Line = ()
        for column, start, end in zip(columns, starts, ends, strict=True):
            line += (blank(start - length(line)),)
            line += shortened(column[number] if number < len(column) else (), end - start)
        lines.append(line)
    return lines
