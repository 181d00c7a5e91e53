"""From an action of the ruleset to the prompt that collects its inputs, and from the answers to the call."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction

from crittui.records import dataclass
from crittui.rules.commands import Act
from crittui.rules.dice import Dice, DiceError
from crittui.rules.events import Plain
from crittui.rules.model import Action
from crittui.rules.model import Field as Input
from crittui.rules.state import Combatant, Fight
from crittui.tui.presenting import PICKS, Presenter
from crittui.tui.prompts.aim import Aim, Place, Towards, aim
from crittui.tui.prompts.fields import Choice, ChoiceField, Field, FlagField, NumberField, TextField, Value
from crittui.tui.prompts.prepare import Call, Prepare, prepare

ROLE, WEAPON, INPUT, THING, ACTION = "role:", "weapon", "input:", "thing:", "action"


@dataclass(frozen=True, slots=True)
class Caller:
    """An action that somebody is about to take. `at` is the place aimed at, empty for none.

    `instead` are all the actions of its kind where there are several.
    """

    action: Action
    actor: str
    at: str = ""
    instead: tuple[Action, ...] = ()

    @property
    def place_input(self) -> str:
        """The input that a called shot fills in; empty when the action has none."""
        return next((name for name, given in self.action.inputs.items() if given.kind == "location"), "")

    @property
    def target_role(self) -> str:
        """The role that is acted upon; empty when the action has only one."""
        return self.roles[-1] if len(self.roles) > 1 else ""

    @property
    def roles(self) -> tuple[str, ...]:
        """The action's roles: the first one acts, the last one is acted upon."""
        return tuple(role.value for role in self.action.roles)


def prompt_for(caller: Caller, fight: Fight, presenter: Presenter, chosen: str, last: Call | None) -> Prepare:
    """The prompt of a call. Target, weapon and things are those of the last call of the same kind.

    What the action asks for besides starts as the ruleset has it: it belongs to one moment, and one that stays
    set unseen would change a roll that nobody meant to change.
    """
    actor = fight.combatants[caller.actor]
    fields = [
        *_roles(caller, fight, presenter, chosen, dict(last.values) if last else {}),
        *_weapons(caller, actor, presenter),
        *_things(caller, presenter),
        *_inputs(caller.action.inputs, presenter),
        *_instead(caller, presenter),
    ]
    title = presenter.say("by", action=_capital(presenter.speech.action(caller.action.id)), who=actor.name)
    # What somebody carries differs from one to the next; what the action asks for must keep its keys all the same.
    carried = [field.name for field in fields if field.name in (WEAPON, ACTION) or field.name.startswith(THING)]
    can_aim = bool(caller.place_input and caller.target_role)
    state = prepare(title, fields, can_aim=can_aim, last=carried, letter_all=True)
    for name, value in last.values if last else ():
        if not name.startswith((INPUT, ROLE, ACTION)):
            state = state.with_value(name, value)
    return state


def _capital(words: str) -> str:
    return words[:1].upper() + words[1:]


def others(fight: Fight, actor: str) -> list[str]:
    """Everybody but the actor, in their order."""
    return [id for id in fight.order if id != actor]


def target_of(fight: Fight, presenter: Presenter, actor: str, wanted: Sequence[str], hostile: bool) -> str:
    """Who is proposed as the one acted upon: of `wanted` the first that is there, else whoever comes first.

    Of something `hostile`, nobody is proposed who is out of the fight or on the actor's own side while there is
    somebody better. Who treats a wound, though, is led to their own side, down or not.
    """
    there = others(fight, actor)
    wishes = [id for id in wanted if id in there]
    mine = fight.combatants[actor].side

    def worse(id: str) -> tuple[bool, bool]:
        who = fight.combatants[id]
        ours = bool(mine) and who.side == mine
        return (presenter.is_out(who), ours) if hostile else (bool(mine) and not ours, False)

    return min([*wishes, *there], key=worse, default="")


def _roles(
    caller: Caller, fight: Fight, presenter: Presenter, chosen: str, last: Mapping[str, Value]
) -> Iterator[Field]:
    """A field for every role but the actor's own; an action with one role asks who."""
    alone, hostile = len(caller.roles) == 1, caller.action.kind == "attack"
    for role in caller.roles if alone else caller.roles[1:]:
        there = list(fight.order) if alone else others(fight, caller.actor)
        wanted = (str(last.get(ROLE + role, "")), chosen)
        picked = caller.actor if alone else target_of(fight, presenter, caller.actor, wanted, hostile)
        choices = tuple(Choice(id, fight.combatants[id].name, key=pick_key(fight, id)) for id in there)
        index = there.index(picked) if picked in there else -1
        yield ChoiceField(ROLE + role, presenter.speech.word(role), choices, index, by_digit=True)


def pick_key(fight: Fight, id: str) -> str:
    """The digit that picks a combatant; empty past the ninth."""
    number = fight.order.index(id) + 1
    return str(number) if number <= PICKS else ""


