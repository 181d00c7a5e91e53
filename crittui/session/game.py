"""A game: one fight under one ruleset, driven by commands and answers, every one of them in the journal.

Whatever is tried is first computed, then stored, and only then seen: a refused or failed command
changes nothing, and a stored one is never lost.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from crittui.errors import AnswerError, CrittuiError, FileError, Refused
from crittui.rules.commands import Act, Command
from crittui.rules.machine import refusal
from crittui.rules.requests import Answer, Request
from crittui.rules.ruleset import Ruleset
from crittui.rules.source import Source
from crittui.rules.state import Fight
from crittui.session.chain import Chain
from crittui.session.codec import Unreadable, decode_answer, decode_command, encode
from crittui.session.course import Course, begin_course
from crittui.session.journal import Damaged, Entry, Head, Journal, Kind, Progress, set_aside
from crittui.session.steps import steps_of

Compiler = Callable[[Source, tuple[Source, ...], Source, Mapping[str, str]], tuple[Ruleset, Fight]]
"""Makes a ruleset and its fight out of the texts of a ruleset, of add-ons and of an encounter, and of house rules."""
TOLD_EVERY = 64  # entries


class Game:
    """A game at its head, which is what happened.

    `chains` holds every command in the order in which they came, taken back or not.
    """

    def __init__(self, ruleset: Ruleset, start: Fight, journal: Journal) -> None:
        self.ruleset = ruleset
        self.start = start
        self.journal = journal
        self._chains: list[Chain] = []
        self._redoable: list[Chain] = []
        self._standing = 0
        self._seen = 0

    @property
    def title(self) -> str:
        return self.journal.head.title

    @property
    def place(self) -> str:
        return self.journal.head.place

    @property
    def language(self) -> str:
        """The language of the table; empty for the ruleset's own."""
        return self.journal.head.language

    @property
    def begun(self) -> bool:
        """Whether anything was done yet, even if it was taken back."""
        return self._seen > 0

    @property
    def names(self) -> Mapping[str, str]:
        """The names of all combatants by their ids."""
        return {id: combatant.name for id, combatant in self.start.combatants.items()}

    @property
    def chains(self) -> Sequence[Chain]:
        return self._chains

    @property
    def standing(self) -> int:
        """How many chains count: those that were not taken back."""
        return self._standing

    @property
    def last(self) -> Chain | None:
        """The last chain that counts: the one that `undo` takes back."""
        return next((chain for chain in reversed(self._chains) if not chain.undone), None)

    @property
    def fight(self) -> Fight:
        """The fight as it is now, within an unfinished chain too."""
        return self.last.after if self.last else self.start

    @property
    def request(self) -> Request | None:
        """What must be answered before anything else can be done."""
        return self.last.request if self.last else None

    def refusal(self, act: Act) -> str:
        """Why the rules do not permit this action now, in their words; empty if they do."""
        return refusal(self.ruleset, self.fight, act, self.language)

    def submit(self, command: Command) -> Chain:
        """Carry out a command, up to its first question. Refused and CrittuiError leave all as it was."""
        course = self._tried(command)
        self._store("command", encode(command), course.fight, 1)
        return self._began(command, course)

    def answer(self, answer: Answer) -> None:
        """Answer the open request. AnswerError and CrittuiError leave all as it was."""
        chain, course = self._answered(answer)
        self._store("answer", encode(answer), course.fight, 0)
        chain.advance(course)

    def undo(self) -> Chain | None:
        """Take back the last command with all that came of it; None if there is none."""
        chain = self.last
        if chain:
            self._store("undo", "", chain.before, -1)
            self._take_back(chain)
        return chain

    def redo(self) -> Chain | None:
        """Bring back what was taken back last, event for event; None if there is nothing, or something new came."""
        chain = self._redoable[-1] if self._redoable else None
        if chain:
            self._store("redo", "", chain.after, 1)
            self._bring_back()
        return chain

    def begin_anew(self, head: Head, ruleset: Ruleset, start: Fight) -> None:
        """Begin under other rules, for as long as nothing was done; a CrittuiError leaves all as it was."""
        self.journal.begin_anew(head)
        self.ruleset, self.start = ruleset, start

    def speak(self, language: str) -> None:
        """Tell all that happened in another language; a CrittuiError leaves all as it was."""
        self.journal.speak(language)
        self._chains.clear()
        self._redoable.clear()
        self._standing = self._seen = 0
        self.follow()

    def follow(self, told: Callable[[float], None] = lambda part: None) -> int:
        """Take in what was stored since; how many entries that were. A FileError where that cannot be done.

        `told` hears again and again which part of them is done, from 0 to 1.
        """
        entries = self.journal.entries(self._seen)
        for number, entry in enumerate(entries):
            if number % TOLD_EVERY == 0:
                told(number / len(entries))
            try:
                self._replay(entry)
            except Unreadable as error:
                raise Damaged("the session is damaged", self._where, f"entry {entry.seq}: {error}") from error
            except CrittuiError as error:
                hint = f"crittui {self.journal.head.program} wrote it, and can open it"
                wrong = f"entry {entry.seq} can no longer be played ({error.what})"
                raise FileError(wrong, self._where, hint) from error
        return len(entries)

    def close(self) -> None:
        """Let the journal go; everything in it is stored already."""
        self.journal.close()

    @property
    def _where(self) -> str:
        return str(self.journal.path or "")

    def _tried(self, command: Command) -> Course:
        if self.request:
            raise Refused("something is still asked", hint="answer it, or undo")
        return begin_course(self.fight, steps_of(self.ruleset, self.fight, command, self.language))

    def _answered(self, answer: Answer) -> tuple[Chain, Course]:
        chain = self.last
        if chain is None or chain.complete:
            raise AnswerError("nothing is asked")
        return chain, chain.course.answer(answer)

    def _store(self, kind: Kind, data: str, fight: Fight, more: int) -> None:
        actions = self._standing + more
        turn = fight.combatants[fight.turn].name if fight.turn in fight.combatants else ""
        self.journal.append(kind, data, Progress(fight.round, turn, actions))
        self._seen += 1

    def _began(self, command: Command, course: Course) -> Chain:
        chain = Chain(len(self._chains) + 1, command, self.fight, course, list(course.events))
        self._chains.append(chain)
        self._standing += 1
        self._redoable.clear()
        return chain

    def _take_back(self, chain: Chain) -> None:
        chain.undone = True
        self._standing -= 1
        self._redoable.append(chain)

    def _bring_back(self) -> None:
        self._redoable.pop().undone = False
        self._standing += 1

    def _replay(self, entry: Entry) -> None:
        if entry.kind == "command":
            command = decode_command(entry.data)
            self._began(command, self._tried(command))
        elif entry.kind == "answer":
            chain, course = self._answered(decode_answer(entry.data))
            chain.advance(course)
        elif entry.kind == "undo":
            self._take_back(_there(self.last))
        else:
            _there(self._redoable[-1] if self._redoable else None)
            self._bring_back()
        self._seen = entry.seq


def _there(chain: Chain | None) -> Chain:
    if chain is None:
        raise Unreadable("nothing to take back or to bring back")
    return chain


def begin_game(path: Path | None, head: Head, ruleset: Ruleset, fight: Fight) -> Game:
    """A new game, kept at `path` (None: in memory only). A FileError if something lies there."""
    return Game(ruleset, fight, Journal.create(path, head) if path else Journal.in_memory(head))


def resume_game(
    path: Path, compiler: Compiler, writing: bool = True, told: Callable[[float], None] = lambda part: None
) -> Game:
    """The game at `path`, exactly where it was.

    Without `writing` it can only be read, also while another program plays it. A FileError tells
    what is wrong; a damaged session that was to be written is kept aside. `told` hears how far it is.
    """
    journal = Journal.open(path, writing)
    try:
        head = journal.head
        game = Game(*compiler(head.ruleset, head.addons, head.encounter, head.options), journal)
        game.follow(told)
        return game
    except CrittuiError as error:
        journal.close()
        if isinstance(error, Damaged) and writing:
            raise set_aside(path, error) from error
        raise
