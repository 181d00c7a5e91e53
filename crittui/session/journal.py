"""The journal: one SQLite file with everything a table did, and all that is needed to do it again.

An entry is on the disk before `append` returns. Texts are data here: nothing reads them as markup
or as SQL. One program at a time may write; any number may read.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable, Mapping
from contextlib import closing
from dataclasses import field, replace
from pathlib import Path
from typing import Any, Literal, cast, get_args

import msgspec

from crittui.errors import CrittuiError, FileError
from crittui.records import dataclass
from crittui.rules.source import Source
from crittui.session.lock import Lock

APPLICATION = 0x63726974
SCHEMA = 1
SUFFIX = ".crittui"

Kind = Literal["command", "answer", "undo", "redo"]

_TABLES = f"""
BEGIN;
CREATE TABLE fact (name TEXT PRIMARY KEY, value TEXT NOT NULL);
CREATE TABLE file (position INTEGER PRIMARY KEY, name TEXT NOT NULL, text TEXT NOT NULL);
CREATE TABLE entry (seq INTEGER PRIMARY KEY, kind TEXT NOT NULL, data TEXT NOT NULL);
CREATE TABLE progress (round INTEGER NOT NULL, turn TEXT NOT NULL, actions INTEGER NOT NULL);
INSERT INTO progress VALUES (0, '', 0);
PRAGMA application_id = {APPLICATION};
PRAGMA user_version = {SCHEMA};
COMMIT;
"""
_DAMAGE = frozenset({sqlite3.SQLITE_ERROR, sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB})
_UNWRITABLE = frozenset({sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_READONLY})


@dataclass(frozen=True)
class Head:
    """What a session was begun with. The files are kept as texts, so going on needs none of them.

    `options` are the house rules chosen at the table, written as in a file; they outrank the files.
    """

    fight: str
    title: str
    place: str
    program: str
    ruleset: Source
    encounter: Source
    addons: tuple[Source, ...] = ()
    language: str = ""
    options: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Entry:
    """One thing done, numbered from 1. `data` is JSON (see `codec`), empty for undo and redo."""

    seq: int
    kind: Kind
    data: str


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a fight is, for lists of sessions: the name of who has the turn, and how many commands count."""

    round: int = 0
    turn: str = ""
    actions: int = 0


class Damaged(FileError):
    """A session file is not what this program once wrote."""


