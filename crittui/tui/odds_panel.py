"""The odds panel of a fight: when it is open, what it counts, and what its keys do.

It is the prompt of a call drawn large: its keys are those of the prompt. Counting gives up the hand every few
milliseconds, so that no key ever waits for it, and uses no die of the game.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from random import Random
from time import monotonic

from crittui.errors import CrittuiError
from crittui.rules.commands import Act
from crittui.rules.odds import Chances, TooMany, Working, weighing
from crittui.rules.odds_best import best
from crittui.rules.ruleset import Ruleset
from crittui.rules.state import Fight
from crittui.tui.arrangement import Arrangement, Box
from crittui.tui.calling import WEAPON
from crittui.tui.calls import Calls
from crittui.tui.odds_groups import Teller
from crittui.tui.odds_line import AS_PROPOSED
from crittui.tui.odds_views import OddsView
from crittui.tui.odds_words import odds_words
from crittui.tui.prompts.aim import Aim
from crittui.tui.prompts.fields import ChoiceField
from crittui.tui.prompts.prepare import Prepare, stepped
from crittui.tui.table import Table
from crittui.tui.views import KeyView
from crittui.tui.widgets import called

NEXT_WEAPON, BEST = "w", "A"
CLOSES = ("x", "escape")
MOST = 20_000
"""States after which a sample tells more than waiting for the exact figures."""
SLICE = 0.015
"""Seconds of counting between two moments at which a key can come in."""
PATIENCE = 0.5
"""Seconds after which somebody wants to see how far it is."""


class OddsPanel:
    """The odds of the call that is prepared."""

    def __init__(self, table: Table, calls: Calls) -> None:
        self._table, self._calls = table, calls
        self.words = odds_words(table.presenter.language)
        self._open = self._alone = self._best = False
        self._aiming = False
        self._counted: tuple[Act, Fight, bool] | None = None
        self._working: Working[Chances] | None = None
        self._found: Chances | None = None
        self._refused = ""
        self._done, self._began = 0.0, 0.0
        self._told: tuple[Chances, bool, OddsView] | None = None

    # ---- open or not

    @property
    def shown(self) -> bool:
        """Whether the panel is on the screen.

        It waits while something is typed, and while a place is aimed at unless it was asked for then.
        """
        prompt = self._table.prompt
        if isinstance(prompt, Aim):
            return self._aiming
        return self._open and isinstance(prompt, Prepare) and prompt.typing is None

    def begin(self) -> None:
        """Open the panel on what the one who has the turn would usually do."""
        self._calls.weigh()
        self._best = False
        self._open = self._alone = isinstance(self._table.prompt, Prepare)

    def press(self, key: str) -> bool:
        """A key while a prompt is open; whether it was meant for the panel or the prompt.

        One that neither knows closes the panel, and is then for whatever was there before it.
        """
        prompt = self._table.prompt
        if isinstance(prompt, Aim):
            return self._press_aiming(key)
        if not isinstance(prompt, Prepare) or prompt.typing is not None:
            return False
        self._aiming = False
        if not self._open:
            self._open, self._alone, self._best = key in self._opens and not _claims(prompt, key), False, False
            return self._open
        if key in (*self._opens, *CLOSES):
            self._close()
        elif key == BEST and self._may_choose():
            self._best = not self._best
        else:
            self._table.press(self._weapon_key(prompt) if key == NEXT_WEAPON else key)
            if self._table.prompt == prompt and key != "enter":
                self._close()
                return self._table.prompt is not None
            self._open = self._table.prompt is not None
        return True

    def _press_aiming(self, key: str) -> bool:
        """A key while a place is aimed at: all but what opens and closes the panel go on aiming."""
        if key in self._opens or (self._aiming and key in CLOSES):
            self._aiming, self._best = not self._aiming, False
        elif key == BEST and self._aiming and self._may_choose():
            self._best = not self._best
        else:
            self._table.press(key)
            self._aiming = self._aiming and isinstance(self._table.prompt, Aim)
        return True

    @property
    def _opens(self) -> tuple[str, ...]:
        """The keys that open the panel, and close it."""
        return self._table.keys["odds"].keys

    def _close(self) -> None:
        """Back to the strip, or to the fight when there was none; the figures there are the usual ones."""
        self._open = self._best = False
        if self._alone:
            self._table.press("x")

    def _may_choose(self) -> bool:
        """Whether the target has a choice to make, so that it matters how well they choose."""
        act, found, prompt = self._calls.act, self._found, self._table.prompt
        if act is None or found is None or (isinstance(prompt, Prepare) and _claims(prompt, BEST)):
            return False
        return any(one.by == act.who[-1][1] and len(one.offers) > 1 for one in found.choices.values())

    def _weapon_key(self, prompt: Prepare) -> str:
        """The key of the next weapon; the key itself where a choice has it or there is no other weapon."""
        weapons = _weapons(prompt)
        if weapons is None or _claims(prompt, NEXT_WEAPON):
            return NEXT_WEAPON
        return weapons.choices[(weapons.picked + 1) % len(weapons.choices)].key

    # ---- counting

    @property
    def due(self) -> bool:
        """Whether there is still something to count."""
        self._look()
        return self._working is not None

    async def work(self, draw: Callable[[], None]) -> None:
        """Count on until all is counted; then, and now and then if it takes long, everything is drawn anew."""
        seen = self._done
        while self.shown and self.due:
            await asyncio.sleep(0)
            self._count()
            if self._working is None or (monotonic() - self._began > PATIENCE and self._done - seen >= 0.05):
                seen = self._done
                draw()

    def _look(self) -> None:
        """Begin anew when the call or the fight is another one."""
        act, fight = self._calls.act, self._table.game.fight
        before = self._counted
        if act is None or (before and before[0] == act and before[1] is fight and before[2] == self._best):
            return
        self._counted = act, fight, self._best
        self._found, self._refused, self._done, self._began = None, "", 0.0, monotonic()
        self._working = _weighed(self._table.game.ruleset, fight, act, self._best)
        self._count()

    def _count(self) -> None:
        """Count for a moment."""
        working, end = self._working, monotonic() + SLICE
        while working is not None:
            try:
                self._done = next(working)
            except StopIteration as result:
                self._found, self._working, working = result.value, None, None
            except CrittuiError as error:
                self._refused, self._working, working = error.what, None, None
            if monotonic() >= end:
                break

    # ---- what is to be seen

    def view(self, listed: bool) -> OddsView:
        """The panel; `listed`: no body shows the places."""
        self._look()
        if self._counted is None:
            return OddsView(self.words.title)
        act, fight, _ = self._counted
        found = self._found
        if found is not None and self._told is not None and self._told[0] is found and self._told[1] == listed:
            return self._told[2]
        teller = Teller(act, fight, found or Chances(), self._table.presenter, self.words, listed)
        if found is not None:
            self._told = found, listed, teller.view()
            return self._told[2]
        late = monotonic() - self._began > PATIENCE
        if self._refused:
            return self._refusal(teller.heading())
        return replace(teller.heading(), foot=self.words.working.format(part=f"{self._done:.0%}" if late else ""))

    def _refusal(self, heading: OddsView) -> OddsView:
        """What the rules forbid, with what the prompt says of it."""
        prompt = self._table.prompt
        place = prompt.place if isinstance(prompt, Aim) else None
        words = self.words.refused.format(why=self._refused)
        shaken = isinstance(prompt, Aim | Prepare) and prompt.shaken
        return replace(heading, refusal=words, hint=place.hint if place else "", shaken=shaken)

    def keys(self) -> tuple[KeyView, ...]:
        """The key line of the panel."""
        prompt = self._table.prompt
        closes = KeyView(self._table.keys["odds"].cap, self.words.close, kept=True)
        well = KeyView(BEST, self.words.usual if self._best else self.words.best)
        if isinstance(prompt, Aim):
            return (*called.keys(prompt)[:-1], *([well] if self._may_choose() else []), closes)
        if not isinstance(prompt, Prepare):
            return ()
        weapons, entries = _weapons(prompt), [KeyView("enter", self.words.roll, kept=True)]
        if stepped(prompt) is not None:
            entries.append(KeyView("- +", prompt.words.modifier))
        if prompt.can_aim:
            entries.append(KeyView("c", prompt.words.called))
        if weapons is not None and not _claims(prompt, NEXT_WEAPON):
            entries.append(KeyView(NEXT_WEAPON, self.words.weapon))
        if self._may_choose():
            entries.append(well)
        return (*entries, closes)

    def placed(self, place: Arrangement, pane: str) -> Arrangement:
        """The panes while the panel is open: it has the place of the log, or of the one pane but the body's."""
        boxes = dict(place.boxes)
        if place.single and pane != "body":
            kept = {name: box for name, box in boxes.items() if name in ("title", "keys")}
            low, high = boxes["title"].y + 2, boxes["keys"].y
            boxes = kept | {"odds": Box(0, low, boxes["title"].width, max(0, high - low))}
        elif "log" in boxes and not place.single:
            log, strip = boxes.pop("log"), boxes.pop("strip", None)
            boxes["odds"] = Box(log.x, log.y, log.width, log.height + (strip.height if strip else 0))
        return Arrangement(place.kind, boxes, place.large_body)


def _weighed(ruleset: Ruleset, fight: Fight, act: Act, well: bool) -> Working[Chances]:
    """The odds of an act; `well`: its target chooses what is best for them."""
    policy = AS_PROPOSED
    if well:
        with suppress(TooMany):
            policy = yield from best(ruleset, fight, act, MOST, AS_PROPOSED)
    return (yield from weighing(ruleset, fight, act, Random(0).random, MOST, policy=policy))


def _weapons(prompt: Prepare) -> ChoiceField | None:
    """The field of the weapons, where there are several."""
    fields = (field for field in prompt.fields if field.name == WEAPON and isinstance(field, ChoiceField))
    return next((field for field in fields if len(field.choices) > 1), None)


def _claims(prompt: Prepare, key: str) -> bool:
    """Whether a key belongs to something in the prompt."""
    choices = (choice for field in prompt.fields if isinstance(field, ChoiceField) for choice in field.choices)
    return any(choice.key == key for choice in choices) or any(
        not isinstance(field, ChoiceField) and field.key == key for field in prompt.fields
    )
