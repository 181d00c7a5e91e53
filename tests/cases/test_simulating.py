"""`crittui simulate`: what it prints, how it says no, and that ctrl+c loses nothing that was played."""

from __future__ import annotations

import io
import json
import signal
import sys
from pathlib import Path
from typing import Any

import pytest

from crittui import progress
from crittui.cli import main
from crittui.session.simulation import Fought, Record, Simulation
from tests.session.test_simulation import RULES

ENCOUNTER = """
fight: yard
title: In the yard
ruleset: brawl
combatants:
  ann: {name: Ann, side: us, weapons: [club]}
  bob: {name: Bob, side: them, weapons: [fist, club]}
"""


@pytest.fixture
def yard(tmp_path: Path) -> Path:
    """A fight between two, beside its rules."""
    (tmp_path / "brawl.yaml").write_text(RULES.replace("{TIME}", "{minute: 4 rounds}"), encoding="utf-8")
    return fight(tmp_path, ENCOUNTER)


def fight(folder: Path, text: str) -> Path:
    path = folder / "yard.yaml"
    path.write_text(text, encoding="utf-8")
    return path


def told(capsys: pytest.CaptureFixture[str], *arguments: str) -> Any:
    assert main(["simulate", *arguments, "--json"]) == 0
    return json.loads(capsys.readouterr().out)


def test_the_report_tells_who_wins_how_long_it_takes_and_what_it_costs(
    yard: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["simulate", str(yard), "-n", "200", "--seed", "5"]) == 0
    out, err = capsys.readouterr()
    lines = out.splitlines()
    assert err == ""
    assert lines[0] == "In the yard · brawl · 200 fights, seed 5"
    wins = [float(line.split()[3]) for line in lines if "won by" in line]
    assert sum(wins) == 100
    assert wins[0] > wins[1] > 0
    assert any(line.startswith("  rounds ") and "on average" in line for line in lines)
    assert sum(line.endswith("of 6") for line in lines) == 2
    assert "undecided" not in out
    assert "the first foe" in out


def test_a_program_reads_the_same_numbers(yard: Path, capsys: pytest.CaptureFixture[str]) -> None:
    found = told(capsys, str(yard), "-n", "200", "--seed", "5", "--policy", "weakest", "--rounds", "3")
    assert (found["fight"], found["ruleset"], found["seed"], found["policy"]) == ("yard", "brawl", 5, "weakest")
    assert (found["fights"], found["complete"]) == (200, True)
    ends = [found["undecided"], found["nobody"], *found["wins"].values()]
    assert sum(end["fights"] for end in ends) == 200
    assert found["undecided"]["fights"] > 0
    assert found["rounds"]["most"] == found["rounds_at_most"] == 3
    ann, bob = found["combatants"]
    assert (ann["id"], ann["name"], ann["side"]) == ("ann", "Ann", "us")
    assert ann["out"]["fights"] == found["wins"]["them"]["fights"] + found["nobody"]["fights"]
    assert 0 <= bob["pools"]["hp"]["least"] <= bob["pools"]["hp"]["mean"] <= bob["pools"]["hp"]["most"] <= 6


