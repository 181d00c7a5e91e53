"""What the command line asks of the program that plays a fight."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Motion = Literal["", "full", "reduced", "none"]


@dataclass(frozen=True, slots=True)
class PlayOptions:
    """How to play. An empty text (and None) always means: not said, so the program decides.

    `encounter` is a path, or the name of a ready fight. `session` is the file in which the fight
    is kept; `resume` goes on with what it holds (without `session`: with the last one played).
    `ruleset` is an id or a path and outranks the one that the encounter names. `seed` makes the
    program's dice repeatable; with `by_hand` the dice are asked of the table instead. `ascii`
    keeps to plain ASCII characters. `language` is that of all words, for as long as the fight is kept.
    """

    encounter: str = ""
    session: str = ""
    resume: bool = False
    ruleset: str = ""
    by_hand: bool = False
    seed: int | None = None
    motion: Motion = ""
    ascii: bool = False
    theme: str = ""
    language: str = ""
