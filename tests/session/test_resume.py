"""Going on: what is played again from the journal is what was played, event for event."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from itertools import count
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from crittui.errors import CrittuiError, FileError
from crittui.rules.commands import Act, Command, Edit, EndCombat, NextTurn, PassTime, Remark, SetCondition, SetOption
from crittui.rules.requests import ChooseRequest, Faces, Picked, RollRequest
from crittui.rules.ruleset import Ruleset
from crittui.rules.source import Source
from crittui.rules.state import Fight
from crittui.session.dice import RandomDice
from crittui.session.game import Game, resume_game
from crittui.session.journal import Journal, Progress
from tests.session.table import START, attack, compiled, duel, everything, play, pools

WHO = ("ann", "bob", "ghost")
AWKWARD = ("[/x]", "\x1b[2J", "x" * 300, "龍之介", "'); DROP TABLE entry; --")


def some_command(random: Random) -> Command:
    attacker, target = random.sample(WHO, 2)
    commands: list[Command] = [
        attack(attacker, target, random.choice(("sabre", "club")), random.randint(-3, 9)),
        Act("draw", (("fighter", attacker),)),
        NextTurn(),
        PassTime(random.choice(("round", "turn", "year")), random.randint(1, 3)),
        EndCombat(),
        Edit(attacker, random.choice(("hp", "guard", "nerve", "pace")), "", random.randint(-5, 15)),
        SetCondition(target, random.choice(("dazed", "bleeding", "wary", "old")), "", random.choice((None, 1, 2))),
        SetCondition(target, "broken", random.choice(("head", "chest")), random.choice((None, 1))),
        Remark(random.choice(AWKWARD)),
        SetOption("brutal", random.choice(("yes", "no"))),
        SetOption("floor", str(random.randint(-3, 3))),
    ]
    return random.choice(commands + commands[:3] * 3)


def some_move(game: Game, random: Random) -> None:
    """One thing that a table may do: mostly the sensible one, sometimes undo or redo in the middle of it."""
    chance = random.random()
    if chance < 0.15:
        game.undo()
    elif chance < 0.25:
        game.redo()
    elif isinstance(game.request, RollRequest):
        game.answer(RandomDice(random).roll(game.request))
    elif isinstance(game.request, ChooseRequest):
        offers = [offer.option for offer in game.request.offers]
        game.answer(Picked(tuple(random.sample(offers, game.request.pick))))
    else:
        try:
            game.submit(some_command(random))
        except CrittuiError:
            assert game.request is None


@contextmanager
def session() -> Iterator[tuple[Game, Path]]:
    with TemporaryDirectory() as directory:
        path = Path(directory) / "ford-1.crittui"
        with closing(duel(path)) as game:
            yield game, path


def resumed(path: Path) -> list[object]:
    with closing(resume_game(path, compiled, writing=False)) as game:
        return everything(game)


@settings(max_examples=15, deadline=None)
@given(st.integers(0, 2**32), st.integers(1, 100))
def test_what_is_resumed_is_what_was_played(seed: int, moves: int) -> None:
    random = Random(seed)
    with session() as (game, path), closing(resume_game(path, compiled, writing=False)) as watcher:
        for _ in range(moves):
            some_move(game, random)
            if random.random() < 0.05:
                watcher.follow()
                assert everything(watcher) == everything(game)
        assert resumed(path) == everything(game)


@settings(max_examples=25, deadline=None)
@given(st.integers(0, 2**32), st.integers(1, 80))
def test_undo_of_everything_is_the_start_and_redo_of_everything_the_end(seed: int, moves: int) -> None:
    random = Random(seed)
    game = duel()
    for _ in range(moves):
        some_move(game, random)
    while game.redo():
        pass
    end = everything(game)
    befores = []
    while chain := game.undo():
        befores.append(chain.before)
        assert game.fight == chain.before
    assert (game.fight, game.request) == (START, None)
    assert all(chain.undone for chain in game.chains)
    while game.redo():
        assert game.last is not None
        assert game.last.before == befores.pop()
    assert everything(game) == end


def test_a_chain_that_was_broken_off_goes_on_at_its_question(tmp_path: Path) -> None:
    path = tmp_path / "ford-1.crittui"
    with closing(duel(path)) as game:
        game.submit(attack("ann", "bob"))
        game.answer(Faces((15,)))
    with closing(resume_game(path, compiled)) as again:
        assert isinstance(again.request, ChooseRequest)
        again.answer(Picked(("none_at_all",)))
        again.answer(Faces((2,)))
        again.answer(Faces((4,)))
        assert pools(again)["bob"] == 6
        assert again.chains[0].complete


def test_a_text_with_markup_and_controls_reopens(tmp_path: Path) -> None:
    path = tmp_path / "ford-1.crittui"
    with closing(duel(path)) as game:
        for text in AWKWARD:
            game.submit(Remark(text))
    with closing(resume_game(path, compiled)) as again:
        assert [chain.command for chain in again.chains] == [Remark(text) for text in AWKWARD]


KILLED = """
import sys
from pathlib import Path
from random import Random
from crittui.session.game import resume_game
from tests.session.table import compiled
from tests.session.test_resume import some_move

