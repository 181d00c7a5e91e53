"""Whatever a ruleset makes of its dice, the odds are those of every face, and a sample comes near them."""

from __future__ import annotations

from math import sqrt
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from crittui.rules.apply import apply_all
from crittui.rules.odds import Policy, chances, finished, sampling
from tests.properties.chains import Chain
from tests.rules.brute import Twin, check_joint, told
from tests.rules.written import Small, small

CHANCE = st.integers(0, 2**32).map(Random)
PEOPLE = """
ann: {}
bob: {conditions: [numb at left_arm]}
"""
OUT = """
ann: {}
bob: {conditions: [fled]}
"""


def staged(random: Random) -> Small:
    return small(Chain(random).text, random.choice((PEOPLE, OUT, "")))


def check(random: Random) -> None:
    table = staged(random)
    act = table.call(who="ann bob")
    proposed = random.random() < 0.5
    twin = Twin(table.rules, table.fight, act, proposed=proposed)
    followed = twin.follow()
    found = chances(table.rules, table.fight, act, policy=Policy(proposed=proposed))
    assert told(found, twin) == followed
    check_joint(found)


@settings(derandomize=True, deadline=None, max_examples=25)
@given(random=CHANCE)
def test_the_odds_of_any_chain_are_those_of_every_face(random: Random) -> None:
    check(random)


@pytest.mark.fuzz
@pytest.mark.parametrize("number", range(400))
def test_the_odds_of_many_chains(number: int) -> None:
    check(Random(number))


@settings(derandomize=True, deadline=None, max_examples=6)
@given(random=CHANCE)
def test_a_sample_comes_near_the_exact_odds(random: Random) -> None:
    table = staged(random)
    act = table.call(who="ann bob")
    policy = Policy(proposed=True)
    exact = chances(table.rules, table.fight, act, policy=policy)
    sample = finished(sampling(table.rules, table.fight, act, Random(1).random, 1500, policy))
    assert sample.sampled
    assert sample.total == 1500
    for counted in ("verdicts", "places", "gained", "out"):
        tried = getattr(sample, counted)
        for name, weight in getattr(exact, counted).items():
            share = exact.share(weight)
            spread = sqrt(float(share * (1 - share)) / 1500)
            assert abs(float(sample.share(tried.get(name, 0)) - share)) <= 5 * spread
        assert set(tried) <= set(getattr(exact, counted))
    assert apply_all(table.fight, ()) == table.fight
