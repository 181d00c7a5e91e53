"""The example rulesets for authors: nothing is found in them, their examples pass and reach everything."""

from __future__ import annotations

from pathlib import Path

import pytest

from crittui.cases.checking import check_file
from crittui.cases.runner import run_file

FOLDER = Path(__file__).parents[2] / "docs" / "examples"
FILES = sorted(FOLDER.glob("*.yaml"))

pytestmark = pytest.mark.skipif(not FOLDER.is_dir(), reason="there are no documents beside an installed program")


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_nothing_is_found_in_them(path: Path) -> None:
    problems, error = check_file(path)
    assert (problems.sorted, error) == ([], "")


def test_the_percentile_system_reaches_everything() -> None:
    report = run_file(FOLDER / "gallows_and_grit.yaml")
    assert (report.failures, report.problems, report.missed) == ([], [], [])
    assert report.passed >= 30
