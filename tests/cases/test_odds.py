"""`crittui odds` tells the odds of a call, one in full or several side by side, and says what was not understood."""

from __future__ import annotations

import json
import sys
from collections.abc import Generator
from fractions import Fraction
from io import StringIO
from itertools import count
from types import SimpleNamespace
from typing import Any

import pytest

from crittui import cli, progress
from crittui.cases import odds
from crittui.cases.odds_calls import meant
from crittui.cases.odds_text import percentage
from crittui.errors import UsageError
from crittui.files.encounters import encounter_from, encounter_sources
from crittui.files.fights import encounter_path
from crittui.rules.commands import Act
from crittui.rules.odds import Chances, chances

MIRA = ("silver_dollar", "--actor", "mira", "--target", "cole")
ALDRIC = ("carn_brae", "--actor", "aldric", "--target", "wulf")
ISOLDE = ("carn_brae", "--actor", "aldric", "--target", "isolde")
ANA = ("taberna_del_gallo", "--actor", "ana", "--target", "chirlo")


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    status = cli.main(["odds", *arguments])
    told = capsys.readouterr()
    return status, told.out, told.err


def known(fight: str, act: Act) -> Chances:
    encounter = encounter_from(*encounter_sources(encounter_path(fight)))
    return chances(encounter.ruleset, encounter.fight, act)


