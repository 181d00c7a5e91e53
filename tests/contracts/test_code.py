"""What no line of the package may hold."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from tests.contracts.repository import PACKAGE, modules, name, tree

TOO_BROAD = {"Exception", "BaseException"}
VAGUE = {"manager", "handler", "utils", "helpers", "util", "helper"}


def caught(handler: ast.ExceptHandler) -> set[str]:
    if handler.type is None:
        return {"everything"}
    return {node.id for node in ast.walk(handler.type) if isinstance(node, ast.Name)}


def test_no_error_is_caught_unseen() -> None:
    broad = [
        f"{name(path)}:{node.lineno}"
        for path in modules()
        for node in ast.walk(tree(path))
        if isinstance(node, ast.ExceptHandler) and caught(node) & {"everything", *TOO_BROAD}
    ]
    assert broad == []


def test_names_say_what_a_thing_is() -> None:
    vague = [name(path) for path in modules() if VAGUE & set(path.stem.lower().split("_"))]
    vague += [
        f"{name(path)}:{node.lineno} {node.name}"
        for path in modules()
        for node in ast.walk(tree(path))
        if isinstance(node, ast.ClassDef) and node.name.lower().endswith(tuple(VAGUE))
    ]
    assert vague == []


def global_dice(module: ast.Module) -> list[int]:
    """The lines that use the generator which the whole process shares: `random.randint(...)`."""
    own = {"Random", "SystemRandom"}
    whole = any(
        isinstance(node, ast.Import) and any(alias.name == "random" for alias in node.names)
        for node in ast.walk(module)
    )
    found = []
    for node in ast.walk(module):
        match node:
            case ast.Attribute(value=ast.Name(id="random"), attr=name) if whole and name not in own:
                found.append(node.lineno)
            case ast.ImportFrom(module="random", names=names) if {alias.name for alias in names} - own:
                found.append(node.lineno)
    return found


@pytest.mark.parametrize("folder", [PACKAGE, Path(__file__).parents[1]], ids=["package", "tests"])
def test_nothing_uses_the_global_dice(folder: Path) -> None:
    users = [f"{name(path)}:{line}" for path in modules(folder) for line in global_dice(tree(path))]
    assert users == []


@pytest.mark.parametrize("line", ["import random\nrandom.choice([1])", "from random import randint"])
def test_the_global_dice_would_be_found(line: str) -> None:
    assert global_dice(ast.parse(line))


@pytest.mark.parametrize("line", ["import random\nr = random.Random(1)\nr.choice([1])", "random.choice([1])"])
def test_dice_of_ones_own_are_fine(line: str) -> None:
    assert not global_dice(ast.parse(line))
