"""How the prompt for a call is drawn: each field a row, a choice with its alternatives below where there is room."""

from __future__ import annotations

from collections.abc import Sequence

from crittui.tui import cells
from crittui.tui.drawing import blank, length
from crittui.tui.prompts.fields import Choice, ChoiceField, Field, FlagField, NumberField, TextField
from crittui.tui.prompts.prepare import Prepare, modifier_of, stepped
from crittui.tui.prompts.words import Words
from crittui.tui.views import KeyView, Line, Span, StripView
from crittui.tui.widgets.choices import choices_row
from crittui.tui.widgets.strip import (
    LABEL,
    LONGEST_LABEL,
    MOST,
    REFUSED,
    VALUE,
    below,
    caps,
    field_line,
    key,
    room_for,
    value_line,
)

_CAP = 10
_WINDOW = 3
_GAP = 3  # between the words of a number and its keys, where there is room


def strip(state: Prepare, width: int, most: int = MOST) -> StripView:
    """The prompt in at most `most` rows and `width` columns."""
    last = below(state.live, state.error or state.blocked, state.shaken)
    title = f"{state.title} · {state.words.title_by_hand}" if state.by_hand else state.title
    room = room_for(most, last)
    shares = _shares(state.fields, room)
    column = _column(state, width)
    blocks = [_rows(state, index, width, share, column) for index, share in enumerate(shares)]
    return StripView(title, tuple(_around(blocks, state.active, room)), last)


def _shares(fields: Sequence[Field], room: int) -> list[int]:
    """How many rows each field gets. Where not all choices fit, the longest list gives way, as a window of at
    least three rows; where that is not enough, each field takes one row."""
    wanted = [_length(field) for field in fields]
    over = sum(wanted) - room
    if over <= 0:
        return wanted
    longest = max(range(len(wanted)), key=wanted.__getitem__)
    left = wanted[longest] - over
    return [left if i == longest else n for i, n in enumerate(wanted)] if left >= _WINDOW else [1] * len(wanted)


def _column(state: Prepare, width: int) -> int:
    """Cells for the labels: as many as they need, within reason."""
    most = LONGEST_LABEL if width >= 4 * LONGEST_LABEL else LABEL
    named = (index for index, field in enumerate(state.fields) if not isinstance(field, FlagField))
    return max(LABEL, max((cells.width(_name(state, index, most)) for index in named), default=0))


def _length(field: Field) -> int:
    """The rows that a field takes where there is room for all of it."""
    listed = isinstance(field, ChoiceField) and bool(field.choices) and not field.by_digit and not field.in_a_row
    return len(field.choices) if isinstance(field, ChoiceField) and listed else 1


def keys(state: Prepare) -> tuple[KeyView, ...]:
    """The key line while the prompt is open."""
    entries: list[KeyView] = []
    if state.typing is not None:
        return (key("enter", state.words.take_it, True), key("escape", state.words.leave_it, True))
    for index, field in enumerate(state.fields):
        if isinstance(field, ChoiceField):
            entries.append(key(caps([choice.key for choice in field.choices]), cells.brief(field.label, _CAP)))
        elif index == stepped(state):
            entries.append(key("- +", _name(state, index, _CAP)))
    if state.can_aim:
        entries.append(key("c", state.words.called))
    for index, field in enumerate(state.fields):
        if isinstance(field, NumberField | TextField) and field.key and index != stepped(state):
            entries.append(key(field.key, _name(state, index, _CAP)))
    flags = [field.key for field in state.fields if isinstance(field, FlagField) and field.key]
    entries += [key(caps(flags), state.words.also)] if flags else []
    entries += [key("enter", state.verb or state.words.roll, True), key("x", state.words.drop, True)]
    return (*entries, key("#", state.words.by_hand)) if state.can_hand else tuple(entries)


def _name(state: Prepare, index: int, room: int) -> str:
    """What a field is called where there is little room; the first number of a call is its modifier."""
    field = state.fields[index]
    number = isinstance(field, NumberField) and field.signed and index == modifier_of(state)
    return state.words.modifier if number and cells.width(field.label) > LABEL else cells.brief(field.label, room)


def _around(blocks: list[list[Line]], active: int, room: int) -> list[Line]:
    """The rows of all fields, or the first ones, moved on as far as the active field needs."""
    rows = [row for block in blocks for row in block]
    start = sum(len(block) for block in blocks[:active])
    end = start + len(blocks[active]) if blocks else 0
    first = min(max(0, end - room), start)
    return rows[first : first + room]


def _rows(state: Prepare, index: int, width: int, share: int, column: int) -> list[Line]:
    field, active = state.fields[index], index == state.active
    typing = state.typing if active else None
    match field:
        case ChoiceField():
            return _choice_rows(field, active, width, share, state.words, column)
        case NumberField():
            return [_number_row(state, index, field, typing, width, column)]
        case FlagField():
            first = index == 0 or not isinstance(state.fields[index - 1], FlagField)
            return [_flag_row(field, active, first, state.words, width, column)]
        case TextField():
            return [_text_row(field, active, typing, width, column)]


