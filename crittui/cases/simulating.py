"""`crittui simulate`: plays a fight many times and tells what comes of it."""

from __future__ import annotations

import json
import signal
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from random import Random, SystemRandom
from typing import Any

from crittui.cases.odds_calls import meant, pair
from crittui.errors import UsageError
from crittui.files import showing_layout
from crittui.files.addons import sound_encounter
from crittui.files.encounters import Encounter, encounter_sources, under_house_rules
from crittui.files.fights import encounter_path
from crittui.options import SimulateOptions
from crittui.progress import ProgressBar
from crittui.rules.values import ValueProblem, read_value, written
from crittui.session.simulation import Simulation, side_of
from crittui.session.tally import Tally

INTERRUPTED = 130
SEEDS = 2**32

Stopped = Callable[[], bool]


def simulate_command(options: SimulateOptions) -> int:
    """Play the fight and print the report; 130 if it was interrupted, after a report of what was played."""
    encounter, told = sound_encounter(*encounter_sources(encounter_path(options.encounter), options.ruleset))
    for line in told:
        print(line, file=sys.stderr)
    encounter = _under(encounter, options.house_rules)
    seed = SystemRandom().randrange(SEEDS) if options.seed is None else options.seed
    simulation = Simulation(encounter.ruleset, encounter.fight, Random(seed), options.policy, options.rounds)
    with _interruptible() as stopped:
        tally = _played(simulation, options.fights, stopped)
    if tally.fights < options.fights:
        print(f"interrupted after {tally.fights:,} of {options.fights:,} fights", file=sys.stderr)
    if tally.fights:
        tell = _json if options.json else _text
        print(tell(encounter, tally, seed, options))
    return 0 if tally.fights == options.fights else INTERRUPTED


def _under(encounter: Encounter, given: Sequence[str]) -> Encounter:
    """The encounter under other house rules; raises UsageError for one that its rules do not have, or not so."""
    declared, options = encounter.ruleset.options, {}
    for text in given:
        name, value = pair(text, "--option")
        known = {id: (encounter.ruleset.text(option.label),) for id, option in declared.items()}
        id = meant(name, known, "house rule", "--option")
        try:
            options[id] = written(read_value(declared[id], value))
        except ValueProblem as wrong:
            raise UsageError(f"{id}: {wrong}", "--option", "see crittui show") from None
    ruleset, fight = under_house_rules(encounter.ruleset, encounter.source, options)
    return replace(encounter, ruleset=ruleset, fight=fight)


@contextmanager
def _interruptible() -> Iterator[Stopped]:
    """Within it, the first ctrl+c is only noted, so that no fight is counted by half; the second ends everything."""
    noted: list[int] = []

    def note(number: int, frame: object) -> None:
        noted.append(number)
        signal.signal(signal.SIGINT, before)

    before = signal.getsignal(signal.SIGINT)
    if before is not signal.SIG_IGN:
        signal.signal(signal.SIGINT, note)
    try:
        yield lambda: bool(noted)
    finally:
        signal.signal(signal.SIGINT, before)


def _played(simulation: Simulation, fights: int, stopped: Stopped) -> Tally:
    """So many fights, or those until it is stopped."""
    tally, bar = Tally(simulation.ruleset), ProgressBar()
    while tally.fights < fights and not stopped():
        tally.add(simulation.fight_once())
        bar.show(tally.fights / fights, f"{tally.fights:,} of {fights:,} fights")
    bar.clear()
    return tally


# ---- the report


def _text(encounter: Encounter, tally: Tally, seed: int, options: SimulateOptions) -> str:
    rules = ", ".join((encounter.ruleset.id, *options.house_rules))
    who = f"{encounter.title} · {rules} · {tally.fights:,} fights, seed {seed}"
    parts = (_ends(encounter, tally, options), _losses(encounter, tally), _how(tally, options))
    return "\n".join([who, *(line for part in parts for line in ("", *part))])


