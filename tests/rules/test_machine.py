"""What each step does, in which order, and that a machine asks, takes and refuses as it should."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from crittui.errors import AnswerError, CrittuiError, Refused
from crittui.rules.dice import Dice
from crittui.rules.events import (
    Computed,
    ConditionBegan,
    ConditionChanged,
    ConditionEnded,
    Damaged,
    Ended,
    Entered,
    LookedUp,
    NoTable,
    PoolChanged,
    Rolled,
    Started,
    Stopped,
    Struck,
)
from crittui.rules.machine import begin, refusal
from crittui.rules.requests import ChooseRequest, Faces, Modifier, Natural, Offer, Picked, Refusal, RollRequest
from crittui.rules.state import Held
from tests.rules.written import act, acting, small

# ---- roll


def test_a_roll_is_asked_for_with_all_that_belongs_to_it() -> None:
    game = small(
        acting(
            """
            - roll: attack
              dice: 2d8+3
              by: target
              modifiers: {skill: attacker.skill, aim: 0, range: -2}
              against: target.ac + 1
              outcomes: {hit: success, miss: otherwise}
            """,
            stats="skill: 4\nac: 12",
        )
    )
    request = game.begin().request
    assert request == RollRequest(
        "attack",
        "bob",
        Dice.parse("2d8+3"),
        (Modifier("skill", 4), Modifier("range", -2)),
        13,
        False,
        False,
        "rules.yaml:8",
    )
    assert request.modifier == 2


@pytest.mark.parametrize(("faces", "total", "outcome"), [((5, 3), 13, "hit"), ((1, 1), 7, "miss"), ((8, 8), 21, "hit")])
def test_a_roll_is_told_with_its_faces(faces: tuple[int, int], total: int, outcome: str) -> None:
    played = act(
        "- roll: a\n  dice: 2d8+3\n  modifiers: {m: 2}\n  against: 13\n  outcomes: {hit: success, miss: otherwise}",
        dice={"a": faces},
    )
    assert played.roll("a") == Rolled(
        "a", "ann", "2d8+3", faces, sum(faces), (Modifier("m", 2),), total, 13, False, outcome, where="rules.yaml:5"
    )


def test_outcomes_are_tried_from_top_to_bottom() -> None:
    outcomes = "{best: natural >= 19, good: natural >= 10, bad: natural >= 5, worst: otherwise}"
    steps = f"- roll: a\n  dice: d20\n  outcomes: {outcomes}"
    seen = {face: act(steps, dice={"a": face}).roll("a").outcome for face in (20, 19, 18, 10, 9, 5, 4, 1)}
    assert seen == {20: "best", 19: "best", 18: "good", 10: "good", 9: "bad", 5: "bad", 4: "worst", 1: "worst"}


def test_better_and_worse_shift_the_outcome_within_the_list() -> None:
    steps = """
    - roll: a
      dice: d20
      against: 10
      better: natural = 20
      worse: natural = 1
      outcomes:
        great: margin >= 10
        success: success
        failure: margin > -10
        disaster: otherwise
      modifiers: {m: m}
    """
    keys = "inputs: {m: 0}"
    seen = {(f, m): act(steps, keys=keys, dice={"a": f}, m=m).roll("a").outcome for f, m in
            ((20, 0), (20, -11), (20, -30), (1, 30), (1, 9), (1, 0), (1, -30), (10, 0), (9, 0))}  # fmt: skip
    assert seen == {
        (20, 0): "great",
        (20, -11): "success",
        (20, -30): "failure",
        (1, 30): "success",
        (1, 9): "failure",
        (1, 0): "disaster",
        (1, -30): "disaster",
        (10, 0): "success",
        (9, 0): "failure",
    }


def test_times_multiplies_the_dice_and_their_constant() -> None:
    steps = "- roll: a\n  dice: 2d6+3\n  times: attacker.n"
    assert act(steps, "ann: {n: 2}\nbob: {}", stats="n: 1", dice={"a": (1, 2, 3, 4)}).roll("a").total == 16
    nothing = act(steps, "ann: {n: 0}\nbob: {}", stats="n: 1").roll("a")
    assert (nothing.total, nothing.faces, nothing.dice) == (0, (), "0")
    assert act(steps, "ann: {n: -2}\nbob: {}", stats="n: 1").roll("a").total == 0


def test_too_many_dice_are_told_with_the_step() -> None:
    game = small(acting("- roll: a\n  dice: 2d6\n  times: attacker.n", stats="n: 1000000"))
    with pytest.raises(CrittuiError, match="too many dice") as caught:
        game.begin()
    assert caught.value.where == "rules.yaml:7"


@pytest.mark.parametrize(
    ("chance", "faces"),
    [
        ("50%", {50: "yes", 51: "no", 1: "yes", 100: "no"}),
        ("1 in 3", {1: "yes", 2: "no", 3: "no"}),
        ("100%", {100: "yes"}),
    ],
)
def test_a_chance(chance: str, faces: dict[int, str]) -> None:
    steps = f"- roll: a\n  chance: {chance}\n- note: yes\n  when: a is yes"
    for face, outcome in faces.items():
        played = act(steps, dice={"a": face})
        assert (played.roll("a").outcome, played.notes()) == (outcome, ["yes"] * (outcome == "yes"))


def test_a_chance_may_have_steps_of_its_own_and_be_copied() -> None:
    steps = """
    - roll: a
      chance: 1 in 6
      outcomes: {yes: {then: [{note: first}]}, no: otherwise}
    - roll: b
      like: a
    - roll: c
      like: a
      chance: 1 in 2
    """
    played = act(steps, dice={"a": 1, "b": 6, "c": 2})
    assert [played.roll(x).outcome for x in "abc"] == ["yes", "no", "no"]
    assert [played.roll(x).dice for x in "abc"] == ["d6", "d6", "d2"]
    assert played.notes() == ["first"]


def test_like_copies_an_earlier_roll_and_reckons_it_again() -> None:
    steps = """
    - roll: a
      dice: d20
      by: target
      modifiers: {luck: attacker.luck, aim: -2, range: -1}
      against: 10
      outcomes: {hit: success, miss: otherwise}
    - gain: luck
    - roll: b
      like: a
      without: aim
      modifiers: {range: 3, height: 1}
    - roll: c
      like: a
      dice: d6
      under: 4
      without: [luck, aim, range]
      by: attacker
      outcomes: {low: success, high: otherwise}
    """
    played = act(steps, stats="luck: {counter: 5}", dice={"a": 7, "b": 7, "c": 4})
    a, b, c = (played.roll(name) for name in "abc")
    assert [(m.name, m.value) for m in a.modifiers] == [("luck", 5), ("aim", -2), ("range", -1)]
    assert [(m.name, m.value) for m in b.modifiers] == [("luck", 6), ("range", 3), ("height", 1)]
    assert (a.total, b.total, b.goal, b.by, b.outcome) == (9, 17, 10, "bob", "hit")
    assert (c.by, c.under, c.goal, c.modifiers, c.outcome, c.dice) == ("ann", True, 4, (), "low", "d6")


def test_single_dice_are_asked_for_only_where_they_matter() -> None:
    plain, single = (
        small(acting(f"- roll: a\n  dice: 2d6\n- let: {{x: a.{word}}}")).begin().request
        for word in ("natural", "highest")
    )
    assert isinstance(plain, RollRequest)
    assert isinstance(single, RollRequest)
    assert (plain.faces_needed, single.faces_needed) == (False, True)


def test_a_roll_that_the_game_master_makes() -> None:
    request = small(acting("- roll: a\n  dice: d6\n  by: gm")).begin().request
    assert request is not None
    assert request.by == "gm"


def test_a_let_may_stand_in_for_a_roll() -> None:
    steps = """
    - let: {damage: maximum(weapon.harm)}
      when: full
    - roll: damage
      when: not full
      dice: weapon.harm
    - let: {twice: damage * 2}
    """
    keys, more = "inputs: {full: no}", "weapon: {harm: 2d6}"
    assert act(steps, keys=keys, more=more, full=True).value("twice") == 24
    assert act(steps, keys=keys, more=more, full=False, dice={"damage": 5}).value("twice") == 10


def test_steps_of_the_outcome_that_came_about() -> None:
    steps = """
    - roll: a
      dice: d6
      outcomes:
        big:
          when: natural > 3
          then:
            - note: big
            - roll: b
              dice: d6
              outcomes: {x: {when: natural = 1, then: [{note: one}]}, y: otherwise}
        small: {then: [{note: small}]}
    - note: after
    """
    assert act(steps, dice={"a": 4, "b": 1}).notes() == ["big", "one", "after"]
    assert act(steps, dice={"a": 4, "b": 2}).notes() == ["big", "after"]
    assert act(steps, dice={"a": 3}).notes() == ["small", "after"]


# ---- lookup

TABLE = """
tables:
  t:
    dice: d6
    fields: {hits: 0, dead: no}
    rows:
      "1,3": {id: low, text: A scratch, hits: 1, then: [{damage: hp, amount: 1}, {note: scratched}]}
      2: weak
      4-6: {text: {en: A blow, es: Un golpe}, hits: 3}
