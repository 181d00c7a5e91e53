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


def global_dice(node: ast.AST) -> bool:
    """A call of the generator that the whole process shares: `random.randint(...)`."""
    return (
        isinstance(node, ast.Attribute)
        and isinstance(node.value, ast.Name)
        and node.value.id == "random"
        and node.attr not in {"Random", "SystemRandom"}
    )


@pytest.mark.parametrize("folder", [PACKAGE, Path(__file__).parents[1]], ids=["package", "tests"])
def test_nothing_uses_the_global_dice(folder: Path) -> None:
    users = [
        f"{name(path)}:{node.lineno}"
        for path in modules(folder)
        for node in ast.walk(tree(path))
        if isinstance(node, ast.Attribute) and global_dice(node)
    ]
    assert users == []
