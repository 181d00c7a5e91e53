"""A place of a role by its name: `attacker.arm is lame`, `target.arm.dr`."""

from __future__ import annotations

from crittui.cases.answers import Failure
from crittui.cases.examples import read_examples
from crittui.cases.playing import play
from crittui.files.library import checked
from crittui.files.rulesets import read_ruleset
from crittui.rules.source import Source

TEXT = """
ruleset: {id: places}
stats:
  dr: {score: 0, per: location}
  hp: {pool: 9}
bodies:
  human: {dice: d6, locations: {arm: {roll: 1-3, dr: 2}, leg: {roll: 4-6}}}
conditions:
  lame: {per: location}
actions:
  attack:
    allowed: {Not with a lame arm: attacker.arm is not lame}
    steps:
      - roll: attack
        dice: d20
        modifiers: {limps: -2 if target.leg is lame else 0}
      - damage: hp
        amount: attack - target.arm.dr
examples:
  - {title: a, action: attack, attacker: {conditions: [lame at arm]}, refused: Not with a lame arm}
  - title: b
    action: attack
    target: {conditions: [lame at leg]}
    dice: {attack: 7}
    expect: {attack.total: 5, target.hp: 6}
  - {title: c, action: attack, dice: {attak: 7}}
"""


def outcomes(text: str) -> list[str]:
    file = read_ruleset([Source("places.yaml", text)], with_examples=True)
    ruleset = checked(file)
    assert ruleset is not None, file.problems.sorted
    found = []
    for example in read_examples(file.examples, ruleset.model):
        try:
            play(example, ruleset)
            found.append("")
        except Failure as failure:
            found.append(str(failure))
    return found


def test_a_named_place_has_its_conditions_and_values() -> None:
    assert outcomes(TEXT)[:2] == ["", ""]


def test_misspelt_dice_are_told_with_what_was_meant() -> None:
    assert "nothing is rolled under the name 'attak', did you mean 'attack'?" in outcomes(TEXT)[2]


def test_an_unknown_place_is_a_mistake() -> None:
    file = read_ruleset([Source("places.yaml", TEXT.replace("attacker.arm is", "attacker.armm is"))])
    assert checked(file) is None
    (problem,) = file.problems.errors
    assert (problem.code, problem.hint) == ("unknown-name", "did you mean 'arm'?")
