"""A lock that says: a program is playing this session. It dies with the program, however that ends."""

from __future__ import annotations

import sqlite3
from pathlib import Path

from crittui.errors import FileError


class Lock:
    """Held from its making until `release`.

    A FileError tells that another program holds it. SQLite does the locking, in a file of its own
    beside the session: it works on every system, and readers of the session never notice.
    """

    def __init__(self, session: Path) -> None:
        real = session.resolve()
        self._connection = sqlite3.connect(real.with_name(f".{real.name}.lock"), timeout=0, isolation_level=None)
        try:
            self._connection.execute("BEGIN EXCLUSIVE")
        except sqlite3.Error as error:
            self._connection.close()
            if error.sqlite_errorcode == sqlite3.SQLITE_BUSY:
                raise FileError("another program is playing this session", str(session), "close it there") from error
            raise

    def release(self) -> None:
        """Let others play. Doing it twice is harmless."""
        self._connection.close()
