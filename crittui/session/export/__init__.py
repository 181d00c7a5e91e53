"""A game as a file to read: Markdown for people, JSON for programs."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from contextlib import closing
from pathlib import Path

from crittui.errors import FileError
from crittui.session.export.json import json
from crittui.session.export.markdown import markdown
from crittui.session.export.story import Story, tell
from crittui.session.game import Compiler, Game, resume_game
from crittui.session.listing import find_session, sessions_directory

FORMATS: Mapping[str, Callable[[Story], str]] = {"md": markdown, "json": json}


class FileExists(FileError):
    """Something lies where an export was to be written; nothing was written."""


def export_text(game: Game, format: str, players: bool = False) -> str:
    """A game as text in one of FORMATS; with `players`, only what the players may know."""
    return FORMATS[format](tell(game, players))


def write_export(game: Game, path: Path, format: str, overwrite: bool = False, players: bool = False) -> Path:
    """Write a game to `path`, whole or not at all; the absolute path.

    FileExists if something lies there and is not to be overwritten, a FileError if it cannot be written.
    """
    target = path.absolute()
    text = export_text(game, format, players)
    if os.path.lexists(target) and not overwrite:
        raise FileExists("there is a file already", str(path), "take another name, or say that it may be overwritten")
    try:
        _write(target, text)
    except OSError as error:
        raise FileError("the export cannot be written", str(path), error.strerror or str(error)) from error
    return target


def export_command(
    session: str, format: str, output: str, force: bool, compiler: Compiler, players: bool = False
) -> int:
    """Write a kept session to a file, or to stdout where `output` is empty or `-`; the exit status."""
    directory = sessions_directory()
    game = resume_game(find_session(session, directory), compiler, writing=False)
    with closing(game):
        if output not in ("", "-"):
            print(write_export(game, Path(output), format, force, players))
        else:
            print(export_text(game, format, players), end="")
    return 0


def _write(target: Path, text: str) -> None:
    # Whoever reads meanwhile sees the old file or the new one, never half of one.
    unfinished = target.with_name(f".{target.name}.{os.getpid()}.new")
    try:
        with unfinished.open("x", encoding="utf-8", newline="\n") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        unfinished.replace(target)
    except OSError:
        unfinished.unlink(missing_ok=True)
        raise
