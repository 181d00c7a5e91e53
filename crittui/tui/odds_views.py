"""What the odds panel shows: frozen values, as in `views`."""

from __future__ import annotations

from dataclasses import field

from crittui.records import dataclass


@dataclass(frozen=True, slots=True)
class OddsRow:
    """One thing that may come about: `share` from 0 to 1 is its bar, `figure` the number beside it."""

    label: str
    figure: str
    share: float = 0.0
    role: str = "text"
    indent: int = 0


@dataclass(frozen=True, slots=True)
class OddsGroup:
    """Rows under a head, `note` beside it. Of too many groups those of the greatest `rank` are left out first.

    Of one that is `open` the first rows may stand for all.
    """

    name: str
    rows: tuple[OddsRow, ...]
    note: str = ""
    rank: int = 0
    open: bool = False


@dataclass(frozen=True, slots=True)
class OddsView:
    """The whole panel. `words` say what is done, `short` says it where they find no room. `foot` says how the figures
    were found; `chances` are those of the places of the target's body, `target` who that is, `below` what stands
    under it. Where a rule forbids it, `refusal` says so in place of the groups, `hint` what would be needed; `shaken`
    makes it stand out."""

    title: str = ""
    words: str = ""
    groups: tuple[OddsGroup, ...] = ()
    foot: str = ""
    target: str = ""
    below: str = ""
    chances: tuple[tuple[str, float], ...] = field(default=())
    short: str = ""
    refusal: str = ""
    hint: str = ""
    shaken: bool = False
