"""Where a program keeps its values: changing ones in slots, constants of the call in a second list."""

from __future__ import annotations

from dataclasses import field
from typing import Any

from crittui.records import dataclass
from crittui.rules.anatomy import Anatomy

Look = tuple[str, int]
BY_LOCATION = frozenset({"field", "spread", "tag", "maxima"})
"""Kinds of constants that hold a value for each location."""

ConstantKey = tuple[str, ...] | tuple[str, int] | tuple[str, int, str] | tuple[str, str, str] | tuple[str, str]


@dataclass(frozen=True, slots=True)
class StateKey:
    """A slot that mirrors the state of a combatant.

    `kind` is pool (pools and counters), held (a condition's number or None) or left (the time it has
    left: None or a pair of count and unit).
    """

    kind: str
    role: int
    name: str
    at: str = ""


@dataclass(slots=True)
class Layout:
    """Slots and constants handed out while a program is compiled.

    `touched` collects the slots asked for since somebody last looked: what the step at hand may read or write.
    `looked` does so for the ways in which it looks at locations; `spots` are the slots that hold one.
    """

    anatomy: Anatomy
    defaults: list[Any] = field(default_factory=list)
    state: dict[StateKey, int] = field(default_factory=dict)
    results: dict[tuple[str, str], int] = field(default_factory=dict)
    constants: dict[Any, int] = field(default_factory=dict)
    touched: set[int] = field(default_factory=set)
    looked: set[Look] = field(default_factory=set)
    spots: set[int] = field(default_factory=set)

    def _new(self, default: Any) -> int:
        self.defaults.append(default)
        return len(self.defaults) - 1

    def constant(self, *key: Any) -> int:
        """The index of a constant of the call, such as ("score", role, "armor")."""
        index = self.constants.setdefault(key, len(self.constants))
        if key[0] in BY_LOCATION:
            self.looked.add(("table", index))
        return index

    def result(self, name: str, attribute: str, default: Any) -> int:
        """The slot of a step's result."""
        key = (name, attribute)
        if key not in self.results:
            self.results[key] = self._new(default)
        self.touched.add(self.results[key])
        return self.results[key]

    def of_state(self, kind: str, role: int, name: str) -> int:
        """The slot of a pool, counter or condition."""
        key = StateKey(kind, role, name)
        if key not in self.state:
            self.state[key] = self._new(None if kind != "pool" else 0)
        self.touched.add(self.state[key])
        return self.state[key]

    def of_places(self, kind: str, role: int, name: str) -> int:
        """The first slot of a per-location value: add a location's number to it (0 is no location)."""
        first = StateKey(kind, role, name, "?")
        if first not in self.state:
            default = None if kind != "pool" else 0
            self.state[first] = self._new(default)
            for place in self.anatomy.names[1:]:
                self.state[StateKey(kind, role, name, place)] = self._new(default)
        start = self.state[first]
        self.touched.update(range(start, start + len(self.anatomy.names)))
        self.looked.add(("block", start))
        return start
