"""What holds for every test."""

from __future__ import annotations

import gc
import os

import pytest


def pytest_configure() -> None:
    gc.disable()  # what is collected stays for good


def pytest_collection_finish() -> None:
    """Garbage is looked for among what the tests make, not among the thousands of tests, and not all the time."""
    gc.freeze()
    gc.set_threshold(20_000, 10, 10)
    gc.enable()


def pytest_sessionfinish() -> None:
    """What is left at the end goes with the process; pytest would look through it five times."""
    gc.freeze()


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers(config: pytest.Config) -> int:
    """`-n auto`: twice as many workers as processors, for many of these tests wait for a program in a terminal.

    Some take a hundred times as long as others, so who has done its share takes on what others have left.
    """
    if config.option.dist == "no":
        config.option.dist = "worksteal"
    return 2 * (os.cpu_count() or 1)


@pytest.fixture(autouse=True)
def window(monkeypatch: pytest.MonkeyPatch) -> None:
    """A terminal of a known width for what prints to one, wherever the tests run."""
    monkeypatch.setenv("COLUMNS", "100")
    monkeypatch.setenv("LINES", "30")
