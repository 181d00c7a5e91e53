"""From what a chain asks to its prompt: what each option will take, and what it may cost."""

from __future__ import annotations

from crittui.options import PlayOptions
from crittui.rules.commands import Act
from crittui.rules.events import Chosen
from crittui.rules.requests import ChooseRequest, Picked
from crittui.rules.source import Source
from crittui.session.game import begin_game
from crittui.session.journal import Head
from crittui.tui.asking import ask_for
from crittui.tui.playing import Playing
from crittui.tui.prompts.ask import Ask
from crittui.tui.sitting import prepare_sitting
from tests.session.table import compiled

RULES = """
ruleset: {id: yard}
stats: {dodge: 6, parry: 7, hp: {pool: 9}}
weapon:
  tricks: {list: {grade: {choice: [minor, major]}, needs: {choice: [nothing, a_hit]}}}
conditions:
  fallen: {label: Fallen (on the ground)}
  maimed: {wound: maimed}
  dead: {while: hp <= 3, out: yes}
tables: {mishap: {dice: d4, rows: {1-4: The blade breaks.}}}
actions:
  attack:
    kind: attack
    who: [attacker, target]
    steps:
      - choose: trick
        options: {own: {each: weapon.tricks}, without: Without}
      - choose: defense
        by: target
        options: {dodge: Dodge, parry: Parry, nothing: No defense}
      - roll: defends
        when: defense is (dodge or parry)
        by: target
        dice: 3d6
        under: {target.dodge: defense is dodge, target.parry: otherwise}
        outcomes: {fumble: total >= 17, success: success, failure: otherwise}
      - apply: fallen
        when: defends is fumble and defense is dodge
      - lookup: broken
        table: mishap
        label: Mishap
        when: defends is fumble and defense is parry
      - roll: damage
        dice: d6
        when: defends is not success
      - damage: hp
        amount: damage
      - apply: maimed
        when: damage > 0
weapons: {knife: {tricks: {Pommel: {grade: major, needs: a_hit}}}}
words: {a_hit: a hit, Pommel: the pommel}
"""
BLOW = Act("attack", (("attacker", "ann"), ("target", "bob")), "knife", ())
FIGHT = "ruleset: yard\nfight: yard\ncombatants: {ann: {weapons: [knife]}, bob: {}}\n"


def playing() -> Playing:
    rules, fight = Source("yard.yaml", RULES), Source("fight.yaml", FIGHT)
    game = begin_game(None, Head("yard", "The yard", "", "0", rules, fight), *compiled(rules, (), fight))
    game.submit(BLOW)
    options = PlayOptions(motion="none", seed=1)
    return prepare_sitting(options, {"TERM": "xterm-256color"}).play(game)


def asked(at: Playing) -> Ask:
    request, chain = at.game.request, at.game.last
    assert isinstance(request, ChooseRequest)
    assert chain is not None
    return ask_for(request, chain.course, at.presenter)


def test_an_entry_tells_its_grades() -> None:
    assert [(option.label, option.words) for option in asked(playing()).options] == [
        ("the pommel", "major, a hit"),
        ("Without", ""),
    ]


def test_a_defence_tells_its_goal_its_chance_and_its_price() -> None:
    at = playing()
    at.game.answer(Picked(("without",)))
    state = asked(at)
    assert [(option.goal, option.chance, option.words) for option in state.options] == [
        ("≤ 6", "9.3%", "if fumbled: fallen"),
        ("≤ 7", "16.2%", "if fumbled: Mishap"),
        ("", "", ""),
    ]
    assert state.options[state.active].option == "parry"
    figures = [(figure.name, figure.value) for figure in state.live.figures]
    assert (state.live.lead, figures) == ("if it lands", [("dmg", "3.5"), ("maimed", "always"), ("drop", "17%")])


def test_the_likeliest_can_be_taken_without_being_asked() -> None:
    at = playing()
    at.table.answer(Picked(("without",)))
    at.table.ask()
    at.table.press("A")
    assert defences(at) == ["parry"]
    at.game.submit(BLOW)
    at.table.answer(Picked(("without",)))
    assert defences(at) == ["parry", "parry"]


def defences(at: Playing) -> list[str]:
    chosen = [event for chain in at.game.chains for event in chain.events if isinstance(event, Chosen)]
    return [event.options[0] for event in chosen if event.id == "defense"]
