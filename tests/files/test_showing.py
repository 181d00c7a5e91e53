"""`crittui show` tells all that an example gives and expects, in lines that fit."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from crittui.cases.runner import run_file
from crittui.errors import UsageError
from crittui.files.library import find_ruleset, load_sources, shipped_rulesets
from crittui.files.showing import MANY, SECTIONS, lines, show_command
from crittui.files.showing_layout import Entry, laid_out
from crittui.rules.model import Choose, Damage, Let, Lookup, Note, Roll, Stop
from crittui.rules.ruleset import Ruleset
from crittui.rules.source import Source
from crittui.rules.walking import every_step

SHIPPED = [path.stem for path in shipped_rulesets()]
SHOWN = sorted((Path(__file__).parents[1] / "cases" / "shown").glob("*.yaml"))

RULES = """
ruleset: {id: cellar, title: Down in the cellar}
options: {a_rule_whose_name_is_much_longer_than_any_column: {flag: no, label: Whatever it may be}}
stats: {skill: 5, hp: {pool: 10}, dr: {score: 0, per: location}}
weapon:
  damage: 1d6
  kind: {choice: [blunt, sharp]}
  tricks: {list: {cost: 1}}
things:
  charm: {fields: {power: 0}, given: {horseshoe: {power: 3}, clover: {}}}
bodies:
  rat:
    dice: d4
    locations:
      head: {roll: 1, is: vital}
      paws: {roll: 2-4, either: [left_paw, right_paw]}
      left_paw: {is: limb, dr: 1}
      right_paw: {is: limb}
conditions:
  dazed: {lasts: 1 round, every: round, steps: [{roll: wakes, dice: d6, outcomes: {yes: total > 3, no: otherwise}}]}
tables:
  mishap:
    dice: d6
    fields: {hurt: 0}
    rows:
      1-4: {id: slips, text: The foot slips.}
      5-6: {text: A lamp falls., hurt: 2, then: [{roll: burns, dice: d4}]}
  scar:
    columns: [blunt, sharp]
    rows: {1-9: {blunt: A bump., sharp: A line.}, 10 or more: {blunt: A dent., sharp: A gash.}}
chains:
  falls:
    inputs: {deep: 1}
    steps: [{note: "<target> falls <deep>."}]
actions:
  attack:
    uses: {luck: charm}
    inputs: {situation: {score: 0, label: Other modifiers}}
    steps:
      - roll: attack
        dice: d20
        modifiers: {skill: attacker.skill, luck: luck.power, dark: -situation}
        against: 10
        outcomes:
          hit: {when: success, then: [{choose: reply, by: target, options: {shout: Shout, nothing: }}]}
          miss: otherwise
      - roll: again
        when: attack is hit and weapon is sharp
        like: attack
      - lookup: mishap
        when: attack is miss
        table: mishap
        by: attacker
      - lookup: where
        table: body
      - lookup: scar
        table: scar
        column: weapon.kind
        value: 3
      - choose: trick
        by: gm
        when: again is hit
        options: {own: {each: weapon.tricks}, none_of_them: }
      - let:
          wound:
            2: weapon is sharp
            attack: otherwise
        when: attack is hit
      - roll: damage
        dice: weapon.damage
      - damage: hp
        amount: wound
        as: blow
      - apply: dazed
        when: blow > 3
      - run: falls
        with: {deep: wound}
      - stop: Enough.
        when: mishap.hurt > 0
    report: {Wounded: wound > 0}
weapons:
  club: {damage: 2d4, tricks: {Trip them: {cost: 2}, Shove: {}}}
  knife: {kind: sharp}
creatures:
  rat: {skill: 3, hp: 4, parts: {head: {dr: 2}}, conditions: [dazed]}
