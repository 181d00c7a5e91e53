"""All panes of the fight screen, and how they come to show a moment of the fight. Knows no keys."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from textual.geometry import Size
from textual.widget import Widget

from crittui.records import dataclass
from crittui.rules.state import Combatant, Fight
from crittui.session.lines import Line as LogLine
from crittui.session.lines import RoundLine, SummaryLine, WaitLine
from crittui.tui import cells
from crittui.tui.arrangement import SINGLE_PANES, Arrangement
from crittui.tui.beats import Cue
from crittui.tui.callouts import has_key_room, shade_words
from crittui.tui.drawing import blank, length
from crittui.tui.journal_log import JournalLog
from crittui.tui.log_blocks import LogSource
from crittui.tui.log_rows import Sheet
from crittui.tui.odds_views import OddsView
from crittui.tui.presenting import Presenter
from crittui.tui.shading import SEVERITIES, STROKES
from crittui.tui.views import AgainView, CardsView, CreatureView, KeyLineView, Line, Look, MarkView, RuleView, Span
from crittui.tui.widgets.body_diagram import BodyDiagram
from crittui.tui.widgets.card import Card
from crittui.tui.widgets.cards import Cards
from crittui.tui.widgets.combatants import Combatants
from crittui.tui.widgets.creature import CreatureCard, CreatureLine, MarksLine, mark_words
from crittui.tui.widgets.drawn import Drawn
from crittui.tui.widgets.key_line import KeyLine
from crittui.tui.widgets.odds import OddsPane
from crittui.tui.widgets.roll_log import RollLog
from crittui.tui.widgets.stage import Stage
from crittui.tui.widgets.strip import PromptStrip, Rule
from crittui.tui.widgets.title_bar import TitleBar
from crittui.tui.wounds import wounds

GRAVE = ("severed", "maimed")


class Upright(Drawn):
    """A vertical rule between panes."""

    def lines(self, width: int) -> list[Line]:
        return [(Span("│", "faint"),)] * self.size.height


class Written(Drawn):
    """Rows that are put together elsewhere."""

    shown: Sequence[Line] = ()

    def show(self, lines: Sequence[Line]) -> None:
        """Show these rows."""
        if lines != self.shown:
            self.shown = lines
            self.changed()

    def lines(self, width: int) -> Sequence[Line]:
        return self.shown


def _on_ground(look: Look) -> Look:
    """Styles that name the ground too: Textual puts none behind rows that a widget draws itself."""
    return lambda role: look("background") + look(role)


class FittedLog(RollLog):
    """A log that is told its next size before it is given it, and so is painted once instead of twice."""

    def fit(self, width: int, height: int) -> None:
        """Be ready for this size."""
        sheet = self._view.blocks.sheet
        if self._view.resized(Sheet(width, sheet.face_column, sheet.ascii_only), height):
            self._redraw()


class LastChain:
    """The last chain of a log, as a log of its own."""

    def __init__(self, source: LogSource) -> None:
        self._source = source

    def __len__(self) -> int:
        return min(1, len(self._source))

    def lines(self, index: int) -> Sequence[LogLine]:
        """The lines of the last chain that has any."""
        told = (self._source.lines(n) for n in range(len(self._source) - 1, max(-1, len(self._source) - 9), -1))
        return next((lines for lines in told if lines), ())


class LastLog(FittedLog):
    """The last chain from its head on, or from its end backwards where there are more lines than rows."""

    def again(self) -> None:
        """Another chain is the last one, or it has other lines."""
        self.reloaded()
        self._view.to_start()
        if last := self._view.last:
            self._view.reveal(last)
        self._redraw()

    def _fit(self) -> None:
        super()._fit()
        self.again()


class Summaries:
    """What came of each chain, and nothing else: the log of a very small screen."""

    def __init__(self, source: LogSource) -> None:
        self._source = source

    def __len__(self) -> int:
        return len(self._source)

    def lines(self, index: int) -> Sequence[LogLine]:
        """The lines that say what came of a chain."""
        return [line for line in self._source.lines(index) if isinstance(line, SummaryLine | RoundLine | WaitLine)]


@dataclass(frozen=True, slots=True)
class Moment:
    """What the panes are to show: the fight, whose body, what moves, where is aimed and may not be.

    `target` is whom the call that is prepared is for, or the one that was made last; `again` is what the key for the
    same again would do, `odds` what stands in the place of the log while it is open.
    """

    fight: Fight
    chosen: str
    cue: Cue | None = None
    aimed: str = ""
    refused: frozenset[str] = frozenset()
    target: str = ""
    again: AgainView | None = None
    odds: OddsView | None = None


class Panes:
    """The widgets of the fight screen by the ids of the arrangement."""

    def __init__(self, presenter: Presenter, log: JournalLog, look: Look, ascii_only: bool, face_column: int) -> None:
        self.presenter, self.source = presenter, log
        self.title = TitleBar(look, ascii_only, id="title")
        self.list = Combatants(look, ascii_only, id="list")
        self.creature = CreatureLine(look, ascii_only, id="creature")
        self.body = BodyDiagram(look, ascii_only, id="body")
        self.marks = MarksLine(look, ascii_only, id="marks")
        self.rules = (Upright(look, ascii_only, id="rule"), Upright(look, ascii_only, id="rule2"))
        grounded = _on_ground(look)
        self.log = FittedLog(log, grounded, ascii_only, face_column=face_column, id="log")
        self.last_rule = Rule(look, ascii_only, id="last_rule")
        self.last = LastLog(LastChain(log), grounded, ascii_only, face_column=face_column, id="last")
        self.strip = PromptStrip(look, ascii_only, id="strip")
        self.stage = Stage(look, ascii_only, id="stage")
        self.card = Card(look, ascii_only, id="card")
        self.cards = Cards(look, ascii_only, id="cards")
        self.body_card = CreatureCard(look, ascii_only, id="body_card")
        self.brief = Written(look, ascii_only, id="brief")
        self.legend = Written(look, ascii_only, id="legend")
        self.tiny = Written(look, ascii_only, id="tiny")
        self.odds = OddsPane(look, ascii_only, id="odds")
        self.keys = KeyLine(look, ascii_only, id="keys")

    def __iter__(self) -> Iterator[Widget]:
        yield from (self.title, self.list, self.creature, self.body, self.marks, *self.rules, self.log)
        yield from (self.last_rule, self.last, self.strip, self.stage, self.card)
        yield from (self.cards, self.body_card, self.brief, self.legend, self.tiny, self.odds, self.keys)

    def fit(self, place: Arrangement) -> None:
        """Be ready for these places, so that nothing is written twice."""
        if "log" in place.boxes:
            self.log.fit(place.boxes["log"].width, place.boxes["log"].height)
        if "body" in place.boxes:
            self.body.fit(Size(place.boxes["body"].width, place.boxes["body"].height))

    def show(self, moment: Moment, place: Arrangement, pane: str, keys: KeyLineView) -> None:
        """Show a moment of the fight. Panes repaint only what has changed."""
        presenter, fight = self.presenter, moment.fight
        panes = SINGLE_PANES if place.single else ()
        present = "body" if place.boxes.keys() & {"body", "body_card"} else pane
        self.title.show(presenter.title(fight, panes, present if panes else ""))
        self.list.show(presenter.combatants(fight, moment.chosen, moment.cue))
        self.last_rule.show(RuleView(presenter.say("last"), accent=False))
        self.keys.show(keys)
        if moment.odds is not None:
            self.odds.show(moment.odds)
        who = fight.combatants.get(moment.chosen)
        hurts = self._show_creature(who, moment, place)
        if "cards" in place.boxes:
            self._show_cards(fight, who, moment, hurts)
        self.tiny.show([tiny_line(fight, presenter, place.boxes["tiny"].width)] if "tiny" in place.boxes else [])

    def _show_creature(self, who: Combatant | None, moment: Moment, place: Arrangement) -> Sequence[MarkView]:
        """The body that is looked at and what stands around it; its wounds in words."""
        presenter = self.presenter
        if who is None:
            self.creature.show(CreatureView(presenter.say("nobody")))
            self.marks.show(())
            return ()
        room = place.boxes["body"].width if "body" in place.boxes else 0
        view = presenter.body(who, "large" if place.large_body else "compact", moment.aimed, moment.cue, room)
        if moment.refused:
            places = tuple(replace(at, permitted=at.name not in moment.refused) for at in view.locations)
            view = replace(view, locations=places)
        odds = moment.odds if moment.odds is not None and moment.odds.target == who.id else None
        shaded = odds if odds is not None and odds.chances and not moment.aimed else None
        self.body.show(replace(view, chances=shaded.chances) if shaded else view)
        carded, picture = "cards" in place.boxes, view.picture
        creature = presenter.creature(who, cue=moment.cue)
        side = replace(creature, pools=(), part=presenter.say(f"view.{picture.view}")) if picture else creature
        self.creature.show(side if carded else creature)
        if "body_card" in place.boxes:
            self.body_card.show(replace(creature, name="", pools=(), marks=()))
        if shaded:
            self.marks.show(under_shades(shaded, has_key_room(view, room)))
        else:
            self.marks.show(worst_first(() if carded else creature.marks, self.body.rest))
        legend = place.boxes.get("legend")
        self.legend.show([legend_line(presenter, legend.width)] if picture and legend and not shaded else [])
        if not carded and "brief" not in place.boxes:
            return ()
        hurts = [
            replace(mark, detail=presenter.say(f"{at.severity} short")) for at, mark in wounds(view) if at.severity
        ]
        self.brief.show(brief_lines(replace(creature, marks=(*hurts, *creature.marks))))
        return hurts

    def _show_cards(self, fight: Fight, who: Combatant | None, moment: Moment, hurts: Sequence[MarkView]) -> None:
        """The one with the turn, and the one who is looked at, with the wounds of that one."""
        presenter, turn = self.presenter, fight.combatants.get(fight.turn)
        first = presenter.creature(turn, presenter.say("has the turn"), moment.cue) if turn else None
        other = None
        if who is not None and who is not turn:
            other = presenter.creature(who, presenter.say("target") if who.id == moment.target else "", moment.cue)
            other = replace(other, marks=(*other.marks, *hurts))
        elif first is not None:
            first = replace(first, marks=(*first.marks, *hurts))
        self.cards.show(CardsView(first, other, moment.again))


def under_shades(odds: OddsView, keyed: bool) -> tuple[MarkView, ...]:
    """What stands under a body that shows chances: words for that, or the key to its shades."""
    words = MarkView("", words=odds.below, plain=True)
    key = (MarkView(glyph, "muted", text, plain=True) for glyph, text in shade_words(dict(odds.chances)))
    return (words,) if keyed else tuple(key)


def worst_first(conditions: Sequence[MarkView], hurts: Sequence[MarkView]) -> tuple[MarkView, ...]:
    """Conditions and wounds for a line that may be too short for all: what passes hides no useless limb."""
    grave = tuple(mark for mark in hurts if mark.role in GRAVE)
    return (*grave, *conditions, *(mark for mark in hurts if mark.role not in GRAVE))


def legend_line(presenter: Presenter, width: int) -> Line:
    """What the strokes on a body mean; in a narrow column only those of wounds."""
    line: Line = (blank(1), Span(presenter.say("whole"), "contour"), blank(1))
    strokes: Line = ()
    for severity in SEVERITIES[1:]:
        words = presenter.say(f"{severity} short")
        gap = blank(2 if strokes else 0)
        strokes += (gap, Span(STROKES[severity], severity, bold=True), blank(1), Span(words, "muted"))
    whole = (*line, blank(2), *strokes)
    return whole if length(whole) < width else (blank(1), *strokes)


def brief_lines(view: CreatureView) -> list[Line]:
    """Somebody's name, then wounds and conditions, two in a row."""
    lines: list[Line] = [(blank(1), Span(view.name, bold=True))]
    for first in range(0, len(view.marks), 2):
        line: Line = ()
        for column, mark in zip((4, 30), view.marks[first : first + 2], strict=False):
            line += (blank(max(1, column - length(line))), *mark_words(mark))
        lines.append(line)
    return lines


def tiny_line(fight: Fight, presenter: Presenter, width: int) -> Line:
    """Whose turn it is, in whatever room there is: `▸ Mira 31`, down to the pick number."""
    who = fight.combatants.get(fight.turn) or next(iter(fight.combatants.values()), None)
    if who is None:
        return ()
    number = str(fight.order.index(who.id) + 1)
    pools = presenter.combatants(fight, "").rows[fight.order.index(who.id)].pools
    value = cells.number(pools[0].value) if pools else ""
    name = who.name.split(" ")[0] if who.name.strip() else number
    for text in (f"{name} {value}".strip(), name):
        if cells.width(text) + 2 <= width:
            return (Span("▸ ", "accent"), Span(text, bold=True))
    return (Span(number, "accent", bold=True),)


def mark_table(presenter: Presenter) -> list[MarkView]:
    """The marks of all conditions that are no wounds, each sign once."""
    found: dict[str, MarkView] = {}
    for name, condition in presenter.ruleset.conditions.items():
        mark = presenter.mark(name)
        if condition.wound:
            continue
        known = found.get(mark.glyph)
        found[mark.glyph] = replace(known, words=f"{known.words}, {mark.words}") if known else mark
    return list(found.values())
