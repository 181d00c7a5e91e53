"""Exact odds of a whole chain before it is rolled.

The program's own instructions are swept over weighted states. States that no later instruction can tell apart are
one state, so a chain of five dice stays small. Weights are whole numbers over one common total: nothing is
rounded. Where nobody is there to choose, a `Policy` does.

    found = chances(ruleset, fight, act)
    found.share(found.verdicts["critical"])         # a Fraction

What may take long gives up the hand between two bits of work: `reckoning` is the same bit by bit.
"""

from __future__ import annotations

from collections.abc import Generator
from typing import TypeVar

from crittui.errors import Refused
from crittui.rules.commands import Act
from crittui.rules.machine import Machine, forbidden, start
from crittui.rules.odds_policy import Policy
from crittui.rules.odds_results import Chances, Choosable
from crittui.rules.odds_summary import summary
from crittui.rules.odds_sweep import Sweep, TooMany
from crittui.rules.ruleset import Ruleset
from crittui.rules.state import Fight

__all__ = ["MOST_STATES", "Chances", "Choosable", "Policy", "TooMany", "chances", "finished", "reckoning", "startable"]

MOST_STATES = 60_000
"""States that are run on to their next question before a call counts as too large: half a second or so."""

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
    machine = startable(ruleset, fight, act)
    sweep = Sweep(machine, most, policy or Policy())
    yield from sweep.run()
    found = summary(machine, sweep.ends, sweep.tally, sweep.plan.written)
    found.states = sweep.states
    return found


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
