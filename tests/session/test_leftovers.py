"""A new session is new, whatever an earlier one of its name has left lying about."""

from __future__ import annotations

from pathlib import Path

from crittui.rules.source import Source
from crittui.session.journal import Head, Journal, Progress

HEAD = Head("f", "F", "F", "0", Source("r", "r"), Source("e", "e"))


def test_a_write_ahead_log_without_its_file_is_not_read_into_a_new_session(tmp_path: Path) -> None:
    path = tmp_path / "night.db"
    first = Journal.create(path, HEAD)
    first.append("command", "{}", Progress())
    wal = path.with_name("night.db-wal")
    left = wal.read_bytes()
    first.close()
    path.unlink()
    wal.write_bytes(left)

    second = Journal.create(path, HEAD)
    assert list(second.entries()) == []
    second.close()
    assert wal.with_name("night.db-wal.stale").read_bytes() == left
