"""What the one who is acted upon does best."""

from __future__ import annotations

from collections.abc import Generator
from fractions import Fraction

from crittui.rules.commands import Act
from crittui.rules.odds import MOST_STATES, Chances, Policy, reckoning
from crittui.rules.ruleset import Ruleset
from crittui.rules.state import Fight


def best(
    ruleset: Ruleset, fight: Fight, act: Act, most: int = MOST_STATES, policy: Policy | None = None
) -> Generator[float, None, Policy]:
    """A policy under which the last role chooses well, bit by bit as with all that may take long.

    Each of their choices is settled once for the whole call, one after another in the order in which they come:
    taken is the option under which they are hit least often, of those the one that costs them fewest points of
    their pools; where none is better than the usual one, that. Raises Refused and TooMany as the odds do.
    """
    policy = policy or Policy()
    settled = set(policy.given)
    who = act.who[-1][1] if len(act.who) > 1 else ""
    while True:
        found = yield from reckoning(ruleset, fight, act, most, policy)
        open_ones = (id for id, asked in found.choices.items() if asked.by == who and len(asked.offers) > 1)
        id = next((id for id in open_ones if id not in settled), None)
        if id is None:
            return policy
        settled.add(id)
        least = found.hit(), loss(ruleset, fight, found, who)
        for trial in [policy.given_also(id, option) for option in found.choices[id].offers]:
            came = yield from reckoning(ruleset, fight, act, most, trial)
            worth = came.hit(), loss(ruleset, fight, came, who)
            if worth < least:
                policy, least = trial, worth


def loss(ruleset: Ruleset, fight: Fight, found: Chances, who: str) -> Fraction:
    """The points that somebody's pools lose on average, what they gain counted against it."""
    pools = {pool.id for pool in ruleset.pools}
    values = fight.combatants[who].values
    lost = (values[pool] - found.expected(whose, pool) for whose, pool in found.pools if whose == who and pool in pools)
    return sum(lost, Fraction(0))
