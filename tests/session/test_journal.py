"""Nothing that was acknowledged is lost, nothing that lies there is overwritten."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from crittui.errors import CrittuiError, FileError
from crittui.rules.source import Source
from crittui.session.journal import APPLICATION, SCHEMA, Damaged, Entry, Head, Journal, Progress, set_aside

RULES = Source("rules.yaml", "ruleset: {id: duel}\n")
HEAD = Head("ford", "At the ford", "the ford", "0.1.0", RULES, Source("ford.yaml", "fight: ford\n"), language="en")
AWKWARD = ["[/x]", "\x1b[31m", "x" * 300, "龍之介", "a\0b", "'); DROP TABLE entry; --", ""]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "ford-1.crittui"


@pytest.fixture
def journal(path: Path) -> Iterator[Journal]:
    with closing(Journal.create(path, HEAD)) as journal:
        yield journal


def fill(journal: Journal, *texts: str) -> None:
    for number, text in enumerate(texts, 1):
        journal.append("command", text, Progress(1, "Ann", number))


def data(path: Path) -> list[str]:
    with closing(Journal.open(path, writing=False)) as journal:
        return [entry.data for entry in journal.entries()]


def same(a: Head, b: Head) -> bool:
    def plain(head: Head) -> list[object]:
        sources = [(s.name, s.text) for s in (head.ruleset, head.encounter, *head.addons)]
        return [head.fight, head.title, head.place, head.program, head.language, sources]

    return plain(a) == plain(b)


def test_entries_come_back_as_they_were(path: Path, journal: Journal) -> None:
    fill(journal, *AWKWARD)
    journal.append("undo", "", Progress())
    assert journal.entries() == [
        *(Entry(number, "command", text) for number, text in enumerate(AWKWARD, 1)),
        Entry(len(AWKWARD) + 1, "undo", ""),
    ]
    assert journal.entries(after=len(AWKWARD)) == [Entry(len(AWKWARD) + 1, "undo", "")]
    journal.close()
    assert data(path) == [*AWKWARD, ""]


def test_the_head_holds_every_text(path: Path) -> None:
    addons = (Source("a.yaml", "ruleset: duel\n"), Source("b.yaml", "\x07龍\n"))
    head = Head("[/x]", "*", "\x1b", "0.1.0", RULES, Source("e.yaml", "y" * 100_000), addons, "es")
    Journal.create(path, head).close()
    with closing(Journal.open(path)) as journal:
        assert same(journal.head, head)


def test_progress_is_that_of_the_last_entry(journal: Journal) -> None:
    assert journal.progress() == Progress()
    fill(journal, "a", "b")
    assert journal.progress() == Progress(1, "Ann", 2)


def test_every_writer_waits_for_the_disk(path: Path, journal: Journal) -> None:
    def pragmas(journal: Journal) -> tuple[object, ...]:
        db = journal._connection
        return (*db.execute("PRAGMA journal_mode").fetchone(), *db.execute("PRAGMA synchronous").fetchone())

    assert pragmas(journal) == ("wal", 2)
    journal.close()
    with closing(Journal.open(path)) as again:
        assert pragmas(again) == ("wal", 2)


def test_a_session_is_never_written_over(path: Path, journal: Journal) -> None:
    fill(journal, "a")
    journal.close()
    with pytest.raises(FileError, match="never written over"):
        Journal.create(path, HEAD)
    assert data(path) == ["a"]


def test_nor_is_any_other_file(path: Path) -> None:
    path.write_bytes(b"")
    with pytest.raises(FileError, match="never written over"):
        Journal.create(path, HEAD)
    assert path.read_bytes() == b""


def test_no_session_can_be_kept_where_no_file_can_be(tmp_path: Path) -> None:
    with pytest.raises(FileError, match="no session can be kept here"):
        Journal.create(tmp_path / "missing" / "a.crittui", HEAD)


def test_the_second_program_is_told(path: Path, journal: Journal) -> None:
    with pytest.raises(FileError, match="another program is playing"):
        Journal.open(path)
    fill(journal, "a")
    assert data(path) == ["a"]
    journal.close()
    Journal.open(path).close()


def test_a_reader_sees_each_entry_and_writes_none(path: Path, journal: Journal) -> None:
    with closing(Journal.open(path, writing=False)) as reader:
        assert reader.entries() == []
        fill(journal, "a", "b")
        assert [entry.data for entry in reader.entries(after=1)] == ["b"]
        with pytest.raises(CrittuiError, match="only being watched"):
            fill(reader, "c")
    assert data(path) == ["a", "b"]


def test_a_reader_leaves_nothing_behind(path: Path, journal: Journal) -> None:
    fill(journal, "a")
    journal.close()
    before = sorted(file.name for file in path.parent.iterdir())
    assert data(path) == ["a"]
    assert sorted(file.name for file in path.parent.iterdir()) == before


@pytest.mark.skipif(os.geteuid() == 0, reason="nothing is forbidden to root")
def test_a_session_is_read_where_nothing_can_be_written(path: Path, journal: Journal) -> None:
    fill(journal, "a")
    journal.close()
    path.parent.chmod(0o555)
    try:
        assert data(path) == ["a"]
    finally:
        path.parent.chmod(0o755)


def test_what_was_not_stored_is_told_and_the_rest_stays(path: Path, journal: Journal) -> None:
    fill(journal, "a")
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        journal._connection.execute("PRAGMA busy_timeout = 0")
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(CrittuiError, match="nothing was saved"):
            fill(journal, "b")
        other.execute("ROLLBACK")
    fill(journal, "c")
    assert data(path) == ["a", "c"]


def test_half_an_entry_is_none(path: Path, journal: Journal) -> None:
    db = journal._connection
    db.execute("CREATE TEMP TRIGGER full BEFORE UPDATE ON progress BEGIN SELECT RAISE(FAIL, 'disk full'); END")
    with pytest.raises(CrittuiError, match="disk full"):
        fill(journal, "a")
    assert journal.entries() == []
    db.execute("DROP TRIGGER full")
    fill(journal, "b")
    assert data(path) == ["b"]


KILLED = """
import sys
from pathlib import Path
from crittui.session.journal import Journal, Progress

