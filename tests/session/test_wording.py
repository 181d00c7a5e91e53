"""Events in words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import astuple, replace
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from crittui.rules.events import (
    Chosen,
    CombatEnded,
    Computed,
    ConditionBegan,
    ConditionChanged,
    ConditionEnded,
    Damaged,
    Ended,
    Entered,
    Event,
    LookedUp,
    NoTable,
    Noted,
    OptionSet,
    PeriodBegan,
    PoolChanged,
    Rolled,
    RoundBegan,
    Started,
    Stopped,
    Struck,
    Ticked,
    TurnBegan,
)
from crittui.rules.requests import GM, Modifier
from crittui.session.lines import (
    ChoiceLine,
    Detail,
    EditLine,
    EffectLine,
    Head,
    Line,
    LookupLine,
    MissingTableLine,
    NoteLine,
    RollLine,
    RoundLine,
    RulesLine,
    SummaryLine,
    TimeLine,
    TurnLine,
    WaitLine,
)
from crittui.session.naming import Naming, brief
from crittui.session.wording import told
from tests.session.spoken import Spoken

NAMES = {
    "mira": "Mira Stonehand",
    "grukk": "Grukk One-Eye",
    "anselm": "Brother Anselm of the Long Road",
    "ryu": "龍之介",
    "tom": "Old Tom",
    "guard": "Gate Guard 1",
    "other": "Gate Guard 2",
}
PLACES = {"lower_left_arm": "L forearm", "left_hand": "L hand"}
LABELS = {"dead": "dies", "maimed": "Maimed - of no use before proper healing", "head": "Head (Brain)"}
NAMING = Naming(Spoken(LABELS, {"r:1": "The highest number always hits."}), NAMES, PLACES)


def say(*events: Event, number: int = 12, waits_for: str = "", undone: bool = False) -> list[Line]:
    return told(NAMING, events, number=number, waits_for=waits_for, undone=undone)


def start(actor: str = "mira", target: str = "grukk", weapon: str = "sabre") -> Started:
    return Started("attack", (("attacker", actor), ("target", target)), weapon, ())


def attack(natural: int, total: int, goal: int, outcome: str, *modifiers: tuple[str, int], **more: bool) -> Rolled:
    named = tuple(Modifier(*modifier) for modifier in modifiers)
    under = more.get("under", False)
    return Rolled("attack", "mira", "d20", (natural,), natural, named, total, goal, under, outcome)


def plain_roll(id: str, dice: str, *faces: int, total: int | None = None, by: str = "mira") -> Rolled:
    natural = sum(faces)
    return Rolled(id, by, dice, faces, natural, (), natural if total is None else total, None, False, "")


def located(at: str, face: int) -> tuple[Rolled, LookedUp]:
    return plain_roll("location", "d20", face), LookedUp("location", "body", str(face), "", at, "grukk")


def lost(pool: str, before: int, after: int, who: str = "grukk", at: str = "") -> PoolChanged:
    return PoolChanged(who, pool, at, before, after)


def got(condition: str, at: str = "", who: str = "grukk") -> ConditionChanged:
    return ConditionChanged(who, condition, at, None, 1)


def summary(*events: Event) -> SummaryLine:
    (line,) = [line for line in say(start(), *events) if isinstance(line, SummaryLine)]
    return line


SEVERED = (
    start(),
    attack(20, 26, 15, "natural_20", ("attack_bonus", 4), ("flanking", 2)),
    Rolled("confirm", "mira", "d20", (15,), 15, (Modifier("attack_bonus", 4),), 19, 15, False, "hit"),
    *located("lower_left_arm", 8),
    Computed("part", "lower_left_arm"),
    plain_roll("damage", "1d8", 6),
    Computed("wound", 6, "floor(max(0, 6 − 0) × 1)", "r:9"),
    Damaged("blow", "grukk", "hp", "", 6, 6, 0, 0),
    lost("hp", 22, 16),
    Damaged("", "grukk", "con", "", 8, 6, 1, 1),
    lost("con", 8, 2),
    got("severed", "lower_left_arm"),
    got("severed", "left_hand"),
    Struck("grukk", "lower_left_arm", 12),
    Ended(verdict="critical"),
)


def test_a_whole_chain() -> None:
    head, attacked, confirmed, location, damage, end = say(*SEVERED)
    assert head == Head(needs=1, actor="Mira Stonehand", target="Grukk One-Eye", what="sabre", number=12, badge="12")
    assert isinstance(attacked, RollLine)
    assert (attacked.faces, attacked.total, attacked.sign, attacked.goal) == ((20,), 26, "≥", 15)
    assert attacked.modifiers == (("attack bonus", 4), ("flanking", 2))
    assert (attacked.outcome, attacked.tone, attacked.needs) == ("natural 20", "critical", 2)
    assert isinstance(confirmed, RollLine)
    assert (confirmed.outcome, confirmed.tone) == ("hit", "pass")
    assert isinstance(location, LookupLine)
    assert (location.label, location.faces, location.text, location.needs) == ("location", (8,), "lower left arm", 5)
    assert isinstance(damage, RollLine)
    assert (damage.total, damage.goal, damage.sign, damage.outcome) == (6, None, "", "")
    assert isinstance(end, SummaryLine)
    assert replace(end, details=()) == SummaryLine(
        needs=len(SEVERED), verdict="critical", word="CRITICAL", text="L forearm severed −6 hp −6 con"
    )


def test_what_is_not_on_the_log_stands_behind_the_line_before_it() -> None:
    damage = say(*SEVERED)[4]
    assert damage.details[:4] == (
        Detail("wound", "floor(max(0, 6 − 0) × 1) = 6", "r:9", kind="sum"),
        Detail("Grukk One-Eye", "hp 22 → 16"),
        Detail("con", "−6, 1 more run on, 1 lost", kind="sum"),
        Detail("Grukk One-Eye", "con 8 → 2"),
    )
    assert Detail("Grukk One-Eye", "L hand severed") in damage.details
    assert say(*SEVERED)[3].details == ()


def test_behind_the_summary_stands_all_arithmetic_of_the_chain() -> None:
    early = Computed("reach", 3, "1 + 2")
    events = (*SEVERED[:1], early, *SEVERED[1:-1], Stopped("That is enough."), SEVERED[-1])
    assert [(piece.label, piece.text) for piece in say(*events)[-1].details] == [
        ("reach", "1 + 2 = 3"),
        ("wound", "floor(max(0, 6 − 0) × 1) = 6"),
        ("Grukk One-Eye", "hp 22 → 16"),
        ("con", "−6, 1 more run on, 1 lost"),
        ("Grukk One-Eye", "con 8 → 2"),
        ("stopped", "That is enough."),
    ]


def test_behind_what_a_condition_did_stands_its_arithmetic() -> None:
    worked = (PeriodBegan("grukk", "bleeding"), Computed("loss", 2, "1 × 2"), lost("hp", 5, 3))
    (line,) = say(*worked)
    assert [piece.text for piece in line.details] == ["1 × 2 = 2", "hp 5 → 3"]


def test_every_line_says_how_many_events_it_needs() -> None:
    needs = [line.needs for line in say(*SEVERED)]
    assert needs == sorted(needs)
    for index, line in enumerate(say(*SEVERED)):
        assert replace(say(*SEVERED[: line.needs])[index], details=()) == replace(line, details=())
        assert len(say(*SEVERED[: line.needs - 1])) <= index or not isinstance(line, SummaryLine)


def test_the_rules_own_words() -> None:
    roll = Rolled("attack", "mira", "d20", (20,), 20, (), 20, 15, False, "hit", where="r:1")
    assert say(start(), roll)[1].rule == "The highest number always hits."


def test_a_death_is_named_last() -> None:
    line = summary(
        lost("hp", 16, 0),
        lost("con", 10, -6),
        ConditionBegan("grukk", "dead"),
        got("bleeding"),
        Struck("grukk", "chest", 32),
        Ended(verdict="hit"),
    )
    assert line.text == "chest −16 hp −16 con · bleeding · Grukk dies"
    assert line.dies


def test_what_only_leaves_the_fight_is_not_a_death() -> None:
    line = summary(lost("hp", 3, 0), ConditionBegan("grukk", "asleep"), Ended(verdict="hit"))
    assert (line.text, line.dies) == ("−3 hp · Grukk asleep", False)


def test_pools_and_conditions_count_net() -> None:
    line = summary(
        lost("hp", 20, 12),
        lost("hp", 12, 15),
        lost("luck", 1, 0, "mira"),
        lost("luck", 0, 1, "mira"),
        got("bleeding"),
        ConditionChanged("grukk", "bleeding", "", 1, None),
        Ended(verdict="hit"),
    )
    assert line.text == "−5 hp"


def test_counters_come_behind_pools_and_pools_as_in_their_file() -> None:
    line = summary(
        lost("parries", 1, 0),
        lost("con", 10, 4),
        lost("hp", 20, 14),
        got("bleeding"),
        Struck("grukk", "chest", 6),
        Ended(verdict="hit"),
    )
    assert line.text == "chest −6 hp −6 con · bleeding · −1 parries"
    at_a_place = summary(lost("notches", 0, 1, at="head"), lost("hits", 4, 1, at="head"), Ended(verdict="hit"))
    assert at_a_place.text == "head −3 hits +1 notches"
    struck = summary(lost("notches", 0, 1, at="head"), Struck("grukk", "head", 1), Ended(verdict="hit"))
    assert struck.text == "head +1 notches"


SAYING_HOW = Naming(Spoken(changes={"r:1": "spend", "r:2": "set", "r:3": "gain"}), NAMES)


def changed(pool: str, before: int, after: int, who: str, where: str) -> PoolChanged:
    return PoolChanged(who, pool, "", before, after, where)


@pytest.mark.parametrize(
    ("who", "pool", "text"),
    [
        ("mira", "luck", "Mira misses · −1 luck"),
        ("mira", "hp", "Mira misses · −1 hp"),
        ("grukk", "luck", "Mira misses · Grukk −1 luck"),
    ],
)
def test_what_was_paid_is_told_and_whose_it_was(who: str, pool: str, text: str) -> None:
    events = (start(), changed(pool, 3, 2, who, "r:1"), Ended(verdict="miss"))
    head, line = told(SAYING_HOW, events)
    assert isinstance(line, SummaryLine)
    assert line.text == text
    assert head.details[0].text == f"{pool} 3 → 2"


def test_a_counter_that_was_set_says_to_what() -> None:
    def said(*changes: PoolChanged) -> str:
        line = told(SAYING_HOW, (start(), *changes, Ended()))[-1]
        assert isinstance(line, SummaryLine)
        return line.text

    assert said(changed("pace", 0, 10, "grukk", "r:2")) == "pace 10"
    assert said(changed("pace", 0, 10, "grukk", "r:2"), changed("pace", 10, 9, "grukk", "r:3")) == "+9 pace"
    assert said(changed("hp", 4, 10, "grukk", "r:2")) == "+6 hp"


def test_what_happens_to_others_says_to_whom() -> None:
    line = summary(lost("luck", 0, 1, "mira"), lost("hp", 20, 18, "tom"), Ended(verdict="miss"))
    assert line.text == "Mira misses · +1 luck · Old Tom −2 hp"


def test_places_other_than_the_one_struck() -> None:
    line = summary(
        lost("hp", 20, 10),
        got("maimed", "left_hand"),
        got("maimed", "lower_left_arm"),
        Struck("grukk", "left_hand", 10),
        Ended(verdict="hit"),
    )
    assert line.text == "L hand maimed −10 hp · L forearm maimed"


def test_a_pool_of_one_place() -> None:
    line = summary(lost("hits", 4, 1, at="head"), Struck("grukk", "head", 3), Ended(verdict="hit"))
    assert line.text == "head −3 hits"


def test_a_hit_that_does_nothing_still_says_where() -> None:
    assert summary(*located("chest", 5), Ended(verdict="hit")).text == "chest"
    assert summary(Ended(verdict="hit")).text == "no effect"
    assert summary(Stopped("That part is already gone."), Ended(verdict="hit")).text == "That part is already gone."


@pytest.mark.parametrize(
    ("verdict", "text", "word"),
    [("miss", "Mira misses", ""), ("defended", "Grukk defends", ""), ("fumble", "no effect", "FUMBLE")],
)
def test_verdicts(verdict: str, text: str, word: str) -> None:
    line = summary(attack(3, 6, 16, "miss"), Ended(verdict=verdict))
    assert (line.verdict, line.text, line.word) == (verdict, text, word)


def test_no_verdict_and_no_consequence_is_no_summary() -> None:
    assert [type(line) for line in say(start(), attack(3, 6, 16, "miss"), Ended())] == [Head, RollLine]
    assert summary(lost("hp", 5, 4), Ended()).text == "−1 hp"


def test_a_condition_that_goes_or_grows() -> None:
    line = summary(
        ConditionChanged("grukk", "bleeding", "", 1, None),
        ConditionChanged("grukk", "shock", "", 1, 4),
        Ended(verdict="hit"),
    )
    assert line.text == "no longer bleeding · shock 4"


@pytest.mark.parametrize(
    ("total", "goal", "under", "sign"),
    [
        (15, 15, False, "≥"),
        (14, 15, False, "<"),
        (11, 11, True, "≤"),
        (12, 11, True, ">"),
    ],
)
def test_the_sign_is_the_one_that_holds(total: int, goal: int, under: bool, sign: str) -> None:
    line = say(start(), attack(total, total, goal, "x", under=under))[1]
    assert isinstance(line, RollLine)
    assert line.sign == sign


def test_under_a_goal_the_modifiers_belong_to_the_goal() -> None:
    roll = Rolled("attack", "mira", "3d6", (2, 3, 3), 8, (Modifier("range", -2),), 8, 11, True, "hit")
    line = say(start(), roll)[1]
    assert isinstance(line, RollLine)
    assert (line.constant, line.total, line.modifiers) == (0, 8, (("range", -2),))


def test_the_constant_of_the_dice_comes_first() -> None:
    roll = Rolled("damage", "mira", "2d8+3", (3, 5), 8, (Modifier("rage", 2),), 13, None, False, "")
    line = say(start(), roll)[1]
    assert isinstance(line, RollLine)
    assert (line.constant, line.modifiers, line.dice) == (3, (("rage", 2),), "2d8+3")


def test_dice_of_which_only_the_sum_was_told() -> None:
    line = say(start(), Rolled("damage", "mira", "2d8", (), 11, (), 11, None, False, "", by_hand=True))[1]
    assert isinstance(line, RollLine)
    assert (line.faces, line.told, line.by_hand) == ((11,), True, True)


@pytest.mark.parametrize(
    ("outcome", "natural", "passes", "tone"),
    [
        ("natural_20", 20, True, "critical"),
        ("natural_20", 20, False, "fumble"),
        ("natural_1", 1, False, "fumble"),
        ("hit", 20, True, "pass"),
        ("miss", 1, False, "fail"),
        ("critical_hit", 4, True, "critical"),
        ("critical_miss", 18, False, "fumble"),
        ("fumbled", 3, True, "fumble"),
        ("hit", 3, None, "plain"),
        ("", 20, True, "plain"),
    ],
)
def test_how_an_outcome_is_taken(outcome: str, natural: int, passes: bool | None, tone: str) -> None:
    assert NAMING.tone(outcome, "", natural, passes) == tone


def test_the_author_has_the_last_word_on_how_it_is_taken() -> None:
    naming = Naming(Spoken(tones={"threat": "critical"}), NAMES)
    assert naming.tone("threat", "", 19, True) == "critical"


def test_a_defence_that_works_is_good_and_the_choice_stands_with_its_roll() -> None:
    events: Sequence[Event] = (
        start(),
        Chosen("defense", "grukk", ("dodge",), False, ("dodge", "none")),
        Entered("something"),
        Rolled("defends", "grukk", "3d6", (1, 2, 3), 6, (), 6, 8, True, "success"),
    )
    _, line = say(*events)
    assert isinstance(line, RollLine)
    assert (line.label, line.choices, line.tone) == ("defends", ("dodge",), "good")


def test_a_choice_that_leads_to_no_roll_is_a_line_of_its_own() -> None:
    chosen = Chosen("defence", "grukk", ("none_at_all",), False, ("dodge", "none_at_all"))
    assert say(start(), chosen, plain_roll("damage", "1d8", 3))[1] == ChoiceLine(
        needs=2, label="defence", by="grukk", text="none at all"
    )
    assert isinstance(say(start(), chosen, *located("chest", 3))[1], ChoiceLine)


def test_a_choice_nobody_had_stands_behind_the_line() -> None:
    head, roll = say(start(), Chosen("way", "grukk", ("left",), True, ("left",)), plain_roll("damage", "1d8", 3))
    assert head.details == (Detail("way", "left"),)
    assert isinstance(roll, RollLine)


def test_a_lookup_without_dice_and_one_of_two_dice() -> None:
    called = say(start(), LookedUp("location", "body", "head", "", "head", "grukk"))[1]
    assert called == LookupLine(needs=2, label="location", text="Head (Brain)")
    either = say(
        start(),
        plain_roll("location", "3d6", 2, 2, 3),
        plain_roll("location_either", "d2", 2),
        LookedUp("location", "body", "7", "", "left_hand", "grukk"),
    )
    assert isinstance(either[1], LookupLine)
    assert (len(either), either[1].faces, either[1].text) == (2, (2, 2, 3, 2), "left hand")


def test_a_lookup_says_what_was_added_to_its_dice() -> None:
    roll = Rolled("effect", "mira", "d10", (7,), 7, (Modifier("severity", 2),), 9, None, False, "")
    line = say(start(), roll, LookedUp("effect", "cuts", "9-10", "A deep cut."))[1]
    assert isinstance(line, LookupLine)
    assert (line.text, line.modifiers, line.total) == ("A deep cut.", (("severity", 2),), 9)


def test_the_head_of_a_called_shot_names_the_place() -> None:
    aimed = replace(start(), inputs=(("bonus", 2), ("called", "left_eye")))
    assert [line.what for line in say(aimed) if isinstance(line, Head)] == ["sabre · left eye"]
    nowhere = replace(start(), inputs=(("called", ""),))
    assert [line.what for line in say(nowhere) if isinstance(line, Head)] == ["sabre"]


def test_only_short_choices_stand_among_the_modifiers() -> None:
    def choices(option: str) -> tuple[list[str], list[str]]:
        chosen = Chosen("manner", "mira", (option,), False, (option,))
        lines = say(start(), chosen, attack(14, 19, 15, "hit"))
        own = [line.text for line in lines if isinstance(line, ChoiceLine)]
        return own, [choice for line in lines if isinstance(line, RollLine) for choice in line.choices]

    assert choices("carefully") == ([], ["carefully"])
    assert choices("with_all_one_s_might") == (["with all one s might"], [])


def test_a_lookup_of_a_number_shows_the_number() -> None:
    line = say(start(), LookedUp("location", "body", "40-49", "left leg", number=45))[1]
    assert isinstance(line, LookupLine)
    assert (line.faces, line.dice, line.text) == ((45,), "", "left leg")


def test_a_row_that_is_made_up_says_so() -> None:
    cut, fall = LookedUp("effect", "cuts", "9", "A deep cut."), LookedUp("next", "falls", "1", "Down.")
    made_up = replace(NAMING, speech=Spoken(stand_ins={"cuts"}))
    found = [line.text for line in told(made_up, [start(), cut, fall]) if isinstance(line, LookupLine)]
    assert found == ["A deep cut. (stand-in)", "Down."]


def test_a_table_without_rows() -> None:
    line = say(start(), NoTable("effect", "location_die"))[1]
    assert isinstance(line, MissingTableLine)
    assert line.text.startswith("location die: nobody has filled this table yet")
    assert line.text.endswith("an add-on fills it with rows under tables: location_die")


def test_whom_the_chain_waits_for() -> None:
    lines = say(start(), attack(14, 19, 15, "hit"), waits_for="grukk")
    assert lines[-1] == WaitLine(needs=2, text="waits for Grukk One-Eye")
    assert say(start(), waits_for=GM)[-1] == WaitLine(needs=1, text="waits for GM")


def test_taken_back() -> None:
    lines = say(*SEVERED, undone=True, waits_for="grukk")
    assert all(line.undone for line in lines)
    assert isinstance(lines[0], Head)
    assert lines[0].badge == "undone"
    assert not any(isinstance(line, WaitLine) for line in lines)


def test_an_action_without_a_weapon_or_a_target() -> None:
    naming = Naming(Spoken({"save": "Saving Throw (any)"}), NAMES)
    lines = told(naming, (Started("save", (("saver", "mira"),), "", ()),), number=3)
    assert lines == [Head(needs=1, actor="Mira Stonehand", what="saving Throw", number=3, badge="3")]


def test_short_names_still_tell_who() -> None:
    short = {who: NAMING.short(who) for who in NAMES}
    assert short == {
        "mira": "Mira",
        "grukk": "Grukk",
        "anselm": "Brother",
        "ryu": "龍之介",
        "tom": "Old Tom",
        "guard": "Gate Guard 1",
        "other": "Gate Guard 2",
    }


@pytest.mark.parametrize(
    ("name", "other", "short"),
    [
        ("Odo the Turnkey", "Skag", "Odo"),
        ("Odo the Turnkey", "Odo the Elder", "Odo the Turnkey"),
        ("Odo Blackhand the Old", "Odo the Elder", "Odo Blackhand"),
        ("Al of the Long Road", "Skag", "Al of the Long"),
        ("The Black Knight", "Skag", "The Black"),
        ("the black knight", "Skag", "the black"),
        ("Captain Vera", "Captain Holt", "Captain Vera"),
        ("Captain Vera Holt", "Captains of Yore", "Captain Vera"),
        ("龍之介龍之介 村上", "Skag", "龍之介龍之介"),
    ],
)
def test_a_name_is_not_cut_in_mid_phrase(name: str, other: str, short: str) -> None:
    assert Naming(Spoken(), {"one": name, "two": other}).short("one") == short


@pytest.mark.parametrize(
    ("label", "short"),
    [
        ("Head (Brain)", "head"),
        ("Maimed - of no use before proper healing", "maimed"),
        ("HT roll", "HT roll"),
        ("Shield (far) arm", "shield (far) arm"),
        ("(only this)", "(only this)"),
        ("Daño crítico: solo se marca", "daño crítico"),
        ("", ""),
    ],
)
def test_brief_labels(label: str, short: str) -> None:
    assert brief(label) == short


# ---- between actions


def test_a_round_and_a_turn() -> None:
    assert say(Ticked("turn", ("mira",)), RoundBegan(3), TurnBegan("mira")) == [
        RoundLine(needs=2, text="round 3"),
        TurnLine(needs=3, who="Mira Stonehand", text="turn of Mira Stonehand"),
    ]


def test_time_that_passes_and_what_it_does() -> None:
    lines = say(
        Ticked("minute", ("grukk",)),
        PeriodBegan("grukk", "bleeding"),
        Damaged("", "grukk", "con", "", 1, 1, 0, 0),
        lost("con", 1, 0),
        ConditionBegan("grukk", "dead"),
    )
    assert [replace(line, details=()) for line in lines] == [
        TimeLine(needs=1, text="1 minute"),
        EffectLine(needs=5, who="Grukk One-Eye", text="bleeding −1 con · Grukk dies", mark="∴", dies=True),
    ]


def test_equal_ticks_are_counted() -> None:
    assert say(*[Ticked("minute", ("grukk",))] * 10) == [TimeLine(needs=10, text="10 × minute")]


def test_a_condition_that_rolls_dice_has_its_own_head() -> None:
    head, roll, effect = say(
        Ticked("minute", ("grukk",)),
        TurnBegan("grukk"),
        PeriodBegan("grukk", "bleeding"),
        Rolled("ht_roll", "grukk", "3d6", (6, 5, 4), 15, (), 15, 10, True, "failure"),
        lost("hp", 5, 4),
    )[1:]
    assert isinstance(head, Head)
    assert (head.actor, head.target, head.what) == ("Grukk One-Eye", "", "bleeding")
    assert isinstance(roll, RollLine)
    assert roll.tone == "fail"
    assert effect == EffectLine(needs=5, who="Grukk One-Eye", text="−1 hp", mark="∴")


def test_conditions_that_come_and_go_by_themselves() -> None:
    lines = say(
        Ticked("turn", ("grukk",)),
        ConditionChanged("grukk", "stunned", "", 2, 2, 1, "turn"),
        ConditionChanged("grukk", "dazed", "", 1, None, 0, "turn"),
        lost("actions", 0, 1),
        ConditionEnded("tom", "asleep"),
        ConditionBegan("ryu", "dead"),
        TurnBegan("grukk"),
    )
    assert [(line.who, line.text) for line in lines if isinstance(line, EffectLine)] == [
        ("Grukk One-Eye", "no longer dazed"),
        ("Old Tom", "no longer asleep"),
        ("龍之介", "dies"),
    ]


def test_the_game_masters_hand() -> None:
    assert say(lost("hp", 22, 18)) == [EditLine(needs=1, who="Grukk One-Eye", text="hp 22 → 18")]
    assert say(got("severed", "left_hand")) == [EditLine(needs=1, who="Grukk One-Eye", text="L hand severed")]
    assert say(OptionSet("called", "0", "-2"))[0] == RulesLine(
        needs=1, text="house rule: called: -2 from here on (it was 0)"
    )
    assert say(Noted("the bridge burns", by_gm=True)) == [NoteLine(needs=1, text="the bridge burns", by_gm=True)]


def test_the_end_of_the_combat() -> None:
    assert say(CombatEnded(), lost("luck", 2, 0)) == [RoundLine(needs=1, text="combat over")]


def test_another_language() -> None:
    naming = Naming(Spoken({"miss": "fallo"}, language="es-MX"), NAMES)
    lines = told(naming, (start(), attack(3, 6, 16, "miss"), Ended(verdict="miss")), undone=True)
    assert isinstance(lines[0], Head)
    assert (lines[0].badge, lines[-1]) == (
        "deshecho",
        SummaryLine(needs=3, verdict="miss", text="Mira falla", undone=True),
    )


def test_fractions_and_truths() -> None:
    assert NAMING.value(Fraction(-3, 2)) == "−3/2"
    assert NAMING.value(Fraction(4, 2)) == "2"
    assert (NAMING.value(True), NAMING.value(None), NAMING.value(-3)) == ("yes", "", "−3")


@given(st.text(max_size=50))
def test_no_name_can_steer_the_terminal(name: str) -> None:
    naming = Naming(Spoken(), {"mira": name, "grukk": "\x1b[2J" + name})
    lines = told(naming, (start(), attack(3, 6, 16, "miss"), Ended(verdict="miss")), waits_for="grukk")
    texts = [text for line in lines for text in astuple(line) if isinstance(text, str)]
    assert any(text for text in texts)
    assert not [text for text in texts if "\x1b" in text or "\n" in text]