def _room(width: int, column: int) -> int:
    """Cells for the values beside labels of so many cells."""
    return width - VALUE + LABEL - column


def _choice_rows(field: ChoiceField, active: bool, width: int, share: int, words: Words, column: int) -> list[Line]:
    room, label = _room(width, column), cells.brief(field.label, column)
    if field.by_digit or not field.choices:
        shown = field.choices[field.picked] if 0 <= field.picked < len(field.choices) else Choice("", words.nobody)
        return [field_line(label, _choice(shown, True, active, room), active, column)]
    if field.in_a_row and not active:
        rest = [choice for index, choice in enumerate(field.choices) if index != field.picked]
        return [field_line(label, choices_row(rest, -1, room), False, column)]
    if field.in_a_row or share < min(_WINDOW, len(field.choices)):
        return [field_line(label, choices_row(field.choices, field.picked, room, active), active, column)]
    first = min(max(0, field.picked - share // 2), len(field.choices) - share)
    more = _more(first, len(field.choices) - first - share)
    rows = [
        _choice(choice, index == field.picked, active, room - length(more) - bool(more))
        for index, choice in enumerate(field.choices[first : first + share], first)
    ]
    if more:
        rows[-1] = (*rows[-1], blank(max(1, room - length(rows[-1]) - length(more))), *more)
    others = (value_line(*row, cells_of_label=column) for row in rows[1:])
    return [field_line(label, rows[0], active, column), *others]


def _more(above: int, below: int) -> Line:
    """How many choices the arrows bring in from above and from below."""
    told = [f"{sign}{count}" for sign, count in (("↑", above), ("↓", below)) if count]
    return (Span(" ".join(told), "muted"),) if told else ()


def _choice(choice: Choice, picked: bool, active: bool, room: int) -> Line:
    lead = (Span(choice.key or " ", "accent", bold=True), blank(1))
    tail: Line = (blank(3), Span(choice.detail, "muted")) if choice.detail else ()
    if choice.refusal:
        tail = (blank(2), Span(REFUSED, "maimed"), Span(f" {choice.refusal}", "muted"))
    label = cells.cut(choice.label, max(8, room - 2 - min(length(tail), room // 2)))
    if picked and active:
        return (*lead, Span(label, "accent", bold=True, reverse=True), *tail)
    return (*lead, Span(label, "text" if picked else "muted", bold=picked), *tail)


def _number_row(state: Prepare, index: int, field: NumberField, typing: str | None, width: int, column: int) -> Line:
    say, active = state.words, index == state.active
    text = cells.signed(field.value) if field.signed else cells.number(field.value)
    if typing is not None:
        text = f"{typing}_"
    number = Span(cells.left(text, max(3, cells.width(text))), "accent" if active else "text", True, active)
    name = _name(state, index, column)
    words = field.words or (field.label if name != cells.clean(field.label) else "")
    named = [(field.key, say.type_it)] if field.key else []
    if index == stepped(state):
        named = [("-", say.less), ("+", say.more), *named]
    room = _room(width, column) - 1 - length((number,))
    shorter = [named, [*((cap, "") for cap, _ in named[:-1]), *named[-1:]], [(cap, "") for cap, _ in named]]
    fitting = (keys for keys in map(_keys, shorter) if cells.width(words) < room - length(keys))
    keys = next(fitting, _keys(shorter[-1]))
    words = cells.brief(words, room - length(keys) - 1)
    if not words or words == name:
        return field_line(name, (number, blank(1), *_keys(named)), active, column)
    gap = blank(max(1, min(_GAP, room - length(keys) - cells.width(words))))
    return field_line(name, (number, blank(1), Span(words, bold=True), gap, *keys), active, column)


def _keys(named: Sequence[tuple[str, str]]) -> Line:
    """Keys and what they do, one behind another."""
    line: Line = ()
    for cap, word in named:
        line += (*((blank(2 if word else 1),) if line else ()), Span(cap, "accent", bold=True))
        line += (Span(f" {word}", "muted"),) if word else ()
    return line


def _flag_row(field: FlagField, active: bool, first: bool, words: Words, width: int, column: int) -> Line:
    word = words.yes if field.value else words.no
    answer = Span(word, "text" if field.value else "muted", bold=field.value)
    if active:
        answer = Span(f" {word} ", "accent", bold=True, reverse=True)
    name = cells.brief(field.label, _room(width, column) - 4 - cells.width(answer.text))
    label = Span(name, "text" if field.value else "muted", bold=field.value)
    line = (Span(field.key or " ", "accent", bold=True), blank(1), label, blank(2), answer)
    return field_line(words.also if first else "", line, active, column)


def _text_row(field: TextField, active: bool, typing: str | None, width: int, column: int) -> Line:
    text = field.value if typing is None else f"{typing}_"
    text = cells.tail(text, _room(width, column) - 2)
    shown = Span(text or "-", "accent" if active else "text", bold=True, reverse=active)
    line = (Span(field.key or " ", "accent", bold=True), blank(1), shown)
    return field_line(cells.brief(field.label, column), line, active, column)
