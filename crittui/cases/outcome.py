"""What came about in one part of an example, by name, and whether it is what was expected."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import field
from fractions import Fraction
from typing import Any

from crittui.cases.answers import Failure
from crittui.files.nodes import Block, Items, Node
from crittui.records import dataclass
from crittui.rules.compile.mistakes import did_you_mean
from crittui.rules.events import (
    Chosen,
    Computed,
    Damaged,
    Ended,
    Event,
    LookedUp,
    NoTable,
    Noted,
    Rolled,
    Stopped,
)
from crittui.rules.model import Choose, Damage, Let, Lookup, Model, Roll
from crittui.rules.passing import turn_order
from crittui.rules.ruleset import Ruleset
from crittui.rules.source import Text
from crittui.rules.state import Combatant, Fight, place
from crittui.rules.walking import every_step


@dataclass(slots=True)
class Outcome:
    """The last result of each name, and all notes."""

    rolls: dict[str, Rolled] = field(default_factory=dict)
    lookups: dict[str, LookedUp] = field(default_factory=dict)
    choices: dict[str, Chosen] = field(default_factory=dict)
    computed: dict[str, Any] = field(default_factory=dict)
    damages: dict[str, Damaged] = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)
    stopped: list[str] = field(default_factory=list)

    @staticmethod
    def of(events: Iterable[Event]) -> Outcome:
        """What these events came to."""
        found = Outcome()
        for event in events:
            found._add(event)
        return found

    def _add(self, event: Event) -> None:
        match event:
            case Rolled():
                self.rolls[event.id] = event
            case LookedUp():
                self.lookups[event.id] = event
            case NoTable():
                self.lookups.pop(event.id, None)
            case Chosen():
                self.choices[event.id] = event
            case Computed():
                self.computed[event.name] = event.value
            case Damaged() if event.name:
                self.damages[event.name] = event
            case Noted():
                self.notes.append(event.text)
            case Stopped():
                self.stopped.append(event.text)
            case Ended():
                self.computed.update({name: value for name, value in event.report if name not in self.computed})
            case _:
                pass


def check(key: Text, wanted: Node, outcome: Outcome, ruleset: Ruleset, fight: Fight, roles: Mapping[str, str]) -> None:
    """Raise Failure unless what is expected came about."""
    name = key.value
    if isinstance(wanted, Block):
        raise Failure(f"{name}: a value or a list is needed")
    if name == "order":
        _equal(name, wanted, list(turn_order(ruleset, fight)), ordered=True)
    elif name in ("note", "stopped"):
        _texts(name, wanted, outcome.notes if name == "note" else outcome.stopped)
    else:
        first, _, rest = name.partition(".")
        who = roles.get(first, first)
        if who in fight.combatants and rest:
            _person(name, rest, wanted, ruleset, fight, fight.combatants[who])
        else:
            _result(name, first, rest, wanted, outcome, ruleset.model)


# ---- results of steps


def _result(key: str, name: str, attribute: str, wanted: Node, outcome: Outcome, model: Model) -> None:
    if isinstance(wanted, Text) and wanted.value in ("not rolled", "not asked"):
        _not_made(key, name, wanted.value, outcome, model)
        return
    found = _found(key, name, attribute, outcome, model)
    if found is None:
        nothing = ("none", "no", "0") if _is_let(name, model) else ("none",)
        if not (isinstance(wanted, Text) and wanted.value in nothing):
            raise Failure(f"{key}: expected {_said(wanted)}, but it did not come about")
    elif not any(_same(wanted, value) for value in found):
        raise Failure(f"{key}: expected {_said(wanted)}, but it is {_text(found[0])}")


def _not_made(key: str, name: str, wanted: str, outcome: Outcome, model: Model) -> None:
    """`not rolled` and `not asked` fit only a roll or choice of the ruleset that was not made."""
    kinds = (Roll, Lookup) if wanted == "not rolled" else (Choose, Lookup)
    names = {step.id for step in every_step(model) if isinstance(step, kinds)}
    if name not in names and not (name.endswith("_either") and name.removesuffix("_either") in names):
        raise Failure(f"{key}: no step of this ruleset is {'rolled' if kinds[0] is Roll else 'asked'} under that name")
    made = outcome.rolls if wanted == "not rolled" else outcome.choices
    if name in made:
        raise Failure(f"{key}: expected {wanted}, but it was")


def _found(key: str, name: str, attribute: str, outcome: Outcome, model: Model) -> list[Any] | None:
    """The values by which a result may be told, or None when it did not come about."""
    if attribute:
        return _attribute(key, name, attribute, outcome)
    roll, lookup = outcome.rolls.get(name), outcome.lookups.get(name)
    if lookup is not None:
        return [lookup.location or lookup.row, lookup.text, *_ranges(lookup, model)]
    if roll is not None:
        return [roll.outcome or roll.total]
    if name in outcome.choices:
        options = outcome.choices[name].options
        return [list(options) if len(options) > 1 else options[0]]
    if name in outcome.damages:
        return [outcome.damages[name].dealt]
    if name in outcome.computed:
        value = outcome.computed[name]
        return None if value is None else [value]
    if not _declared(name, model):
        raise Failure(f"{key}: nothing is called {name!r}")
    return None


def _attribute(key: str, name: str, attribute: str, outcome: Outcome) -> list[Any] | None:
    if name in outcome.choices and attribute == "offered":
        return [list(outcome.choices[name].offered)]
    roll = outcome.rolls.get(name)
    if roll is not None and attribute in ("total", "natural", "goal", "dice"):
        return [getattr(roll, attribute)]
    damage = outcome.damages.get(name)
    if damage is not None and attribute in ("dealt", "overflow", "lost"):
        return [getattr(damage, attribute)]
    if attribute not in ("total", "natural", "goal", "dice", "offered", "dealt", "overflow", "lost"):
        raise Failure(f"{key}: nothing is called {attribute!r} there")
    return None


def _ranges(lookup: LookedUp, model: Model) -> list[str]:
    """The range of a row as its author wrote it."""
    table = model.tables.get(lookup.table)
    rows = table.rows or () if table is not None else ()
    return [row.range.value for row in rows if any(cell.id == lookup.row for cell in row.cells.values())]


def _is_let(name: str, model: Model) -> bool:
    """Whether it is a computed value: one that was skipped is 0, and no."""
    inputs = {name for chain in model.chains.values() for name in chain.inputs}
    lets = (let.value for step in every_step(model) if isinstance(step, Let) for let, _ in step.values)
    return name in inputs or name in set(lets)


def _declared(name: str, model: Model) -> bool:
    """Whether any step or report line of the ruleset has this name."""
    for step in every_step(model):
        if isinstance(step, (Roll, Lookup, Choose)) and name in (step.id, f"{step.id}_either"):
            return True
        if isinstance(step, Damage) and step.result is not None and step.result.value == name:
            return True
    reports = {text.value for action in model.actions.values() for text, _ in action.report}
    return name in reports or _is_let(name, model)


# ---- combatants


def _person(key: str, rest: str, wanted: Node, ruleset: Ruleset, fight: Fight, who: Combatant) -> None:
    model = ruleset.model
    if rest == "conditions":
        held = [name for name in who.conditions if "@" not in name] + sorted(who.derived)
        _equal(key, wanted, held)
        return
    parts = rest.split(".")
    if len(parts) == 2 and parts[1] in model.stats:
        rest = place(parts[1], parts[0])
    if rest in who.values:
        _equal(key, wanted, who.values[rest])
    elif parts[0] in model.conditions:
        _condition(key, parts, wanted, ruleset, who)
    elif rest in who.scores:
        _equal(key, wanted, who.scores[rest])
    else:
        known = [*who.values, *model.conditions, "conditions"]
        hint = did_you_mean(rest, known)
        raise Failure(f"{key}: a combatant has no {rest!r}" + (f", {hint}" if hint else ""))


def _condition(key: str, parts: list[str], wanted: Node, ruleset: Ruleset, who: Combatant) -> None:
    name = parts[0]
    condition = ruleset.conditions[name]
    if condition.per_location:
        places = [at for found, _, at in (held.partition("@") for held in who.conditions) if found == name]
        if isinstance(wanted, Text) and wanted.value in ("no", "none"):
            wanted = Items(wanted.source, wanted.start, ())
        _equal(key, wanted, places)
    elif parts[1:] == ["value"]:
        held = who.conditions.get(name)
        _equal(key, wanted, held.value if held is not None else None)
    elif len(parts) == 1:
        _equal(key, wanted, name in who.conditions or name in who.derived)
    else:
        raise Failure(f"{key}: a condition has only `.value`")


# ---- comparing


def _texts(key: str, wanted: Node, shown: list[str]) -> None:
    if isinstance(wanted, Items):
        _equal(key, wanted, shown)
    elif isinstance(wanted, Text) and wanted.value == "none":
        if shown:
            raise Failure(f"{key}: expected none, but there is {'; '.join(shown)}")
    elif not any(_same(wanted, text) for text in shown):
        raise Failure(f"{key}: expected {_said(wanted)}, but there is {'; '.join(shown) or 'none'}")


def _equal(key: str, wanted: Node, value: Any, ordered: bool = False) -> None:
    if not _same(wanted, value, ordered):
        raise Failure(f"{key}: expected {_said(wanted)}, but it is {_text(value)}")


def _same(wanted: Node, value: Any, ordered: bool = False) -> bool:
    if isinstance(value, list):
        if isinstance(wanted, Text):
            return len(value) == 1 and _same(wanted, value[0])
        if not isinstance(wanted, Items):
            return False
        left, right = [_said(node) for node in wanted.nodes], [_text(one) for one in value]
        return left == right if ordered else sorted(left) == sorted(right)
    if not isinstance(wanted, Text):
        return False
    text = wanted.value
    if isinstance(value, bool):
        return text in (("yes", "true", "on") if value else ("no", "false", "off"))
    if isinstance(value, (int, Fraction)):
        try:
            return Fraction(text.replace("−", "-")) == value
        except (ValueError, ZeroDivisionError):
            return False
    return value is not None and text == str(value)


def _said(node: Node) -> str:
    if isinstance(node, Text):
        return node.value
    return "[" + ", ".join(_said(one) for one in node.nodes) + "]" if isinstance(node, Items) else "a block"


def _text(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list):
        return "[" + ", ".join(_text(one) for one in value) + "]"
    return "none" if value is None else str(value)
