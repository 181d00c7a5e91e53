"""What the person at the table is doing: who is selected, which prompt is open, what was said.

Knows the game and the prompts, and no widget. Everything that happens goes through the game, which
stores it before anything is shown.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from crittui.errors import AnswerError, CrittuiError, Refused
from crittui.records import dataclass
from crittui.rules.commands import Act, Command, NextTurn
from crittui.rules.requests import Answer, ChooseRequest, Picked, RollRequest
from crittui.session.dice import Driver
from crittui.session.foresight import best_option, outlooks
from crittui.session.game import Game
from crittui.tui.asking import ask_for, hand_for
from crittui.tui.keys import KeyMap
from crittui.tui.presenting import Presenter
from crittui.tui.prompts.aim import Aim
from crittui.tui.prompts.ask import Ask, Chose
from crittui.tui.prompts.ending import Aiming, Done, Dropped, Retarget, TakeBack
from crittui.tui.prompts.hand import Hand, Thrown
from crittui.tui.prompts.prepare import Prepare
from crittui.tui.prompts.small import Confirm, Write
from crittui.tui.prompts.words import words_of

Prompt = Prepare | Aim | Ask | Hand | Confirm | Write


@dataclass(frozen=True, slots=True)
class Notice:
    """A line for the person at the table; `refused` when something was not done."""

    words: str = ""
    refused: bool = False


class Table:
    """The state behind the fight screen. `grown` is called when the journal has grown.

    `followed` may change the state of a prompt after a key, `wished` gets what only the opener of a
    prompt can fulfil (aim, take another target), `dropped` is called when it is given up.
    """

    def __init__(self, game: Game, presenter: Presenter, keys: KeyMap, driver: Driver, by_hand: bool = False) -> None:
        self.game, self.presenter, self.keys, self.driver = game, presenter, keys, driver
        self.say, self.words = presenter.say, words_of(presenter.language)
        self.by_hand = self.chain_by_hand = by_hand
        self.chosen = self._first_chosen()
        self.notice = Notice()
        self.prompt: Prompt | None = None
        self.grown: Callable[[], None] = lambda: None
        self._done: Callable[[object], None] = lambda _: None
        self._followed: Callable[[Prompt, Prompt], Prompt] | None = None
        self._wished: Callable[[Aiming | Retarget], None] | None = None
        self._dropped: Callable[[], None] | None = None
        self._always: set[tuple[str, str]] = set()

    def _first_chosen(self) -> str:
        """Whose body is shown at first: the target of a chain that still asks, else whoever has the turn."""
        game = self.game
        command = game.last.command if game.last else None
        if game.request is not None and isinstance(command, Act) and command.who:
            return command.who[-1][1]
        return game.fight.turn or next(iter(game.fight.order), "")

    # Prompts

    def open(
        self,
        prompt: Prompt,
        done: Callable[[object], None],
        *,
        followed: Callable[[Prompt, Prompt], Prompt] | None = None,
        wished: Callable[[Aiming | Retarget], None] | None = None,
        dropped: Callable[[], None] | None = None,
    ) -> None:
        """Ask something; `done` gets the answer when the prompt has been closed."""
        self.prompt, self._done = replace(prompt, words=self.words), done
        self._followed, self._wished, self._dropped = followed, wished, dropped

    def press(self, key: str) -> None:
        """A key for the open prompt."""
        if self.prompt is None:
            return
        self.forget_notice()
        state = self.prompt.press(key)
        match state:
            case Done(value=value):
                self.prompt = None
                self._done(value)
            case TakeBack() if self.game.request is not None:
                self.undo()
            case Dropped() | TakeBack():
                self.prompt = None
                if self._dropped:
                    self._dropped()
            case Aiming() | Retarget():
                if self._wished:
                    self._wished(state)
            case _:
                self.prompt = self._followed(self.prompt, state) if self._followed else state

    def paste(self, text: str) -> None:
        """Text from the clipboard, for a prompt that is typed into."""
        if isinstance(self.prompt, Hand | Write):
            self.prompt = self.prompt.paste(text)

    def forget_notice(self) -> None:
        """What was said has been read."""
        self.notice = Notice()

    def refuse(self, id: str, **values: object) -> None:
        """Say that something is not done, and why."""
        self.notice = Notice(self.say(id, **values), refused=True)

    def tell(self, id: str, **values: object) -> None:
        """Say something."""
        self.notice = Notice(self.say(id, **values))

    def fail(self, error: CrittuiError) -> None:
        """Tell an error in its own words."""
        words = f"{error.what}, {error.hint}" if error.hint else error.what
        self.notice = Notice(words, refused=True)

    # The game

    def busy(self) -> bool:
        """Whether a question of a chain stands in the way; says so."""
        if self.game.request is None:
            return False
        self.refuse("first answer", key=self.keys["undo"].cap)
        self.ask()
        return True

    def submit(self, command: Command, by_hand: bool | None = None) -> bool:
        """Carry out a command; whether the rules let it. Its dice fall at once, or are asked for."""
        if self.busy():
            return False
        try:
            self.game.submit(command)
        except (Refused, CrittuiError) as error:
            self.fail(error)
            return False
        self.chain_by_hand = self.by_hand if by_hand is None else by_hand
        self.go_on()
        return True

    def answer(self, answer: Answer) -> None:
        """Answer what the chain asks, and go on with it."""
        try:
            self.game.answer(answer)
        except (AnswerError, CrittuiError) as error:
            self.fail(error)
            self.ask()
            return
        self.go_on()

    def go_on(self) -> None:
        """Answer what needs no person, up to the next question or the end."""
        while (request := self.game.request) is not None:
            answer: Answer | None = None
            if isinstance(request, RollRequest):
                answer = None if self.chain_by_hand else self.driver.roll(request)
            elif (request.by, request.id) in self._always and request.default:
                answer = Picked((self._best(request),))
            if answer is None:
                break
            self.game.answer(answer)
        self.grown()

    def ask(self) -> None:
        """Open the prompt of what the chain asks; nothing when it asks nothing."""
        request, fight, chain = self.game.request, self.game.fight, self.game.last
        if isinstance(request, ChooseRequest) and chain is not None:
            reserved = self.keys["next"].keys if isinstance(chain.command, NextTurn) else ()
            prompt = ask_for(request, chain.course, self.presenter, reserved)
            self.open(prompt, lambda value: self._chose(request, value))
        elif isinstance(request, RollRequest):
            self.open(hand_for(request, fight, self.presenter), lambda value: self._thrown(request, value))

    def _best(self, request: ChooseRequest) -> str:
        """What `enter` would take: a defence is taken for its chance at this moment."""
        chain = self.game.last
        return best_option(request, outlooks(chain.course, request)) if chain is not None else request.default

    def _chose(self, request: ChooseRequest, value: object) -> None:
        assert isinstance(value, Chose)
        if value.always:
            self._always.add((request.by, request.id))
            who = self.game.fight.combatants.get(request.by)
            self.tell("always", who=who.name if who else self.say("game master"), key=self.keys["undo"].cap)
        self.answer(Picked(value.options))

    def _thrown(self, request: RollRequest, value: object) -> None:
        assert isinstance(value, Thrown)
        self.chain_by_hand = value.by_hand
        answer = value.answer or self.driver.roll(request)
        if answer is not None:
            self.answer(answer)

    def undo(self) -> None:
        """Take back the last chain. Whoever was not asked any more is asked again."""
        self.prompt = None
        self._always.clear()
        chain = self.game.undo()
        if chain is None:
            self.refuse("nothing to undo")
            return
        self.tell("undone", number=chain.number, key=self.keys["redo"].cap)
        self.grown()

    def redo(self) -> None:
        """Bring back what was taken back last."""
        chain = self.game.redo()
        if chain is None:
            self.refuse("nothing to redo")
            return
        self.tell("redone", number=chain.number)
        self.grown()
