"""The program's `dataclass` is the standard one to everybody who uses it."""

from __future__ import annotations

import copy
import dataclasses
import inspect
import pickle
from collections.abc import Callable
from dataclasses import FrozenInstanceError, field, fields, replace
from typing import Any

import pytest

from crittui import records


def shapes(dataclass: Callable[..., Any]) -> dict[str, Any]:
    """The same classes, made by one `dataclass` or the other."""

    @dataclass(frozen=True, slots=True)
    class Wound:
        """One wound."""

        at: str
        depth: int = 1
        marks: list[str] = field(default_factory=list, compare=False)
        why: str = field(default="", repr=False)

    @dataclass(frozen=True, slots=True)
    class Scar(Wound):
        """A wound that has a name."""

        name: str = "scar"

    @dataclass(slots=True)
    class Tally:
        """What can be counted on."""

        count: int = 0

    @dataclass(frozen=True, kw_only=True)
    class Named:
        """Only by name, and with an end of its making."""

        name: str
        rest: str = "none"

        def __post_init__(self) -> None:
            object.__setattr__(self, "rest", self.name[1:])

    @dataclass(frozen=True, eq=False)
    class Itself:
        """Equal to nothing else."""

        name: str

    @dataclass(frozen=True)
    class Folded:
        """Equality and a text of its own."""

        name: str

        def __eq__(self, other: object) -> bool:
            return isinstance(other, Folded) and other.name.lower() == self.name.lower()

        def __repr__(self) -> str:
            return f"<{self.name}>"

        def __hash__(self) -> int:
            return hash(self.name.lower())

    @dataclass
    class Nothing:
        """Without a field."""

    return {made.__name__: made for made in (Wound, Scar, Tally, Named, Itself, Folded, Nothing)}


OURS, STANDARD = shapes(records.dataclass), shapes(dataclasses.dataclass)

CALLS: list[tuple[str, tuple[Any, ...], dict[str, Any]]] = [
    ("Wound", ("arm",), {}),
    ("Wound", ("arm", 2), {"marks": ["x"], "why": "axe"}),
    ("Wound", (), {}),
    ("Wound", ("arm", 2, [], "axe", "more"), {}),
    ("Scar", ("arm",), {"name": "Bess"}),
    ("Tally", (3,), {}),
    ("Named", (), {"name": "Mira"}),
    ("Named", ("Mira",), {}),
    ("Itself", ("one",), {}),
    ("Folded", ("Mira",), {}),
    ("Nothing", (), {}),
]


def told(made: dict[str, Any], name: str, given: tuple[Any, ...], named: dict[str, Any]) -> Any:
    """All that can be seen of an instance, or the kind of the error that came instead of it."""
    try:
        one, twin = made[name](*given, **named), made[name](*given, **named)
    except TypeError as error:
        return type(error)
    return (
        repr(one).replace("shapes.<locals>.", ""),
        one == twin,
        one == "something else",
        made[name].__hash__ is not None and hash(one) == hash(twin),
        {f.name: getattr(one, f.name) for f in fields(one)},
        getattr(made[name], "__match_args__", ()),
        getattr(made[name], "__slots__", "a dictionary"),
        str(inspect.signature(made[name])),
    )


@pytest.mark.parametrize(("name", "given", "named"), CALLS)
def test_it_is_as_the_standard_one_makes_it(name: str, given: tuple[Any, ...], named: dict[str, Any]) -> None:
    ours, standard = told(OURS, name, given, named), told(STANDARD, name, given, named)
    if isinstance(ours, tuple):
        assert ours[:-1] == standard[:-1]
        assert ours[-1].count(",") == standard[-1].count(",")
    else:
        assert ours == standard


def test_equality_is_that_of_one_class_and_of_the_compared_fields() -> None:
    wound, scar = OURS["Wound"], OURS["Scar"]
    assert wound("arm", 1, ["x"]) == wound("arm", 1, ["y"])
    assert wound("arm", 1) != wound("arm", 2)
    assert wound("arm") != wound("arm", why="axe")
    assert wound("arm") != scar("arm")
    assert len({wound("arm"), wound("arm", 1, ["z"])}) == 1


def test_nothing_can_be_set_in_a_frozen_one() -> None:
    wound = OURS["Wound"]("arm")
    with pytest.raises(FrozenInstanceError, match="depth"):
        wound.depth = 3
    with pytest.raises(FrozenInstanceError, match="depth"):
        del wound.depth
    tally = OURS["Tally"](1)
    tally.count += 1
    assert tally.count == 2
    with pytest.raises(TypeError):
        hash(tally)


def test_copies_and_replacements_are_whole() -> None:
    wound = OURS["Wound"]("arm", 2, ["x"], "axe")
    assert replace(wound, depth=3) == OURS["Wound"]("arm", 3, ["x"], "axe")
    assert copy.deepcopy(wound) == wound
    assert copy.copy(wound).marks is wound.marks


@records.dataclass(frozen=True, slots=True)
class Kept:
    """What can be pickled has to stand at the top of a module."""

    name: str
    count: int = 1


def test_it_can_be_pickled() -> None:
    assert pickle.loads(pickle.dumps(Kept("x", 2))) == Kept("x", 2)


def test_each_instance_gets_a_default_of_its_own() -> None:
    first, second = OURS["Wound"]("arm"), OURS["Wound"]("leg")
    assert first.marks == second.marks == []
    assert first.marks is not second.marks


@records.dataclass(frozen=True, order=True)
class Ranked:
    """What has an order comes from the standard library."""

    rank: int


def test_an_order_is_kept() -> None:
    assert sorted([Ranked(2), Ranked(1)]) == [Ranked(1), Ranked(2)]
