"""Commands, answers, undo and redo: nothing half done, nothing forgotten."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from crittui.errors import AnswerError, CrittuiError, Refused
from crittui.rules.apply import apply_all
from crittui.rules.commands import Act, Command, Edit, NextTurn, PassTime, Remark, SetCondition, SetOption
from crittui.rules.events import Chosen, PoolChanged, Rolled, Started
from crittui.rules.requests import Answer, ChooseRequest, Faces, Natural, Picked, RollRequest
from crittui.session.dice import ScriptedDice, drive
from crittui.session.game import Game, resume_game
from tests.session.table import START, attack, compiled, duel, everything, play, pools


def stored(game: Game) -> list[str]:
    return [entry.kind for entry in game.journal.entries()]


def test_a_blow_is_a_chain() -> None:
    game = duel()
    chain = game.submit(attack("ann", "bob", bonus=1))
    assert (chain.number, chain.complete, chain.before) == (1, False, START)
    assert isinstance(game.request, RollRequest)
    assert (game.request.id, game.request.by, game.request.goal) == ("attack", "ann", 12)
    game.answer(Faces((9,), by_hand=True))
    assert isinstance(game.request, ChooseRequest)
    assert [offer.option for offer in game.request.offers] == ["parry", "none_at_all"]
    game.answer(Picked(("parry",)))
    drive(game, ScriptedDice(by_id={"parry": [14], "location": [3], "damage": [3]}))
    assert chain.complete
    assert game.request is None
    rolled = [(e.id, e.total, e.outcome, e.by_hand) for e in chain.events if isinstance(e, Rolled)]
    assert rolled == [
        ("attack", 12, "hit", True),
        ("parry", 14, "struck", False),
        ("location", 3, "", False),
        ("damage", 3, "", False),
    ]
    assert isinstance(chain.events[0], Started)
    assert pools(game) == {"ann": 10, "bob": 7, "ghost": 10}
    assert game.fight == chain.after == apply_all(START, chain.events)


def test_in_an_open_chain_the_fight_is_where_the_chain_is() -> None:
    game = duel()
    chain = game.submit(attack("ann", "bob"))
    game.answer(Faces((15,)))
    game.answer(Picked(("parry",)))
    assert game.fight.combatants["bob"].values["guard"] == 0
    assert game.fight == apply_all(START, chain.events)


@pytest.mark.parametrize(
    ("command", "words"),
    [
        (attack("ann", "ann"), "two roles"),
        (attack("ann", "nobody"), "nobody"),
        (Act("juggle", ()), "juggle"),
        (PassTime("week"), "week"),
        (PassTime("round", 0), "0 round"),
        (PassTime("round", 10**9), "cannot pass at once"),
        (Edit("ann", "mana", "", 1), "mana"),
        (Edit("ann", "hp", "head", 1), "hp@head"),
        (Edit("zed", "hp", "", 1), "zed"),
        (Edit("ann", "hp", "", 1_000_001), "beyond all measure"),
        (Edit("ann", "hp", "", -1_000_001), "beyond all measure"),
        (SetCondition("ann", "happy", "", 1), "happy"),
        (SetCondition("ann", "down", "", 1), "by itself"),
        (SetCondition("ann", "dazed", "head", 1), "no place"),
        (SetCondition("ann", "broken", "", 1), "needs a place"),
        (SetCondition("ann", "broken", "wing", 1), "needs a place"),
        (SetCondition("ann", "dazed", "", None), "has no dazed"),
        (SetCondition("ann", "dazed", "", 10**12), "beyond all measure"),
        (Remark("  \n"), "nothing is noted"),
        (Remark("x" * 20_000), "too long"),
        (Remark("\udcff"), "cannot be stored"),
        (SetOption("mercy", "yes"), "mercy"),
        (SetOption("brutal", "perhaps"), "perhaps"),
        (SetOption("floor", "-1.5"), "-1.5"),
    ],
)
def test_what_is_refused_changes_nothing_and_is_not_stored(command: Command, words: str) -> None:
    game = duel()
    before = everything(game)
    with pytest.raises(CrittuiError, match=words):
        game.submit(command)
    assert everything(game) == before
    assert stored(game) == []


def test_the_rules_refuse_in_their_own_words() -> None:
    game = duel()
    assert game.refusal(attack("ann", "bob")) == ""
    game.submit(SetCondition("ann", "dazed", "", 1))
    assert game.refusal(attack("ann", "bob")) == "Not while dazed"
    with pytest.raises(Refused, match="Not while dazed"):
        game.submit(attack("ann", "bob"))
    assert len(game.chains) == 1


@pytest.mark.parametrize("answer", [Faces((21,)), Faces((1, 2)), Faces(()), Natural(0), Picked(("parry",))])
def test_a_wrong_answer_changes_nothing_and_is_not_stored(answer: Answer) -> None:
    game = duel()
    game.submit(attack("ann", "bob"))
    before = everything(game)
    with pytest.raises(AnswerError):
        game.answer(answer)
    assert everything(game) == before
    assert stored(game) == ["command"]
    game.answer(Faces((20,)))


def test_nothing_else_can_be_done_while_something_is_asked() -> None:
    game = duel()
    with pytest.raises(AnswerError, match="nothing is asked"):
        game.answer(Faces((1,)))
    game.submit(attack("ann", "bob"))
    before = everything(game)
    with pytest.raises(Refused, match="still asked"):
        game.submit(NextTurn())
    assert everything(game) == before


def test_what_cannot_be_stored_does_not_happen(tmp_path: Path) -> None:
    path = tmp_path / "ford-1.crittui"
    with closing(duel(path)) as game, closing(sqlite3.connect(path, isolation_level=None)) as other:
        game.submit(attack("ann", "bob"))
        before = everything(game)
        game.journal._connection.execute("PRAGMA busy_timeout = 0")
        other.execute("BEGIN IMMEDIATE")
        for attempt in (lambda: game.answer(Faces((20,))), game.undo):
            with pytest.raises(CrittuiError, match="nothing was saved"):
                attempt()
            assert everything(game) == before
        other.execute("ROLLBACK")
        play_on = ScriptedDice([20, 3, 5])
        drive(game, play_on)
        game.answer(Picked(("none_at_all",)))
        drive(game, play_on)
        after = everything(game)
    with closing(resume_game(path, compiled)) as again:
        assert everything(again) == after


def test_undo_takes_back_a_whole_chain_with_all_its_effects() -> None:
    game = duel()
    play(game, attack("ann", "bob"), [15, 3, 6])
    assert set(game.fight.combatants["bob"].conditions) == {"bleeding", "broken@chest"}
    assert game.undo() is game.chains[0]
    assert game.fight == START
    assert game.chains[0].undone
    assert len(game.chains) == 1
    assert game.undo() is None


def test_undo_takes_back_an_unfinished_chain_and_redo_asks_again() -> None:
    game = duel()
    game.submit(attack("ann", "bob"))
    game.answer(Faces((15,)))
    before = everything(game)
    game.undo()
    assert (game.fight, game.request) == (START, None)
    game.redo()
    assert everything(game) == before
    game.answer(Picked(("none_at_all",)))


def test_redo_brings_back_the_same_chain_event_for_event() -> None:
    game = duel()
    play(game, attack("ann", "bob"), [15, 3, 6])
    play(game, attack("bob", "ann"), [15, 3, 2])
    after, chains = everything(game), list(game.chains)
    assert (game.undo(), game.undo(), game.undo()) == (chains[1], chains[0], None)
    assert (game.redo(), game.redo(), game.redo()) == (chains[0], chains[1], None)
    assert everything(game) == after


def test_a_new_command_ends_what_can_be_brought_back_and_no_number_comes_twice() -> None:
    game = duel()
    for _ in range(2):
        play(game, attack("ann", "bob"), [5])
    game.undo()
    play(game, attack("bob", "ann"), [6])
    assert game.redo() is None
    assert [(chain.number, chain.undone) for chain in game.chains] == [(1, False), (2, True), (3, False)]
    game.undo()
    game.undo()
    assert [chain.undone for chain in game.chains] == [True, True, True]
    game.redo()
    assert [chain.undone for chain in game.chains] == [False, True, True]


def test_a_refused_command_keeps_what_can_be_brought_back() -> None:
    game = duel()
    play(game, attack("ann", "bob"), [5])
    game.undo()
    with pytest.raises(CrittuiError):
        game.submit(attack("ann", "ann"))
    assert game.redo() is game.chains[0]


def test_a_spent_point_comes_back_with_undo() -> None:
    game = duel()
    game.submit(attack("ann", "bob"))
    game.answer(Faces((15,)))
    game.answer(Picked(("parry",)))
    assert game.fight.combatants["bob"].values["guard"] == 0
    game.undo()
    assert game.fight.combatants["bob"].values["guard"] == 1


def test_a_choice_of_one_is_made_and_told() -> None:
    game = duel()
    game.submit(Edit("bob", "guard", "", 0))
    play(game, attack("ann", "bob"), [15, 3, 2])
    chosen = [event for event in game.chains[1].events if isinstance(event, Chosen)]
    assert [(event.options, event.auto) for event in chosen] == [(("none_at_all",), True)]


def test_the_journal_holds_every_step_in_order() -> None:
    game = duel()
    play(game, attack("ann", "bob"), [15, 3, 2])
    game.undo()
    game.redo()
    assert stored(game) == ["command", "answer", "answer", "answer", "answer", "undo", "redo"]
    assert (game.journal.progress().actions, game.journal.progress().turn) == (1, "")


def test_whoever_writes_has_nothing_to_catch_up_with() -> None:
    game = duel()
    play(game, attack("ann", "bob"), [15, 3, 2])
    game.undo()
    assert game.follow() == 0
    assert len(game.chains) == 1


def test_pools_before_and_after_stand_in_the_events() -> None:
    game = duel()
    play(game, attack("ann", "bob", "club"), damage=[11], attack=[15], location=[3])
    changed = [event for event in game.chains[0].events if isinstance(event, PoolChanged)]
    assert [(event.before, event.after) for event in changed] == [(10, -1)]