def test_one_call_is_told_in_full(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, err = run(capsys, *MIRA, "--weapon", "sabre", "--input", "situation=2")
    assert (status, err) == (0, "")
    lines = out.splitlines()
    assert lines[0] == "Mira Stonehand → Black Cole · attack · natural20 · sabre"
    assert "  miss                           40.00 %  ##########" in lines
    assert any(line.startswith("Black Cole: Hit Points 38 now, ") for line in lines)
    assert any(line.startswith("  Black Cole: bleeding ") for line in lines)
    assert any(line.startswith("  left hand ") and "3.00 %" in line for line in lines)
    assert lines[-1].startswith("exact: every branch counted, ")


def test_a_program_gets_every_chance_as_an_exact_fraction(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, _ = run(capsys, *MIRA, "--weapon", "sabre", "--json")
    assert status == 0
    told = json.loads(out)
    (call,) = told["calls"]
    found = known("silver_dollar", Act("attack", (("attacker", "mira"), ("target", "cole")), "sabre"))
    assert (told["fight"], told["ruleset"], call["exact"], call["permitted"]) == (
        "silver_dollar",
        "natural20",
        True,
        True,
    )
    assert Fraction(call["hit"]["exact"]) == found.hit() == Fraction(1, 2)
    assert call["hit"]["chance"] == 0.5
    pool = call["pools"]["cole"]["con"]
    assert Fraction(pool["expected"]["exact"]) == found.expected("cole", "con")
    assert sum(Fraction(value["exact"]) for value in pool["values"].values()) == 1
    assert Fraction(call["gained"]["cole"]["severed"]["exact"]) == found.share(found.gained["cole", "severed"])
    assert Fraction(call["places"]["cole"]["head"]["exact"]) == Fraction(1, 40)
    together = call["together"]["cole"]
    assert sum(Fraction(one["exact"]) for one in together) == 1
    assert together[0]["pools"] == {"hp": 38, "con": 12}


def test_several_stand_side_by_side(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, _ = run(capsys, *MIRA, "--weapon", "all", "--location", "random", "--location", "head")
    assert status == 0
    rows = [line for line in out.splitlines() if line.startswith(("  peacemaker", "  sabre"))]
    assert [row.split("  ")[1] for row in rows] == [
        "peacemaker",
        "peacemaker, Head (Brain)",
        "sabre",
        "sabre, Head (Brain)",
    ]
    assert rows[1].split()[3:7] == ["50.00", "%", "50.00", "%"]


def test_a_table_is_as_wide_as_the_terminal_and_names_what_it_leaves_out(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    aimed = (*ALDRIC, "--weapon", "all", "--location", "random", "--location", "jaw")
    _, whole, _ = run(capsys, *aimed)
    (head,) = [line for line in whole.splitlines() if line.lstrip().startswith("hit ")]
    assert head.split()[:5] == ["hit", "critical", "−Hit", "points", "out"]
    assert "down" not in head
    assert "internal shock" in head
    monkeypatch.setattr("sys.stdout.isatty", lambda: True, raising=False)
    monkeypatch.setenv("COLUMNS", "80")
    _, narrow, _ = run(capsys, *aimed)
    assert max(map(len, narrow.splitlines())) <= 80
    assert "82.51 %    1.85 %" in narrow
    assert "no room for: " in narrow
    assert "internal shock" in " ".join(narrow[narrow.index("no room for: ") :].split())


def test_all_places_are_those_that_may_be_aimed_at(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, _ = run(capsys, *ALDRIC, "--location", "all", "--json")
    assert status == 0
    calls = json.loads(out)["calls"]
    places = [call["location"] for call in calls]
    assert "nose" in places
    assert "vitals" not in places
    assert all(call["permitted"] for call in calls)


def test_what_is_not_permitted_is_said_in_the_words_of_the_rule(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, _ = run(capsys, *ALDRIC, "--location", "vitals")
    assert (status, out.splitlines()[-1]) == (1, "not permitted: M or T only")
    status, out, _ = run(capsys, *ALDRIC, "--location", "vitals", "--location", "nose")
    assert status == 0
    assert "  broadsword, vitals  not permitted: M or T only" in out
    status, out, _ = run(capsys, *ALDRIC, "--location", "vitals", "--json")
    assert status == 1
    assert json.loads(out)["calls"][0]["refused"] == "M or T only"


def test_choices_are_given_or_made_as_is_best_for_the_target(capsys: pytest.CaptureFixture[str]) -> None:
    def hit(*more: str) -> tuple[float, dict[str, Any]]:
        _, out, _ = run(capsys, *ALDRIC, "--json", *more)
        (call,) = json.loads(out)["calls"]
        return call["hit"]["chance"], call["choices"]["defense"]["taken"]

    usual, dodges = hit()
    given, blocks = hit("--choose", "defense=block")
    best, parries = hit("--policy", "best")
    assert (set(dodges), set(blocks), set(parries)) == ({"dodge"}, {"block"}, {"parry"})
    assert hit("--policy", "proposed") == (best, parries)
    assert best < usual
    assert best < given


def test_what_is_used_counts(capsys: pytest.CaptureFixture[str]) -> None:
    """A buckler lets a defence that is a critical open the guard."""

    def call(*more: str) -> dict[str, Any]:
        _, out, _ = run(capsys, *ANA, "--json", *more)
        (told,) = json.loads(out)["calls"]
        return told  # type: ignore[no-any-return]

    bare, shielded = call(), call("--use", "defensa_con=rod")
    assert (bare["uses"], shielded["uses"]) == ({}, {"defensa_con": "rodela"})
    assert "Abre la guardia" not in str(bare["choices"])
    assert "Abre la guardia" in str(shielded["choices"])


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("silver_dollar", "--actor", "meera", "--target", "cole"), "--actor: there is no combatant 'meera'"),
        (("silver_dollar", "--actor", "mira"), "--target: attack needs somebody to act upon, there is anselm,"),
        ((*MIRA, "--weapon", "sabr"), ""),
        ((*MIRA, "--weapon", "sword"), "--weapon: there is no weapon 'sword', there is"),
        ((*MIRA, "--location", "hed"), "--location: there is no location 'hed', did you mean 'head'?"),
        ((*MIRA, "--location", "upper"), "--location: 'upper' means several: upper_left_arm,"),
        ((*MIRA, "--action", "atack"), "--action: there is no action 'atack', did you mean 'attack'?"),
        ((*MIRA, "--input", "situation"), "--input: 'situation' says no value, write NAME=VALUE"),
        (
            (*MIRA, "--input", "situatoin=2"),
            "--input: there is no input of attack 'situatoin', did you mean 'situation'?",
        ),
        ((*MIRA, "--input", "called=head", "--location", "chest"), "--location: the place is given twice, leave out"),
        ((*ANA, "--use", "defensa_con=escudo"), "--use: there is no rasgo 'escudo', there is acrobacias, rodela"),
        ((*ANA, "--use", "rodela=defensa_con"), "--use: there is no use of ataque 'rodela', there is defensa_con"),
        ((*ALDRIC, "--choose", "defense=bock"), "--choose: defense has no option 'bock', did you mean 'block'?"),
        (
            ("carn_brae", "--actor", "aldric", "--target", "wulf", "--location", "tail"),
            "--location: there is no location 'tail', there is",
        ),
        ((*MIRA, "--input", "situation=abc"), "--input: situation: 'abc' is not a whole number, write one like -2"),
        ((*MIRA, "--input", "situation=1.5"), "--input: situation: '1.5' is not a whole number, write one like -2"),
        ((*MIRA, "--input", "situation=9999999999"), "--input: situation: '9999999999' has more than 9 digits"),
        (
            (*ALDRIC, "--input", "from_behind=maybe"),
            "--input: from_behind: 'maybe' is neither yes nor no, write yes or no",
        ),
        (
            (*ISOLDE, "--choose", "defense=parry"),
            "--choose: defense does not offer 'parry' here, there is dodge",
        ),
        (
            (*ALDRIC, "--input", "no_defense=yes", "--choose", "defense=parry"),
            "--choose: defense is not asked here, leave it out",
        ),
        (
            (*ALDRIC, "--choose", "defense=dodge", "--choose", "def=parry"),
            "--choose: defense is given twice, leave one of them out",
        ),
        ((*MIRA, "--input", "situation=1", "--input", "situation=2"), "--input: situation is given twice, leave one"),
        ((*MIRA, "--choose", "a=b"), "--choose: there is no choice 'a', there is none here"),
        ((*ALDRIC, "--choose", "defence=block"), "--choose: there is no choice 'defence', did you mean 'defense'?"),
        (
            ("taberna_del_gallo", "--actor", "ana", "--target", "luis", "--location", "x"),
            "--location: ataque cannot be",
        ),
    ],
)
def test_what_is_not_understood_is_said_with_what_there_is(
    capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...], told: str
) -> None:
    status, _, err = run(capsys, *arguments)
    assert status == (2 if told else 0)
    assert err.startswith(told)
    assert "Traceback" not in err


@pytest.mark.parametrize("name", ["nowhere", ""])
def test_a_fight_that_is_none_is_an_error(capsys: pytest.CaptureFixture[str], name: str) -> None:
    status, _, err = run(capsys, name, "--actor", "mira")
    assert (status, err.startswith(f"there is no fight {name!r}, name a file, or one of ")) == (1, True)


def test_a_name_is_meant_without_its_accents() -> None:
    assert meant("Capitan", {"orduña": ("Capitán Orduña",)}, "x", "") == "orduña"
    assert meant("orduna", {"orduña": ("Capitán Orduña",)}, "x", "") == "orduña"


def test_a_name_is_meant_by_its_beginning_if_only_one_begins_so() -> None:
    people = {"ann": ("Ann Archer",), "anna": ("Anna Bold",), "bob": ("Old Bob",)}
    assert meant("ann", people, "x", "") == "ann"
    assert meant("anna b", people, "x", "") == "anna"
    assert meant("OLD", people, "x", "") == "bob"
    with pytest.raises(UsageError, match="'an' means several: ann, anna"):
        meant("an", people, "x", "")


def test_a_small_chance_keeps_its_last_digit_that_counts() -> None:
    shares = (Fraction(0), Fraction(1), Fraction(1, 8), Fraction(1, 30000), Fraction(99999, 100000))
    assert [percentage(share) for share in shares] == ["never", "always", "12.50 %", "0.003 %", "99.99 %"]


class Terminal(StringIO):
    """Somebody watches."""

    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(("seconds", "shown"), [(0.2, True), (0.001, False)])
def test_long_work_shows_how_far_it_is_to_whoever_watches(
    monkeypatch: pytest.MonkeyPatch, seconds: float, shown: bool
) -> None:
    def work() -> Generator[float, None, str]:
        for part in range(10):
            yield part / 10
        return "done"

    clock = count()
    monkeypatch.setattr(progress, "time", SimpleNamespace(monotonic=lambda: next(clock) * seconds))
    watched, unseen = Terminal(), StringIO()
    monkeypatch.setattr(sys, "stderr", watched)
    assert odds._watched(work()) == "done"
    told = watched.getvalue()
    assert ("[#######" in told) == shown
    assert not shown or told.endswith(" \r")
    monkeypatch.setattr(sys, "stderr", unseen)
    assert odds._watched(work()) == "done"
    assert unseen.getvalue() == ""