"""


def test_a_row_carries_its_fields_its_text_and_its_steps() -> None:
    steps = "- lookup: a\n  table: t\n- let: {h: a.hits}"
    low = act(steps, more=TABLE, stats="hp: {pool: 9}", dice={"a": 3})
    assert (low.found("a"), low.value("h"), low.notes(), low["bob"].values["hp"]) == ("low", 1, ["scratched"], 8)
    assert [event.text for event in low.of(LookedUp)] == ["A scratch"]
    weak = act(steps, more=TABLE, stats="hp: {pool: 9}", dice={"a": 2})
    assert (weak.found("a"), weak.value("h"), weak["bob"].values["hp"]) == ("weak", 0, 9)
    assert act(steps, more=TABLE, stats="hp: {pool: 9}", dice={"a": 5}).found("a") == "4-6"


def test_rows_are_told_in_the_language_of_the_call() -> None:
    game = small(acting("- lookup: a\n  table: t", more=TABLE, stats="hp: {pool: 9}"))
    machine = begin(game.rules, game.fight, game.call(), "es").answer(Faces((5,)))
    assert [event.text for event in machine.events if isinstance(event, LookedUp)] == ["Un golpe"]


@pytest.mark.parametrize(("modifier", "row"), [(-9, "low"), (0, "mid"), (9, "high")])
def test_a_total_beyond_the_ends_takes_the_end_row(modifier: int, row: str) -> None:
    more = "tables: {t: {dice: d6, rows: {1: low, 2-5: mid, 6: high}}}"
    steps = "- lookup: a\n  table: t\n  modifiers: {m: m}"
    played = act(steps, more=more, keys="inputs: {m: 0}", dice={"a": 3}, m=modifier)
    assert (played.found("a"), played.roll("a").total) == (row, 3 + modifier)


def test_a_row_by_value_is_not_rolled_for() -> None:
    played = act("- lookup: a\n  table: t\n  value: 2 * 1", more=TABLE, stats="hp: {pool: 9}")
    assert (played.found("a"), played.rolled()) == ("weak", [])


def test_a_row_already_known_is_not_rolled_for() -> None:
    steps = "- lookup: a\n  table: t\n  when: known\n- lookup: b\n  table: t\n  row: a"
    keys = "inputs: {known: no}"
    assert act(steps, more=TABLE, stats="hp: {pool: 9}", keys=keys, known=True, dice={"a": 2}).found("b") == "weak"
    rolled = act(steps, more=TABLE, stats="hp: {pool: 9}", keys=keys, dice={"b": 1})
    assert (rolled.found("b"), rolled.rolled()) == ("low", ["b"])


def test_a_row_may_be_chosen() -> None:
    steps = "- lookup: a\n  table: t\n  chosen_by: target"
    game = small(acting(steps, more=TABLE, stats="hp: {pool: 9}"))
    request = game.begin().request
    assert isinstance(request, ChooseRequest)
    assert (request.by, request.pick, request.default) == ("bob", 1, "low")
    assert request.offers == (Offer("low", "A scratch"), Offer("weak", "weak"), Offer("4-6", "A blow"))
    played = game.act(choices={"a": "low"})
    assert (played.found("a"), played.notes(), played["bob"].values["hp"]) == ("low", ["scratched"], 8)


def test_rows_with_open_ends_may_be_chosen_too() -> None:
    more = "tables: {t: {rows: {3 or less: low, 4-6: mid, 7 or more: high}}}"
    game = small(acting("- lookup: a\n  table: t\n  chosen_by: attacker", more=more))
    request = game.begin().request
    assert isinstance(request, ChooseRequest)
    assert [offer.option for offer in request.offers] == ["low", "mid", "high"]
    assert [game.act(choices={"a": row}).found("a") for row in ("low", "mid", "high")] == ["low", "mid", "high"]


def test_one_name_may_stand_for_lookups_in_several_tables() -> None:
    more = """
    tables:
      x: {dice: d4, fields: {n: 1}, rows: {1-4: one}}
      y: {dice: d4, fields: {m: 2}, rows: {1-4: other}}
    """
    steps = """
    - lookup: a
      table: x
    - lookup: a
      table: y
      when: again
    - let: {one: a is one, other: a is other, n: a.n, m: a.m}
    """
    keys = "inputs: {again: no}"
    first = act(steps, more=more, keys=keys, dice={"a": 1})
    assert [first.value(name) for name in ("one", "other", "n", "m")] == [True, False, 1, 2]
    second = act(steps, more=more, keys=keys, again=True, dice={"a": [1, 1]})
    assert [second.value(name) for name in ("one", "other")] == [False, True]


def test_one_of_several_tables() -> None:
    more = """
    tables:
      x: {dice: d4, fields: {n: 1}, rows: {1-4: a}}
      y: {dice: d6, fields: {m: 2}, rows: {1-6: b}}
      z: {dice: d8}
    """
    steps = "- lookup: a\n  table: {x: k = 1, y: k = 2, z: otherwise}\n- let: {n: a.n, m: a.m}"
    found = {k: act(steps, more=more, keys="inputs: {k: 1}", dice={"a": 4}, k=k) for k in (1, 2)}
    assert {k: (p.found("a"), p.roll("a").dice, p.value("n"), p.value("m")) for k, p in found.items()} == {
        1: ("a", "d4", 1, 2),
        2: ("b", "d6", 1, 2),
    }
    empty = act(steps, more=more, keys="inputs: {k: 1}", k=3)
    assert [event.table for event in empty.of(NoTable)] == ["z"]
    assert (empty.rolled(), empty.value("n"), empty.of(LookedUp)) == ([], 0, [])


COLUMNS = """
weapon: {kind: {choice: [cut, stab, crush]}}
weapons: {axe: {kind: cut}, pike: {kind: stab}, club: {kind: crush}}
tables:
  t: {dice: d6, columns: [cut, stab, otherwise], rows: {1-6: {cut: Cut., stab: Stabbed., otherwise: Other.}}}
  u: {dice: d6, columns: [A, B, C], rows: {1-6: {A: a, B: b, C: c}}}
  v: {dice: d6, columns: [limb, head, otherwise], rows: {1-6: {limb: l, head: h, otherwise: o}}}
  w: {dice: d6, rows: {1: cut, 2: stab, 3-6: {id: long_blow, text: Long}}}
