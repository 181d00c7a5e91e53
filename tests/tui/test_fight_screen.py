"""The fight screen at work: real session, scripted dice, keys through the Pilot."""

from __future__ import annotations

from itertools import count
from pathlib import Path
from time import monotonic
from types import SimpleNamespace

import pytest

from crittui.rules.requests import ChooseRequest
from crittui.tui.keys import KeyMap
from crittui.tui.playback import Motion
from tests.tui.tabletop import HeldClock, app, game, screen_text, settle

HIT = (15, 4, [3, 5])  # attack, location, damage
GREAT = (20, 4, [3, 5])


async def pressed(application, pilot, *keys: str) -> str:  # type: ignore[no-untyped-def]
    for key in keys:
        await pilot.press(key)
    await settle(pilot, application)
    return screen_text(application)


async def test_the_start_names_place_round_and_fighters() -> None:
    application = app(game())
    async with application.run_test(size=(80, 24)) as pilot:
        text = await pressed(application, pilot)
        assert text.startswith(" The Yard")
        assert " 1 Ann Archer   20 ━━━━━   8" in text
        assert "a attack  c called  n next" in text


async def test_an_attack_is_two_keys_and_shows_the_whole_chain() -> None:
    of = game()
    application = app(of, HIT)
    async with application.run_test(size=(80, 24)) as pilot:
        await pressed(application, pilot, "n")
        text = await pressed(application, pilot, "a", "enter")
        assert isinstance(of.request, ChooseRequest)
        assert "▸ waits for Bob Bold" in text
        assert "Bob Bold: How is it taken?" in text
        text = await pressed(application, pilot, "b")
        assert "Ann Archer → Bob Bold, blade" in text
        assert "18 ≥ 12 hit" in text
        assert "lower left arm" in text
        assert "▸1 Ann Archer   20" in text
        assert " 2 Bob Bold     12" in text
        assert "╱ L forearm" in text
        assert "waits for" not in text


async def test_dots_repeat_and_u_and_U_take_back_and_bring_back() -> None:
    of = game()
    application = app(of, [5, 6])
    async with application.run_test(size=(80, 24)) as pilot:
        await pressed(application, pilot, "n", "a", "enter", ".")
        assert [chain.undone for chain in of.chains] == [False, False, False]
        text = await pressed(application, pilot, "u")
        assert of.chains[-1].undone
        assert "undone" in text
        text = await pressed(application, pilot, "U")
        assert not of.chains[-1].undone
        assert "chain 3 is back" in text


async def test_a_severed_arm_is_gone_from_the_body_and_comes_back_with_undo() -> None:
    application = app(game(), GREAT)
    async with application.run_test(size=(80, 24)) as pilot:
        text = await pressed(application, pilot, "n", "a", "enter", "b")
        assert "∅ L forearm" in text
        assert "★ CRITICAL" in text
        text = await pressed(application, pilot, "u")
        assert "∅ L forearm" not in text


async def test_a_called_shot_is_chosen_on_the_body_with_arrows() -> None:
    of = game()
    application = app(of, [15, [3, 5]])
    async with application.run_test(size=(80, 24)) as pilot:
        text = await pressed(application, pilot, "n", "c")
        assert "Called shot at Bob Bold" in text
        assert "✕ The head is out of reach" in text
        await pressed(application, pilot, "enter")
        assert len(of.chains) == 1
        text = await pressed(application, pilot, "down")
        assert "chest" in text
        await pressed(application, pilot, "enter", "b")
        assert ("aim", "chest") in of.chains[-1].command.inputs  # type: ignore[union-attr]


async def test_nothing_of_the_kind_is_said_in_the_words_of_the_table() -> None:
    application = app(game())
    async with application.run_test(size=(80, 24)) as pilot:
        assert "✕ no defence of its own" in await pressed(application, pilot, "d")
        assert "✕ this ruleset has no saving rolls" in await pressed(application, pilot, "s")
        assert "✕ this ruleset has no skills" in await pressed(application, pilot, "k")
        assert "✕ nothing was done yet" in await pressed(application, pilot, ".")
        assert "✕ there is nothing to take back" in await pressed(application, pilot, "u")
        assert "✕ there is nothing to bring back" in await pressed(application, pilot, "U")


