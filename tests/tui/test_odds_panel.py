"""The odds panel at a table: when it opens, what it follows, what its keys do."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from textual.pilot import Pilot

from crittui.errors import Refused
from crittui.files.fights import Ready, default_fight, ready_fights
from crittui.options import PlayOptions
from crittui.rules.commands import Act
from crittui.rules.odds import Policy, chances, finished
from crittui.rules.odds_best import best
from crittui.tui import odds_panel
from crittui.tui.app import CrittuiApp
from crittui.tui.odds_groups import percentage
from crittui.tui.odds_line import percent
from crittui.tui.odds_words import odds_words
from crittui.tui.opening import begin_encounter
from crittui.tui.phrases import Phrases
from crittui.tui.prompts.aim import Aim
from crittui.tui.sitting import prepare_sitting
from tests.tui.tabletop import app, game, screen_text, settle


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
        assert "exact · answer: bear" in text
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


async def test_a_forbidden_place_says_why_in_the_panel_and_enter_makes_it_stand_out() -> None:
    of = game()
    application = app(of)
    async with application.run_test(size=(80, 24)) as pilot:
        await pressed(application, pilot, "n", "c")
        assert application.fight is not None
        strip = await pressed(application, pilot, *("tab",) * _steps_to(application, "head"))
        assert "✕ The head is out of reach" in strip
        text = await pressed(application, pilot, "o")
        assert "✕ not permitted: The head is out of reach" in text.splitlines()[3]
        assert not application.fight.panes.odds.shown.shaken
        await pressed(application, pilot, "enter")
        assert application.fight.panes.odds.shown.shaken
        assert len(of.chains) == 1


def _steps_to(application: CrittuiApp, name: str) -> int:
    """How often tab leads on to a place."""
    assert application.fight is not None
    prompt = application.fight.table.prompt
    assert isinstance(prompt, Aim)
    places = [place.name for place in prompt.places]
    return (places.index(name) - prompt.chosen) % len(places)


async def test_the_best_defence_can_be_asked_for_while_a_place_is_aimed_at() -> None:
    application = app(game())
    async with application.run_test(size=(80, 24)) as pilot:
        text = await pressed(application, pilot, "n", "c", "tab", "o")
        assert "A their best" in text
        assert "exact · answer: bear" in text
        text = await pressed(application, pilot, "A")
        assert "A the usual" in text
        assert "exact · answer: roll with it" in text
        text = await pressed(application, pilot, "o", "o")
        assert "exact · answer: bear" in text


async def test_what_the_table_proposes_is_what_the_figures_assume() -> None:
    """A parry is likelier than the dodge that comes first in the rules, so it is proposed, and taken by `A`."""
    knights = next(fight for fight in ready_fights() if fight.fighters == 6 and fight.id == "carn_brae")
    sitting = prepare_sitting(PlayOptions(motion="none", seed=1), {"TERM": "xterm-256color"})
    application = CrittuiApp(sitting, begin_encounter(knights.path))
    async with application.run_test(size=(80, 24)) as pilot:
        text = await pressed(application, pilot, "2", "o")
        assert application.fight is not None
        assert application.game is not None
        act = application.fight.calls.act
        assert act is not None
        found = chances(application.game.ruleset, application.game.fight, act, policy=Policy(proposed=True))
        assert f"exact · defense: {max(found.chosen['defense'], key=found.chosen['defense'].__getitem__)}" in text
        assert percentage(found.hit(), odds_words("en")) in text
        strip = await pressed(application, pilot, "o", "a")
        assert f"hit {percent(found.hit(), Phrases())}" in strip


async def test_a_key_of_the_fight_leaves_the_panel_and_acts() -> None:
    of = game()
    application = app(of)
    async with application.run_test(size=(80, 24)) as pilot:
        await pressed(application, pilot, "n", "o")
        turn = of.fight.turn
        text = await pressed(application, pilot, "n")
        assert "Odds  " not in text
        assert of.fight.turn != turn


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
        assert "exact · answer: bear" in text
        act = Act("attack", (("attacker", "f1"), ("target", "f2")), "blade")
        policy = finished(best(of.ruleset, of.fight, act))
        found = chances(of.ruleset, of.fight, act, policy=policy)
        text = await pressed(application, pilot, "A")
        assert "A the usual" in text
        assert policy.given == {"answer": "roll_with_it"}
        assert "exact · answer: roll with it" in text
        assert f"20 now, {float(found.expected('f2', 'life')):.1f} expected" in text


@pytest.mark.parametrize("keys", [("o", "A", "enter"), ("c", "tab", "o", "A", "enter")])
async def test_the_next_panel_opens_on_the_usual_choices(keys: tuple[str, ...]) -> None:
    application = app(game(), (5,))
    async with application.run_test(size=(80, 24)) as pilot:
        await pressed(application, pilot, "n", *keys)
        assert "A their best" in await pressed(application, pilot, "o")


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
            assert "exact · answer: bear" in text
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
