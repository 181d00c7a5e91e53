"""The odds are, fraction for fraction, those of every face answered through the machine that plays."""

from __future__ import annotations

import pytest

from crittui.rules.odds import Policy, chances
from tests.rules.brute import Twin, check_joint, told
from tests.rules.situations import CRITICOS, GURPS_HOUSE, NATURAL_20, THREAT_AND_CONFIRM, Situation

ALL = (*NATURAL_20, *GURPS_HOUSE, *CRITICOS, *THREAT_AND_CONFIRM)


@pytest.mark.parametrize("situation", ALL, ids=str)
def test_odds_equal_every_face(situation: Situation) -> None:
    ruleset, fight, act = situation.staged()
    twin = Twin(ruleset, fight, act, situation.given)
    followed = twin.follow()
    found = chances(ruleset, fight, act, policy=Policy(situation.given))
    assert told(found, twin) == followed
    check_joint(found)


def test_each_system_has_its_ten() -> None:
    assert all(len(found) >= 10 for found in (NATURAL_20, GURPS_HOUSE, CRITICOS, THREAT_AND_CONFIRM))