bodies: {b: {dice: d4, locations: {head: {roll: 1}, arm: {roll: 2, is: limb}, trunk: {roll: 3-4}}}}
"""


@pytest.mark.parametrize(
    ("own", "thrown", "row"),
    [("2d4", "2d4", "long_blow"), ("d20 if n = 1 else d12", "d20", "stab"), ("d20 if n = 2 else d2", "d2", "stab")],
)
def test_a_lookup_may_have_dice_of_its_own(own: str, thrown: str, row: str) -> None:
    steps = f"- let: {{n: 1}}\n- {{lookup: a, table: w, dice: {own}}}"
    played = act(steps, more=COLUMNS, dice={"a": (3, 2) if own == "2d4" else 2})
    assert (played.roll("a").dice, played.found("a")) == (thrown, row)
    body = act(f"- let: {{n: 1}}\n- {{lookup: a, table: body, dice: {own}}}", more=COLUMNS, dice={"a": 2})
    assert (body.roll("a").dice, body.found("a")) == (thrown, "arm")


@pytest.mark.parametrize(("weapon", "text"), [("axe", "Cut."), ("pike", "Stabbed."), ("club", "Other.")])
def test_a_column_by_a_value_of_the_weapon(weapon: str, text: str) -> None:
    played = act("- lookup: a\n  table: t\n  column: weapon.kind", more=COLUMNS, weapon=weapon, dice={"a": 1})
    assert [event.text for event in played.of(LookedUp)] == [text]


@pytest.mark.parametrize(
    ("column", "row"), [("B", "b"), ("1", "a"), ("3", "c"), ("n", "a"), ("n + 1", "b"), ("n + 7", "c"), ("n - 9", "a")]
)
def test_a_column_by_name_or_number(column: str, row: str) -> None:
    steps = f"- let: {{n: 1}}\n- lookup: a\n  table: u\n  column: {column}"
    assert act(steps, more=COLUMNS, dice={"a": 1}).found("a") == row


@pytest.mark.parametrize(("face", "row"), [(1, "h"), (2, "l"), (3, "o")])
def test_a_column_by_the_location_or_its_tag(face: int, row: str) -> None:
    steps = "- lookup: place\n  table: body\n- lookup: a\n  table: v\n  column: place"
    assert act(steps, more=COLUMNS, dice={"place": face, "a": 1}).found("a") == row


@pytest.mark.parametrize(("face", "text"), [(1, "Cut."), (2, "Stabbed."), (3, "Other.")])
def test_a_column_by_an_earlier_row(face: int, text: str) -> None:
    steps = "- lookup: w\n  table: w\n- lookup: a\n  table: t\n  column: w"
    played = act(steps, more=COLUMNS, dice={"w": face, "a": 1})
    assert played.of(LookedUp)[-1].text == text


@pytest.mark.parametrize(("picked", "text"), [("cut", "Cut."), ("slash", "Other.")])
def test_a_column_by_a_choice(picked: str, text: str) -> None:
    steps = "- choose: c\n  options: {cut: x, slash: y}\n- lookup: a\n  table: t\n  column: c"
    assert act(steps, more=COLUMNS, choices={"c": picked}, dice={"a": 1}).of(LookedUp)[-1].text == text


BODY = """
location: {dr: 0, inward: {location: none}}
bodies:
  man:
    dice: d6
    locations:
      head: {roll: 1, dr: 2}
      hands: {roll: "2,3", either: [left, right, tail_hand]}
      left: {inward: arm}
      right: {}
      tail_hand: {}
      arm: {roll: 4, dr: 1, is: limb}
      trunk: {roll: 5-6}
  snake: {dice: d4, locations: {head: {roll: 1}, tail: {roll: 2-4}}}
