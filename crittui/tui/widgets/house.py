"""How the page of house rules is drawn: the settings in a list, and below a rule what the active one can be."""

from __future__ import annotations

from collections.abc import Iterator

from crittui.tui import cells
from crittui.tui.drawing import blank, length
from crittui.tui.phrases import Phrases
from crittui.tui.prompts.fields import Choice
from crittui.tui.prompts.house import TYPED, HouseSheet, Setting
from crittui.tui.prompts.words import Words
from crittui.tui.views import KeyView, Line, RuleView, Span
from crittui.tui.widgets.strip import ACTIVE, REFUSED, caps, key, rule_line

LEAD, GAP, KIND_FROM = 3, 2, 72
LEAST_FOOT, MOST_FOOT, LEAST_LIST = 3, 6, 4
CHANGED = "*"


def page(sheet: HouseSheet, head: Line, say: Phrases, width: int, height: int, top: int = 0) -> tuple[list[Line], int]:
    """The page in so many rows, and the first row of the list that is shown; `top` is the one before."""
    width = max(width, LEAD + GAP + 2)
    foot = _foot(sheet, say, width)[: max(0, height - 2 - LEAST_LIST)]
    rows, first, last = _list(sheet, width)
    room = max(1, height - 2 - len(foot))
    top = min(max(top, last + 1 - room), first, max(0, len(rows) - room))
    shown = rows[top : top + room]
    shown += [()] * (room - len(shown))
    return [head, (), *shown, *foot], top


def _list(sheet: HouseSheet, width: int) -> tuple[list[Line], int, int]:
    """All rows, and the first and the last one of the active setting (with the head above it, if it has one)."""
    kind = max((cells.width(s.kind_shown) for s in sheet.settings), default=0) if width >= KIND_FROM else 0
    values = (cells.width(word) for s in sheet.settings for word in (s.shown, *(c.label for c in s.choices)))
    value = min(max(values, default=0), width // 3)
    longest = max((cells.width(s.label) for s in sheet.settings), default=1)
    label = max(1, min(longest, width - LEAD - GAP - value - 1 - (kind + GAP if kind else 0)))
    rows: list[Line] = []
    first = last = 0
    section = ""
    for index, setting in enumerate(sheet.settings):
        start = len(rows)
        if setting.section != section:
            section = setting.section
            rows += [*([()] if rows else []), (blank(1), Span(section, bold=True))]
        rows += _rows(setting, index == sheet.active, sheet.typing, (label, kind, value))
        if index == sheet.active:
            first, last = start, len(rows) - 1
    return rows, first, last


def _rows(setting: Setting, active: bool, typing: str | None, columns: tuple[int, int, int]) -> Iterator[Line]:
    label, kind, value = columns
    names = cells.wrapped(setting.label, label)
    text = f"{typing}_" if active and typing is not None else setting.shown
    words = [cells.tail(text, value)] if active and typing is not None else cells.wrapped(text, value)
    for number in range(max(len(names), len(words))):
        begins = number == 0
        mark = Span(ACTIVE if active and begins else " ", "accent", bold=True)
        star = Span(CHANGED if setting.changed and begins else " ", "hurt", bold=True)
        name = Span(cells.left(names[number] if number < len(names) else "", label), _ink(setting), bold=active)
        line: Line = (mark, star, blank(1), name, blank(GAP))
        if kind:
            line += (Span(cells.left(setting.kind_shown if begins else "", kind), "muted"), blank(GAP))
        word = words[number] if number < len(words) else ""
        if active:
            yield (*line, Span(word, "accent", bold=True, reverse=True))
        else:
            yield (*line, Span(word, _ink(setting), bold=setting.changed))


def _ink(setting: Setting) -> str:
    return "muted" if setting.refusal else "text"


def _foot(sheet: HouseSheet, say: Phrases, width: int) -> list[Line]:
    setting = sheet.setting
    if setting is None:
        return []
    count = say("of", number=sheet.active + 1, count=len(sheet.settings))
    title = " · ".join(part for part in (setting.title, count) if part)
    rows = [rule_line(RuleView(title), width)]
    rows += list(_choices(setting, width)) if setting.choices and not setting.refusal else []
    rows = (rows + list(_told(sheet, setting, say, width)))[:MOST_FOOT]
    return rows + [()] * (LEAST_FOOT - len(rows))


def _choices(setting: Setting, width: int) -> Iterator[Line]:
    line: Line = ()
    for choice in setting.choices:
        part = _choice(choice, choice.value == setting.value, width)
        if line and length(line) + length(part) + 3 > width:
            yield line
            line = ()
        line += (*((blank(3),) if line else (blank(LEAD),)), *part)
    yield line


def _choice(choice: Choice, picked: bool, width: int) -> Line:
    label = cells.cut(choice.label, max(1, width - LEAD - 2))
    words = Span(label, "text" if picked else "muted", bold=picked)
    return (Span(choice.key, "accent", bold=True), blank(1), words) if choice.key else (words,)


def _told(sheet: HouseSheet, setting: Setting, say: Phrases, width: int) -> Iterator[Line]:
    """An error, else why nothing can be changed, what the file says, and what the author notes."""
    room = max(1, width - LEAD - 3)
    trouble = sheet.error or setting.wrong
    if trouble:
        for number, row in enumerate(cells.wrapped(trouble, room)):
            sign = Span(REFUSED if number == 0 else " ", "maimed", bold=True)
            yield (blank(LEAD), sign, blank(1), Span(row, bold=bool(sheet.error)))
        return
    said = [setting.refusal] if setting.refusal else []
    said += [say("in the file", value=setting.own_shown)] if setting.changed and not setting.refusal else []
    for text in (*said, *setting.notes):
        yield from ((blank(LEAD), Span(row, "muted")) for row in cells.wrapped(text, room))


def keys(sheet: HouseSheet, words: Words, say: Phrases, change: str, back: str, close: str) -> tuple[KeyView, ...]:
    """The key line of the page; the last three are the keys of the registry for these."""
    if sheet.typing is not None:
        return (key("enter", words.take_it, True), key("escape", words.leave_it, True))
    setting = sheet.setting
    entries: list[KeyView] = []
    if setting is not None and not setting.refusal:
        letters = [choice.key for choice in setting.choices if choice.key]
        entries += [key(caps(letters), say("value"))] if letters else []
        entries.append(key(change, words.type_it if setting.kind in TYPED else say("next value"), True))
        entries += [key(back, say("as in the file"))] if setting.changed else []
    return (*entries, key("↑↓", words.move), key(close, say("close"), True))
