"""The panes as widgets: the frames on a real screen, what is written again, and odd names at any size."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from textual.app import App, ComposeResult
from textual.geometry import Region
from textual.widget import Widget

from crittui.tui.prompts.prepare import Prepare
from crittui.tui.views import (
    CardView,
    CombatantsView,
    CombatantView,
    CreatureView,
    KeyLineView,
    KeyView,
    MarkView,
    ModifierView,
    PoolView,
    ScoreView,
    StageView,
    StripView,
    TitleView,
)
from crittui.tui.widgets import prepare
from crittui.tui.widgets.card import Card, card_lines
from crittui.tui.widgets.combatants import Combatants, columns, window
from crittui.tui.widgets.creature import CreatureLine, MarksLine, marks_line
from crittui.tui.widgets.creature import card_lines as creature_card
from crittui.tui.widgets.drawn import Drawn
from crittui.tui.widgets.key_line import KeyLine, fitting
from crittui.tui.widgets.pool_bar import bar, figure, halves
from crittui.tui.widgets.stage import Stage
from crittui.tui.widgets.strip import PromptStrip
from crittui.tui.widgets.title_bar import TitleBar, title_line
from tests.tui import frame_views as f


class Alone(App[None]):
    """Some widgets and nothing else."""

    CSS = "Screen { overflow: hidden hidden; }"

    def __init__(self, *widgets: Widget) -> None:
        super().__init__()
        self.widgets = widgets

    def compose(self) -> ComposeResult:
        yield from self.widgets

    @property
    def rows(self) -> list[str]:
        """The screen as text."""
        return [strip.text for strip in self.screen._compositor.render_strips()]


@pytest.fixture
def written(monkeypatch: pytest.MonkeyPatch) -> list[tuple[Widget, Region]]:
    """What the small widgets ask to have written again."""
    asked: list[tuple[Widget, Region]] = []
    refresh = Drawn.refresh

    def noted(
        self: Drawn, *regions: Region, repaint: bool = True, layout: bool = False, recompose: bool = False
    ) -> Drawn:
        asked.extend((self, region) for region in regions or (self.size.region,))
        return refresh(self, *regions, repaint=repaint, layout=layout, recompose=recompose)

    monkeypatch.setattr(Drawn, "refresh", noted)
    return asked


@pytest.mark.parametrize(
    ("name", "view"), [("03a-tumble", f.TUMBLING), ("03b-modifiers", f.JOINING), ("03c-outcome", f.LANDING)]
)
async def test_stage(name: str, view: StageView) -> None:
    stage = Stage(f.plain)
    app = Alone(stage)
    async with app.run_test(size=(48, 6)) as pilot:
        stage.show(view)
        await pilot.pause()
        assert app.rows == f.pane(name, range(17, 23), 32, 80)


async def test_stage_in_ascii() -> None:
    stage = Stage(f.plain, ascii_only=True)
    app = Alone(stage)
    async with app.run_test(size=(48, 6)) as pilot:
        stage.show(f.LANDING)
        await pilot.pause()
        assert [row.rstrip() for row in app.rows[1:4]] == [
            "  #====#  +4 attack bonus",
            "  # 20 #  +2 flanking          26>=15 ac",
            "  #====#    NATURAL 20    roll again to confirm",
        ]


async def test_a_die_step_writes_the_face_alone(written: list[tuple[Widget, Region]]) -> None:
    stage = Stage(f.plain)
    async with Alone(stage).run_test(size=(48, 6)) as pilot:
        stage.show(f.TUMBLING)
        await pilot.pause()
        written.clear()
        stage.show(replace(f.TUMBLING, faces=(13,)))
        assert [(w.region.x + r.x, w.region.y + r.y, r.width) for w, r in written] == [(4, 2, 2)]
        written.clear()
        stage.show(replace(f.TUMBLING, faces=(13,)))
        assert written == []


async def test_a_sliding_pool_writes_number_and_bar_alone(written: list[tuple[Widget, Region]]) -> None:
    combatants = Combatants(f.plain)
    async with Alone(combatants).run_test(size=(31, 7)) as pilot:
        combatants.show(f.BRIDGE)
        await pilot.pause()
        written.clear()
        combatants.show(f.STRUCK)
        places = [(w.region.x + r.x, w.region.x + r.right, r.y) for w, r in written]
        assert places
        assert all(row == 2 and start >= 14 and end <= 28 for start, end, row in places)


async def test_only_what_moved_is_written_when_the_turn_moves(written: list[tuple[Widget, Region]]) -> None:
    combatants = Combatants(f.plain)
    async with Alone(combatants).run_test(size=(31, 7)) as pilot:
        combatants.show(f.GATE_ALDRIC)
        await pilot.pause()
        written.clear()
        combatants.show(f.GATE_WULF)
        assert {r.y for _, r in written} == {1, 2}
        assert all(w.region.x + r.right <= 14 for w, r in written)


@pytest.mark.parametrize("name", ["01-idle", "12-ascii"])
async def test_the_list_on_a_screen(name: str) -> None:
    combatants = Combatants(f.plain, ascii_only=name == "12-ascii")
    app = Alone(combatants)
    async with app.run_test(size=(31, 7)) as pilot:
        combatants.show(f.BRIDGE)
        await pilot.pause()
        assert app.rows == f.pane(name, range(1, 8), 0, 31)


def crowd(count: int, turn: int, chosen: int = 0) -> CombatantsView:
    """So many combatants."""
    pools = (PoolView("hp", 7, 9), PoolView("con", 3, 12))
    return CombatantsView(
        tuple(
            CombatantView(f"id{n}", f"Kobold {n + 1}", str(n + 1) if n < 9 else "", n == turn, n == chosen, pools=pools)
            for n in range(count)
        ),
        ("hp", "con"),
    )


async def test_of_too_many_those_around_the_turn_are_shown() -> None:
    combatants = Combatants(f.plain)
    app = Alone(combatants)
    async with app.run_test(size=(31, 7)) as pilot:
        combatants.show(crowd(9, turn=4, chosen=4))
        await pilot.pause()
        assert app.rows[0].startswith("   1-6 of 9")
        combatants.show(crowd(9, turn=6, chosen=4))
        await pilot.pause()
        assert app.rows[0].startswith("   4-9 of 9")
        assert app.rows[4].startswith("▸7 Kobold 7")
        combatants.show(crowd(9, turn=6, chosen=0))
        await pilot.pause()
        assert app.rows[0].startswith("   1-6 of 9")
        combatants.show(crowd(4, turn=1))
        await pilot.pause()
        assert app.rows[0].startswith("   combatant")
        assert [row.strip() for row in app.rows[5:]] == ["", ""]


@given(st.integers(0, 40), st.integers(0, 20), st.integers(0, 39), st.integers(0, 39))
def test_the_window_holds_the_focus(count: int, room: int, focus: int, first: int) -> None:
    focus = min(focus, max(0, count - 1))
    start = window(count, room, focus, first)
    assert 0 <= start <= max(0, count - room)
    if room and count:
        assert start <= focus < start + room


async def test_one_pool_has_more_bar() -> None:
    assert columns(31, 1).bar == 10
    assert columns(31, 2).bar == 5
    combatants = Combatants(f.plain)
    app = Alone(combatants)
    async with app.run_test(size=(31, 3)) as pilot:
        row = CombatantView("a", "Ana", "1", pools=(PoolView("vida", 5, 10),), marks=(f.STUNNED,))
        combatants.show(CombatantsView((row, row), ("vida",)))
        await pilot.pause()
        assert app.rows[:2] == ["   combatant  vida             ", " 1 Ana           5 ━━━━━·····≈ "]


async def test_a_changed_number_of_pools_moves_the_columns() -> None:
    combatants = Combatants(f.plain)
    app = Alone(combatants)
    async with app.run_test(size=(31, 7)) as pilot:
        combatants.show(CombatantsView(tuple(replace(row, pools=row.pools[:1]) for row in f.BRIDGE.rows), ("hp",)))
        await pilot.pause()
        combatants.show(f.BRIDGE)
        await pilot.pause()
        assert app.rows == f.pane("01-idle", range(1, 8), 0, 31)


ODD_NAMES = [
    "[/]",
    "[bold]Bob",
    "\x1b[31mred\x1b[0m",
    "李" * 60,
    "x" * 300,
    "",
    "a\nb\tc",
    "e\u0301\u0301\u0301lan",
    "🗡️ Sam",
]


def everything(name: str) -> list[Widget]:
    """Every pane, with this text wherever there is a text."""
    pools = (PoolView(name, -12345, 99999), PoolView(name, 1000, 4000), PoolView(name, 0, 0))
    marks = tuple(MarkView("≈", "hurt", name, name) for _ in range(4))
    row = CombatantView(name, name, "1", True, True, pools=pools, marks=marks)
    title, keys, combatants = TitleBar(f.plain), KeyLine(f.plain), Combatants(f.plain)
    title.show(TitleView(name, name, name, name, name))
    keys.show(KeyLineView(tuple(KeyView(name, name) for _ in range(9))))
    combatants.show(CombatantsView((row, replace(row, word=name), replace(row, hidden=True)), (name, name)))
    line, marks_below, strip, stage = CreatureLine(f.plain), MarksLine(f.plain), PromptStrip(f.plain), Stage(f.plain)
    line.show(CreatureView(name, name, pools))
    marks_below.show(marks)
    state = replace(f.attack(), title=name, error=name)
    strip.show(prepare.strip(state, 48))
    many = tuple(ModifierView(name, n) for n in range(9))
    stage.show(
        replace(
            f.LANDING, title=name, faces=(20,) * 30, modifiers=many, joined=9, outcome=name, after=name, goal_name=name
        )
    )
    card = Card(f.plain)
    card.show(CardView(name, "critical", (20, 15), name, name, (name,)))
    return [title, keys, combatants, line, marks_below, strip, stage, card]


@pytest.mark.parametrize("name", ODD_NAMES)
async def test_odd_names_are_shown_as_they_are(name: str) -> None:
    app = Alone(*everything(name))
    async with app.run_test(size=(48, 33)) as pilot:
        for size in ((48, 33), (100, 33), (20, 5), (1, 1)):
            await pilot.resize_terminal(*size)
            text = "".join(app.rows)
            assert not any(ord(c) < 32 for c in text)
    assert "[/]" in f.drawn([title_line(TitleView("[/]"), 40)], 40)[0]


def test_pools_as_bars() -> None:
    assert "".join(span.text for span in bar(PoolView("hp", 22, 41), 5)) == "━━╸··"
    assert "".join(span.text for span in bar(PoolView("hp", 16, 41, lost=6), 5)) == "━━╍··"
    assert "".join(span.text for span in bar(PoolView("hp", 1, 400), 5)) == "╸····"
    assert "".join(span.text for span in bar(PoolView("hp", -3, 41, lost=40), 5)) == "╍╍╍╍╍"
    assert "".join(span.text for span in bar(PoolView("hp", 50, 41), 5)) == "━━━━━"
    assert [figure(value) for value in (31, -6, 9999, 12345, -1234)] == ["31", "−6", "9999", "12k", "−1k"]


@given(st.integers(-100, 1000), st.integers(0, 1000), st.integers(0, 2000), st.integers(1, 16))
def test_a_bar_has_its_width(value: int, maximum: int, lost: int, count: int) -> None:
    spans = bar(PoolView("hp", value, maximum, lost), count)
    assert sum(len(span.text) for span in spans) == count
    assert 0 <= halves(value, maximum, count) <= 2 * count


def test_a_low_pool_is_coloured() -> None:
    assert PoolView("hp", 10, 40).role == "severed"
    assert PoolView("hp", 11, 40).role == "hurt"
    assert PoolView("hp", 40, 40).role == "text"


def test_marks_that_do_not_fit_are_counted() -> None:
    marks = (f.BLEEDING, f.STUNNED, f.HIDDEN)
    assert f.drawn([marks_line(marks, 31)], 31) == [" ∴ bleeding 1 con a minute  +2 "]
    assert f.drawn([marks_line(marks, 60)], 60)[0].rstrip() == " ∴ bleeding 1 con a minute  ≈ stunned  ◌ hidden"
    assert f.drawn([marks_line(marks[1:], 31)], 31) == [" ≈ stunned  ◌ hidden            "[:31]]
    assert f.drawn([marks_line(marks, 12)], 12) == [" ∴ blee…  +2"]


def test_a_card_of_a_creature_in_all_its_parts() -> None:
    rows = [row.rstrip() for row in f.drawn(creature_card(f.GRUKK, 38), 38)]
    assert rows == [
        " Grukk One-Eye                target",
        "   ac         15",
        "   attack     +3",
        "   armor       0",
        "",
        "   hp          22/41  ━━━━━━━╸······",
        "   con          8/12  ━━━━━━━━━╸····",
        "",
        "   ∴ bleeding 1 con a minute",
        "   ╳ L forearm maimed",
        "   ╱ chest 7 hp",
    ]


def test_help_is_left_out_last() -> None:
    keys = tuple(KeyView(key, "something") for key in "abcdef")
    assert fitting((*keys, f.HELP), 19) == (f.HELP,)
    assert fitting((*keys, f.HELP), 20) == (keys[0], f.HELP)
    assert fitting((*keys, f.HELP), 3) == ()


def test_cards() -> None:
    plain = [row.rstrip() for row in f.drawn(card_lines(f.CARD, 48, ascii_only=True), 48, ascii_only=True)]
    assert plain == [
        "",
        "  ***************              20 . 15",
        "  C R I T I C A L              confirmed",
        "  ***************",
        "",
        "  Left forearm severed         -6 hp  -6 con",
        "",
    ]
    long = CardView(
        "龍 critical", "fumble", (1,), "drops it", "A wound that takes more than half of the card", ("−6 hp",)
    )
    rows = f.drawn(card_lines(long, 48), 48)
    assert len(rows) == 7
    assert any("龍" in row for row in rows)
    assert any("−6 hp" in row for row in rows)


@settings(deadline=None)
@given(st.text(max_size=30), st.integers(1, 110))
def test_a_card_fills_its_rows(text: str, width: int) -> None:
    rows = f.drawn(card_lines(CardView(text, "critical", (3, 4), text, text, (text, text)), width), width)
    assert len(rows) == 7


@settings(deadline=None)
@given(st.integers(1, 12), st.integers(0, 12), st.integers(2, 100), st.integers(1, 110))
def test_any_roll_has_its_places_on_the_stage(dice: int, modifiers: int, sides: int, width: int) -> None:
    from crittui.tui.widgets.stage import faces_line, modifier_lines, plan

    parts = tuple(ModifierView(f"modifier {n}", n) for n in range(modifiers))
    view = replace(f.LANDING, sides=sides, faces=(sides,) * dice, settled=dice, modifiers=parts, joined=modifiers)
    at = plan(view, width)
    if width >= 48:
        assert 2 + at.box <= width
        assert sum(len(span.text) for span in faces_line(view, at)) == at.box - 4
        assert len(modifier_lines(view, at, 24)) <= at.rows
        assert at.total_row < at.outcome[1] <= 5


async def test_a_strip_is_written_row_by_row(written: list[tuple[Widget, Region]]) -> None:
    strip = PromptStrip(f.plain)
    state = f.attack()
    async with Alone(strip).run_test(size=(48, 8)) as pilot:
        strip.show(prepare.strip(state, 48))
        await pilot.pause()
        written.clear()
        more = state.press("+")
        assert isinstance(more, Prepare)
        strip.show(prepare.strip(more, 48))
        assert [(r.y, r.width <= 3) for _, r in written] == [(4, True)]
        written.clear()
        strip.show(StripView("Attack by Mira Stonehand"))
        assert all(r.height == 1 for _, r in written)


async def test_more_dice_and_modifiers_take_other_places() -> None:
    stage = Stage(f.plain)
    app = Alone(stage)
    names = ("attack bonus", "flanking", "high ground", "haste")
    view = replace(
        f.LANDING,
        sides=6,
        faces=(3, 5, 2),
        settled=3,
        border="settled",
        modifiers=tuple(ModifierView(name, n + 1) for n, name in enumerate(names)),
        joined=4,
    )
    async with app.run_test(size=(48, 6)) as pilot:
        stage.show(f.LANDING)
        await pilot.pause()
        stage.show(view)
        await pilot.pause()
        assert [row.rstrip() for row in app.rows] == [
            " ─ attack roll ─────────────────────────────────",
            "  ┌──────────┐  +1 attack bonus +4 haste",
            "  │  3  5  2 │  +2 flanking",
            "  └──────────┘  +3 high ground",
            "                              26 ≥ 15 ac",
            "    NATURAL 20    roll again to confirm",
        ]


async def test_how_many_are_in_sight_is_said_in_the_language_of_the_table() -> None:
    combatants = Combatants(f.plain)
    app = Alone(combatants)
    async with app.run_test(size=(31, 7)) as pilot:
        combatants.show(replace(crowd(9, turn=4, chosen=4), some="{number} de {count}"))
        await pilot.pause()
        assert app.rows[0].startswith("   1-6 de 9")


async def test_a_word_in_the_place_of_a_pool_stands_apart_from_a_long_name() -> None:
    combatants = Combatants(f.plain)
    app = Alone(combatants)
    async with app.run_test(size=(31, 3)) as pilot:
        row = replace(f.BRIDGE.rows[5], name="Mira Stonehand")
        combatants.show(replace(f.BRIDGE, rows=(row, replace(row, word="out"))))
        await pilot.pause()
        assert app.rows[1].startswith(" 6 Mira Ston… dead ·····")
        assert app.rows[2].startswith(" 6 Mira Stone… out ·····")


def test_of_a_weapon_the_name_is_told_whole_before_what_it_does() -> None:
    view = CreatureView("Orrin", weapons=(ScoreView("dagger", "d4 3d6 piercing melee"), ScoreView("w" * 30, "d6")))
    rows = [row.rstrip() for row in f.drawn(creature_card(view, 31), 31)]
    assert rows[1] == "   dagger     d4 3d6 piercing"
    assert rows[2].endswith("… d6")
