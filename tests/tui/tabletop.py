"""A fight for the tests: the real session and screen, a small ruleset, scripted dice, a clock of its own."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path
from random import Random

from textual.pilot import Pilot

from crittui.files.pictures import Picture, read_pictures
from crittui.files.rulesets import read_ruleset
from crittui.files.themes import Mark, ThemeData, read_marks, read_themes
from crittui.rules.combatant import enlist
from crittui.rules.ruleset import Ruleset
from crittui.rules.source import Problems, Source
from crittui.rules.state import Fight
from crittui.session.dice import ScriptedDice
from crittui.session.game import Game, begin_game
from crittui.session.journal import Head
from crittui.tui.app import CrittuiApp
from crittui.tui.keys import KeyMap
from crittui.tui.playback import Motion, Pace
from crittui.tui.playing import Playing
from crittui.tui.sitting import Sitting

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
NAMES = ("Ann Archer", "Bob Bold", "Cid", "Dee", "Eve", "Finn")


class InstantClock:
    """Time that passes at once, and says how much did."""

    def __init__(self) -> None:
        self.time = 0.0

    def now(self) -> float:
        return self.time

    async def wait(self, seconds: float, cut: asyncio.Event) -> None:
        await asyncio.sleep(0)
        self.time += seconds


class HeldClock(InstantClock):
    """Time that stands still until something is cut short."""

    async def wait(self, seconds: float, cut: asyncio.Event) -> None:
        await cut.wait()


@cache
def ruleset() -> Ruleset:
    """The ruleset of these tests."""
    path = HERE / "duel.yaml"
    read = read_ruleset([Source(str(path), path.read_text(encoding="utf-8"))])
    assert read.model is not None, read.problems.sorted
    return Ruleset(read.model, read.digest)


def game(count: int = 3, fallen: Sequence[int] = ()) -> Game:
    """A new game with so many fighters, those with these numbers (from 1) fallen."""
    rules = ruleset()
    fighters = {}
    for number, name in enumerate(NAMES[:count], 1):
        one = enlist(rules, f"f{number}", rules.creatures["duellist"], name, ("blade", "axe"))
        if number in fallen:
            one = replace(one, values={**one.values, "life": 0}, derived=frozenset({"fallen"}))
        fighters[one.id] = one
    head = Head("duel", "A Duel", "The Yard", "0", Source("duel.yaml", ""), Source("duel", ""))
    return begin_game(None, head, rules, Fight(fighters, tuple(fighters)))


@cache
def looks() -> tuple[dict[str, ThemeData], tuple[Picture, ...], dict[str, Mark]]:
    """The shipped themes, pictures and marks."""
    problems = Problems()
    pictures = read_pictures(ROOT / "rulesets/bodies", problems)
    return read_themes(ROOT / "themes", problems), pictures, read_marks(ROOT / "themes/marks.yaml", problems)


def app(
    of: Game,
    dice: Sequence[int | Sequence[int]] = (),
    *,
    motion: Motion = "none",
    clock: InstantClock | None = None,
    keys: KeyMap | None = None,
    by_hand: bool = False,
    ascii_only: bool = False,
    colours: str = "dark",
) -> CrittuiApp:
    """The application over a game; the program's dice fall as `dice` says. `colours` is the theme."""
    themes, pictures, marks = looks()
    sitting = TestSitting(
        keys or KeyMap(), themes[colours], ascii_only, motion, False, pictures, marks, by_hand, Random(0)
    )
    sitting.dice, sitting.clock = ScriptedDice(dice), clock or InstantClock()
    return CrittuiApp(sitting, of)


class TestSitting(Sitting):
    """A sitting whose dice are written down, and whose time is its own."""

    __test__ = False
    dice: ScriptedDice
    clock: InstantClock

    def play(self, game: Game) -> Playing:
        playing = super().play(game)
        playing.table.driver = self.dice
        return replace(playing, clock=self.clock, pace=Pace(self.clock))


def screen_text(application: CrittuiApp) -> str:
    """What stands on the screen, as text."""
    strips = application.screen._compositor.render_strips()
    return "\n".join("".join(segment.text for segment in strip).rstrip() for strip in strips)


async def settle(pilot: Pilot[int], application: CrittuiApp) -> None:
    """Until nothing moves any more."""
    await pilot.pause()
    while application.fight is not None and application.fight.playback.moving:
        await pilot.pause()
    await pilot.pause()
