"""The fight screen: keys in, pictures out. What the keys mean stands in the table, the calls and the errands."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Self

from textual.app import ComposeResult
from textual.events import Key, Paste, Resize
from textual.geometry import Region, Size
from textual.layout import Layout
from textual.reactive import Reactive
from textual.screen import Screen

from crittui.rules.events import Rolled, Started
from crittui.rules.state import Fight
from crittui.tui.again import Again
from crittui.tui.arrangement import SINGLE_PANES, Arrangement, arrange, kind_of
from crittui.tui.beats import Card, Cue, Die, Frame, frames
from crittui.tui.calls import KINDS, Calls
from crittui.tui.errands import Errands
from crittui.tui.fight_layout import FightLayout
from crittui.tui.helping import card_keys, help_lines
from crittui.tui.journal_log import JournalLog
from crittui.tui.keys import FIGHT, pressed
from crittui.tui.odds_panel import OddsPanel
from crittui.tui.panes import Moment, Panes, Summaries, mark_table
from crittui.tui.playback import Chain, Playback, Shown, Walk, fight_at
from crittui.tui.prompting import fit_prompt, prompt_keys, rows_wanted
from crittui.tui.prompts.aim import Aim
from crittui.tui.prompts.hand import Hand
from crittui.tui.prompts.prepare import Prepare
from crittui.tui.prompts.small import Write
from crittui.tui.searching import search
from crittui.tui.staging import card_view, stage_view
from crittui.tui.views import KeyLineView, KeyView, Line
from crittui.tui.widgets import card, stage
from crittui.tui.widgets.key_line import notice_line

if TYPE_CHECKING:
    from crittui.tui.playing import Playing

MOVES = {"up": -1, "down": 1}


class FightScreen(Screen[None]):
    """One fight.

    `confirm` asks the terminal to say that it has drawn everything so far, `replay` puts the fight on the screen
    anew.
    """

    virtual_size: Reactive[Size] = Reactive(Size(0, 0), layout=False, repaint=False)

    def __init__(self, playing: Playing, confirm: Callable[[], None], replay: Callable[[], None]) -> None:
        super().__init__()
        self._playing, self._confirm, self._replay = playing, confirm, replay
        self.table, self.keys, self.say = playing.table, playing.keys, playing.presenter.say
        self.calls, self.errands, self.again = Calls(self.table), Errands(self.table), Again(self.table)
        self.odds = OddsPanel(self.table, self.calls)
        self._source = JournalLog(playing.game, playing.presenter, playing.told)
        look, plain = playing.look, playing.ascii_only
        self.panes = Panes(playing.presenter, self._source, look, plain, playing.face_column)
        self._layout_of_panes = FightLayout(self._arranged)
        self._walk = Walk(lambda: playing.game.chains)
        self.playback = Playback(
            self._walk, self._frames, self._play, self._arrived,
            motion=playing.motion, clock=playing.clock, pace=playing.pace,
        )  # fmt: skip
        self.table.grown = self.playback.poke
        self._shown = Shown(self._walk.shown, self._walk.shown)
        fighters = playing.game.fight.combatants.values()
        self._bodies = not fighters or any(playing.presenter.has_picture(one) for one in fighters)
        self._foot, self._rows = "", 0
        self._laid_out = ("", 0, True, False)
        self.pane = "fight"
        self._kind = ""
        self.left = self._new = False

    @property
    def layout(self) -> Layout:
        return self._layout_of_panes

    def compose(self) -> ComposeResult:
        yield from self.panes

    def refresh(self, *regions: Region, repaint: bool = True, layout: bool = False, recompose: bool = False) -> Self:
        """As ever, but once not: Textual paints a new screen when it has its size, and then all of it again."""
        if self._new and repaint and not (regions or layout or recompose):
            self._new = False
            return self
        return super().refresh(*regions, repaint=repaint, layout=layout, recompose=recompose)

    def on_mount(self) -> None:
        self._new = True
        self.run_worker(self.playback.run(), group="playback")
        if self.table.game.request is not None:
            self.table.go_on()
        self.draw()

    # Keys

    def on_key(self, event: Key) -> None:
        event.stop()
        event.prevent_default()
        for key in pressed(event.key, event.character):
            self.press(key)

    def on_paste(self, event: Paste) -> None:
        event.stop()
        self.playback.skip()
        self.table.paste(event.text)
        self.draw()

    def press(self, key: str) -> None:
        """What a key does here and now. Motion ends with any key; a key that only moves does no more then."""
        skipped = self.playback.skip()
        if self.table.prompt is None or not self._press_in_prompt(key):
            id = self.keys.find(key, FIGHT)
            if id and not (skipped and self.keys[id].group == "move" and id not in ("help", "quit")):
                self.do(id, key)
            elif key == "escape" and self.panes.log.wanted:
                self.panes.log.search("")
        if self.is_attached and self.app.is_running:
            self.draw()

    def _press_in_prompt(self, key: str) -> bool:
        """Whether the key meant something there."""
        prompt = self.table.prompt
        typing = isinstance(prompt, Write | Hand) or (isinstance(prompt, Prepare) and prompt.typing is not None)
        if key == "?" and not typing:
            self._help()
        elif key == "tab" and not isinstance(prompt, Aim):
            self._next_pane()
        elif key in ("pageup", "pagedown"):
            self.panes.log.scroll_pages(1 if key == "pagedown" else -1)
        elif not self.odds.press(key):
            if self.table.prompt is None:
                return False
            self.table.press(key)
        return True

    def do(self, id: str, key: str = "") -> None:
        """What a key of the registry stands for; `key` is the one that was pressed."""
        errands, calls = self.errands, self.calls
        deeds: dict[str, Callable[[], object]] = {
            "next": errands.next_turn, "again": calls.again, "odds": self.odds.begin, "time": errands.let_pass,
            "end": errands.end_combat, "note": errands.note,
            "undo": self.table.undo, "redo": self.table.redo, "modify": errands.modify, "hand": errands.toggle_hand,
            "export": errands.export, "search": lambda: search(self.table, self.keys, self.panes.log),
            "help": self._help, "pane": self._next_pane,
            "words": self._words, "rules": self.house_rules, "motion": self._next_motion,
            "quit": lambda: self.app.exit(0),
            "log.up": lambda: self.panes.log.scroll_pages(-1), "log.down": lambda: self.panes.log.scroll_pages(1),
            "log.end": self.panes.log.to_end,
        }  # fmt: skip
        self.table.forget_notice()
        if id in KINDS:
            calls.begin(id)
        elif id in MOVES:
            self._move(MOVES[id])
        elif id == "pick" and key.isdigit():
            self.pick(int(key))
        elif id in deeds:
            deeds[id]()

    def do_from_palette(self, id: str) -> None:
        """The same, chosen from the command palette."""
        self.playback.skip()
        self.do(id)
        self.draw()

    def pick(self, number: int) -> None:
        """Show the body of the combatant with this number."""
        order = self.table.game.fight.order
        if 0 < number <= len(order):
            self.table.chosen = order[number - 1]

    def _move(self, step: int) -> None:
        log, order = self.panes.log, self.table.game.fight.order
        if log.wanted:
            log.find(step)
        elif self.pane == "log":
            log.move_cursor(step)
        elif order:
            here = order.index(self.table.chosen) if self.table.chosen in order else 0
            self.table.chosen = order[(here + step) % len(order)]

    def _next_pane(self) -> None:
        """The next pane; where all are in sight, the list and the log take turns."""
        panes = SINGLE_PANES if self._now.single else ("fight", "log")
        self.pane = panes[(panes.index(self.pane) + 1) % len(panes)] if self.pane in panes else panes[0]
        if not self._now.single:
            self.panes.log.move_cursor(0) if self.pane == "log" else self.panes.log.hide_cursor()
        self._lay_out()

    def _words(self) -> None:
        """Open the rule behind a line of the log."""
        if not self.panes.log.open():
            self.table.refuse("no rule")
        self.pane = "log"

    def _help(self) -> None:
        from crittui.tui.screens.help import HelpScreen

        marks = mark_table(self.panes.presenter)
        playing = self._playing

        def page(width: int) -> Sequence[Line]:
            return help_lines(self.keys, self.say, marks, width)

        page_of_keys = HelpScreen(page, self.keys, self.say, playing.look, playing.ascii_only)
        self.app.push_screen(page_of_keys, lambda key: self.press(key) if key else None)

    def _next_motion(self) -> None:
        self.playback.motion = self._playing.next_motion()

    def house_rules(self) -> None:
        """The page of house rules."""
        from crittui.tui.ruling import Ruling
        from crittui.tui.screens.rules import HouseRulesScreen

        ruling, playing = Ruling(self.table), self._playing
        if self.table.busy():
            return
        if not ruling.settings():
            self.table.refuse("no options")
            return
        self.app.push_screen(HouseRulesScreen(ruling, self.keys, playing.look, playing.ascii_only, self._replay))

    def take_over(self, before: FightScreen) -> None:
        """Go on where the same fight was on another screen."""
        self.table.by_hand, self.table.chosen, self.pane = before.table.by_hand, before.table.chosen, before.pane
        self.calls.recall(before.calls)
        before.left = True
        before.workers.cancel_node(before)

    # Motion

    def _frames(self, chain: Chain, index: int) -> Sequence[Frame]:
        started = chain.events[0]
        target = started.who[-1][1] if isinstance(started, Started) and started.who else ""
        who = chain.before.combatants.get(target)
        body = self.table.game.ruleset.bodies.get(who.body) if who else None
        after = chain.events[index + 1] if index + 1 < len(chain.events) else None
        return frames(chain.events[index], tuple(body.locations) if body else (), target, after)

    def _play(self, shown: Shown) -> None:
        self._shown = shown
        self.draw()
        if self.playback.moving and self._playing.pace.sent():
            self.call_after_refresh(self._confirm)

    def confirmed(self) -> None:
        """The terminal has drawn a frame."""
        self._playing.pace.confirmed()

    def _arrived(self) -> None:
        self.table.ask()
        self.draw()

    # Drawing

    @property
    def _now(self) -> Arrangement:
        return self._arranged(self.size.width, self.size.height)

    def _arranged(self, width: int, height: int) -> Arrangement:
        aiming = isinstance(self.table.prompt, Aim) and not self.odds.shown
        pane = "body" if aiming and kind_of(width, height) == "single" else self.pane
        fighters = len(self.table.game.fight.order)
        place = arrange(width, height, fighters, self._rows, pane, bodies=self._bodies)
        place = self.odds.placed(place, pane) if self.odds.shown else place
        names = {"strip": self._foot} if self._drawn_body else {"strip": self._foot, "body": "body_card"}
        boxes = {names.get(name, name): box for name, box in place.boxes.items()}
        return Arrangement(place.kind, boxes, place.large_body)

    @property
    def _drawn_body(self) -> bool:
        """Whether there is a picture of the body that is looked at."""
        who = self.table.game.fight.combatants.get(self.calls.target or self.table.chosen)
        return who is None or self.panes.presenter.has_picture(who)

    def _lay_out(self) -> None:
        """Place the panes anew. Asked of a child: then the screen itself is not painted again."""
        self.panes.fit(self._now)
        self.panes.strip.refresh(layout=True)

    def on_resize(self, event: Resize) -> None:
        self.draw()

    def draw(self) -> None:
        """Show what is to be seen now. Nothing that has not changed is written again."""
        if not self.size or self.left:
            return
        shown, moving = self._shown, self.playback.moving
        fight = fight_at(shown.state, self.table.game.chains, self.table.game.fight)
        self._draw_foot(shown.cue, moving)
        place = self._now
        self._draw_log(place)
        odds = self.odds.view(listed="body" not in place.boxes) if self.odds.shown else None
        moment = replace(self._moment(fight, shown.cue), odds=odds)
        self.panes.show(moment, place, self.pane, self._key_line(place, moving))
        if self.odds.shown and self.odds.due:
            self.run_worker(self.odds.work(self.draw), group="odds", exclusive=True)
        if (
            not moving
            and "cards" in place.boxes
            and self.table.game.request is None
            and self.again.due(self.calls.last)
        ):
            self.call_after_refresh(self._reckon)

    def _reckon(self) -> None:
        """Work out the odds of the same again, now that everything else is on the screen."""
        last = self.calls.last
        if last is not None and self.again.due(last):
            self.again.reckon(last)
            self.draw()

    def _moment(self, fight: Fight, cue: Cue | None) -> Moment:
        prompt, calls = self.table.prompt, self.calls
        chosen = calls.target or self.table.chosen
        moment = Moment(fight, chosen, cue, target=calls.target or calls.last_target, again=self.again.view(calls.last))
        if not isinstance(prompt, Aim):
            return moment
        refused = frozenset(place.name for place in prompt.places if place.refusal)
        return replace(moment, aimed=prompt.place.name if prompt.place else "", refused=refused)

    def _draw_foot(self, cue: Cue | None, moving: bool) -> None:
        """The strip at the foot of the log: a prompt, the die, the card, or nothing."""
        prompt = self.table.prompt
        chains, index = self.table.game.chains, self._shown.log.chains
        told = self._source.all_lines(index) if moving and index < len(chains) else []
        if isinstance(cue, Card) and moving:
            names = dict(self.panes.presenter.short_pools)
            self.panes.card.show(card_view(cue, told, chains[index].events, names))
            self._foot = "card"
        elif moving and self.playback.motion == "full" and any(isinstance(e, Rolled) for e in chains[index].events):
            if isinstance(cue, Die):
                line = next((line for line in told if line.needs == self._event_of(cue, index) + 1), None)
                self.panes.stage.show(stage_view(cue, line, self.say))
            self._foot = "stage"
        elif prompt is not None and not moving and not self.odds.shown:
            self._foot = "strip"
        else:
            self._foot = ""
        self._rows = {"stage": stage.HEIGHT + 1, "card": card.HEIGHT}.get(self._foot, 0)
        if prompt is not None and self._foot == "strip":
            ascii_only, log = self._playing.ascii_only, self._now.boxes.get("log")
            self._rows = rows_wanted(prompt, log, self.size.width, ascii_only)
            if box := self._now.boxes.get("strip"):
                self.panes.strip.show(fit_prompt(prompt, box, ascii_only))
        laid_out = self._foot, self._rows, self._drawn_body, self.odds.shown
        if self._laid_out != laid_out:
            self._laid_out = laid_out
            self._lay_out()

    def _event_of(self, cue: Die, index: int) -> int:
        events = self.table.game.chains[index].events
        return next((n for n, event in enumerate(events) if event is cue.roll), -2)

    def _draw_log(self, place: Arrangement) -> None:
        before, now = self._source.shown, self._shown.log
        self._source.shown = now
        self.panes.fit(place)
        if place.kind != self._kind:
            small = place.kind == "small"
            if small or self._kind == "small":
                self.panes.log.reloaded(Summaries(self._source) if small else self._source)
                if self.pane == "log" and not small and not place.single:
                    self.panes.log.move_cursor(0)
            self._kind = place.kind
        changed = self._source.turned()
        changed |= set(range(min(before.chains, now.chains), min(now.chains + 1, len(self.table.game.chains))))
        for index in sorted(changed):
            self.panes.log.changed(index)
        if changed and place.single:
            self.panes.last.again()

    def _key_line(self, place: Arrangement, moving: bool) -> KeyLineView:
        notice = self.table.notice
        if moving and isinstance(self._shown.cue, Card):
            return card_keys(self.keys, self.say)
        if moving:
            return KeyLineView((KeyView(self.say("any key"), self.say("skips"), kept=True),))
        if notice.words:
            return notice_line(notice.words, notice.refused, self.size.width)
        if self.odds.shown:
            return KeyLineView(self.odds.keys())
        if self.table.prompt is not None:
            return KeyLineView(prompt_keys(self.table.prompt, asked=self.table.game.request is not None))
        if place.kind == "small":
            help = self.keys["help"]
            return KeyLineView((KeyView(help.cap, self.say.key("help", help.short), kept=True),))
        entries = self.keys.line(self.size.width, place.single, self.say.key, self.calls.absent)
        return KeyLineView(tuple(KeyView(cap, label) for cap, label in entries))
