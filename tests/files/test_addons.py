"""Add-ons that lie about: which are found, in which order they are laid over, and how a broken one is told."""

from __future__ import annotations

from pathlib import Path

import pytest

from crittui.files.addons import AddOn, find_addons, laid_in, sound_encounter
from crittui.files.encounters import compile_sources, encounter_from
from crittui.files.library import BadFile
from crittui.rules.source import Source
from tests.session.duel import ENCOUNTER, RULES

RULESET, FIGHT = Source("duel.yaml", RULES), Source("ford.yaml", ENCOUNTER)
CLUBS = "ruleset: duel\ntitle: {en: Clubs, es: Porras}\nnotes: Made up.\nweapons: {cudgel: {damage: 1d4}}\n"
BROKEN = "ruleset: duel\noptions:\n  floor: many\n"


@pytest.fixture
def shelves(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Three folders: beside the ruleset, beside the encounter, the user's own."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    for folder in ("rules", "fights", "data/crittui/rulesets"):
        (tmp_path / folder).mkdir(parents=True)
    return tmp_path


def put(path: Path, text: str) -> Source:
    path.write_text(text, encoding="utf-8")
    return Source(str(path), text)


def found(shelves: Path) -> list[tuple[str, int]]:
    addons = find_addons("duel", str(shelves / "rules/duel.yaml"), str(shelves / "fights/ford.yaml"))
    return [(Path(addon.file).stem, addon.rank) for addon in addons]


def test_three_folders_are_looked_through_in_order(shelves: Path) -> None:
    put(shelves / "data/crittui/rulesets/mine.yaml", CLUBS)
    put(shelves / "fights/b.yaml", CLUBS)
    put(shelves / "fights/a.yml", CLUBS)
    put(shelves / "rules/z.yaml", CLUBS)
    assert found(shelves) == [("z", 0), ("a", 1), ("b", 1), ("mine", 2)]


def test_a_file_in_two_of_the_folders_is_one(shelves: Path) -> None:
    put(shelves / "rules/z.yaml", CLUBS)
    (shelves / "fights/z.yaml").symlink_to(shelves / "rules/z.yaml")
    assert found(shelves) == [("z", 0)]


def test_what_is_no_add_on_of_this_ruleset_is_passed_over(shelves: Path) -> None:
    put(shelves / "rules/duel.yaml", RULES)
    put(shelves / "rules/ford.yaml", ENCOUNTER)
    put(shelves / "rules/other.yaml", CLUBS.replace("duel", "duels"))
    put(shelves / "rules/cases.yaml", "ruleset: duel\ntitle: Cases\nexamples:\n  - action: attack\n")
    put(shelves / "rules/more.yaml", "ruleset: duel\naddons: [cases]\nexamples:\n  - action: attack\n")
    (shelves / "rules/bytes.yaml").write_bytes(b"ruleset: duel\xff")
    put(shelves / "rules/quoted.yaml", "options: {}\n'ruleset' : \"duel\"\n")
    assert found(shelves) == [("quoted", 0)]


def test_titles_and_notes_are_read_and_a_file_that_cannot_be_parsed_is_told(shelves: Path) -> None:
    put(shelves / "rules/clubs.yaml", CLUBS)
    put(shelves / "rules/torn.yaml", "ruleset: duel\nweapons: {club: [\n")
    clubs, torn = find_addons("duel", str(shelves / "rules/duel.yaml"), "")
    assert (clubs.title, clubs.notes, clubs.wrong) == ({"en": "Clubs", "es": "Porras"}, {"": "Made up."}, "")
    assert torn.wrong.startswith(f"{shelves / 'rules/torn.yaml'}:")


def test_one_more_add_on_finds_its_place() -> None:
    def addon(name: str, rank: int) -> AddOn:
        return AddOn(Source(name, ""), rank)

    on = (addon("a", 0), addon("c", 1), addon("e", 2))
    assert [one.file for one in laid_in(on, addon("x", 0))] == ["a", "x", "c", "e"]
    assert [one.file for one in laid_in(on, addon("x", 1))] == ["a", "c", "x", "e"]
    assert [one.file for one in laid_in(on[2:], addon("x", 0))] == ["x", "e"]


def test_a_broken_add_on_is_left_off_and_told_with_its_place() -> None:
    addons = (Source("clubs.yaml", CLUBS), Source("broken.yaml", BROKEN))
    encounter, told = sound_encounter(RULESET, addons, FIGHT)
    assert [source.name for source in encounter.addon_sources] == ["clubs.yaml"]
    assert "cudgel" in encounter.ruleset.weapons
    assert told == ("broken.yaml:3:10: the option 'floor': 'many' is not a whole number",)


def test_an_encounter_that_needs_the_broken_one_tells_of_that_one() -> None:
    club = Source("clubs.yaml", CLUBS + "options: {floor: many}\n")
    fight = Source("ford.yaml", ENCOUNTER.replace("[sabre]", "[cudgel]"))
    with pytest.raises(BadFile, match="clubs.yaml:5"):
        sound_encounter(RULESET, (club,), fight)


def test_a_mistake_of_the_encounter_itself_is_not_laid_on_an_add_on() -> None:
    fight = Source("ford.yaml", ENCOUNTER.replace("[sabre]", "[lance]"))
    with pytest.raises(BadFile, match="ford.yaml"):
        sound_encounter(RULESET, (Source("clubs.yaml", CLUBS),), fight)


def test_house_rules_outrank_files_and_the_start_follows_them() -> None:
    addon = Source("house.yaml", "ruleset: duel\noptions: {floor: 3, brutal: yes}\n")
    ruleset, fight = compile_sources(RULESET, (addon,), FIGHT, {"floor": "10", "nothing": "1", "brutal": "perhaps"})
    floor, brutal = ruleset.options["floor"], ruleset.options["brutal"]
    assert (floor.default, floor.own) == (10, 0)
    assert (brutal.default, brutal.own) == (True, False)
    assert all("down" in combatant.derived for combatant in fight.combatants.values())


def test_the_model_knows_what_was_laid_over_it() -> None:
    ruleset = encounter_from(RULESET, (Source("clubs.yaml", CLUBS),), FIGHT).ruleset
    assert [(one.file, one.title["es"]) for one in ruleset.model.addons] == [("clubs.yaml", "Porras")]
