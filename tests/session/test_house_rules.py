"""House rules of the table, add-ons and languages: kept with the session, told in the log and in the export."""

from __future__ import annotations

import json
from collections.abc import Mapping
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from crittui.errors import CrittuiError
from crittui.files.encounters import compile_sources, encounter_from
from crittui.files.library import data_path, source_of
from crittui.rules.commands import Act, Edit, NextTurn, SetOption
from crittui.rules.events import ConditionBegan, NoTable, Noted
from crittui.rules.requests import Picked
from crittui.rules.source import Source
from crittui.session.dice import ScriptedDice, drive
from crittui.session.export import export_text
from crittui.session.game import Game, begin_game, resume_game
from crittui.session.journal import Journal, Progress
from crittui.session.lines import MissingTableLine, NoteLine, RulesLine
from crittui.session.rules_told import house_rules, rules_line
from crittui.session.wording import lines
from tests.session.duel import ENCOUNTER, RULES
from tests.session.table import HEAD, attack, compiled, duel, everything, play

ADDON = Source(
    "tables/clubs.yaml",
    "ruleset: duel\ntitle: {en: Clubs, es: Porras}\nnotes: Stand-ins, made up.\noptions: {floor: 1}\n",
)


def under(options: Mapping[str, str], addons: tuple[Source, ...] = (), path: Path | None = None) -> Game:
    head = replace(HEAD, options=options, addons=addons)
    return begin_game(path, head, *compile_sources(head.ruleset, addons, head.encounter, options))


def told(game: Game, number: int) -> list[str]:
    chain = game.chains[number - 1]
    return [getattr(line, "text", "") for line in lines(game.ruleset, chain.events, game.names, game.language)]


# ---- house rules chosen before the fight


def test_house_rules_of_the_table_are_kept_and_resumed(tmp_path: Path) -> None:
    path = tmp_path / "one.crittui"
    with closing(under({"brutal": "yes", "floor": "9"}, path=path)) as game:
        play(game, attack("ann", "bob"), [15, 3, 2])
        assert game.fight.combatants["bob"].values["hp"] == 6
        before = everything(game)
    with closing(resume_game(path, compiled)) as again:
        assert again.journal.head.options == {"brutal": "yes", "floor": "9"}
        assert everything(again) == before
        assert "down" in again.fight.combatants["bob"].derived


def test_a_session_from_before_there_were_house_rules_has_none(tmp_path: Path) -> None:
    path = tmp_path / "old.crittui"
    duel(path).close()
    with closing(Journal.open(path)) as journal:
        journal._connection.execute("DELETE FROM fact WHERE name = 'options'")
    with closing(resume_game(path, compiled)) as game:
        assert game.journal.head.options == {}


def test_before_anything_was_done_a_fight_can_begin_under_other_rules(tmp_path: Path) -> None:
    path = tmp_path / "one.crittui"
    with closing(duel(path)) as game:
        assert not game.begun
        head = replace(HEAD, options={"floor": "10"}, addons=(ADDON,), language="es")
        game.begin_anew(head, *compile_sources(head.ruleset, head.addons, head.encounter, head.options))
        assert all("down" in one.derived for one in game.fight.combatants.values())
        before = everything(game)
    with closing(resume_game(path, compile_sources)) as again:
        assert everything(again) == before
        assert [addon.text for addon in again.journal.head.addons] == [ADDON.text]
        assert again.language == "es"
        assert again.ruleset.options["floor"].default == 10


def test_a_fight_that_has_begun_stays_under_its_rules() -> None:
    game = duel()
    game.submit(NextTurn())
    game.undo()
    before = everything(game)
    with pytest.raises(CrittuiError, match="begun already"):
        game.begin_anew(replace(HEAD, options={"floor": "9"}), *compiled(HEAD.ruleset, (), HEAD.encounter))
    assert everything(game) == before
    assert game.journal.head.options == {}