def test_a_seed_repeats_the_report_and_none_is_told_so_that_it_can_be(
    yard: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    one = told(capsys, str(yard), "-n", "30")
    assert told(capsys, str(yard), "-n", "30", "--seed", str(one["seed"])) == one
    assert told(capsys, str(yard), "-n", "30", "--seed", str(one["seed"] + 1)) != one


@pytest.mark.parametrize("name", ["silver_dollar", "carn_brae", "taberna_del_gallo", "goblin_road"])
def test_every_ready_fight_can_be_simulated_by_its_name(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    found = told(capsys, name, "-n", "12", "--seed", "1")
    assert found["fight"] == name
    assert found["undecided"]["fights"] == 0


def test_fights_that_cannot_end_are_told_to_be_undecided(yard: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = fight(yard.parent, ENCOUNTER.replace("weapons: [club]", "asleep: yes").replace("[fist, club]", "[boulder]"))
    assert main(["simulate", str(path), "-n", "10", "--rounds", "7"]) == 0
    out = capsys.readouterr().out
    assert "undecided after 7 rounds  100.0 %" in out
    assert "No fight was decided" in out


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (("side: them", "side: us"), "there is nobody to fight: only 'us' is standing, give the combatants"),
        (("combatants:\n", "combatants: {}\nweapons:\n"), "yard.yaml"),
        (("weapons: [club]", "weapons: [clubb]"), "there is no weapon 'clubb', did you mean"),
        (("ruleset: brawl", "ruleset: brawll"), "brawll"),
    ],
    ids=lambda value: value[1] if isinstance(value, tuple) else "",
)
def test_what_cannot_be_fought_is_said(
    change: tuple[str, str], said: str, yard: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = fight(yard.parent, ENCOUNTER.replace(*change))
    assert main(["simulate", str(path)]) == 1
    out, err = capsys.readouterr()
    assert out == ""
    assert said in err
    assert "Traceback" not in err


def test_a_house_rule_changes_what_comes_of_it(capsys: pytest.CaptureFixture[str]) -> None:
    usual = told(capsys, "silver_dollar", "-n", "40", "--seed", "2")
    option = ["--option", "head_critical=off"]
    assert main(["simulate", "silver_dollar", "-n", "40", "--seed", "2", *option]) == 0
    assert "natural20, head_critical=off · 40 fights" in capsys.readouterr().out
    found = told(capsys, "silver_dollar", "-n", "40", "--seed", "2", *option)
    assert found.pop("options") == ["head_critical=off"]
    assert usual.pop("options") == []
    assert found != usual
    assert (
        told(capsys, "silver_dollar", "-n", "40", "--seed", "2", "--option", "head_critical=any_hit")["wins"]
        == usual["wins"]
    )


@pytest.mark.parametrize(
    ("option", "said"),
    [
        ("dead_at=x", "--option: there is no house rule 'dead_at', did you mean 'death_at'?"),
        ("death_at", "--option: 'death_at' says no value, write NAME=VALUE"),
        ("death_at=never", "--option: death_at: "),
    ],
)
def test_a_house_rule_that_is_none_is_wrong_usage(option: str, said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["simulate", "silver_dollar", "--option", option]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert said in err


def test_an_unknown_fight_is_told_with_what_there_is(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["simulate", "nowhere"]) == 1
    assert "there is no fight 'nowhere', name a file, or one of silver_dollar" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["-n", "0"], "argument -n/--fights: '0' is no whole number from 1 up"),
        (["-n", "many"], "argument -n/--fights: 'many' is no whole number from 1 up"),
        (["--policy", "best"], "argument --policy: invalid choice: 'best'"),
        (["--rounds", "-1"], "argument --rounds: '-1' is no whole number from 1 up"),
    ],
)
def test_wrong_numbers_are_wrong_usage(arguments: list[str], told: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["simulate", "silver_dollar", *arguments]) == 2
    assert told in capsys.readouterr().err


def interrupt_at(monkeypatch: pytest.MonkeyPatch, number: int, times: int = 1) -> None:
    """Press ctrl+c while this fight is fought."""
    fight_once, fought = Simulation.fight_once, [0]

    def fight(self: Simulation, record: Record | None = None) -> Fought:
        fought[0] += 1
        for _ in range(times if fought[0] == number else 0):
            signal.raise_signal(signal.SIGINT)
        return fight_once(self, record)

    monkeypatch.setattr(Simulation, "fight_once", fight)


def test_ctrl_c_reports_what_was_played(
    yard: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    interrupt_at(monkeypatch, 4)
    before = signal.getsignal(signal.SIGINT)
    assert main(["simulate", str(yard), "-n", "100", "--json"]) == 130
    out, err = capsys.readouterr()
    assert err == "interrupted after 4 of 100 fights\n"
    found = json.loads(out)
    assert (found["fights"], found["complete"]) == (4, False)
    assert signal.getsignal(signal.SIGINT) is before


def test_a_second_ctrl_c_ends_everything(
    yard: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    interrupt_at(monkeypatch, 4, times=2)
    assert main(["simulate", str(yard), "-n", "100"]) == 130
    assert capsys.readouterr() == ("", "")


def test_who_ignores_ctrl_c_is_not_interrupted(
    yard: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """As behind `nohup`."""
    interrupt_at(monkeypatch, 4)
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        assert main(["simulate", str(yard), "-n", "10"]) == 0
    finally:
        signal.signal(signal.SIGINT, before)
    assert "10 fights" in capsys.readouterr().out


class Screen(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_progress_is_shown_on_a_terminal_only_and_wiped_away(yard: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(progress, "EVERY", 0)
    monkeypatch.setattr(progress, "PATIENCE", 0)
    screen = Screen()
    monkeypatch.setattr(sys, "stderr", screen)
    assert main(["simulate", str(yard), "-n", "4"]) == 0
    shown = screen.getvalue().split("\r")
    assert f"[{'#' * 12}{'.' * 12}] 2 of 4 fights" in shown
    assert shown[-1] == ""
    assert shown[-2].strip() == ""
    assert len(shown[-2]) == len(shown[-3])
