"""The cards of a wide screen: as in the frame, and with less room the parts that matter most."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from crittui.rules.commands import Act
from crittui.tui.again import call_words
from crittui.tui.arrangement import arrange
from crittui.tui.panes import legend_line
from crittui.tui.phrases import ENGLISH, SPANISH, Phrases
from crittui.tui.presenting import Presenter
from crittui.tui.views import AgainView, CardsView, FigureView
from crittui.tui.widgets.cards import cards_lines
from crittui.tui.widgets.creature import creature_line
from tests.tui import frame_views as f
from tests.tui.tabletop import app, game, ruleset, screen_text, settle

WIDE = "10-wide-140x40"
GRUKK = replace(
    f.GRUKK, pools=tuple(replace(p, name=n) for p, n in zip(f.GRUKK.pools, ("hit points", "constitution"), strict=True))
)
AGAIN = AgainView(
    "Again", ".", "sabre → Grukk, +2 flanking", (FigureView("hit", "60%"), FigureView("critical", "2.5%", "critical"))
)
VIEW = CardsView(f.MIRA, GRUKK, AGAIN)


def told(view: CardsView, height: int, width: int = 38) -> list[str]:
    return [row.rstrip() for row in f.drawn(cards_lines(view, width, height), width)]


def test_the_cards_are_as_drawn() -> None:
    box = arrange(140, 40, 6).boxes["cards"]
    rows = f.drawn(cards_lines(VIEW, box.width, box.height), box.width)
    rows += [" " * box.width] * (box.height - len(rows))
    assert rows == f.pane(WIDE, range(box.y, box.y + box.height), 0, box.width)


def test_the_legend_and_the_head_of_the_body_are_as_drawn() -> None:
    presenter = Presenter(ruleset(), Phrases(), "en", "")
    boxes = arrange(140, 40, 6).boxes
    legend, head = boxes["legend"], boxes["creature"]
    assert f.drawn([legend_line(presenter, legend.width)], legend.width) == f.pane(
        WIDE, range(legend.y, legend.y + 1), legend.x, legend.x + legend.width
    )
    side = replace(f.GRUKK, pools=(), part=ENGLISH["view.front"])
    assert f.drawn([creature_line(side, head.width)], head.width) == f.pane(
        WIDE, range(head.y, head.y + 1), head.x, head.x + head.width
    )


@pytest.mark.parametrize("phrases", [ENGLISH, SPANISH])
@pytest.mark.parametrize("width", [31, 38])
def test_the_legend_has_all_wounds_in_every_language(phrases: dict[str, str], width: int) -> None:
    say = Phrases("es" if phrases is SPANISH else "en")
    (row,) = f.drawn([legend_line(Presenter(ruleset(), say, "", ""), width)], width)
    assert all(phrases[f"{severity} short"] in row for severity in ("hurt", "maimed", "severed"))
    assert row.endswith(" ")


def test_with_less_room_the_wounds_of_the_target_stay_longest() -> None:
    assert told(VIEW, 15) == [
        " Grukk One-Eye                target",
        "   ac         15",
        "   attack     +3",
        "   armor       0",
        "",
        *told(CardsView(target=GRUKK), 17)[5:11],
        "",
        " Again",
        "   . sabre → Grukk, +2 flanking",
        "   hit  60%  critical  2.5%",
    ]
    assert told(VIEW, 4) == [
        " Grukk One-Eye                target",
        "   hit points  22/41  ━━━━━━━╸······",
        "   constitution 8/12  ━━━━━━━━━╸····",
    ]


@given(st.integers(0, 40), st.integers(10, 60))
def test_any_room_is_enough(height: int, width: int) -> None:
    assert len(cards_lines(VIEW, width, height)) <= max(height, 3)
    assert cards_lines(CardsView(), width, height) == []


def test_in_a_narrow_column_bars_are_shorter() -> None:
    assert told(CardsView(target=GRUKK), 20, width=31)[5] == "   hit points  22/41  ━━━━···"


def test_a_call_is_told_with_what_is_not_usual_about_it() -> None:
    fight, presenter = game().fight, Presenter(ruleset(), Phrases(), "en", "")
    who = (("attacker", "f1"), ("target", "f2"))
    told = {
        "blade → Bob Bold": Act("attack", who, "blade", (("edge", 0),)),
        "blade → Bob Bold, +2 edge": Act("attack", who, "blade", (("edge", 2),)),
        "axe → Bob Bold, −1 edge, chest": Act("attack", who, "axe", (("edge", -1), ("aim", "chest"))),
        "blade → gone": Act("attack", (("attacker", "f1"), ("target", "gone")), "blade", (("unheard of", 3),)),
    }
    for words, act in told.items():
        assert call_words(act, fight, presenter) == words
        assert call_words(act, replace(fight, turn="f1"), presenter) == words
        assert call_words(act, replace(fight, turn="f3"), presenter) == f"Ann Archer: {words}"


async def test_what_a_dot_would_do_stands_there_with_its_odds() -> None:
    of = game()
    application = app(of, [5])
    async with application.run_test(size=(140, 40)) as pilot:
        await pilot.press("n")
        await settle(pilot, application)
        assert "Again" not in screen_text(application)
        await pilot.press("a", "+", "enter")
        await settle(pilot, application)
        await pilot.pause()
        text = screen_text(application)
        assert "Again" in text
        assert ". blade → Bob Bold" in text
        assert "hit  " in text.split("Again")[1]
        assert application.fight is not None
        act = application.fight.calls.last
        assert act is not None
        assert call_words(act, of.fight, application.fight.panes.presenter) in text
        assert not application.fight.again.due(act)


async def test_under_a_body_that_shows_chances_there_is_no_legend_of_wounds() -> None:
    application = app(game())
    async with application.run_test(size=(140, 40)) as pilot:
        await pilot.press("n")
        await settle(pilot, application)
        assert "∅ severed" in screen_text(application)
        await pilot.press("o")
        await settle(pilot, application)
        assert "▓" in screen_text(application)
        assert "∅ severed" not in screen_text(application)