"""


shipped = cache(find_ruleset)


@cache
def cellar() -> Ruleset:
    return load_sources([Source("cellar.yaml", RULES.lstrip("\n"))])[0]


def told(*sections: str) -> str:
    """The sections in full, each run of blanks as one."""
    return re.sub(r"\s+", " ", "\n".join(lines(cellar(), sections)))


@pytest.mark.parametrize(
    ("section", "said"),
    [
        ("actions", "action attack (other): attacker, target"),
        ("actions", "uses luck a charm"),
        ("actions", "input situation score, default 0 - Other modifiers"),
        ("actions", "roll attack d20 + attacker.skill + luck.power + (-situation) against 10: hit, miss"),
        ("actions", "if attack is hit: choose reply asks target: shout, nothing"),
        ("actions", "roll again like attack: hit, miss; when attack is hit and weapon is sharp"),
        ("actions", "lookup mishap in mishap; by attacker; when attack is miss"),
        ("actions", "roll where_either of paws, a d2: left_paw, right_paw"),
        ("actions", "lookup scar in scar; number 3, nothing is rolled; column weapon.kind"),
        ("actions", "choose trick asks gm: own (by the name of one of weapon.tricks), none_of_them; when again is hit"),
        ("actions", "let wound 2 if weapon is sharp; attack otherwise; when attack is hit"),
        ("actions", "damage hp wound; as blow"),
        ("actions", "apply dazed when blow > 3"),
        ("actions", "run falls deep: wound"),
        ("actions", 'stop "Enough."; when mishap.hurt > 0'),
        ("actions", "reports Wounded wound > 0"),
        ("chains", 'let deep handed over: score note "<target> falls <deep>."'),
        ("conditions", "dazed lasts 1 round; acts every round roll wakes d6: yes, no"),
        ("things", "horseshoe power: 3"),
        ("things", "clover the defaults"),
        ("tables", "1-4 slips; The foot slips."),
        ("tables", "5-6 A lamp falls.; hurt: 2"),
        ("tables", "10 or more blunt A dent. sharp A gash."),
        ("tables", "after mishap 5-6 roll burns d4: its total"),
        ("bodies", "rat rolled on d4 head struck by 1; is vital"),
        ("bodies", "paws struck by 2-4; either left_paw, right_paw"),
        ("bodies", "left_paw only aimed at; is limb; dr: 1"),
        ("weapons", "club damage: 2d4, tricks: {Trip them (cost: 2), Shove (cost: 1)}"),
        ("weapons", "knife kind: sharp"),
        ("creatures", "rat skill: 3, hp: 4, parts: {head: {dr: 2}}, conditions: dazed"),
        ("options", "a_rule_whose_name_is_much_longer_than_any_column flag, default no - Whatever it may be"),
    ],
)
def test_what_is_told(section: str, said: str) -> None:
    assert said in told(section)


def names(ruleset: Ruleset) -> Iterator[str]:
    """All that an example of this ruleset may give or expect by name, and the texts it may compare."""
    for step in every_step(ruleset.model):
        if isinstance(step, (Roll, Lookup, Choose)):
            yield step.id
        if isinstance(step, Roll):
            yield from (outcome.name.value for outcome in step.outcomes)
        elif isinstance(step, Choose):
            yield from (option.name.value for option in step.options)
        elif isinstance(step, Let):
            yield from (name.value for name, _ in step.values)
        elif isinstance(step, Damage) and step.result is not None:
            yield step.result.value
        elif isinstance(step, (Note, Stop)):
            yield ruleset.text({language: text.value for language, text in step.texts.items()})
    for action in ruleset.actions.values():
        yield from (name.value for name, _ in action.report)
        yield from (*action.inputs, *(role.value for role in action.roles), *action.uses)
    for table in ruleset.model.tables.values():
        yield from (cell.id for row in table.rows or () for cell in row.cells.values() if not table.columns)
    model = ruleset.model
    for named in (model.options, model.stats, model.weapons, model.creatures, model.conditions, model.actions):
        yield from named
    yield from (name for body in ruleset.bodies.values() for name in body.locations)


@pytest.mark.parametrize("everything", [False, True], ids=["as it comes", "all"])
@pytest.mark.parametrize("name", SHIPPED)
def test_every_name_that_an_example_uses_is_told(name: str, everything: bool) -> None:
    ruleset = shipped(name)
    text = " ".join(" ".join(lines(ruleset, everything=everything)).split())
    assert [one for one in names(ruleset) if " ".join(one.split()) not in text] == []


@pytest.mark.parametrize("columns", [60, 80, 100])
@pytest.mark.parametrize("name", SHIPPED)
def test_no_line_is_wider_than_the_terminal(name: str, columns: int) -> None:
    found = lines(shipped(name), everything=True, columns=columns)
    assert [line for line in found if len(line) > columns and " " in line.strip()] == []


def test_a_long_ruleset_is_told_in_short_and_says_how_to_see_the_rest(capsys: pytest.CaptureFixture[str]) -> None:
    assert show_command("gurps_house") == 0
    short = capsys.readouterr().out
    assert short.count("\n") < MANY * 1.4
    assert "--all" in short
    assert "let wound " not in re.sub(" +", " ", short)
    assert show_command("gurps_house", everything=True) == 0
    whole = capsys.readouterr().out
    assert "let wound " in re.sub(" +", " ", whole)
    assert show_command("gurps_house", ["actions"]) == 0
    assert "let wound " in re.sub(" +", " ", capsys.readouterr().out)


def test_only_the_sections_that_were_named_are_told() -> None:
    found = lines(cellar(), ["weapons", "time"])
    assert [line for line in found if line and not line.startswith(" ")] == [
        "cellar: Down in the cellar (en)",
        "weapons",
        "time",
    ]
    assert "chains: none" in lines(shipped("natural20"), ["chains"])


def test_a_section_that_is_none_is_refused() -> None:
    with pytest.raises(UsageError, match="there is no section 'weapon_s'") as caught:
        show_command("natural20", ["weapon_s"])
    assert "did you mean" in caught.value.hint
    with pytest.raises(UsageError) as caught:
        show_command("natural20", ["xyz"])
    assert all(section in caught.value.hint for section in SECTIONS)


def test_an_addon_can_be_laid_over_it(capsys: pytest.CaptureFixture[str]) -> None:
    show_command("threat_and_confirm", ["tables"])
    assert "The scalp is laid open" not in capsys.readouterr().out
    show_command("threat_and_confirm", ["tables"], addons=["threat_and_confirm-tables"])
    assert "The scalp is laid open" in capsys.readouterr().out


def test_a_name_too_long_for_the_column_does_not_move_it() -> None:
    long = "n" * 40
    found = list(laid_out([Entry("a", "first"), Entry(long, "second"), Entry("bcd", "third " * 8)], 40))
    assert found == [
        "  a    first",
        f"  {long}",
        "       second",
        "  bcd  third third third third third",
        "       third third third",
    ]


@pytest.mark.parametrize("path", SHOWN, ids=lambda path: path.stem)
def test_cases_written_from_what_is_told_pass(path: Path) -> None:
    report = run_file(path)
    assert (report.passed, report.failures, report.problems) == (2, [], [])


def test_there_are_cases_for_each_shipped_ruleset() -> None:
    assert {run_file(path).ruleset for path in SHOWN} == set(SHIPPED)
