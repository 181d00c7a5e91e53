"""The `dataclass` of this program: the standard one, made ten times faster.

The standard library compiles up to seven methods for every class, each time the program starts: a fifth of a second
for the classes here. All but `__init__` can be the same few functions for every class, and `__init__` is compiled when
the first instance is made. `field`, `fields` and `replace` of the standard library work as on any dataclass.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Sequence
from dataclasses import MISSING, Field, FrozenInstanceError, fields
from operator import attrgetter
from typing import TYPE_CHECKING, Any, NoReturn

if TYPE_CHECKING:
    from dataclasses import dataclass as dataclass
else:

    def dataclass(cls=None, **settings):
        """`dataclasses.dataclass`, for what is used here. Classes with an order are left to it."""
        if settings.get("order"):
            return dataclasses.dataclass(**settings)
        return _made(cls) if cls is not None else lambda cls: _made(cls, **settings)


_FRESH = object()  # the default of a field whose value is made anew for each instance


def _made(cls: Any, frozen: bool = False, eq: bool = True, slots: bool = False, kw_only: bool = False) -> Any:
    """`cls` with its fields, its slots and its methods; what it defines itself stays."""
    own = {name for name in cls.__dict__ if name != "__hash__" or cls.__hash__ is not None}
    made = dataclasses.dataclass(init=False, repr=False, eq=False, slots=slots, kw_only=kw_only)(cls)
    methods: dict[str, Any] = {"__init__": _first_init(made, frozen), "__repr__": _repr}
    if frozen:
        methods |= _FROZEN
    if eq:
        compared = [one.name for one in fields(made) if one.compare]
        methods |= _compared(compared, hashed=frozen)
    for name, method in methods.items():
        if name not in own:
            setattr(made, name, method)
    return made


def _first_init(cls: Any, frozen: bool) -> Callable[..., None]:
    """The `__init__` of a class before its first instance: most classes never have one in a run of the program."""

    def init(self: Any, *given: Any, **named: Any) -> None:
        if cls.__dict__["__init__"] is init:
            cls.__init__ = _init(cls, frozen)
        cls.__init__(self, *given, **named)

    return init


def _init(cls: Any, frozen: bool) -> Callable[..., None]:
    """The one method that has to be compiled: it is called too often to go through the fields each time."""
    names: dict[str, Any] = {"_put": object.__setattr__, "_fresh": _FRESH}
    given, named = ["self"], list[str]()
    body = ["self.__post_init__()" if hasattr(cls, "__post_init__") else "pass"]
    for one in fields(cls):
        default, value = _default(one, names)
        (named if one.kw_only else given).append(one.name + default)
        body.insert(-1, f"_put(self, {one.name!r}, {value})" if frozen else f"self.{one.name} = {value}")
    head = ", ".join([*given, "*", *named] if named else given)
    exec(f"def __init__({head}):\n " + "\n ".join(body), names)
    init: Callable[..., None] = names["__init__"]
    init.__qualname__ = f"{cls.__qualname__}.__init__"
    init.__annotations__ = {one.name: one.type for one in fields(cls)} | {"return": None}
    return init


def _default(one: Field[Any], names: dict[str, Any]) -> tuple[str, str]:
    """How a field stands among the parameters, and where its value comes from."""
    if one.default_factory is not MISSING:
        names[f"_make_{one.name}"] = one.default_factory
        return " = _fresh", f"_make_{one.name}() if {one.name} is _fresh else {one.name}"
    if one.default is not MISSING:
        names[f"_default_{one.name}"] = one.default
        return f" = _default_{one.name}", one.name
    return "", one.name


def _compared(names: Sequence[str], hashed: bool) -> dict[str, Any]:
    """Equality by these fields within one class, and a hash that goes with it."""
    values: Callable[[Any], Any] = attrgetter(*names) if names else lambda one: ()

    def equal(self: Any, other: Any) -> Any:
        return values(self) == values(other) if other.__class__ is self.__class__ else NotImplemented

    return {"__eq__": equal, "__hash__": (lambda self: hash(values(self))) if hashed else None}


def _repr(self: Any) -> str:
    shown = (f"{one.name}={getattr(self, one.name)!r}" for one in fields(self) if one.repr)
    return f"{type(self).__qualname__}({', '.join(shown)})"


def _refuse_to_set(self: Any, name: str, value: Any) -> NoReturn:
    raise FrozenInstanceError(f"cannot assign to field {name!r}")


def _refuse_to_delete(self: Any, name: str) -> NoReturn:
    raise FrozenInstanceError(f"cannot delete field {name!r}")


def _state(self: Any) -> list[Any]:
    return [getattr(self, one.name) for one in fields(self)]


def _restore(self: Any, state: Sequence[Any]) -> None:
    for one, value in zip(fields(self), state, strict=True):
        object.__setattr__(self, one.name, value)


_FROZEN = {
    "__setattr__": _refuse_to_set,
    "__delattr__": _refuse_to_delete,
    "__getstate__": _state,
    "__setstate__": _restore,
}
