"""How the prompt for a choice inside a chain is drawn: one row an option, the numbers in columns."""

from __future__ import annotations

from dataclasses import replace

from crittui.tui import cells
from crittui.tui.drawing import blank, length
from crittui.tui.glyphs import to_ascii
from crittui.tui.prompts.ask import ALWAYS, Ask, Option
from crittui.tui.views import KeyView, Line, Span, StripView
from crittui.tui.widgets.strip import ACTIVE, MOST, REFUSED, below, caps, key, room_for

_LABEL = 4
_FRAME = 5  # cells of a title that are not its words


def strip(state: Ask, width: int, most: int = MOST, ascii_only: bool = False) -> StripView:
    """The prompt in at most `most` rows and `width` columns; of too many options those around the active one."""
    last = below(state.live, state.error, state.shaken)
    whole = f"{state.title}: {state.question}" if state.question else state.title
    fits = cells.width(whole) <= width - _FRAME
    asked = () if fits else tuple((blank(2), Span(row)) for row in cells.wrapped(state.question, width - 3)[:2])
    room = room_for(most, last) - int(state.automatic) - len(asked)
    columns = _columns(state, width, ascii_only)
    count = len(state.options)
    first = min(max(0, state.active - room // 2), max(0, count - room))
    shown = range(first, min(count, first + room))
    blocks = [_rows(state, index, columns, width, ascii_only) for index in shown]
    if sum(map(len, blocks)) > room:
        blocks = [[_row(state, index, columns, width, ascii_only)] for index in shown]
    rows = [*asked, *(row for block in blocks for row in block)]
    if state.automatic:
        rows.append(_automatic(state, columns))
    title = whole if fits else state.title
    title = title if len(shown) == count else f"{title} · {first + 1}-{first + room}/{count}"
    return StripView(title, tuple(rows), last)


def rows_wanted(state: Ask, width: int) -> int:
    """How many rows the prompt would like, besides its frame."""
    room = width - _LABEL
    return sum(min(2, len(cells.wrapped(one.label, room))) for one in state.options) + 2 + int(state.automatic)


def _automatic(state: Ask, columns: tuple[int, int, int]) -> Line:
    """The row of the key that takes the best, or what is set, from then on."""
    cap = Span(ALWAYS, "accent", bold=True)
    if not state.rated:
        return (blank(2), cap, blank(1), Span(state.words.always_so, "muted"))
    words = Span(cells.left(state.words.automatic, columns[2] - _LABEL))
    return (blank(2), cap, blank(1), words, Span(state.words.without_asking, "muted"))


def _rows(state: Ask, index: int, columns: tuple[int, int, int], width: int, ascii_only: bool) -> list[Line]:
    """An option on as many rows as its label needs, at most two."""
    option = state.options[index]
    label = cells.wrapped(option.label, width - _LABEL)
    if len(label) < 2 or option.goal or option.chance or option.words or option.refusal:
        return [_row(state, index, columns, width, ascii_only)]
    first = replace(state, options=(*state.options[:index], replace(option, label=label[0])))
    bold = index == state.active or index in state.marked
    more = (blank(_LABEL), Span(cells.cut(" ".join(label[1:]), width - _LABEL), bold=bold))
    return [_row(first, index, columns, width, ascii_only), more]


def keys(state: Ask) -> tuple[KeyView, ...]:
    """The key line while the prompt is open."""
    rated = [option for option in state.options if option.goal]
    plain = [option for option in state.options if not option.goal] if rated else []
    words = state.words
    several = state.pick > 1
    entries = [key(caps([option.key for option in rated or state.options]), words.mark if several else words.choose)]
    entries += [key(option.key, cells.cut(option.label, 10)) for option in plain if option.key]
    usual = words.best if state.rated else words.take_it
    entries.append(key("enter", words.take.format(count=state.pick) if several else usual, True))
    if state.automatic:
        entries.append(key(ALWAYS, words.always if state.rated else words.always_this))
    return (*entries, key(state.takes_back, words.take_back, True))


def _columns(state: Ask, width: int, ascii_only: bool) -> tuple[int, int, int]:
    """Where the goals begin, where the chances begin, and where the words begin."""
    rated = [option for option in state.options if option.goal or option.chance]
    label = max((cells.width(option.label) for option in rated or state.options), default=0)
    others = max((cells.width(option.label) for option in state.options), default=0)
    goals = max((cells.width(_goal(option, ascii_only)) for option in rated), default=0)
    chances = max((cells.width(option.chance) for option in rated), default=0)
    goal = _LABEL + min(label, max(8, width - _LABEL - goals - chances - 4)) + 2
    chance = goal + (goals + 2 if goals else 0)
    words = chance + (chances + 2 if chances else 0)
    if state.automatic:
        others = max(others, cells.width(state.words.automatic))
    return goal, chance, max(words, min(_LABEL + others + 2, width // 2))


def _goal(option: Option, ascii_only: bool) -> str:
    """In ASCII a comparison loses its blank, because its sign is a cell wider."""
    return to_ascii(option.goal.replace(" ", "")) if ascii_only else option.goal


def _row(state: Ask, index: int, columns: tuple[int, int, int], width: int, ascii_only: bool) -> Line:
    option, active, marked = state.options[index], index == state.active, index in state.marked
    goal, chance, words = columns
    role = "muted" if option.refusal else "text"
    lead: Line = (
        blank(1),
        Span(ACTIVE if active else " ", "accent"),
        Span(option.key or " ", "muted" if option.refusal else "accent", bold=not option.refusal),
        blank(1),
    )
    figures: Line = ()
    room = words - _LABEL - 1
    if option.goal or option.chance:
        room = goal - _LABEL - 2
        gap = chance - goal - cells.width(_goal(option, ascii_only))
        figures = (
            blank(2),
            Span(_goal(option, ascii_only)),
            blank(gap),
            Span(cells.right(option.chance, max(0, words - chance - 2)), bold=True),
        )
    elif not option.words and not option.refusal and not marked:
        room = width - _LABEL
    label = Span(cells.cut(option.label, room), role, bold=(active or marked) and not option.refusal)
    line = (*lead, label, blank(room - cells.width(label.text)), *figures)
    return (*line, *_tail(option, state.words.chosen if marked else "", bool(figures), width - length(line)))


def _tail(option: Option, chosen: str, rated: bool, room: int) -> Line:
    gap = blank(2 if rated and cells.width(chosen or option.words) + 2 <= room else 1)
    if option.refusal:
        return (gap, Span(REFUSED, "maimed"), Span(f" {option.refusal}", "muted"))
    text = chosen or option.words
    return (gap, Span(text, "text" if chosen else "muted")) if text else ()
