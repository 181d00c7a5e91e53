"""Which locations are alike for the rest of a chain: it cannot tell them apart, so they need be followed only once."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import field
from typing import Any

from crittui.records import dataclass
from crittui.rules.program import Look, Program
from crittui.rules.ruleset import Ruleset

Form = tuple[tuple[int, ...], tuple[Any, ...]]
"""Where locations stand among all that can be reached from them, and what each of these is seen to be."""


@dataclass(slots=True)
class Forms:
    """The ways in which the rest of a chain looks at locations.

    `tables` hold a value for each location, `links` a location for each, `blocks` are the values its slots had at
    first; `names` are those it asks for by name.
    """

    tables: Sequence[Sequence[Any]]
    links: Sequence[Sequence[int]]
    blocks: Sequence[Sequence[Any]]
    names: frozenset[int]
    known: dict[tuple[int, ...], Form] = field(default_factory=dict)

    def of(self, places: tuple[int, ...]) -> Form:
        """What these locations are together; two that have the same form lead to the same things.

        All that is reached from them is numbered in the order in which it is met, so the form also tells which of
        the ways lead to one and the same location.
        """
        form = self.known.get(places)
        if form is None:
            form = self.known[places] = self._walk(places)
        return form

    def _walk(self, places: tuple[int, ...]) -> Form:
        order: dict[int, int] = {0: -1}
        met: list[int] = []

        def number(place: int) -> int:
            if place not in order:
                order[place] = len(met)
                met.append(place)
            return order[place]

        roots = tuple(number(place) for place in places)
        seen: list[Any] = []
        for place in met:  # grows while it is walked over
            values = tuple(table[place] for table in (*self.tables, *self.blocks))
            seen.append((place in self.names and place, values, tuple(number(link[place]) for link in self.links)))
        return roots, tuple(seen)


def forms(program: Program, ruleset: Ruleset, E: Sequence[Any], slots: Sequence[Any], looks: Iterable[Look]) -> Forms:
    """The forms for these ways of looking, under the constants and the first slots of a call."""
    size = len(ruleset.anatomy.names)
    tables: list[Sequence[Any]] = []
    links: list[Sequence[int]] = []
    blocks: list[Sequence[Any]] = []
    for kind, index in sorted(looks):
        if kind == "block":
            blocks.append(slots[index : index + size])
        elif kind == "table":
            key = program.constants[index]
            linked = key[0] == "field" and ruleset.model.location[key[2]].kind == "location"
            (links if linked else tables).append(E[index])
    return Forms(tables, links, blocks, frozenset(number for kind, number in looks if kind == "name"))
