"""The start: go on where the table was, or begin something. Shown only when there is something to go on with."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from pathlib import Path

from textual.app import ComposeResult
from textual.events import Key, Resize
from textual.screen import Screen

from crittui.errors import CrittuiError
from crittui.files.fights import Ready, encounter_path
from crittui.records import dataclass
from crittui.session.game import Game
from crittui.session.listing import Kept
from crittui.tui import cells
from crittui.tui.drawing import blank, length, shortened
from crittui.tui.helping import help_lines
from crittui.tui.keys import PAGE, pressed
from crittui.tui.lettering import large
from crittui.tui.opening import begin_encounter, go_on
from crittui.tui.phrases import Phrases
from crittui.tui.prompting import draw_prompt
from crittui.tui.prompts.ending import Done, Dropped
from crittui.tui.prompts.small import Write
from crittui.tui.prompts.words import words_of
from crittui.tui.screens.help import HelpScreen
from crittui.tui.sitting import Sitting
from crittui.tui.views import KeyLineView, KeyView, Line, Look, Span
from crittui.tui.widgets.drawn import Drawn
from crittui.tui.widgets.key_line import KeyLine
from crittui.tui.widgets.strip import strip_lines

MOST_FIGHTS = 9
MOST_SESSIONS = 9
MARGIN, KEY_CELLS, TITLE_CELLS = 8, 9, 26
GAP = 3
WIDE = 78


@dataclass(frozen=True)
class Choices:
    """What can be begun and gone on with; `now` is the time of day, in seconds since 1970.

    `language` is the one that was spoken last.
    """

    sessions: Sequence[Kept]
    fights: Sequence[Ready]
    now: float
    language: str = ""


class StartScreen(Screen[None]):
    """What can be played; `play` gets the game that was opened, and whether its house rules come before it."""

    def __init__(self, choices: Choices, sitting: Sitting, play: Callable[[Game, bool], None]) -> None:
        super().__init__()
        self._choices, self._sitting, self._play = choices, sitting, play
        self._keys, self._plain = sitting.keys, sitting.ascii_only
        self._say = Phrases(sitting.language or choices.language or "en")
        self._page = _Page(self._lines, sitting.looks, sitting.ascii_only)
        self._line = KeyLine(sitting.looks, sitting.ascii_only, id="keys")
        self._listing = self._rules_first = False
        self._writing: Write | None = None
        self._trouble = ""

    def compose(self) -> ComposeResult:
        yield self._page
        yield self._line

    def on_mount(self) -> None:
        self._draw()

    def on_resize(self, event: Resize) -> None:
        self._draw()

    def on_key(self, event: Key) -> None:
        event.stop()
        event.prevent_default()
        for key in pressed(event.key, event.character):
            self.press(key)

    def press(self, key: str) -> None:
        """What a key does here and now."""
        self._trouble = ""
        if self._writing is not None:
            self._write(key)
        elif self._listing:
            self._listing = self._pick_session(key)
        else:
            self._press(key)
        self._draw()

    def _press(self, key: str) -> None:
        fights = self._choices.fights
        if key == "enter":
            self._go_on(self._choices.sessions[0])
        elif key.isdigit() and 0 < int(key) <= min(len(fights), MOST_FIGHTS):
            self._begin(lambda: fights[int(key) - 1].path)
        elif key == "o":
            self._rules_first = not self._rules_first
        elif key == "f":
            title = self._say("open file")
            self._writing = Write(title[:1].upper() + title[1:], self._say("file"), words=words_of(self._say.language))
        elif key == "s":
            self._listing = True
        elif key == "m":
            self._trouble = self._sitting.next_motion()
        elif key == "?":
            self._help()
        elif self._keys.find(key, PAGE) == "quit":
            self.app.exit(0)

    def _help(self) -> None:
        def page(width: int) -> Sequence[Line]:
            return help_lines(self._keys, self._say, (), width)

        page_of_keys = HelpScreen(page, self._keys, self._say, self._sitting.looks, self._plain)
        self.app.push_screen(page_of_keys, lambda key: self.press(key) if key else None)

    def _pick_session(self, key: str) -> bool:
        """Whether the list of sessions stays open."""
        kept = self._choices.sessions
        if key.isdigit() and 0 < int(key) <= min(len(kept), MOST_SESSIONS):
            self._go_on(kept[int(key) - 1])
            return True
        return key not in ("escape", "x", "s")

    def _write(self, key: str) -> None:
        assert self._writing is not None
        state = self._writing.press(key)
        if isinstance(state, Write):
            self._writing = state
            return
        self._writing = None
        if isinstance(state, Done):
            name = str(state.value)
            self._begin(lambda: encounter_path(name))
        else:
            assert isinstance(state, Dropped)

    def _begin(self, path: Callable[[], Path]) -> None:
        sitting = self._sitting
        self._open(lambda: begin_encounter(path(), language=sitting.language, told=sitting.told), self._rules_first)

    def _go_on(self, kept: Kept) -> None:
        self._open(lambda: go_on(kept.path, self._sitting.language))

    def _open(self, opener: Callable[[], Game], rules_first: bool = False) -> None:
        try:
            game = opener()
        except CrittuiError as error:
            self._trouble = str(error).splitlines()[0]
        else:
            self._play(game, rules_first)

    # Drawing

    def _draw(self) -> None:
        say = self._say
        entries: tuple[KeyView, ...]
        if self._trouble:
            entries = (KeyView("✕", cells.cut(self._trouble, max(1, self.size.width - 4)), kept=True),)
        elif self._writing is not None:
            entries = (KeyView("enter", say("open file"), kept=True), KeyView("escape", self._writing.words.drop))
        elif self._listing:
            count = min(len(self._choices.sessions), MOST_SESSIONS)
            entries = (KeyView(f"1-{count}", say("go on short"), kept=True), KeyView("x", say("back")))
        else:
            count = min(len(self._choices.fights), MOST_FIGHTS)
            new = say("whose rules" if self._rules_first else "new fight")
            entries = (
                KeyView("enter", say("go on short"), kept=True), KeyView(f"1-{count}", new),
                KeyView("f", say("file")), KeyView("s", say("sessions")),
                KeyView("m", say("motion")), KeyView(self._keys["help"].cap, say.key("help", "help"), kept=True),
                KeyView(self._keys["quit"].cap, say("quit"), kept=True),
            )  # fmt: skip
        self._line.show(KeyLineView(entries))
        self._page.changed()

    def _lines(self, width: int) -> list[Line]:
        height = self.size.height - 1
        body = self._sessions(width) if self._listing else self._offers()
        banner = self._banner(width)
        heads: tuple[list[Line], ...] = ([(), (), *banner, (), ()], [*banner, ()], [])
        head = next(head for head in heads if len(head) + len(body) <= height or not head)
        prompt = self._prompt(width)
        lines = [*head, *body][: max(0, height - len(prompt))]
        lines += [()] * (height - len(prompt) - len(lines) if prompt else 0)
        return [shortened(line, width) for line in (*lines, *prompt)]

    def _prompt(self, width: int) -> list[Line]:
        """The line in which a file is named, at the foot of the page; empty while none is asked for."""
        if self._writing is None:
            return []
        view = draw_prompt(self._writing, max(width, 24), 6, self._plain)
        return strip_lines(view, width, 1 + len(view.rows))

    def _banner(self, width: int) -> list[Line]:
        word, tagline = None if self._plain else large("CRITTUI", width), Span(self._say("tagline"), "muted")
        if word is None:
            return [(blank(self._margin), Span("crittui", bold=True), blank(3), tagline)]
        first, second, third = ((blank(self._margin), Span(row, "accent", bold=True)) for row in word)
        beside = (*second, blank(5), tagline)
        return [first, beside if length(beside) <= width else second, third]

    @property
    def _margin(self) -> int:
        """Blank columns on the left, where there is room to spare."""
        return MARGIN if self.size.width >= WIDE else 1

    def _offers(self) -> list[Line]:
        say, last = self._say, self._choices.sessions[0]
        where, when = _where(last, say, self._choices.now)
        lines: list[Line] = [self._row("enter", (Span(say("go on"), bold=True),), loud=True)]
        lines += [self._row("", (Span(where),)), self._row("", (Span(when, "muted"),))]
        lines += [(), (blank(self._margin), Span(say("ready fights"), "muted")), *self._fights()]
        on, words = self._rules_first, say("rules first")
        lines.append(self._row("o", (Span(words, "accent", bold=True, reverse=True) if on else Span(words),)))
        lines += [(), self._row("f", (Span(say("open file")),))]
        kept, column = say("kept", count=len(self._choices.sessions)), self._columns[0]
        lines.append(self._row("s", (Span(cells.left(say("other sessions"), column)), Span(kept, "muted"))))
        lines += [(), self._row("m", (Span(say(f"motion {self._sitting.motion}"), "muted"),))]
        return lines

    @property
    def _columns(self) -> tuple[int, int]:
        """Cells for the titles of the ready fights and for their rulesets; long titles get what room there is."""
        fights = self._choices.fights[:MOST_FIGHTS]
        rules = max((cells.width(fight.ruleset) for fight in fights), default=0) + GAP
        counts = max((cells.width(self._say("combatants", count=fight.fighters)) for fight in fights), default=0)
        titles = max((cells.width(fight.title) for fight in fights), default=0) + GAP
        room = self.size.width - self._margin - KEY_CELLS - rules - 1
        room -= counts if room - counts >= TITLE_CELLS else 0
        return max(TITLE_CELLS, min(titles, room)), rules

    def _fights(self) -> list[Line]:
        """The ready fights in columns; the last columns go first where there is no room."""
        titles, rules = self._columns
        room = self.size.width - self._margin - KEY_CELLS - titles
        lines = []
        for number, fight in enumerate(self._choices.fights[:MOST_FIGHTS], 1):
            title = cells.left(cells.cut(fight.title, titles - 1), titles)
            count = self._say("combatants", count=fight.fighters)
            tail = cells.left(fight.ruleset, rules) + (count if rules + cells.width(count) <= room else "")
            lines.append(
                self._row(str(number), (Span(title), Span(tail.rstrip() if rules <= room + GAP else "", "muted")))
            )
        return lines

    def _sessions(self, width: int) -> list[Line]:
        say = self._say
        lines: list[Line] = [(blank(self._margin), Span(say("sessions"), "muted"))]
        for number, one in enumerate(self._choices.sessions[:MOST_SESSIONS], 1):
            first, second = _where(one, say, self._choices.now)
            room = width - self._margin - KEY_CELLS - cells.width(second) - 2
            lines.append(
                self._row(str(number), (Span(cells.cut(first, max(12, room))), blank(2), Span(second, "muted")))
            )
        return lines

    def _row(self, key: str, rest: Line, loud: bool = False) -> Line:
        if loud:
            gap = blank(max(1, KEY_CELLS - cells.width(key) - 2))
            return (blank(self._margin), Span(f" {key} ", "accent", bold=True, reverse=True), gap, *rest)
        return (blank(self._margin), Span(cells.left(key, KEY_CELLS), "accent", bold=True), *rest)


class _Page(Drawn):
    def __init__(self, page: Callable[[int], Sequence[Line]], look: Look, ascii_only: bool) -> None:
        super().__init__(look, ascii_only, id="page")
        self._lines_of = page

    def lines(self, width: int) -> Sequence[Line]:
        return self._lines_of(width)


def _where(one: Kept, say: Phrases, now: float) -> tuple[str, str]:
    """Where a fight stands, and when it was last played."""
    progress = one.progress
    facts = [one.place or one.title]
    if progress.round:
        facts.append(say("round", number=progress.round))
    if progress.turn:
        facts.append(f"{say('turn of')} {progress.turn}")
    done = say("action") if progress.actions == 1 else say("actions", count=progress.actions)
    return " · ".join(facts), f"{done} · {_when(one.changed, now, say)}"


def _when(moment: float, now: float, say: Phrases) -> str:
    """A moment as people say it: today and yesterday by name, else the date."""
    then, today = time.localtime(moment), time.localtime(now)
    clock = time.strftime("%H:%M", then)
    days = (time.mktime((*today[:3], 12, 0, 0, 0, 0, -1)) - time.mktime((*then[:3], 12, 0, 0, 0, 0, -1))) / 86400
    if round(days) == 0:
        return say("today", time=clock)
    return say("yesterday", time=clock) if round(days) == 1 else f"{time.strftime('%Y-%m-%d', then)} {clock}"
