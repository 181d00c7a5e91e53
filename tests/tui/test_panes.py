"""The panes of the fight screen give the frames, cell for cell."""

from __future__ import annotations

from dataclasses import replace

import pytest

from crittui.tui.panes import worst_first
from crittui.tui.prompts.ask import Option
from crittui.tui.prompts.ask import ask as ask_for
from crittui.tui.prompts.fields import Choice, ChoiceField, FlagField, NumberField
from crittui.tui.prompts.prepare import Prepare
from crittui.tui.prompts.prepare import prepare as prepared
from crittui.tui.views import (
    CombatantsView,
    FigureView,
    KeyLineView,
    KeyView,
    Line,
    LiveView,
    MarkView,
    RuleView,
    StripView,
    TitleView,
)
from crittui.tui.widgets import ask, called, combatants, prepare
from crittui.tui.widgets.card import card_lines
from crittui.tui.widgets.creature import card_lines as creature_card
from crittui.tui.widgets.creature import creature_line, marks_line
from crittui.tui.widgets.key_line import key_line
from crittui.tui.widgets.strip import height_of, live_line, rule_line, squeezed, strip_lines
from crittui.tui.widgets.title_bar import title_line
from tests.tui import frame_views as f


def rows(view: CombatantsView, width: int, ascii_only: bool = False) -> list[str]:
    """Head and rows of a list, its three columns side by side."""
    at = combatants.columns(width, len(view.pools))
    widths = (at.names, at.pool, width - at.names - at.pool)
    heads = combatants.heads_line(view, at, (0, len(view.rows)))
    parts = [
        [heads[0], *(combatants.names_line(row, at) for row in view.rows)],
        [heads[1], *(combatants.pool_line(row, at) for row in view.rows)],
        [heads[2], *(combatants.rest_line(row, at) for row in view.rows)],
    ]
    drawn = [f.drawn(part, cells, ascii_only) for part, cells in zip(parts, widths, strict=True)]
    return ["".join(row) for row in zip(*drawn, strict=True)]


@pytest.mark.parametrize(
    ("name", "view"),
    [
        ("01-idle", f.BRIDGE),
        ("02-prepare", f.BRIDGE),
        ("04-critical", f.STRUCK),
        ("05-called-shot", f.GATE_ALDRIC),
        ("06-defence", f.GATE_WULF),
    ],
)
def test_combatants_31_wide(name: str, view: CombatantsView) -> None:
    assert rows(view, 31) == f.pane(name, range(1, 8), 0, 31)


def test_combatants_38_wide() -> None:
    assert rows(f.BRIDGE, 38) == f.pane("10-wide-140x40", range(2, 9), 0, 38)


def test_combatants_60_wide() -> None:
    assert rows(f.BRIDGE, 60) == f.pane("11b-narrow-fight-60x20", range(2, 9), 0, 60)


def test_combatants_in_ascii() -> None:
    assert rows(f.BRIDGE, 31, ascii_only=True) == f.pane("12-ascii", range(1, 8), 0, 31)


@pytest.mark.parametrize(
    ("name", "view"),
    [("01-idle", f.TITLE), ("05-called-shot", f.TITLE_ALDRIC), ("06-defence", f.TITLE_WULF)],
)
def test_title(name: str, view: TitleView) -> None:
    assert f.drawn([title_line(view, 80)], 80) == f.frame(name)[:1]


def test_a_title_without_room_says_whose_turn_it_is() -> None:
    assert f.drawn([title_line(f.TITLE, 39)], 39)[0].rstrip() == " round 3 · turn of Mira Stonehand"
    assert f.drawn([title_line(f.TITLE, 20)], 20)[0] == " round 3 · turn of …"
    assert f.drawn([title_line(f.TITLE, 46)], 46)[0].rstrip() == " Ashgate B… · round 3 · turn of Mira Stonehand"


def test_title_of_a_single_pane() -> None:
    assert f.drawn([title_line(f.TITLE_NARROW, 60)], 60) == f.frame("11a-narrow-log-60x20")[:1]


def test_key_line_leaves_out_what_does_not_fit() -> None:
    assert f.drawn([key_line(f.KEYS, 80)], 80) == f.frame("01-idle")[23:]


