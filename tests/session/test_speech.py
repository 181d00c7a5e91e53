"""The words of a real ruleset, and real chains told with them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest

from crittui.files.rulesets import read_ruleset
from crittui.rules.apply import apply_all
from crittui.rules.combatant import enlist
from crittui.rules.commands import Act
from crittui.rules.events import Event
from crittui.rules.machine import begin
from crittui.rules.model import Change
from crittui.rules.passing import pass_time
from crittui.rules.requests import Faces, Picked, RollRequest
from crittui.rules.ruleset import Ruleset
from crittui.rules.source import Source
from crittui.rules.state import Fight
from crittui.rules.walking import every_step
from crittui.session.lines import EffectLine, Head, Line, LookupLine, RollLine, SummaryLine, TimeLine
from crittui.session.speech import speech_of
from crittui.session.usual_dice import usual_rolls
from crittui.session.wording import lines
from tests.session import table

DUEL = """\
ruleset: {id: duel, title: A duel, language: en, languages: [en, es]}
stats:
  attack: {score: 3, label: Attack bonus}
  guard: 12
  hp: {pool: 10, label: Hit Points}
weapon:
  damage: {dice: 1d8, label: Damage dice}
  edge: {flag: no}
bodies:
  human:
    dice: d6
    locations:
      head: {roll: "1", label: {en: Head (Brain), es: Cabeza}}
      torso: {roll: 2-6}
conditions:
  bleeding:
    mark: ∴
    every: minute
    steps:
      - damage: hp
        to: self
        amount: 1
  maimed: {per: location, wound: maimed}
  dead: {while: hp = 0, out: yes, label: {en: dies, es: muere}}
words:
  miss: {es: fallo}
  strong: {es: fuerte}
  deadly: {en: a label comes before this}
actions:
  attack:
    kind: attack
    label: {en: Strike, es: Golpe}
    who: [attacker, target]
    steps:
      - roll: attack
        label: {es: tirada}
        dice: d20
        modifiers: {strong: attacker.attack}
        against: target.guard
        outcomes:
          deadly: {when: natural = 20, label: {en: deadly blow}, tone: critical}
          hit: success
          miss: otherwise
      - stop: The blow goes wide.
        when: attack is miss
      - roll: again
        like: attack
        when: attack is deadly
      - lookup: location
        table: body
      - roll: damage
        dice: weapon.damage
      - let:
          wound: damage * 2 + 1
        rule: A wound is twice the damage, and one more.
      - damage: hp
        amount: wound
      - apply: maimed
        at: location
        when: wound > 5
      - apply: bleeding
        when: wound > 3
    shows:
      struck: location
      verdict:
        critical: attack is deadly
        hit: attack is hit
        miss: otherwise
weapons:
  attack: {damage: 2d6+1}
  knife: {damage: 1d4, label: {en: Knife, es: Cuchillo}}
creatures:
  one: {hp: 10}
