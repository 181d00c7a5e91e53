"""What an example can say, and that it fails whenever something is not as it says."""

from __future__ import annotations

from textwrap import indent

import pytest

from crittui.cases.answers import Failure
from crittui.cases.examples import read_examples
from crittui.cases.playing import play
from crittui.cases.reached import Reached, missed
from crittui.files.library import checked
from crittui.files.rulesets import read_ruleset
from crittui.rules.ruleset import Ruleset
from tests.rules.written import source

RULES = """
ruleset: {id: small}
options: {brutal: no, way: {choice: [up, down]}}
stats:
  skill: 5
  sword: no
  hp: {pool: 10, overflow: con}
  con: {pool: 4, min: none}
  luck: {counter: 2}
  part: {pool: 3, per: location}
weapon: {damage: {dice: 2d6}, kind: {choice: [cut, stab]}, own: {list: {cost: 0}}}
weapons: {club: {}, axe: {kind: stab, own: {Trip: {cost: 1}, Disarm: {}}}}
things: {shield: {fields: {db: 0}, given: {buckler: {db: 1}}}}
bodies:
  man:
    dice: d6
    locations: {head: {roll: 1}, hands: {roll: 2-3, either: [left, right]}, left: {}, right: {}, trunk: {roll: 4-6}}
conditions:
  stunned: {lasts: 2 rounds}
  gone: {per: location}
  down: {while: hp = 0}
  bleeding:
    every: minute
    steps:
      - roll: clot
        dice: d6
        outcomes: {yes: natural > 4, no: otherwise}
      - damage: hp
        to: self
        amount: 1
        when: clot is no
tables: {t: {dice: d6, rows: {1-3: weak, 4-6: {id: strong, text: A strong one}}}, empty: {dice: d6}}
time: {order_by: luck}
actions:
  attack:
    kind: attack
    uses: [shield]
    allowed: {Not while stunned: attacker is not stunned}
    inputs: {bonus: 0, aimed: {location: none, allowed: {Only what is there: aimed is not gone}}}
    steps:
      - roll: attack
        dice: d20
        modifiers: {bonus: bonus}
        against: 10
        outcomes: {hit: success, miss: otherwise}
      - stop: The attack misses.
        when: attack is miss
      - choose: defence
        by: target
        options: {parry: {when: target.sword}, no: No defence, pray: {when: target.luck > 0}}
      - choose: special
        options: {own: {each: weapon.own}, none_of_them: {}}
      - lookup: place
        table: body
        row: aimed
      - lookup: row
        table: {t: option.way is up, empty: otherwise}
      - roll: damage
        dice: weapon.damage
      - let: {wound: damage * 2 if option.brutal else damage, third: 1 / 3, small: wound < 5, kind: weapon.kind}
      - damage: hp
        amount: wound
        as: blow
      - damage: part
        at: place
        amount: 1
      - apply: gone
        at: place
        when: wound > 11
      - apply: stunned
        value: 3
        when: wound > 9
      - apply: bleeding
        when: small
      - note: <target> is hit
    report: {Hit: attack is hit}
  draw:
    kind: initiative
    who: [hero]
    steps: [{roll: draw, dice: d20}, {set: luck, value: draw}]
"""
START = "action: attack\ntarget: {sword: yes}\nweapon: axe\n"
CHOICES = "choices: {defence: no, special: Trip}\n"
DICE = "dice: {attack: 15, place: 1, row: 2, damage: 6}\n"
USUAL = START + CHOICES + DICE


def ruleset(rules: str = RULES) -> Ruleset:
    found = checked(read_ruleset([source(rules)]))
    assert found is not None
    return found


def said_by(example: str, rules: str = RULES) -> str:
    """Why an example fails, or nothing."""
    text = rules + "examples:\n- title: x\n" + indent(example, "  ")
    file = read_ruleset([source(text)], with_examples=True)
    found = checked(file)
    assert found is not None, file.problems.sorted
    (one,) = read_examples(file.examples, found.model)
    try:
        play(one, found)
    except Failure as failure:
        return str(failure)
    return ""


