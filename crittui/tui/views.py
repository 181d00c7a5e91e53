"""What the panes of the fight screen show: plain frozen values, put together elsewhere.

No widget reads the game. The screen builds a view and calls `show(view)`; a widget compares it with the
one it shows and repaints only the cells that differ, because nothing below it does. Every widget takes
`look` (the style of a colour role) and `ascii_only` (nothing but ASCII may be written):

    widgets/title_bar.py    TitleBar(look, ascii_only).show(TitleView)       row 0
    widgets/key_line.py     KeyLine(look, ascii_only).show(KeyLineView)      the bottom row
    widgets/combatants.py   Combatants(look, ascii_only).show(CombatantsView)    heads and rows, any width
    widgets/creature.py     CreatureLine(look, ascii_only).show(CreatureView)    name and pools above the body
                            MarksLine(look, ascii_only).show((MarkView, ...))    conditions in words below it
                            CreatureCard(look, ascii_only).show(CreatureView)    one card, in the place of a body
    widgets/cards.py        Cards(look, ascii_only).show(CardsView)          the cards of the wide screen
    widgets/strip.py        PromptStrip(look, ascii_only).show(StripView)    any prompt; 6 to 8 rows
                            Rule(look, ascii_only).show(RuleView)            one horizontal rule with words
    widgets/stage.py        Stage(look, ascii_only).show(StageView)          the die; 6 rows, 48 or more wide
    widgets/card.py         Card(look, ascii_only).show(CardView)            critical or fumble; 7 rows

`restyle()` of any of them repaints it when the colours behind `look` have changed.

A prompt is a frozen state in `crittui.tui.prompts` whose `press(key)` (keys named as in `tui/keys.py`) returns the
next state or how it ended. `strip(state, width, most)` of `widgets/prepare.py`, `called.py`, `ask.py`, `hand.py`
and `small.py` turns it into a `StripView` of at most `most` rows, and `keys(state)` into its key line. The
program's own words in it are its `words` (`prompts/words.py`).

Texts are data: they are cleaned when they are drawn and nothing in them is ever read as markup.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from rich.style import Style

from crittui.records import dataclass

Look = Callable[[str], Style]
"""The style of a colour role: text muted faint contour accent hurt maimed severed critical fumble good, and of the
`background` behind them all."""


class Span(NamedTuple):
    """A run of text in one colour role; with `fill` on the ground of bodies."""

    text: str
    role: str = "text"
    bold: bool = False
    reverse: bool = False
    italic: bool = False
    underline: bool = False
    fill: bool = False


Line = tuple[Span, ...]


@dataclass(frozen=True, slots=True)
class KeyView:
    """One entry of the key line; a kept one is never left out."""

    key: str
    label: str
    kept: bool = False


@dataclass(frozen=True, slots=True)
class KeyLineView:
    """The keys that can be pressed now, the most useful first."""

    keys: tuple[KeyView, ...] = ()


@dataclass(frozen=True, slots=True)
class TitleView:
    """The first row.

    `place` is left out of the single-pane title, which names its `panes` instead (`pane` is the present one).
    `lead` stands before `who` (`turn of`) and is left out in the single pane too.
    """

    place: str = ""
    round: str = ""
    lead: str = "turn of"
    who: str = ""
    ruleset: str = ""
    panes: tuple[str, ...] = ()
    pane: str = ""


@dataclass(frozen=True, slots=True)
class PoolView:
    """A pool of a creature. `lost` is how many points of it have just gone, for as long as that is shown."""

    name: str
    value: int
    maximum: int
    lost: int = 0

    @property
    def role(self) -> str:
        """Its colour role by how full it is."""
        if self.value * 4 <= self.maximum:
            return "severed"
        return "hurt" if self.value < self.maximum else "text"


@dataclass(frozen=True, slots=True)
class MarkView:
    """A condition or a wound: its glyph, and in words what it is (`words`) and more about it (`detail`)."""

    glyph: str
    role: str = "text"
    words: str = ""
    detail: str = ""
    plain: bool = False


@dataclass(frozen=True, slots=True)
class CombatantView:
    """One row of the list. `key` picks it (empty past the ninth); `word` (`dead`) stands in place of the first pool."""

    id: str
    name: str
    key: str = ""
    turn: bool = False
    chosen: bool = False
    hidden: bool = False
    word: str = ""
    pools: tuple[PoolView, ...] = ()
    marks: tuple[MarkView, ...] = ()


@dataclass(frozen=True, slots=True)
class CombatantsView:
    """Everybody in their order, and the names of the pools that are shown (at most two are).

    `some` says which of them are in sight, where not all are.
    """

    rows: tuple[CombatantView, ...] = ()
    pools: tuple[str, ...] = ()
    head: str = "combatant"
    some: str = "{number} of {count}"


@dataclass(frozen=True, slots=True)
class ScoreView:
    """A named value on a card: `ac` `16`, or a weapon with its dice."""

    name: str
    value: str


@dataclass(frozen=True, slots=True)
class CreatureView:
    """The creature shown above its body, or on a card of the wide screen. `part` says why it is there."""

    name: str
    part: str = ""
    pools: tuple[PoolView, ...] = ()
    scores: tuple[ScoreView, ...] = ()
    weapons: tuple[ScoreView, ...] = ()
    marks: tuple[MarkView, ...] = ()


@dataclass(frozen=True, slots=True)
class FigureView:
    """A number of the live line: `hit` `60%`."""

    name: str
    value: str
    role: str = "text"


@dataclass(frozen=True, slots=True)
class LiveView:
    """The last row of a strip: `lead`, then either figures or plain words."""

    lead: str = ""
    figures: tuple[FigureView, ...] = ()
    words: str = ""


@dataclass(frozen=True, slots=True)
class AgainView:
    """What the key for the same again would do: its `title` and `key`, the call in `words`, its odds."""

    title: str
    key: str
    words: str
    figures: tuple[FigureView, ...] = ()
    note: str = ""


@dataclass(frozen=True, slots=True)
class CardsView:
    """What a wide screen tells below the list: who has the turn, who else is looked at, what `.` would do."""

    turn: CreatureView | None = None
    target: CreatureView | None = None
    again: AgainView | None = None


@dataclass(frozen=True, slots=True)
class RuleView:
    """A horizontal rule: a strip's own (`accent`), or a faint one with muted words."""

    title: str = ""
    accent: bool = True


