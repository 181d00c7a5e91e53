"""The one key registry: no clash, key lines that fit, and a user's own keys."""

from __future__ import annotations

from pathlib import Path

import pytest

from crittui.errors import FileError
from crittui.tui.keyfile import load_keys
from crittui.tui.keys import AIM, FIGHT, GROUPS, PLACES, REGISTRY, STRIP, KeyMap, key_name, line_width, pressed


def text(entries: list[tuple[str, str]]) -> str:
    return "  ".join(f"{key} {label}" for key, label in entries)


def own(tmp_path: Path, words: str) -> KeyMap:
    path = tmp_path / "keys.yaml"
    path.write_text(words)
    return load_keys(path)


def test_no_key_means_two_things_at_one_place() -> None:
    assert list(KeyMap().clashes()) == []


def test_ids_are_unique_and_groups_and_places_known() -> None:
    assert len({entry.id for entry in REGISTRY}) == len(REGISTRY)
    assert {entry.group for entry in REGISTRY} == set(GROUPS)
    assert {place for entry in REGISTRY for place in entry.where} <= set(PLACES)


def test_reserved_letters_of_a_strip_are_no_keys_of_the_registry_there() -> None:
    keys = KeyMap()
    assert [keys.find(letter, STRIP) for letter in "paAc"] == ["", "", "", ""]
    assert keys.find("x", STRIP) == "strip.drop"
    assert keys.find("?", STRIP) == "help"


def test_letters_move_only_where_they_mean_nothing_else() -> None:
    keys = KeyMap()
    assert keys.find("k", FIGHT) == "skill"
    assert [keys.find(key, AIM) for key in "hjkl"] == ["left", "down", "up", "right"]


@pytest.mark.parametrize(
    ("width", "single", "expected"),
    [
        (80, False, "a attack  c called  d defend  i init  n next  . again  u undo  o odds  ? help"),
        (60, True, "a attack  c called  n next  . again  tab pane  ? help"),
        (20, True, "a attack  ? help"),
    ],
)
def test_key_line_drops_what_matters_least(width: int, single: bool, expected: str) -> None:
    assert text(KeyMap().line(width, single)) == expected


def test_keys_for_which_the_rules_have_nothing_are_left_out() -> None:
    absent = frozenset({"called", "defend", "initiative"})
    assert (
        text(KeyMap().line(80, absent=absent))
        == "a attack  s save  k skill  n next  . again  u undo  U redo  o odds  ? help"
    )


def test_key_line_always_fits_and_keeps_help() -> None:
    for width in range(8, 200):
        entries = KeyMap().line(width)
        assert line_width(entries) <= width
        assert entries[-1][1] == "help"
    assert "called shot" in text(KeyMap().line(140))


def test_a_pressed_key_is_written_as_the_registry_writes_it() -> None:
    assert key_name("full_stop", ".") == "."
    assert key_name("U", "U") == "U"
    assert key_name("space", " ") == "space"
    assert key_name("enter", "\r") == "enter"


def test_a_key_right_behind_escape_is_told_as_one_and_counts_as_two() -> None:
    assert pressed("alt+q", "q") == ("escape", "q")
    assert pressed("q", "q") == ("q",)
    assert pressed("alt+up", None) == ("alt+up",)


def test_own_keys_move_a_key_everywhere(tmp_path: Path) -> None:
    keys = own(tmp_path, "attack: z\nundo: [backspace, f2]\n")
    assert keys.find("z", FIGHT) == "attack"
    assert keys.find("a", FIGHT) == ""
    assert keys.find("f2", FIGHT) == "undo"
    assert text(keys.line(80)).startswith("z attack")
    assert keys["undo"].cap == "backspace"


def test_without_a_file_the_registry_stands(tmp_path: Path) -> None:
    assert load_keys(tmp_path / "none.yaml").entries == REGISTRY


@pytest.mark.parametrize(
    ("words", "what", "where"),
    [
        ("atack: z\n", "there is nothing called 'atack', did you mean 'attack'?", "1:1"),
        ("attack: u\n", "'u' already means 'undo'", "1:1"),
        ("note: z\nattack: z\n", "'z' already means 'attack'", "1:1"),
        ("attack: ctrl+a\n", "'ctrl+a' is not a key", "1:9"),
        ("attack: [z, z]\n", "'z' stands here twice", "1:13"),
        ("pick: z\n", "the keys of 'pick' cannot be changed", "1:1"),
        ("- a\n", "a list where ids and keys are needed", "1:1"),
    ],
)
def test_a_wrong_file_of_keys_is_told_with_its_place(tmp_path: Path, words: str, what: str, where: str) -> None:
    with pytest.raises(FileError) as caught:
        own(tmp_path, words)
    assert what in str(caught.value)
    assert f"keys.yaml:{where}" in caught.value.where


def test_two_keys_that_change_places_are_no_clash(tmp_path: Path) -> None:
    keys = own(tmp_path, "undo: n\nnext: u\n")
    assert (keys.find("n", FIGHT), keys.find("u", FIGHT)) == ("undo", "next")


def test_an_entry_without_a_label_is_not_listed() -> None:
    assert all(entry.label for group in GROUPS for entry in KeyMap().in_group(group))
