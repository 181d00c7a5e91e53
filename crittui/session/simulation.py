"""Whole fights played by chance: the turns and rounds of play, the chains of play, and nobody at the table.

simulation = Simulation(ruleset, fight, Random(7))
fought = simulation.fight_once()
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from random import Random
from typing import Any

from crittui.errors import CrittuiError
from crittui.records import dataclass
from crittui.rules.apply import apply_all
from crittui.rules.binding import Call, call_of, filled
from crittui.rules.commands import Act, Command, NextTurn
from crittui.rules.machine import changes, first_forbidden
from crittui.rules.program import Program
from crittui.rules.requests import Answer, Faces, Picked, Request, RollRequest
from crittui.rules.ruleset import Ruleset
from crittui.rules.state import Combatant, Fight
from crittui.rules.trials import Fall, Trials
from crittui.session.course import begin_course
from crittui.session.dice import RandomDice
from crittui.session.steps import steps_of

MOST_ROUNDS = 100

Record = list[tuple[Command, list[Fall]]]
"""What was done, with how the dice fell for it."""

Pick = Callable[[Ruleset, Sequence[Combatant], Random], Combatant]


def _first(ruleset: Ruleset, foes: Sequence[Combatant], random: Random) -> Combatant:
    return foes[0]


def _weakest(ruleset: Ruleset, foes: Sequence[Combatant], random: Random) -> Combatant:
    """Who has least left of the pool that the ruleset names first."""
    pool = next((pool.id for pool in ruleset.pools), "")
    return min(foes, key=lambda foe: foe.values.get(pool, 0))


def _random(ruleset: Ruleset, foes: Sequence[Combatant], random: Random) -> Combatant:
    return foes[int(random.random() * len(foes))]


POLICIES: Mapping[str, Pick] = {"first": _first, "weakest": _weakest, "random": _random}
"""Whom somebody attacks, of the foes who still stand, in the order of the fight."""


@dataclass(frozen=True, slots=True)
class Fought:
    """A fight that was played: how it stood at its end, and which side alone was left standing.

    `winner` is empty when nobody was, and None when the rounds ran out first.
    """

    fight: Fight
    winner: str | None

    @property
    def rounds(self) -> int:
        return self.fight.round


@dataclass(frozen=True, slots=True)
class _Bound:
    """A call as far as it stays the same in all fights: what combatants hold now is not in its constants."""

    program: Program
    constants: tuple[Any, ...]
    call: Call
    trials: Trials


def side_of(combatant: Combatant) -> str:
    """The side somebody fights on; who has none fights alone."""
    return combatant.side or combatant.id


class Simulation:
    """A fight that can be fought as often as wanted.

    Whoever has the turn attacks with the first weapon that the rules permit, by the ruleset's first attack.
    Where initiative decides the order, everybody rolls for it at the start. All choices fall on their default,
    else on the first offer.
    """

    def __init__(
        self,
        ruleset: Ruleset,
        fight: Fight,
        random: Random,
        policy: str = "first",
        rounds: int = MOST_ROUNDS,
    ) -> None:
        self.ruleset, self.start = ruleset, fight
        self._random, self._dice = random, RandomDice(random)
        self._pick, self._rounds = POLICIES[policy], rounds
        self._bound: dict[Act, _Bound] = {}
        self._attack = _usual_attack(ruleset)
        self._armed = ruleset.is_armed(self._attack[0])
        sides = sorted({side_of(combatant) for combatant in self._standing(fight)})
        if len(sides) < 2:
            who = f"only {sides[0]!r} is standing" if sides else "nobody is standing"
            raise CrittuiError(f"there is nobody to fight: {who}", hint="give the combatants two sides or more")

    def fight_once(self, record: Record | None = None) -> Fought:
        """Play the fight to its end. What is done is added to `record`."""
        fight = self._with_initiative(self.start, record)
        standing = self._standing(fight)
        while len(sides := {side_of(who) for who in standing}) > 1:
            acted = self._turn(fight, standing, record) if fight.turn else fight
            if acted is not fight:
                fight, standing = acted, self._standing(acted)
                if all(side_of(who) == side_of(standing[0]) for who in standing):
                    continue
            following = self._carried_out(fight, NextTurn(), record)
            if following.round > self._rounds:
                return Fought(fight, None)
            if following.combatants is not fight.combatants:
                standing = self._standing(following)
            fight = following
        return Fought(fight, next(iter(sides), ""))

    def _standing(self, fight: Fight) -> list[Combatant]:
        return [fight.combatants[who] for who in fight.order if not self.ruleset.is_out(fight.combatants[who])]

    # ---- what somebody does

    def _with_initiative(self, fight: Fight, record: Record | None) -> Fight:
        if self.ruleset.model.order_by is None:
            return fight
        alone = (action for action in self.ruleset.actions_of("initiative") if len(action.roles) == 1)
        action = next(alone, None)
        for who in fight.order if action is not None else ():
            assert action is not None
            fight = self._done(fight, Act(action.id, ((action.roles[0].value, who),)), record) or fight
        return fight

    def _turn(self, fight: Fight, standing: Sequence[Combatant], record: Record | None) -> Fight:
        """The turn of whoever has it: the first attack that the rules permit, if there is one."""
        who = fight.combatants[fight.turn]
        foes = [foe for foe in standing if side_of(foe) != side_of(who)]
        if foes and not self.ruleset.is_out(who):
            for act in self._attacks(who, self._pick(self.ruleset, foes, self._random)):
                after = self._done(fight, act, record)
                if after is not None:
                    return after
        return fight

    def _attacks(self, who: Combatant, foe: Combatant) -> Iterator[Act]:
        action, roles = self._attack
        for weapon in who.weapons if self._armed and who.weapons else ("",):
            yield Act(action, ((roles[0], who.id), (roles[1], foe.id)), weapon)

    def _done(self, fight: Fight, act: Act, record: Record | None) -> Fight | None:
        """The fight after an action; None if the rules do not permit it."""
        bound = self._bound.get(act)
        if bound is None:
            bound = self._bound[act] = self._bind(fight, act)
        program, E = bound.program, bound.constants
        who = tuple(fight.combatants[one.id] for one in bound.call.who)
        before = filled(program, who)
        if first_forbidden(program, before, E) is not None:
            return None
        S, falls = before.copy(), None if record is None else list[Fall]()
        bound.trials.run(S, self._random.random, falls)
        if record is not None and falls is not None:
            record.append((act, falls))
        return apply_all(fight, changes(program, who, E, before, S))

    def _bind(self, fight: Fight, act: Act) -> _Bound:
        program, call = call_of(self.ruleset, fight, act)
        constants = call.constants(program)
        return _Bound(program, constants, call, Trials(program, constants))

    # ---- time

    def _carried_out(self, fight: Fight, command: Command, record: Record | None) -> Fight:
        course = begin_course(fight, steps_of(self.ruleset, fight, command))
        falls: list[Fall] = []
        while course.request is not None:
            answer = self._answer(course.request)
            if isinstance(answer, Faces):
                falls.append(answer.faces)
            course = course.answer(answer)
        if record is not None:
            record.append((command, falls))
        return course.fight

    def _answer(self, request: Request) -> Answer:
        if isinstance(request, RollRequest):
            return self._dice.roll(request)
        if request.pick > 1:
            return Picked(tuple(offer.option for offer in request.offers[: request.pick]))
        return Picked((request.default,))


def _usual_attack(ruleset: Ruleset) -> tuple[str, tuple[str, str]]:
    """The attack that a simulation makes, and its roles: the first one between two."""
    for action in ruleset.actions_of("attack"):
        if len(action.roles) == 2:
            return action.id, (action.roles[0].value, action.roles[1].value)
    raise CrittuiError(
        f"the rules of {ruleset.id} have no attack by one on another", hint="give an action `kind: attack`"
    )