RIGHT = [
    "",
    "expect: {attack: hit, attack.total: 15, attack.natural: 15, attack.goal: 10, attack.dice: d20}\n",
    "expect: {place: head, row: weak, damage: 6, wound: 6, third: 1/3, small: no, kind: stab}\n",
    "expect: {row: 1-3}\n",
    "expect: {defence: no, special: Trip, special.offered: [none_of_them, Trip, Disarm]}\n",
    "expect: {blow: 6, blow.overflow: 0, blow.lost: 0, Hit: yes}\n",
    "expect: {target.hp: 4, attacker.hp: 10, target.head.part: 2, target.luck: 2, target.skill: 5}\n",
    "expect: {target.stunned: no, target.gone: no, target.sword: yes}\n",
    "expect: {target.conditions: [], note: target is hit, stopped: none}\n",
    "expect: {place_either: not rolled, order: [attacker, target]}\n",
    "expect: {note: [target is hit]}\n",
    "inputs: {aimed: head}\n",
]


@pytest.mark.parametrize("more", RIGHT)
def test_what_is_as_it_says_passes(more: str) -> None:
    dice = DICE.replace("place: 1, ", "") if "aimed" in more else DICE
    assert said_by(START + CHOICES + dice + more) == ""


MISS = START + "dice: {attack: 3}\n"


@pytest.mark.parametrize(
    "more",
    [
        "expect: {stopped: The attack misses., note: none, Hit: no}\n",
        "expect: {damage: not rolled, defence: not asked, place: not rolled}\n",
        "expect: {damage: none, defence: none, place: none, row: none, wound: none, small: no, third: 0, blow: none}\n",
        "expect: {attack: miss, target.hp: 10}\n",
    ],
)
def test_what_did_not_come_about_is_none(more: str) -> None:
    assert said_by(MISS + more) == ""