def test_what_is_only_watched_keeps_its_rules_and_language(tmp_path: Path) -> None:
    path = tmp_path / "one.crittui"
    duel(path).close()
    with closing(resume_game(path, compiled, writing=False)) as watcher:
        with pytest.raises(CrittuiError, match="only being watched"):
            watcher.begin_anew(HEAD, watcher.ruleset, watcher.start)
        with pytest.raises(CrittuiError, match="only being watched"):
            watcher.speak("es")
        assert watcher.language == ""


def test_no_half_a_beginning_is_ever_stored(tmp_path: Path) -> None:
    path = tmp_path / "one.crittui"
    with closing(duel(path)) as game:
        with pytest.raises(CrittuiError, match="cannot be stored"):
            game.begin_anew(replace(HEAD, title="\udcff"), game.ruleset, game.start)
        assert game.title == HEAD.title
        game.journal.append("undo", "", Progress())
    with closing(Journal.open(path)) as journal:
        assert journal.head.title == HEAD.title
        assert journal.head.ruleset.text == RULES


# ---- house rules changed in the middle of it


def test_a_change_is_a_line_and_begins_what_now_holds_and_can_be_taken_back() -> None:
    game = duel()
    game.submit(Edit("bob", "hp", "", 4))
    chain = game.submit(SetOption("floor", "5"))
    assert ConditionBegan("bob", "down") in chain.events
    assert told(game, 2)[0] == "house rule: Down at so many points: 5 from here on (it was 0)"
    game.undo()
    assert "down" not in game.fight.combatants["bob"].derived
    assert game.fight.options == {}
    struck = lines(game.ruleset, chain.events, game.names, number=2, undone=True)[0]
    assert isinstance(struck, RulesLine)
    assert struck.text.endswith("(it was 0) · undone")


def test_a_flag_is_told_with_the_words_of_the_language() -> None:
    game = duel()
    game.submit(SetOption("brutal", "on"))
    naming = lines(game.ruleset, game.chains[0].events, game.names, "es")
    assert naming == [
        RulesLine(needs=1, text="regla de la casa: Blows hurt twice: sí desde aquí (antes, no)"),
    ]


def test_the_shipped_rules_on_when_somebody_dies_are_followed_at_once() -> None:
    folder = data_path("rulesets")
    head = (source_of(folder / "natural20.yaml"), (), source_of(folder / "fights/1_silver_dollar.yaml"))
    game = begin_game(None, replace(HEAD, ruleset=head[0], encounter=head[2]), *compile_sources(*head))
    game.submit(Edit("mira", "con", "", -5))
    assert "dead" in game.fight.combatants["mira"].derived
    chain = game.submit(SetOption("death_at", "minus_con"))
    held = game.fight.combatants["mira"].derived
    assert "dead" not in held
    assert "coma" in held
    assert len(chain.events) == 3
    game.undo()
    assert "dead" in game.fight.combatants["mira"].derived
    before = compile_sources(*head, {"death_at": "minus_con"})
    chosen = begin_game(None, replace(HEAD, ruleset=head[0], encounter=head[2]), *before)
    chosen.submit(Edit("mira", "con", "", -5))
    assert "dead" not in chosen.fight.combatants["mira"].derived


# ---- what the record and the export begin with


def test_the_record_begins_with_the_rules() -> None:
    game = under({"brutal": "yes"}, (ADDON,))
    line = rules_line(game.ruleset)
    assert line.text == (
        "rules: A duel (duel) · add-on: Clubs · house rule: Blows hurt twice: yes · "
        "house rule: Down at so many points: 1"
    )
    assert [(detail.label, detail.text) for detail in line.details] == [("Clubs", "Stand-ins, made up.")]
    assert rules_line(game.ruleset, "es").text.startswith("reglas: A duel (duel) · añadido: Porras · regla de la casa")
    assert house_rules(game.ruleset) == {"brutal": "yes", "floor": "1"}


def test_an_add_on_without_a_title_is_called_by_its_file() -> None:
    nameless = Source("C:\\tables/clubs.yaml", "ruleset: duel\noptions: {floor: 0}\n")
    assert rules_line(under({}, (nameless,)).ruleset).text == "rules: A duel (duel) · add-on: clubs"


