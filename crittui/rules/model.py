"""A ruleset as its author wrote it: sections, steps and expressions, each with its place in the file.

Nothing here is checked against anything else; `compile` does that.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from fractions import Fraction

from crittui.records import dataclass
from crittui.rules.dice import Dice
from crittui.rules.source import Overlay, Text

Label = Mapping[str, str]
"""A text by language; the key '' holds one written without a language."""


class Fields(dict[str, "Value"]):
    """The fields of one entry of a list. Two entries are never the same, whatever they hold."""

    __hash__ = object.__hash__  # type: ignore[assignment]


Entries = tuple[tuple[str, Mapping[str, "Value"]], ...]
"""The entries of a list: name and fields of each."""

Value = int | Fraction | bool | str | Dice | Entries


@dataclass(frozen=True, slots=True)
class Cases:
    """`value: condition` pairs; the first true one counts, the last condition is `otherwise`."""

    at: Text
    pairs: tuple[tuple[Text, Text], ...]


Expression = Text | Cases


@dataclass(frozen=True, slots=True)
class Field:
    """A declared value: a stat, an option, an input, a field of a weapon, thing, location or table.

    `kind` is score, number, flag, choice, dice, text, pool, counter, formula, location or list.
    `minimum` and `maximum` are None where there is no such end. `own` is what the ruleset itself
    says where an add-on, the encounter or the table set another default; None where nobody did.
    """

    name: Text
    kind: str
    label: Label = field(default_factory=dict)
    default: Value = 0
    choices: tuple[str, ...] = ()
    per_location: bool = False
    minimum: int | None = 0
    maximum: int | None = None
    overflow: Text | None = None
    until: Text | None = None
    formula: Text | None = None
    fields: Mapping[str, Field] = field(default_factory=dict)
    allowed: tuple[Permission, ...] = ()
    typed_later: bool = False
    own: Value | None = None

    @property
    def id(self) -> str:
        return self.name.value


@dataclass(frozen=True, slots=True)
class Permission:
    """A condition that must hold, and the words told when it does not ('' for a bare expression)."""

    words: str
    condition: Text


@dataclass(frozen=True, slots=True)
class Branch:
    """An outcome, an option or a row: what may happen at a step that branches."""

    name: Text
    when: Text | None = None
    label: Label = field(default_factory=dict)
    then: tuple[Step, ...] = ()
    each: Text | None = None
    tone: str = ""
    allowed: tuple[Permission, ...] = ()


@dataclass(frozen=True, slots=True)
class Step:
    """What all steps share. `name` is the text after the verb."""

    name: Text
    when: Text | None
    rule: Label
    label: Label

    @property
    def id(self) -> str:
        return self.name.value


@dataclass(frozen=True, slots=True)
class Roll(Step):
    dice: Expression | None = None
    chance: tuple[int, int] | None = None
    times: Expression | None = None
    modifiers: tuple[tuple[Text, Expression], ...] = ()
    against: Expression | None = None
    under: Expression | None = None
    by: Text | None = None
    outcomes: tuple[Branch, ...] = ()
    better: Text | None = None
    worse: Text | None = None
    like: Text | None = None
    without: tuple[Text, ...] = ()


@dataclass(frozen=True, slots=True)
class Lookup(Step):
    tables: tuple[tuple[Text, Text | None], ...] = ()
    dice: Expression | None = None
    modifiers: tuple[tuple[Text, Expression], ...] = ()
    value: Expression | None = None
    row: Text | None = None
    chosen_by: Text | None = None
    by: Text | None = None
    column: Text | None = None
    again: Text | None = None
    to: Text | None = None


@dataclass(frozen=True, slots=True)
class Choose(Step):
    by: Text | None = None
    ask: Label = field(default_factory=dict)
    options: tuple[Branch, ...] = ()
    default: Text | None = None
    pick: int = 1


@dataclass(frozen=True, slots=True)
class Let(Step):
    values: tuple[tuple[Text, Expression], ...] = ()


@dataclass(frozen=True, slots=True)
class Damage(Step):
    amount: Expression | None = None
    to: Text | None = None
    at: Text | None = None
    most: Expression | None = None
    overflow: Text | None = None
    result: Text | None = None


@dataclass(frozen=True, slots=True)
class Change(Step):
    """gain, spend or set: `verb` says which."""

    verb: str = "gain"
    amount: Expression | None = None
    to: Text | None = None
    at: Text | None = None


@dataclass(frozen=True, slots=True)
class Apply(Step):
    to: Text | None = None
    at: Text | None = None
    value: Expression | None = None
    lasts: Lasting | None = None


@dataclass(frozen=True, slots=True)
class Remove(Step):
    to: Text | None = None
    at: Text | None = None


@dataclass(frozen=True, slots=True)
class Note(Step):
    texts: Mapping[str, Text] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Run(Step):
    inputs: tuple[tuple[Text, Expression], ...] = ()
    who: tuple[Text, ...] | None = None


@dataclass(frozen=True, slots=True)
class Stop(Step):
    texts: Mapping[str, Text] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Lasting:
    """`N unit`."""

    count: Text
    unit: Text


@dataclass(frozen=True, slots=True, eq=False)
class Cell:
    """One row of a table, or one cell of a row with columns."""

    at: Text
    id: str
    text: Label
    values: Mapping[str, Value]
    then: tuple[Step, ...] = ()


@dataclass(frozen=True, slots=True)
class Row:
    """`low` and `high` are None where the range is open at that end."""

    range: Text
    low: int | None
    high: int | None
    cells: Mapping[str, Cell]

    def holds(self, number: int) -> bool:
        return (self.low is None or number >= self.low) and (self.high is None or number <= self.high)


@dataclass(frozen=True, slots=True)
class Table:
    """A table; without `rows` the game master is to fill it in. `stand_in` when the rows are made up instead."""

    name: Text
    label: Label
    dice: Text | None
    fields: Mapping[str, Field]
    columns: tuple[Text, ...]
    rows: tuple[Row, ...] | None
    stand_in: bool = False


@dataclass(frozen=True, slots=True)
class Location:
    """A row of a body plan. `ranges` are the rolls that strike it; `members` make it a group."""

    name: Text
    ranges: tuple[tuple[int | None, int | None], ...]
    roll: Text | None
    label: Label
    tags: tuple[str, ...]
    members: tuple[Text, ...]
    values: Mapping[str, Value]
    links: Mapping[str, Text]
    formulas: Mapping[str, Text]

    @property
    def id(self) -> str:
        return self.name.value


@dataclass(frozen=True, slots=True)
class Body:
    name: Text
    label: Label
    dice: Text | None
    locations: Mapping[str, Location]


@dataclass(frozen=True, slots=True)
class Condition:
    """`wound` says how the body shows it (hurt, maimed, severed), `out` that its bearer is out of the fight,
    `becomes` is the verb told when it begins (`dies`)."""

    name: Text
    label: Label
    per_location: bool = False
    lasts: Lasting | None = None
    until: Text | None = None
    adds: bool = False
    every: Text | None = None
    steps: tuple[Step, ...] = ()
    holds_while: Text | None = None
    mark: str = ""
    wound: str = ""
    out: bool = False
    becomes: Label = field(default_factory=dict)

    @property
    def id(self) -> str:
        return self.name.value


@dataclass(frozen=True, slots=True)
class Chain:
    name: Text
    roles: tuple[Text, ...] | None
    inputs: Mapping[str, Field]
    steps: tuple[Step, ...]


@dataclass(frozen=True, slots=True)
class Shows:
    """What the screen calls the result (`verdict`) and where the blow landed (`struck`)."""

    struck: Text | None = None
    verdict: Cases | None = None


@dataclass(frozen=True, slots=True)
class Action:
    name: Text
    kind: str
    label: Label
    roles: tuple[Text, ...]
    uses: Mapping[str, tuple[Text, Text]]
    allowed: tuple[Permission, ...]
    inputs: Mapping[str, Field]
    steps: tuple[Step, ...]
    report: tuple[tuple[Text, Expression], ...]
    shows: Shows = field(default_factory=Shows)

    @property
    def id(self) -> str:
        return self.name.value


@dataclass(frozen=True, slots=True)
class ThingKind:
    name: Text
    label: Label
    fields: Mapping[str, Field]
    given: Mapping[str, Thing]


@dataclass(frozen=True, slots=True)
class Thing:
    """A weapon or another thing: its values by field, defaults filled in."""

    id: str
    values: Mapping[str, Value]
    label: Label = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class HeldData:
    """A condition a creature begins with."""

    condition: str
    at: str
    value: int


@dataclass(frozen=True, slots=True)
class Creature:
    """Data of a creature: what differs from the defaults. A pool is (current or None for full, maximum)."""

    id: str
    body: str
    scores: Mapping[str, Value]
    pools: Mapping[str, tuple[int | None, int | None]]
    conditions: tuple[HeldData, ...]
    label: Label = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Model:
    """All sections of a ruleset, add-ons laid over it. `rules` are the ids of the source's rules."""

    id: Text
    title: Label
    language: str
    languages: tuple[str, ...]
    source: str
    notes: Label
    version: str
    rules: tuple[str, ...]
    options: Mapping[str, Field]
    stats: Mapping[str, Field]
    weapon: Mapping[str, Field]
    things: Mapping[str, ThingKind]
    location: Mapping[str, Field]
    bodies: Mapping[str, Body]
    conditions: Mapping[str, Condition]
    tables: Mapping[str, Table]
    chains: Mapping[str, Chain]
    actions: Mapping[str, Action]
    words: Mapping[str, tuple[Text, Label]]
    weapons: Mapping[str, Thing]
    creatures: Mapping[str, Creature]
    order_by: Text | None
    units: Mapping[str, tuple[int, str]]
    addons: tuple[Overlay, ...] = ()
