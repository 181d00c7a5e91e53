"""The bench of the rules runs, and what it compares comes to the same."""

from __future__ import annotations

import pytest

from bench.rules import chains, odds
from bench.rules.odds import GOLDEN, Joint, by_icepool, checked
from crittui.rules.odds import chances


def test_icepool_and_the_rules_agree_on_one_attack(capsys: pytest.CaptureFixture[str]) -> None:
    odds.against_rivals(1)
    out = capsys.readouterr().out
    assert "(all agree)" in out
    assert "icepool" in out


def test_what_the_rules_find_is_held_to_the_golden_figures() -> None:
    encounter = odds.bare()
    found = chances(encounter.ruleset, encounter.fight, odds.ACT)
    found.rolls["attack"]["miss"] += 1
    with pytest.raises(AssertionError):
        odds.checked_here(found)


def test_a_rival_that_is_wrong_is_noticed() -> None:
    right: Joint = by_icepool()
    assert checked(right)
    hit, wound = next((key, share) for key, share in right.items() if key[0] == "hit")
    wrong = {**right, hit: wound / 2, ("hit", 0, 0): wound / 2}
    assert sum(GOLDEN.values()) == sum(wrong.values()) == 1
    with pytest.raises(AssertionError):
        checked(wrong)


def test_chains_and_fights_can_be_timed(capsys: pytest.CaptureFixture[str]) -> None:
    chains.against_rivals(1, 3)
    chains.whole_fights(1, 1)
    out = capsys.readouterr().out
    assert "crittui, an attack" in out
    assert out.count("(") >= 4
