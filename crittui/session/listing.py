"""The fights that were kept: where they lie, and how far they are."""

from __future__ import annotations

import re
import time
from contextlib import closing
from pathlib import Path

import platformdirs

from crittui.errors import FileError
from crittui.records import dataclass
from crittui.session.journal import SUFFIX, Journal, Progress
from crittui.session.naming import inert

LONGEST_NAME = 60


@dataclass(frozen=True, slots=True)
class Kept:
    """A kept session. `changed` is the time of its last entry, in seconds since 1970."""

    path: Path
    title: str
    place: str
    progress: Progress
    changed: float


@dataclass(frozen=True, slots=True)
class Unlisted:
    """A file among the sessions that could not be read, and why."""

    path: Path
    reason: str


def sessions_directory() -> Path:
    """Where sessions are kept unless told otherwise; made if it is not there."""
    directory = Path(platformdirs.user_data_dir("crittui", appauthor=False)) / "sessions"
    directory.mkdir(parents=True, exist_ok=True)
    return directory


def new_path(fight: str, directory: Path) -> Path:
    """A path for a new session of this fight: `saloon-3.crittui`. No number comes twice, not even a damaged one's."""
    fight = re.sub(r"[^\w-]+", "_", fight)[:LONGEST_NAME]
    taken = [0]
    for file in directory.iterdir():
        name, separator, rest = file.name.partition(SUFFIX)
        front, dash, number = name.rpartition("-")
        if separator and dash and front == fight and number.isdecimal():
            taken.append(int(number))
    return directory / f"{fight}-{max(taken) + 1}{SUFFIX}"


def kept_sessions(directory: Path) -> list[Kept | Unlisted]:
    """The sessions in a directory, the one played last first; those that cannot be read come at the end."""
    found = [_look(path) for path in directory.glob(f"*{SUFFIX}") if not path.name.startswith(".")]
    return sorted(found, key=lambda one: (-one.changed if isinstance(one, Kept) else 0.0, one.path.name))


def find_session(name: str, directory: Path) -> Path:
    """The session that a person means: a path, or the name of one in `directory`. A FileError if there is none."""
    candidates = [Path(name), directory / name, directory / f"{name}{SUFFIX}"]
    for path in candidates:
        if path.is_file():
            return path
    raise FileError("there is no such session", name, "crittui sessions lists them")


def _look(path: Path) -> Kept | Unlisted:
    changed = _changed(path)
    try:
        with closing(Journal.open(path, writing=False)) as journal:
            return Kept(path, journal.head.title, journal.head.place, journal.progress(), changed)
    except FileError as error:
        return Unlisted(path, f"{error.what}, {error.hint}" if error.hint else error.what)


def _changed(path: Path) -> float:
    log = path.with_name(f"{path.name}-wal")
    return max(file.stat().st_mtime for file in (path, log) if file.exists())


def sessions_command() -> int:
    """List the kept sessions; the exit status."""
    directory = sessions_directory()
    sessions = kept_sessions(directory)
    width = max((len(one.path.stem) for one in sessions), default=0)
    for one in sessions:
        print(f"{inert(one.path.stem):{width}}  {told(one)}")
    print(f"{'' if sessions else 'no '}fights are kept in {directory}")
    return 0


def told(one: Kept | Unlisted) -> str:
    """A session in words, on one line; the time is local."""
    if isinstance(one, Unlisted):
        return inert(one.reason)
    at = one.progress
    parts = [one.title, one.place if one.place != one.title else "", f"round {at.round}" if at.round else "not begun"]
    parts += [f"turn of {at.turn}" if at.turn else "", "1 action" if at.actions == 1 else f"{at.actions} actions"]
    parts += [time.strftime("%Y-%m-%d %H:%M", time.localtime(one.changed))]
    return inert(" · ".join(part for part in parts if part))
