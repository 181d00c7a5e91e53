"""Opens what is to be played: an encounter, a kept session, a ready fight; and lists what there is to open."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from crittui import __version__
from crittui.errors import CrittuiError, FileError, UsageError
from crittui.files.addons import sound_encounter
from crittui.files.encounters import compile_sources, encounter_sources
from crittui.files.library import data_path, user_path
from crittui.files.nodes import Block
from crittui.files.reading import read
from crittui.rules.ruleset import Ruleset
from crittui.rules.source import Problems, Text
from crittui.session.game import Game, begin_game, resume_game
from crittui.session.journal import Head
from crittui.session.listing import Kept, find_session, kept_sessions, new_path, sessions_directory
from crittui.tui.phrases import LANGUAGE_NAMES

FIGHTS = "fights"


@dataclass(frozen=True, slots=True)
class Ready:
    """A fight that is ready to be begun."""

    path: Path
    id: str
    title: str
    ruleset: str
    fighters: int


def ready_fights() -> list[Ready]:
    """The ready fights, the user's own first. Files that cannot be read are left out: `check` tells why."""
    found: dict[str, Ready] = {}
    for folder in (user_path() / FIGHTS, data_path("rulesets") / FIGHTS):
        for fight in _fights_in(folder):
            found.setdefault(fight.id, fight)
    return list(found.values())


def _fights_in(folder: Path) -> Iterator[Ready]:
    for path in sorted(folder.glob("*.yaml")) if folder.is_dir() else []:
        try:
            root = read(path, Problems())
        except FileError:
            continue
        if isinstance(root, Block) and "fight" in root:
            fighters = root.get("combatants")
            count = len(fighters.entries) if isinstance(fighters, Block) else 0
            id, title = _text(root, "fight") or path.stem, _text(root, "title")
            yield Ready(path, id, title or id, _text(root, "ruleset"), count)


def _text(block: Block, key: str) -> str:
    node = block.get(key)
    return node.value if isinstance(node, Text) else ""


def encounter_path(name: str) -> Path:
    """The file of an encounter by its path or the name of a ready fight; FileError with what there is."""
    path = Path(name).expanduser()
    if path.exists() or path.suffix in (".yaml", ".yml") or "/" in name:
        return path
    fights = ready_fights()
    for fight in fights:
        if name in (fight.id, fight.path.stem):
            return fight.path
    known = ", ".join(fight.id for fight in fights)
    raise FileError(f"there is no fight {name!r}", hint=f"name a file, or one of {known}" if known else "name a file")


def default_fight(ruleset: str = "") -> Path:
    """The ready fight that opens by itself: the first one of this ruleset, or the first one at all."""
    fights = ready_fights()
    fitting = [fight for fight in fights if not ruleset or fight.ruleset == ruleset]
    if not fitting and not fights:
        raise FileError("no ready fight came with the program", hint="name an encounter file")
    return (fitting or fights)[0].path


def begin_encounter(
    path: Path, ruleset: str = "", session: Path | None = None, language: str = "", told: list[str] | None = None
) -> Game:
    """A new game of an encounter, kept at `session` or in a new file among the sessions.

    Add-ons that are broken are left off; what is wrong with them is added to `told`.
    """
    encounter, wrong = sound_encounter(*encounter_sources(path, ruleset))
    if told is not None:
        told += wrong
    _check_language(language, encounter.ruleset)
    kept = session or new_path(encounter.id or path.stem, sessions_directory())
    head = Head(
        fight=encounter.id, title=encounter.title, place=encounter.place, program=__version__,
        ruleset=encounter.ruleset_source, encounter=encounter.source, addons=encounter.addon_sources,
        language=language,
    )  # fmt: skip
    return begin_game(kept, head, encounter.ruleset, encounter.fight)


def go_on(path: Path, language: str = "") -> Game:
    """The game of a kept session, exactly where it was; from here on in another language, if one is given."""
    game = resume_game(path, compile_sources)
    try:
        _check_language(language, game.ruleset)
        if language and language != game.language:
            game.speak(language)
    except CrittuiError:
        game.close()
        raise
    return game


def _check_language(language: str, ruleset: Ruleset) -> None:
    own = ", ".join(ruleset.languages)
    if language and language not in {*ruleset.languages, *LANGUAGE_NAMES}:
        hint = f"{ruleset.id} speaks {own}; crittui {', '.join(LANGUAGE_NAMES)}"
        raise UsageError(f"nobody here speaks {language!r}", hint=hint)


def sessions() -> list[Kept]:
    """The kept sessions in which something was done, the last one played first."""
    found = kept_sessions(sessions_directory())
    return [one for one in found if isinstance(one, Kept) and one.progress.actions > 0]


def session_path(name: str) -> Path | None:
    """The file of the session that is meant; without a name the last one; None when there is none."""
    if name:
        return find_session(name, sessions_directory())
    return next((one.path for one in sessions()), None)
