"""The lines of one evening, as the log's pictures show them."""

from __future__ import annotations

from collections.abc import Sequence

from crittui.session.lines import (
    Head,
    Line,
    LookupLine,
    RollLine,
    RoundLine,
    SummaryLine,
    Tone,
    WaitLine,
)


class Written:
    """A log source made of lists."""

    def __init__(self, *chains: Sequence[Line]) -> None:
        self.chains = [list(chain) for chain in chains]

    def __len__(self) -> int:
        return len(self.chains)

    def lines(self, index: int) -> Sequence[Line]:
        return self.chains[index]


def head(actor: str, target: str, what: str, number: int) -> Head:
    return Head(actor=actor, target=target, what=what, number=number, badge=str(number))


def roll(
    label: str,
    faces: str,
    total: int,
    goal: int | None = None,
    sign: str = "",
    outcome: str = "",
    tone: Tone = "plain",
    modifiers: Sequence[tuple[str, int]] = (),
    constant: int = 0,
    choices: Sequence[str] = (),
    **more: bool,
) -> RollLine:
    return RollLine(
        label=label,
        faces=tuple(map(int, faces.split())),
        total=total,
        goal=goal,
        sign=sign,
        outcome=outcome,
        tone=tone,
        modifiers=tuple(modifiers),
        constant=constant,
        choices=tuple(choices),
        by_hand=more.get("by_hand", False),
        stands=more.get("stands", True),
    )


def found(faces: str, text: str) -> LookupLine:
    return LookupLine(label="location", faces=tuple(map(int, faces.split())), text=text)


ROUND_2 = [RoundLine(text="round 2")]
SEVENTH: list[Line] = [
    head("Knifeman", "龍之介", "knife, thrown", 7),
    roll("attack", "17", 21, 14, "≥", "hit", "pass", [("attack bonus", 2), ("hidden", 2)]),
    found("15", "upper right leg"),
    roll("damage", "3", 3),
    SummaryLine(verdict="hit", text="R thigh −3 hp"),
]
EIGHTH: list[Line] = [
    head("龍之介", "Knifeman", "katana", 8),
    roll("attack", "1", 2, 13, "<", "miss", "fail", [("attack bonus", 5), ("hidden", -4)]),
    SummaryLine(verdict="miss", text="龍之介 misses"),
]
NINTH: list[Line] = [
    head("Mira Stonehand", "Old Tom", "peacemaker", 9),
    roll("attack", "20", 24, 12, "≥", "natural 20", "critical", [("attack bonus", 4)]),
    roll("confirm", "13", 17, 12, "≥", "hit", "pass", [("attack bonus", 4)]),
    found("6", "chest, impaling ×1.5"),
    roll("damage", "3 5", 11, constant=3),
    SummaryLine(verdict="critical", word="CRITICAL", text="chest −16 hp −16 con · Old Tom dies", dies=True),
]
ROUND_3: list[Line] = [RoundLine(text="round 3")]
TENTH: list[Line] = [
    head("龍之介", "Grukk One-Eye", "katana", 10),
    roll("attack", "14", 19, 15, "≥", "hit", "pass", [("attack bonus", 5)]),
    found("5", "chest"),
    roll("damage", "7", 7),
    SummaryLine(verdict="hit", text="chest −7 hp"),
]
ELEVENTH: list[Line] = [
    head("Grukk One-Eye", "Brother Anselm of the Long Road", "cleaver", 11),
    roll("attack", "3", 6, 16, "<", "miss", "fail", [("attack bonus", 3)]),
    SummaryLine(verdict="miss", text="Grukk misses"),
]
TWELFTH: list[Line] = [
    head("Mira Stonehand", "Grukk One-Eye", "sabre", 12),
    roll("attack", "20", 26, 15, "≥", "natural 20", "critical", [("attack bonus", 4), ("flanking", 2)]),
    roll("confirm", "15", 19, 15, "≥", "hit", "pass", [("attack bonus", 4)]),
    found("8", "lower left arm"),
    roll("damage", "6", 6),
    SummaryLine(verdict="critical", word="CRITICAL", text="L forearm severed −6 hp −6 con"),
]
GATE_4: list[Line] = [
    head("Wulf the Red", "Sir Aldric", "axe", 4),
    roll("attack", "4 6 5", 15, 12, ">", "miss", "fail"),
    SummaryLine(verdict="miss", text="Wulf misses"),
]
GATE_5: list[Line] = [
    head("Isolde of Carn Brae", "Wulf the Red", "bow", 5),
    roll("attack", "2 3 3", 8, 11, "≤", "hit", "pass", [("range", -2)]),
    roll("defends", "5 4 4", 13, 6, ">", "failure", "fail", choices=["dodge"]),
    found("4 3 5", "far leg"),
    roll("damage", "3", 3),
    SummaryLine(verdict="hit", text="far leg −3 hit"),
]
GATE_6: list[Line] = [
    head("Wulf the Red", "Sir Aldric", "axe", 6),
    roll("attack", "3 2 4", 9, 12, "≤", "hit", "pass"),
    WaitLine(text="waits for Sir Aldric"),
]
BRIDGE = (SEVENTH, EIGHTH, NINTH, ROUND_3, TENTH, ELEVENTH)
"""What had happened on the bridge before the twelfth chain."""