@dataclass(frozen=True, slots=True)
class StripView:
    """A prompt as it is drawn: a title rule, its rows, then the live line or an error in its place.

    `below` is the last row, empty when there is nothing to say; the faint rule above it is drawn only with it.
    """

    title: str = ""
    rows: tuple[Line, ...] = ()
    below: Line = ()


@dataclass(frozen=True, slots=True)
class ModifierView:
    """One named part of a roll's modifier."""

    name: str
    value: int


@dataclass(frozen=True, slots=True)
class StageView:
    """A roll on the stage, at one moment.

    `faces` are the dice as they lie (None: not thrown yet), the first `settled` of them at rest. `border` is
    `tumbling`, `settled`, `critical` or `fumble`. The first `joined` modifiers are shown, the last of them `fresh`.
    `total` is None until it stands there; `sign` is empty until the outcome lands. `outcome` is reversed in `tone`
    (a colour role) and `after` says what comes of it.
    """

    title: str = ""
    dice: str = ""
    sides: int = 6
    faces: tuple[int | None, ...] = ()
    settled: int = 0
    border: str = "tumbling"
    by_hand: bool = False
    modifiers: tuple[ModifierView, ...] = ()
    joined: int = 0
    fresh: bool = False
    total: int | None = None
    sign: str = ""
    goal: int | None = None
    goal_name: str = ""
    outcome: str = ""
    tone: str = "text"
    after: str = ""


@dataclass(frozen=True, slots=True)
class CardView:
    """The card of a critical or a fumble: a large word, the faces that made it, wound and pools."""

    word: str
    tone: str = "critical"
    faces: tuple[int, ...] = ()
    words: str = ""
    wound: str = ""
    pools: tuple[str, ...] = ()
