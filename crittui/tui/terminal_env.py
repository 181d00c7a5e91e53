"""What the terminal can show, found out from the environment before Textual is imported.

Textual reads its settings once, when it is imported, so this module must not import it.
"""

from __future__ import annotations

from collections.abc import Mapping, MutableMapping

from crittui.files.themes import ThemeData, named
from crittui.records import dataclass

COLOUR_SYSTEM = "TEXTUAL_COLOR_SYSTEM"
SYSTEMS = {"standard": 16, "256": 256, "truecolor": 1 << 24}
SUFFIXES = {"256color": 256, "kitty": 256}
WITHOUT_COLOUR = frozenset({"dumb", "unknown"})
POOR_FONTS = frozenset({"linux"})
LIGHT_GROUNDS = frozenset({"7", "15"})
DARK, LIGHT, NO_COLOUR = "dark", "light", "no_colour"
ANSI = {True: "ansi_dark", False: "ansi_light"}


@dataclass(frozen=True, slots=True)
class Terminal:
    """What can be shown: `colours` is 0, 16, 256 or 2**24; `ascii_only` where other glyphs would not arrive
    or have no picture; `dark` is whether text is lighter than its ground, as far as the terminal says."""

    colours: int = 16
    ascii_only: bool = False
    dark: bool = True


def look_at(environ: Mapping[str, str], encoding: str, ascii_only: bool = False) -> Terminal:
    """What the terminal can show. `encoding` is that of the stream the screen is written to."""
    term = environ.get("TERM", "").strip().lower()
    utf8 = encoding.lower().replace("-", "").replace("_", "") in ("utf8", "utf8sig")
    plain = ascii_only or not utf8 or term in POOR_FONTS | WITHOUT_COLOUR
    ground = environ.get("COLORFGBG", "").rpartition(";")[2]
    return Terminal(_colours(environ, term), plain, ground not in LIGHT_GROUNDS)


def _colours(environ: Mapping[str, str], term: str) -> int:
    if "NO_COLOR" in environ or term in WITHOUT_COLOUR:
        return 0
    forced = SYSTEMS.get(environ.get(COLOUR_SYSTEM, ""))
    return forced or _depth(environ, term)


def _depth(environ: Mapping[str, str], term: str) -> int:
    truecolour = environ.get("COLORTERM", "").strip().lower() in ("truecolor", "24bit")
    depth = SYSTEMS["truecolor"] if truecolour else SUFFIXES.get(term.rpartition("-")[2], 16)
    return min(depth, 256) if is_gnu_screen(environ) else depth


def is_gnu_screen(environ: Mapping[str, str]) -> bool:
    """Whether this is GNU screen, which garbles true colours that it is told to have."""
    return environ.get("TERM", "").startswith("screen") and not environ.get("TMUX")


def set_colours(environ: MutableMapping[str, str]) -> None:
    """Make Textual send the colours that arrive, where its own guess is wrong: GNU screen, a terminal
    without a known type, a setting that it does not know. Before it is imported."""
    term = environ.get("TERM", "").strip().lower()
    if environ.get(COLOUR_SYSTEM, "auto") not in (*SYSTEMS, "auto"):
        del environ[COLOUR_SYSTEM]
    if term in WITHOUT_COLOUR:
        environ[COLOUR_SYSTEM] = "standard"
    elif environ.get(COLOUR_SYSTEM, "auto") == "auto" and is_gnu_screen(environ) and _depth(environ, term) == 256:
        environ[COLOUR_SYSTEM] = "256"


def choose(terminal: Terminal, themes: Mapping[str, ThemeData], wanted: str = "") -> ThemeData:
    """The theme to begin with: the wanted one if the terminal can show it, else what stands in for it.

    UsageError when `wanted` names no theme.
    """
    asked = named(themes, wanted) if wanted else None
    if terminal.colours == 0:
        return named(themes, NO_COLOUR)
    if asked is None:
        ground = DARK if terminal.dark else LIGHT
        return named(themes, ground if terminal.colours > 16 else ANSI[terminal.dark])
    if asked.kind == "colour" and terminal.colours <= 16:
        return themes.get(asked.sixteen) or named(themes, ANSI[asked.dark])
    return asked
