"""The prompt for a choice that a chain asks of somebody: which defence, which effect, which table."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace

from crittui.records import dataclass
from crittui.tui.prompts.ending import DROPS, Done, Dropped, TakeBack
from crittui.tui.prompts.letters import assign
from crittui.tui.prompts.words import ENGLISH, Words
from crittui.tui.views import LiveView

ALWAYS = "A"
TAKE_BACK = "u"


@dataclass(frozen=True, slots=True)
class Option:
    """One thing that can be chosen.

    `goal` (`≤ 7`), `chance` (`16.2%`) and `words` stand beside it where they are known; `refusal` says why it may
    not be chosen now.
    """

    option: str
    label: str
    key: str = ""
    goal: str = ""
    chance: str = ""
    words: str = ""
    refusal: str = ""


@dataclass(frozen=True, slots=True)
class Chose:
    """The options that were chosen; with `always` the best one for the rest of the fight."""

    options: tuple[str, ...]
    always: bool = False


@dataclass(frozen=True, slots=True)
class Ask:
    """A choice among `options`. `best` is the one that `enter` takes at first and `A` for ever.

    With `pick` above one the keys mark options and `enter` takes as many as are wanted.
    """

    title: str
    options: tuple[Option, ...]
    active: int = 0
    best: int = 0
    pick: int = 1
    automatic: bool = False
    marked: tuple[int, ...] = ()
    live: LiveView = LiveView()
    error: str = ""
    shaken: bool = False
    words: Words = ENGLISH
    question: str = ""

    @property
    def rated(self) -> bool:
        """Whether the best can be told: some options lead to a roll whose chance is known."""
        return any(option.chance for option in self.options)

    @property
    def takes_back(self) -> str:
        """The key that undoes the asking chain: `u` where no option has it, else `x`."""
        return DROPS[0] if any(option.key == TAKE_BACK for option in self.options) else TAKE_BACK

    def press(self, key: str) -> Ask | Done[Chose] | Dropped | TakeBack:
        """What the key does."""
        state = replace(self, error="", shaken=False) if self.error or self.shaken else self
        if key in DROPS or key == self.takes_back:
            return TakeBack()
        if key in ("up", "down") and self.options:
            step = 1 if key == "down" else -1
            return replace(state, active=(self.active + step) % len(self.options))
        if key == ALWAYS and self.automatic and self.options:
            return Done(Chose((self.options[self.best].option,), always=True))
        if key == "enter" and self.options:
            return state._enter()
        if key == "space" and self.options:
            return state._take(self.active)
        index = next((i for i, option in enumerate(self.options) if option.key == key), None)
        return state if index is None else state._take(index)

    def _take(self, index: int) -> Ask | Done[Chose]:
        option = self.options[index]
        state = replace(self, active=index)
        if option.refusal:
            return replace(state, error=option.refusal, shaken=True)
        if self.pick == 1:
            return Done(Chose((option.option,)))
        if index in self.marked:
            return replace(state, marked=tuple(i for i in self.marked if i != index))
        return replace(state, marked=(*self.marked, index)[-self.pick :])

    def _enter(self) -> Ask | Done[Chose]:
        if self.pick == 1:
            return self._take(self.active)
        if len(self.marked) != self.pick:
            error = self.words.too_few.format(count=self.pick, marked=len(self.marked))
            return replace(self, error=error, shaken=True)
        return Done(Chose(tuple(self.options[index].option for index in self.marked)))


def ask(
    title: str,
    options: Sequence[Option],
    *,
    default: str = "",
    pick: int = 1,
    automatic: bool = False,
    words: Words = ENGLISH,
    question: str = "",
    reserved: Collection[str] = (),
) -> Ask:
    """A choice with a key for every option; `default` is the best one, else the first that may be chosen is.

    `title` says who is asked, `question` what. No option gets one of the `reserved` keys.
    """
    without = [option.label for option in options if not option.key]
    keys = iter(assign(without, {"#", *reserved, *(option.key for option in options)}, numbered=True))
    keyed = tuple(option if option.key else replace(option, key=next(keys)) for option in options)
    free = [index for index, option in enumerate(keyed) if not option.refusal]
    best = next((i for i in free if keyed[i].option == default), free[0] if free else 0)
    return Ask(title, keyed, best, best, pick, automatic, words=words, question=question)