conditions: {gone: {per: location}}
"""
PLACE = "- lookup: place\n  table: body"


def test_a_location_is_rolled_on_the_body_of_the_last_role() -> None:
    played = act(PLACE + "\n- let: {dr: place.dr}", "ann: {body: snake}\nbob: {}", more=BODY, dice={"place": 4})
    assert (played.found("place"), played.value("dr"), played.roll("place").dice) == ("arm", 1, "d6")
    assert [(event.owner, event.location) for event in played.of(LookedUp)] == [("bob", "arm")]
    other = act(PLACE + "\n  to: attacker", "ann: {body: snake}\nbob: {}", more=BODY, dice={"place": 4})
    assert [(event.owner, event.location) for event in other.of(LookedUp)] == [("ann", "tail")]


@pytest.mark.parametrize(("face", "place"), [(1, "left"), (2, "right"), (3, "tail_hand")])
def test_one_more_die_decides_within_a_group(face: int, place: str) -> None:
    played = act(PLACE, more=BODY, dice={"place": 3, "place_either": face})
    assert (played.found("place"), played.rolled()) == (place, ["place", "place_either"])
    assert [str(event.dice) for event in played.of(Rolled)] == ["d6", "d3"]


def test_a_called_place_needs_no_die() -> None:
    steps, keys = PLACE + "\n  row: aimed", "inputs: {aimed: {location: none}}"
    assert act(steps, more=BODY, keys=keys, aimed="left").found("place") == "left"
    assert act(steps, more=BODY, keys=keys, aimed="left").rolled() == []
    assert act(steps, more=BODY, keys=keys, dice={"place": 6}).found("place") == "trunk"


def test_a_place_may_be_chosen_among_those_of_the_body() -> None:
    game = small(acting(PLACE + "\n  chosen_by: attacker", more=BODY))
    request = game.begin().request
    assert isinstance(request, ChooseRequest)
    assert [offer.option for offer in request.offers] == ["head", "left", "right", "tail_hand", "arm", "trunk"]
    assert game.act(choices={"place": "arm"}).found("place") == "arm"


AGAIN = PLACE + "\n  again: place is gone"


def test_a_place_that_is_gone_is_rolled_again() -> None:
    people = "ann: {}\nbob: {conditions: [gone at head, gone at arm]}"
    played = act(AGAIN, people, more=BODY, dice={"place": [1, 4, 1, 5]})
    assert played.found("place") == "trunk"
    assert [event.stands for event in played.of(Rolled)] == [False, False, False, True]
    assert [(event.location, event.stands) for event in played.of(LookedUp)] == [
        ("head", False),
        ("arm", False),
        ("head", False),
        ("trunk", True),
    ]


def test_the_die_within_a_group_is_rolled_again_by_itself() -> None:
    people = "ann: {}\nbob: {conditions: [gone at left, gone at right]}"
    played = act(AGAIN, people, more=BODY, dice={"place": 2, "place_either": [1, 2, 3]})
    assert (played.found("place"), played.rolled()) == ("tail_hand", ["place", *["place_either"] * 3])


def test_a_group_is_gone_when_all_its_members_are() -> None:
    people = "ann: {}\nbob: {conditions: [gone at left, gone at right, gone at tail_hand]}"
    played = act(AGAIN, people, more=BODY, dice={"place": [2, 3, 6]})
    assert (played.found("place"), played.rolled()) == ("trunk", ["place"] * 3)


def test_a_throw_stands_when_none_could() -> None:
    places = ", ".join(f"gone at {name}" for name in ("head", "left", "right", "tail_hand", "arm", "trunk"))
    people = f"ann: {{}}\nbob: {{conditions: [{places}]}}"
    assert act(AGAIN, people, more=BODY, dice={"place": 4}).found("place") == "arm"
    assert act(AGAIN, people, more=BODY, dice={"place": 2, "place_either": 1}).found("place") == "left"


def test_again_sees_what_the_steps_before_did() -> None:
    steps = "- apply: gone\n  at: arm\n" + AGAIN
    assert act(steps, more=BODY, dice={"place": [4, 6]}).found("place") == "trunk"


def test_rows_of_a_table_are_rolled_again_too() -> None:
    steps = "- lookup: a\n  table: t\n  modifiers: {m: 1}\n  again: a is (low or high)"
    more = "tables: {t: {dice: d6, rows: {1-3: low, 4-5: mid, 6+: high}}}"
    played = act(steps, more=more, dice={"a": [1, 6, 4]})
    assert (played.found("a"), [r.total for r in played.of(Rolled)]) == ("mid", [2, 7, 5])


# ---- choose


def test_only_what_is_available_is_offered() -> None:
    steps = """
    - choose: defence
      by: target
      ask: {en: How does <x> defend?, es: "¿Cómo?"}
      default: dodge
      options:
        parry: {label: Parry it, when: target.sword}
        dodge: Jump aside
        block: {when: 1 = 2}
    """
    game = small(acting(steps, stats="sword: no"), "ann: {}\nbob: {sword: yes}")
    assert game.begin().request == ChooseRequest(
        "defence",
        "bob",
        "How does <x> defend?",
        (Offer("parry", "Parry it"), Offer("dodge", "Jump aside")),
        1,
        "dodge",
        "rules.yaml:7",
    )
    assert begin(game.rules, game.fight, game.call(), "es").request.ask == "¿Cómo?"  # type: ignore[union-attr]


def test_one_left_is_taken_silently_and_none_is_skipped() -> None:
    steps = """
    - choose: c
      options: {a: {when: n > 0, then: [{note: a}]}, b: {when: n > 1}}
    - let: {x: 1 if c is none else 2}
    """
    keys = "inputs: {n: 0}"
    assert act(steps, keys=keys, n=0).value("x") == 1
    one = act(steps, keys=keys, n=1)
    assert (one.chosen("c").auto, one.chosen("c").options, one.notes(), one.value("x")) == (True, ("a",), ["a"], 2)
    two = act(steps, keys=keys, n=2, choices={"c": "b"})
    assert (two.chosen("c").auto, two.chosen("c").offered, two.notes()) == (False, ("a", "b"), [])


def test_several_are_picked_at_once() -> None:
    steps = """
    - choose: c
      pick: 2
      options: {a: {then: [{note: a}]}, b: {then: [{note: b}]}, d: {when: n > 0, then: [{note: d}]}}
    - note: <c>
    """
    keys = "inputs: {n: 0}"
    assert act(steps, keys=keys, n=1, choices={"c": ("d", "a")}).notes() == ["a", "d", "a, d"]
    assert act(steps, keys=keys, n=0, choices={"c": ("a", "b")}).notes() == ["a", "b", "a, b"]


LISTS = """
weapon: {own: {list: {grade: {choice: [minor, major]}, cost: 1}}}
weapons:
  whip: {own: {Trip: {grade: minor}, Disarm: {grade: major, cost: 3}}}
  net: {own: {Trip: {cost: 2}}}
  bare: {}
things: {skill: {fields: {more: {list: {cost: 0}}}, given: {dance: {more: {Trip: {cost: 9}, Spin: {}}}}}}
"""
EACH = """
- choose: e
  by: attacker
  options:
    own: {each: weapon.own, when: it.cost <= n, then: [{note: own <e>}]}
    more: {each: skill.more, then: [{note: more <e>}]}
    nothing: {}
