"""What holds for every test."""

from __future__ import annotations

import pytest


@pytest.fixture(autouse=True)
def window(monkeypatch: pytest.MonkeyPatch) -> None:
    """A terminal of a known width for what prints to one, wherever the tests run."""
    monkeypatch.setenv("COLUMNS", "100")
    monkeypatch.setenv("LINES", "30")
