"""How much moves: chosen with a key, said, and kept for the next evening."""

from __future__ import annotations

from pathlib import Path

import pytest

from crittui.options import PlayOptions
from crittui.tui.app import CrittuiApp
from crittui.tui.settings import settings_file
from crittui.tui.sitting import Sitting, prepare_sitting
from tests.tui.tabletop import HeldClock, app, game, screen_text, settle

HERE = {"TERM": "xterm-256color"}
FAR = {**HERE, "SSH_CONNECTION": "1 2 3 4"}


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for kind in ("DATA", "CONFIG", "STATE"):
        monkeypatch.setenv(f"XDG_{kind}_HOME", str(tmp_path / kind.lower()))
    return tmp_path


def sitting(environ: dict[str, str], **options: str) -> Sitting:
    return prepare_sitting(PlayOptions(seed=1, **options), environ)  # type: ignore[arg-type]


async def notice(application: CrittuiApp, *keys: str) -> str:
    """The last row after these keys."""
    async with application.run_test(size=(80, 24)) as pilot:
        await pilot.press(*keys)
        await settle(pilot, application)
        return screen_text(application).splitlines()[-1].strip()


@pytest.mark.parametrize(
    ("presses", "words", "now"), [(1, "motion is reduced", "reduced"), (2, "nothing moves", "none")]
)
async def test_a_key_changes_it_in_the_running_fight_and_says_so(presses: int, words: str, now: str) -> None:
    application = CrittuiApp(sitting(HERE), game())
    assert await notice(application, *["M"] * presses) == f"· {words}"
    assert application.fight is not None
    assert application.fight.playback.motion == now


async def test_the_third_time_everything_moves_again() -> None:
    assert await notice(CrittuiApp(sitting(HERE), game()), "M", "M", "M") == "· everything moves"


async def test_the_choice_holds_for_the_next_start() -> None:
    await notice(CrittuiApp(sitting(HERE), game()), "M", "M")
    assert sitting(HERE).motion == "none"
    assert sitting(HERE, motion="full").motion == "full"


async def test_over_ssh_the_choice_is_one_of_its_own() -> None:
    await notice(CrittuiApp(sitting(HERE), game()), "M", "M", "M")
    assert (sitting(HERE).motion, sitting(FAR).motion) == ("full", "reduced")
    await notice(CrittuiApp(sitting(FAR), game()), "M")
    assert (sitting(HERE).motion, sitting(FAR).motion) == ("full", "none")


async def test_that_ssh_reduces_it_is_said_once_and_never_to_who_has_chosen() -> None:
    assert await notice(CrittuiApp(sitting(FAR), game())) == "· motion is reduced over SSH: M changes it"
    at_table = sitting(FAR)
    at_table.play(game())
    assert not at_table.reduced
    await notice(CrittuiApp(sitting(FAR), game()), "M")
    assert "SSH" not in await notice(CrittuiApp(sitting(FAR), game()))


async def test_where_it_cannot_be_kept_it_counts_for_the_evening_and_that_is_said(home: Path) -> None:
    (home / "config").write_text("no folder", encoding="utf-8")
    application = CrittuiApp(sitting(HERE), game())
    assert (await notice(application, "M")).startswith("✕ motion is reduced, this evening only: ")
    assert application.fight is not None
    assert application.fight.playback.motion == "reduced"


async def test_the_key_that_changes_it_ends_what_moves() -> None:
    application = app(game(), [5], motion="full", clock=HeldClock())
    async with application.run_test(size=(80, 24)) as pilot:
        await pilot.press("n")
        await pilot.press("a", "enter")
        await pilot.pause()
        assert application.fight is not None
        assert application.fight.playback.moving
        await pilot.press("M")
        assert not application.fight.playback.moving
        assert application.fight.playback.motion == "reduced"
        assert not settings_file().exists()  # this table keeps nothing
