"""Everything that one sitting at a fight needs, put together before the screen opens."""

from __future__ import annotations

from collections.abc import Callable

from crittui.records import dataclass
from crittui.session.game import Game
from crittui.tui.keys import KeyMap
from crittui.tui.playback import Clock, Motion, Pace
from crittui.tui.presenting import Presenter
from crittui.tui.table import Table
from crittui.tui.views import Look


@dataclass(frozen=True)
class Playing:
    """A game, how it is shown and how it moves.

    `face_column` is where the dice end in the log; `told` are add-ons that were left off, and why. `next_motion`
    chooses another amount of motion, for other evenings too.
    """

    game: Game
    presenter: Presenter
    keys: KeyMap
    table: Table
    look: Look
    ascii_only: bool
    motion: Motion
    clock: Clock
    pace: Pace
    face_column: int = 12
    told: tuple[str, ...] = ()
    next_motion: Callable[[], Motion] = lambda: "full"
