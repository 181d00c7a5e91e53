"""The curtain: what stands on it, and that the shell's screen comes back unless somebody else has it."""

from __future__ import annotations

import io
import signal

import pyte
import pytest

from crittui.tui.curtain import OTHER_SCREEN, SHELL_SCREEN, Curtain, picture


def seen(drawn: str, columns: int, rows: int) -> list[str]:
    screen = pyte.Screen(columns, rows)
    pyte.Stream(screen).feed(drawn)
    return [row.rstrip() for row in screen.display]


def test_place_rules_and_the_lines_between_panes() -> None:
    first, *rows, last = seen(picture("Ashgate Bridge", "natural20", 3, (80, 24)), 80, 24)
    assert first == " Ashgate Bridge" + "natural20".rjust(65)
    assert rows == [" " * 31 + "│"] * 22
    assert last == ""


@pytest.mark.parametrize("size", [(140, 40), (80, 24), (60, 20), (30, 10), (20, 5), (19, 5), (1, 1)])
def test_nothing_stands_outside_the_screen(size: tuple[int, int]) -> None:
    drawn = picture("A \x1b[2J very long 名前 of a place" * 3, "rules", 4, size, ascii_only=True)
    assert "\x1b[2J" not in drawn
    rows = seen(drawn, *size)
    assert not any(row for row in rows[1:] if row.strip(" |"))


def test_the_shell_gets_its_screen_back_unless_the_curtain_rose(monkeypatch: pytest.MonkeyPatch) -> None:
    handlers: dict[int, object] = {}
    monkeypatch.setattr(signal, "signal", lambda number, act: handlers.__setitem__(number, act))
    fallen, risen = io.StringIO(), io.StringIO()
    with Curtain(fallen, "picture"):
        assert all(handlers.values())
    assert not any(handlers.values())
    assert fallen.getvalue() == OTHER_SCREEN + "picture" + SHELL_SCREEN
    with Curtain(risen, "picture") as curtain:
        curtain.rise()
    assert all(handlers.values())
    assert risen.getvalue() == OTHER_SCREEN + "picture"
