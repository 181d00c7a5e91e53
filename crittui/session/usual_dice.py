"""The dice that a ruleset's rolls usually take, as they will stand beside their labels."""

from __future__ import annotations

from collections.abc import Iterator

from crittui.rules.dice import Dice, DiceError
from crittui.rules.model import Cases, Expression, Lookup, Roll, Thing
from crittui.rules.ruleset import Ruleset
from crittui.session.speech import speech_of

BODY = "body"
USUAL = 3


def usual_rolls(ruleset: Ruleset, language: str = "") -> list[tuple[str, str]]:
    """Label and widest faces of each roll and lookup; throws of many dice are not usual and left out."""
    speech = speech_of(ruleset, language)
    found: dict[tuple[str, str], None] = {}
    for step in speech.throws:
        label = speech.step(step.id, step.name.where)
        for dice in _dice(ruleset, step):
            faces = [str(term.sides) for term in dice.terms for _ in range(term.count)]
            if len(faces) <= USUAL:
                found[label, " ".join(faces)] = None
    return list(found)


def _dice(ruleset: Ruleset, step: Roll | Lookup) -> Iterator[Dice]:
    if step.dice is not None:
        yield from _of_expression(ruleset, step.dice)
    if isinstance(step, Roll):
        if step.chance is not None:
            yield Dice.parse(f"d{step.chance[1]}")
        return
    for table, _ in step.tables:
        yield from _of_table(ruleset, table.value)


def _of_table(ruleset: Ruleset, name: str) -> Iterator[Dice]:
    tables = ruleset.bodies.values() if name == BODY else [t for t in (ruleset.model.tables.get(name),) if t]
    for table in tables:
        if table.dice is not None:
            yield from _written(table.dice.value)


def _of_expression(ruleset: Ruleset, expression: Expression) -> Iterator[Dice]:
    """Dice as they are written, or those of a field over all weapons."""
    texts = [value for value, _ in expression.pairs] if isinstance(expression, Cases) else [expression]
    for text in texts:
        _, dot, field = text.value.partition(".")
        if dot and field in ruleset.weapon:
            things: list[Thing] = list(ruleset.weapons.values())
            values = [ruleset.weapon[field].default, *(thing.values.get(field) for thing in things)]
            yield from (value for value in values if isinstance(value, Dice))
        else:
            yield from _written(text.value)


def _written(text: str) -> Iterator[Dice]:
    try:
        yield Dice.parse(text)
    except DiceError:
        return
