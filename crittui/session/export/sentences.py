"""Lines of the log as running text with emphasis, the same for every format."""

from __future__ import annotations

from typing import Literal

from crittui.records import dataclass
from crittui.session.export.captions import ENGLISH, Captions
from crittui.session.lines import (
    ChoiceLine,
    Detail,
    EditLine,
    EffectLine,
    Head,
    Line,
    LookupLine,
    MissingTableLine,
    NoteLine,
    RollLine,
    RoundLine,
    RulesLine,
    SummaryLine,
    Throw,
    TimeLine,
    TurnLine,
    WaitLine,
)
from crittui.session.naming import plain, signed

Style = Literal["", "strong", "em"]
MARKS = {"critical": "★", "fumble": "▼", "hit": "●", "miss": "○", "defended": "◇", "": ""}


@dataclass(frozen=True, slots=True)
class Span:
    """A piece of text and how it is set."""

    text: str
    style: Style = ""


def sentence(line: Line, captions: Captions = ENGLISH) -> list[Span]:
    """What a line says."""
    match line:
        case Head():
            return _head(line)
        case RollLine():
            return _roll(line, captions)
        case LookupLine():
            return _lookup(line, captions)
        case ChoiceLine():
            return [Span(f"{line.label}: "), Span(line.text, "strong")]
        case NoteLine():
            return [Span(line.text, "em" if line.by_gm else "")]
        case SummaryLine():
            return _summary(line)
        case EffectLine():
            return [Span(f"{_sign(line.mark)}{line.who}: {line.text}")]
        case EditLine():
            return [Span(f"{line.who}: {line.text}")]
        case TurnLine() | WaitLine():
            return [Span(line.text, "em")]
        case TimeLine() | RoundLine() | MissingTableLine() | RulesLine():
            return [Span(line.text)]
        case _:
            return []


def behind(detail: Detail) -> list[Span]:
    """What stands behind a line, as a sentence of its own; why an action ended early needs no label."""
    return [Span(detail.text if detail.kind == "stop" else f"{detail.label}: {detail.text}")]


def words(line: Line, captions: Captions = ENGLISH) -> str:
    """What a line says, without emphasis."""
    return "".join(span.text for span in sentence(line, captions))


def _head(head: Head) -> list[Span]:
    target = f" → {head.target}" if head.target else ""
    what = f", {head.what}" if head.what else ""
    title = Span(f"{head.number}. {head.actor}{target}{what}", "strong")
    return [title, Span(f" ({head.badge})", "em")] if head.undone else [title]


def _lookup(found: LookupLine, captions: Captions) -> list[Span]:
    text = Span(f"{', ' if found.faces else ''}{found.text}")
    return [*_dice(found, captions), Span(_sum(found)), text, *_again(found, captions)]


def _roll(roll: RollLine, captions: Captions) -> list[Span]:
    goal = f" {roll.sign} {plain(roll.goal)}" if roll.goal is not None else ""
    spans = [*_dice(roll, captions), Span(_sum(roll, goal, under=roll.sign in ("≤", ">")))]
    if roll.outcome:
        spans += [Span(", "), Span(roll.outcome, "em" if roll.tone in ("plain", "pass", "fail") else "strong")]
    return spans + _again(roll, captions)


def _sum(throw: Throw, goal: str = "", under: bool = False) -> str:
    """Modifiers, total and goal. Where the dice are to stay under a goal, the modifiers belong to the goal."""
    modifiers = "".join(f" {signed(value)} {name}" for name, value in throw.modifiers)
    total = f" = {plain(throw.total)}" if throw.total is not None else ""
    if under:
        return f"{total}{goal} ({modifiers.strip()})" if modifiers else f"{total}{goal}"
    return f"{modifiers}{total}{goal}"


def _dice(throw: Throw, captions: Captions) -> list[Span]:
    """Label and faces, with everything that belongs to the dice themselves."""
    spans = [Span(f"{throw.label}: ")]
    if throw.choices:
        spans.append(Span(f"{', '.join(throw.choices)}, "))
    if not throw.faces:
        return spans
    spans.append(Span(" ".join(plain(face) for face in throw.faces), "strong"))
    remarks = [throw.dice, captions.told if throw.told else "", captions.by_hand if throw.by_hand else ""]
    said = ", ".join(remark for remark in remarks if remark)
    return [*spans, Span(f" ({said})")] if said else spans


def _again(throw: Throw, captions: Captions) -> list[Span]:
    return [] if throw.stands else [Span(f", {captions.falls_away}")]


def _summary(summary: SummaryLine) -> list[Span]:
    mark = "†" if summary.dies and summary.verdict not in ("critical", "fumble") else MARKS[summary.verdict]
    word = [Span(summary.word, "strong"), Span(" ")] if summary.word else []
    return [Span(_sign(mark)), *word, Span(summary.text)]


def _sign(mark: str) -> str:
    """A mark before a sentence. Letters and keyboard marks would read as part of it, or as formatting."""
    return "" if mark.isascii() else f"{mark} "