async def test_unknown_keys_do_nothing() -> None:
    of = game()
    application = app(of)
    async with application.run_test(size=(80, 24)) as pilot:
        before = await pressed(application, pilot)
        after = await pressed(application, pilot, "z", "Z", "f9", "ctrl+x", "ctrl+d", "escape", "$", "é", "insert")
        assert after == before
        assert not of.chains


async def test_picking_shows_another_body_and_arrows_go_round() -> None:
    application = app(game())
    async with application.run_test(size=(80, 24)) as pilot:
        assert "\n Cid     " in await pressed(application, pilot, "3")
        assert "\n Ann Archer     " in await pressed(application, pilot, "down")
        assert "\n Cid     " in await pressed(application, pilot, "up")
        assert "\n Cid     " in await pressed(application, pilot, "9")


async def test_dice_by_hand_come_in_order_and_impossible_ones_are_refused() -> None:
    of = game()
    application = app(of, by_hand=True)
    async with application.run_test(size=(80, 24)) as pilot:
        await pressed(application, pilot, "n", "a", "enter")
        text = await pressed(application, pilot, "1", "4", "7", "enter")
        assert "147" in text
        assert "✕" in text
        await pressed(application, pilot, "backspace", "backspace", "5", "enter", "b", "4", "enter")
        text = await pressed(application, pilot, "3", "space", "5", "enter")
        assert of.request is None
        assert "18 ≥ 12 hit" in text


async def test_a_note_time_and_a_number_set_by_hand_are_in_the_record() -> None:
    of = game()
    application = app(of)
    async with application.run_test(size=(80, 24)) as pilot:
        text = await pressed(application, pilot, "t", *"rain", "enter")
        assert '" rain' in text
        await pressed(application, pilot, "2", "m")
        text = await pressed(application, pilot, "-", "-", "enter")
        assert of.fight.combatants["f2"].values["life"] == 18
        assert " 2 Bob Bold     18" in text
        await pressed(application, pilot, "w", "enter")
        assert len(of.chains) == 3


async def test_the_record_is_written_and_an_existing_file_only_after_a_yes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    application = app(game(), [5])
    async with application.run_test(size=(80, 24)) as pilot:
        text = await pressed(application, pilot, "n", "a", "enter", "e", "enter")
        written = tmp_path / "a-duel.md"
        assert "· written: " in text
        assert "a-duel.md" in text.splitlines()[-1]
        assert "Ann Archer" in written.read_text(encoding="utf-8")
        written.write_text("mine", encoding="utf-8")
        assert "write over it?" in await pressed(application, pilot, "e", "enter")
        await pressed(application, pilot, "n")
        assert written.read_text(encoding="utf-8") == "mine"
        await pressed(application, pilot, "e", "enter", "y")
        assert written.read_text(encoding="utf-8") != "mine"


async def test_search_goes_to_the_words_and_escape_ends_it() -> None:
    application = app(game(), [5])
    async with application.run_test(size=(80, 24)) as pilot:
        await pressed(application, pilot, "n", "a", "enter", "/", *"misses", "enter")
        assert application.fight is not None
        assert application.fight.panes.log.wanted == "misses"
        await pressed(application, pilot, "escape")
        assert application.fight.panes.log.wanted == ""
        assert "✕ not found: xyz" in await pressed(application, pilot, "/", *"xyz", "enter")


async def test_space_opens_the_rule_behind_a_line() -> None:
    application = app(game(), [5])
    async with application.run_test(size=(80, 24)) as pilot:
        await pressed(application, pilot, "n", "a", "enter", "tab", "up")
        assert "Skill against guard." in await pressed(application, pilot, "space")


@pytest.mark.parametrize("count", [0, 1])
async def test_nobody_or_one_alone_breaks_nothing(count: int) -> None:
    of = game(count)
    application = app(of)
    async with application.run_test(size=(80, 24)) as pilot:
        for key in ("n", "a", "c", ".", "m", "x", "1", "down", "w", "x", "tab", "space", "u", "e", "x"):
            await pressed(application, pilot, key)
        text = await pressed(application, pilot, "a")
        assert ("nobody is in this fight yet" if count == 0 else "there is nobody else to aim at") in text


