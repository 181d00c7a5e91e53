"""The verb lookup, and rows of tables."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from crittui.rules.compile.body_lookup import BodyLookup
from crittui.rules.compile.builder import Builder
from crittui.rules.compile.code import Code, literal
from crittui.rules.compile.columns import column_of
from crittui.rules.compile.expressions import condition, first_true
from crittui.rules.compile.finding import BODY, Found, LookupCompiler, row_for
from crittui.rules.compile.mistakes import did_you_mean
from crittui.rules.compile.rolls import CompileSteps, run_branch
from crittui.rules.compile.scope import Scope
from crittui.rules.compile.snippet import Snippet, snippet
from crittui.rules.compile.types import TEXT, YESNO, Type
from crittui.rules.dice import Dice
from crittui.rules.events import Event, NoTable
from crittui.rules.labels import text_of
from crittui.rules.model import Branch, Cell, Field, Lookup, Row, Table
from crittui.rules.program import Do


def compile_lookup(builder: Builder, scope: Scope, step: Lookup, compile_steps: CompileSteps) -> None:
    """lookup: body or table(s)."""
    if any(name.value == BODY for name, _ in step.tables):
        BodyLookup(builder, scope, step).compile()
    else:
        tables = _tables(builder, step)
        if tables:
            TableLookup(builder, scope, step, tables).compile(compile_steps)


def _tables(builder: Builder, step: Lookup) -> list[Table]:
    known = builder.unit.model.tables
    found: list[Table] = []
    for name, _ in step.tables:
        builder.unit.used.add(("table", name.value))
        if name.value in known:
            found.append(known[name.value])
        else:
            hint = did_you_mean(name.value, [*known, BODY])
            builder.problem(name, "unknown-table", f"there is no table {name.value!r}", hint)
    return found


class TableLookup(LookupCompiler):
    def __init__(self, builder: Builder, scope: Scope, step: Lookup, tables: list[Table]) -> None:
        super().__init__(builder, scope, step)
        self.tables = tables

    def compile(self, compile_steps: CompileSteps) -> None:
        builder, step = self.builder, self.step
        cells = _cells(self.tables)
        self.prepare(Type("row", tuple(dict.fromkeys(cell.id for cell in cells)), fields=self._fields()), None)
        found = self._found()
        if step.row is not None:
            self.known_row(found, "row")
        if any(table.rows is None for table in self.tables):
            self._missing(found)
        if step.value is not None:
            self.by_value(found)
        elif step.chosen_by is not None:
            self.chosen(found, self._offers(found))
        else:
            self.rolled(found, self.again())
        builder.mark(self.done)
        for cell in cells:
            branch = Branch(cell.at, then=cell.then)
            run_branch(builder, self.scope, branch, self._is_cell(cell), compile_steps)

    def _fields(self) -> dict[str, Field]:
        """The fields of all tables; one that several have must be of one kind."""
        found: dict[str, Field] = {}
        for table in self.tables:
            for name, declared in table.fields.items():
                before = found.setdefault(name, declared)
                if before.kind != declared.kind:
                    message = (
                        f"{name!r} is a {before.kind} in one table of this lookup and a {declared.kind} in another"
                    )
                    self.builder.problem(self.step.name, "type", message, "rename one of them")
        return found

    def _is_cell(self, cell: Cell) -> Code:
        slot = self.slot
        return Code(YESNO, snippet("(S[{}] is {})", slot, cell))

    def _chosen_table(self) -> Snippet:
        """The name of the table that is meant, of several."""
        if len(self.tables) == 1:
            return literal(TEXT, self.tables[0].name.value).run
        tests = []
        for number, (name, test) in enumerate(self.step.tables):
            last = number == len(self.step.tables) - 1
            if test is None or test.raw.strip() == "otherwise":
                if not last:
                    self.builder.problem(
                        name, "unreachable", "tables below `otherwise` are never used", "move it to the end"
                    )
                tests.append(literal(YESNO, True).run)
            else:
                if last:
                    self.builder.problem(
                        name, "otherwise", "the last table must be `otherwise`", "write `TABLE: otherwise`"
                    )
                tests.append(condition(test, self.scope).run)
        return first_true(tests, [table.name.value for table in self.tables])

    def _found(self) -> Found:
        table = self._chosen_table()
        language = self.builder.constant("language")
        dice = {t.name.value: self._dice(t) for t in self.tables}
        cell_of = {
            t.name.value: column_of(self.builder, self.scope, self.step, t) for t in self.tables if t.rows is not None
        }
        missing = frozenset(t.name.value for t in self.tables if t.rows is None)
        rows = {t.name.value: [(r.low, r.high, r) for r in t.rows or ()] for t in self.tables}

        def find(S: Any, E: Any, total: int) -> Cell | None:
            name = table(S, E)
            row: Row | None = row_for(rows[name], total)
            return cell_of[name](S, E, row) if row is not None else None

        return Found(
            table,
            find,
            lambda S, E, cell: cell.id if cell is not None else "",
            lambda S, E, cell: text_of(cell.text, E[language]) if cell is not None else "",
            lambda cell: "",
            lambda E: "",
            snippet("({} in {})", table, missing),
            self.given_dice(lambda S, E: dice[table(S, E)]),
            None,
        )

    def _dice(self, table: Table) -> Dice:
        needed = self.step.dice is None and self.step.value is None and self.step.chosen_by is None
        if table.dice is not None:
            return Dice.parse(table.dice.value)
        if needed and table.rows is not None:
            self.builder.problem(
                self.step.name, "missing", f"the table {table.name.value!r} has no dice", "give dice there or here"
            )
        return Dice.NOTHING

    def _missing(self, found: Found) -> None:
        """A table the game master has not filled in: nothing is rolled, the result is none."""
        slot, done, where, name = self.slot, self.done, self.where, self.step.id

        def take(S: list[Any], E: tuple[Any, ...]) -> int | None:
            if found.empty(S, E):
                S[slot] = None
                return done.pc
            return None

        def tell(S: Any, E: Any) -> tuple[Event, ...]:
            return (NoTable(name, found.table(S, E), where),) if found.empty(S, E) else ()

        self.builder.emit(Do(where, take, tell, writes=frozenset((slot,)), jumps=(done,)))

    def _offers(self, found: Found) -> Callable[[Any, Any], list[tuple[str, str, Any]]]:
        def offers(S: Any, E: Any) -> list[tuple[str, str, Any]]:
            name = found.table(S, E)
            table = next(t for t in self.tables if t.name.value == name)
            rows = [found.find(S, E, r.low if r.low is not None else r.high or 0) for r in table.rows or ()]
            cells = {cell.id: cell for cell in rows if cell is not None}
            return [(cell.id, found.text(S, E, cell) or cell.id, cell) for cell in cells.values()]

        return offers


def _cells(tables: list[Table]) -> list[Cell]:
    """Each cell once, although a row such as `3,7` stands under several ranges."""
    cells = (cell for table in tables for row in table.rows or () for cell in row.cells.values())
    return list({id(cell): cell for cell in cells}.values())
