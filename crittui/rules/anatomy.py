"""Locations by number: all body plans share names and tags, so one chain serves a human and a horse."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Any

from crittui.records import dataclass
from crittui.rules.model import Body


@dataclass(frozen=True, eq=False)
class Anatomy:
    """Numbers of locations count from 1; 0 is no location."""

    bodies: Mapping[str, Body]

    @cached_property
    def names(self) -> tuple[str, ...]:
        """All locations of all bodies by number."""
        found = dict.fromkeys(name for body in self.bodies.values() for name in body.locations)
        return ("", *found)

    @cached_property
    def index(self) -> dict[str, int]:
        return {name: number for number, name in enumerate(self.names) if number}

    @cached_property
    def tags(self) -> frozenset[str]:
        return frozenset(
            tag for body in self.bodies.values() for location in body.locations.values() for tag in location.tags
        )

    @cached_property
    def known(self) -> dict[tuple[Any, ...], Any]:
        """What was worked out of a body once, by whoever needs it again: bodies never change."""
        return {}

    def tagged(self, body: str, tag: str) -> tuple[bool, ...]:
        """For each number, whether that location of this body has the tag."""
        locations = self.bodies[body].locations if body in self.bodies else {}
        return tuple(name in locations and tag in locations[name].tags for name in self.names)
