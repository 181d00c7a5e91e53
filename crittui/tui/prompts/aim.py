"""The prompt of a called shot: one place of the target's body, with what it costs and whether it may be had."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import field, replace

from crittui.records import dataclass
from crittui.tui.prompts.ending import DROPS, Done, Dropped, Retarget
from crittui.tui.prompts.fields import Choice, ChoiceField
from crittui.tui.prompts.prepare import keyed_choices
from crittui.tui.prompts.words import ENGLISH, Words
from crittui.tui.views import LiveView

RANDOM = "0"
ARROWS = ("left", "right", "up", "down")
_VI = {"h": "left", "j": "down", "k": "up", "l": "right"}

Towards = Callable[[str, str], str]
"""The place next to a place in a direction (`left`, `right`, `up`, `down`); the place itself when none is there."""


@dataclass(frozen=True, slots=True)
class Place:
    """A place that can be aimed at.

    `penalty` is what it adds to the roll (None: not told). `refusal` are the words of the rule that forbids it,
    `hint` says what would be needed.
    """

    name: str
    label: str
    penalty: int | None = None
    refusal: str = ""
    hint: str = ""


@dataclass(frozen=True, slots=True)
class Aimed:
    """Where the shot goes; `at` is empty when the place is left to the dice."""

    at: str
    weapon: str


def nowhere(name: str, direction: str) -> str:
    """The neighbours on a body that has no picture: none."""
    return name


@dataclass(frozen=True, slots=True)
class Aim:
    """Aiming at one of `places`; `towards` knows where they lie. `targets` pairs keys with combatants.

    Another weapon may change what is refused: the screen then puts other `places` in with `with_places`.
    """

    title: str
    places: tuple[Place, ...]
    chosen: int = 0
    weapons: ChoiceField = ChoiceField("weapon", "weapon", ())
    targets: tuple[tuple[str, str], ...] = ()
    towards: Towards = field(default=nowhere, compare=False)
    live: LiveView = LiveView()
    shaken: bool = False
    words: Words = ENGLISH

    @property
    def place(self) -> Place | None:
        """The place that is chosen now; None for a body without places."""
        return self.places[self.chosen] if 0 <= self.chosen < len(self.places) else None

    def press(self, key: str) -> Aim | Done[Aimed] | Dropped | Retarget:
        """What the key does."""
        state = replace(self, shaken=False) if self.shaken else self
        if key in DROPS:
            return Dropped()
        if key == RANDOM:
            return Done(Aimed("", self.weapons.value))
        if key == "enter":
            if self.place is None or self.place.refusal:
                return replace(self, shaken=True)
            return Done(Aimed(self.place.name, self.weapons.value))
        who = dict(self.targets).get(key)
        return Retarget(who) if who is not None else state._move(key)

    def _move(self, key: str) -> Aim:
        weapons = self.weapons.pick(key)
        if weapons is not None:
            return replace(self, weapons=weapons)
        if key in ("tab", "shift+tab") and self.places:
            return replace(self, chosen=(self.chosen + (1 if key == "tab" else -1)) % len(self.places))
        direction = _VI.get(key, key)
        if direction in ARROWS and self.place is not None:
            return self.at(self.towards(self.place.name, direction))
        return self

    def at(self, name: str) -> Aim:
        """With another place chosen, if the body has it."""
        return replace(self, chosen=_index(self.places, name, self.chosen))

    def with_places(self, places: Sequence[Place]) -> Aim:
        """With other places, the same one chosen as before if it is still there."""
        name = self.place.name if self.place else ""
        return replace(self, places=tuple(places), chosen=_index(places, name, 0))

    def neighbour(self, direction: str) -> Place | None:
        """The place an arrow would choose; None when there is none in that direction."""
        if self.place is None:
            return None
        index = _index(self.places, self.towards(self.place.name, direction), self.chosen)
        return None if index == self.chosen else self.places[index]


def _index(places: Sequence[Place], name: str, otherwise: int) -> int:
    return next((index for index, place in enumerate(places) if place.name == name), otherwise)


def aim(
    title: str,
    places: Sequence[Place],
    weapons: Sequence[Choice] = (),
    weapon: str = "",
    words: Words = ENGLISH,
) -> Aim:
    """Aiming at the first place. A weapon that has a key (from the prompt it was opened over) keeps it."""
    choices = keyed_choices(weapons, {RANDOM})
    picked = next((index for index, choice in enumerate(choices) if choice.value == weapon), 0)
    return Aim(title, tuple(places), weapons=ChoiceField("weapon", "weapon", choices, picked), words=words)
