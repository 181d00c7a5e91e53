"""What is sent to each kind of terminal: colours that arrive, glyphs that it has, and meaning without either."""

from __future__ import annotations

import re
import shutil

import pytest

from tests.e2e.conftest import DUEL, PROGRAM, Mill
from tests.e2e.terminal import Terminal

pytestmark = [pytest.mark.e2e, pytest.mark.fuzz]

TRUE, INDEXED = re.compile(rb"[\[;][34]8;2;\d"), re.compile(rb"[\[;][34]8;5;\d")
COLOUR = re.compile(rb"\x1b\[(?:[0-9;]*;)?(?:3[0-8]|4[0-8]|9[0-7]|10[0-7])[;m]")

SIXTEEN = ["xterm", "linux", "screen", "vt100", "vt220", "ansi", "xterm-direct", "alacritty", "foot", ""]
MANY = ["xterm-256color", "tmux-256color", "rxvt-unicode-256color", "xterm-kitty"]


def depth(came: bytes) -> str:
    """The colours that were sent."""
    kinds = [name for name, seen in (("true", TRUE), ("256", INDEXED)) if seen.search(came)]
    return kinds[0] if kinds else "16" if COLOUR.search(came) else "none"


def look(mill: Mill, *arguments: str, **changes: str) -> Terminal:
    """An attack seen from its beginning to its end in a terminal of this kind."""
    terminal = mill.duel("--seed", "1", *arguments, **changes)
    terminal.press("a", "enter")
    terminal.wait_for("Ann ")
    terminal.wait_for("? help")
    terminal.settle()
    return terminal


@pytest.mark.parametrize("term", SIXTEEN)
def test_sixteen_colours_where_no_more_are_promised(mill: Mill, term: str) -> None:
    assert depth(bytes(look(mill, TERM=term).came)) == "16"


@pytest.mark.parametrize("term", MANY)
def test_256_colours_where_they_are_promised(mill: Mill, term: str) -> None:
    assert depth(bytes(look(mill, TERM=term).came)) == "256"


def test_true_colours_only_where_they_are_promised(mill: Mill) -> None:
    assert depth(bytes(look(mill, COLORTERM="truecolor").came)) == "true"


@pytest.mark.parametrize(("term", "tmux", "sent"), [
    ("screen.xterm-256color", "", "256"),
    ("screen-256color", "", "256"),
    ("screen", "", "256"),
    ("screen-256color", "/tmp/tmux-0/default,1,0", "true"),
])  # fmt: skip
def test_gnu_screen_gets_no_true_colours_and_tmux_does(mill: Mill, term: str, tmux: str, sent: str) -> None:
    changes = {"TMUX": tmux} if tmux else {}
    assert depth(bytes(look(mill, TERM=term, COLORTERM="truecolor", **changes).came)) == sent


@pytest.mark.parametrize("term", ["dumb", "unknown"])
def test_a_terminal_that_can_nothing_gets_plain_letters(mill: Mill, term: str) -> None:
    came = bytes(look(mill, TERM=term).came)
    assert depth(came) == "none"
    assert came.isascii()


@pytest.mark.parametrize("value", ["1", ""])
def test_no_colour_is_no_colour_even_when_it_says_nothing(mill: Mill, value: str) -> None:
    terminal = look(mill, NO_COLOR=value)
    assert depth(bytes(terminal.came)) == "none"
    assert "│" in terminal.text


def test_an_unknown_colour_system_is_no_reason_to_fall(mill: Mill) -> None:
    assert depth(bytes(look(mill, TEXTUAL_COLOR_SYSTEM="many").came)) == "256"


@pytest.mark.parametrize("changes", [
    {"PYTHONUTF8": "0", "LC_ALL": "C", "PYTHONCOERCECLOCALE": "0"},
    {"PYTHONIOENCODING": "ascii"},
    {"PYTHONIOENCODING": "latin-1"},
], ids=["no UTF-8 mode", "ascii", "latin-1"])  # fmt: skip
def test_where_utf8_does_not_arrive_nothing_but_ascii_is_sent(mill: Mill, changes: dict[str, str]) -> None:
    terminal = look(mill, **changes)
    assert bytes(terminal.came).isascii()
    assert "\\u" not in terminal.text
    assert "Ann" in terminal.text


@pytest.mark.parametrize("changes", [{"LANG": "C"}, {"LC_ALL": "C"}, {"LC_ALL": "POSIX"}, {"LANG": "xx_YY.UTF-8"}])
def test_a_poor_locale_alone_costs_nothing(mill: Mill, changes: dict[str, str]) -> None:
    assert "│" in look(mill, **changes).text


def test_ascii_on_demand(mill: Mill) -> None:
    assert bytes(look(mill, "--ascii").came).isascii()


@pytest.mark.skipif(shutil.which("tmux") is None, reason="tmux is not installed")
def test_inside_tmux(mill: Mill) -> None:
    line = (*PROGRAM, str(DUEL), "--session", "duel.crittui", "--motion", "full", "--seed", "1")
    terminal = mill.started("tmux", "-L", mill.home.name, "-f", "/dev/null", "new-session", *line, SHELL="/bin/sh")
    multiplexed(terminal)


@pytest.mark.skipif(shutil.which("screen") is None, reason="GNU screen is not installed")
def test_inside_gnu_screen(mill: Mill) -> None:
    folder = mill.home / "screens"
    folder.mkdir(mode=0o700)
    line = (*PROGRAM, str(DUEL), "--session", "duel.crittui", "--motion", "full", "--seed", "1")
    terminal = mill.started("screen", "-c", "/dev/null", "-U", *line, SCREENDIR=str(folder), COLORTERM="truecolor")
    multiplexed(terminal)


def multiplexed(terminal: Terminal) -> None:
    """An attack in full motion, whose frames the multiplexer confirms, and the end."""
    terminal.wait_for("natural20")
    terminal.settle()
    assert "38;2;" not in terminal.text
    terminal.press("a")
    terminal.wait_for("─ Attack by ")
    terminal.press("enter")
    terminal.wait_for("Ann → Bob")
    terminal.settle(quiet=1.5)
    terminal.press("n")
    terminal.wait_for("turn of Bob")
    terminal.press("q")
    assert terminal.end() == 0
