"""Every glyph has a stand-in of its own width."""

from __future__ import annotations

import unicodedata

from hypothesis import given, settings
from hypothesis import strategies as st
from rich.cells import cell_len

from crittui.tui.glyphs import ASCII, comparison, to_ascii, written

TWO_CELLS = {"≥", "≤"}


def test_glyphs_and_stand_ins_are_one_cell() -> None:
    for glyph, stand_in in ASCII.items():
        assert stand_in.isascii()
        assert stand_in.isprintable()
        assert cell_len(glyph) == 1
        assert len(stand_in) == (2 if glyph in TWO_CELLS else 1)
        assert unicodedata.east_asian_width(glyph) not in "WF"


def test_the_severities_stay_apart() -> None:
    assert len({to_ascii(glyph) for glyph in "╱╳∅·"}) == 4
    assert len({to_ascii(glyph) for glyph in "∴≈◌†"}) == 4
    assert len({to_ascii(glyph) for glyph in "░▒▓"}) == 3


def test_letters_lose_their_accents_and_other_scripts_become_question_marks() -> None:
    assert to_ascii("Crítico … 龍之介 −3 ▸") == "Critico ~ ?????? -3 >"
    assert written("╱ é", ascii_only=False) == "╱ é"
    assert written("╱ é", ascii_only=True) == "/ e"


def test_a_comparison_closes_up_in_ascii() -> None:
    assert comparison("24", "≥", "15", ascii_only=False) == "24 ≥ 15"
    assert comparison("24", "≥", "15", ascii_only=True) == "24>=15"
    assert comparison("6", "<", "16", ascii_only=True) == "6<16"


@settings(deadline=None)
@given(st.text(alphabet=st.characters(exclude_categories=["Cs", "Cc", "Cf", "Mn", "Me"]), max_size=40))
def test_ascii_keeps_the_width(text: str) -> None:
    plain = to_ascii(text)
    assert plain.isascii()
    assert len(plain) == cell_len(text) + sum(text.count(glyph) for glyph in TWO_CELLS)
