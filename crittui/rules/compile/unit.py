"""What one program shares while it is compiled, and the results its steps leave behind."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from typing import Any

from crittui.records import dataclass
from crittui.rules.anatomy import Anatomy
from crittui.rules.compile.code import Code
from crittui.rules.compile.layout import Layout, Look
from crittui.rules.compile.types import WHOLE, YESNO, Type
from crittui.rules.model import Field, Model
from crittui.rules.source import Problems

ROLL_WORDS: Mapping[str, tuple[Type, Any]] = {
    "natural": (WHOLE, 0),
    "total": (WHOLE, 0),
    "goal": (WHOLE, 0),
    "margin": (WHOLE, 0),
    "success": (YESNO, False),
    "highest": (WHOLE, 0),
    "lowest": (WHOLE, 0),
    "second": (WHOLE, 0),
}
RESERVED = frozenset(
    [
        "and",
        "or",
        "not",
        "if",
        "else",
        "is",
        "otherwise",
        "none",
        "natural",
        "total",
        "goal",
        "margin",
        "success",
        "highest",
        "lowest",
        "second",
        "weapon",
        "option",
        "self",
        "body",
        "gm",
        "value",
        "it",
    ]
)


@dataclass(slots=True)
class Variable:
    """The result of a step, or several steps of one name: `value` is the type of the name alone.

    `branches` are the outcomes or options `is` can test, `fields` what a chosen entry carries.
    """

    name: str
    kinds: set[str] = field(default_factory=set)
    value: Type | None = None
    branches: dict[str, None] = field(default_factory=dict)
    fields: dict[str, Field] = field(default_factory=dict)
    goal: bool = False


@dataclass(slots=True)
class Unit:
    """What one program shares while it is compiled."""

    model: Model
    anatomy: Anatomy
    problems: Problems
    used: set[tuple[str, ...]]
    layout: Layout
    roles: tuple[str, ...]
    inputs: Mapping[str, Field] = field(default_factory=dict)
    action: str = ""
    things: Mapping[str, str] = field(default_factory=dict)
    variables: dict[str, Variable] = field(default_factory=dict)
    computed: dict[tuple[str, int, str], tuple[Code, frozenset[int], frozenset[Look]] | None] = field(
        default_factory=dict
    )

    @property
    def owner(self) -> int:
        """The role whose body a location in an input belongs to: the last."""
        return len(self.roles) - 1
