"""From the command line of `crittui odds` to the calls that are to be weighed."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from crittui.errors import UsageError
from crittui.options import OddsOptions
from crittui.records import dataclass
from crittui.rules.commands import Act
from crittui.rules.compile.mistakes import did_you_mean
from crittui.rules.machine import refusal
from crittui.rules.model import Action
from crittui.rules.ruleset import Ruleset
from crittui.rules.state import Combatant, Fight
from crittui.rules.values import ValueProblem, read_value

ALL, RANDOM = "all", "random"
WRITE = {"score": "write one like -2", "number": "write one like 1.5", "flag": "write yes or no", "dice": "write 2d6+1"}
"""How a value of each kind is written."""


@dataclass(frozen=True, slots=True)
class Variant:
    """One of the calls that stand side by side; `location` is empty for one that is not aimed."""

    act: Act
    location: str = ""


def variants(ruleset: Ruleset, fight: Fight, options: OddsOptions) -> list[Variant]:
    """The calls; a UsageError names what there is in place of a name that means nothing."""
    action = _action(ruleset, options.action)
    people = {who.id: (who.name,) for who in fight.combatants.values()}
    actor = fight.combatants[meant(options.actor, people, "combatant", "--actor")]
    roles = [role.value for role in action.roles]
    if len(roles) > 1 and not options.target:
        known = ", ".join(id for id in people if id != actor.id)
        raise UsageError(f"{action.id} needs somebody to act upon", "--target", f"there is {known}")
    target = fight.combatants[meant(options.target, people, "combatant", "--target")] if len(roles) > 1 else actor
    who = tuple(zip(roles, (actor.id, *(target.id for _ in roles[1:])), strict=True))
    things = tuple(_things(ruleset, action, options.uses))
    inputs = once(list(_inputs(action, options.inputs)), "--input")
    plain = Act(action.id, who, inputs=tuple(inputs), things=things)
    return [
        Variant(_aimed(act, action, place), place)
        for act in (replace(plain, weapon=weapon) for weapon in _weapons(ruleset, action, actor, options.weapons))
        for place in _places(ruleset, fight, action, target, act, options.locations)
    ]


def meant(name: str, known: Mapping[str, Iterable[str]], what: str, where: str) -> str:
    """The id that is meant by an id, a name or the beginning of either; other ways to call each are in `known`."""
    wanted = _plain(name)
    called = {id: {_plain(id), *map(_plain, known[id])} for id in known}
    for fits in (str.__eq__, str.startswith):
        found = [id for id, names in called.items() if any(fits(one, wanted) for one in names)]
        if len(found) == 1:
            return found[0]
        if len(found) > 1:
            raise UsageError(f"{name!r} means several: {', '.join(found)}", where, "write more of the name")
    there_is = f"there is {', '.join(known)}" if known else "there is none here"
    raise UsageError(f"there is no {what} {name!r}", where, did_you_mean(name, known) or there_is)


def _plain(name: str) -> str:
    """A name without what is hard to type: capitals, accents, and the underscores of ids."""
    apart = unicodedata.normalize("NFKD", name.casefold().replace("_", " "))
    return "".join(character for character in apart if not unicodedata.combining(character))


def _action(ruleset: Ruleset, name: str) -> Action:
    if name:
        labels = {id: (ruleset.text(action.label),) for id, action in ruleset.actions.items()}
        return ruleset.actions[meant(name, labels, "action", "--action")]
    attacks = ruleset.actions_of("attack")
    if not attacks:
        raise UsageError("these rules have no attack", "--action", f"there is {', '.join(ruleset.actions)}")
    return attacks[0]


def _inputs(action: Action, given: Sequence[str]) -> Iterator[tuple[str, str]]:
    for text in given:
        name, value = pair(text, "--input")
        name = meant(name, dict.fromkeys(action.inputs, ()), f"input of {action.id}", "--input")
        try:
            read_value(action.inputs[name], value)
        except ValueProblem as problem:
            raise UsageError(f"{name}: {problem}", "--input", WRITE.get(action.inputs[name].kind, "")) from None
        yield name, value


def _things(ruleset: Ruleset, action: Action, given: Sequence[str]) -> Iterator[tuple[str, str]]:
    for text in given:
        name, value = pair(text, "--use")
        use = meant(name, dict.fromkeys(action.uses, ()), f"use of {action.id}", "--use")
        kind = action.uses[use][1].value
        known = {id: (ruleset.text(thing.label),) for id, thing in ruleset.model.things[kind].given.items()}
        yield use, meant(value, known, kind, "--use")


def pair(text: str, where: str) -> tuple[str, str]:
    """What stands before and behind the `=`."""
    name, equals, value = text.partition("=")
    if not equals or not name.strip():
        raise UsageError(f"{text!r} says no value", where, "write NAME=VALUE")
    return name.strip(), value.strip()


def once(pairs: list[tuple[str, str]], where: str) -> list[tuple[str, str]]:
    """The same; a UsageError where a name is given twice."""
    names = [name for name, _ in pairs]
    for name in names:
        if names.count(name) > 1:
            raise UsageError(f"{name} is given twice", where, "leave one of them out")
    return pairs


def _weapons(ruleset: Ruleset, action: Action, actor: Combatant, wanted: Sequence[str]) -> list[str]:
    if not ruleset.is_armed(action.id):
        if wanted:
            raise UsageError(f"{action.id} uses no weapon", "--weapon", "leave it out")
        return [""]
    if not wanted:
        return [next(iter(actor.weapons), "")]
    known = {id: (ruleset.text(thing.label),) for id, thing in ruleset.weapons.items()}
    found: list[str] = []
    for name in wanted:
        found += actor.weapons if name == ALL else [meant(name, known, "weapon", "--weapon")]
    return list(dict.fromkeys(found)) or [""]


def _places(
    ruleset: Ruleset, fight: Fight, action: Action, target: Combatant, act: Act, wanted: Sequence[str]
) -> list[str]:
    if not wanted:
        return [""]
    if not _aim(action):
        raise UsageError(f"{action.id} cannot be aimed at a place", "--location", "leave it out")
    if _aim(action) in dict(act.inputs):
        raise UsageError("the place is given twice", "--location", f"leave out --input {_aim(action)}=...")
    body = ruleset.bodies.get(target.body)
    places = [where.id for where in body.locations.values() if not where.members] if body is not None else []
    known = {id: (ruleset.label(id),) for id in places}
    found: list[str] = []
    for name in wanted:
        if name == ALL:
            found += [place for place in places if not refusal(ruleset, fight, _aimed(act, action, place))]
        else:
            found.append("" if name == RANDOM else meant(name, known, "location", "--location"))
    return list(dict.fromkeys(found))


def _aim(action: Action) -> str:
    """The input of an action that takes a place; empty when there is none."""
    return next((name for name, given in action.inputs.items() if given.kind == "location"), "")


def _aimed(act: Act, action: Action, place: str) -> Act:
    return replace(act, inputs=(*act.inputs, (_aim(action), place))) if place else act
