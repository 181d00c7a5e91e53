"""The log's columns, to the cell."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rich.cells import cell_len

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
    SummaryLine,
    TimeLine,
    TurnLine,
    WaitLine,
)
from crittui.tui.layout_log import fitted, line_rows
from crittui.tui.layout_throws import face_column
from crittui.tui.log_rows import MOST, Piece, Row, Sheet, Writer, length, wrap
from tests.tui.evening import EIGHTH, ELEVENTH, GATE_4, GATE_5, GATE_6, NINTH, ROUND_3, SEVENTH, TENTH, TWELFTH, roll

SMALL = Sheet(48)
WIDE = Sheet(62)
PLAIN = Sheet(48, ascii_only=True)
THREE_DICE = Sheet(48, 14)


def text(row: Row) -> str:
    return "".join(p.text for p in row)


def drawn(lines: Sequence[Line], sheet: Sheet, opened: bool = False) -> list[str]:
    return [text(row) for line in lines for row in line_rows(line, sheet, opened)]


def expected(picture: str, width: int) -> list[str]:
    rows = [row.removeprefix("    |") for row in picture.strip("\n").split("\n")]
    return [" " + row + " " * (width - 1 - cell_len(row)) for row in rows]


FRAMES: list[tuple[str, list[Line], Sheet, str]] = [
    (
        "a confirmed critical",
        NINTH,
        SMALL,
        """
    |Mira Stonehand → Old Tom, peacemaker          9
    |attack    20 +4 attack bonus 24 ≥ 12 natural 20
    |confirm   13 +4 attack bonus 17 ≥ 12 hit
    |location   6 chest, impaling ×1.5
    |damage   3 5 +3                   11
    |★ CRITICAL  chest −16 hp −16 con · Old Tom dies
""",
    ),
    (
        "a round, a hit and a miss",
        [*ROUND_3, *TENTH, *ELEVENTH],
        SMALL,
        """
    |── round 3 ────────────────────────────────────
    |龍之介 → Grukk One-Eye, katana               10
    |attack    14 +5 attack bonus 19 ≥ 15 hit
    |location   5 chest
    |damage     7                       7
    |● chest −7 hp
    |Grukk One-Eye → Brother Anselm of …, cleaver 11
    |attack     3 +3 attack bonus  6 < 16 miss
    |○ Grukk misses
""",
    ),
    (
        "modifiers on a second row",
        TWELFTH,
        SMALL,
        """
    |Mira Stonehand → Grukk One-Eye, sabre        12
    |attack    20 +4 attack bonus 26 ≥ 15 natural 20
    |             +2 flanking
    |confirm   15 +4 attack bonus 19 ≥ 15 hit
    |location   8 lower left arm
    |damage     6                       6
    |★ CRITICAL  L forearm severed −6 hp −6 con
""",
    ),
    (
        "rolls that must stay low",
        [*GATE_4, *GATE_5, *GATE_6],
        THREE_DICE,
        """
    |Wulf the Red → Sir Aldric, axe                4
    |attack   4 6 5               15 > 12 miss
    |○ Wulf misses
    |Isolde of Carn Brae → Wulf the Red, bow       5
    |attack   2 3 3 −2 range       8 ≤ 11 hit
    |defends  5 4 4 dodge          13 > 6 failure
    |location 4 3 5 far leg
    |damage       3                     3
    |● far leg −3 hit
    |Wulf the Red → Sir Aldric, axe                6
    |attack   3 2 4                9 ≤ 12 hit
    |▸ waits for Sir Aldric
""",
    ),
    (
        "a wide screen",
        [*SEVENTH, *EIGHTH, *ELEVENTH],
        WIDE,
        """
    |Knifeman → 龍之介, knife, thrown                            7
    |attack    17 +2 attack bonus  +2 hidden    21 ≥ 14 hit
    |location  15 upper right leg
    |damage     3                                     3
    |● R thigh −3 hp
    |龍之介 → Knifeman, katana                                   8
    |attack     1 +5 attack bonus  −4 hidden     2 < 13 miss
    |○ 龍之介 misses
    |Grukk One-Eye → Brother Anselm of the Long Road, cleaver   11
    |attack     3 +3 attack bonus                6 < 16 miss
    |○ Grukk misses
""",
    ),
    (
        "a narrow screen",
        [*NINTH[2:], *ROUND_3, *ELEVENTH],
        Sheet(59),
        """
    |confirm   13 +4 attack bonus            17 ≥ 12 hit
    |location   6 chest, impaling ×1.5
    |damage   3 5 +3                              11
    |★ CRITICAL  chest −16 hp −16 con · Old Tom dies
    |── round 3 ───────────────────────────────────────────────
    |Grukk One-Eye → Brother Anselm of the Long Ro…, cleaver 11
    |attack     3 +3 attack bonus             6 < 16 miss
    |○ Grukk misses