- let: {c: e.cost, own: e is own, more: e is more, nothing: e is nothing}
"""
EACH_KEYS = "uses: [skill]\ninputs: {n: 9}"


def test_each_entry_of_a_list_is_an_option() -> None:
    game = small(acting(EACH, more=LISTS, keys=EACH_KEYS))
    request = game.begin(weapon="whip").request
    assert isinstance(request, ChooseRequest)
    assert [offer.option for offer in request.offers] == ["Trip", "Disarm", "nothing"]
    assert [o.option for o in game.begin(weapon="whip", n=1).request.offers] == ["Trip", "nothing"]  # type: ignore[union-attr]
    played = game.act(weapon="whip", choices={"e": "Disarm"})
    assert (played.notes(), played.value("c")) == (["own Disarm"], 3)
    assert [played.value(x) for x in ("own", "more", "nothing")] == [True, False, False]
    assert game.act(weapon="bare").chosen("e").auto


def test_of_two_entries_of_one_name_the_later_is_called_by_its_option() -> None:
    game = small(acting(EACH, more=LISTS, keys=EACH_KEYS))
    request = game.begin(weapon="net", things={"skill": "dance"}).request
    assert isinstance(request, ChooseRequest)
    assert [offer.option for offer in request.offers] == ["Trip", "more: Trip", "Spin", "nothing"]
    played = game.act(weapon="net", things={"skill": "dance"}, choices={"e": "more: Trip"})
    assert (played.value("c"), played.value("own"), played.value("more")) == (9, False, True)
    plain = game.act(weapon="net", things={"skill": "dance"}, choices={"e": "nothing"})
    assert (plain.value("c"), plain.value("nothing"), plain.notes()) == (0, True, [])


# ---- let


def test_lets_are_reckoned_in_order_and_told() -> None:
    played = act("- let: {a: 1 + 1, b: a * 3, c: b > 5, d: weapon.harm, e: a / 4}", more="weapon: {harm: 1d6+1}")
    assert [(event.name, event.value) for event in played.of(Computed)] == [
        ("a", 2),
        ("b", 6),
        ("c", True),
        ("d", "d6+1"),
        ("e", 0.5),
    ]


def test_a_let_may_be_given_twice() -> None:
    assert act("- let: {a: 1}\n- let: {a: a + 1}\n- let: {a: a * 5}\n  when: 1 = 2").value("a") == 2


# ---- damage

POOLS = """
shell: {pool: 3, overflow: hp}
hp: {pool: 10, overflow: con}
con: {pool: 4, min: -2}
will: {pool: 5, min: none}
"""


@pytest.mark.parametrize(
    ("amount", "after", "told"),
    [
        (0, (3, 10, 4), (0, 0, 0, 0)),
        (-4, (3, 10, 4), (0, 0, 0, 0)),
        (2, (1, 10, 4), (2, 2, 0, 0)),
        (3, (0, 10, 4), (3, 3, 0, 0)),
        (4, (0, 9, 4), (4, 3, 1, 0)),
        (15, (0, 0, 2), (15, 3, 12, 0)),
        (19, (0, 0, -2), (19, 3, 16, 0)),
        (25, (0, 0, -2), (25, 3, 16, 6)),
    ],
)
def test_damage_runs_over_from_pool_to_pool(
    amount: int, after: tuple[int, int, int], told: tuple[int, int, int, int]
) -> None:
    let = "- let: {d: blow, e: blow.dealt, o: blow.overflow, l: blow.lost}"
    steps = f"- damage: shell\n  amount: {amount}\n  as: blow\n{let}"
    played = act(steps, stats=POOLS)
    bob = played["bob"]
    assert (bob.values["shell"], bob.values["hp"], bob.values["con"]) == after
    damaged = played.damage()
    assert (damaged.amount, damaged.dealt, damaged.overflow, damaged.lost) == told
    assert tuple(played.value(x) for x in "edol") == (told[1], told[1], told[2], told[3])


def test_the_cap_comes_first_and_the_rest_is_lost() -> None:
    played = act("- damage: shell\n  amount: 12\n  most: 5", stats=POOLS)
    assert played["bob"].values == {"shell": 0, "hp": 8, "con": 4, "will": 5}
    damaged = played.damage()
    assert (damaged.amount, damaged.dealt, damaged.overflow, damaged.lost) == (12, 3, 2, 7)
    assert act("- damage: hp\n  amount: 12\n  most: -5", stats=POOLS).damage().lost == 12


def test_where_damage_runs_over_may_be_said_in_the_step() -> None:
    none = act("- damage: shell\n  amount: 5\n  overflow: none", stats=POOLS)
    assert (none["bob"].values["hp"], none.damage().lost) == (10, 2)
    other = act("- damage: shell\n  amount: 50\n  overflow: will", stats=POOLS)
    assert (other["bob"].values["will"], other["bob"].values["hp"], other.damage().lost) == (-42, 10, 0)


def test_a_pool_below_its_floor_stays_there() -> None:
    played = act("- damage: hp\n  amount: 3", "ann: {}\nbob: {hp: -4/10}", stats=POOLS)
    assert (played["bob"].values["hp"], played["bob"].values["con"]) == (-4, 1)


def test_damage_goes_to_the_last_role_unless_said_otherwise() -> None:
    assert act("- damage: hp\n  amount: 3", stats=POOLS)["bob"].values["hp"] == 7
    self = act("- damage: hp\n  amount: 3\n  to: attacker", stats=POOLS)
    assert (self["ann"].values["hp"], self["bob"].values["hp"]) == (7, 10)


PLACES = """
bodies: {man: {locations: {arm: {}, leg: {part_hp: 7}}}, snake: {locations: {tail: {}}}}
conditions: {cut: {per: location}, down: {while: hp <= 0}}
"""
PLACED = "part_hp: {pool: 4, per: location, overflow: hp}\nhp: {pool: 10}"


def test_damage_at_a_place_runs_over_into_the_whole() -> None:
    keys = "inputs: {at: {location: none}}"
    steps = "- damage: part_hp\n  amount: 6\n  at: at\n- let: {left: at.part_hp, top: at.part_hp.max}"
    arm = act(steps, stats=PLACED, more=PLACES, keys=keys, at="arm")
    assert arm["bob"].values == {"part_hp@arm": 0, "part_hp@leg": 7, "hp": 8}
    assert (arm.value("left"), arm.value("top"), arm.damage().at) == (0, 4, "arm")
    leg = act(steps, stats=PLACED, more=PLACES, keys=keys, at="leg")
    assert (leg["bob"].values["part_hp@leg"], leg["bob"].values["hp"], leg.value("top")) == (1, 10, 7)
    nowhere = act(steps, stats=PLACED, more=PLACES, keys=keys)
    assert nowhere["bob"].values == {"part_hp@arm": 4, "part_hp@leg": 7, "hp": 4}
    assert (nowhere.value("left"), nowhere.value("top")) == (0, 0)


# ---- gain, spend, set


@pytest.mark.parametrize(
    ("step", "start", "after"),
    [
        ("gain: n", 2, 3),
        ("gain: n\n  amount: 9", 2, 5),
        ("gain: n\n  amount: -9", 2, 0),
        ("gain: n", 8, 8),
        ("gain: n\n  amount: -1", 8, 7),
        ("spend: n", 2, 1),
        ("spend: n\n  amount: 9", 2, 0),
        ("spend: n", -3, -3),
        ("spend: n\n  amount: -1", -3, -2),
        ("spend: n\n  amount: -9", 2, 5),
        ("set: n\n  value: 9", 2, 9),
        ("set: n\n  value: -9", 2, -9),
    ],
)
def test_counters_stay_within_their_limits(step: str, start: int, after: int) -> None:
    played = act(f"- {step}", f"ann: {{n: {start}}}\nbob: {{}}", stats="n: {counter: 1, max: 5}")
    assert (played["ann"].values["n"], played["bob"].values["n"]) == (after, 1)


def test_a_pool_is_filled_only_to_its_own_maximum() -> None:
    played = act("- gain: hp\n  to: target\n  amount: 50", "ann: {}\nbob: {hp: 3/38}", stats="hp: {pool: 10}")
    assert played["bob"].values["hp"] == 38
    other = act(
        "- gain: part_hp\n  to: target\n  at: leg\n  amount: 50",
        "ann: {}\nbob: {parts: {leg: {part_hp: 1/6}}}",
        stats=PLACED,
        more=PLACES,
    )
    assert other["bob"].values["part_hp@leg"] == 6


def test_what_changed_is_told_with_before_and_after() -> None:
    played = act("- gain: n\n- spend: n\n  amount: 0\n- set: n\n  value: 2", stats="n: {counter: 1}")
    assert played.of(PoolChanged) == [PoolChanged("ann", "n", "", 1, 2, "rules.yaml:7")]


# ---- apply, remove

STUNS = """
conditions: {stunned: {}, dazed: {lasts: 2 rounds}, bleeding: {stacks: adds}, cut: {per: location}}
bodies: {man: {locations: {arm: {}, leg: {}}}, snake: {locations: {tail: {}}}}
"""


@pytest.mark.parametrize(
    ("steps", "held"),
    [
        ("- apply: stunned", {"stunned": Held(1)}),
        ("- apply: stunned\n  value: 3", {"stunned": Held(3)}),
        ("- apply: stunned\n  value: 0", {"stunned": Held(0)}),
        ("- apply: stunned\n  value: 3\n- apply: stunned\n  value: 2", {"stunned": Held(3)}),
        ("- apply: stunned\n  value: 3\n- apply: stunned\n  value: 4", {"stunned": Held(4)}),
        ("- apply: bleeding\n  value: 3\n- apply: bleeding\n  value: 2", {"bleeding": Held(5)}),
        ("- apply: dazed", {"dazed": Held(1, 2, "round")}),
        ("- apply: dazed\n  for: 5 rounds", {"dazed": Held(1, 5, "round")}),
        ("- apply: dazed\n  for: 1 + 2 minutes", {"dazed": Held(1, 3, "minute")}),
        ("- apply: dazed\n- apply: dazed\n  for: 1 round", {"dazed": Held(1, 2, "round")}),
        ("- apply: dazed\n- apply: dazed\n  for: 4 rounds", {"dazed": Held(1, 4, "round")}),
        ("- apply: dazed\n- apply: dazed\n  for: 1 minute", {"dazed": Held(1, 1, "minute")}),
        ("- apply: stunned\n  for: 4 rounds\n- apply: stunned", {"stunned": Held(1)}),
        ("- apply: stunned\n- apply: stunned\n  for: 4 rounds", {"stunned": Held(1)}),
        ("- apply: dazed\n  for: 0 - 3 rounds", {"dazed": Held(1, 0, "round")}),
        ("- apply: cut\n  at: arm", {"cut@arm": Held(1)}),
        ("- apply: cut\n  at: arm\n- apply: cut\n  at: leg\n  value: 2", {"cut@arm": Held(1), "cut@leg": Held(2)}),
        ("- apply: cut\n  at: tail", {}),
        ("- apply: stunned\n- remove: stunned", {}),
        ("- remove: stunned", {}),
        ("- apply: dazed\n- remove: dazed\n- apply: dazed\n  for: 1 round", {"dazed": Held(1, 1, "round")}),
        ("- apply: cut\n  at: arm\n- apply: cut\n  at: leg\n- remove: cut\n  at: leg", {"cut@arm": Held(1)}),
        ("- apply: cut\n  at: arm\n- apply: cut\n  at: leg\n- remove: cut", {}),
        ("- apply: cut\n  at: arm\n- remove: cut\n  at: tail", {"cut@arm": Held(1)}),
    ],
)
def test_conditions(steps: str, held: dict[str, Held]) -> None:
    played = act(steps, more=STUNS)
    assert played["bob"].conditions == held
    assert played["ann"].conditions == {}


def test_a_condition_at_no_place_does_nothing() -> None:
    steps = "- apply: cut\n  at: p\n- remove: cut\n  at: p"
    keys = "inputs: {p: {location: none}}"
    people = "ann: {}\nbob: {conditions: [cut at arm]}"
    played = act(steps, people, more=STUNS, keys=keys)
    assert played.of(ConditionChanged) == []
    assert act(steps, people, more=STUNS, keys=keys, p="arm")["bob"].conditions == {}


def test_the_time_a_condition_has_left_is_told() -> None:
    played = act("- apply: dazed\n- apply: dazed\n  for: 4 rounds", more=STUNS)
    assert played.of(ConditionChanged) == [
        ConditionChanged("bob", "dazed", "", None, 1, 2, "round", "rules.yaml:7"),
        ConditionChanged("bob", "dazed", "", 1, 1, 4, "round", "rules.yaml:8"),
    ]


def test_what_was_held_before_goes_on() -> None:
    people = "ann: {}\nbob: {conditions: [stunned 4, bleeding 2, cut 3 at arm]}"
    steps = "- apply: stunned\n- apply: bleeding\n- apply: cut\n  at: arm\n  value: 5\n- let: {s: target.stunned}"
    played = act(steps, people, more=STUNS)
    assert {key: held.value for key, held in played["bob"].conditions.items()} == {
        "stunned": 4,
        "bleeding": 3,
        "cut@arm": 5,
    }
    assert played.value("s") == 4


@pytest.mark.parametrize(
    ("step", "left"),
    [("- apply: dazed\n  for: 1 round", 2), ("- apply: dazed\n  for: 5 rounds", 5), ("- remove: dazed", None)],
)
def test_the_time_a_condition_had_before_goes_on(step: str, left: int | None) -> None:
    played = act(step, "ann: {}\nbob: {conditions: [dazed]}", more=STUNS)
    dazed = played["bob"].conditions.get("dazed")
    assert (dazed.left if dazed is not None else None) == left


# ---- conditions that hold by themselves


def test_derived_conditions_begin_and_end_with_what_they_depend_on() -> None:
    more = """
    options: {line: 0}
    conditions:
      down: {while: hp <= option.line}
      dying: {while: self is down and hp <= half}
    """
    stats = "hp: {pool: 10, min: none}\nhalf: {formula: floor(-hp.max / 2)}"
    game = small(
        acting("- damage: hp\n  amount: n\n- let: {d: target is down}", more=more, stats=stats, keys="inputs: {n: 0}")
    )
    one = game.act(n=10)
    assert one.of(ConditionBegan) == [ConditionBegan("bob", "down", "rules.yaml:13")]
    assert (one["bob"].derived, one.value("d")) == (frozenset({"down"}), True)
    assert game.act(n=15)["bob"].derived == {"down", "dying"}
    assert game.act(n=9)["bob"].derived == frozenset()
    assert game.under(line="3").act(n=7)["bob"].derived == {"down"}
    back = game.after(one).under(line="-2")
    assert back.fight.combatants["bob"].derived == frozenset()
    healed = small(acting("- gain: hp\n  to: target\n  amount: 3", more=more, stats=stats), "ann: {}\nbob: {hp: 0/10}")
    assert healed.fight.combatants["bob"].derived == {"down"}
    assert healed.act().of(ConditionEnded) == [ConditionEnded("bob", "down", "rules.yaml:12")]


# ---- note, stop, run


def test_notes_are_filled_in() -> None:
    steps = """
    - roll: a
      dice: d6
      outcomes: {great_hit: natural > 3, miss: otherwise}
    - lookup: place
      table: body
    - note: "<attacker> hits <target> at <place>: <a> + <1 / 3>, <a = 4>, <weapon.kind>, <option.text>, <place.dr>."
    """
    more = BODY + "options: {text: {text: Ha <ha>}}\nweapon: {kind: {choice: [long_axe, x]}}\n"
    played = act(steps, "ann: {name: Ann A.}\nbob: {}", more=more, dice={"a": 4, "place": 4})
    assert played.notes() == ["Ann A. hits bob at arm: 4 + 1/3, yes, long axe, Ha <ha>, 1."]


def test_stop_ends_the_action_wherever_it_stands() -> None:
    more = "chains: {c: [{note: in}, {stop: Enough of <attacker>., when: n = 1}, {note: out}]}"
    steps = "- run: c\n- note: after\n- stop: ''\n- note: never"
    keys = "inputs: {n: 0}\nreport: {N: n}"
    stopped = act(steps, more=more, keys=keys, n=1)
    assert (stopped.notes(), stopped.stopped()) == (["in"], ["Enough of ann."])
    assert stopped.events[-1] == Ended((("N", 1),))
    assert act(steps, more=more, keys=keys, n=2).notes() == ["in", "out", "after"]
    assert act(steps, more=more, keys=keys, n=2).of(Stopped) == [Stopped("", "rules.yaml:10")]


CHAINS = """
chains:
  hurt:
    who: [striker, victim]
    inputs: {points: , times: 2, where: {location: arm}}
    steps:
      - let: {all: points * times}
      - damage: hp
        amount: all
      - note: <striker> hurts <victim> at <where>
