"""What the command line asks of the programs that play a fight, or many."""

from __future__ import annotations

from typing import Literal

from crittui.records import dataclass

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


@dataclass(frozen=True, slots=True)
class SimulateOptions:
    """What to simulate, how often, and by which policy; `encounter`, `ruleset` and `seed` are as for playing.

    A fight that is not over after `rounds` rounds is undecided. `house_rules` are options of the ruleset, each as
    NAME=VALUE.
    """

    encounter: str
    fights: int = 1000
    seed: int | None = None
    policy: Literal["first", "weakest", "random"] = "first"
    rounds: int = 100
    house_rules: tuple[str, ...] = ()
    ruleset: str = ""
    json: bool = False


@dataclass(frozen=True, slots=True)
class OddsOptions:
    """Which calls to weigh; `encounter` and `ruleset` are as for playing.

    `actor`, `target`, `weapons` and `locations` are ids or names; `all` stands for all weapons that are carried and
    for all places that may be aimed at, `random` for no place. Nothing given means the first weapon and no place.
    `inputs`, `uses` and `choices` are written `name=value`.
    """

    encounter: str
    actor: str
    target: str = ""
    action: str = ""
    weapons: tuple[str, ...] = ()
    locations: tuple[str, ...] = ()
    inputs: tuple[str, ...] = ()
    uses: tuple[str, ...] = ()
    choices: tuple[str, ...] = ()
    policy: Literal["default", "proposed", "best"] = "default"
    ruleset: str = ""
    json: bool = False
