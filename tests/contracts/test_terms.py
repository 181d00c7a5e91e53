"""Rules live in YAML: no line of Python knows a system's name, or a word that belongs to one system."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import yaml

from tests.contracts.repository import ROOT, modules, name, tree

WORD = re.compile(r"[^\W\d]\w*")

NAMED = ("options", "stats", "weapon", "location", "things", "conditions", "tables", "actions")

# Words that rulesets use, and that the program needs for something of its own.
GENERIC = {
    "attack", "defend", "save", "skill", "initiative",  # the kinds of action, and their keys
    "maimed", "severed",  # how badly the body shows a place as hurt
    "damage", "face", "head", "hits", "hands", "bonus", "extra", "multiplier", "player",  # plain English
    "aim", "instead", "needs", "tail",
    "ataque", "dados", "defensa", "habilidad", "iniciativa",  # plain Spanish: the words of the screen
    "kind", "type", "use", "check", "block", "will",  # and Python
}  # fmt: skip


@cache
def rulesets() -> tuple[dict[str, Any], ...]:
    found = (yaml.safe_load(path.read_text(encoding="utf-8")) for path in sorted((ROOT / "rulesets").glob("*.yaml")))
    return tuple(file for file in found if isinstance(file, dict) and "ruleset" in file)


def systems() -> set[str]:
    heads = (file["ruleset"] for file in rulesets())
    return {head["id"] if isinstance(head, dict) else head for head in heads}


def names_in(file: dict[str, Any]) -> Iterator[str]:
    for section in NAMED:
        yield from file.get(section) or {}
    for body in (file.get("bodies") or {}).values():
        yield from body.get("locations") or {}


def terms() -> set[str]:
    """The words that only the shipped rulesets may know."""
    return {term for file in rulesets() for term in names_in(file)} - GENERIC


def docstrings(module: ast.Module) -> set[int]:
    """The nodes that are documentation: examples there are welcome."""
    return {
        id(node.value)
        for node in ast.walk(module)
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    }


def words(module: ast.Module) -> Iterator[tuple[int, str]]:
    """Every name and every word of a text in a module, with its line."""
    documentation = docstrings(module)
    for node in ast.walk(module):
        match node:
            case ast.Constant(value=str(text)) if id(node) not in documentation:
                yield from ((node.lineno, word) for word in WORD.findall(text))
            case ast.Name(id=word) | ast.Attribute(attr=word):
                yield node.lineno, word
            case ast.FunctionDef(name=word) | ast.AsyncFunctionDef(name=word) | ast.ClassDef(name=word):
                yield node.lineno, word
            case ast.arg(arg=word) | ast.keyword(arg=str(word)):
                yield node.lineno, word


def uses(path: Path, wanted: set[str]) -> list[str]:
    return [f"{name(path)}:{line} {word}" for line, word in words(tree(path)) if word.lower() in wanted]


def test_the_shipped_rulesets_were_read() -> None:
    assert len(systems()) >= 4
    assert len(terms()) > 100


def test_no_module_names_a_system() -> None:
    assert [use for path in modules() for use in uses(path, systems())] == []


def test_no_module_knows_a_term_of_one_system() -> None:
    assert [use for path in modules() for use in uses(path, terms())] == []