WRONG = [
    (USUAL + "expect: {attack: miss}\n", "expected miss, but it is hit"),
    (USUAL + "expect: {attack.total: 14}\n", "expected 14, but it is 15"),
    (USUAL + "expect: {place: trunk}\n", "but it is head"),
    (USUAL + "expect: {row: 4-6}\n", "but it is weak"),
    (USUAL + "expect: {third: 0.333}\n", "but it is 1/3"),
    (USUAL + "expect: {small: yes}\n", "but it is no"),
    (USUAL + "expect: {defence: parry}\n", "but it is no"),
    (USUAL + "expect: {special.offered: [Trip, Disarm]}\n", "special.offered"),
    (USUAL + "expect: {target.hp: 5}\n", "but it is 4"),
    (USUAL + "expect: {target.head.part: 3}\n", "but it is 2"),
    (USUAL + "expect: {target.conditions: [stunned]}\n", "expected [stunned]"),
    (USUAL + "expect: {target.stunned: yes}\n", "but it is no"),
    (USUAL + "expect: {target.gone: [head]}\n", "but it is []"),
    (USUAL + "expect: {note: none}\n", "target is hit"),
    (USUAL + "expect: {note: somebody is hit}\n", "target is hit"),
    (USUAL + "expect: {stopped: x}\n", "none"),
    (USUAL + "expect: {order: [target, attacker]}\n", "order"),
    (USUAL + "expect: {damage: not rolled}\n", "but it was"),
    (USUAL + "expect: {defence: not asked}\n", "but it was"),
    (USUAL + "expect: {defence: not rolled}\n", "no step of this ruleset"),
    (USUAL + "expect: {wound: not rolled}\n", "no step of this ruleset"),
    (USUAL + "expect: {wond: 6}\n", "wond"),
    (USUAL + "expect: {target.hq: 6}\n", "hq"),
    (USUAL + "expect: {nobody.hp: 6}\n", "nobody"),
    (USUAL + "expect: {attack.totl: 6}\n", "totl"),
    (USUAL + "expect: {target.stunned.valu: 6}\n", "value"),
    (MISS + "expect: {wound: yes}\n", "did not come about"),
    (MISS + "expect: {damage: 0}\n", "did not come about"),
    (MISS + "expect: {blow: 0}\n", "did not come about"),
    (START + CHOICES + "dice: {attack: 15, place: 1, row: 2}\n", "no dice are given"),
    (START + CHOICES + "dice: {attack: 15, place: 1, row: 2, damage: 6, clot: 3}\n", "clot, but it is not rolled"),
    (START + CHOICES + "dice: {attack: [15, 16], place: 1, row: 2, damage: 6}\n", "not rolled again"),
    (START + CHOICES + "dice: {attack: 21, place: 1, row: 2, damage: 6}\n", "attack"),
    (START + CHOICES + "dice: {attack: 15, place: 1, row: 2, damage: 13}\n", "damage"),
    (START + CHOICES + "dice: {attack: 15, place: 1, row: 2, damage: [[1, 7]]}\n", "damage"),
    (START + CHOICES + "dice: {attack: 15, place: 1, row: 2, damage: [[1, 2, 3]]}\n", "damage"),
    (START + CHOICES + "dice: {attack: some, place: 1, row: 2, damage: 6}\n", "whole number"),
    (START + DICE + "choices: {defence: dodge, special: Trip}\n", "dodge"),
    (START + DICE + "choices: {defence: no, special: Tripp}\n", "Tripp"),
    (START + DICE + "choices: {defence: no, special: Trip, other: x}\n", "nothing is chosen under the name 'other'"),
    (START + DICE + "choices: {defence: [no, no], special: Trip}\n", "not asked again"),
    (MISS + "choices: {defence: no}\n", "not asked"),
    ("action: atack\n", "no such action"),
    ("action: attack\nattacker: nobody\n", "no creature"),
    ("action: attack\nweapon: clob\n", "'club'"),
    ("action: attack\nshield: tower\n", "no shield 'tower'"),
    ("action: attack\nshild: buckler\n", "shild"),
    ("action: attack\ninputs: {bonos: 3}\n", "'bonus'"),
    ("action: attack\ninputs: {bonus: many}\n", "whole number"),
    ("action: attack\noptions: {brutl: yes}\n", "'brutal'"),
    ("action: attack\noptions: {brutal: maybe}\n", "neither yes nor no"),
    ("action: attack\nattacker: {skil: 3}\n", "'skill'"),
    ("combatants: {ann: {}}\ndo: [{action: draw, hero: bob}]\n", "no combatant 'bob'"),
    ("combatants: {ann: {}}\ndo: [{action: draw}]\n", "nobody is 'hero'"),
    ("combatants: {ann: {}}\ndo: [{tick: many rounds}]\n", "whole number"),
    ("combatants: {ann: {}}\ndo: [{tik: round}]\n", "tik"),
]


@pytest.mark.parametrize(("example", "why"), WRONG)
def test_what_is_not_as_it_says_fails(example: str, why: str) -> None:
    assert why in said_by(example), said_by(example)


REFUSED = [
    ("action: attack\nattacker: {conditions: [stunned]}\nrefused: yes\n", ""),
    ("action: attack\nattacker: {conditions: [stunned]}\nrefused: Not while stunned\n", ""),
    ("action: attack\nattacker: {conditions: [stunned]}\nrefused: Only what is there\n", "another reason"),
    ("action: attack\nattacker: {conditions: [stunned]}\n", "refused: Not while stunned"),
    ("action: attack\nattacker: {conditions: [stunned]}\nrefused: yes\ndice: {attack: 3}\n", "not rolled"),
    ("action: attack\ntarget: {conditions: [gone at head]}\ninputs: {aimed: head}\nrefused: Only what is there\n", ""),
    (MISS + "refused: yes\n", "but it was permitted"),
    ("combatants: {ann: {}}\ndo: [{action: attack, attacker: ann, target: ann, refused: yes}]\n", ""),
    (USUAL.replace("sword: yes", "sword: no") + "refused: {defence: parry}\n", ""),
    (USUAL.replace("sword: yes", "sword: no") + "refused: {defence: [parry, [no, pray]]}\n", ""),
    (USUAL + "refused: {defence: parry}\n", "should be refused, but is accepted"),
    (USUAL + "refused: {defence: pary}\n", "can never be 'pary', did you mean 'parry'?"),
    (USUAL + "refused: {special: [own]}\n", "can never be 'own'"),
    (USUAL + "refused: {defense: parry}\n", "nothing is chosen under the name 'defense'"),
    (MISS + "refused: {defence: no}\n", ""),
    (
        "action: attack\nweapon: club\nchoices: {defence: no}\nrefused: {special: none_of_them}\n" + DICE,
        "none_of_them should be refused, but is accepted",
    ),
]


