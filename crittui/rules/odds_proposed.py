"""What the prompt of a choice would propose, in the midst of the odds."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache
from typing import Any

from crittui.errors import CrittuiError
from crittui.rules.compile.code import Slots
from crittui.rules.dice import Dice, DiceError
from crittui.rules.odds_plan import Outline
from crittui.rules.program import AskChoice, AskRoll, Choice, Choosing, Throwing


def proposed(plan: Outline, E: tuple[Any, ...], pc: int, S: Slots, asked: Choosing) -> Choosing:
    """The choice at `pc`, with what a prompt proposes as its default.

    That is the usual option; where it leads straight to a roll against a goal by whoever chooses, the option whose
    roll is likeliest to reach its goal.
    """
    if asked.pick != 1 or len(asked.offers) < 2:
        return asked
    seen = {choice.name: _chance(plan, E, pc, S, choice) for choice in asked.offers}
    known = {name: chance for name, chance in seen.items() if chance is not None}
    return replace(asked, default=likeliest(asked.default, known))


def likeliest(usual: str, chances: Mapping[str, Fraction]) -> str:
    """The usual option; where it has a chance to be told, the one with the best, the usual one of equals."""
    if usual not in chances:
        return usual
    return max(chances, key=lambda option: (chances[option], option == usual))


def _chance(plan: Outline, E: tuple[Any, ...], pc: int, S: Slots, choice: Choice) -> Fraction | None:
    """How likely the roll behind an option is to reach its goal; None where no such roll is next."""
    choosing = plan.program.instructions[pc]
    assert isinstance(choosing, AskChoice)
    T = S.copy()
    try:
        jump = choosing.take(T, E, (choice,))
        found = _next_throw(plan, E, plan.skip[pc + 1 if jump is None else jump], T)
    except (CrittuiError, DiceError):
        return None
    roll, what = found or (None, None)
    if roll is None or what is None or roll.by != choosing.by or what.goal is None:
        return None
    return reaching(what.dice, what.goal, what.under, what.modifier)


def _next_throw(plan: Outline, E: tuple[Any, ...], pc: int, S: Slots) -> tuple[AskRoll, Throwing] | None:
    """Run `S` on from `pc` to the next throw; None where there is something to choose before it, or no throw."""
    instructions = plan.program.instructions
    while pc < len(instructions):
        step, instruction = plan.steps[pc], instructions[pc]
        if step is not None:
            jump = step[0](S, E)
            pc = step[1] if jump is None else plan.skip[jump]
            continue
        for run in plan.early.get(pc, ()):
            run(S, E)
        jump = None
        if isinstance(instruction, AskRoll):
            what = instruction.ask(S, E)
            if what is not None and what.dice.terms:
                return instruction, what
            if what is not None:
                jump = instruction.take(S, E, what, what.dice.read(()))
        elif isinstance(instruction, AskChoice):
            asked = instruction.offer(S, E)
            if asked is not None and (len(asked.offers) > 1 or asked.pick != 1):
                return None
            if asked is not None:
                jump = instruction.take(S, E, asked.offers)
        else:
            jump = instruction.run(S, E)
        pc = plan.skip[pc + 1 if jump is None else jump]
    return None


@lru_cache(maxsize=1024)
def reaching(dice: Dice, goal: int, under: bool, modifier: int) -> Fraction:
    """How likely dice are to reach a goal: to stay under it or at it, or, with the modifier, to come to it."""
    ways, total = dice.distribution()
    added = dice.constant + (0 if under else modifier)
    passing = (
        count for natural, count in ways.items() if (natural + added <= goal if under else natural + added >= goal)
    )
    return Fraction(sum(passing), total)
