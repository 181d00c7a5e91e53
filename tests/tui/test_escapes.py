"""Escape and the key behind it are two keys; what a terminal sends for one key stays one."""

from __future__ import annotations

import string

import pytest
from textual._xterm_parser import XTermParser
from textual.drivers import linux_driver
from textual.events import Key, Paste

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


@pytest.mark.parametrize(
    "sequence",
    ["\x1b[97:65;2u", "\x1b[97;1:3u", "\x1b[1;1:3A", "\x1b[1:1;1A", "\x1b[1114112u", "\x1b[97;1;9999999999u"],
)
def test_what_no_keyboard_sends_is_no_key(sequence: str) -> None:
    assert keys(sequence, "a") == [("a", "a")]
    assert keys(*sequence, "a") == [("a", "a")]


def test_enter_is_enter_in_every_mode_of_the_terminal() -> None:
    assert keys("a\nb") == [*keys("a"), *keys("\r"), *keys("b")]


def events(*data: str) -> list[str]:
    """What comes, as a line for each event: the text of a paste, the name of a key."""
    parser, found = Parser(), []
    for piece in data:
        for event in parser.feed(piece):
            found.append(f"paste {event.text}" if isinstance(event, Paste) else getattr(event, "key", ""))
    return found


TYPED = "a\x1b[200~one\x1b[31m two\nthree\x1b\x1b[20\x1b[201~\x1b[Ab\x1b[200~\x1b[201~c\x1b[200~x\x1b[201~"
READ = ["a", "paste one[31m two\nthree[20", "up", "b", "paste ", "c", "paste x"]


def test_a_paste_is_one_text_whatever_is_in_it() -> None:
    assert events(TYPED) == READ
    assert events(*TYPED) == READ


@pytest.mark.parametrize("at", range(1, len(TYPED)))
def test_a_paste_may_come_in_pieces(at: int) -> None:
    assert events(TYPED[:at], TYPED[at:]) == READ
