"""Escape and the key behind it are two keys; what a terminal sends for one key stays one."""

from __future__ import annotations

import string

import pytest
from textual._xterm_parser import XTermParser
from textual.drivers import linux_driver
from textual.events import Key

from crittui.tui.escapes import DRIVERS_NAME, INTRODUCERS, Parser, tell_apart


def keys(*data: str) -> list[tuple[str, str | None]]:
    parser, found = Parser(), []
    for piece in data:
        found += [event for event in parser.feed(piece) if isinstance(event, Key)]
    return [(event.key, event.character) for event in found]


@pytest.mark.parametrize("character", sorted(set(string.printable + "ñé") - INTRODUCERS - set("\n\x0b\x0c")))
def test_a_key_right_behind_escape_is_a_key_of_its_own(character: str) -> None:
    assert keys(f"\x1b{character}") == [("escape", "\x1b"), *keys(character)]
    assert keys("\x1b", character) == [("escape", "\x1b"), *keys(character)]


def test_many_keys_behind_escape_wait_for_nothing() -> None:
    assert keys(*"\x1bbanjo") == [("escape", "\x1b"), *((letter, letter) for letter in "banjo")]


@pytest.mark.parametrize(
    ("sequence", "key"),
    [("\x1b[A", "up"), ("\x1bOB", "down"), ("\x1b[5~", "pageup"), ("\x1b[1;5D", "ctrl+left"), ("\x1b[97;3u", "alt+a")],
)  # fmt: skip
def test_what_is_sent_for_one_key_stays_one(sequence: str, key: str) -> None:
    assert [name for name, _ in keys(sequence)] == [key]
    assert [name for name, _ in keys(*sequence)] == [key]


def test_escape_twice_and_an_arrow() -> None:
    assert [name for name, _ in keys("\x1b", "\x1b[A")] == ["escape", "up"]


def test_the_driver_reads_keys_like_this(monkeypatch: pytest.MonkeyPatch) -> None:
    assert vars(linux_driver)[DRIVERS_NAME] is XTermParser
    monkeypatch.setattr(linux_driver, DRIVERS_NAME, XTermParser)
    tell_apart()
    assert vars(linux_driver)[DRIVERS_NAME] is Parser
