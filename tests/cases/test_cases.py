"""The worked cases pass, reach what they must, and would notice if anything in them were different."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from crittui.cases.answers import Failure
from crittui.cases.playing import play
from crittui.cases.runner import run_file
from tests.cases.flips import Flip, flips
from tests.cases.shipped import CASES, SHIPPED, everything, loaded

FILES = [*CASES, *SHIPPED]


def named(path: Path) -> str:
    return f"{path.parent.name}/{path.stem}"


EXAMPLES = [pytest.param(path, number, id=f"{named(path)}: {title}") for path, number, title in everything()]


@pytest.mark.parametrize(("path", "number"), EXAMPLES)
def test_example(path: Path, number: int) -> None:
    found = loaded(path)
    play(found.examples[number], found.ruleset)


def test_there_are_cases_to_run() -> None:
    assert len(CASES) >= 4
    assert len(EXAMPLES) >= 346 + 200


@pytest.mark.parametrize("path", FILES, ids=named)
def test_every_example_is_run(path: Path) -> None:
    found = [title for file, _, title in everything() if file == path]
    assert found == [example.title for example in loaded(path).examples]


@pytest.mark.parametrize("path", FILES, ids=named)
def test_nothing_is_said_against_a_file(path: Path) -> None:
    assert loaded(path).problems == ()
    assert [example.title for example in loaded(path).examples if example.problems.sorted] == []


@pytest.mark.parametrize("path", FILES, ids=named)
def test_titles_tell_examples_apart(path: Path) -> None:
    titles = [example.title for example in loaded(path).examples]
    assert len(set(titles)) == len(titles)


def test_one_ruleset_shows_that_examples_can_reach_everything() -> None:
    (path,) = [path for path in SHIPPED if path.stem == "natural20"]
    report = run_file(path)
    assert (report.failures, report.problems, report.missed) == ([], [], [])


def unnoticed(path: Path, wanted: int | None) -> list[str]:
    """The flips of a file's examples (`wanted` of them, or all) that leave the example passing."""
    found = loaded(path)
    turned = [flip for example in found.examples for flip in flips(example)]
    assert turned
    if wanted is not None:
        turned = Random(path.stem).sample(turned, min(wanted, len(turned)))
    return [flip.what for flip in turned if not noticed(flip, path)]


def noticed(flip: Flip, path: Path) -> bool:
    try:
        play(flip.example, loaded(path).ruleset)
    except Failure:
        return True
    return False


@pytest.mark.parametrize("path", FILES, ids=named)
def test_an_example_notices_what_is_turned_round(path: Path) -> None:
    assert unnoticed(path, 25) == []


@pytest.mark.fuzz
@pytest.mark.parametrize("path", FILES, ids=named)
def test_every_example_notices_everything_that_is_turned_round(path: Path) -> None:
    assert unnoticed(path, None) == []
