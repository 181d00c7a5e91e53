"""The page of house rules as a state: which row is active, what is typed, and what a key wishes for."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from crittui.records import dataclass
from crittui.tui.prompts.ending import edited
from crittui.tui.prompts.fields import Choice

LONGEST = 200
TYPED = ("score", "number", "dice", "text")
STEPS = {"left": -1, "right": 1}
MOVES = {"up": -1, "down": 1}


@dataclass(frozen=True, slots=True)
class Setting:
    """One thing that can be set.

    `value` is what it is now and `own` what the file says, both as they are written in a file; `shown` and
    `own_shown` are the same in words. `title` names the kind where there is room for more than `kind_shown`.
    `refusal` says why it cannot be changed now, `wrong` what is wrong with it.
    """

    name: str
    label: str
    kind: str
    value: str
    own: str = ""
    shown: str = ""
    own_shown: str = ""
    kind_shown: str = ""
    title: str = ""
    section: str = ""
    notes: tuple[str, ...] = ()
    choices: tuple[Choice, ...] = ()
    refusal: str = ""
    wrong: str = ""

    @property
    def changed(self) -> bool:
        """Whether it is not as the file says."""
        return self.value != self.own

    def next(self, step: int) -> str:
        """The value so many steps further; the same where there are no steps."""
        if self.choices:
            values = [choice.value for choice in self.choices]
            here = values.index(self.value) if self.value in values else -step
            return values[(here + step) % len(values)]
        if self.kind == "score" and self.value.removeprefix("-").isdecimal():
            return str(int(self.value) + step)
        return self.value


@dataclass(frozen=True, slots=True)
class Wish:
    """A setting is to have another value, written as in a file."""

    name: str
    value: str


@dataclass(frozen=True, slots=True)
class HouseSheet:
    """All settings. `typing` holds what is typed into the active one, None while nothing is."""

    settings: tuple[Setting, ...]
    active: int = 0
    typing: str | None = None
    error: str = ""

    @property
    def setting(self) -> Setting | None:
        """The active one."""
        return self.settings[self.active] if self.settings else None

    def press(self, does: str, key: str) -> tuple[HouseSheet, Wish | None]:
        """What a key does: `does` is its id in the registry at this place, `key` its own name."""
        state = replace(self, error="")
        setting = state.setting
        if setting is None:
            return state, None
        if state.typing is not None:
            return state._type(setting, state.typing, key)
        if does in MOVES:
            return replace(state, active=(state.active + MOVES[does]) % len(state.settings)), None
        if does == "rules.back":
            return state, state._wish(setting, setting.own)
        if does in STEPS:
            return state, state._wish(setting, setting.next(STEPS[does]))
        if setting.kind in TYPED and not setting.refusal:
            begun = setting.value if does == "rules.change" else key if key in "0123456789-" else None
            return replace(state, typing=begun), None
        if does == "rules.change":
            return state, state._wish(setting, setting.next(1))
        picked = next((choice.value for choice in setting.choices if key and choice.key == key), None)
        return state, None if picked is None else state._wish(setting, picked)

    def paste(self, text: str) -> HouseSheet:
        """With more text from the clipboard, where one is typed."""
        if self.typing is None:
            return self
        return replace(self, typing=(self.typing + " ".join(text.split()))[:LONGEST])

    def _type(self, setting: Setting, buffer: str, key: str) -> tuple[HouseSheet, Wish | None]:
        if key == "escape":
            return replace(self, typing=None), None
        if key == "enter":
            meant = buffer.strip() or (setting.value if setting.kind != "text" else "")
            wish = self._wish(setting, meant)
            return (self, wish) if wish else (replace(self, typing=None), None)
        text = edited(buffer, key)
        return (self if text is None or len(text) > LONGEST else replace(self, typing=text)), None

    def _wish(self, setting: Setting, value: str) -> Wish | None:
        return Wish(setting.name, value) if value != setting.value or setting.refusal else None

    def with_settings(self, settings: Sequence[Setting]) -> HouseSheet:
        """The same place among settings that have other values; what was typed has been taken."""
        here = self.setting.name if self.setting else ""
        names = [setting.name for setting in settings]
        active = names.index(here) if here in names else min(self.active, max(0, len(names) - 1))
        return HouseSheet(tuple(settings), active)

    def failed(self, words: str) -> HouseSheet:
        """The same, with the words for what was not done."""
        return replace(self, error=words)