journal = Journal.open(Path(sys.argv[1]))
for number in range(100_000):
    journal.append("command", str(number), Progress(1, "", number))
    print(number, flush=True)
"""


@pytest.mark.parametrize("acknowledged", [1, 2, 17, 60])
def test_kill_9_loses_nothing_acknowledged(path: Path, journal: Journal, acknowledged: int) -> None:
    journal.close()
    child = subprocess.Popen([sys.executable, "-c", KILLED, str(path)], stdout=subprocess.PIPE, text=True)
    assert child.stdout
    with child.stdout as acknowledgements:
        seen = [acknowledgements.readline().strip() for _ in range(acknowledged)]
        child.kill()
        child.wait()
        seen += acknowledgements.read().split()
    assert data(path)[: len(seen)] == seen
    with closing(Journal.open(path)) as again:
        count = len(again.entries())
        again.append("command", "on", Progress())
    assert data(path)[count:] == ["on"]


def test_a_kill_while_a_session_begins_leaves_none_behind(path: Path) -> None:
    path.with_name(f".{path.name}.new").write_bytes(b"half")
    Journal.create(path, HEAD).close()
    assert data(path) == []
    assert not path.with_name(f".{path.name}.new").exists()


def damage(path: Path, how: str) -> None:
    content = path.read_bytes()
    if how == "empty":
        path.write_bytes(b"")
    elif how == "not SQLite":
        path.write_text("a shopping list\n" * 100)
    elif how == "cut off":
        path.write_bytes(content[: len(content) // 2])
    elif how == "overwritten":
        path.write_bytes(content[:4096] + b"\xff" * (len(content) - 4096))
    else:
        with closing(sqlite3.connect(path)) as db:
            db.executescript(how)


DAMAGES = [
    "empty",
    "not SQLite",
    "cut off",
    "overwritten",
    "DROP TABLE entry",
    "DROP TABLE file",
    "DELETE FROM file",
    "DELETE FROM fact WHERE name = 'title'",
    "INSERT INTO fact VALUES ('more', 'x')",
    "PRAGMA application_id = 7",
]


@pytest.mark.parametrize("how", DAMAGES)
def test_a_damaged_session_is_kept_aside(path: Path, journal: Journal, how: str) -> None:
    fill(journal, "a")
    journal.close()
    damage(path, how)
    content = path.read_bytes()
    with pytest.raises(FileError, match=r"damaged.*kept aside as ford-1\.crittui\.corrupt"):
        Journal.open(path)
    assert not path.exists()
    assert path.with_name("ford-1.crittui.corrupt").read_bytes() == content


def test_damage_far_behind_is_found_before_anything_is_played(path: Path, journal: Journal) -> None:
    fill(journal, *("x" * 1000 for _ in range(100)))
    journal.close()
    content = path.read_bytes()
    path.write_bytes(content[:-4096] + b"\xff" * 4096)
    with pytest.raises(Damaged):
        Journal.open(path, writing=False)


@pytest.mark.parametrize("how", DAMAGES)
def test_whoever_only_reads_moves_nothing(path: Path, journal: Journal, how: str) -> None:
    journal.close()
    damage(path, how)
    content = path.read_bytes()
    with pytest.raises(Damaged):
        Journal.open(path, writing=False)
    assert path.read_bytes() == content


@pytest.mark.parametrize("how", ["DELETE FROM entry WHERE seq = 2", "UPDATE entry SET kind = 'x' WHERE seq = 2"])
def test_missing_and_unknown_entries_are_damage(path: Path, journal: Journal, how: str) -> None:
    fill(journal, "a", "b", "c")
    journal.close()
    damage(path, how)
    with closing(Journal.open(path)) as again, pytest.raises(Damaged):
        again.entries()


def test_a_second_damaged_session_does_not_take_the_place_of_the_first(path: Path) -> None:
    for content in (b"first", b"second", b"third"):
        path.write_bytes(content)
        with pytest.raises(FileError):
            Journal.open(path)
    kept = [path.with_name(f"{path.name}.corrupt{n}").read_bytes() for n in ("", "-2", "-3")]
    assert kept == [b"first", b"second", b"third"]


def test_what_belongs_to_a_damaged_session_goes_with_it(path: Path) -> None:
    for part in ("", "-wal", "-shm"):
        path.with_name(path.name + part).write_text(part)
    set_aside(path, Damaged("the session is damaged"))
    names = {file.name: file.read_text() for file in path.parent.iterdir()}
    assert names == {f"{path.name}.corrupt{part}": part for part in ("", "-wal", "-shm")}


def test_a_file_of_another_kind_stays_where_it_is(tmp_path: Path) -> None:
    notes = tmp_path / "notes.txt"
    notes.write_text("mine")
    with pytest.raises(FileError, match="this is no session"):
        Journal.open(notes)
    assert notes.read_text() == "mine"


def test_a_session_of_a_newer_program_stays_where_it_is(path: Path, journal: Journal) -> None:
    journal.close()
    damage(path, f"PRAGMA user_version = {SCHEMA + 1}")
    content = path.read_bytes()
    with pytest.raises(FileError, match="a newer crittui"):
        Journal.open(path)
    assert path.read_bytes() == content


def test_a_session_that_is_not_there_is_not_made(path: Path) -> None:
    with pytest.raises(FileError, match="no such session"):
        Journal.open(path)
    assert list(path.parent.iterdir()) == []


def test_the_file_says_whose_it_is(path: Path, journal: Journal) -> None:
    journal.close()
    with closing(sqlite3.connect(path)) as db:
        assert db.execute("PRAGMA application_id").fetchone() == (APPLICATION,)


def test_in_memory_nothing_is_kept() -> None:
    with closing(Journal.in_memory(HEAD)) as journal:
        fill(journal, "a")
        assert (journal.path, [entry.data for entry in journal.entries()]) == (None, ["a"])