bodies: {man: {locations: {arm: {}, leg: {}}}}
"""


def test_a_chain_is_run_with_inputs_and_for_others() -> None:
    steps = """
    - run: hurt
      who: [target, attacker]
      with: {points: 1 + 1}
    - run: hurt
      who: [attacker, target]
      with: {points: 3, times: 1}
    - let: {last: all, t: times}
    """
    played = act(steps, more=CHAINS, stats="hp: {pool: 10}")
    assert (played["ann"].values["hp"], played["bob"].values["hp"]) == (6, 7)
    assert played.notes() == ["bob hurts ann at arm", "ann hurts bob at arm"]
    assert (played.value("last"), played.value("t")) == (3, 1)
    assert [event.chain for event in played.of(Entered)] == ["hurt", "hurt"]


def test_a_single_role_fills_those_of_a_chain() -> None:
    more = "chains: {c: {who: [victim], steps: [{damage: hp, amount: 2}]}}"
    played = act("- run: c", more=more, stats="hp: {pool: 10}", keys="who: [hero]")
    assert played["ann"].values["hp"] == 8


def test_a_chain_begins_anew_each_time() -> None:
    more = """
    chains:
      c:
        inputs: {go: no}
        steps:
          - roll: r
            when: go
            dice: d6
            outcomes: {big: natural > 3, small: otherwise}
          - lookup: l
            when: go
            table: t
          - choose: k
            when: go
            options: {x: a, y: b}
    tables: {t: {dice: d4, fields: {n: 7}, rows: {1-4: row}}}
    """
    steps = """
    - let: {on: 1 = 1, off: 1 = 2}
    - run: c
      with: {go: on}
    - let: {r1: r is big, l1: l is row, k1: k is x}
    - run: c
      with: {go: off}
    - let: {r2: r is big, l2: l is none, k2: k is none, n2: r.natural, h2: l.n, m2: r is none, g: go}
    """
    played = act(steps, more=more, dice={"r": 5, "l": 1}, choices={"k": "x"})
    assert [played.value(x) for x in ("r1", "l1", "k1")] == [True, True, True]
    assert [played.value(x) for x in ("r2", "l2", "k2", "n2", "h2", "m2", "g")] == [
        False,
        True,
        True,
        0,
        0,
        True,
        False,
    ]


def test_the_inputs_of_a_chain_may_read_what_it_came_to_before() -> None:
    more = "chains: {c: {inputs: {last: 0}, steps: [{roll: r, dice: d6}]}}"
    steps = "- run: c\n- run: c\n  with: {last: r}\n- let: {x: last, y: r}"
    played = act(steps, more=more, dice={"r": [5, 2]})
    assert (played.value("x"), played.value("y")) == (5, 2)


def test_numbers_cannot_outgrow_the_machine() -> None:
    squares = "".join(f"    a{n}: a{n - 1} * a{n - 1}\n" for n in range(1, 60))
    game = small(acting(f"- let:\n    a0: 7\n{squares}"))
    with pytest.raises(CrittuiError, match="beyond all measure") as caught:
        game.begin()
    assert caught.value.where.startswith("rules.yaml:")
    halves = squares.replace("a0 * a0", "a0 * a0 / 3")
    with pytest.raises(CrittuiError, match="beyond all measure"):
        small(acting(f"- let:\n    a0: 7\n{halves}")).begin()


def test_a_body_without_rolls_has_only_called_places() -> None:
    more = "bodies: {b: {dice: d4, locations: {arm: {roll: 1-4}}}, c: {locations: {tail: {}}}}"
    steps, keys = "- lookup: a\n  table: body\n  row: aimed\n- let: {x: a is none}", "inputs: {aimed: {location: none}}"
    people = "ann: {}\nbob: {body: c}"
    played = act(steps, people, more=more, keys=keys)
    assert (played.value("x"), played.of(Rolled), played.of(LookedUp)) == (True, [], [])
    assert act(steps, people, more=more, keys=keys, aimed="tail").found("a") == "tail"


# ---- who may act

ALLOWED = """
allowed:
  Not while stunned: attacker is not stunned
  Only the strong: attacker.strength > 3
