"""From what moves to the stage and the card at the foot of the log."""

from __future__ import annotations

from collections.abc import Sequence

from crittui.rules.dice import Dice
from crittui.rules.events import Event, Rolled
from crittui.session.lines import Line, LookupLine, RollLine, SummaryLine
from crittui.session.naming import signed
from crittui.tui.beats import Card, Die, losses
from crittui.tui.phrases import Phrases
from crittui.tui.views import CardView, ModifierView, StageView

LOUD_BORDERS = {"critical": "critical", "fumble": "fumble"}


def stage_view(die: Die, line: Line | None, say: Phrases) -> StageView:
    """A roll at one moment. `line` is how the log will tell it."""
    roll, faces = die.roll, die.faces
    label = line.label if isinstance(line, RollLine | LookupLine) else roll.id
    tone = line.tone if isinstance(line, RollLine) else "plain"
    still = die.settled >= len(faces)
    parts = line.modifiers if isinstance(line, RollLine | LookupLine) else ()
    return StageView(
        title=say("roll", what=label),
        dice=roll.dice, sides=Dice.parse(roll.dice).next_die(()) or 6, faces=faces, settled=die.settled,
        border=LOUD_BORDERS.get(tone, "settled") if still else "tumbling", by_hand=roll.by_hand,
        modifiers=tuple(ModifierView(name, value) for name, value in parts), joined=len(die.joined),
        fresh=not die.total, total=roll.total if die.total else None,
        sign=line.sign if die.landed and isinstance(line, RollLine) else "", goal=roll.goal if die.total else None,
        outcome=line.outcome if die.landed and isinstance(line, RollLine) else "", tone=_role(tone),
    )  # fmt: skip


def _role(tone: str) -> str:
    return {"pass": "text", "fail": "muted", "plain": "text"}.get(tone, tone)


def card_view(card: Card, told: Sequence[Line], events: Sequence[Event], names: dict[str, str]) -> CardView:
    """The card of a chain that ended in a critical or a fumble: what fell, and what came of it."""
    summary = next((line for line in reversed(told) if isinstance(line, SummaryLine)), None)
    loud = [line for line in told if isinstance(line, RollLine) and line.tone == card.verdict]
    rolls = [event for event in events if isinstance(event, Rolled) and event.faces]
    decided = [line for line in told if isinstance(line, RollLine) and line.outcome and line.faces]
    first = loud or decided
    decided = decided[decided.index(first[0]) :] if first and first[0] in decided else decided
    faces = [face for line in decided for face in line.faces] or [rolls[0].faces[0] if rolls else 0]
    outcomes = [line.outcome for line in decided[:2]]
    pools = tuple(f"{signed(-points)} {names.get(pool, pool)}" for _, pool, points in losses(events))
    wound, told_there = _without(summary.text, " ".join(pools)) if summary else ("", True)
    return CardView(
        word=summary.word if summary else card.verdict, tone=card.verdict, faces=tuple(faces[:4]),
        words=" · ".join(outcomes), wound=wound, pools=pools if told_there else (),
    )  # fmt: skip


def _without(text: str, pools: str) -> tuple[str, bool]:
    """A summary without what it says of the pools, which stand in a place of their own; and whether it said so."""
    if not pools or pools not in text:
        return text, False
    before, _, after = text.partition(pools)
    parts = (part.strip() for part in f"{before.rstrip()} {after.lstrip()}".split("·"))
    return " · ".join(part for part in parts if part), True
