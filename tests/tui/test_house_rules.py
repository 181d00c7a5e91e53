"""The page of house rules at a real table: keys through the Pilot, the journal behind it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

import pytest
from textual.pilot import Pilot

from crittui.errors import UsageError
from crittui.files.fights import default_fight, ready_fights
from crittui.files.library import data_path
from crittui.options import PlayOptions
from crittui.rules.commands import Edit, NextTurn, SetOption
from crittui.session.export import export_text
from crittui.session.game import Game
from crittui.tui.app import CrittuiApp
from crittui.tui.keys import KeyMap
from crittui.tui.opening import begin_encounter, go_on
from crittui.tui.play import open_game
from crittui.tui.screens.fight import FightScreen
from crittui.tui.sitting import Sitting, prepare_sitting
from crittui.tui.table import Table
from tests.tui import tabletop
from tests.tui.tabletop import screen_text, settle

RULES = """\
ruleset: {id: yard, title: {en: The yard, es: El patio}, language: en, languages: [en, es]}
options:
  manner: {choice: [soft, hard], label: {en: How blows are struck, es: Cómo se pega}}
  twice: {flag: no, label: Twice}
  least: {score: 0, label: Down at}
  share: {number: 1/2, label: Share}
  throw: {dice: d6, label: The throw}
  words: {text: "", label: A word}
stats: {life: {pool: 10, min: none}}
weapon: {damage: {dice: d6}}
conditions:
  down: {while: life <= option.least, out: yes}
tables:
  omens: {dice: d4, label: Omens}
actions:
  attack:
    kind: attack
    who: [attacker, target]
    steps:
      - {lookup: omens, table: omens, by: attacker}
      - roll: damage
        dice: option.throw
      - note: {en: "Hard: <option.words>", es: "Fuerte: <option.words>"}
        when: option.manner is hard or option.twice or option.share = 1
      - {damage: life, amount: damage}
weapons: {stick: {damage: d6}}
creatures: {one: {}}
words:
  hard: {en: hard, es: fuerte}
"""
FIGHT = """\
fight: brawl
title: A brawl
place: The yard
ruleset: yard
combatants:
  ann: {name: Ann, like: one}
  bob: {name: Bob, like: one}