inputs:
  aimed:
    location: none
    allowed: {Only what is there: aimed is not cut, No heads: aimed is not head}
  n: {score: 0, allowed: n < 5}
"""
ALLOWED_MORE = """
conditions: {stunned: {}, cut: {per: location}}
bodies: {man: {locations: {head: {}, arm: {}}}, snake: {locations: {tail: {}}}}
words: {Only the strong: {es: Solo fuertes}}
"""


@pytest.mark.parametrize(
    ("people", "inputs", "words"),
    [
        ("ann: {strength: 4}\nbob: {}", {}, ""),
        ("ann: {strength: 3}\nbob: {}", {}, "Only the strong"),
        ("ann: {strength: 3, conditions: [stunned]}\nbob: {}", {}, "Not while stunned"),
        ("ann: {strength: 4}\nbob: {conditions: [cut at arm]}", {"aimed": "arm"}, "Only what is there"),
        ("ann: {strength: 4, conditions: [cut at arm]}\nbob: {}", {"aimed": "arm"}, ""),
        ("ann: {strength: 4}\nbob: {conditions: [cut at head]}", {"aimed": "head"}, "Only what is there"),
        ("ann: {strength: 4}\nbob: {}", {"aimed": "head"}, "No heads"),
        ("ann: {strength: 4}\nbob: {}", {"n": 5}, "not permitted now: n < 5"),
    ],
)
def test_the_words_of_the_first_rule_that_forbids_it(people: str, inputs: dict[str, Any], words: str) -> None:
    game = small(acting("- note: x", keys=ALLOWED, more=ALLOWED_MORE, stats="strength: 1"), people)
    assert refusal(game.rules, game.fight, game.call(**inputs)) == words
    if words:
        with pytest.raises(Refused) as caught:
            game.begin(**inputs)
        assert caught.value.what == words
    else:
        assert game.act(**inputs).notes() == ["x"]


def test_the_words_are_told_in_the_language_of_the_call() -> None:
    game = small(acting("- note: x", keys=ALLOWED, more=ALLOWED_MORE, stats="strength: 1"))
    assert refusal(game.rules, game.fight, game.call(), "es") == "Solo fuertes"


def test_nobody_can_be_in_two_roles() -> None:
    game = small(acting("- note: x"))
    assert "two roles" in refusal(game.rules, game.fight, game.call("act", "ann ann"))
    with pytest.raises(Refused):
        game.begin("act", "bob bob")


@pytest.mark.parametrize(
    ("change", "what"),
    [
        ({"action": "nothing"}, "no action"),
        ({"who": "ann"}, "nobody is"),
        ({"who": "ann zed"}, "no combatant"),
        ({"weapon": "club"}, "no weapon"),
        ({"m": 3}, "no input"),
        ({"n": "many"}, "whole number"),
        ({"aimed": "nose"}, "no location"),
        ({"aimed": "tail"}, "no location"),
        ({"aimed": "hands"}, "several"),
        ({"way": "sideways"}, "none of"),
        ({"harm": "2x6"}, "not dice"),
        ({"things": {"skill": "x"}}, "no 'skill'"),
        ({"n": True}, "whole number"),
        ({"n": Fraction(3, 2)}, "whole number"),
        ({"way": 3}, "none of"),
        ({"yes": 3}, "yes nor no"),
    ],
)
def test_a_call_that_makes_no_sense_is_an_error(change: dict[str, Any], what: str) -> None:
    keys = "inputs: {n: 0, aimed: {location: none}, way: {choice: [up, down]}, harm: 1d6, yes: no}"
    more = "bodies: {man: {locations: {hands: {either: [l, r]}, l: {}, r: {}}}, snake: {locations: {tail: {}}}}"
    game = small(acting("- note: x", keys=keys, more=more))
    action, who = str(change.pop("action", "act")), str(change.pop("who", ""))
    call = game.call(who=who, **change)
    call = replace(call, action=action)
    with pytest.raises(CrittuiError, match=what) as caught:
        begin(game.rules, game.fight, call)
    assert not isinstance(caught.value, Refused)


# ---- answers

ASKING = """
- roll: a
  dice: 2d6
- roll: b
  dice: 2d6 highest
- choose: c
  pick: 2
  options: {x: X, y: Y, z: Z}