def test_the_export_names_rules_add_ons_and_house_rules() -> None:
    game = under({"brutal": "yes"}, (ADDON,))
    game.submit(SetOption("floor", "3"))
    markdown = export_text(game, "md")
    assert "Rules: A duel · Add-on: Clubs · the ford" in markdown
    assert "- **Blows hurt twice**: yes\n" in markdown
    assert "- **Down at so many points**: 1 → 3\n" in markdown
    assert "house rule: Down at so many points: 3 from here on (it was 1)" in markdown
    document = json.loads(export_text(game, "json"))
    assert document["addons"] == ["Clubs"]
    assert [(one["option"], one["start"], one["value"], one["changed"]) for one in document["options"]] == [
        ("brutal", "yes", "yes", True),
        ("floor", "1", "3", True),
    ]


def test_a_house_rule_back_at_what_the_file_says_is_told_as_changed_once() -> None:
    game = under({"brutal": "yes"})
    game.submit(SetOption("brutal", "no"))
    assert "- **Blows hurt twice**: yes → no\n" in export_text(game, "md")


# ---- a table that nobody has filled


def test_an_empty_table_is_named_with_the_way_to_fill_it() -> None:
    folder = data_path("rulesets")
    fight = source_of(folder / "fights/4_goblin_road.yaml")
    bare = Source(fight.name, fight.text.replace("addons: [threat_and_confirm-tables]\n", ""))
    encounter = encounter_from(source_of(folder / "threat_and_confirm.yaml"), (), bare)
    head = replace(HEAD, ruleset=encounter.ruleset_source, encounter=bare)
    game = begin_game(None, head, encounter.ruleset, encounter.fight)
    game.submit(Act("attack", (("attacker", "kestrel"), ("target", "ogre")), "dagger"))
    dice = ScriptedDice(by_id={"attack": [1], "confirm_fumble": [5]})
    drive(game, dice)
    game.answer(Picked(("no",)))
    drive(game, dice)
    assert game.request is None
    [missing] = [event.table for event in game.chains[0].events if isinstance(event, NoTable)]
    said = lines(game.ruleset, game.chains[0].events, game.names)
    [line] = [line for line in said if isinstance(line, MissingTableLine)]
    assert "nobody has filled this table yet" in line.text
    assert line.text.endswith(f"under tables: {missing}")
    assert line.text in export_text(game, "md").replace("\\", "")


# ---- languages

NOTED = "      - note: {en: It bites., es: Muerde.}\n      - lookup: location"
BILINGUAL = RULES.replace("      - lookup: location", NOTED).replace(
    "title: A duel", "title: {en: A duel, es: Un duelo}, languages: [en, es]"
)


def test_another_language_retells_everything_and_is_kept(tmp_path: Path) -> None:
    path = tmp_path / "one.crittui"
    head = replace(HEAD, ruleset=Source("duel.yaml", BILINGUAL))
    with closing(begin_game(path, head, *compiled(head.ruleset, (), head.encounter))) as game:
        play(game, attack("ann", "bob"), [15, 3, 2])
        game.submit(attack("bob", "ann"))
        game.undo()
        before = game.fight, [chain.undone for chain in game.chains]
        game.speak("es")
        assert (game.fight, [chain.undone for chain in game.chains]) == before
        assert [event.text for event in game.chains[0].events if isinstance(event, Noted)] == ["Muerde."]
        assert [line.text for line in lines(game.ruleset, game.chains[0].events, game.names, "es")
                if isinstance(line, NoteLine)] == ["Muerde."]  # fmt: skip
        spoken = everything(game)
        assert game.redo() is not None
        game.undo()
    with closing(resume_game(path, compiled)) as again:
        assert again.language == "es"
        assert everything(again)[1:] == spoken[1:]
        assert [chain.events for chain in again.chains] == [chain.events for chain in game.chains]


def test_the_encounter_of_these_tests_is_the_one_that_is_kept() -> None:
    assert HEAD.encounter.text == ENCOUNTER