async def test_when_all_have_fallen_the_screen_says_so() -> None:
    of = game(2, fallen=(1, 2))
    application = app(of)
    async with application.run_test(size=(80, 24)) as pilot:
        text = await pressed(application, pilot, "n")
        assert "nobody here can fight any more" in text
        assert " 1 Ann Archer" in text
        assert "✕" in text


@pytest.mark.parametrize("motion", ["full", "reduced"])
async def test_motion_changes_neither_record_nor_state_nor_the_last_screen(motion: Motion) -> None:
    texts, journals = [], []
    for setting in ("none", motion):
        of = game()
        application = app(of, GREAT, motion=setting)
        async with application.run_test(size=(80, 24)) as pilot:
            await settle(pilot, application)
            for key in ("n", "a", "enter"):
                await pilot.press(key)
                await settle(pilot, application)
            await pilot.press("b")
            await settle(pilot, application)
            texts.append(screen_text(application))
            journals.append([chain.events for chain in of.chains])
    assert texts[0] == texts[1]
    assert journals[0] == journals[1]


async def test_a_skip_keeps_every_line_and_the_key_still_counts() -> None:
    of = game()
    application = app(of, [15, 20, 6], motion="full", clock=HeldClock())
    async with application.run_test(size=(80, 24)) as pilot:
        await pilot.press("n", "a", "enter")
        await pilot.pause()
        assert application.fight is not None
        assert application.fight.playback.moving
        assert "any key skips to the end" in screen_text(application)
        await pilot.press("z")
        await pilot.pause()
        assert not application.fight.playback.moving
        text = screen_text(application)
        assert "18 ≥ 12 hit" in text
        assert "How is it taken?" in text


async def test_an_action_key_during_motion_acts() -> None:
    of = game()
    application = app(of, [5, 6], motion="full", clock=HeldClock())
    async with application.run_test(size=(80, 24)) as pilot:
        await pilot.press("n", "a", "enter")
        await pilot.pause()
        await pilot.press("u")
        await pilot.pause()
        assert of.chains[-1].undone


@pytest.mark.parametrize("motion", ["full", "none"])
async def test_a_resize_in_mid_chain_comes_back_to_the_same_prompt(motion: Motion) -> None:
    application = app(game(), HIT, motion=motion)
    async with application.run_test(size=(120, 40)) as pilot:
        before = await pressed(application, pilot, "n", "a", "enter")
        assert "How is it taken?" in before
        for size in ((10, 3), (1, 1), (60, 20), (39, 11), (300, 100), (120, 40)):
            await pilot.resize_terminal(*size)
            await pilot.pause()
        await settle(pilot, application)
        assert screen_text(application) == before
        await pressed(application, pilot, "b")


async def test_a_size_told_while_another_process_had_the_processor_is_followed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked = count()

    def late() -> float:
        """The time; between the first and the second question a second passes at once."""
        return monotonic() + min(next(asked), 1)

    application = app(game())
    async with application.run_test(size=(80, 24)) as pilot:
        await settle(pilot, application)
        monkeypatch.setattr("textual.timer._time", SimpleNamespace(get_time=late))
        for size in ((100, 30), (60, 20)):
            await pilot.resize_terminal(*size)
            assert application.screen.size == size
    assert next(asked) > 2


@pytest.mark.parametrize(
    "size", [(1, 1), (2, 40), (10, 3), (19, 24), (39, 11), (40, 12), (60, 20), (80, 20), (140, 40)]
)
async def test_every_size_plays(size: tuple[int, int]) -> None:
    of = game()
    application = app(of, GREAT)
    async with application.run_test(size=size) as pilot:
        await pressed(application, pilot, "n", "a", "enter", "b", "tab", "tab", "?", "?", "c", "x", "u")
        assert [chain.undone for chain in of.chains] == [False, True]


