"""What opens at the start: a ready fight, a kept one, or the choice between them."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from crittui.errors import FileError, UsageError
from crittui.files.fights import Ready, default_fight, encounter_path, ready_fights
from crittui.files.themes import Mark
from crittui.options import PlayOptions
from crittui.rules.commands import NextTurn
from crittui.session.journal import Progress
from crittui.session.listing import Kept
from crittui.tui.app import CrittuiApp
from crittui.tui.opening import begin_encounter, sessions
from crittui.tui.play import open_game
from crittui.tui.screens.start import Choices
from crittui.tui.sitting import prepare_sitting
from tests.tui.frame_views import frame
from tests.tui.tabletop import ROOT, screen_text


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for kind in ("DATA", "CONFIG", "STATE"):
        monkeypatch.setenv(f"XDG_{kind}_HOME", str(tmp_path / kind.lower()))
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm-256color")
    return tmp_path


def played() -> Path:
    """A kept fight in which something was done."""
    game = begin_encounter(default_fight())
    game.submit(NextTurn())
    game.close()
    return next(iter(sessions())).path


def test_ready_fights_are_there_and_can_be_begun() -> None:
    fights = ready_fights()
    assert fights
    for fight in fights:
        game = begin_encounter(fight.path)
        assert len(game.fight.order) == fight.fighters
        assert game.ruleset.id == fight.ruleset
        game.close()


def test_an_own_fight_goes_before_a_shipped_one_of_the_same_name(home: Path) -> None:
    shipped = ready_fights()[0]
    folder = home / "data/crittui/rulesets/fights"
    folder.mkdir(parents=True)
    (folder / "own.yaml").write_text(shipped.path.read_text(encoding="utf-8"), encoding="utf-8")
    (folder / "broken.yaml").write_text("fight: [", encoding="utf-8")
    assert ready_fights()[0].path == folder / "own.yaml"
    assert len(ready_fights()) == len({fight.id for fight in ready_fights()})


def test_a_fight_is_named_by_its_id_or_its_file() -> None:
    fight = ready_fights()[0]
    assert encounter_path(fight.id) == fight.path
    assert encounter_path(str(fight.path)) == fight.path
    with pytest.raises(FileError, match="there is no fight 'nowhere'"):
        encounter_path("nowhere")


def test_the_first_start_opens_a_ready_fight_at_once() -> None:
    game = open_game(PlayOptions())
    assert game is not None
    game.close()


def test_a_fight_in_which_nothing_was_done_is_not_offered() -> None:
    begin_encounter(default_fight()).close()
    assert sessions() == []
    game = open_game(PlayOptions())
    assert game is not None
    game.close()


def test_with_something_to_go_on_with_there_is_a_choice() -> None:
    path = played()
    assert open_game(PlayOptions()) is None
    game = open_game(PlayOptions(resume=True))
    assert game is not None
    assert game.journal.path == path
    game.close()


def test_a_session_file_is_begun_once_and_then_gone_on_with(home: Path) -> None:
    kept = home / "mine.crittui"
    first = open_game(PlayOptions(session=str(kept)))
    assert first is not None
    first.submit(NextTurn())
    first.close()
    again = open_game(PlayOptions(session=str(kept)))
    assert again is not None
    assert len(again.chains) == 1
    again.close()
    with pytest.raises(UsageError, match="holds a fight already"):
        open_game(PlayOptions(session=str(kept), encounter=ready_fights()[0].id))


def test_a_fight_in_which_nothing_was_done_yet_can_be_resumed() -> None:
    begun = open_game(PlayOptions())
    assert begun is not None
    begun.close()
    again = open_game(PlayOptions(resume=True))
    assert again is not None
    assert again.journal.path == begun.journal.path
    again.close()


def test_nothing_to_resume_is_said() -> None:
    with pytest.raises(UsageError, match="no kept fight"):
        open_game(PlayOptions(resume=True))


def start() -> CrittuiApp:
    return CrittuiApp(prepare_sitting(PlayOptions(motion="none", seed=1), {"TERM": "xterm-256color"}), None)


async def test_enter_goes_on_where_the_table_was() -> None:
    played()
    application = start()
    async with application.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        text = screen_text(application)
        assert " enter   go on where the table was" in text
        assert "1 kept" in text
        await pilot.press("enter")
        await pilot.pause()
        assert "? help" in screen_text(application)
        assert application.game is not None
        assert len(application.game.chains) == 1
    application.close_game()


async def test_a_digit_begins_a_ready_fight_and_q_leaves() -> None:
    played()
    application = start()
    async with application.run_test(size=(80, 24)) as pilot:
        await pilot.press("1")
        await pilot.pause()
        assert application.game is not None
        assert not application.game.chains
    application.close_game()
    leaving = start()
    async with leaving.run_test(size=(80, 24)) as pilot:
        await pilot.press("q")
        await pilot.pause()
    assert leaving.return_value == 0


async def test_a_file_that_is_not_there_is_told_and_the_start_stays() -> None:
    played()
    application = start()
    async with application.run_test(size=(80, 24)) as pilot:
        await pilot.press("f", *"no.yaml", "enter")
        await pilot.pause()
        text = screen_text(application)
        assert "✕" in text
        assert "no.yaml" in text
        assert application.game is None


@pytest.mark.parametrize("size", [(80, 24), (60, 20), (40, 12)])
async def test_the_name_of_a_file_is_seen_while_it_is_typed(size: tuple[int, int]) -> None:
    played()
    application = start()
    async with application.run_test(size=size) as pilot:
        await pilot.press("f", *"mine")
        await pilot.pause()
        rows = screen_text(application).splitlines()
        assert rows[-3].startswith(" ─ Open a file ─")
        assert rows[-2].startswith(" ▸file     mine_")
        assert any("go on where the table was" in row for row in rows)


@pytest.mark.parametrize(("width", "ruleset", "count"), [(80, True, True), (60, True, False), (40, False, False)])
async def test_a_narrow_start_leaves_out_whole_columns(width: int, ruleset: bool, count: bool) -> None:
    played()
    application = start()
    async with application.run_test(size=(width, 24)) as pilot:
        await pilot.pause()
        text = screen_text(application)
        assert ("threat_and_confirm" in text) is ruleset
        assert ("combatants" in text) is count
        assert "m        nothing moves" in text


async def test_the_list_of_sessions_opens_the_one_that_is_picked() -> None:
    path = played()
    application = start()
    async with application.run_test(size=(80, 24)) as pilot:
        await pilot.press("s", "1")
        await pilot.pause()
        assert application.game is not None
        assert application.game.journal.path == path
    application.close_game()


@pytest.mark.parametrize("size", [(1, 1), (10, 3), (40, 12), (60, 20), (140, 40)])
async def test_the_start_fits_every_size(size: tuple[int, int]) -> None:
    played()
    application = start()
    async with application.run_test(size=size) as pilot:
        await pilot.press("s", "x", "f", "escape", "z")
        await pilot.pause()
        assert application.game is None


def test_motion_is_reduced_over_ssh_unless_it_was_asked_for() -> None:
    far = {"TERM": "xterm-256color", "SSH_CONNECTION": "1 2 3 4"}
    assert prepare_sitting(PlayOptions(), far).motion == "reduced"
    assert prepare_sitting(PlayOptions(motion="full"), far).motion == "full"
    assert prepare_sitting(PlayOptions(), {"TERM": "xterm-256color"}).motion == "full"


@pytest.mark.parametrize(("fight", "asked", "words"), [
    ("taberna_del_gallo", "", "seguir donde estaba la mesa"),
    ("silver_dollar", "", "go on where the table was"),
    ("silver_dollar", "es", "seguir donde estaba la mesa"),
    ("taberna_del_gallo", "en", "go on where the table was"),
])  # fmt: skip
async def test_the_start_speaks_as_the_last_fight_did_or_as_asked(fight: str, asked: str, words: str) -> None:
    game = begin_encounter(encounter_path(fight))
    game.submit(NextTurn())
    game.close()
    sitting = prepare_sitting(PlayOptions(motion="none", seed=1, language=asked), {"TERM": "xterm-256color"})
    application = CrittuiApp(sitting, None)
    async with application.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        text = screen_text(application)
        assert words in text
        assert text.splitlines()[-1].split("?")[1].split()[0] == ("help" if words.startswith("go") else "ayuda")


def own_theme(home: Path, name: str, text: str) -> Path:
    """A theme among the user's own."""
    folder = home / "config/crittui/themes"
    folder.mkdir(parents=True, exist_ok=True)
    (folder / f"{name}.yaml").write_text(text, encoding="utf-8")
    return folder


