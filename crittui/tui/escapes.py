"""Escape, and a key right behind it, told apart from what a terminal sends for one key.

Textual waits after Escape whether more comes, and takes Escape and a letter for one key with Alt, or for a jump by
a word: so Escape and `b` in one go would be lost. No command here is on Alt, so what begins no sequence ends the wait.

Two faults of Textual's parser are mended with it: a sequence whose numbers make no sense ended the program, and a
paste with an Escape in it came out in another order.
"""

from __future__ import annotations

from collections.abc import Iterable

from textual._xterm_parser import XTermParser
from textual.drivers import linux_driver
from textual.events import Key
from textual.keys import Keys
from textual.message import Message

ESCAPE = "\x1b"
INTRODUCERS = frozenset("[]OPNX^_\\")
"""What goes on with one of these behind Escape is a sequence."""
PASTE_BEGINS, PASTE_ENDS = "\x1b[200~", "\x1b[201~"
DRIVERS_NAME = XTermParser.__name__
"""Where the driver looks its parser up."""


class Parser(XTermParser):
    """Textual's parser, but that Escape and a character are two keys, that what no keyboard sends is no key, and that
    a paste is one text whatever is in it."""

    def __init__(self, debug: bool = False) -> None:
        super().__init__(debug)
        self._pasting = False
        self._last = ""

    def feed(self, data: str) -> Iterable[Message]:
        if not data:  # the end
            return super().feed(data)
        plain = self._plain(data)
        return super().feed(plain) if plain else ()

    def _plain(self, data: str) -> str:
        """`data` without any Escape within a paste: to Textual it would begin a key there.

        What may be the beginning of a mark is seen only with what comes next, so it is remembered; within a paste it
        is held back until then.
        """
        kept: list[str] = []
        while data:
            mark = PASTE_ENDS if self._pasting else PASTE_BEGINS
            seen = self._last + data
            at = seen.find(mark)
            end = at + len(mark) if at >= 0 else len(seen)
            if self._pasting:
                self._last = "" if at >= 0 else _begun(seen, mark)
                pasted = seen[:at] if at >= 0 else seen[: len(seen) - len(self._last)]
                kept += [pasted.replace(ESCAPE, ""), mark if at >= 0 else ""]
            else:
                kept.append(data[: end - len(self._last)])
                self._last = "" if at >= 0 else _begun(seen, mark)
            data = seen[end:]
            self._pasting ^= at >= 0
        return "".join(kept)

    def _sequence_to_key_events(self, sequence: str, alt: bool = False) -> Iterable[Key]:
        if sequence == "\n":  # Enter, pressed while the terminal still wrote lines
            sequence = "\r"
        if len(sequence) == 2 and sequence[0] == ESCAPE and _is_a_key(sequence[1]):
            yield Key("escape", ESCAPE)
            sequence = sequence[1]
        try:
            yield from super()._sequence_to_key_events(sequence, alt)
        except (ValueError, OverflowError):
            yield Key(Keys.Ignore, sequence)


def _begun(text: str, mark: str) -> str:
    """The end of `text` with which `mark` may have begun."""
    return next((mark[:size] for size in range(len(mark) - 1, 0, -1) if text.endswith(mark[:size])), "")


def _is_a_key(character: str) -> bool:
    return character in "\r\t\x7f" or (character.isprintable() and character not in INTRODUCERS)


def tell_apart() -> None:
    """From here on the terminal's driver reads keys like this."""
    setattr(linux_driver, DRIVERS_NAME, Parser)
