"""Views that stay the same object as long as nothing they are made of changes: they cost nothing to compare or draw."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, TypeVar

from crittui.rules.state import Combatant

View = TypeVar("View")


class Kept(Generic[View]):
    """One view for each combatant, and for each of the `kinds` of it that are shown at the same time."""

    def __init__(self) -> None:
        self._views: dict[tuple[str, str], tuple[Combatant, object, View]] = {}

    def view(self, who: Combatant, how: object, make: Callable[[], View], kind: str = "") -> View:
        """The view of `who`, made anew only when that combatant or `how` it is shown has changed."""
        key = who.id, kind
        kept = self._views.get(key)
        if kept is None or kept[0] is not who or kept[1] != how:
            kept = self._views[key] = who, how, make()
        return kept[2]
