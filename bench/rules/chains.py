"""Chains a second: whole attacks by chance here, beside what others do in the same time.

An attack of ours is the whole chain of the shipped natural20: attack, confirmation, location, damage, wound, effects.
d20 parses and makes one bare roll (it remembers what it has parsed); the engine compares one roll with a number and
adds up damage. Both tell in words what they did, which our chains do only where somebody plays.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from random import Random
from types import SimpleNamespace
from typing import Any

from bench.rules.measuring import Work, missing, times, told
from crittui.files.encounters import read_encounter
from crittui.files.fights import encounter_path
from crittui.rules.commands import Act
from crittui.rules.machine import begin, start
from crittui.rules.requests import Picked, RollRequest
from crittui.rules.trials import Trials
from crittui.session.dice import RandomDice
from crittui.session.simulation import Simulation

ACT = Act("attack", (("attacker", "mira"), ("target", "cole")), "peacemaker")


def many(once: Callable[[], object], count: int) -> None:
    for _ in range(count):
        once()


def ours(seed: int) -> dict[str, Callable[[], object]]:
    """One chain after the other against the same man, as a simulation plays it and as the table does."""
    encounter = read_encounter(encounter_path("silver_dollar"))
    machine = start(encounter.ruleset, encounter.fight, ACT)
    trials, chance, slots = Trials(machine.program, machine.constants), Random(seed).random, list(machine.slots)
    dice = RandomDice(Random(seed))

    def played() -> None:
        now = begin(encounter.ruleset, encounter.fight, ACT)
        while now.request is not None:
            asked = now.request
            now = now.answer(dice.roll(asked) if isinstance(asked, RollRequest) else Picked((asked.default,)))

    return {
        "crittui, an attack (natural20, peacemaker)": lambda: trials.run(slots.copy(), chance),
        "crittui, the same with all that is told at the table": played,
    }


def d20_rolls() -> dict[str, Callable[[], object]]:
    import d20

    parsed = d20.parse("1d20+5")
    return {
        "d20, one roll: 1d20+5": lambda: d20.roll("1d20+5"),
        "d20, the same parsed before": lambda: d20.roll(parsed),
    }


def engine_attacks() -> dict[str, Callable[[], object]]:
    from dnd_5e_core.combat.action import Action, ActionType
    from dnd_5e_core.combat.damage import Damage
    from dnd_5e_core.entities.monster import Monster
    from dnd_5e_core.mechanics.dice import DamageDice

    harm = Damage(SimpleNamespace(index="piercing"), DamageDice("2d8+3"))
    shot: Any = Action("revolver", "", ActionType.MELEE, [harm], attack_bonus=5)
    mira: Any = Monster("mira", "Mira", None, [], 14, 41, "1d8", 0, 30, 1, [shot])
    cole = SimpleNamespace(name="Cole", armor_class=15)
    return {"dnd-5e-core, an attack": lambda: mira.attack(cole)}


def against_rivals(rounds: int, count: int) -> None:
    """So many of each in every round."""
    ways = ours(1)
    for package, rival in (("d20", d20_rolls), ("dnd-5e-core", engine_attacks)):
        try:
            ways.update(rival())
        except ImportError:
            missing(package, package)
    works: dict[str, Work] = {name: partial(many, once, count) for name, once in ways.items()}
    told("by chance", times(works, rounds), count)


def whole_fights(rounds: int, count: int) -> None:
    """Fights to their end, with turns, rounds and everything between."""
    works: dict[str, Work] = {}
    for name in ("silver_dollar", "carn_brae", "taberna_del_gallo", "goblin_road"):
        encounter = read_encounter(encounter_path(name))
        simulation = Simulation(encounter.ruleset, encounter.fight, Random(1))
        works[f"{name} ({encounter.ruleset.id})"] = partial(many, simulation.fight_once, count)
    told("whole fights", times(works, rounds), count)
