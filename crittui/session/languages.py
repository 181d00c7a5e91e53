"""Which of the program's own languages is meant by one that a ruleset or the table names."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeVar

Words = TypeVar("Words")


def spoken(language: str, tables: Mapping[str, Words]) -> Words:
    """The words of a language (`es`, `es-MX`, `es_MX`) among those of all; the English ones where it has none."""
    return tables.get(language.replace("_", "-").partition("-")[0].lower(), tables["en"])
