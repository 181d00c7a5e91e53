"""Opens what is to be played: an encounter or a kept session; and lists the sessions there are."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import closing
from pathlib import Path

from crittui import __version__
from crittui.errors import CrittuiError, UsageError
from crittui.files.addons import sound_encounter
from crittui.files.encounters import compile_sources, encounter_sources
from crittui.files.library import own_language
from crittui.rules.ruleset import Ruleset
from crittui.session.game import Game, begin_game, resume_game
from crittui.session.journal import Head, Journal
from crittui.session.listing import Kept, find_session, kept_sessions, new_path, sessions_directory
from crittui.tui.phrases import LANGUAGE_NAMES


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


def go_on(path: Path, language: str = "", told: Callable[[float], None] = lambda part: None) -> Game:
    """The game of a kept session, exactly where it was; from here on in another language, if one is given.

    `told` hears how far it is, from 0 to 1: a very long fight takes its time.
    """
    game = resume_game(path, compile_sources, told=told)
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


def spoken_last(kept: Sequence[Kept]) -> str:
    """The language of the fight that was played last: the one that was chosen for it, else its ruleset's own."""
    for one in kept[:1]:
        with closing(Journal.open(one.path, writing=False)) as journal:
            return journal.head.language or own_language(journal.head.ruleset)
    return ""


def session_path(name: str) -> Path | None:
    """The file of the session that is meant; without a name the last one; None when there is none.

    Where nothing was done in any, the last one is meant all the same: house rules may have been set in it.
    """
    if name:
        return find_session(name, sessions_directory())
    kept = [one for one in kept_sessions(sessions_directory()) if isinstance(one, Kept)]
    return next((one.path for one in (*sessions(), *kept)), None)
