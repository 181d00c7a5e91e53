"""Wishes that outlive the evening."""

from __future__ import annotations

from pathlib import Path

import pytest

from crittui.errors import FileError
from crittui.tui.settings import MOTION, MOTION_OVER_SSH, keep, read_settings


def test_what_was_kept_is_read_again(tmp_path: Path) -> None:
    path = tmp_path / "new" / "settings.yaml"
    assert read_settings(path) == {}
    keep(path, MOTION, "none")
    keep(path, MOTION_OVER_SSH, "full")
    keep(path, MOTION, "reduced")
    assert read_settings(path) == {MOTION: "reduced", MOTION_OVER_SSH: "full"}
    assert [entry.name for entry in path.parent.iterdir()] == ["settings.yaml"]


def test_other_lines_of_the_file_stay(tmp_path: Path) -> None:
    path = tmp_path / "settings.yaml"
    path.write_text("# mine\nmotion: full\nmotion_over_ssh: none # the train\n", encoding="utf-8")
    keep(path, MOTION, "reduced")
    assert path.read_text(encoding="utf-8") == "# mine\nmotion_over_ssh: none # the train\nmotion: reduced\n"


@pytest.mark.parametrize(
    ("words", "what", "where"),
    [
        ("motoin: full\n", "there is nothing called 'motoin', did you mean 'motion'?", "1:1"),
        ("motion: ful\n", "there is nothing called 'ful', did you mean 'full'?", "1:9"),
        ("motion: much\n", "there are full, reduced, none", "1:9"),
        ("motion: [full]\n", "a list where a word is needed", "1:9"),
        ("- motion\n", "a list where settings are needed", "1:1"),
    ],
)
def test_a_wrong_file_is_told_with_its_place(tmp_path: Path, words: str, what: str, where: str) -> None:
    path = tmp_path / "settings.yaml"
    path.write_text(words, encoding="utf-8")
    with pytest.raises(FileError) as caught:
        read_settings(path)
    assert what in str(caught.value)
    assert f"settings.yaml:{where}" in caught.value.where


def test_where_nothing_can_be_kept_that_is_said(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    with pytest.raises(FileError, match="this cannot be kept"):
        keep(tmp_path / "file" / "settings.yaml", MOTION, "none")