"""

NAMES = {"ann": "Ann", "bo": "Bo"}
PLACES = {"head": "brow"}


@pytest.fixture(scope="module")
def duel() -> Ruleset:
    read = read_ruleset([Source("duel.yaml", DUEL)])
    assert read.model is not None, read.problems.sorted
    return Ruleset(read.model, read.digest)


def fight(ruleset: Ruleset) -> Fight:
    both = [enlist(ruleset, id, ruleset.creatures["one"], name) for id, name in NAMES.items()]
    return Fight({one.id: one for one in both}, tuple(NAMES))


def played(ruleset: Ruleset, weapon: str, *faces: Sequence[int]) -> list[Event]:
    machine = begin(ruleset, fight(ruleset), Act("attack", (("attacker", "ann"), ("target", "bo")), weapon))
    events, falls = list(machine.events), list(faces)
    while machine.request is not None:
        roll = isinstance(machine.request, RollRequest)
        machine = machine.answer(Faces(tuple(falls.pop(0))) if roll else Picked(("x",)))
        events += machine.events
    return events


def said(ruleset: Ruleset, events: Sequence[Event], language: str = "") -> list[Line]:
    return lines(ruleset, events, NAMES, language, number=1, places=PLACES)


def test_a_chain_from_the_machine(duel: Ruleset) -> None:
    head, attack, again, location, damage, end = said(duel, played(duel, "knife", [20], [9], [1], [2]))
    assert head == Head(needs=1, actor="Ann", target="Bo", what="Knife", number=1, badge="1")
    assert isinstance(attack, RollLine)
    assert (attack.label, attack.faces, attack.total, attack.sign, attack.goal) == ("attack", (20,), 23, "≥", 12)
    assert (attack.outcome, attack.tone, attack.modifiers) == ("deadly blow", "critical", (("strong", 3),))
    assert isinstance(again, RollLine)
    assert (again.label, again.outcome, again.tone) == ("again", "hit", "pass")
    assert isinstance(location, LookupLine)
    assert (location.faces, location.text) == ((1,), "Head (Brain)")
    assert isinstance(damage, RollLine)
    assert damage.details[0].text == "2 × 2 + 1 = 5"
    assert damage.details[0].rule == "A wound is twice the damage, and one more."
    assert isinstance(end, SummaryLine)
    assert (end.verdict, end.text, end.dies) == ("critical", "brow −5 hp · bleeding", False)


def test_a_death_and_a_wound(duel: Ruleset) -> None:
    end = said(duel, played(duel, "knife", [15], [3], [4]))[-1]
    assert isinstance(end, SummaryLine)
    assert end.text == "torso maimed −9 hp · bleeding"
    end = said(duel, played(duel, "", [15], [3], [8]), "es")[-1]
    assert isinstance(end, SummaryLine)
    assert (end.text, end.dies) == ("torso maimed −10 hp · bleeding · Bo muere", True)


def test_a_miss_in_another_language(duel: Ruleset) -> None:
    head, attack, end = said(duel, played(duel, "", [2]), "es")
    assert isinstance(head, Head)
    assert head.what == "golpe"
    assert isinstance(attack, RollLine)
    assert (attack.label, attack.outcome, attack.tone) == ("tirada", "fallo", "fail")
    assert attack.modifiers == (("fuerte", 3),)
    assert isinstance(end, SummaryLine)
    assert end.text == "Ann falla"
    assert attack.details[0].text == "The blow goes wide."


def test_a_name_that_means_several_things_has_the_word_of_its_kind(duel: Ruleset) -> None:
    speech = speech_of(duel, "en")
    assert speech.action("attack") == "Strike"
    assert speech.weapon("attack") == "attack"
    assert speech.word("attack") == "attack"
    assert speech.step("damage", "") == "damage"
    assert speech.place("head") == "Head (Brain)"
    assert speech.table("nowhere_to_be_found") == "nowhere to be found"


def test_time_from_the_machine(duel: Ruleset) -> None:
    hurt = apply_all(fight(duel), played(duel, "knife", [15], [3], [2]))
    machine = pass_time(duel, hurt, "minute", ("ann", "bo"))
    assert [replace(line, details=()) for line in said(duel, machine.events)] == [
        TimeLine(needs=1, text="1 minute"),
        EffectLine(needs=len(machine.events), who="Bo", text="bleeding −1 hp", mark="∴"),
    ]


def test_the_usual_dice(duel: Ruleset) -> None:
    assert usual_rolls(duel) == [
        ("attack", "20"),
        ("location", "6"),
        ("damage", "8"),
        ("damage", "6 6"),
        ("damage", "4"),
    ]


def test_how_a_step_changes_a_counter_and_which_stats_are_pools() -> None:
    speech = speech_of(table.DUEL)
    steps = {step.id: step.name.where for step in every_step(table.DUEL.model) if isinstance(step, Change)}
    assert (speech.verb(steps["guard"]), speech.verb(steps["pace"]), speech.verb("duel.yaml:1")) == ("spend", "set", "")
    assert list(speech.pools) == ["hp"]