game, random = resume_game(Path(sys.argv[1]), compiled), Random(int(sys.argv[2]))
while True:
    some_move(game, random)
    print(len(game.journal.entries()), flush=True)
"""


@pytest.mark.parametrize("acknowledged", [3, 40])
def test_kill_9_loses_nothing_that_was_seen(tmp_path: Path, acknowledged: int) -> None:
    path = tmp_path / "ford-1.crittui"
    duel(path).close()
    arguments = [sys.executable, "-c", KILLED, str(path), str(acknowledged)]
    child = subprocess.Popen(arguments, stdout=subprocess.PIPE, text=True, cwd=Path(__file__).parents[2])
    assert child.stdout
    with child.stdout as told:
        seen = [int(told.readline()) for _ in range(acknowledged)]
        child.kill()
        child.wait()
        seen += [int(line) for line in told.read().split()]
    with closing(resume_game(path, compiled)) as game:
        stored = len(game.journal.entries())
        assert stored in (seen[-1], seen[-1] + 1)
        twin, random = duel(), Random(acknowledged)
        for _ in count():
            if len(twin.journal.entries()) >= stored:
                break
            some_move(twin, random)
        assert everything(game) == everything(twin)


def test_a_resume_tells_how_far_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("crittui.session.game.TOLD_EVERY", 2)
    heard: list[float] = []
    with session() as (game, path):
        play(game, attack("ann", "bob"), [15, 3, 2])
        resume_game(path, compiled, writing=False, told=heard.append).close()
    assert heard == [0.0, 0.4, 0.8]


def test_a_second_program_is_told_and_may_watch(tmp_path: Path) -> None:
    path = tmp_path / "ford-1.crittui"
    with closing(duel(path)) as game:
        with pytest.raises(FileError, match="another program"):
            resume_game(path, compiled)
        with closing(resume_game(path, compiled, writing=False)) as watcher:
            play(game, attack("ann", "bob"), [15, 3, 2])
            assert watcher.follow() == 5
            assert watcher.follow() == 0
            assert everything(watcher) == everything(game)
            for attempt in (lambda: watcher.submit(NextTurn()), watcher.undo):
                with pytest.raises(CrittuiError, match="only being watched"):
                    attempt()
            assert everything(watcher) == everything(game)


def write(path: Path, *entries: tuple[str, str]) -> None:
    with closing(Journal.open(path)) as journal:
        for kind, data in entries:
            journal.append(kind, data, Progress())  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "entry", [("command", "nonsense"), ("answer", '["Remark",{"text":"a"}]'), ("undo", ""), ("redo", "")]
)
def test_entries_that_make_no_sense_are_damage_and_kept_aside(tmp_path: Path, entry: tuple[str, str]) -> None:
    path = tmp_path / "ford-1.crittui"
    duel(path).close()
    write(path, entry)
    with pytest.raises(FileError, match="damaged"):
        resume_game(path, compiled, writing=False)
    assert path.exists()
    with pytest.raises(FileError, match=r"entry 1.*kept aside as ford-1\.crittui\.corrupt"):
        resume_game(path, compiled)
    assert not path.exists()
    assert path.with_name("ford-1.crittui.corrupt").exists()


@pytest.mark.parametrize(
    "entry",
    [
        ("command", '["Act",{"action":"juggle","who":[],"weapon":"","inputs":[],"things":[]}]'),
        ("answer", '["Faces",{"faces":[1],"by_hand":false}]'),
        ("command", '["PassTime",{"unit":"week","count":1}]'),
    ],
)
def test_what_this_program_plays_otherwise_stays_where_it_is(tmp_path: Path, entry: tuple[str, str]) -> None:
    path = tmp_path / "ford-1.crittui"
    duel(path).close()
    write(path, entry)
    with pytest.raises(FileError, match=r"entry 1 can no longer be played.*crittui 0\.1\.0 wrote it"):
        resume_game(path, compiled)
    assert path.exists()


def test_a_ruleset_that_can_no_longer_be_read_frees_the_session(tmp_path: Path) -> None:
    path = tmp_path / "ford-1.crittui"
    duel(path).close()

    def unreadable(
        ruleset: Source, addons: tuple[Source, ...], encounter: Source, options: Mapping[str, str]
    ) -> tuple[Ruleset, Fight]:
        raise FileError("no such thing any more", ruleset.name)

    with pytest.raises(FileError, match="no such thing"):
        resume_game(path, unreadable)
    resume_game(path, compiled).close()
