"""The page of keys is the registry, at every width."""

from __future__ import annotations

import pytest

from crittui.tui.drawing import length
from crittui.tui.helping import help_lines
from crittui.tui.keys import GROUPS, KeyMap
from crittui.tui.phrases import ENGLISH, KEYS_IN_SPANISH, SPANISH, Phrases
from crittui.tui.views import MarkView

MARKS = (MarkView("z", "maimed", "asleep"), MarkView("†", "text", "gone"))


def page(width: int, keys: KeyMap | None = None, language: str = "en") -> str:
    lines = help_lines(keys or KeyMap(), Phrases(language), MARKS, width)
    return "\n".join("".join(span.text for span in line) for line in lines)


@pytest.mark.parametrize("width", [30, 60, 80, 140])
def test_every_listed_key_and_mark_is_on_the_page(width: int) -> None:
    keys = KeyMap()
    text = page(width)
    for entry in (entry for group in GROUPS for entry in keys.in_group(group)):
        assert f"{entry.cap}  {entry.label[:14]}" in text
    assert "z    asleep" in text


@pytest.mark.parametrize("width", [54, 60, 80])
def test_no_line_is_wider_than_the_screen(width: int) -> None:
    assert all(length(line) <= width for line in help_lines(KeyMap(), Phrases(), MARKS, width))


def test_the_page_fits_the_first_class_screen() -> None:
    assert len(help_lines(KeyMap(), Phrases(), MARKS, 80)) <= 23


def test_a_moved_key_moves_on_the_page() -> None:
    text = page(80, KeyMap({"attack": ("f5",)}))
    assert "     f5  attack" in text
    assert "      a  attack" not in text


def test_both_languages_have_the_same_words() -> None:
    assert set(ENGLISH) == set(SPANISH)
    assert set(KEYS_IN_SPANISH) <= {entry.id for entry in KeyMap().entries}
    assert "atacar" in page(80, language="es-MX")
