"""The odds panel as it is drawn: the exact frame, bars, figures and what is left out first."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from crittui.rules.odds import chances
from crittui.session.ranges import ranges
from crittui.tui.callouts import compose
from crittui.tui.odds_groups import Teller, percentage
from crittui.tui.odds_views import OddsGroup, OddsRow, OddsView
from crittui.tui.odds_words import odds_words
from crittui.tui.phrases import Phrases
from crittui.tui.presenting import Presenter
from crittui.tui.widgets.odds import bar, fitting, odds_lines
from tests.rules.situations import KNIGHTS, Situation
from tests.tui import bodies
from tests.tui import frame_views as f

TRUNK = {"groin", "abdomen", "chest"}


def row(label: str, figure: str, share: float = 0.0, role: str = "text", indent: int = 0) -> OddsRow:
    return OddsRow(label, figure, share, role, indent)


PANEL = OddsView(
    "Odds",
    "Mira → Grukk, sabre, +2 flanking",
    (
        OddsGroup("attack", (row("miss", "40.0%", 0.4), row("hit", "55.0%", 0.55), row("natural 20", "5.0%", 0.05))),
        OddsGroup("confirmed", (row("critical", "2.5%", 0.025), row("doubled", "0.3%", 0.0025, indent=2))),
        OddsGroup(
            "hit points",
            (
                row("22", "40.0%", 0.4),
                row("14-21", "58.6%", 0.586),
                row("6-13", "1.4%", 0.014),
                row("0 or less", "never"),
            ),
            "22 now, 19.2 expected",
        ),
        OddsGroup("this shot", (row("severs a limb", "2.3%", 0.023), row("coma or dead", "0.4%", 0.004))),
    ),
    "exact, every branch counted",
)


def test_the_panel_is_the_frame() -> None:
    assert f.drawn(odds_lines(PANEL, 48, 22), 48) == f.pane("07-odds", range(1, 23), 32, 80)


def test_the_shaded_body_is_the_frame() -> None:
    chances = tuple((name, 0.06 if name in TRUNK else 0.03) for name in bodies.COARSE)
    view = replace(bodies.view(bodies.picture("human_compact"), bodies.COARSE), chances=chances)
    rows = ["".join(cell.glyph for cell in row) for row in compose(view, 31, 12).cells]
    assert rows == f.pane("07-odds", range(10, 22), 0, 31)


def test_in_ascii_every_row_keeps_its_width() -> None:
    lines = f.drawn(odds_lines(PANEL, 48, 22), 48, ascii_only=True)
    assert all(line.isascii() and len(line) == 48 for line in lines)
    assert "  hit           55.0%  ##############" in lines[4]


def test_bars_tell_every_chance_on_one_scale() -> None:
    assert [bar(share) for share in (0, 0.0001, 0.02, 0.04, 0.06)] == ["", "▖", "▖", "▄", "▄▖"]
    assert len(bar(1)) == 25


def test_a_long_label_is_whole_and_its_bars_are_shorter_on_one_scale() -> None:
    rows = (row("alcanza al objetivo", "100.0%", 1.0), row("no", "50.0%", 0.5))
    view = OddsView("Prob.", groups=(OddsGroup("en total", rows, "26 ahora, 23.9 de media"),))
    _, _, head, first, second = f.drawn(odds_lines(view, 48, 22), 48)
    assert head == " en total                26 ahora, 23.9 de media"
    assert first == "  alcanza al objetivo 100.0%  " + "▄" * 18
    assert second == "  no                   50.0%  " + "▄" * 9 + " " * 9


def test_who_acts_is_left_out_where_the_words_have_no_room() -> None:
    view = OddsView("Odds", "Doc Anselm → Black Cole, sabre, head", short="→ Black Cole, sabre, head")
    assert f.drawn(odds_lines(view, 43, 2), 43)[0] == " Odds  Doc Anselm → Black Cole, sabre, head"
    assert f.drawn(odds_lines(view, 42, 2), 42)[0].rstrip() == " Odds  → Black Cole, sabre, head"


@pytest.mark.parametrize("height", range(1, 40))
def test_a_panel_of_any_height_keeps_its_head_and_foot(height: int) -> None:
    lines = f.drawn(odds_lines(PANEL, 48, height), 48)
    assert len(lines) <= height
    assert lines[0].startswith(" Odds")
    assert height < 6 or lines[-1].strip() == "exact, every branch counted"
    assert height == 1 or "miss" in lines[1 if height < 6 else 3]


def test_what_matters_least_goes_first_and_an_open_group_comes_back_in_part() -> None:
    many = tuple(row(str(n), "") for n in range(6))
    groups = [OddsGroup("a", many[:2]), OddsGroup("b", many, rank=2), OddsGroup("c", many, rank=1, open=True)]
    assert [group.name for group in fitting(groups, 40)] == ["a", "b", "c"]
    assert [(group.name, len(group.rows)) for group in fitting(groups, 8)] == [("a", 2), ("c", 3)]
    assert [group.name for group in fitting([*groups[:2], replace(groups[2], open=False)], 8)] == ["a"]


def test_the_ranges_of_a_pool_are_few_and_leave_nothing_out() -> None:
    counts = {22: 400, 21: 100, 14: 86, 8: 14}
    told = ranges(counts, 22)
    assert [bounds for bounds, _ in told] == [(22, 22), (17, 21), (12, 16), (8, 11), (None, 0)]
    assert sum(weight for _, weight in told) == sum(counts.values())
    assert ranges({5: 1}, 5) == [((5, 5), 1), ((None, 0), 0)]
    assert ranges({7: 1, 5: 2}, 5)[0] == ((6, None), 1)
    assert ranges({-3: 1, -1: 2}, -1) == [((None, -1), 3)]


@pytest.mark.parametrize(
    ("share", "told"),
    [
        (Fraction(0), "never"),
        (Fraction(1), "always"),
        (Fraction(1, 400), "0.2%"),
        (Fraction(1, 2000), "0.05%"),
        (Fraction(9999, 10000), "99.9%"),
        (Fraction(1, 10**9), "<0.001%"),
    ],
)
def test_a_chance_keeps_its_last_digit_that_counts(share: Fraction, told: str) -> None:
    assert percentage(share, odds_words("en")) == told


def test_a_critical_failure_is_no_critical() -> None:
    ruleset, fight, act = Situation(KNIGHTS, ("isolde", "wulf"), "bow").staged()
    found = chances(ruleset, fight, act)
    presenter = Presenter(ruleset, Phrases(), "en", "")
    view = Teller(act, fight, found, presenter, odds_words("en"), listed=True).view()
    attack, defends = view.groups[:2]
    assert [(row.label, row.role) for row in attack.rows] == [
        ("critical miss", "fumble"),
        ("miss", "text"),
        ("hit", "text"),
        ("critical hit", "critical"),
    ]
    assert [(row.label, row.role) for row in defends.rows] == [
        ("critical failure", "fumble"),
        ("failure", "text"),
        ("success", "text"),
        ("critical success", "critical"),
    ]
    assert view.groups[-1].name == "struck there"
    assert view.words == "Isolde → Wulf the Red, bow"
    assert view.foot == "exact · defense: dodge"
    assert dict(view.chances) == {place: float(found.share(w)) for (_, place), w in found.places.items()}
