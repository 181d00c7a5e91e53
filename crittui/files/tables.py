"""Tables and bodies: rows by ranges, cells, locations."""

from __future__ import annotations

import re
from collections.abc import Mapping

from crittui.files.fields import dice_text
from crittui.files.nodes import Block, Node
from crittui.files.reader import NAME
from crittui.files.steps import StepReader
from crittui.rules.compile.mistakes import did_you_mean
from crittui.rules.dice import Dice
from crittui.rules.model import Body, Cell, Field, Location, Row, Table, Value
from crittui.rules.source import Text

Range = tuple[int | None, int | None]
_ONE = re.compile(r"(-?\d{1,6})\s*(?:(?:-|\.\.)\s*(-?\d{1,6})|(\+|\s+or\s+more|\s+or\s+less))?\Z")
_DASHES = str.maketrans(dict.fromkeys("−‐‑‒–—", "-"))
_CELL_KEYS = ("id", "text", "then")
_LOCATION_KEYS = ("roll", "label", "is", "either")


class TableReader(StepReader):
    """Reads tables and bodies."""

    def ranges(self, text: Text, dice: str) -> tuple[Range, ...]:
        """`3`, `3-5`, `3,4`, `18+`, `18 or more`, `5 or less`; `00` is 100, unless the dice are no d100."""
        percent = not dice or Dice.parse(dice).sides == (100,)
        found: list[Range] = []
        for part in text.value.translate(_DASHES).split(","):
            match = _ONE.match(part.strip())
            if match is None:
                self.wrong(text, "range", f"{text.value!r} is no range", "write it like 3, 3-5, 3,4 or 18+")
                return ()
            if match[2] and ".." not in match[0] and "-" in (match[1][0], match[2][0]):
                self.wrong(text, "range", f"{text.value!r} can be read in two ways", f"write {match[1]}..{match[2]}")
                return ()
            low = _number(match[1], percent)
            if match[3]:
                found.append((None, low) if "less" in match[3] else (low, None))
                continue
            high = _number(match[2], percent) if match[2] else low
            if high < low:
                self.wrong(text, "range", f"{text.value!r} ends before it begins", f"write {match[2]}-{match[1]}")
                return ()
            found.append((low, high))
        return tuple(found)

    # ---- tables

    def tables(self, node: Node | None) -> dict[str, Table]:
        found: dict[str, Table] = {}
        for name, value in self.named(node, "tables"):
            block = self.block(value, f"the table {name.value!r}")
            if block is not None:
                found[name.value] = self.table(name, block)
        return found

    def table(self, name: Text, block: Block) -> Table:
        self.keys(block, {"dice", "fields", "columns", "rows", "label", "stand_in"}, f"the table {name.value!r}")
        fields = self.fields(block.get("fields"), "fields", ("score", "number", "flag", "choice", "dice", "text"))
        for key in _CELL_KEYS:
            if key in fields:
                self.wrong(
                    fields[key].name, "name", f"{key!r} has a meaning of its own in a row", "choose another name"
                )
        columns = self.names(block.get("columns"), "columns")
        dice = dice_text(self, block.get("dice"), "dice")
        rows = (
            self.rows(block.get("rows"), fields, columns, dice.value if dice is not None else "")
            if "rows" in block
            else None
        )
        stand_in = self.flag(block.get("stand_in"), "stand_in")
        return Table(name, self.label(block.get("label")), dice, fields, columns, rows, stand_in)

    def rows(
        self, node: Node | None, fields: Mapping[str, Field], columns: tuple[Text, ...], dice: str
    ) -> tuple[Row, ...]:
        found: list[Row] = []
        block = self.block(node, "rows")
        if block is not None and not block.entries:
            self.wrong(block, "gap", "the table has no rows", "fill it in, or leave `rows` out")
        for key, value in block.items() if block is not None else ():
            cells = self._cells(key, value, fields, columns)
            found += [Row(key, low, high, cells) for low, high in self.ranges(key, dice)]
        return tuple(found)

    def _cells(self, key: Text, node: Node, fields: Mapping[str, Field], columns: tuple[Text, ...]) -> dict[str, Cell]:
        if not columns:
            return {"": self.cell(key, node, fields)}
        block = self.block(node, f"the row {key.value!r}")
        names = [column.value for column in columns]
        if block is None:
            return {}
        self.keys(block, names, f"the row {key.value!r}")
        for name in names:
            if name not in block:
                self.wrong(key, "gap", f"the row {key.value!r} has no cell for the column {name!r}", "add it")
        return {name: self.cell(key, cell, fields) for name in names if (cell := block.get(name)) is not None}

    def cell(self, key: Text, node: Node, fields: Mapping[str, Field]) -> Cell:
        """A text alone, or a block of `id`, `text`, `then` and fields."""
        if isinstance(node, Text):
            word = NAME.match(node.value) is not None
            return Cell(node, node.value if word else key.value, {"": node.value}, _defaults(fields))
        block = self.block(node, f"the row {key.value!r}")
        if block is None:
            return Cell(key, key.value, {}, _defaults(fields))
        label = self.label(block.get("text"), "text")
        name = self.name(block.get("id"), "id")
        given = self.values(block, fields, set(_CELL_KEYS), f"the row {key.value!r}")
        then = self.steps(block.get("then"), f"the row {key.value!r}")
        plain = label.get("", "")
        own = name.value if name is not None else plain if NAME.match(plain) else key.value
        at = Text(own, block.source, block.start, own)
        return Cell(at, own, label, {**_defaults(fields), **given}, then)

    # ---- bodies

    def bodies(self, node: Node | None, fields: Mapping[str, Field], stats: Mapping[str, Field]) -> dict[str, Body]:
        found: dict[str, Body] = {}
        for name, value in self.named(node, "bodies"):
            block = self.block(value, f"the body {name.value!r}")
            if block is None:
                continue
            self.keys(block, {"dice", "locations", "label"}, f"the body {name.value!r}")
            dice = dice_text(self, block.get("dice"), "dice")
            written = dice.value if dice is not None else ""
            locations = {
                key.value: self.location(key, value, fields, stats, written)
                for key, value in self.named(block.get("locations"), "locations")
            }
            if not locations:
                self.wrong(name, "missing", f"the body {name.value!r} has no locations", "give `locations:`")
            found[name.value] = Body(name, self.label(block.get("label")), dice, locations)
        return found

    def location(
        self, name: Text, node: Node, fields: Mapping[str, Field], stats: Mapping[str, Field], dice: str
    ) -> Location:
        block = self.block(node, f"the location {name.value!r}") or Block(name.source, name.start, {})
        spread = {stat.id: stat for stat in stats.values() if stat.per_location}
        roll = self.text(block.get("roll"), "roll")
        values: dict[str, Value] = {}
        links: dict[str, Text] = {}
        formulas: dict[str, Text] = {}
        for key, value in block.items():
            if key.value in _LOCATION_KEYS:
                continue
            text = self.text(value, key.value)
            if text is None:
                continue
            if key.value in fields and fields[key.value].kind == "location":
                links[key.value] = text
            elif key.value in fields:
                self._put(values, fields[key.value], text)
            elif key.value in spread and spread[key.value].kind in ("score", "pool"):
                formulas[key.value] = text
            elif key.value in spread:
                self._put(values, spread[key.value], text)
            else:
                hint = did_you_mean(key.value, [*_LOCATION_KEYS, *fields, *spread])
                self.wrong(
                    key, "unknown-key", f"a location has no {key.value!r}", hint or "declare it under `location:`"
                )
        members = self.names(block.get("either"), "either")
        if "either" in block and len(members) < 2:
            self.wrong(
                block.key("either"), "either", "`either` needs at least two locations", "write `either: [left, right]`"
            )
        tagged = self.names(block.get("is"), "is")
        self.after_is((name, *tagged))
        tags = tuple(tag.value for tag in tagged)
        ranges = self.ranges(roll, dice) if roll is not None else ()
        return Location(name, ranges, roll, self.label(block.get("label")), tags, members, values, links, formulas)

    def _put(self, values: dict[str, Value], declared: Field, text: Text) -> None:
        value = self.value_of(text, declared)
        if value is not None:
            values[declared.id] = value


def _number(text: str, percent: bool) -> int:
    return 100 if percent and text in ("00", "000") else int(text)


def _defaults(fields: Mapping[str, Field]) -> dict[str, Value]:
    return {declared.id: declared.default for declared in fields.values()}