def test_an_own_theme_is_found_and_may_stand_in_for_a_shipped_one(home: Path) -> None:
    shipped = (ROOT / "themes/dark.yaml").read_text(encoding="utf-8")
    own = shipped.replace("#ddd8cd", "#fefefe")
    own_theme(home, "mine", own.replace("theme: dark", "theme: mine"))
    environ = {"TERM": "xterm-256color"}
    assert prepare_sitting(PlayOptions(theme="mine"), environ).theme.roles["text"].colour == "#fefefe"
    assert prepare_sitting(PlayOptions(), environ).theme.roles["text"].colour == "#ddd8cd"
    own_theme(home, "usual", own)
    assert prepare_sitting(PlayOptions(), environ).theme.roles["text"].colour == "#fefefe"


def test_an_own_theme_with_mistakes_is_told_with_its_place_when_it_is_asked_for(home: Path) -> None:
    folder = own_theme(home, "mine", "theme: mine\nkind: neon\nroles: {}\n")
    with pytest.raises(FileError) as told:
        prepare_sitting(PlayOptions(theme="mine"), {"TERM": "xterm-256color"})
    assert f"{folder / 'mine.yaml'}:1:1" in str(told.value)
    prepare_sitting(PlayOptions(), {"TERM": "xterm-256color"})
    with pytest.raises(UsageError, match="there is no theme 'nobodys'"):
        prepare_sitting(PlayOptions(theme="nobodys"), {"TERM": "xterm-256color"})


