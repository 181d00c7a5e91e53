"""A ruleset is found by its id, however its head is written; nothing else has one."""

from __future__ import annotations

from pathlib import Path

import pytest

from crittui.files.library import find_ruleset_path, own_id
from crittui.rules.source import Source

HEADS = {
    "ruleset:\n  id: mine\n": "mine",
    "# ours\nruleset:   # the head\n\n  label: Mine\n  id: mine\n": "mine",
    "ruleset: {label: Mine, id: mine}\n": "mine",
    '{"ruleset": {"id": "mine"}}\n': "mine",
    "ruleset: mine\nfight: here\n": "",
    "ruleset: ../other/mine.yaml  # from there\nfight: here\n": "",
    "theme: mine\n": "",
    "- nothing\n": "",
    "": "",
}


@pytest.mark.parametrize(("text", "id"), HEADS.items())
def test_the_id_of_a_file(tmp_path: Path, text: str, id: str) -> None:
    file = tmp_path / "file.yaml"
    file.write_text(text, encoding="utf-8")
    assert own_id(file) == id


@pytest.mark.parametrize("head", [text for text, id in HEADS.items() if id])
def test_a_ruleset_is_found_beside_a_fight_that_names_it(tmp_path: Path, head: str) -> None:
    (tmp_path / "another_name.yaml").write_text(head, encoding="utf-8")
    (tmp_path / "fight.yaml").write_text("ruleset: mine\n", encoding="utf-8")
    assert find_ruleset_path("mine", tmp_path) == tmp_path / "another_name.yaml"


@pytest.mark.parametrize("text", ["", "one", "one\n", "one\n\ntwo", "\n\n", "a\x0bb\u2028c\r\nd"])
def test_every_character_has_its_line_and_column(text: str) -> None:
    source, line, column = Source("file", text), 1, 1
    for index, character in enumerate(text):
        found = source.position(index)
        assert (found.line, found.column) == (line, column)
        line, column = (line + 1, 1) if character == "\n" else (line, column + 1)
    assert (source.position(len(text)).line, source.position(len(text)).column) == (line, column)