@pytest.mark.parametrize(
    ("name", "keys"),
    [
        ("02-prepare", prepare.keys(f.attack())),
        ("06-defence", ask.keys(f.defence())),
    ],
)
def test_key_line_of_a_prompt(name: str, keys: tuple[KeyView, ...]) -> None:
    assert f.drawn([key_line(KeyLineView(keys), 80)], 80) == f.frame(name)[23:]


def test_creature_line() -> None:
    assert f.drawn([creature_line(f.GRUKK, 31)], 31) == f.pane("01-idle", range(9, 10), 0, 31)
    assert f.drawn([creature_line(f.GRUKK, 60)], 60) == f.pane("11c-narrow-body-60x20", range(2, 3), 0, 60)


@pytest.mark.parametrize(
    ("name", "mark"),
    [
        ("01-idle", f.BLEEDING),
        ("05-called-shot", MarkView("╱", "hurt", "far leg", plain=True)),
        ("06-defence", MarkView("", "muted", detail="dodge 6  parry 7  block 6")),
    ],
)
def test_marks_line(name: str, mark: MarkView) -> None:
    assert f.drawn([marks_line((mark,), 31)], 31) == f.pane(name, range(22, 23), 0, 31)


def test_creature_cards() -> None:
    assert f.drawn(creature_card(f.MIRA, 38), 38) == f.pane("10-wide-140x40", range(10, 17), 0, 38)


@pytest.mark.parametrize(
    ("name", "view", "top"),
    [
        ("02-prepare", prepare.strip(f.attack(), 48), 16),
        ("05-called-shot", called.strip(f.called(), 48), 15),
        ("06-defence", ask.strip(f.defence(), 48), 15),
    ],
)
def test_strips(name: str, view: StripView, top: int) -> None:
    height = height_of(view)
    assert f.drawn(strip_lines(view, 48, height), 48) == f.pane(name, range(top, 23), 32, 80)


def test_rule_with_words() -> None:
    last: Line = rule_line(RuleView("last", accent=False), 59)
    assert f.drawn([last], 60) == f.frame("11b-narrow-fight-60x20")[14:15]


def test_card() -> None:
    assert f.drawn(card_lines(f.CARD, 48), 48) == f.pane("04-critical", range(15, 22), 32, 80)


def test_a_tight_called_shot_keeps_what_is_needed() -> None:
    state = f.called()
    allowed = [row.strip() for row in f.drawn(strip_lines(called.strip(state.at("nose"), 60, 6), 60, 6), 60)]
    assert [row.split("  ")[0] for row in allowed[1:4]] == ["▸aim at", "near", "weapon"]
    bare = replace(state, live=LiveView())
    refused = [row.strip() for row in f.drawn(strip_lines(called.strip(bare, 60, 6), 60, 6), 60)]
    assert refused[2] == "✕ not with the broadsword: swung"
    assert [row.split("  ")[0] for row in refused[4:]] == ["weapon", "near"]


def test_in_very_few_rows_the_fields_stay() -> None:
    state = f.called()
    for height, kept in ((3, "aim ✕"), (4, "aim ✕ odds"), (6, "aim ✕ needs near odds")):
        drawn = f.drawn(strip_lines(called.strip(state, 60, 8), 60, height), 60)
        assert len(drawn) == height
        assert all(word in row for word, row in zip(kept.split(), drawn[1:], strict=True)), (height, drawn)


def test_a_live_line_that_has_no_room_leaves_out_whole_figures() -> None:
    figures = tuple(FigureView(name, "12.5%") for name in ("hit", "crit", "dmg", "drop"))
    line = live_line(LiveView("odds", figures))
    told = ["".join(span.text for span in squeezed(line, width)).split() for width in (60, 38, 27)]
    assert [len(words) for words in told] == [9, 7, 5]
    assert all(words[-1] == "12.5%" for words in told)


