"""Time: what counts down, what ends, what comes back, and whose turn comes when."""

from __future__ import annotations

import pytest

from crittui.errors import AnswerError
from crittui.rules.apply import apply_all
from crittui.rules.events import (
    CombatEnded,
    ConditionBegan,
    ConditionChanged,
    ConditionEnded,
    Noted,
    PeriodBegan,
    PoolChanged,
    Rolled,
    Ticked,
)
from crittui.rules.passing import end_combat, pass_time, turn_order
from crittui.rules.requests import Faces, RollRequest
from crittui.rules.state import Held
from tests.rules.written import Small, act, acting, small

# ---- what counts down

LASTING = """
conditions:
  dazed: {lasts: 3 rounds}
  wary: {until: combat}
  braced: {until: turn}
  poisoned: {lasts: 2 minutes}
  cut: {per: location, lasts: 2 rounds}
bodies: {man: {locations: {arm: {}, leg: {}}}}
"""


def held(game: Small, who: str = "bob") -> dict[str, Held]:
    return dict(game.fight.combatants[who].conditions)


def ticked(game: Small, unit: str, times: int = 1) -> Small:
    for _ in range(times):
        game = game.after(game.tick(unit))
    return game


def with_conditions(*steps: str) -> Small:
    game = small(acting("\n".join(steps), more=LASTING))
    return game.after(game.act())


def test_a_condition_counts_down_and_ends_at_nought() -> None:
    game = with_conditions("- apply: dazed\n  value: 4")
    assert held(game) == {"dazed": Held(4, 3, "round")}
    assert held(ticked(game, "round")) == {"dazed": Held(4, 2, "round")}
    assert held(ticked(game, "round", 2)) == {"dazed": Held(4, 1, "round")}
    assert held(ticked(game, "round", 3)) == {}
    played = ticked(game, "round", 2).tick("round")
    assert played.of(ConditionChanged) == [ConditionChanged("bob", "dazed", "", 4, None, 0, "round")]


def test_other_units_do_not_count_it_down() -> None:
    game = with_conditions("- apply: dazed", "- apply: poisoned")
    after = ticked(game, "minute", 2)
    assert held(after) == {"dazed": Held(1, 3, "round")}
    assert held(ticked(game, "hour", 5)) == held(game)


def test_a_condition_without_an_end_does_not_end() -> None:
    game = with_conditions("- apply: dazed", "- apply: cut\n  at: arm\n  for: 9 hours")
    assert set(held(ticked(game, "round", 5))) == {"cut@arm"}


def test_each_place_counts_down_by_itself() -> None:
    game = with_conditions("- apply: cut\n  at: arm", "- apply: cut\n  at: leg\n  for: 1 round")
    assert held(ticked(game, "round")) == {"cut@arm": Held(1, 1, "round")}


def test_a_condition_lasts_until_its_unit_begins() -> None:
    game = with_conditions("- apply: braced", "- apply: wary")
    assert set(held(ticked(game, "round", 9))) == {"braced", "wary"}
    assert set(held(ticked(game, "turn"))) == {"wary"}


def test_time_passes_only_for_those_it_is_meant_for() -> None:
    game = with_conditions("- apply: dazed", "- apply: dazed\n  to: attacker")
    machine = pass_time(game.rules, game.fight, "round", ("bob",))
    fight = apply_all(game.fight, machine.events)
    assert machine.events[0] == Ticked("round", ("bob",))
    assert fight.combatants["bob"].conditions["dazed"].left == 2
    assert fight.combatants["ann"].conditions["dazed"].left == 3


def test_a_unit_may_be_written_in_the_plural_everywhere() -> None:
    text = acting(
        "- apply: a\n- apply: b\n- apply: c\n- set: n\n  value: 0",
        more="conditions: {a: {lasts: 1 rounds}, b: {until: rounds}, c: {every: rounds, steps: [{note: x}]}}",
        stats="n: {counter: 2, until: rounds}",
    )
    game = small(text)
    played = game.after(game.act()).tick("round")
    assert set(played["bob"].conditions) == {"c"}
    assert (played["ann"].values["n"], played.notes()) == (2, ["x"])


# ---- counters


