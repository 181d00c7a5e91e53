"""From a game and the user's wishes to everything that the screen needs.

The wishes are read, and found to be sound, before anything of the screen is loaded.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Mapping
from dataclasses import field
from functools import cached_property, partial
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

from crittui.errors import FileError, UsageError
from crittui.files.library import data_path, user_path
from crittui.files.pictures import Picture, read_pictures
from crittui.files.reading import refuse
from crittui.files.themes import MARKS_FILE, Mark, ThemeData, own_themes_path, read_marks, read_themes, theme_id
from crittui.options import PlayOptions
from crittui.records import dataclass
from crittui.rules.source import Problems
from crittui.session.dice import RandomDice
from crittui.session.game import Game
from crittui.tui.keyfile import key_file, load_keys
from crittui.tui.keys import KeyMap
from crittui.tui.settings import MOTION, MOTION_OVER_SSH, keep, read_settings, settings_file
from crittui.tui.terminal import over_ssh
from crittui.tui.terminal_env import choose, look_at

if TYPE_CHECKING:
    from crittui.tui.playback import Motion
    from crittui.tui.playing import Playing
    from crittui.tui.table import Table
    from crittui.tui.theming import Looks

MOTIONS: tuple[Motion, ...] = ("full", "reduced", "none")


@dataclass
class Sitting:
    """What holds for the whole evening, whichever fight is played.

    `reduced` is whether motion was cut for SSH, as long as nobody was told. `language` is the one that was asked
    for, or empty. `told` is what the fight that is opened next has to tell at its start.
    """

    keys: KeyMap
    theme: ThemeData
    ascii_only: bool
    motion: Motion
    reduced: bool
    pictures: tuple[Picture, ...]
    marks: Mapping[str, Mark]
    by_hand: bool
    random: Random
    language: str = ""
    told: list[str] = field(default_factory=list)
    keep_motion: Callable[[Motion], None] = lambda motion: None

    @cached_property
    def looks(self) -> Looks:
        """The style of each colour role."""
        from crittui.tui.theming import Looks

        return Looks(self.theme)

    def next_motion(self) -> str:
        """Another amount of motion: full, reduced, none, and full again; why it counts for this evening only, or ''."""
        self.motion, self.reduced = MOTIONS[(MOTIONS.index(self.motion) + 1) % len(MOTIONS)], False
        try:
            self.keep_motion(self.motion)
        except FileError as error:
            return str(error)
        return ""

    def _next_motion_at(self, table: Table) -> Motion:
        """The same, told at the table."""
        trouble = self.next_motion()
        table.tell(f"motion {self.motion}")
        if trouble:
            table.refuse("not kept", now=table.notice.words, why=trouble)
        return self.motion

    def play(self, game: Game) -> Playing:
        """A game, ready to be shown."""
        from crittui.session.usual_dice import usual_rolls
        from crittui.tui.layout_throws import face_column
        from crittui.tui.phrases import Phrases
        from crittui.tui.playback import Pace, WallClock
        from crittui.tui.playing import Playing
        from crittui.tui.presenting import Presenter
        from crittui.tui.table import Table

        language = game.language or game.ruleset.language
        presenter = Presenter(game.ruleset, Phrases(language), language, game.place, self.pictures, self.marks)
        table = Table(game, presenter, self.keys, RandomDice(self.random), self.by_hand)
        if self.reduced:
            table.tell("reduced", key=self.keys["motion"].cap)
            self.reduced = False
        clock = WallClock()
        column = face_column(usual_rolls(game.ruleset, language))
        told, self.told[:] = tuple(self.told), []
        return Playing(
            game, presenter, self.keys, table, self.looks, self.ascii_only, self.motion, clock, Pace(clock), column,
            told, partial(self._next_motion_at, table),
        )  # fmt: skip


def prepare_sitting(options: PlayOptions, environ: Mapping[str, str] = os.environ) -> Sitting:
    """Keys, colours, motion and dice. FileError or UsageError for what the user has to mend."""
    keys = load_keys(key_file())
    problems = Problems()
    own, shipped = own_themes_path(), data_path("themes")
    themes = read_themes(shipped, Problems()) | read_themes(own, problems)
    encoding = (sys.__stderr__.encoding if sys.__stderr__ else "") or "ascii"
    terminal = look_at(environ, encoding, options.ascii)
    try:
        theme = choose(terminal, themes, options.theme)
    except UsageError:
        refuse(_in_file(options.theme, problems))
        raise
    motion, reduced, keeping = _motion(options, over_ssh(environ))
    folders = (user_path() / "bodies", data_path("rulesets") / "bodies")
    pictures = tuple(picture for folder in folders for picture in read_pictures(folder, Problems()))
    return Sitting(
        keys, theme, terminal.ascii_only, motion, reduced,
        pictures, _marks(shipped, own), options.by_hand,
        Random(options.seed) if options.seed is not None else Random(), options.language,
        keep_motion=keeping,
    )  # fmt: skip


def _motion(options: PlayOptions, far: bool) -> tuple[Motion, bool, Callable[[Motion], None]]:
    """How much moves, whether that is less because of SSH alone, and how another choice is kept.

    Over SSH it is a choice of its own: what is fine at the desk may be too much on the train.
    """
    path, name = settings_file(), MOTION_OVER_SSH if far else MOTION
    kept = next((motion for motion in MOTIONS if motion == read_settings(path).get(name)), None)
    usual: Motion = "reduced" if far else "full"
    return options.motion or kept or usual, far and not (options.motion or kept), partial(keep, path, name)


def _in_file(theme: str, problems: Problems) -> Problems:
    """The problems of the file that is called like a theme: one of the user's own that has mistakes."""
    found = Problems()
    found.extend(
        problem for problem in problems.sorted if theme_id(Path(problem.position.file).stem) == theme_id(theme)
    )
    return found


def _marks(*folders: Path) -> dict[str, Mark]:
    """The marks of conditions; those of a later folder go before those of an earlier one."""
    files = [folder / MARKS_FILE for folder in folders if (folder / MARKS_FILE).is_file()]
    return {name: mark for file in files for name, mark in read_marks(file, Problems()).items()}
