"""The game master's small errands: turns, time, notes, numbers set by hand, the record as a file."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from crittui.errors import FileError
from crittui.rules.commands import Edit, EndCombat, NextTurn, PassTime, Remark, SetCondition
from crittui.rules.state import Combatant
from crittui.tui.prompts.fields import Choice, ChoiceField, FlagField, NumberField, TextField
from crittui.tui.prompts.prepare import Call, Prepare, prepare
from crittui.tui.prompts.small import COUNT, UNIT, Confirm, Write, passing
from crittui.tui.table import Prompt, Table

WHAT, VALUE, FORMAT, FILE, PLAYERS = "what", "value", "format", "file", "players"
STAT, CONDITION = "stat:", "condition:"


class Errands:
    """What is not a call, at a table."""

    def __init__(self, table: Table) -> None:
        self._table = table

    def next_turn(self) -> None:
        """The next one has the turn."""
        if self._table.submit(NextTurn()):
            turn = self._table.game.fight.turn
            self._table.chosen = turn or self._table.chosen

    def let_pass(self) -> None:
        """Let time pass: at once where there is one unit, else ask how much of which."""
        table = self._table
        units = [(unit, table.presenter.speech.word(unit)) for unit in table.game.ruleset.units]
        if table.busy():
            return
        if not units:
            table.refuse("no unit")
            return
        title = table.say.key("time", table.keys["time"].label).capitalize()
        table.open(passing(title, units, words=table.words), self._pass)

    def _pass(self, value: object) -> None:
        assert isinstance(value, Call)
        self._table.submit(PassTime(str(value[UNIT]), int(value[COUNT])))

    def end_combat(self) -> None:
        """End the combat after a yes: what lasts until then is over."""
        table = self._table
        if not table.busy():
            question = Confirm(table.say.key("end", table.keys["end"].label).capitalize(), table.say("end combat"))
            table.open(question, self._ended)

    def _ended(self, yes: object) -> None:
        if yes:
            self._table.submit(EndCombat())

    def note(self) -> None:
        """Write a note into the record."""
        table = self._table
        if not table.busy():
            label = table.say.key("note", table.keys["note"].label)
            table.open(Write(label.capitalize(), label), lambda text: self._noted(str(text)))

    def _noted(self, text: str) -> None:
        self._table.submit(Remark(text))

    def toggle_hand(self) -> None:
        """Dice from the table from here on, or the program's."""
        table = self._table
        table.by_hand = not table.by_hand
        table.tell("by hand on" if table.by_hand else "by hand off")

    # Numbers set by hand

    def modify(self) -> None:
        """Set a pool, a counter or a condition of the selected combatant."""
        table = self._table
        who = table.game.fight.combatants.get(table.chosen)
        if table.busy():
            return
        if who is None:
            table.refuse("nobody")
            return
        choices = self._modifiable(who)
        if not choices:
            table.refuse("nothing to set")
            return
        value = NumberField(VALUE, table.say("value"), self._value(who, choices[0].value), signed=False)
        title = table.say("modify", who=who.name)
        state = prepare(title, (ChoiceField(WHAT, table.say("what"), choices), value), verb=table.say("set"))
        state = replace(state, can_hand=False)
        table.open(state, lambda call: self._modified(who.id, call), followed=lambda a, b: self._follow(who, a, b))

    def _modifiable(self, who: Combatant) -> tuple[Choice, ...]:
        """Pools and counters, conditions that can be given, and wounds that are there."""
        table = self._table
        speech, rules = table.presenter.speech, table.game.ruleset
        pools = [
            Choice(STAT + name, table.presenter.field(stat), str(who.values[name]))
            for name, stat in rules.stats.items()
            if stat.kind in ("pool", "counter") and name in who.values
        ]
        given = [
            Choice(CONDITION + name, speech.condition(name), str(self._value(who, CONDITION + name)))
            for name, condition in rules.conditions.items()
            if not condition.per_location and condition.holds_while is None
        ]
        placed = [key.partition("@") for key in who.conditions if "@" in key]
        wounds = [
            Choice(f"{CONDITION}{name}@{at}", f"{speech.condition(name)} · {speech.place(at)}", "1")
            for name, _, at in placed
        ]
        return (*pools, *given, *wounds)

    def _value(self, who: Combatant, what: str) -> int:
        if what.startswith(STAT):
            return who.values[what.removeprefix(STAT)]
        held = who.conditions.get(what.removeprefix(CONDITION))
        return held.value if held else 0

    def _follow(self, who: Combatant, before: Prompt, state: Prompt) -> Prompt:
        """Another number is to be set: begin with what it is now. A condition begins with the other way round."""
        assert isinstance(before, Prepare)
        assert isinstance(state, Prepare)
        was, now = dict(before.values)[WHAT], dict(state.values)[WHAT]
        if was == now:
            return state
        value = self._value(who, str(now))
        turned = str(now).startswith(CONDITION) and value in (0, 1)
        return state.with_value(VALUE, 1 - value if turned else value)

    def _modified(self, who: str, value: object) -> None:
        assert isinstance(value, Call)
        what, number = str(value[WHAT]), int(value[VALUE])
        if what.startswith(STAT):
            self._table.submit(Edit(who, what.removeprefix(STAT), "", number))
        else:
            condition, _, at = what.removeprefix(CONDITION).partition("@")
            self._table.submit(SetCondition(who, condition, at, number))

    # The record as a file

    def export(self) -> None:
        """Ask for the format and the file, and write the record."""
        from crittui.session.export import FORMATS

        table = self._table
        formats = tuple(Choice(name, name) for name in FORMATS)
        name = TextField(FILE, table.say("file"), self._file_name(formats[0].value))
        state = prepare(
            table.say.key("export", table.keys["export"].label).capitalize(),
            (ChoiceField(FORMAT, table.say("format"), formats), name, FlagField(PLAYERS, table.say("for players"))),
            verb=table.say("write"),
        )
        state = replace(state, can_hand=False)
        table.open(state, self._exported, followed=self._other_format)

    def _file_name(self, format: str) -> str:
        title = self._table.game.title or "fight"
        plain = "-".join("".join(c if c.isalnum() else " " for c in title.lower()).split())
        return f"{plain or 'fight'}.{format}"

    def _other_format(self, before: Prompt, state: Prompt) -> Prompt:
        assert isinstance(before, Prepare)
        assert isinstance(state, Prepare)
        was, now = dict(before.values), dict(state.values)
        if was[FORMAT] == now[FORMAT]:
            return state
        return state.with_value(FILE, str(Path(str(now[FILE])).with_suffix(f".{now[FORMAT]}")))

    def _exported(self, value: object) -> None:
        assert isinstance(value, Call)
        self._write(Path(str(value[FILE])).expanduser(), str(value[FORMAT]), bool(value[PLAYERS]), False)

    def _write(self, path: Path, format: str, players: bool, overwrite: bool) -> None:
        from crittui.session.export import FileExists, write_export

        table = self._table
        try:
            written = write_export(table.game, path, format, overwrite, players)
        except FileExists:
            question = Confirm(table.say("exists"), table.say("overwrite"), str(path))
            table.open(question, lambda yes: self._write(path, format, players, True) if yes else None)
        except FileError as error:
            table.refuse("not saved", why=str(error))
        else:
            table.tell("saved", path=written)
