"""`crittui odds`: what a call may come to, worked out before anything is rolled."""

from __future__ import annotations

import json
import shutil
import sys
from collections.abc import Mapping, Sequence
from random import Random
from typing import TypeVar

from crittui.cases.odds_calls import Variant, meant, once, pair, variants
from crittui.cases.odds_json import weighed_json
from crittui.cases.odds_text import Weighed, in_full, side_by_side
from crittui.errors import Refused, UsageError
from crittui.files.addons import sound_encounter
from crittui.files.encounters import encounter_sources
from crittui.files.fights import encounter_path
from crittui.options import OddsOptions
from crittui.progress import ProgressBar
from crittui.rules.compile.mistakes import did_you_mean
from crittui.rules.model import Choose
from crittui.rules.odds import Chances, Policy, TooMany, Working, weighing
from crittui.rules.odds_best import best
from crittui.rules.ruleset import Ruleset
from crittui.rules.state import Fight
from crittui.rules.walking import every_step

MOST = 500_000
"""States of one call that a person at a prompt will wait for."""

Result = TypeVar("Result")


def odds_command(options: OddsOptions) -> int:
    """Print the odds; 1 when the rules permit none of the calls."""
    encounter, told = sound_encounter(*encounter_sources(encounter_path(options.encounter), options.ruleset))
    for line in told:
        print(line, file=sys.stderr)
    ruleset, fight = encounter.ruleset, encounter.fight
    given = Policy(_choices(ruleset, options), proposed=options.policy == "proposed")
    weighed = [_weigh(ruleset, fight, one, given, options.policy) for one in variants(ruleset, fight, options)]
    _check(ruleset, given, weighed)
    if options.json:
        calls = [weighed_json(fight, one) for one in weighed]
        head = {"fight": encounter.id, "ruleset": ruleset.id, "policy": options.policy, "calls": calls}
        print(json.dumps(head, ensure_ascii=False, indent=2))
    else:
        room = shutil.get_terminal_size().columns if sys.stdout.isatty() else None
        alone = len(weighed) == 1
        lines = in_full(ruleset, fight, weighed[0]) if alone else side_by_side(ruleset, fight, weighed, room)
        print("\n".join(lines))
    return 0 if any(one.found is not None for one in weighed) else 1


def _choices(ruleset: Ruleset, options: OddsOptions) -> Mapping[str, str]:
    """What is to be chosen, by the id of the choice."""
    known = {step.id: () for step in every_step(ruleset.model) if isinstance(step, Choose)}
    pairs = (pair(text, "--choose") for text in options.choices)
    return dict(once([(meant(name, known, "choice", "--choose"), value) for name, value in pairs], "--choose"))


def _check(ruleset: Ruleset, given: Policy, weighed: Sequence[Weighed]) -> None:
    """What was to be chosen must have been on offer."""
    founds = [one.found for one in weighed if one.found is not None]
    steps = [step for step in every_step(ruleset.model) if isinstance(step, Choose)]
    for id, wanted in given.given.items() if founds else ():
        offered = list(
            dict.fromkeys(name for found in founds if id in found.choices for name in found.choices[id].offers)
        )
        options = [option for step in steps if step.id == id for option in step.options]
        if not offered:
            raise UsageError(f"{id} is not asked here", "--choose", "leave it out")
        if wanted in (*offered, *(option.name.value for option in options if option.each is not None)):
            continue
        if wanted in [option.name.value for option in options]:
            raise UsageError(f"{id} does not offer {wanted!r} here", "--choose", f"there is {', '.join(offered)}")
        raise UsageError(f"{id} has no option {wanted!r}", "--choose", did_you_mean(wanted, offered))


def _weigh(ruleset: Ruleset, fight: Fight, one: Variant, given: Policy, policy: str) -> Weighed:
    try:
        chosen = _watched(best(ruleset, fight, one.act, MOST, given)) if policy == "best" else given
    except TooMany:
        chosen = given
    except Refused as error:
        return Weighed(one, refused=error.what)
    try:
        work: Working[Chances] = weighing(ruleset, fight, one.act, Random(0).random, MOST, policy=chosen)
        return Weighed(one, _watched(work))
    except Refused as error:
        return Weighed(one, refused=error.what)


def _watched(work: Working[Result]) -> Result:
    """Do the work; when it takes long and somebody sits at a terminal, show how far it is."""
    bar = ProgressBar()
    while True:
        try:
            part = next(work)
        except StopIteration as done:
            bar.clear()
            result: Result = done.value
            return result
        bar.show(part, f"{part:4.0%}")