""",
    ),
    (
        "plain ASCII",
        [*NINTH, *ROUND_3, *TENTH, *ELEVENTH],
        PLAIN,
        """
    |Mira Stonehand > Old Tom, peacemaker          9
    |attack    20 +4 attack bonus  24>=12 natural 20
    |confirm   13 +4 attack bonus  17>=12 hit
    |location   6 chest, impaling x1.5
    |damage   3 5 +3                   11
    |* CRITICAL  chest -16 hp -16 con . Old Tom dies
    |-- round 3 ------------------------------------
    |?????? > Grukk One-Eye, katana               10
    |attack    14 +5 attack bonus  19>=15 hit
    |location   5 chest
    |damage     7                       7
    |* chest -7 hp
    |Grukk One-Eye > Brother Anselm of ~, cleaver 11
    |attack     3 +3 attack bonus    6<16 miss
    |o Grukk misses
""",
    ),
]


@pytest.mark.parametrize(("lines", "sheet", "picture"), [frame[1:] for frame in FRAMES], ids=[f[0] for f in FRAMES])
def test_pictures(lines: list[Line], sheet: Sheet, picture: str) -> None:
    assert drawn(lines, sheet) == expected(picture, sheet.width)


def test_a_long_outcome_starts_further_left_and_sends_the_modifiers_down() -> None:
    line = roll("attack", "20", 26, 15, "≥", "natural twenty", "critical", [("attack bonus", 4)])
    picture = """
    |attack    20             26 ≥ 15 natural twenty
    |             +4 attack bonus
"""
    assert drawn([line], SMALL) == expected(picture, 48)


def test_modifiers_keep_off_the_column_of_the_totals_even_beside_a_short_one() -> None:
    rows = drawn([roll("attack", "3", 6, 16, "<", "miss", "fail", [("attack talent", 3)])], SMALL)
    assert [" ".join(row.split()) for row in rows] == ["attack 3 6 < 16 miss", "+3 attack talent"]


def test_a_modifier_is_never_cut_but_wrapped() -> None:
    name = "a bonus whose name is longer than any row of the log could ever be at this width"
    rows = drawn([roll("attack", "5", 9, 15, "<", "miss", modifiers=[(name, 4), ("luck", 1)])], SMALL)
    assert " ".join(" ".join(rows).split()).endswith(f"9 < 15 miss +4 {name} +1 luck")
    assert all(row.startswith(" " * 14) for row in rows[1:])


def test_a_long_summary_goes_on_indented_and_reversed_to_the_edge() -> None:
    line = SummaryLine(verdict="fumble", word="FUMBLE", text="the weapon falls to the ground · Grukk −1 luck")
    first, second = line_rows(line, SMALL)
    assert text(first) == " ▼ FUMBLE  the weapon falls to the ground ·" + " " * 5
    assert text(second).rstrip() == "   Grukk −1 luck"
    assert {(p.role, p.marks) for p in (*first, *second)} == {("fumble", "br")}


def test_only_an_extreme_is_reversed() -> None:
    for verdict in ("hit", "miss", "defended", ""):
        (row,) = line_rows(SummaryLine(verdict=verdict, text="x"), SMALL)
        assert not any("r" in p.marks for p in row)


def test_a_death_without_a_critical_has_its_own_sign() -> None:
    assert drawn([SummaryLine(verdict="hit", text="chest −9 hp · Tom dies", dies=True)], SMALL)[0][:3] == " † "


def test_dice_typed_by_hand_are_underlined() -> None:
    (row,) = line_rows(roll("damage", "3 5", 8, by_hand=True), SMALL)
    assert [p.text for p in row if "u" in p.marks] == ["3 5"]


def test_a_throw_that_does_not_stand_is_struck_through() -> None:
    line = LookupLine(label="location", faces=(12,), text="right hand", stands=False)
    (row,) = line_rows(line, SMALL)
    assert [p.text for p in row if "s" in p.marks] == ["location", "12", "right hand"]


def test_a_chain_taken_back_is_struck_through_and_says_so() -> None:
    taken_back = [
        Head(actor="Mira", target="Tom", what="sabre", number=4, badge="undone", undone=True),
        SummaryLine(verdict="critical", word="CRITICAL", text="chest −16 hp", undone=True),
    ]
    rows = [row for line in taken_back for row in line_rows(line, SMALL)]
    assert text(rows[0]) == " Mira → Tom, sabre                        undone"
    inked = [p for row in rows for p in row if p.text.strip()]
    assert {(p.role, p.marks) for p in inked} == {("muted", "s")}


def test_what_stands_behind_a_line_opens_below_it() -> None:
    line = RollLine(
        label="damage",
        faces=(3, 5),
        constant=3,
        total=11,
        rule="Armor comes off first. Then the damage is multiplied, rounding down.",
        details=(
            Detail("wound", "floor(max(0, 11 − 0) × 1.5) = 16", "r:9", "A wound is what gets through."),
            Detail("all damage", "16 × 2 = 32", "r:9", "A wound is what gets through."),
        ),
    )
    picture = """
    |damage   3 5 +3                   11
    |  Armor comes off first. Then the damage is
    |  multiplied, rounding down.
    |  wound  floor(max(0, 11 − 0) × 1.5) = 16
    |  A wound is what gets through.
    |  all damage  16 × 2 = 32
