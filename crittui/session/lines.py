"""What the log says, line by line: plain values in words, not laid out and not coloured.

The log pane, the last chain in a narrow window and every export tell the fight from these.
`needs` of a line is how many events of its chain must have been seen before it may be shown.
"""

from __future__ import annotations

from typing import Literal

from crittui.records import dataclass

Tone = Literal["critical", "fumble", "good", "pass", "fail", "plain"]
"""How an outcome is taken: the two extremes, a defence that worked, plain success and failure, or neither."""

Verdict = Literal["critical", "fumble", "hit", "miss", "defended", ""]


@dataclass(frozen=True, slots=True)
class Detail:
    """What stands behind a line: a piece of arithmetic or of bookkeeping, and the rule's own words.

    `kind` says which: `sum` is arithmetic, `stop` the words with which an action ended early.
    """

    label: str
    text: str
    where: str = ""
    rule: str = ""
    kind: Literal["sum", "stop", "other"] = "other"


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """What all lines share. `where` is `file:line` of the step, `rule` its author's words.

    `undone` when the chain was taken back.
    """

    needs: int = 0
    undone: bool = False
    where: str = ""
    rule: str = ""
    details: tuple[Detail, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Head(Line):
    """Who does it to whom, and with what. `what` is the weapon, or the action where there is none.

    `badge` is the chain's number, or the word for one that was taken back.
    """

    actor: str
    target: str = ""
    what: str = ""
    number: int = 0
    badge: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Throw(Line):
    """Dice that fell. With `told`, only their sum is known and stands in `faces`.

    `constant` belongs to the dice (the 3 of 2d8+3). `choices` led to this roll. `stands` is false
    when the ruleset has it thrown again.
    """

    label: str
    faces: tuple[int, ...] = ()
    told: bool = False
    by_hand: bool = False
    dice: str = ""
    choices: tuple[str, ...] = ()
    constant: int = 0
    modifiers: tuple[tuple[str, int], ...] = ()
    total: int | None = None
    stands: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class RollLine(Throw):
    """A roll. `sign` is the comparison that holds between total and goal, empty without a goal."""

    by: str = ""
    goal: int | None = None
    sign: str = ""
    outcome: str = ""
    tone: Tone = "plain"


@dataclass(frozen=True, slots=True, kw_only=True)
class LookupLine(Throw):
    """A row that was found, with or without dice."""

    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ChoiceLine(Line):
    """A choice that led to no roll."""

    label: str
    by: str
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class NoteLine(Line):
    text: str
    by_gm: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class MissingTableLine(Line):
    """A table that has no rows yet."""

    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SummaryLine(Line):
    """What came of a chain. `word` shouts an extreme; `dies` when somebody died of it."""

    verdict: Verdict
    text: str
    word: str = ""
    dies: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class EffectLine(Line):
    """What time did to somebody: a condition that worked on its bearer, began or ended."""

    who: str
    text: str
    mark: str = ""
    dies: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class EditLine(Line):
    """What the game master changed by hand."""

    who: str
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class RulesLine(Line):
    """Under which rules is played: told at the start, and again when a house rule changes."""

    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TimeLine(Line):
    """Time that passed outside of turns."""

    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundLine(Line):
    """A round began, or the combat ended: a rule across the log, with words."""

    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnLine(Line):
    """Whose turn it became. The screen says it elsewhere; an export says it here."""

    who: str
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class WaitLine(Line):
    """Whom the chain waits for."""

    text: str


UNSEEN = (TurnLine,)
"""Lines that the log on the screen leaves out."""
