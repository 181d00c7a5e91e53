"""Calls: an action, who takes it, at whom, with what. From a key to the command."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cached_property

from crittui.rules.commands import Act
from crittui.rules.model import Action
from crittui.tui.calling import ACTION, Caller, act_of, aim_for, aimed, prompt_for, target_in
from crittui.tui.odds_line import odds_line
from crittui.tui.places import aimed_words, has_place, permitting, places_of, towards_on
from crittui.tui.prompts.aim import Aim, Aimed
from crittui.tui.prompts.ask import Chose, Option, ask
from crittui.tui.prompts.ending import Aiming, Retarget
from crittui.tui.prompts.prepare import Call, Prepare
from crittui.tui.table import Prompt, Table
from crittui.tui.views import LiveView

KINDS = {"attack": "attack", "called": "attack", "defend": "defend", "save": "save", "skill": "skill",
         "initiative": "initiative", "other": "other"}  # fmt: skip
LISTED = ("called", "other")
"""Kinds of which one is chosen from a list first; of any other the usual one opens, with the rest in its prompt."""


class Calls:
    """Prepares calls at a table, and remembers the last ones."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._answers: dict[tuple[str, str], Call] = {}
        done = (chain.command for chain in reversed(table.game.chains) if not chain.undone)
        recorded = next((command for command in done if isinstance(command, Act)), None)
        self._last = (recorded, table.by_hand) if recorded is not None else None
        self._caller: Caller | None = None
        self._state: Prepare | None = None
        self._direct = False
        self._key = ""
        self._usual: dict[tuple[str, str], str] = {}

    def recall(self, before: Calls) -> None:
        """Remember what was called at the same table before it was put on the screen anew."""
        self._answers, self._last, self._usual = before._answers, before._last, before._usual

    @property
    def act(self) -> Act | None:
        """The call that is prepared, as it stands; None while none is."""
        prompt = self._table.prompt
        if prompt is None or self._caller is None or self._state is None:
            return None
        if isinstance(prompt, Aim):
            return act_of(replace(self._caller, at=prompt.place.name if prompt.place else ""), self._state)
        return act_of(self._caller, self._state)

    def weigh(self) -> None:
        """Prepare the attack that is usual now, without asking which: the kind that was made last."""
        table, actions = self._table, self.actions("attack")
        if table.busy():
            return
        if not actions:
            table.refuse("no kind.attack")
        elif not table.game.fight.combatants:
            table.refuse("nobody")
        else:
            self._prepare(next((one for one in actions if self.last and one.id == self.last.action), actions[0]), False)

    @property
    def last(self) -> Act | None:
        """What was done last and can be done again."""
        return self._last[0] if self._last else None

    @property
    def last_target(self) -> str:
        """Who was acted upon last; empty for nobody."""
        return self.last.who[-1][1] if self.last and len(self.last.who) > 1 else ""

    @property
    def target(self) -> str:
        """Who is aimed at while a call is prepared; empty otherwise."""
        if self._table.prompt is None or self._caller is None or self._state is None:
            return ""
        return target_in(self._caller, self._state)

    @property
    def actor(self) -> str:
        """Who acts: the one who has the turn, or the selected one while nobody has it."""
        fight = self._table.game.fight
        return fight.turn if fight.turn in fight.combatants else self._table.chosen

    def actions(self, key: str) -> list[Action]:
        """The actions of the ruleset that a key is for."""
        actions = [action for action in self._table.game.ruleset.actions.values() if action.kind == KINDS[key]]
        return [action for action in actions if Caller(action, "").place_input] if key == "called" else actions

    @cached_property
    def absent(self) -> frozenset[str]:
        """The keys for which the ruleset has no action. They still say so when they are pressed."""
        return frozenset(key for key in KINDS if not self.actions(key))

    def begin(self, key: str) -> None:
        """Open the prompt of an action; of several of a kind, ask which first."""
        table = self._table
        actions = self.actions(key)
        if table.busy():
            return
        if not actions:
            table.refuse(f"no kind.{key}")
        elif not table.game.fight.combatants:
            table.refuse("nobody")
        elif len(actions) > 1 and key in LISTED:
            self._which(key, {action.id: action for action in actions})
        else:
            self._key = key
            self._prepare(self._usual_of(key, actions), key == "called", tuple(actions))

    def _usual_of(self, key: str, actions: Sequence[Action]) -> Action:
        """The action that was taken last of its kind, as long as it is permitted; else the first one."""
        usual = self._usual.get((key, self.actor))
        last = next((action for action in actions if action.id == usual), actions[0])
        return last if last.kind == "attack" or self._permits(last, self._actor_of(last)) else actions[0]

    def _actor_of(self, action: Action) -> str:
        """Who takes an action: the one who is shown where nobody else has a part in it, else who has the turn.

        Who attacks is the game master's word alone. Anything else is proposed for somebody who may do it.
        """
        usual = self._table.chosen if len(action.roles) == 1 else self.actor
        if action.kind == "attack" or len(action.roles) == 1 or self._permits(action, usual):
            return usual
        able = (id for id in self._table.game.fight.order if id != usual and self._permits(action, id))
        return next(able, usual)

    def _permits(self, action: Action, actor: str) -> bool:
        caller = Caller(action, actor)
        return not self._table.game.refusal(act_of(caller, self._prompt(caller, self._table.chosen)))

    def _which(self, key: str, actions: dict[str, Action]) -> None:
        table = self._table

        def chose(value: object) -> None:
            assert isinstance(value, Chose)
            self._prepare(actions[value.options[0]], key == "called")

        title = table.say.key(key, table.keys[key].label).capitalize()
        table.open(ask(title, [Option(id, table.presenter.speech.action(id)) for id in actions]), chose)

    def _prepare(self, action: Action, aiming: bool, instead: tuple[Action, ...] = ()) -> None:
        table, fight = self._table, self._table.game.fight
        if len(action.roles) > 1 and len(fight.combatants) < 2:
            table.refuse("alone")
            return
        self._caller = Caller(action, self._actor_of(action), instead=instead)
        self._state = replace(self._prompt(self._caller, table.chosen), by_hand=table.by_hand)
        self._direct = aiming
        if aiming:
            self._open_aim()
        else:
            self._open_call()

    def _prompt(self, caller: Caller, chosen: str) -> Prepare:
        table = self._table
        last = self._answers.get((caller.action.id, caller.actor))
        return prompt_for(caller, table.game.fight, table.presenter, chosen, last)

    def _switched(self, state: Prepare, action: Action) -> Prepare:
        """The prompt of another action of the same kind, at the same target."""
        assert self._caller is not None
        target = target_in(self._caller, state)
        actor = target if len(action.roles) == 1 else self._actor_of(action)
        self._caller = Caller(action, actor, instead=self._caller.instead)
        after = self._prompt(self._caller, target)
        return replace(after, by_hand=state.by_hand, active=len(after.fields) - 1, words=state.words)

    def _open_call(self) -> None:
        assert self._state is not None
        self._state = self._checked(self._state)
        self._table.open(self._state, self._called, followed=self._followed, wished=self._wished)

    def _open_aim(self, at: str = "") -> None:
        """Aim, at this place where the body has it."""
        assert self._state is not None
        assert self._caller is not None
        table, fight = self._table, self._table.game.fight
        towards = towards_on(fight, target_in(self._caller, self._state), table.presenter)
        places = places_of(self._caller, self._state, table.game, table.presenter)
        aiming = aim_for(self._caller, self._state, fight, table.presenter, places, towards)
        aiming = self._with_odds(aiming.at(at) if at else aiming)
        back = None if self._direct else self._open_call
        table.open(aiming, self._aimed, followed=self._aim_followed, wished=self._wished, dropped=back)

    def _checked(self, state: Prepare) -> Prepare:
        """With the place aimed at, and the words of the rule that forbids the call as it stands, or its odds."""
        assert self._caller is not None
        game = self._table.game
        if self._caller.at and not has_place(self._caller, state, game):
            self._caller = replace(self._caller, at="")
        state = aimed(self._caller, state, aimed_words(self._caller, state, game, self._table.presenter))
        return replace(state, blocked=game.refusal(act_of(self._caller, state)), live=self._odds(state))

    def _odds(self, state: Prepare, at: str | None = None) -> LiveView:
        """The odds of the call as it stands; `at` is where it is aimed meanwhile."""
        assert self._caller is not None
        if len(self._caller.roles) < 2:
            return LiveView()
        caller = self._caller if at is None else replace(self._caller, at=at)
        table = self._table
        return odds_line(table.game, act_of(caller, state), target_in(caller, state), table.say)

    def _followed(self, before: Prompt, state: Prompt) -> Prompt:
        assert isinstance(state, Prepare)
        assert self._caller is not None
        wanted = dict(state.values).get(ACTION, self._caller.action.id)
        other = next((action for action in self._caller.instead if action.id == wanted), self._caller.action)
        self._state = self._checked(state if other is self._caller.action else self._switched(state, other))
        return self._state

    def _aim_followed(self, before: Prompt, state: Prompt) -> Prompt:
        assert isinstance(state, Aim)
        assert self._state is not None
        assert self._caller is not None
        if isinstance(before, Aim) and before.weapons != state.weapons:
            self._state = self._state.with_value("weapon", state.weapons.value)
            places = places_of(self._caller, self._state, self._table.game, self._table.presenter)
            return self._with_odds(state.with_places(places))
        return self._with_odds(state) if isinstance(before, Aim) and before.place != state.place else state

    def _with_odds(self, state: Aim) -> Aim:
        """With the odds of the place that is chosen now, or the weapons that may be used there."""
        assert self._state is not None
        assert self._caller is not None
        weapons = permitting(self._caller, self._state, state.place, state.weapons, self._table.game)
        return replace(state, weapons=weapons, live=self._odds(self._state, state.place.name if state.place else ""))

    def _wished(self, wish: Aiming | Retarget) -> None:
        assert self._state is not None
        assert self._caller is not None
        before = self._table.prompt
        if isinstance(wish, Retarget):
            self._state = self._state.with_value(f"role:{self._caller.target_role}", wish.who)
        self._open_aim(before.place.name if isinstance(before, Aim) and before.place is not None else "")

    def _aimed(self, value: object) -> None:
        assert isinstance(value, Aimed)
        assert self._caller is not None
        assert self._state is not None
        self._caller = replace(self._caller, at=value.at)
        if value.weapon:
            self._state = self._state.with_value("weapon", value.weapon)
        if self._direct:
            self._called(Call(self._state.values, self._state.by_hand))
        else:
            self._open_call()

    def _called(self, value: object) -> None:
        assert isinstance(value, Call)
        assert self._caller is not None
        self._answers[self._caller.action.id, self._caller.actor] = value
        self._usual[self._key, self.actor] = self._caller.action.id
        self._submit(act_of(self._caller, value), value.by_hand)

    def _submit(self, act: Act, by_hand: bool) -> None:
        if act.who:
            self._table.chosen = act.who[-1][1]
        if self._table.submit(act, by_hand):
            self._last = act, by_hand

    def again(self) -> None:
        """Take the last action once more, with everything as it was."""
        if self._last is None:
            self._table.refuse("nothing again")
        else:
            self._submit(*self._last)