- damage: hp
  amount: a + b.highest
"""


@pytest.mark.parametrize(
    "answer",
    [
        Faces(()),
        Faces((1,)),
        Faces((1, 2, 3)),
        Faces((0, 1)),
        Faces((7, 1)),
        Faces((-1, 1)),
        Natural(1),
        Natural(13),
        Picked(("x",)),
        Picked(()),
    ],
    ids=str,
)
def test_a_wrong_answer_changes_nothing(answer: Faces | Natural | Picked) -> None:
    machine = small(acting(ASKING, stats="hp: {pool: 20}")).begin()
    before = (machine.request, machine.events, machine.slots, machine.pc, machine.visited)
    with pytest.raises(AnswerError) as caught:
        machine.answer(answer)
    assert caught.value.what
    assert (machine.request, machine.events, machine.slots, machine.pc, machine.visited) == before


def test_the_single_dice_must_be_told_where_they_matter() -> None:
    machine = small(acting(ASKING, stats="hp: {pool: 20}")).begin().answer(Natural(9))
    with pytest.raises(AnswerError, match="single dice") as caught:
        machine.answer(Natural(6))
    assert caught.value.hint
    assert machine.answer(Faces((2, 6))).request is not None


@pytest.mark.parametrize("options", [(), ("x",), ("x", "x"), ("x", "y", "z"), ("x", "w"), ("X", "Y")])
def test_a_wrong_choice_changes_nothing(options: tuple[str, ...]) -> None:
    machine = small(acting(ASKING, stats="hp: {pool: 20}")).begin().answer(Natural(9)).answer(Faces((2, 6)))
    with pytest.raises(AnswerError):
        machine.answer(Picked(options))
    with pytest.raises(AnswerError, match="choice"):
        machine.answer(Faces((1,)))
    assert machine.answer(Picked(("z", "x"))).done


def test_a_machine_that_is_done_asks_nothing() -> None:
    machine = small(acting("- note: x")).begin()
    assert machine.done
    with pytest.raises(AnswerError, match="nothing was asked"):
        machine.answer(Faces((1,)))


def test_machines_do_not_change_when_they_are_answered() -> None:
    start = small(acting(ASKING, stats="hp: {pool: 20}")).begin()
    rolled = start.answer(Natural(9))
    other = start.answer(Natural(3))
    assert [event.natural for event in (*rolled.events, *other.events) if isinstance(event, Rolled)] == [9, 3]
    ends = [one.answer(Faces((1, 2))).answer(Picked(("x", "y"))) for one in (rolled, other, rolled)]
    hp = [event.after for end in ends for event in end.events if isinstance(event, PoolChanged)]
    assert hp == [9, 15, 9]


def test_a_face_typed_in_is_told_as_such() -> None:
    machine = small(acting("- roll: a\n  dice: d6")).begin().answer(Faces((3,), by_hand=True))
    assert [event.by_hand for event in machine.events if isinstance(event, Rolled)] == [True]


# ---- the beginning and the end


def test_the_beginning_is_told_with_all_that_was_chosen() -> None:
    game = small(acting("- note: x", keys="inputs: {n: 0, aim: no}", more="weapons: {club: {}}"))
    machine = begin(game.rules, game.fight, game.call("act", "bob ann", weapon="club", n=3))
    assert machine.events[0] == Started("act", (("attacker", "bob"), ("target", "ann")), "club", (("n", 3),))


def test_the_end_tells_the_report_the_verdict_and_where_it_struck() -> None:
    steps = PLACE + "\n- damage: hp\n  amount: n\n- damage: hp\n  to: attacker\n  amount: 1"
    keys = """
    inputs: {n: 0}
    report: {Hit: n > 0, At: place, Points: n / 2}
    shows: {verdict: {critical: n > 5, hit: n > 0, miss: otherwise}}
    """
    stats = "hp: {pool: 3, overflow: con}\ncon: {pool: 3}"
    played = act(steps, stats=stats, more=BODY, keys=keys, n=5, dice={"place": 4})
    assert played.events[-2:] == (
        Struck("bob", "arm", 5),
        Ended((("Hit", True), ("At", "arm"), ("Points", 2.5)), "hit"),  # type: ignore[arg-type]
    )
    assert played["bob"].struck == {"arm": 5}
    assert act(steps, stats=stats, more=BODY, keys=keys, n=6, dice={"place": 4}).events[-1].verdict == "critical"  # type: ignore[union-attr]
    miss = act(steps, stats=stats, more=BODY, keys=keys, n=0, dice={"place": 4})
    assert (miss.of(Struck), miss.of(Ended)[0].verdict) == ([], "miss")


def test_where_it_struck_may_be_said() -> None:
    steps = PLACE + "\n- let: {part: place.inward}\n- damage: hp\n  amount: 2"
    keys = "shows: {struck: part}"
    played = act(steps, stats="hp: {pool: 3}", more=BODY, keys=keys, dice={"place": 2, "place_either": 1})
    assert played.of(Struck) == [Struck("bob", "arm", 2)]


def test_a_damage_is_told_before_what_it_changed() -> None:
    played = act(
        "- damage: hp\n  amount: 2\n  as: blow", stats="hp: {pool: 3}", more="conditions: {hurt: {while: hp < 2}}"
    )
    assert [type(event) for event in played.events] == [Started, Damaged, PoolChanged, ConditionBegan, Ended]
    assert played.damage().name == "blow"


def test_steps_know_the_words_of_their_rule() -> None:
    game = small(
        acting(
            "- note: x\n  rule: {en: Because., es: Porque.}\n- lookup: a\n  table: t\n  value: 1",
            more="tables: {t: {rows: {1: {text: x, then: [{note: y, rule: In a row.}]}}}}",
        )
    )
    notes = [event.where for event in game.act().events if type(event).__name__ == "Noted"]
    assert [game.rules.rule_at(where) for where in notes] == ["Because.", "In a row."]
    assert game.rules.rule_at(notes[0], "es") == "Porque."
    assert game.rules.rule_at("nowhere:1") == ""


@pytest.mark.parametrize(
    ("dice", "faces", "row"), [("d6-4", 3, "a"), ("2d6+1", (6, 6), "b"), ("-d6", 2, "a"), ("d6 + d4", (6, 4), "b")]
)
def test_tables_may_have_any_dice(dice: str, faces: int | tuple[int, ...], row: str) -> None:
    played = act(
        "- lookup: a\n  table: t",
        more=f"tables: {{t: {{dice: {dice}, rows: {{0 or less: a, 1+: b}}}}}}",
        dice={"a": faces},
    )
    assert (played.found("a"), played.rolled()) == (row, ["a"])


REFUSING = """
- choose: defense
  options:
    dodge: Dodge
    block: {when: attacker.skill > 0, allowed: {The shield is broken: attacker.skill > 50}}
    hide: {when: attacker.skill > 90}
    none_at_all: No defense
"""


def test_what_is_refused_stays_in_sight_with_the_words_of_the_rule() -> None:
    request = small(acting(REFUSING, stats="skill: 10")).begin().request
    assert isinstance(request, ChooseRequest)
    assert [offer.option for offer in request.offers] == ["dodge", "none_at_all"]
    assert request.refused == (Refusal("block", "block", "The shield is broken"),)
    with pytest.raises(AnswerError):
        small(acting(REFUSING, stats="skill: 10")).begin().answer(Picked(("block",)))