def weapon_choices(actor: Combatant, presenter: Presenter) -> tuple[Choice, ...]:
    """The weapons somebody carries, with their dice."""
    return tuple(Choice(name, presenter.speech.weapon(name), presenter.weapon_words(name)) for name in actor.weapons)


def _weapons(caller: Caller, actor: Combatant, presenter: Presenter) -> Iterator[Field]:
    if presenter.ruleset.is_armed(caller.action.id) and actor.weapons:
        yield ChoiceField(WEAPON, presenter.say("weapon"), weapon_choices(actor, presenter))


def _things(caller: Caller, presenter: Presenter) -> Iterator[Field]:
    for use, (_, kind) in caller.action.uses.items():
        given = presenter.ruleset.model.things.get(kind.value)
        names = list(given.given) if given else []
        if names:
            none = Choice("", presenter.say("none"))
            choices = (none, *(Choice(name, presenter.thing(name)) for name in names))
            yield ChoiceField(THING + use, presenter.speech.word(use), choices)


def _instead(caller: Caller, presenter: Presenter) -> Iterator[Field]:
    if len(caller.instead) > 1:
        choices = tuple(Choice(action.id, presenter.speech.action(action.id)) for action in caller.instead)
        picked = caller.instead.index(caller.action)
        yield ChoiceField(ACTION, presenter.say("or else"), choices, picked, in_a_row=True)


def _inputs(inputs: Mapping[str, Input], presenter: Presenter) -> Iterator[Field]:
    for name, given in inputs.items():
        if given.kind != "location":
            yield _input(INPUT + name, presenter.field(given), given, presenter)


def _input(name: str, label: str, given: Input, presenter: Presenter) -> Field:
    match given.kind:
        case "score":
            usual = given.default if isinstance(given.default, int) else 0
            return NumberField(name, label, usual, signed=usual == 0)  # what begins at 0 is added to something
        case "flag":
            return FlagField(name, label, bool(given.default))
        case "choice":
            choices = tuple(Choice(value, presenter.speech.word(value)) for value in given.choices)
            return ChoiceField(name, label, choices, list(given.choices).index(str(given.default)))
        case "dice":
            return TextField(name, label, str(given.default), check=_dice_problem)
        case "number":
            return TextField(name, label, str(given.default), check=_number_problem)
        case _:
            return TextField(name, label, str(given.default))


def _dice_problem(text: str) -> str:
    try:
        Dice.parse(text)
    except DiceError as error:
        return error.what
    return ""


def _number_problem(text: str) -> str:
    try:
        Fraction(text)
    except (ValueError, ZeroDivisionError):
        return f"{text!r}: 2, 1.5, 1/3"
    return ""


def act_of(caller: Caller, state: Prepare | Call) -> Act:
    """The call that the answers describe."""
    given = dict(state.values)
    who = [(caller.roles[0], caller.actor)] if caller.roles else []
    if len(caller.roles) == 1:
        who = []
    who += [(name.removeprefix(ROLE), str(value)) for name, value in given.items() if name.startswith(ROLE)]
    inputs: list[tuple[str, Plain]] = []
    for name, value in given.items():
        if name.startswith(INPUT):
            input_name = name.removeprefix(INPUT)
            inputs.append((input_name, _plain(caller.action.inputs[input_name], value)))
    if caller.at:
        inputs.append((caller.place_input, caller.at))
    things = [(name.removeprefix(THING), str(v)) for name, v in given.items() if name.startswith(THING) and v]
    return Act(caller.action.id, tuple(who), str(given.get(WEAPON, "")), tuple(inputs), tuple(things))


def _plain(given: Input, value: Value) -> Plain:
    return Fraction(str(value)) if given.kind == "number" else value


def aim_for(
    caller: Caller, state: Prepare, fight: Fight, presenter: Presenter, places: tuple[Place, ...], towards: Towards
) -> Aim:
    """Aiming at the target that the prompt names."""
    target = target_in(caller, state)
    title = presenter.say("called shot", who=fight.combatants[target].name)
    weapons = next((f for f in state.fields if f.name == WEAPON and isinstance(f, ChoiceField)), None)
    aiming = aim(title, places, weapons.choices if weapons else (), weapons.value if weapons else "")
    keys = tuple((key, id) for id in others(fight, caller.actor) if (key := pick_key(fight, id)))
    return replace(aiming.at(caller.at), targets=keys, towards=towards)


def aimed(caller: Caller, state: Prepare, words: str) -> Prepare:
    """The prompt with `words` behind the name of the target: where it is aimed. Empty for nowhere in particular."""

    def told(field: Field) -> Field:
        if not isinstance(field, ChoiceField) or field.name != ROLE + caller.target_role:
            return field
        picked = field.picked
        return replace(
            field, choices=tuple(replace(c, detail=words if i == picked else "") for i, c in enumerate(field.choices))
        )

    return replace(state, fields=tuple(map(told, state.fields)))


def target_in(caller: Caller, state: Prepare | Call) -> str:
    """The combatant who is acted upon; the actor where nobody else is."""
    return str(dict(state.values).get(ROLE + caller.target_role, "")) or caller.actor