class Journal:
    """An open journal. `path` is None for one in memory; `writing` is false for one that is only read."""

    def __init__(self, connection: sqlite3.Connection, path: Path | None, lock: Lock | None, writing: bool) -> None:
        self._connection = connection
        self._lock = lock
        self.path = path
        self.writing = writing
        self.head = _head(connection)

    @classmethod
    def create(cls, path: Path, head: Head) -> Journal:
        """A new journal at `path`; a FileError if something lies there already."""
        try:
            lock = Lock(path)
            try:
                _build(path, head)
                return cls(_writer(path), path, lock, writing=True)
            except (OSError, sqlite3.Error, FileError):
                lock.release()
                raise
        except (OSError, sqlite3.Error) as error:
            raise FileError("no session can be kept here", str(path), str(error)) from error

    @classmethod
    def in_memory(cls, head: Head) -> Journal:
        """A journal that is forgotten at the end."""
        connection = sqlite3.connect(":memory:", isolation_level=None)
        _fill(connection, head)
        return cls(connection, None, None, writing=True)

    @classmethod
    def open(cls, path: Path, writing: bool = True) -> Journal:
        """The journal at `path`.

        A FileError if there is none, if another program is writing it, or if it comes from a newer
        crittui. A damaged one is moved aside as `NAME.corrupt` if it was to be written.
        """
        if not path.is_file():
            raise FileError("there is no such session", str(path))
        try:
            lock = Lock(path) if writing else None
            try:
                return cls(_checked(path, writing), path, lock, writing)
            except (sqlite3.Error, FileError) as error:
                if lock:
                    lock.release()
                if isinstance(error, Damaged) and writing:
                    raise set_aside(path, error) from error
                raise
        except sqlite3.Error as error:
            raise FileError("the session cannot be opened", str(path), str(error)) from error

    def append(self, kind: Kind, data: str, progress: Progress) -> None:
        """Put one entry on the disk. A CrittuiError tells that it is not there, and nothing else is."""

        def entry(db: sqlite3.Connection) -> None:
            db.execute("INSERT INTO entry (kind, data) VALUES (?, ?)", (kind, data))
            db.execute("UPDATE progress SET round = ?, turn = ?, actions = ?", _row(progress))

        self._change(entry)

    def begin_anew(self, head: Head) -> None:
        """Another beginning, for as long as nothing was done; a CrittuiError tells that it is the old one still."""

        def beginning(db: sqlite3.Connection) -> None:
            if db.execute("SELECT 1 FROM entry LIMIT 1").fetchone():
                raise CrittuiError("this fight has begun already")
            db.execute("DELETE FROM fact")
            db.execute("DELETE FROM file")
            _insert(db, head)

        self._change(beginning)
        self.head = head

    def speak(self, language: str) -> None:
        """Remember the language of the table; a CrittuiError tells that it is the old one still."""
        self._change(lambda db: db.execute("REPLACE INTO fact VALUES ('language', ?)", (language,)))
        self.head = replace(self.head, language=language)

    def _change(self, write: Callable[[sqlite3.Connection], object]) -> None:
        """Do all of `write`, on the disk, or nothing of it."""
        if not self.writing:
            raise CrittuiError("this session is only being watched")
        db = self._connection
        try:
            db.execute("BEGIN IMMEDIATE")
            write(db)
            db.execute("COMMIT")
        except (sqlite3.Error, CrittuiError) as error:
            if db.in_transaction:
                db.execute("ROLLBACK")
            if isinstance(error, CrittuiError):
                raise
            raise CrittuiError("nothing was saved, so nothing happened", str(self.path or ""), str(error)) from error

    def entries(self, after: int = 0) -> list[Entry]:
        """The entries behind number `after`, in order; Damaged if there is one that cannot be."""
        rows = self._rows("SELECT seq, kind, data FROM entry WHERE seq > ? ORDER BY seq", after)
        entries = [Entry(seq, _kind(kind), data) for seq, kind, data in rows]
        if [entry.seq for entry in entries] != list(range(after + 1, after + 1 + len(entries))):
            raise Damaged("the session is damaged", str(self.path or ""), "entries are missing")
        return entries

    def progress(self) -> Progress:
        """How far the fight was at the last entry."""
        return Progress(*next(iter(self._rows("SELECT round, turn, actions FROM progress")), ()))

    def _rows(self, sql: str, *values: int) -> list[tuple[Any, ...]]:
        try:
            return self._connection.execute(sql, values).fetchall()
        except sqlite3.Error as error:
            kind = Damaged if _is_damage(error) else FileError
            raise kind("the session cannot be read", str(self.path or ""), str(error)) from error

    def close(self) -> None:
        """Let the file go. Closing twice is harmless."""
        self._connection.close()
        if self._lock:
            self._lock.release()


def set_aside(path: Path, reason: FileError) -> FileError:
    """Move a damaged session to `NAME.corrupt`, with all that belongs to it; the error that tells so."""
    aside = _free_name(path)
    for part in ("", "-wal", "-shm"):
        source = path.with_name(path.name + part)
        if source.exists():
            source.rename(aside.with_name(aside.name + part))
    why = f"{reason.hint}; " if reason.hint else ""
    return FileError(reason.what, str(path), f"{why}kept aside as {aside.name}")


def _free_name(path: Path) -> Path:
    names = [f"{path.name}.corrupt", *(f"{path.name}.corrupt-{n}" for n in range(2, 1000))]
    return path.with_name(next(name for name in names if not os.path.lexists(path.with_name(name))))


def _build(path: Path, head: Head) -> None:
    if os.path.lexists(path):
        raise FileError("there is a file already", str(path), "a session is never written over another")
    _leave_behind(path)
    unfinished = path.with_name(f".{path.name}.new")
    unfinished.unlink(missing_ok=True)
    with closing(sqlite3.connect(unfinished, isolation_level=None)) as connection:
        _fill(connection, head)
    # Under its own name it appears only when it is whole: no reader, no kill -9 ever meets half a session.
    unfinished.rename(path)


def _leave_behind(path: Path) -> None:
    """What is left of a session whose main file is gone must not be read into the new one; it is kept aside."""
    for ending in ("-wal", "-shm", "-journal"):
        left = path.with_name(path.name + ending)
        if left.exists():
            left.replace(left.with_name(left.name + ".stale"))


