"""Escape, and a key right behind it, told apart from what a terminal sends for one key.

Textual waits after Escape whether more comes, and takes Escape and a letter for one key with Alt, or for a jump by
a word: so Escape and `b` in one go would be lost. Here nothing has an Alt key, and what begins no sequence ends the
wait.
"""

from __future__ import annotations

from collections.abc import Iterable

from textual._xterm_parser import XTermParser
from textual.drivers import linux_driver
from textual.events import Key

ESCAPE = "\x1b"
INTRODUCERS = frozenset("[]OPNX^_\\")
"""What goes on with one of these behind Escape is a sequence."""
DRIVERS_NAME = XTermParser.__name__
"""Where the driver looks its parser up."""


class Parser(XTermParser):
    """Textual's parser, but that Escape and a character are two keys."""

    def _sequence_to_key_events(self, sequence: str, alt: bool = False) -> Iterable[Key]:
        if len(sequence) == 2 and sequence[0] == ESCAPE and _is_a_key(sequence[1]):
            yield Key("escape", ESCAPE)
            sequence = sequence[1]
        yield from super()._sequence_to_key_events(sequence, alt)


def _is_a_key(character: str) -> bool:
    return character in "\r\t\x7f" or (character.isprintable() and character not in INTRODUCERS)


def tell_apart() -> None:
    """From here on the terminal's driver reads keys like this."""
    setattr(linux_driver, DRIVERS_NAME, Parser)