"""
OMENS = """\
ruleset: yard
title: {en: Stand-in omens, es: Presagios de relleno}
notes: Made up to play at once.
tables: {omens: {rows: {1-4: A raven.}}}
"""
BROKEN = "ruleset: yard\ntitle: Torn\noptions:\n  least: many\n"


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for kind in ("DATA", "CONFIG", "STATE"):
        monkeypatch.setenv(f"XDG_{kind}_HOME", str(tmp_path / kind.lower()))
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm-256color")
    return tmp_path


@pytest.fixture
def brawl(home: Path) -> Path:
    """An encounter with its ruleset, and two add-ons beside them: one sound, one broken."""
    folder = home / "yard"
    folder.mkdir()
    files = {"yard": RULES, "brawl": FIGHT, "omens": OMENS, "torn": BROKEN}
    for name, words in files.items():
        (folder / f"{name}.yaml").write_text(words, encoding="utf-8")
    return folder / "brawl.yaml"


def sitting(**more: str) -> Sitting:
    return prepare_sitting(PlayOptions(motion="none", seed=1, **more), {"TERM": "xterm-256color"})  # type: ignore[arg-type]


def application(game: Game | None) -> CrittuiApp:
    return CrittuiApp(sitting(), game)


async def pressed(app: CrittuiApp, pilot: Pilot[int], *keys: str) -> str:
    for key in keys:
        await pilot.press(key)
    await settle(pilot, app)
    return screen_text(app)


def row(screen: str, label: str) -> str:
    """The row of a setting, its columns divided by one blank each."""
    return next(" ".join(line.split()) for line in screen.splitlines() if label in line)


def log(screen: str) -> str:
    """What stands in the log of the screen, on one line."""
    return " ".join(" ".join(line[32:] for line in screen.splitlines()[1:-1]).split())


# ---- while a fight runs


async def test_a_change_is_a_command_in_the_journal_and_the_log_and_can_be_taken_back(brawl: Path) -> None:
    game = begin_encounter(brawl)
    game.submit(Edit("bob", "life", "", 3))
    app = application(game)
    async with app.run_test(size=(100, 30)) as pilot:
        text = await pressed(app, pilot, "O", "down", "down", "5", "enter")
        assert "a change counts from here on" in text
        assert row(text, "Down at") == "▸* Down at number 5"
        assert game.chains[-1].command == SetOption("least", "5")
        assert "down" in game.fight.combatants["bob"].derived
        text = await pressed(app, pilot, "x")
        assert "house rule: Down at: 5 from here on (it was 0)" in log(text)
        text = await pressed(app, pilot, "u")
        assert "down" not in game.fight.combatants["bob"].derived
        assert row(await pressed(app, pilot, "O"), "Down at") == "Down at number 0"
    app.close_game()


async def test_every_kind_of_option_is_set_and_a_wrong_value_is_told(brawl: Path) -> None:
    game = begin_encounter(brawl)
    game.submit(NextTurn())
    app = application(game)
    async with app.run_test(size=(80, 24)) as pilot:
        await pressed(
            app, pilot, "O", "space", "down", "y", "down", "right", "down", "enter", "ctrl+u", *"1.5", "enter"
        )
        await pressed(app, pilot, "j", "enter", "ctrl+u", *"2d4", "enter", "down", "enter", *"a q [/x]", "enter")
        assert game.fight.options == {
            "manner": "hard", "twice": "yes", "least": "1", "share": "3/2", "throw": "2d4", "words": "a q [/x]",
        }  # fmt: skip
        for place, wrong, words in (
            ("up", "d", "d is not dice: write it like 2d6+3"),
            ("up", "x", "x is no number: write it like 1.5 or 1/3"),
            ("up", "1.5", "1.5 is not a whole number"),
        ):
            text = await pressed(app, pilot, place, "enter", "ctrl+u", *wrong, "enter")
            assert f"✕ {words}" in text
            assert f"{wrong}_" in text
            await pressed(app, pilot, "escape")
        assert len(game.chains) == 7
        await pressed(app, pilot, "r")
        assert game.fight.options["least"] == "0"
    app.close_game()


async def test_add_ons_of_a_fight_that_has_begun_stay_as_they_are(brawl: Path) -> None:
    (brawl.parent / "brawl.yaml").write_text(FIGHT + "addons: [omens]\n", encoding="utf-8")
    game = begin_encounter(brawl)
    game.submit(NextTurn())
    app = application(game)
    async with app.run_test(size=(80, 24)) as pilot:
        text = await pressed(app, pilot, "O")
        assert row(text, "Stand-in omens") == "▸ Stand-in omens add-on on"
        assert "Torn" not in text
        assert "add-ons are chosen before the first thing is done" in text
        assert "✕ add-ons are chosen" in await pressed(app, pilot, "space")
        assert len(game.journal.head.addons) == 1
    app.close_game()


async def test_an_open_question_comes_first() -> None:
    game = tabletop.game()
    app = tabletop.app(game, (15, 4, [3, 5]))
    async with app.run_test(size=(80, 24)) as pilot:
        await pressed(app, pilot, "n", "a", "enter")
        assert game.request is not None
        assert app.fight is not None
        app.fight.do_from_palette("rules")
        assert "a question is still open" in await pressed(app, pilot)
        assert app.fight is app.screen


async def test_where_there_is_nothing_to_choose_it_is_said() -> None:
    app = tabletop.app(tabletop.game())
    async with app.run_test(size=(80, 24)) as pilot:
        assert "✕ this ruleset has nothing to choose" in await pressed(app, pilot, "O")
        assert app.fight is app.screen


@pytest.mark.parametrize("close", ["x", "q", "escape"])
async def test_the_page_closes_and_the_fight_is_there_again(brawl: Path, close: str) -> None:
    app = application(begin_encounter(brawl))
    async with app.run_test(size=(80, 24)) as pilot:
        before = await pressed(app, pilot)
        await pressed(app, pilot, "O")
        assert await pressed(app, pilot, close) == before
        assert "s soft   a hard" in await pressed(app, pilot, "O", "down", "down")
    app.close_game()


async def test_the_page_is_found_in_the_palette_and_its_key_can_be_moved(brawl: Path) -> None:
    app = CrittuiApp(sitting(), begin_encounter(brawl))
    app.sitting.keys = KeyMap({"rules": ("z",), "rules.change": ("f2",)})
    async with app.run_test(size=(80, 40)) as pilot:
        await pressed(app, pilot, "ctrl+p", *"house rules")
        await pilot.pause()
        text = await pressed(app, pilot, "enter")
        assert "before the fight begins" in text
        await pressed(app, pilot, "x")
        assert row(await pressed(app, pilot, "z", "enter"), "How blows").endswith("soft")
        assert row(await pressed(app, pilot, "f2"), "How blows").endswith("soft")
        assert row(await pressed(app, pilot, "down", "down", "f2"), "How blows").endswith("hard")
    app.close_game()


@pytest.mark.parametrize("size", [(1, 1), (10, 3), (39, 11), (60, 20), (140, 40)])
async def test_every_size_changes_rules(brawl: Path, size: tuple[int, int]) -> None:
    game = begin_encounter(brawl)
    app = application(game)
    async with app.run_test(size=size) as pilot:
        await pressed(app, pilot, "n", "O", "space", "up", "down", "x")
        await pilot.resize_terminal(80, 24)
        assert "? help" in await pressed(app, pilot)
        assert game.fight.options == {"manner": "hard"}
    app.close_game()


# ---- before anything was done


async def test_before_the_fight_rules_and_add_ons_are_chosen_and_a_resume_has_them(brawl: Path) -> None:
    game = begin_encounter(brawl)
    path = game.journal.path
    assert path is not None
    app = application(game)
    async with app.run_test(size=(80, 24)) as pilot:
        text = await pressed(app, pilot, "O")
        assert "before the fight begins" in text
        assert row(text, "Stand-in omens") == "▸ Stand-in omens add-on off"
        assert "Made up to play at once." in text
        text = await pressed(app, pilot, "space", "down", "down", "space")
        assert row(text, "Stand-in omens") == "Stand-in omens add-on on"
        assert row(text, "How blows") == "▸* How blows are struck choice hard"
        text = await pressed(app, pilot, "x")
        shown = log(text)
        assert "rules: The yard (yard) · add-on: Stand-in omens · house rule: How blows are struck: hard" in shown
        assert not game.begun
        await pressed(app, pilot, "a", "enter")
        assert "A raven." in screen_text(app)
        told = log(screen_text(app))
    app.close_game()
    with closing(go_on(path)) as again:
        assert again.ruleset.options["manner"].default == "hard"
        assert "· Add-on: Stand-in omens" in export_text(again, "md")
        resumed = application(again)
        async with resumed.run_test(size=(80, 24)) as pilot:
            assert log(await pressed(resumed, pilot)) == told


async def test_a_broken_add_on_is_told_with_its_place_and_stays_off(brawl: Path) -> None:
    game = begin_encounter(brawl)
    app = application(game)
    async with app.run_test(size=(120, 24)) as pilot:
        text = await pressed(app, pilot, "O", "down", "space")
        assert row(text, "Torn").endswith("off")
        assert re.search(
            r"✕ \S*torn\.yaml:4:10: the option 'least': 'many' is not a whole number", " ".join(text.split())
        )
        assert game.journal.head.addons == ()
        (brawl.parent / "torn.yaml").write_text(BROKEN.replace("many", "4"), encoding="utf-8")
        text = await pressed(app, pilot, "space")
        assert row(text, "Torn").endswith("on")
        assert row(text, "Down at") == "* Down at number 4"
        assert "✕" not in text
        (brawl.parent / "omens.yaml").unlink()
        assert "✕ not found:" in await pressed(app, pilot, "up", "space")
    app.close_game()


async def test_a_broken_add_on_of_the_encounter_is_left_off_and_the_log_says_so(brawl: Path) -> None:
    brawl.write_text(FIGHT + "addons: [torn, omens]\n", encoding="utf-8")
    told: list[str] = []
    game = open_game(PlayOptions(encounter=str(brawl)), told)
    assert game is not None
    assert [Path(addon.name).name for addon in game.journal.head.addons] == ["omens.yaml"]
    app = CrittuiApp(sitting(), game)
    app.sitting.told += told
    async with app.run_test(size=(140, 40)) as pilot:
        log = [line.split("│")[-1] for line in (await pressed(app, pilot)).splitlines()]
        shown = "".join("".join(log).split())
        assert "✕anadd-onwasleftoff:" in shown
        assert "torn.yaml:4:10:theoption'least'" in shown
    app.close_game()


def test_an_add_on_of_the_users_own_is_laid_over_the_one_beside_the_ruleset(brawl: Path, home: Path) -> None:
    folder = home / "data/crittui/rulesets"
    folder.mkdir(parents=True)
    mine = folder / "mine.yaml"
    mine.write_text(OMENS.replace("A raven.", "An owl.").replace("Stand-in omens", "Mine"), encoding="utf-8")
    from crittui.tui.prompts.house import Wish
    from crittui.tui.ruling import Ruling

    with closing(begin_encounter(brawl)) as game:
        ruling = Ruling(Table(game, sitting().play(game).presenter, KeyMap(), sitting().play(game).table.driver))
        for name in (mine, brawl.parent / "omens.yaml"):
            assert ruling.fulfil(Wish(f"add-on:{name}", "yes")) == ""
        assert [Path(addon.name).name for addon in game.journal.head.addons] == ["omens.yaml", "mine.yaml"]
        rows = game.ruleset.model.tables["omens"].rows
        assert rows is not None
        assert [cell.text for cell in rows[0].cells.values()] == [{"": "An owl."}]


async def test_o_on_the_start_screen_shows_the_rules_before_the_fight(brawl: Path) -> None:
    with closing(begin_encounter(default_fight())) as played:
        played.submit(NextTurn())
    app = application(None)
    async with app.run_test(size=(80, 24)) as pilot:
        text = await pressed(app, pilot)
        assert "o        house rules first" in text
        assert "1-4 new fight" in text
        assert "1-4 its house rules, then the fight" in await pressed(app, pilot, "o")
        assert "1-4 new fight" in await pressed(app, pilot, "o")
        number = next(n for n, fight in enumerate(ready_fights(), 1) if fight.ruleset == "threat_and_confirm")
        text = await pressed(app, pilot, "o", str(number))
        assert row(text, "Stand-in tables").endswith("on")
        text = await pressed(app, pilot, "space", "x")
        assert "Goblin Road" in text
        assert app.game is not None
        assert app.game.journal.head.addons == ()
    app.close_game()
    file = application(None)
    async with file.run_test(size=(80, 24)) as pilot:
        text = await pressed(file, pilot, "o", "f", *str(brawl), "enter")
        assert "yard · before the fight begins" in text
        assert "The yard" in await pressed(file, pilot, "x")
    file.close_game()


async def test_changes_over_and_over_leave_one_fight_and_one_that_sleeps(brawl: Path) -> None:
    app = application(begin_encounter(brawl))
    async with app.run_test(size=(80, 24)) as pilot:
        await pressed(app, pilot, "2", "p")
        for _ in range(3):
            await pressed(app, pilot, "O", "down", "down", "space", "x")
        assert len(app.screen_stack) == 2
        assert app.fight is app.screen
        assert app.fight is not None
        assert app.fight.table.by_hand
        assert app.fight.table.chosen == "bob"
        assert app.game is not None
        assert app.game.ruleset.options["manner"].default == "hard"
        asleep = app.screen_stack[0]
        assert isinstance(asleep, FightScreen)
        asleep.panes.show = None  # type: ignore[assignment, method-assign]
        asleep.draw()
        await pilot.resize_terminal(100, 30)
        assert "house rule: How blows are struck: hard" in log(await pressed(app, pilot))
    app.close_game()


# ---- languages


def test_the_language_of_the_command_line_is_kept_and_an_unknown_one_refused(brawl: Path, home: Path) -> None:
    kept = home / "mine.crittui"

    def opened(language: str, encounter: Sequence[Path] = ()) -> Game:
        named = str(encounter[0]) if encounter else ""
        game = open_game(PlayOptions(encounter=named, session=str(kept), language=language))
        assert game is not None
        return game

    with closing(opened("es", [brawl])) as game:
        assert game.language == "es"
    with closing(opened("")) as game:
        assert game.language == "es"
    with closing(opened("en")) as game:
        assert game.language == "en"
    with pytest.raises(UsageError, match="nobody here speaks 'xx'") as refused:
        opened("xx")
    assert "yard speaks en, es; crittui en, es" in refused.value.hint
    opened("").close()


async def test_the_language_is_changed_on_the_page_and_everything_is_retold(brawl: Path) -> None:
    game = begin_encounter(brawl)
    app = application(game)
    async with app.run_test(size=(80, 24)) as pilot:
        await pressed(app, pilot, "O", "down", "down", "space", "x", "a", "enter")
        assert "Hard:" in screen_text(app)
        text = await pressed(app, pilot, "O", "up")
        assert row(text, "Words on the screen").endswith("English")
        text = await pressed(app, pilot, "right")
        assert "Reglas de la casa" in text
        assert "lo que cambie vale desde aquí" in text
        assert row(text, "Cómo se pega") == "* Cómo se pega a elegir fuerte"
        text = await pressed(app, pilot, "x")
        assert "Fuerte:" in text
        assert "reglas: El patio (yard)" in text
        assert "? ayuda" in text
        assert "ronda" in text
    app.close_game()
    assert game.language == "es"


@pytest.mark.parametrize(("language", "words"), [("es", "Quién gana"), ("en", "Who wins when")])
async def test_a_shipped_ruleset_in_both_of_its_languages(language: str, words: str) -> None:
    fight = next(fight for fight in ready_fights() if fight.ruleset == "criticos")
    game = begin_encounter(fight.path, language=language)
    app = application(game)
    async with app.run_test(size=(80, 24)) as pilot:
        assert words in await pressed(app, pilot, "O")
    app.close_game()


def test_the_files_of_these_tests_are_not_the_shipped_ones(brawl: Path) -> None:
    assert data_path("rulesets") not in brawl.parents