def _writer(path: Path) -> sqlite3.Connection:
    connection = sqlite3.connect(path, isolation_level=None)
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")
    return connection


def _reader(path: Path) -> sqlite3.Connection:
    # Not `mode=ro`: such a reader leaves its -wal and -shm files behind for others to wonder about.
    uri = f"{path.absolute().as_uri()}?mode=rw"
    connection = sqlite3.connect(uri, uri=True, isolation_level=None)
    try:
        connection.execute("PRAGMA query_only = ON")
        connection.execute("PRAGMA schema_version")
        return connection
    except sqlite3.DatabaseError as error:
        connection.close()
        # Where nothing can be written (a backup, a locked stick) nobody else writes either.
        if error.sqlite_errorcode & 0xFF in _UNWRITABLE and not path.with_name(f"{path.name}-wal").exists():
            return sqlite3.connect(f"{uri[:-2]}ro&immutable=1", uri=True, isolation_level=None)
        raise


def _checked(path: Path, writing: bool) -> sqlite3.Connection:
    """A connection to a file that was found to be a whole session."""
    try:
        connection = _examined(path)
    except sqlite3.Error as error:
        if _is_damage(error):
            raise _foreign(path, str(error)) from error
        raise
    if not writing:
        return connection
    connection.close()
    return _writer(path)


def _examined(path: Path) -> sqlite3.Connection:
    connection = _reader(path)
    try:
        _examine(connection, path)
        return connection
    except (sqlite3.Error, FileError):
        connection.close()
        raise


def _examine(connection: sqlite3.Connection, path: Path) -> None:
    if connection.execute("PRAGMA application_id").fetchone()[0] != APPLICATION:
        raise _foreign(path, "another program wrote it")
    schema = connection.execute("PRAGMA user_version").fetchone()[0]
    if schema > SCHEMA:
        raise FileError("a newer crittui wrote this session", str(path), "go on with that one")
    report = connection.execute("PRAGMA quick_check(1)").fetchone()[0]
    if report != "ok":
        raise Damaged("the session is damaged", str(path), " ".join(report.split()))
    connection.execute("SELECT 1 FROM entry, progress LIMIT 1").fetchone()
    _head(connection)


def _is_damage(error: sqlite3.Error) -> bool:
    return error.sqlite_errorcode & 0xFF in _DAMAGE


def _foreign(path: Path, reason: str) -> FileError:
    """Under our own suffix a foreign file is a damaged session; any other is somebody's, and stays where it is."""
    if path.suffix == SUFFIX:
        return Damaged("the session is damaged", str(path), reason)
    return FileError("this is no session", str(path), reason)


def _fill(connection: sqlite3.Connection, head: Head) -> None:
    connection.executescript(_TABLES)
    connection.execute("BEGIN")
    _insert(connection, head)
    connection.execute("COMMIT")


def _insert(connection: sqlite3.Connection, head: Head) -> None:
    facts = {name: getattr(head, name) for name in ("fight", "title", "place", "program", "language")}
    files = (head.ruleset, head.encounter, *head.addons)
    try:
        facts["options"] = msgspec.json.encode(dict(head.options)).decode()
        connection.executemany("INSERT INTO fact VALUES (?, ?)", facts.items())
        connection.executemany("INSERT INTO file VALUES (?, ?, ?)", [(i, f.name, f.text) for i, f in enumerate(files)])
    except UnicodeEncodeError as error:
        raise FileError("this cannot be stored", hint=str(error)) from error


def _head(connection: sqlite3.Connection) -> Head:
    facts = dict(connection.execute("SELECT name, value FROM fact").fetchall())
    files = [Source(*row) for row in connection.execute("SELECT name, text FROM file ORDER BY position")]
    try:
        options = msgspec.json.decode(facts.pop("options", "{}"), type=dict[str, str])
        ruleset, encounter, *addons = files
        return Head(**facts, ruleset=ruleset, encounter=encounter, addons=tuple(addons), options=options)
    except (TypeError, ValueError, msgspec.MsgspecError) as error:
        raise Damaged("the session is damaged", hint=str(error)) from error


def _kind(kind: str) -> Kind:
    if kind not in get_args(Kind):
        raise Damaged("the session is damaged", hint=f"an entry of the unknown kind {kind!r}")
    return cast(Kind, kind)


def _row(progress: Progress) -> tuple[int, str, int]:
    return progress.round, progress.turn, progress.actions