def test_a_prompt_with_too_many_fields_begins_with_the_first() -> None:
    fields = tuple(NumberField(name, name) for name in ("one", "two", "three", "four", "five"))
    state = Prepare("Attack", fields, live=f.ODDS)

    def shown(active: int) -> list[str]:
        rows = prepare.strip(replace(state, active=active), 48, 6).rows
        return ["".join(span.text for span in row)[2:10].strip() for row in rows]

    assert [shown(active) for active in range(5)] == [
        ["one", "two", "three"], ["one", "two", "three"], ["one", "two", "three"],
        ["two", "three", "four"], ["three", "four", "five"],
    ]  # fmt: skip


def test_without_a_live_line_its_rows_are_for_fields() -> None:
    weapons = tuple(Choice(name, name, "1d6") for name in ("axe", "bow", "dirk", "flail", "gun"))
    state = Prepare("Attack", (ChoiceField("weapon", "weapon", weapons), NumberField("mod", "modifier")))
    rows = prepare.strip(state, 48, 8).rows
    assert len(rows) == 6
    assert len(f.drawn(strip_lines(prepare.strip(state, 48, 8), 48, 8), 48)) == 8
    assert len(prepare.strip(replace(state, live=f.ODDS), 48, 8).rows) == 5


def test_long_labels_are_shortened_at_words() -> None:
    long = "Situational modifiers (surprise, range, cover)"
    fields = (NumberField("a", long), NumberField("b", "Situation of the defence"), FlagField("c", long * 2))
    state = prepared("Attack", fields)
    rows = [row.rstrip() for row in f.drawn(prepare.strip(state, 48).rows, 48)]
    assert rows == [
        " ▸modifier  +0  Situational modifiers   - +",
        "  Situation +0  Situation of the defence   s",
        "  also      i Situational modifiers  no",
    ]
    caps = [(entry.key, entry.label) for entry in prepare.keys(state)]
    assert caps[:3] == [("- +", "modifier"), ("s", "Situation"), ("i", "also")]


def test_of_too_many_options_those_around_the_active_one_are_shown() -> None:
    state = ask_for("Which table?", [Option(f"o{n}", f"row {n}") for n in range(20)], default="o15")
    view = ask.strip(state, 48)
    rows = [row.strip() for row in f.drawn(view.rows, 48)]
    assert view.title == "Which table? · 13-19/20"
    assert len(rows) == 7
    assert sum(row.startswith("▸") for row in rows) == 1
    assert any(row.endswith("row 15") and row.startswith("▸") for row in rows)


def test_a_useless_limb_is_told_before_what_passes_and_a_scratch_after() -> None:
    limb, scratch = MarkView("╳", "maimed", "R arm", plain=True), MarkView("╱", "hurt", "chest", plain=True)
    stunned, gone = MarkView("≈", "accent", "stunned"), MarkView("∅", "severed", "L leg", plain=True)
    assert worst_first([stunned], [gone, limb, scratch]) == (gone, limb, stunned, scratch)


def test_labels_get_the_column_they_need() -> None:
    fields = (
        ChoiceField("who", "personaje", (Choice("a", "Ana", key="1"),), 0, by_digit=True),
        ChoiceField("what", "capacidad", (Choice("n", "nada"), Choice("r", "rodela"))),
        NumberField("mod", "modificador de la situación", 2),
    )
    rows = [row.rstrip() for row in f.drawn(prepare.strip(prepared("Salvación", fields), 48).rows, 48)]
    assert rows[0].startswith("  personaje 1 Ana")
    assert rows[1].startswith("  capacidad n nada")


def test_a_live_line_that_is_too_long_gets_narrower_gaps() -> None:
    figures = tuple(FigureView(name, "48%") for name in ("acierto", "crítico", "daño", "cae"))
    state = replace(f.attack(), live=LiveView("prob.", figures))
    rows = f.drawn(strip_lines(prepare.strip(state, 48), 48, 8), 48)
    assert rows[-1] == "  prob. acierto 48% crítico 48% daño 48% cae 48%"


def test_what_does_not_fit_in_a_strip_ends_with_an_ellipsis() -> None:
    options = (Option("b", "block", goal="≤ 6", chance="9.3%", words="if fumbled: the shield is lost for good"),)
    (row,) = (r for r in f.drawn(strip_lines(ask.strip(ask_for("Which?", options), 48), 48, 6), 48) if "block" in r)
    assert row.endswith("…")