"""
    assert drawn([line], SMALL, opened=True) == expected(picture, 48)
    assert len(drawn([line], SMALL)) == 1


def test_turns_are_not_in_the_log() -> None:
    assert line_rows(TurnLine(who="Mira", text="turn of Mira"), SMALL) == []


def test_the_face_column_fits_the_longest_label_and_its_dice() -> None:
    assert face_column([]) == 12
    assert face_column([("attack", "20"), ("location", "20")]) == 12
    assert face_column([("location", "6 6 6")]) == 14
    assert face_column([("a label that is far too long for any column", "20")]) == 12


def test_names_are_cut_second_first_then_first_then_the_weapon() -> None:
    assert fitted("Grukk", "Brother Anselm", ", axe", 19) == ("Grukk", "Broth…", ", axe")
    assert fitted("Grukk Bonebreaker", "Brother", ", axe", 20) == ("Grukk B…", "Bro…", ", axe")
    assert fitted("Grukk", "Brother", ", great cleaver", 14) == ("Gru…", "Bro…", ", …")


def test_an_action_without_a_target_or_a_number() -> None:
    assert drawn([Head(actor="Mira", what="initiative")], SMALL) == [" Mira, initiative" + " " * 31]


def test_text_is_never_wider_than_a_hundred_cells() -> None:
    (row,) = line_rows(RoundLine(text="round 1"), Sheet(200))
    assert len(text(row)) == 200
    assert len(text(row).rstrip()) == MOST + 1


AWKWARD = st.one_of(
    st.sampled_from(
        ["[/]", "[bold]x[/bold]", "\x1b[31mred", "龍之介", "e\u0301" * 40, "x" * 300, "👨‍👩‍👧", "⚔\ufe0f", "\u202eevil"]
    ),
    st.sampled_from(["", " ", "\n", "a\tb", "\udc80", "\x00", "≥ ≤", "a  b", "ﷺ", "\u0301alone"]),
    st.text(max_size=60),
)
NUMBERS = st.integers(-(10**6), 10**6)


@st.composite
def any_line(draw: st.DrawFn) -> Line:
    words = [draw(AWKWARD) for _ in range(4)]
    modifiers = tuple(draw(st.lists(st.tuples(AWKWARD, NUMBERS), max_size=5)))
    faces = tuple(draw(st.lists(st.integers(1, 1000), max_size=40)))
    details = (Detail(words[0], words[1], "", words[2]),)
    made: list[Line] = [
        Head(actor=words[0], target=words[1], what=words[2], badge=words[3], details=details),
        RollLine(
            label=words[0],
            faces=faces,
            modifiers=modifiers,
            choices=(words[1],),
            total=draw(NUMBERS),
            goal=draw(st.none() | NUMBERS),
            sign=draw(st.sampled_from("≥<≤>")),
            outcome=words[2],
            rule=words[3],
            stands=draw(st.booleans()),
        ),
        LookupLine(label=words[0], faces=faces, modifiers=modifiers, total=3, text=words[1]),
        ChoiceLine(label=words[0], by="", text=words[1]),
        NoteLine(text=words[0]),
        MissingTableLine(text=words[0]),
        SummaryLine(verdict=draw(st.sampled_from(["critical", "fumble", "hit", ""])), text=words[0], word=words[1]),
        EffectLine(who=words[0], text=words[1], mark=words[2]),
        EditLine(who=words[0], text=words[1]),
        TimeLine(text=words[0]),
        RoundLine(text=words[0]),
        WaitLine(text=words[0]),
        RoundLine(text=words[1], undone=True),
    ]
    return draw(st.sampled_from(made))


@settings(max_examples=150, deadline=None)
@given(any_line(), st.integers(0, 160), st.integers(12, 21), st.booleans())
def test_every_row_is_exactly_as_wide_as_the_sheet(line: Line, width: int, column: int, ascii_only: bool) -> None:
    for row in line_rows(line, Sheet(width, column, ascii_only), opened=True):
        shown = text(row)
        assert cell_len(shown) == width
        assert "\x1b" not in shown
        assert "\n" not in shown
        assert not ascii_only or shown.isascii()


@given(st.text(alphabet="ab 龍", max_size=80), st.integers(1, 30), st.integers(0, 8), st.integers(0, 8))
def test_wrapping_keeps_every_word(words: str, width: int, first: int, indent: int) -> None:
    rows = wrap([Piece(words)], width, first, indent)
    assert "".join(text(row) for row in rows).replace(" ", "") == words.replace(" ", "")
    for row in rows:
        assert length(row) <= max(width, 2)


def test_a_writer_never_goes_back() -> None:
    assert text(Writer().put(Piece("abc")).to(2).put(Piece("d")).to(6).put(Piece("e")).row) == "abcd  e"