def test_own_marks_go_before_the_shipped_ones(home: Path) -> None:
    own_theme(home, "marks", 'marks:\n  bleeding: {mark: "!", role: hurt}\n')
    marks = prepare_sitting(PlayOptions(), {"TERM": "xterm-256color"}).marks
    assert marks["bleeding"] == Mark("!", "hurt")
    assert marks["dead"].glyph == "†"


async def test_m_changes_how_much_moves() -> None:
    played()
    application = start()
    async with application.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        assert "nothing moves" in screen_text(application)
        await pilot.press("m")
        await pilot.pause()
        assert "everything moves" in screen_text(application)
        assert application.sitting.motion == "full"
        await pilot.press("?")
        await pilot.pause()
        assert "In a prompt" in screen_text(application)


async def test_the_start_is_as_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    evening = time.mktime((2026, 11, 28, 23, 41, 0, 0, 0, -1))
    kept = Kept(Path("bridge.crittui"), "", "Ashgate Bridge", Progress(3, "Mira Stonehand", 12), evening)
    told = (("The Bridge at Ashgate", "natural20", 6), ("Carn Brae gate", "gurps_house", 6),
            ("The Saloon", "criticos", 4), ("Goblin Road", "threat_and_confirm", 5))  # fmt: skip
    fights = [Ready(Path(), title, title, ruleset, count) for title, ruleset, count in told]
    sitting = prepare_sitting(PlayOptions(motion="reduced"), {"TERM": "xterm-256color"})
    choices = Choices([kept] * 3, fights, evening + 40_000)
    monkeypatch.setattr("crittui.tui.screens.start.Choices", lambda *found: choices)
    application = CrittuiApp(sitting, None)
    async with application.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        strips = application.screen._compositor.render_strips()
        shown = ["".join(segment.text for segment in strip).rstrip() for strip in strips]
        drawn = [row.rstrip() for row in frame("08-start")]
        assert shown[16].strip() == "o        house rules first"
        assert shown[:16] + shown[17:20] == drawn[:19]
        assert shown[-1] == drawn[-1]
