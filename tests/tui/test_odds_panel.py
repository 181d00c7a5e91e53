"""The odds panel: the exact frame, and the panel at a table."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction

import pytest
from textual.pilot import Pilot

from crittui.errors import Refused
from crittui.files.fights import Ready, default_fight, ready_fights
from crittui.options import PlayOptions
from crittui.rules.commands import Act
from crittui.rules.odds import chances, finished
from crittui.rules.odds_best import best
from crittui.session.ranges import ranges
from crittui.tui import odds_panel
from crittui.tui.app import CrittuiApp
from crittui.tui.callouts import compose
from crittui.tui.odds_groups import Teller, percentage
from crittui.tui.odds_views import OddsGroup, OddsRow, OddsView
from crittui.tui.odds_words import odds_words
from crittui.tui.opening import begin_encounter
from crittui.tui.phrases import Phrases
from crittui.tui.presenting import Presenter
from crittui.tui.sitting import prepare_sitting
from crittui.tui.widgets.odds import bar, fitting, odds_lines
from tests.rules.situations import KNIGHTS, Situation
from tests.tui import bodies
from tests.tui import frame_views as f
from tests.tui.tabletop import app, game, screen_text, settle

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
    assert height < 3 or lines[-1].strip() == "exact, every branch counted"


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


# ---- at the table


def heading(text: str) -> str:
    """What the panel says it is about."""
    return next(row[row.index("Odds  ") :] for row in text.splitlines() if "Odds  " in row)


async def pressed(application: CrittuiApp, pilot: Pilot[int], *keys: str) -> str:
    for key in keys:
        await pilot.press(key)
    await settle(pilot, application)
    while application.fight is not None and application.fight.odds.shown and application.fight.odds.due:
        await pilot.pause()
    await pilot.pause()
    return screen_text(application)


async def test_o_shows_what_the_usual_attack_may_come_to_and_enter_rolls_it() -> None:
    of = game()
    application = app(of, (5,))
    async with application.run_test(size=(80, 24)) as pilot:
        text = await pressed(application, pilot, "n", "o")
        assert "Odds  Ann Archer → Bob Bold, blade" in text
        assert "exact, every branch counted" in text
        assert "  hit           55.0%  ▄▄▄▄▄▄▄▄▄▄▄▄▄▄" in text
        assert "20 now," in text
        assert "enter roll it" in text
        assert not of.chains[1:]
        text = await pressed(application, pilot, "enter")
        assert len(of.chains) == 2
        assert "8 < 12 miss" in text
        assert "Odds  Ann" not in text


async def test_the_figures_are_those_of_the_rules() -> None:
    of = game()
    application = app(of)
    async with application.run_test(size=(80, 24)) as pilot:
        text = await pressed(application, pilot, "n", "o", "+", "+")
        act = Act("attack", (("attacker", "f1"), ("target", "f2")), "blade", (("edge", 2),))
        found = chances(of.ruleset, of.fight, act)
        assert f"20 now, {float(found.expected('f2', 'life')):.1f} expected" in text
        assert f"  hit           {float(found.share(found.rolls['attack']['hit']) * 100):.1f}%" in text
        assert "Ann Archer → Bob Bold, blade, +2 edge" in text


async def test_o_closes_what_it_opened_and_any_other_key_too() -> None:
    of = game()
    application = app(of)
    async with application.run_test(size=(80, 24)) as pilot:
        for key in ("o", "x", "escape", "Z"):
            text = await pressed(application, pilot, "n", "o")
            assert "Odds  " in text
            text = await pressed(application, pilot, key)
            assert "Odds  " not in text
            assert application.fight is not None
            assert application.fight.table.prompt is None


async def test_from_a_strip_it_goes_back_to_the_strip() -> None:
    application = app(game())
    async with application.run_test(size=(80, 24)) as pilot:
        await pressed(application, pilot, "n", "a", "+")
        text = await pressed(application, pilot, "o")
        assert "blade, +1 edge" in text
        text = await pressed(application, pilot, "o")
        assert "Attack by Ann Archer" in text
        assert "odds  hit" in text


@pytest.mark.parametrize("fight", ready_fights(), ids=lambda fight: fight.path.stem)
async def test_o_opens_it_from_the_strip_of_every_ready_fight(fight: Ready) -> None:
    sitting = prepare_sitting(PlayOptions(motion="none", seed=1), {"TERM": "xterm-256color"})
    application = CrittuiApp(sitting, begin_encounter(fight.path))
    async with application.run_test(size=(80, 24)) as pilot:
        await pressed(application, pilot, "a", "o")
        assert application.fight is not None
        assert application.fight.odds.shown
        await pressed(application, pilot, "o")
        assert not application.fight.odds.shown
        assert application.fight.table.prompt is not None


@pytest.mark.parametrize("keys", [("o",), ("a", "o")])
async def test_it_steps_aside_while_something_is_typed(keys: tuple[str, ...]) -> None:
    sitting = prepare_sitting(PlayOptions(motion="none", seed=1), {"TERM": "xterm-256color"})
    application = CrittuiApp(sitting, begin_encounter(default_fight()))
    async with application.run_test(size=(80, 24)) as pilot:
        text = await pressed(application, pilot, *keys, "+", "+")
        assert "Odds  →" in text
        assert "+2 situat" in text
        text = await pressed(application, pilot, "s")
        assert "Odds  " not in text
        assert "enter take it" in text
        text = await pressed(application, pilot, "escape")
        assert "+2 situat" in text
        text = await pressed(application, pilot, "s", "5", "enter")
        assert "Odds  →" in text
        assert "+5 situat" in text


@pytest.mark.parametrize("size", [(80, 24), (140, 40), (60, 20)])
async def test_it_follows_the_place_that_is_aimed_at(size: tuple[int, int]) -> None:
    of = game()
    application = app(of, (5,))
    async with application.run_test(size=size) as pilot:
        text = await pressed(application, pilot, "n", "c", "o")
        before = heading(text)
        text = await pressed(application, pilot, "tab")
        assert heading(text) != before
        assert application.fight is not None
        act = application.fight.calls.act
        assert act is not None
        found = chances(of.ruleset, of.fight, act)
        assert dict(act.inputs)["aim"]
        assert f"20 now, {float(found.expected('f2', 'life')):.1f} expected" in text
        assert "enter aim here" in text
        assert "o close" in text
        text = await pressed(application, pilot, "x")
        assert "Odds  " not in text
        assert "Called shot at Bob Bold" in text
        await pressed(application, pilot, "o", "enter")
        assert of.chains[-1].command == act
        text = await pressed(application, pilot, "c")
        assert "Odds  " not in text


async def test_called_from_the_panel_aims_first_and_comes_back_to_it() -> None:
    application = app(game())
    async with application.run_test(size=(80, 24)) as pilot:
        text = await pressed(application, pilot, "n", "o", "c")
        assert "Called shot at Bob Bold" in text
        assert "Odds  " not in text
        text = await pressed(application, pilot, "tab", "enter")
        assert "Odds  Ann Archer → Bob Bold, blade" in text


async def test_w_takes_the_next_weapon_and_digits_another_target() -> None:
    application = app(game())
    async with application.run_test(size=(80, 24)) as pilot:
        text = await pressed(application, pilot, "n", "o", "w")
        assert "Ann Archer → Bob Bold, axe" in text
        text = await pressed(application, pilot, "3")
        assert "Ann Archer → Cid, axe" in text


async def test_A_lets_the_target_choose_well() -> None:
    of = game()
    application = app(of)
    async with application.run_test(size=(80, 24)) as pilot:
        text = await pressed(application, pilot, "n", "o")
        assert "A their best" in text
        assert "exact, every branch counted · answer: bear" in text
        act = Act("attack", (("attacker", "f1"), ("target", "f2")), "blade")
        policy = finished(best(of.ruleset, of.fight, act))
        found = chances(of.ruleset, of.fight, act, policy=policy)
        text = await pressed(application, pilot, "A")
        assert "A the usual" in text
        assert policy.given == {"answer": "roll_with_it"}
        assert "answer: roll wi…" in text
        assert f"20 now, {float(found.expected('f2', 'life')):.1f} expected" in text


async def test_the_body_is_shaded_by_chance_and_whole_again_afterwards() -> None:
    application = app(game())
    async with application.run_test(size=(80, 24)) as pilot:
        text = await pressed(application, pilot, "n", "o")
        assert "▓▓ 20%" in text
        assert "chance to be hit there" in text
        text = await pressed(application, pilot, "o")
        assert "▓" not in text
        assert "chance to be hit" not in text


async def test_the_dice_to_come_are_the_same_with_the_panel_looked_at() -> None:
    async def night(*keys: str) -> object:
        of = game()
        application = app(of, (15, 4, [3, 5]))
        async with application.run_test(size=(80, 24)) as pilot:
            await pressed(application, pilot, "n", *keys)
        return of.chains[-1].events

    assert await night("o", "o", "a", "enter", "b") == await night("a", "enter", "b")


@pytest.mark.parametrize("size", [(60, 20), (140, 40), (39, 12), (19, 4), (1, 1)])
async def test_it_lives_on_a_screen_of_any_size(size: tuple[int, int]) -> None:
    application = app(game())
    async with application.run_test(size=size) as pilot:
        text = await pressed(application, pilot, "n", "o")
        if size[0] >= 60:
            assert "Odds  Ann Archer → Bob Bold, blade" in text
            assert "exact, every branch counted" in text
        await pressed(application, pilot, "o")


async def test_counting_without_an_end_blocks_no_key(monkeypatch: pytest.MonkeyPatch) -> None:
    def endless(*_: object) -> Iterator[float]:
        while True:
            yield 0.25

    monkeypatch.setattr(odds_panel, "_weighed", endless)
    monkeypatch.setattr(odds_panel, "SLICE", 0.0)
    of = game()
    application = app(of, (5,))
    async with application.run_test(size=(80, 24)) as pilot:

        async def shown_behind(*keys: str) -> str:
            """What the keys lead to, though the program is never idle."""
            for key in keys:
                application.simulate_key(key)
                await pilot.pause(0)
            return screen_text(application)

        text = await shown_behind("n", "o", "+", "+")
        assert "Ann Archer → Bob Bold, blade, +2 edge" in text
        assert "counting every branch …" in text
        monkeypatch.setattr(odds_panel, "PATIENCE", -1.0)
        assert "counting every branch … 25%" in await shown_behind("+")
        await shown_behind("enter")
        await settle(pilot, application)
        assert "11 < 12 miss" in screen_text(application)
        assert application.fight is not None
        assert not application.fight.odds.shown


async def test_what_the_rules_forbid_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(*_: object) -> Iterator[float]:
        raise Refused("The head is out of reach")
        yield 0.0

    monkeypatch.setattr(odds_panel, "_weighed", refused)
    application = app(game())
    async with application.run_test(size=(80, 24)) as pilot:
        text = await pressed(application, pilot, "n", "o")
        assert "not permitted: The head is out of reach" in text
        assert "Odds  Ann Archer → Bob Bold, blade" in text


def test_a_critical_failure_is_no_critical() -> None:
    ruleset, fight, act = Situation(KNIGHTS, ("isolde", "wulf"), "bow").staged()
    found = chances(ruleset, fight, act)
    presenter = Presenter(ruleset, Phrases(), "en", "")
    view = Teller(act, fight, found, presenter, odds_words("en"), listed=True).view()
    attack, defends = view.groups[:2]
    assert [(row.label, row.role) for row in attack.rows] == [
        ("critical miss", "fumble"),
        ("hit", "text"),
        ("miss", "text"),
        ("critical hit", "critical"),
    ]
    assert [(row.label, row.role) for row in defends.rows] == [
        ("critical failure", "fumble"),
        ("success", "text"),
        ("failure", "text"),
        ("critical success", "critical"),
    ]
    assert view.groups[-1].name == "struck there"
    assert view.words == "Isolde → Wulf the Red, bow"
    assert view.foot == "exact, every branch counted · defense: dodge"
    assert dict(view.chances) == {place: float(found.share(w)) for (_, place), w in found.places.items()}
