"""What the terminal can show decides the theme and the alphabet, before Textual is loaded."""

from __future__ import annotations

import subprocess
import sys

import pytest

from crittui.errors import UsageError
from crittui.files.themes import read_themes
from crittui.rules.source import Problems
from crittui.tui.terminal_env import COLOUR_SYSTEM, Terminal, choose, look_at, set_colours
from tests.tui.bodies import ROOT

THEMES = read_themes(ROOT / "themes", Problems())
TRUE = 1 << 24


@pytest.mark.parametrize(
    ("environ", "colours"),
    [
        ({"TERM": "xterm-256color"}, 256),
        ({"TERM": "xterm-256color", "COLORTERM": "truecolor"}, TRUE),
        ({"TERM": "xterm-kitty"}, 256),
        ({"TERM": "xterm"}, 16),
        ({"TERM": "linux"}, 16),
        ({}, 16),
        ({"TERM": "alacritty"}, 16),
        ({"TERM": "xterm-256color", "NO_COLOR": "1"}, 0),
        ({"TERM": "xterm-256color", "NO_COLOR": ""}, 0),
        ({"TERM": "dumb", "COLORTERM": "truecolor"}, 0),
        ({"TERM": "unknown"}, 0),
        ({"TERM": "screen.xterm-256color", "COLORTERM": "truecolor"}, 256),
        ({"TERM": "screen"}, 16),
        ({"TERM": "screen-256color", "COLORTERM": "truecolor", "TMUX": "/tmp/x"}, TRUE),
        ({"TERM": "xterm", COLOUR_SYSTEM: "256"}, 256),
        ({"TERM": "xterm-256color", COLOUR_SYSTEM: "standard"}, 16),
        ({"TERM": "xterm-256color", COLOUR_SYSTEM: "many"}, 256),
    ],
)
def test_how_many_colours_arrive(environ: dict[str, str], colours: int) -> None:
    assert look_at(environ, "utf-8").colours == colours


@pytest.mark.parametrize(
    ("environ", "encoding", "asked", "ascii_only"),
    [
        ({"TERM": "xterm"}, "utf-8", False, False),
        ({"TERM": "xterm"}, "UTF8", False, False),
        ({"TERM": "xterm"}, "utf-8", True, True),
        ({"TERM": "xterm"}, "iso8859-1", False, True),
        ({"TERM": "xterm"}, "ascii", False, True),
        ({"TERM": "linux"}, "utf-8", False, True),
        ({"TERM": "dumb"}, "utf-8", False, True),
    ],
)
def test_where_only_ascii_can_be_shown(environ: dict[str, str], encoding: str, asked: bool, ascii_only: bool) -> None:
    assert look_at(environ, encoding, asked).ascii_only is ascii_only


@pytest.mark.parametrize(("ground", "dark"), [("15;0", True), ("0;15", False), ("0;default;7", False), ("", True)])
def test_the_ground_is_dark_unless_the_terminal_says_otherwise(ground: str, dark: bool) -> None:
    assert look_at({"COLORFGBG": ground}, "utf-8").dark is dark


@pytest.mark.parametrize(
    ("terminal", "wanted", "theme"),
    [
        (Terminal(TRUE), "", "dark"),
        (Terminal(256, dark=False), "", "light"),
        (Terminal(16), "", "ansi_dark"),
        (Terminal(16, dark=False), "", "ansi_light"),
        (Terminal(0), "", "no_colour"),
        (Terminal(0), "light", "no_colour"),
        (Terminal(TRUE), "light", "light"),
        (Terminal(TRUE), "high contrast", "high_contrast"),
        (Terminal(16), "light", "ansi_light"),
        (Terminal(16), "high-contrast", "ansi_dark"),
        (Terminal(16), "no_colour", "no_colour"),
        (Terminal(TRUE), "ansi_light", "ansi_light"),
    ],
)
def test_the_theme_is_one_that_the_terminal_can_show(terminal: Terminal, wanted: str, theme: str) -> None:
    assert choose(terminal, THEMES, wanted).id == theme


def test_an_unknown_theme_is_refused_on_every_terminal() -> None:
    for terminal in (Terminal(TRUE), Terminal(16), Terminal(0)):
        with pytest.raises(UsageError):
            choose(terminal, THEMES, "purple")


@pytest.mark.parametrize(
    ("environ", "system"),
    [
        ({"TERM": "screen", "COLORTERM": "truecolor"}, "256"),
        ({"TERM": "screen.xterm-256color"}, "256"),
        ({"TERM": "screen"}, None),
        ({"TERM": "screen-256color", "TMUX": "x", "COLORTERM": "truecolor"}, None),
        ({"TERM": "screen", "COLORTERM": "truecolor", COLOUR_SYSTEM: "truecolor"}, "truecolor"),
        ({"TERM": "dumb"}, "standard"),
        ({"TERM": "xterm", COLOUR_SYSTEM: "many"}, None),
        ({"TERM": "xterm", COLOUR_SYSTEM: "256"}, "256"),
    ],
)
def test_textual_is_told_where_its_own_guess_is_wrong(environ: dict[str, str], system: str | None) -> None:
    set_colours(environ)
    assert environ.get(COLOUR_SYSTEM) == system


def test_textual_is_not_loaded_by_it() -> None:
    code = "import sys, crittui.tui.terminal_env; sys.exit('textual' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=False).returncode == 0
