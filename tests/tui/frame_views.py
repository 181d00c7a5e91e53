"""The exact frames of the screen, and the views that must give them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from rich.style import Style

from crittui.tui import cells
from crittui.tui.drawing import strip_of
from crittui.tui.prompts.aim import Aim, Place, aim
from crittui.tui.prompts.ask import Ask, Option, ask
from crittui.tui.prompts.fields import Choice, ChoiceField, NumberField
from crittui.tui.prompts.prepare import Prepare, prepare
from crittui.tui.views import (
    CardView,
    CombatantsView,
    CombatantView,
    CreatureView,
    FigureView,
    KeyLineView,
    KeyView,
    Line,
    LiveView,
    MarkView,
    ModifierView,
    PoolView,
    ScoreView,
    StageView,
    TitleView,
)

FRAMES = Path(__file__).parent / "frames"


def frame(name: str) -> list[str]:
    """The rows of a frame."""
    return (FRAMES / f"{name}.txt").read_text(encoding="utf-8").splitlines()


def columns(row: str, start: int, end: int) -> str:
    """The cells of a row from `start` up to `end`; a wide character counts two."""
    before = cells.head(row, start)
    return cells.head(row[len(before) :], end - start)


def pane(name: str, rows: range, start: int, end: int) -> list[str]:
    """A rectangle of a frame."""
    lines = frame(name)
    return [columns(lines[row], start, end) for row in rows]


def plain(role: str) -> Style:
    """A look without colours."""
    return Style.null()


def drawn(lines: Sequence[Line], width: int, ascii_only: bool = False) -> list[str]:
    """Lines as they stand on the screen."""
    return [strip_of(line, width, plain, ascii_only).text for line in lines]


def _pools(names: tuple[str, str], *values: tuple[int, int]) -> tuple[PoolView, ...]:
    return tuple(PoolView(name, value, most) for name, (value, most) in zip(names, values, strict=True))


BLEEDING = MarkView("∴", "severed", "bleeding", "1 con a minute")
STUNNED = MarkView("≈", "text", "stunned")
HIDDEN = MarkView("◌", "muted", "hidden")
DEAD = MarkView("†", "muted", "dead")
_BRIDGE = ("hp", "con")
_GATE = ("hit", "fat")

BRIDGE = CombatantsView(
    (
        CombatantView("mira", "Mira Stonehand", "1", turn=True, pools=_pools(_BRIDGE, (31, 38), (12, 12))),
        CombatantView(
            "grukk", "Grukk One-Eye", "2", chosen=True, pools=_pools(_BRIDGE, (22, 41), (8, 12)), marks=(BLEEDING,)
        ),
        CombatantView("anselm", "Brother Anselm of the Long Road", "3", pools=_pools(_BRIDGE, (27, 27), (11, 11))),
        CombatantView("ryu", "龍之介", "4", pools=_pools(_BRIDGE, (18, 30), (13, 13)), marks=(STUNNED,)),
        CombatantView("knife", "Knifeman", "5", hidden=True, pools=_pools(_BRIDGE, (14, 14), (9, 9)), marks=(HIDDEN,)),
        CombatantView("tom", "Old Tom", "6", word="dead", pools=_pools(_BRIDGE, (0, 30), (-6, 10)), marks=(DEAD,)),
    ),
    _BRIDGE,
)

STRUCK = replace(
    BRIDGE,
    rows=tuple(
        replace(row, pools=(PoolView("hp", 16, 41, lost=6), PoolView("con", 2, 12, lost=6))) if row.chosen else row
        for row in BRIDGE.rows
    ),
)


def _gate(turn: str, chosen: str) -> CombatantsView:
    rows = (
        CombatantView("aldric", "Sir Aldric", "1", pools=_pools(_GATE, (11, 11), (10, 10))),
        CombatantView("wulf", "Wulf the Red", "2", pools=_pools(_GATE, (8, 11), (9, 10))),
        CombatantView("isolde", "Isolde of Carn Brae", "3", pools=_pools(_GATE, (10, 10), (10, 10))),
        CombatantView("li", "李小龍", "4", pools=_pools(_GATE, (12, 12), (12, 12))),
        CombatantView("bow", "Bowman", "5", hidden=True, pools=_pools(_GATE, (9, 9), (10, 10)), marks=(HIDDEN,)),
        CombatantView("guard", "Gate Guard", "6", word="dead", pools=_pools(_GATE, (-12, 11), (3, 10)), marks=(DEAD,)),
    )
    return CombatantsView(tuple(replace(r, turn=r.id == turn, chosen=r.id == chosen) for r in rows), _GATE)


GATE_ALDRIC = _gate("aldric", "wulf")
GATE_WULF = _gate("wulf", "aldric")

TITLE = TitleView("Ashgate Bridge", "round 3", who="Mira Stonehand", ruleset="natural20")
TITLE_ALDRIC = TitleView("Carn Brae gate", "round 2", who="Sir Aldric", ruleset="gurps_house")
TITLE_WULF = replace(TITLE_ALDRIC, who="Wulf the Red")
TITLE_NARROW = TitleView(round="round 3", who="Mira Stonehand", panes=("fight", "body", "log"), pane="log")

HELP = KeyView("?", "help", kept=True)
KEYS = KeyLineView(
    (
        *(
            KeyView(key, label)
            for key, label in (
                ("a", "attack"),
                ("c", "called"),
                ("d", "defend"),
                ("s", "save"),
                ("n", "next"),
                (".", "again"),
                ("u", "undo"),
                ("o", "odds"),
                ("e", "export"),
            )
        ),
        HELP,
    )
)

GRUKK = CreatureView(
    "Grukk One-Eye",
    "target",
    _pools(("hp", "con"), (22, 41), (8, 12)),
    (ScoreView("ac", "15"), ScoreView("attack", "+3"), ScoreView("armor", "0")),
    marks=(
        BLEEDING,
        MarkView("╳", "maimed", "L forearm", "maimed", plain=True),
        MarkView("╱", "hurt", "chest", "7 hp", plain=True),
    ),
)
MIRA = CreatureView(
    "Mira Stonehand",
    "has the turn",
    (),
    (ScoreView("ac", "16"), ScoreView("attack", "+4"), ScoreView("armor", "1")),
    (ScoreView("sabre", "1d8 cutting"), ScoreView("peacemaker", "2d8+3 impaling")),
)

ODDS = LiveView(
    "odds",
    (
        FigureView("hit", "60%"),
        FigureView("crit", "2.5%", "critical"),
        FigureView("dmg", "2.8"),
        FigureView("drop", "0.4%"),
    ),
)


def attack() -> Prepare:
    """The prompt of frame 02."""
    targets = tuple(Choice(row.id, row.name, "ac 15" if row.chosen else "ac 14", key=row.key) for row in BRIDGE.rows)
    fields = (
        ChoiceField("target", "target", targets, 1, by_digit=True),
        ChoiceField(
            "weapon", "weapon", (Choice("sabre", "sabre", "1d8 cutting"), Choice("p", "peacemaker", "2d8+3 impaling"))
        ),
        NumberField("situation", "modifier", 2, "flanking"),
    )
    return replace(prepare("Attack by Mira Stonehand", fields, can_aim=True), live=ODDS)


_BODY = ("eyeslits", "eyes", "nose")


def _towards(name: str, direction: str) -> str:
    step = {"up": -1, "down": 1}.get(direction, 0)
    return _BODY[min(max(_BODY.index(name) + step, 0), len(_BODY) - 1)]


def called() -> Aim:
    """The prompt of frame 05."""
    places = (
        Place("eyeslits", "eyeslits", -10),
        Place("eyes", "eyes", -9, "not with the broadsword: swung", "needs a missile or a thrust"),
        Place("nose", "nose", -6),
    )
    weapons = (Choice("broadsword", "broadsword"), Choice("rapier", "rapier", "may"))
    state = aim("Called shot at Wulf the Red", places, weapons, "broadsword")
    live = LiveView("odds", words="none: this shot is not allowed")
    return replace(state, chosen=1, towards=_towards, live=live)


def defence() -> Ask:
    """The prompt of frame 06."""
    options = (
        Option("parry", "parry", goal="≤ 7", chance="16.2%", words="if fumbled: mishap table"),
        Option("block", "block", goal="≤ 6", chance="9.3%", words="if fumbled: shield lost"),
        Option("dodge", "dodge", goal="≤ 6", chance="9.3%", words="if fumbled: falls"),
        Option("none_at_all", "none", words="the hit lands"),
    )
    state = ask("Sir Aldric defends against the axe", options, default="parry", automatic=True)
    figures = (FigureView("dmg", "6.8"), FigureView("cripple", "31%"), FigureView("drop", "12%"))
    return replace(state, live=LiveView("if it lands", figures))


TUMBLING = StageView(
    "attack roll",
    "d20",
    20,
    (7,),
    modifiers=(ModifierView("attack bonus", 4), ModifierView("flanking", 2)),
    goal=15,
    goal_name="ac",
)
JOINING = replace(TUMBLING, faces=(20,), settled=1, border="settled", joined=2, fresh=True, total=26)
LANDING = replace(
    JOINING,
    border="critical",
    fresh=False,
    sign="≥",
    outcome="natural 20",
    tone="critical",
    after="roll again to confirm",
)

CARD = CardView("critical", "critical", (20, 15), "confirmed", "Left forearm severed", ("−6 hp", "−6 con"))
