"""The odds are, fraction for fraction, those of every face answered through the machine that plays."""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction

import pytest

from crittui.rules.events import Ended
from crittui.rules.machine import begin
from crittui.rules.odds import Policy, ahead, chances
from crittui.rules.requests import ChooseRequest, Picked, RollRequest
from tests.rules.brute import Twin, check_joint, thrown, told
from tests.rules.situations import CRITICOS, GURPS_HOUSE, NATURAL_20, THREAT_AND_CONFIRM, Situation

ALL = (*NATURAL_20, *GURPS_HOUSE, *CRITICOS, *THREAT_AND_CONFIRM)
FEW = tuple(situation for system in (NATURAL_20, GURPS_HOUSE, CRITICOS, THREAT_AND_CONFIRM) for situation in system[:2])
SITUATIONS = [pytest.param(one, id=str(one), marks=() if one in FEW else pytest.mark.fuzz) for one in ALL]


@pytest.mark.parametrize("situation", SITUATIONS)
def test_odds_equal_every_face(situation: Situation) -> None:
    ruleset, fight, act = situation.staged()
    twin = Twin(ruleset, fight, act, situation.given)
    followed = twin.follow()
    found = chances(ruleset, fight, act, policy=Policy(situation.given))
    assert told(found, twin) == followed
    check_joint(found)


@pytest.mark.parametrize("situation", SITUATIONS)
def test_with_what_prompts_propose_they_do_too(situation: Situation) -> None:
    ruleset, fight, act = situation.staged()
    found = chances(ruleset, fight, act, policy=Policy(situation.given, proposed=True))
    if all(len(asked.offers) < 2 for asked in found.choices.values()):
        assert found == chances(ruleset, fight, act, policy=Policy(situation.given))  # and that one has a twin above
        return
    twin = Twin(ruleset, fight, act, situation.given, proposed=True)
    followed = twin.follow()
    assert told(found, twin) == followed


@pytest.mark.fuzz
@pytest.mark.parametrize("situation", ALL, ids=str)
def test_the_rest_of_a_chain_adds_up_to_the_whole(situation: Situation) -> None:
    ruleset, fight, act = situation.staged()
    policy = Policy(situation.given)
    machine = begin(ruleset, fight, act)
    while isinstance(machine.request, ChooseRequest):
        wanted = situation.given.get(machine.request.id, machine.request.default)
        machine = machine.answer(Picked((wanted,)))
    if not isinstance(machine.request, RollRequest):
        return
    parts: dict[str, Fraction] = defaultdict(Fraction)
    for answered, share in thrown(machine, machine.request):
        if answered.request is None:
            parts[next(event.verdict for event in answered.events if isinstance(event, Ended))] += share
            continue
        rest = ahead(answered, policy=policy)
        for verdict, weight in rest.verdicts.items():
            parts[verdict] += share * rest.share(weight)
    whole = chances(ruleset, fight, act, policy=policy)
    expected = {verdict: whole.share(weight) for verdict, weight in whole.verdicts.items()}
    assert {verdict: share for verdict, share in parts.items() if verdict} == expected


def test_each_system_has_its_ten() -> None:
    assert all(len(found) >= 10 for found in (NATURAL_20, GURPS_HOUSE, CRITICOS, THREAT_AND_CONFIRM))
