"""Walks through the steps of a ruleset."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from crittui.rules.model import Choose, Model, Roll, Step


def all_steps(steps: Iterable[Step]) -> Iterator[Step]:
    """The steps, each followed by those nested in its branches."""
    for step in steps:
        yield step
        branches = step.outcomes if isinstance(step, Roll) else step.options if isinstance(step, Choose) else ()
        for branch in branches:
            yield from all_steps(branch.then)


def every_step(model: Model) -> Iterator[Step]:
    """All steps of a ruleset: of actions, chains, conditions and rows of tables."""
    for action in model.actions.values():
        yield from all_steps(action.steps)
    for chain in model.chains.values():
        yield from all_steps(chain.steps)
    for condition in model.conditions.values():
        yield from all_steps(condition.steps)
    for table in model.tables.values():
        for row in table.rows or ():
            for cell in row.cells.values():
                yield from all_steps(cell.then)
