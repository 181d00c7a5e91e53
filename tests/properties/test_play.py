"""Whatever the table answers, chains end, events are the only truth, and the same answers give the same evening."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from crittui.files.library import shipped_rulesets
from crittui.rules.apply import apply_all
from tests.properties.evening import evening, replayed

RULESETS = (*shipped_rulesets(), Path(__file__).with_name("everything.yaml"))
CHANCE = st.integers(0, 2**32).map(Random)


@pytest.mark.parametrize("path", RULESETS, ids=lambda path: path.stem)
@settings(derandomize=True, deadline=None, max_examples=4)
@given(random=CHANCE)
def test_any_legal_answers_lead_to_an_end_that_can_be_replayed(path: Path, random: Random) -> None:
    for rules, played in evening(path, random):
        assert replayed(rules, played) == played.events
        for language in (*rules.languages, "xx"):
            told = replayed(rules, played, language)
            assert [type(event) for event in told] == [type(event) for event in played.events]
            assert apply_all(played.before, told) == played.after


@pytest.mark.fuzz
@pytest.mark.parametrize("path", RULESETS, ids=lambda path: path.stem)
@pytest.mark.parametrize("night", range(5))
def test_long_nights(path: Path, night: int) -> None:
    for rules, played in evening(path, Random(night), 150):
        assert replayed(rules, played) == played.events
