"""The odds of calls for a program: every chance as an exact fraction and as a number."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from crittui.cases.odds_text import Weighed
from crittui.rules.odds import Chances
from crittui.rules.state import Fight


def weighed_json(fight: Fight, one: Weighed) -> dict[str, Any]:
    """One call. `chance` is rounded, `exact` is not; a sampled chance has its standard `error` instead."""
    act, found = one.variant.act, one.found
    told: dict[str, Any] = {
        "action": act.action,
        "who": dict(act.who),
        "weapon": act.weapon,
        "location": one.variant.location,
        "inputs": {name: value if isinstance(value, int | str) else str(value) for name, value in act.inputs},
        "uses": dict(act.things),
        "permitted": found is not None,
    }
    if found is None:
        return told | {"refused": one.refused}
    return told | _odds(fight, found)


def _odds(fight: Fight, found: Chances) -> dict[str, Any]:
    def chance(weight: int) -> dict[str, Any]:
        return number(found.share(weight), found)

    def counts(weights: Mapping[Any, int]) -> dict[str, Any]:
        return {str(name): chance(weight) for name, weight in weights.items()}

    def by_person(weights: Mapping[tuple[str, str], int]) -> dict[str, dict[str, Any]]:
        people: dict[str, dict[str, Any]] = {}
        for (who, name), weight in weights.items():
            people.setdefault(who, {})[name] = chance(weight)
        return people

    pools: dict[str, dict[str, Any]] = {}
    for who, pool in found.pools:
        pools.setdefault(who, {})[pool] = {
            "now": fight.combatants[who].values.get(pool, 0),
            "expected": _mean(found, who, pool),
            "values": counts(dict(sorted(found.pools[who, pool].items(), reverse=True))),
        }
    return {
        "exact": not found.sampled,
        "tries": found.total if found.sampled else None,
        "states": found.states,
        "hit": number(found.hit(), found),
        "verdicts": counts(found.verdicts),
        "report": counts(found.report) | {name: counts(values) for name, values in found.figures.items()},
        "rolls": {id: counts(weights) for id, weights in found.rolls.items()},
        "rows": {id: counts(weights) for id, weights in found.rows.items()},
        "places": by_person(found.places),
        "gained": by_person(found.gained),
        "out": counts(found.out),
        "pools": pools,
        "together": {who: _joint(found, who, found.names[who]) for who in found.joint},
        "choices": {
            id: {"by": choice.by, "offers": list(choice.offers), "taken": counts(found.chosen.get(id, {}))}
            for id, choice in found.choices.items()
        },
    }


def _joint(found: Chances, who: str, names: Sequence[str]) -> list[dict[str, Any]]:
    """What the pools of somebody hold at the end, all at once."""
    ordered = sorted(found.joint[who].items(), reverse=True)
    return [
        {"pools": dict(zip(names, values, strict=True)), **number(found.share(weight), found)}
        for values, weight in ordered
    ]


def _mean(found: Chances, who: str, pool: str) -> dict[str, Any]:
    mean = found.expected(who, pool)
    if found.sampled:
        return {"value": float(mean), "error": found.error_of_mean(who, pool)}
    return {"exact": fraction(mean), "value": float(mean)}


def number(share: Fraction, found: Chances) -> dict[str, Any]:
    """A chance: exact, or with its standard error."""
    if found.sampled:
        return {"chance": float(share), "error": found.error(share)}
    return {"exact": fraction(share), "chance": float(share)}


def fraction(value: Fraction) -> str:
    """`num/den`, also for a whole number."""
    return f"{value.numerator}/{value.denominator}"