def test_counters_begin_anew() -> None:
    stats = "parries: {counter: 2, until: round}\nluck: {counter: 3, max: 5, until: combat}\nkills: {counter: 0}"
    steps = "- spend: parries\n  amount: 2\n- gain: luck\n  amount: 9\n- gain: kills"
    game = small(acting(steps, stats=stats))
    game = game.after(game.act())
    values = game.fight.combatants["ann"].values
    assert values == {"parries": 0, "luck": 5, "kills": 1}
    round_later = game.tick("round")
    assert round_later["ann"].values == {"parries": 2, "luck": 5, "kills": 1}
    assert round_later.of(PoolChanged) == [PoolChanged("ann", "parries", "", 0, 2)]
    combat_later = game.combat_end()
    assert combat_later["ann"].values == {"parries": 0, "luck": 3, "kills": 1}


# ---- periodic steps

BLEEDING = """
conditions:
  bleeding:
    stacks: adds
    every: minute
    steps:
      - damage: hp
        to: self
        amount: value
      - remove: burning
        to: self
        when: hp.max = 99 or self.hp <= 0
  burning:
    every: minute
    steps:
      - damage: hp
        to: self
        amount: 10
  drained: {while: hp <= 0, every: minute, steps: [{note: "<self> is drained by <value>"}]}
"""
HP = "hp: {pool: 20, min: none}"


def bleeding(people: str) -> Small:
    return small(acting("- note: x", more=BLEEDING.replace("hp.max = 99 or ", ""), stats=HP), people)


def test_periodic_steps_run_with_the_number_of_their_condition() -> None:
    played = bleeding("ann: {conditions: [bleeding 3]}\nbob: {}").tick("minute")
    assert (played["ann"].values["hp"], played["bob"].values["hp"]) == (17, 20)
    assert played.of(PeriodBegan) == [PeriodBegan("ann", "bleeding")]
    assert bleeding("ann: {conditions: [bleeding 3]}\nbob: {}").tick("round").of(PoolChanged) == []


def test_bearer_by_bearer_and_in_the_order_of_the_file() -> None:
    game = bleeding("ann: {conditions: [burning, bleeding]}\nbob: {conditions: [bleeding 2, burning]}")
    periods = [(event.who, event.condition) for event in game.tick("minute").of(PeriodBegan)]
    assert periods == [("ann", "bleeding"), ("ann", "burning"), ("bob", "bleeding"), ("bob", "burning")]


def test_a_condition_that_an_earlier_effect_has_ended_is_passed_over() -> None:
    played = bleeding("ann: {hp: 3/20, conditions: [bleeding 3, burning]}\nbob: {}").tick("minute")
    assert [event.condition for event in played.of(PeriodBegan)] == ["bleeding"]
    assert (played["ann"].values["hp"], set(played["ann"].conditions)) == (0, {"bleeding"})


def test_a_condition_that_began_in_this_tick_waits_for_the_next() -> None:
    game = bleeding("ann: {hp: 1/20, conditions: [bleeding 3]}\nbob: {}")
    first = game.tick("minute")
    assert (first.notes(), first.of(ConditionBegan)[0].condition) == ([], "drained")
    assert game.after(first).tick("minute").notes() == ["ann is drained by 1"]


def test_what_ends_by_time_does_not_act_any_more() -> None:
    more = "conditions: {hot: {lasts: 2 rounds, every: round, steps: [{note: hot}]}}"
    game = small(acting("- apply: hot", more=more))
    game = game.after(game.act())
    first = game.tick("round")
    assert first.notes() == ["hot"]
    assert game.after(first).tick("round").notes() == []


def test_places_bleed_one_by_one() -> None:
    more = """
    conditions: {cut: {per: location, every: round, steps: [{damage: hp, to: self, amount: value}]}}
    bodies: {man: {locations: {arm: {}, leg: {}}}}
    """
    game = small(acting("- note: x", more=more, stats=HP), "ann: {conditions: [cut 2 at arm, cut 3 at leg]}\nbob: {}")
    played = game.tick("round")
    assert (played["ann"].values["hp"], len(played.of(PeriodBegan))) == (15, 2)


ROLLING = """
conditions:
  shaken:
    every: round
    steps:
      - roll: nerve
        by: self
        dice: d6
        against: value
        outcomes: {calm: success and natural > value, upset: otherwise}
      - remove: shaken
        to: self
        when: nerve is calm
      - run: shout
        when: nerve is not calm
chains: {shout: [{note: "<self> shakes: <value>"}]}
"""