def _ends(encounter: Encounter, tally: Tally, options: SimulateOptions) -> Iterator[str]:
    rows = [(f"won by {side}", tally.wins[side]) for side in _sides(encounter)]
    rows += [("nobody is left", tally.nobody)] if tally.nobody else []
    rows += [(f"undecided after {_rounds(options.rounds)}", tally.undecided)] if tally.undecided else []
    width = max(len(name) for name, _ in rows)
    for name, count in rows:
        yield f"  {name:<{width}}  {_percent(tally, count)}"
    rounds = tally.rounds
    mean = f"{rounds.mean:5.1f} on average, spread {rounds.spread:.1f}, {rounds.least} to {rounds.most}"
    yield f"  {'rounds':<{width}}  {mean}"


def _rounds(count: int) -> str:
    return f"{count} round" if count == 1 else f"{count} rounds"


def _percent(tally: Tally, count: int) -> str:
    return f"{100 * tally.share(count):5.1f} % ± {100 * tally.margin(count):.1f}"


def _losses(encounter: Encounter, tally: Tally) -> Iterator[str]:
    ruleset, people = encounter.ruleset, list(encounter.fight.combatants.values())
    width = max(len(who.name) for who in people)
    pools = [(pool.id, f"{ruleset.label(pool.id)} left") for pool in ruleset.pools]
    yield f"  {'':<{width}}  {'out of the fight':<16}" + "".join(f"  {label:>16}" for _, label in pools)
    for who in people:
        left = (f"{tally.pools[who.id, id].mean:.1f} of {who.maxima.get(id, 0)}" for id, _ in pools)
        out = f"{_percent(tally, tally.out[who.id]):<16}"
        yield f"  {who.name:<{width}}  {out}" + "".join(f"  {cell:>16}" for cell in left)


def _how(tally: Tally, options: SimulateOptions) -> Iterator[str]:
    foe = {"first": "the first foe", "weakest": "the weakest foe", "random": "any foe"}[options.policy]
    said = [
        f"Everybody attacks {foe} still standing with the first weapon that the rules permit; where there is a choice, "
        "the usual one is made. The truth lies within ± in 95 of 100 such reports."
    ]
    if tally.undecided == tally.fights:
        said.append("No fight was decided: perhaps nothing in these rules puts anybody out of a fight.")
    for paragraph in said:
        yield from showing_layout.wrapped(paragraph, 0, showing_layout.width())


def _sides(encounter: Encounter) -> list[str]:
    return list(dict.fromkeys(side_of(who) for who in encounter.fight.combatants.values()))


def _json(encounter: Encounter, tally: Tally, seed: int, options: SimulateOptions) -> str:
    def share(count: int) -> dict[str, float]:
        return {"fights": count, "share": tally.share(count), "margin": tally.margin(count)}

    def combatant(id: str) -> dict[str, Any]:
        who = encounter.fight.combatants[id]
        pools = {
            name: {"mean": numbers.mean, "spread": numbers.spread, "least": numbers.least, "most": numbers.most}
            for (whose, name), numbers in tally.pools.items()
            if whose == id
        }
        return {"id": id, "name": who.name, "side": side_of(who), "out": share(tally.out[id]), "pools": pools}

    rounds = tally.rounds
    return json.dumps(
        {
            "fight": encounter.id,
            "ruleset": encounter.ruleset.id,
            "options": list(options.house_rules),
            "seed": seed,
            "policy": options.policy,
            "fights": tally.fights,
            "complete": tally.fights == options.fights,
            "wins": {side: share(tally.wins[side]) for side in _sides(encounter)},
            "nobody": share(tally.nobody),
            "undecided": share(tally.undecided),
            "rounds": {"mean": rounds.mean, "spread": rounds.spread, "least": rounds.least, "most": rounds.most},
            "rounds_at_most": options.rounds,
            "combatants": [combatant(id) for id in encounter.fight.order],
        },
        ensure_ascii=False,
        indent=2,
    )
