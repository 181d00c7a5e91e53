"""Waiting for a screen to come to rest: by what the screen still has to do, not by how busy the processor is.

Textual's own wait takes a process that got no processor for 20 ms for one that has nothing left to do.
"""

from __future__ import annotations

import asyncio

import pytest
from textual._context import active_app
from textual.app import App

HANGS = 60
"""Seconds after which it will never come to rest."""


async def at_rest(min_sleep: float = 0, max_sleep: float = 0) -> None:
    """Until nothing waits for its turn in the event loop, and no change of size or of the picture is pending."""
    application = active_app.get()
    async with asyncio.timeout(HANGS):
        await asyncio.sleep(0)
        while application.is_running and application._exception is None and (_runnable() or _pending(application)):
            await asyncio.sleep(0.001 if application._resize_event is not None else 0)


def _runnable() -> bool:
    return bool(asyncio.get_running_loop()._ready)  # type: ignore[attr-defined]


def _pending(application: App[object]) -> bool:
    """Whether the screen owes a picture; what is due at Textual's next tick is drawn at once."""
    if application._resize_event is not None:
        return True
    screen = application.screen
    due = bool(screen.is_running and (screen._layout_required or screen._dirty_widgets or screen._callbacks))
    if due:
        screen._on_timer_update()
    return due


@pytest.fixture(autouse=True)
def rest(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every wait of Textual's pilot is that one."""
    monkeypatch.setattr("textual.pilot.wait_for_idle", at_rest)
    monkeypatch.setattr("textual.app.wait_for_idle", at_rest)
