"""Odds by chance: the call is played again and again where following all its ways would take too long."""

from __future__ import annotations

from bisect import bisect
from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import accumulate
from typing import Any

from crittui.rules.compile.code import Slots
from crittui.rules.dice import Dice, Throw
from crittui.rules.machine import Machine
from crittui.rules.odds_plan import Plan
from crittui.rules.odds_policy import Policy
from crittui.rules.odds_proposed import proposed
from crittui.rules.odds_sweep import MOST_NATURALS, asked
from crittui.rules.odds_tally import Tally
from crittui.rules.program import AskChoice, AskRoll, Throwing

Chance = Callable[[], float]
"""Gives numbers from 0 up to, but not including, 1, all equally likely: the `random` of a generator."""


class Sampler:
    """A call played by chance from where it stands; `play` plays it to its end, `ends` are the weighted states to
    which that has led so far."""

    def __init__(self, machine: Machine, chance: Chance, policy: Policy) -> None:
        self.program, self.E = machine.program, machine.constants
        self.first: Slots = list(machine.slots)
        self.start = machine.pc
        plan = Plan(machine)
        self.plan = plan.outline
        self.chance = chance
        self.policy = policy
        self.tally = Tally(0)
        self.end = len(self.program.instructions)
        self._ends: dict[Any, list[Any]] = {}
        self._end_of = plan.key(self.end)

    @property
    def ends(self) -> Sequence[Sequence[Any]]:
        """The weighted states at the end."""
        return list(self._ends.values())

    def play(self) -> None:
        """Play the call once to its end."""
        plan, S = self.plan, self.first.copy()
        pc = plan.skip[self.start]
        struck = plan.struck if self.program.ending is not None else -1
        while pc != self.end:
            step = plan.steps[pc]
            if step is None:
                for run in plan.early.get(pc, ()):
                    run(S, self.E)
                pc = plan.skip[self._answered(pc, S)]
            else:
                jump = step[0](S, self.E)
                pc = step[1] if jump is None else plan.skip[jump]
            if 0 <= struck < pc:
                self._struck(S)
                struck = -1
        self._ends.setdefault(self._end_of(S), [0, S])[0] += 1
        self.tally.total += 1

    def _struck(self, S: Slots) -> None:
        ending = self.program.ending
        if ending is not None and ending.struck is not None:
            self.tally.add("place", *ending.struck(S, self.E), 1)

    def _answered(self, pc: int, S: Slots) -> int:
        """Throw, choose or find what stands here; where it leads."""
        instruction = self.program.instructions[pc]
        if isinstance(instruction, AskRoll):
            what = asked(instruction, S, self.E)
            jump = None
            if what is not None:
                jump = instruction.take(S, self.E, what, self._throw(what, instruction.single))
                if instruction.outcome is not None:
                    self.tally.add("roll", instruction.id, S[instruction.outcome], 1)
        elif isinstance(instruction, AskChoice):
            jump = self._choose(pc, instruction, S)
        else:
            jump = instruction.run(S, self.E)
        if not isinstance(instruction, AskChoice) and instruction.row is not None:
            self.tally.add("row", *instruction.row(S, self.E), 1)
        return pc + 1 if jump is None else jump

    def _choose(self, pc: int, instruction: AskChoice, S: Slots) -> int | None:
        choosing = instruction.offer(S, self.E)
        if choosing is None:
            return None
        self.tally.ask(instruction, choosing)
        if self.policy.proposed:
            choosing = proposed(self.plan, self.E, pc, S, choosing)
        picked = self.policy.picked(instruction.id, choosing)
        for choice in picked:
            self.tally.add("choice", instruction.id, choice.name, 1)
        return instruction.take(S, self.E, picked)

    def _throw(self, what: Throwing, single: bool) -> Throw:
        while True:
            apart = single or len(what.dice.naturals) > MOST_NATURALS
            throw = self._fallen(what.dice) if apart else _fall(what.dice)(self.chance())
            if what.standing is None or throw.total + what.modifier in what.standing:
                return throw

    def _fallen(self, dice: Dice) -> Throw:
        """Die by die, where the single faces matter or the sum is too hard to weigh."""
        faces: tuple[int, ...] = ()
        while (sides := dice.next_die(faces)) is not None:
            faces += (int(self.chance() * sides) + 1,)
        return dice.read(faces)


@lru_cache(maxsize=256)
def _fall(dice: Dice) -> Callable[[float], Throw]:
    """From a number below 1, what the dice come to."""
    weights, total = dice.distribution()
    throws = [Throw((), natural, natural + dice.constant, 0, 0, 0) for natural in weights]
    limits = [weight / total for weight in accumulate(weights.values())]
    return lambda part: throws[min(bisect(limits, part), len(throws) - 1)]
