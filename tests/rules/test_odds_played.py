"""What is shown before the dice fall is what then happens: a hundred thousand chains played beside their odds."""

from __future__ import annotations

from collections import Counter
from math import sqrt
from random import Random

import pytest

from crittui.rules.machine import start
from crittui.rules.odds import chances
from crittui.rules.trials import Trials
from tests.rules.situations import GUNS, INN, KNIGHTS, ROAD, Situation

TIMES = 100_000
SHOWN = (
    Situation(GUNS, ("mira", "cole"), "sabre", {"situation": "2"}),
    Situation(KNIGHTS, ("isolde", "wulf"), "bow"),
    Situation(INN, ("ana", "orduña"), "espada"),
    Situation(ROAD, ("tamsin", "ogre"), "greatsword"),
)


@pytest.mark.fuzz
@pytest.mark.parametrize("situation", SHOWN, ids=str)
def test_a_hundred_thousand_chains_come_to_the_odds(situation: Situation) -> None:
    ruleset, fight, act = situation.staged()
    found, machine, chance = chances(ruleset, fight, act), start(ruleset, fight, act), Random(11).random
    trials, ending, target = Trials(machine.program, machine.constants), machine.program.ending, act.who[-1][1]
    assert ending is not None
    assert ending.verdict is not None
    slots = {
        key.name: slot
        for key, slot in machine.program.state.items()
        if key.kind == "pool" and not key.at and machine.call.who[key.role].id == target
    }
    verdicts: Counter[str] = Counter()
    pools: dict[str, Counter[int]] = {name: Counter() for name in slots}
    for _ in range(TIMES):
        S = list(machine.slots)
        trials.run(S, chance)
        verdicts[ending.verdict(S, machine.constants)] += 1
        for name, slot in slots.items():
            pools[name][S[slot]] += 1
    assert set(verdicts) <= set(found.verdicts)
    for verdict, weight in found.verdicts.items():
        near(verdicts[verdict], float(found.share(weight)))
    for name, counts in pools.items():
        assert set(counts) <= set(found.pools[target, name])
        for value, weight in found.pools[target, name].items():
            near(counts[value], float(found.share(weight)))


def near(count: int, share: float) -> None:
    """Within five standard errors, and for what is rare one more chain."""
    assert abs(count / TIMES - share) <= 5 * sqrt(share * (1 - share) / TIMES) + 1 / TIMES