def test_dice_are_asked_for_bearer_by_bearer() -> None:
    game = small(acting("- note: x", more=ROLLING), "ann: {conditions: [shaken 3]}\nbob: {conditions: [shaken 5]}")
    machine = pass_time(game.rules, game.fight, "round", ("ann", "bob"))
    assert isinstance(machine.request, RollRequest)
    assert (machine.request.by, machine.request.goal) == ("ann", 3)
    with pytest.raises(AnswerError):
        machine.answer(Faces((7,)))
    second = machine.answer(Faces((4,)))
    assert second.request is not None
    assert second.request.by == "bob"
    assert set(second.fight.combatants["ann"].conditions) == set()
    done = second.answer(Faces((2,)))
    assert done.done
    assert [event.text for event in done.events if isinstance(event, Noted)] == ["bob shakes: 5"]
    assert [type(event) for event in done.events][0] is Rolled
    with pytest.raises(AnswerError):
        done.answer(Faces((2,)))
    assert machine.fight.combatants["ann"].conditions["shaken"].value == 3
    everything = (*machine.events, *second.events, *done.events)
    assert apply_all(game.fight, everything) == done.fight


def test_derived_conditions_follow_what_time_changes() -> None:
    more = "conditions: {ready: {while: parries > 0}}"
    game = small(acting("- spend: parries", more=more, stats="parries: {counter: 1, until: round}"))
    spent = game.act()
    assert spent.of(ConditionEnded) == [ConditionEnded("ann", "ready", "rules.yaml:8")]
    assert game.after(spent).tick("round")["ann"].derived == {"ready"}


# ---- the end of a combat


def test_the_end_of_a_combat_ends_what_lasts_until_then() -> None:
    game = with_conditions("- apply: wary", "- apply: dazed", "- apply: braced")
    events = end_combat(game.rules, game.fight)
    assert events == (CombatEnded(), ConditionChanged("bob", "wary", "", 1, None))
    assert set(game.combat_end()["bob"].conditions) == {"dazed", "braced"}


# ---- turn order


@pytest.mark.parametrize(
    ("order_by", "order"),
    [("pace", ["cid", "ann", "bob", "dan"]), ("drawn", ["bob", "dan", "ann", "cid"])],
)
def test_the_highest_comes_first_and_ties_as_listed(order_by: str, order: list[str]) -> None:
    text = f"stats: {{pace: 1, drawn: {{counter: 0}}}}\ntime: {{order_by: {order_by}}}"
    people = "ann: {pace: 3}\nbob: {pace: 3, drawn: 9}\ncid: {pace: 7}\ndan: {pace: -2, drawn: 4}"
    game = small(text, people)
    assert list(turn_order(game.rules, game.fight)) == order


def test_without_a_stat_to_order_by_all_come_as_listed() -> None:
    game = small("stats: {pace: 1}", "bob: {pace: 3}\nann: {pace: 9}")
    assert turn_order(game.rules, game.fight) == ("bob", "ann")


def test_the_order_follows_what_is_drawn() -> None:
    text = acting(
        "- roll: draw\n  dice: d20\n- set: drawn\n  value: draw",
        stats="drawn: {counter: 0}",
        more="time: {order_by: drawn}",
        keys="who: [hero]",
    )
    game = small(text, "ann: {}\nbob: {}")
    game = game.after(game.act("act", "bob", dice={"draw": 7}))
    assert turn_order(game.rules, game.fight) == ("bob", "ann")
    game = game.after(game.act("act", "ann", dice={"draw": 8}))
    assert turn_order(game.rules, game.fight) == ("ann", "bob")


def test_units_are_those_the_ruleset_speaks_of() -> None:
    text = """
    stats: {p: {counter: 1, until: turn}, q: {counter: 1, until: combat}}
    conditions: {a: {lasts: 3 rounds}, b: {every: hour, steps: [{note: x}]}, c: {until: combat}}
    time: {minute: 10 rounds}
    """
    assert set(small(text).rules.units) == {"turn", "round", "hour", "minute"}


def test_an_action_may_leave_a_condition_with_no_time_left() -> None:
    played = act("- apply: dazed\n  for: 0 rounds", more=LASTING)
    game = small(acting("- apply: dazed\n  for: 0 rounds", more=LASTING))
    assert played["bob"].conditions == {"dazed": Held(1, 0, "round")}
    assert held(ticked(game.after(game.act()), "round")) == {}
