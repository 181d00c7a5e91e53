"""The exit status of a played fight."""

from __future__ import annotations

import gc
from types import SimpleNamespace

import pytest

from crittui.options import PlayOptions
from crittui.tui import play as playing
from crittui.tui import terminal


@pytest.mark.parametrize(
    ("result", "code", "status"),
    [(0, 0, 0), (None, 0, 0), (None, 3, 3), (None, None, 1)],
    ids=["q", "a signal", "Textual gave up", "a crash that says nothing"],
)
def test_only_what_ended_well_ends_with_0(
    monkeypatch: pytest.MonkeyPatch, result: int | None, code: int | None, status: int
) -> None:
    closed: list[bool] = []
    app = SimpleNamespace(run=lambda: result, return_code=code, close_game=lambda: closed.append(True))
    monkeypatch.setattr(terminal, "require_terminal", lambda: None)
    monkeypatch.setattr(terminal, "prepare", lambda environ: None)
    monkeypatch.setattr(gc, "disable", lambda: None)
    monkeypatch.setattr(playing, "prepare_sitting", lambda options: SimpleNamespace(told=[]))
    monkeypatch.setattr(playing, "open_game", lambda options, told: None)
    monkeypatch.setattr(playing, "_app", lambda sitting, game: app)
    assert playing.play(PlayOptions()) == status
    assert closed == [True]
