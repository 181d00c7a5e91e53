"""Exact odds of a whole chain before it is rolled.

The program's own instructions are swept over weighted states. States that no later instruction can tell apart are
one state, so a chain of five dice stays small. Weights are whole numbers over one common total: nothing is
rounded. Where nobody is there to choose, a `Policy` does.

    found = chances(ruleset, fight, act)
    found.share(found.verdicts["critical"])         # a Fraction

What may take long gives up the hand between two bits of work: `reckoning` is the same bit by bit. `weighing` does not
give up where the exact work would be too much: it goes on with a sample, and says so.
"""

from __future__ import annotations

from collections.abc import Generator
from typing import TypeVar

from crittui.errors import Refused
from crittui.rules.commands import Act
from crittui.rules.machine import Machine, forbidden, start
from crittui.rules.odds_policy import Policy
from crittui.rules.odds_results import Chances, Choosable
from crittui.rules.odds_sampling import Chance, Sampler
from crittui.rules.odds_summary import summary
from crittui.rules.odds_sweep import Sweep, TooMany
from crittui.rules.ruleset import Ruleset
from crittui.rules.state import Fight

__all__ = [
    "MOST_STATES",
    "Chances",
    "Choosable",
    "Policy",
    "TooMany",
    "chances",
    "finished",
    "reckoning",
    "sampling",
    "startable",
    "weighing",
]

MOST_STATES = 60_000
"""States that are run on to their next question before a call counts as too large: a second or so."""
SAMPLE = 20_000
BREATH = 100
"""Chains played between two moments at which whoever waits may do something else."""

Result = TypeVar("Result")
Working = Generator[float, None, Result]
"""Work that says now and then which part of it is done, and gives its result at the end."""


def chances(ruleset: Ruleset, fight: Fight, act: Act, most: int = MOST_STATES, policy: Policy | None = None) -> Chances:
    """The exact odds of an act; raises Refused when it is not permitted, TooMany when it is too large."""
    return finished(reckoning(ruleset, fight, act, most, policy))


def reckoning(
    ruleset: Ruleset, fight: Fight, act: Act, most: int = MOST_STATES, policy: Policy | None = None
) -> Working[Chances]:
    """The same bit by bit: between two bits whoever waits may do something else, or give it up."""
    return (yield from _swept(startable(ruleset, fight, act), most, policy or Policy()))


def ahead(machine: Machine, most: int = MOST_STATES, policy: Policy | None = None) -> Chances:
    """The exact odds of the rest of a chain that is on its way; raises TooMany when it is too large."""
    return finished(_swept(machine, most, policy or Policy()))


def _swept(machine: Machine, most: int, policy: Policy) -> Working[Chances]:
    sweep = Sweep(machine, most, policy)
    yield from sweep.run()
    found = summary(machine, sweep.ends, sweep.tally, sweep.plan.written)
    found.states = sweep.states
    return found


def sampling(
    ruleset: Ruleset, fight: Fight, act: Act, chance: Chance, count: int = SAMPLE, policy: Policy | None = None
) -> Working[Chances]:
    """Odds from `count` chains played by chance, bit by bit; `error` tells how far they are usually off."""
    machine = startable(ruleset, fight, act)
    sampler = Sampler(machine, chance, policy or Policy())
    for played in range(count):
        sampler.play()
        if played % BREATH == BREATH - 1:
            yield played / count
    found = summary(machine, sampler.ends, sampler.tally, sampler.plan.written)
    found.sampled = True
    return found


def weighing(
    ruleset: Ruleset,
    fight: Fight,
    act: Act,
    chance: Chance,
    most: int = MOST_STATES,
    count: int = SAMPLE,
    policy: Policy | None = None,
) -> Working[Chances]:
    """The exact odds where that takes no more than `most` states, else those of a sample."""
    try:
        return (yield from reckoning(ruleset, fight, act, most, policy))
    except TooMany:
        return (yield from sampling(ruleset, fight, act, chance, count, policy))


def startable(ruleset: Ruleset, fight: Fight, act: Act) -> Machine:
    """The machine of an act that is permitted; raises Refused, or CrittuiError for one that makes no sense."""
    machine = start(ruleset, fight, act)
    words = forbidden(machine)
    if words is not None:
        raise Refused(words)
    return machine


def finished(working: Working[Result]) -> Result:
    """Do the work to its end."""
    while True:
        try:
            next(working)
        except StopIteration as done:
            result: Result = done.value
            return result
