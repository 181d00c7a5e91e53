"""Budgets: what outgrows them is to be divided, not the budget raised."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from tests.contracts.repository import modules, name, tree

MODULE_LINES = 400
FUNCTION_LINES = 50
APP_LINES = 250


def lines(node: ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef) -> int:
    assert node.end_lineno is not None
    return node.end_lineno - node.lineno + 1


def functions(module: ast.Module) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
    for node in ast.walk(module):
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            yield node


def is_app(node: ast.AST) -> bool:
    if not isinstance(node, ast.ClassDef):
        return False
    bases = (base.value if isinstance(base, ast.Subscript) else base for base in node.bases)
    return any(isinstance(base, ast.Name) and base.id == "App" for base in bases)


def test_no_module_is_too_long() -> None:
    counted = {name(path): path.read_text(encoding="utf-8").count("\n") for path in modules()}
    assert {module: count for module, count in counted.items() if count > MODULE_LINES} == {}


def test_no_function_is_too_long() -> None:
    long = [
        f"{name(path)}:{node.lineno} {node.name}: {lines(node)} lines"
        for path in modules()
        for node in functions(tree(path))
        if lines(node) > FUNCTION_LINES
    ]
    assert long == []


def test_the_app_class_stays_small() -> None:
    long = [
        f"{name(path)}:{node.lineno} {node.name}: {lines(node)} lines"
        for path in modules()
        for node in ast.walk(tree(path))
        if isinstance(node, ast.ClassDef) and is_app(node) and lines(node) > APP_LINES
    ]
    assert long == []