@pytest.mark.parametrize(("example", "why"), REFUSED)
def test_refused_means_not_accepted(example: str, why: str) -> None:
    said = said_by(example)
    assert (why in said) if why else (said == ""), said


SEQUENCE = """
combatants: {ann: {luck: 1}, bob: {sword: yes, conditions: [bleeding]}}
options: {brutal: yes, way: down}
do:
  - expect: {order: [bob, ann], bob.conditions: [bleeding]}
  - {action: draw, hero: ann, dice: {draw: 20}}
  - expect: {order: [ann, bob]}
  - action: attack
    attacker: ann
    target: bob
    choices: {defence: parry}
    inputs: {aimed: left}
    dice: {attack: 12, damage: 3}
    expect: {wound: 6, row: none, bob.hp: 4, bob.left.part: 2}
  - {tick: 2 minutes, dice: {clot: [2, 6]}, expect: {bob.hp: 3}}
  - {tick: minute, dice: {bob.clot: 1}, expect: {bob.hp: 2}}
  - action: attack
    attacker: ann
    target: bob
    choices: {defence: no}
    inputs: {aimed: right}
    dice: {attack: 12, damage: [[6, 6]]}
    expect: {bob.hp: 0, bob.con: -18, bob.down: yes, bob.gone: [right], bob.stunned.value: 3, blow.overflow: 22}
  - {tick: 2 rounds, expect: {bob.conditions: [bleeding, down]}}
  - {combat_end: yes}
"""


def test_a_sequence_carries_its_state_from_part_to_part() -> None:
    assert said_by(SEQUENCE) == ""


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("clot: [2, 6]", "clot: [2, 2]"),
        ("bob.clot: 1", "ann.clot: 1"),
        ("tick: 2 rounds", "tick: 1 round"),
        ("tick: 2 minutes", "tick: 3 minutes"),
        ("options: {brutal: yes, way: down}", "options: {way: down}"),
        ("order: [ann, bob]", "order: [bob, ann]"),
        ("bob.con: -18", "bob.con: −17"),
        ("{draw: 20}", "{draw: 1}"),
    ],
)
def test_each_part_of_a_sequence_is_checked(old: str, new: str) -> None:
    assert old in SEQUENCE
    assert said_by(SEQUENCE.replace(old, new, 1)) != ""


def test_numbers_may_have_a_typographic_minus() -> None:
    assert said_by(SEQUENCE.replace("bob.con: -18", "bob.con: −18", 1)) == ""


def test_what_no_example_reaches_is_told() -> None:
    rules = ruleset()
    nothing = [part.what for part in missed(rules, Reached())]
    assert "step roll attack" in nothing
    assert "let wound" in nothing
    assert "row t 1-3" in nothing
    assert "row man head" in nothing
    text = RULES + "examples:\n- title: x\n" + indent(USUAL, "  ")
    file = read_ruleset([source(text)], with_examples=True)
    (example,) = read_examples(file.examples, rules.model)
    played = play(example, rules)
    reached = Reached()
    reached.add(played.events, played.visited)
    told = {part.what for part in missed(rules, reached)}
    assert {"outcome attack is miss", "option defence is parry", "option defence is pray", "row t 4-6"} <= told
    assert {"step roll attack", "let wound", "row t 1-3", "row man head", "option defence is no"} & told == set()
