"""Encounters: who fights, with what, and what is wrong with a file that says so badly."""

from __future__ import annotations

from pathlib import Path

import pytest

from crittui.errors import FileError
from crittui.files.encounters import Encounter, encounter_from, read_encounter
from crittui.files.library import BadFile, data_path
from crittui.rules.source import Source
from tests.rules.written import source

RULES = """
ruleset: {id: duel, language: en}
options: {brutal: no}
stats: {skill: 5, hp: {pool: 10, overflow: con}, con: {pool: 4, min: none}}
weapon: {damage: 1d6}
weapons: {club: {}, axe: {damage: 2d6}}
bodies: {man: {locations: {arm: {}}}, dog: {locations: {paw: {}}}}
conditions: {stunned: {}, gone: {per: location}, down: {while: hp = 0, out: yes}}
creatures: {guard: {skill: 7, hp: 12}}
actions: {attack: {kind: attack, steps: [{damage: hp, amount: attacker.skill}, {apply: stunned}]}}
"""


def encounter(text: str, *addons: str) -> Encounter:
    others = tuple(Source(f"addon{n}.yaml", addon) for n, addon in enumerate(addons, 1))
    return encounter_from(source(RULES, "duel.yaml"), others, Source("fight.yaml", text.lstrip("\n")))


def test_combatants_are_who_the_file_says() -> None:
    found = encounter(
        """
fight: yard
title: In the yard
place: the yard
ruleset: duel
options: {brutal: yes}
weapons: {broom: {damage: 1d2}}
combatants:
  ann: {name: Ann A., like: guard, weapons: [axe, broom, axe], hp: 3/12, side: town}
  rex: {body: dog, hidden: yes, hp: 0/4, conditions: [stunned 2, gone at paw]}
  old_man: {}
"""
    )
    assert (found.id, found.title, found.place, found.ruleset.id) == ("yard", "In the yard", "the yard", "duel")
    assert found.fight.order == ("ann", "rex", "old_man")
    ann, rex, man = (found.fight.combatants[who] for who in found.fight.order)
    assert (ann.name, ann.weapons, ann.values["hp"], ann.maxima["hp"], ann.scores["skill"], ann.side) == (
        "Ann A.",
        ("axe", "broom"),
        3,
        12,
        7,
        "town",
    )
    assert (rex.body, rex.hidden, set(rex.conditions), rex.derived) == (
        "dog",
        True,
        {"stunned", "gone@paw"},
        frozenset({"down"}),
    )
    assert (man.name, man.body, man.weapons, man.scores["skill"]) == ("old man", "man", ("club", "axe", "broom"), 5)
    assert found.ruleset.options["brutal"].default is True


def test_addons_are_laid_over_in_their_order() -> None:
    found = encounter(
        "fight: f\nruleset: duel\ncombatants: {ann: {like: guard}}",
        "ruleset: duel\ncreatures: {guard: {skill: 1}}",
        "ruleset: duel\ncreatures: {guard: {skill: 2, hp: 3}}",
    )
    ann = found.fight.combatants["ann"]
    assert (ann.scores["skill"], ann.values["hp"]) == (2, 3)


WRONG = [
    ("unknown-key", "fight: f\nruleset: duel\n«combatant: {a: {}}\ncombatants: {a: {}}"),
    ("missing", "«fight: f\nruleset: duel"),
    ("missing", "«fight: f\nruleset: duel\ncombatants: {}"),
    ("unknown-name", "fight: f\nruleset: duel\ncombatants: {a: {like: «gard}}"),
    ("unknown-name", "fight: f\nruleset: duel\ncombatants: {a: {«skil: 3}}"),
    ("unknown-name", "fight: f\nruleset: duel\ncombatants: {a: {weapons: [«clob]}}"),
    ("unknown-name", "fight: f\nruleset: duel\ncombatants: {a: {body: «cat}}"),
    ("unknown-location", "fight: f\nruleset: duel\ncombatants: {a: {conditions: [«gone at paw]}}"),
    ("type", "fight: f\nruleset: duel\ncombatants: {a: {hidden: «perhaps}}"),
    ("type", "fight: f\nruleset: duel\ncombatants: {a: {hp: «full}}"),
    ("missing", 'fight: f\nruleset: duel\ncombatants: {a: {name: "«  "}}'),
    ("name", "fight: f\nruleset: duel\ncombatants: {«1st: {}}"),
    ("shape", "fight: f\nruleset: duel\ncombatants: «[a, b]"),
    ("addon", "fight: f\nruleset: «other\ncombatants: {a: {}}"),
    ("unknown-name", "fight: f\nruleset: duel\noptions: {«brutl: yes}\ncombatants: {a: {}}"),
    ("duplicate-key", "fight: f\nruleset: duel\ncombatants: {a: {}, «a: {}}"),
]


@pytest.mark.parametrize(("code", "text"), WRONG)
def test_a_mistake_is_told_where_it_is(code: str, text: str) -> None:
    before = text.partition("«")[0]
    with pytest.raises(BadFile) as caught:
        encounter(text.replace("«", ""))
    wanted = f"fight.yaml:{before.count(chr(10)) + 1}:{len(before.rpartition(chr(10))[2]) + 1} {code}"
    assert wanted in [f"{p.position} {p.code}" for p in caught.value.problems]
    assert {p.code for p in caught.value.problems} == {code}


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("title: x\n", "no `fight:`"),
        ("fight: f\n", "does not name its ruleset"),
        ("fight: f\nruleset: nowhere\ncombatants: {a: {}}\n", "no ruleset 'nowhere'"),
        ("fight: f\nruleset: natural20\naddons: [nowhere]\ncombatants: {a: {}}\n", "nowhere"),
    ],
)
def test_a_file_that_leads_nowhere(tmp_path: Path, text: str, what: str) -> None:
    path = tmp_path / "fight.yaml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(FileError, match=what) as caught:
        read_encounter(path)
    assert str(path) in str(caught.value)


@pytest.mark.parametrize("path", sorted((data_path("rulesets") / "fights").glob("*.yaml")), ids=lambda path: path.stem)
def test_the_ready_fights_are_ready(path: Path) -> None:
    found = read_encounter(path)
    assert len(found.fight.order) >= 2
    assert len({who.name for who in found.fight.combatants.values()}) == len(found.fight.order)
    assert all(who.weapons for who in found.fight.combatants.values()) or not found.ruleset.weapons


def test_a_ruleset_beside_the_file_is_found(tmp_path: Path) -> None:
    (tmp_path / "our_rules.yaml").write_text(source(RULES).text, encoding="utf-8")
    path = tmp_path / "fight.yaml"
    path.write_text("fight: f\nruleset: duel\ncombatants: {a: {}}\n", encoding="utf-8")
    assert read_encounter(path).ruleset.id == "duel"
