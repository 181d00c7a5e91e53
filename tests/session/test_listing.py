"""The list of what was kept."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from crittui.errors import FileError
from crittui.rules.source import Source
from crittui.session.journal import Head, Journal, Progress
from crittui.session.listing import Kept, Unlisted, find_session, kept_sessions, new_path, sessions_command, told


def keep(path: Path, title: str = "At the ford", changed: float = 0) -> None:
    journal = Journal.create(path, Head("ford", title, "the ford", "0.1.0", Source("r", ""), Source("e", "")))
    journal.append("command", "", Progress(3, "Ann [/x]", 12))
    journal.close()
    os.utime(path, (changed, changed))


def test_the_last_played_comes_first_and_the_unreadable_last(tmp_path: Path) -> None:
    keep(tmp_path / "ford-1.crittui", changed=1000)
    keep(tmp_path / "ford-2.crittui", changed=3000)
    keep(tmp_path / "mill-1.crittui", changed=2000)
    (tmp_path / "bad-1.crittui").write_text("no")
    (tmp_path / "notes.txt").write_text("mine")
    sessions = kept_sessions(tmp_path)
    assert [one.path.stem for one in sessions] == ["ford-2", "mill-1", "ford-1", "bad-1"]
    assert sessions[0] == Kept(
        tmp_path / "ford-2.crittui", "At the ford", "the ford", Progress(3, "Ann [/x]", 12), 3000
    )
    assert isinstance(sessions[-1], Unlisted)
    assert (tmp_path / "bad-1.crittui").read_text() == "no"


def test_a_session_being_played_is_listed_with_its_last_entry(tmp_path: Path) -> None:
    keep(tmp_path / "ford-1.crittui")
    journal = Journal.open(tmp_path / "ford-1.crittui")
    journal.append("command", "", Progress(4, "Bob", 13))
    (one,) = kept_sessions(tmp_path)
    journal.close()
    assert isinstance(one, Kept)
    assert one.progress == Progress(4, "Bob", 13)
    assert one.changed > 0


def test_numbers_never_come_twice(tmp_path: Path) -> None:
    assert new_path("ford", tmp_path).name == "ford-1.crittui"
    for name in ("ford-2.crittui", "ford-7.crittui.corrupt", "ford-x.crittui", "ford-at-night-9.crittui", "ford-8.txt"):
        (tmp_path / name).touch()
    assert new_path("ford", tmp_path).name == "ford-8.crittui"
    assert new_path("ford-at-night", tmp_path).name == "ford-at-night-10.crittui"


def test_the_name_of_a_fight_leads_nowhere_else(tmp_path: Path) -> None:
    assert new_path("../a b/龍", tmp_path) == tmp_path / "_a_b_龍-1.crittui"
    assert len(new_path("x" * 300, tmp_path).name) < 80


def test_a_session_is_found_by_path_and_by_name(tmp_path: Path) -> None:
    path = tmp_path / "ford-1.crittui"
    keep(path)
    assert find_session(str(path), tmp_path / "other") == path
    assert find_session("ford-1", tmp_path) == path
    assert find_session("ford-1.crittui", tmp_path) == path
    with pytest.raises(FileError, match="no such session"):
        find_session("ford-2", tmp_path)


def test_a_session_in_words(tmp_path: Path) -> None:
    keep(tmp_path / "a-1.crittui", "\x1b[31m\n*")
    assert told(kept_sessions(tmp_path)[0]).startswith("[31m * · the ford · round 3 · turn of Ann [/x] · 12 actions · ")


def test_the_command(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert sessions_command() == 0
    assert capsys.readouterr().out == f"no fights are kept in {tmp_path / 'crittui' / 'sessions'}\n"
    keep(tmp_path / "crittui" / "sessions" / "ford-1.crittui")
    assert sessions_command() == 0
    assert capsys.readouterr().out.startswith("ford-1  At the ford · the ford · round 3")
