"""The call strip and the called shot together: what is aimed at is seen, and goes where the body goes."""

from __future__ import annotations

from dataclasses import replace

from crittui.files.rulesets import read_ruleset
from crittui.rules.combatant import enlist
from crittui.rules.commands import Act
from crittui.rules.ruleset import Ruleset
from crittui.rules.source import Source
from crittui.rules.state import Fight
from crittui.session.dice import ScriptedDice, drive
from crittui.session.game import Game, begin_game
from crittui.session.journal import Head
from tests.session.table import compiled
from tests.tui.tabletop import HERE, app, screen_text, settle

HOUND = """
  hound:
    dice: d6
    locations:
      head: {roll: 1-3}
      tail: {roll: 4-6}
"""


def game_with_a_hound() -> Game:
    """Ann and Bob, a hound, and a penalty of 7 for the chest."""
    text = (HERE / "duel.yaml").read_text(encoding="utf-8")
    text = text.replace("\nconditions:", HOUND + "\nconditions:", 1)
    text = text.replace("edge: edge}", "edge: edge, aimed: -7 if aim is chest else 0}", 1)
    text = text.replace("  duellist: {}", "  duellist: {}\n  hound: {body: hound}", 1)
    read = read_ruleset([Source("duel.yaml", text)])
    assert read.model is not None, read.problems.sorted
    rules = Ruleset(read.model, read.digest)
    ann = enlist(rules, "ann", rules.creatures["duellist"], "Ann", ("blade",))
    bob = replace(ann, id="bob", name="Bob")
    rex = enlist(rules, "rex", rules.creatures["hound"], "Rex", ())
    head = Head("duel", "A Duel", "The Yard", "0", Source("duel.yaml", text), Source("duel", ""))
    return begin_game(None, head, rules, Fight({"ann": ann, "bob": bob, "rex": rex}, ("ann", "bob", "rex")))


async def test_the_strip_shows_where_it_is_aimed_and_another_body_drops_that() -> None:
    of = game_with_a_hound()
    application = app(of, [1])
    async with application.run_test(size=(80, 24)) as pilot:

        async def pressed(*keys: str) -> str:
            await pilot.press(*keys)
            await settle(pilot, application)
            return screen_text(application)

        await pressed("n", "a", "2", "c", "tab")
        text = await pressed("enter")
        assert "2 Bob   · chest −7" in text
        text = await pressed("3")
        assert "3 Rex" in text
        assert "chest" not in text
        text = await pressed("2")
        assert "· chest" not in text
        await pressed("enter")
        command = of.chains[-1].command
        assert isinstance(command, Act)
        assert "aim" not in dict(command.inputs)


async def test_another_target_is_aimed_at_in_the_same_place_where_it_has_one() -> None:
    application = app(game_with_a_hound(), [1])
    async with application.run_test(size=(80, 24)) as pilot:

        async def pressed(*keys: str) -> str:
            await pilot.press(*keys)
            await settle(pilot, application)
            return screen_text(application)

        first = await pressed("n", "c", "2")
        assert "chest" not in aimed_at(first)
        assert "chest" in aimed_at(await pressed("tab"))
        assert "chest" in aimed_at(await pressed("2"))
        assert "chest" not in aimed_at(await pressed("3"))


def aimed_at(text: str) -> str:
    return next(line for line in text.splitlines() if "aim at" in line)


async def test_what_the_record_did_last_can_be_done_again() -> None:
    of = game_with_a_hound()
    blow = Act("attack", (("attacker", "ann"), ("target", "rex")), "blade", (("aim", ""),))
    of.submit(blow)
    drive(of, ScriptedDice([5, 5, 5, 5, 5]))
    application = app(of, [2, 2, 2, 2, 2])
    async with application.run_test(size=(80, 24)) as pilot:
        await pilot.press(".")
        await settle(pilot, application)
    assert [chain.command for chain in of.chains if isinstance(chain.command, Act)] == [blow, blow]


TWO_WAYS = """
ruleset: {id: yard}
stats: {hp: {pool: 9}}
actions:
  strike: {kind: attack, label: Strike, who: [attacker, target], steps: [{roll: blow, dice: d6}]}
  shove: {kind: attack, label: Shove, who: [attacker, target], steps: [{roll: push, dice: d6}]}
"""
YARD = "ruleset: yard\nfight: yard\ncombatants: {ann: {name: Ann}, bob: {name: Bob}, cid: {name: Cid}}\n"


async def test_another_action_of_the_same_kind_is_a_key_in_the_prompt_and_stays_the_usual_one() -> None:
    rules, yard = Source("yard.yaml", TWO_WAYS), Source("fight.yaml", YARD)
    game = begin_game(None, Head("yard", "The yard", "", "0", rules, yard), *compiled(rules, (), yard))
    application = app(game, [1, 2, 3])
    async with application.run_test(size=(80, 24)) as pilot:

        async def pressed(*keys: str) -> str:
            await pilot.press(*keys)
            await settle(pilot, application)
            return screen_text(application)

        text = await pressed("a", "3")
        assert "─ Strike by Ann ─" in text
        assert [line.split()[-3:] for line in text.splitlines() if "Shove" in line] == [["or", "h", "Shove"]]
        text = await pressed("h")
        assert "─ Shove by Ann ─" in text
        assert "3 Cid" in text
        await pressed("enter")
        assert "─ Shove by Ann ─" in await pressed("a")
        await pressed("enter")
    assert [chain.command for chain in game.chains if isinstance(chain.command, Act)] == [
        Act("shove", (("attacker", "ann"), ("target", "cid")), "", ()),
        Act("shove", (("attacker", "ann"), ("target", "cid")), "", ()),
    ]