async def test_of_a_long_last_chain_the_fight_pane_shows_the_end() -> None:
    application = app(game(), GREAT)
    async with application.run_test(size=(80, 24)) as pilot:
        await pressed(application, pilot, "n", "a", "enter", "b")
        for height, head in ((20, True), (16, False)):
            await pilot.resize_terminal(60, height)
            await pilot.pause()
            rows = screen_text(application).splitlines()
            at = next(n for n, row in enumerate(rows) if row.startswith(" ── last"))
            assert any("★ CRITICAL" in row for row in rows[at:])
            assert any("Ann Archer → Bob Bold" in row for row in rows[at:]) is head


async def test_small_screens_say_whose_turn_it_is() -> None:
    application = app(game())
    async with application.run_test(size=(18, 3)) as pilot:
        assert "▸ Ann 20" in await pressed(application, pilot, "n")
        await pilot.resize_terminal(1, 1)
        await pilot.pause()
        assert screen_text(application) == "1"


async def test_the_help_page_and_the_key_line_follow_the_registry() -> None:
    application = app(game(), keys=KeyMap({"attack": ("z",)}))
    async with application.run_test(size=(80, 24)) as pilot:
        assert "z attack" in await pressed(application, pilot)
        text = await pressed(application, pilot, "?")
        assert "      z  attack" in text
        assert "†    fallen" in text
        await pressed(application, pilot, "?")
        assert "Attack by Ann Archer" in await pressed(application, pilot, "z")


@pytest.mark.parametrize("key", ["q", "question_mark", "escape", "enter", "x", "alt+z"])
async def test_the_help_page_closes_with_any_likely_key_at_once(key: str) -> None:
    application = app(game())
    async with application.run_test(size=(80, 24)) as pilot:
        assert "In a prompt" in await pressed(application, pilot, "?")
        assert "a attack" in (await pressed(application, pilot, key)).splitlines()[-1]
        assert application.is_running


async def test_a_key_right_behind_escape_is_not_lost() -> None:
    application = app(game())
    async with application.run_test(size=(80, 24)) as pilot:
        await pressed(application, pilot, "n", "?")
        assert "Attack by Ann Archer" in await pressed(application, pilot, "alt+a")
        assert "Called shot at" in await pressed(application, pilot, "alt+c")


async def test_the_palette_offers_every_command_of_the_registry() -> None:
    application = app(game())
    async with application.run_test(size=(80, 40)) as pilot:
        await pressed(application, pilot, "ctrl+p")
        await pilot.press(*"next turn")
        await pilot.pause()
        await settle(pilot, application)
        await pilot.press("enter")
        await settle(pilot, application)
        assert application.game is not None
        assert application.game.fight.round == 1


@pytest.mark.parametrize("key", ["q", "ctrl+c", "ctrl+q"])
async def test_leaving_is_one_key_and_status_0(key: str) -> None:
    application = app(game())
    async with application.run_test(size=(80, 24)) as pilot:
        await pilot.press(key)
        await pilot.pause()
    assert not application.return_value
    assert application.return_code == 0


async def test_a_question_from_before_is_asked_again_at_the_start() -> None:
    of = game()
    first = app(of, HIT)
    async with first.run_test(size=(80, 24)) as pilot:
        await pressed(first, pilot, "n", "a", "enter")
    second = app(of, [4, [3, 5]])
    async with second.run_test(size=(80, 24)) as pilot:
        assert "How is it taken?" in await pressed(second, pilot)
        assert "✕ a question is still open" not in await pressed(second, pilot, "b")
        assert of.request is None


@pytest.mark.parametrize("motion", ["none", "reduced"])
async def test_an_open_chain_stands_above_its_question_however_long_the_log_is(motion: Motion) -> None:
    application = app(game(), [15, 4, 3, 5] * 6, motion=motion, by_hand=True)
    async with application.run_test(size=(80, 24)) as pilot:
        await pressed(application, pilot, "n")
        for _ in range(5):
            await pressed(application, pilot, "a", "enter")
            painted = await pressed(application, pilot, "1", "5", "enter")
            assert painted.split("→")[-1].count("attack") >= 1, painted
            assert "18 ≥ 12" in painted.split("→")[-1], painted
            await pressed(application, pilot, "b")
            painted = await pressed(application, pilot, "4", "enter")
            assert "location" in painted.split("→")[-1].split("─ ")[0], painted
            await pressed(application, pilot, "3", "space", "5", "enter")
