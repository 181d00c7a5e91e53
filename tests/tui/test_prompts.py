"""Prompts are states: any keys leave them sound, and every choice has its key."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from crittui.rules.dice import Dice
from crittui.rules.requests import Faces, Natural
from crittui.tui.prompts.aim import RANDOM, Aimed, Place, aim
from crittui.tui.prompts.ask import Chose, Option, ask
from crittui.tui.prompts.ending import Aiming, Done, Dropped, Retarget, TakeBack
from crittui.tui.prompts.fields import Choice, ChoiceField, Field, FlagField, NumberField, TextField
from crittui.tui.prompts.hand import Hand, Thrown, hand
from crittui.tui.prompts.letters import RESERVED, assign
from crittui.tui.prompts.prepare import Call, Prepare, prepare
from crittui.tui.prompts.small import COUNT, UNIT, Confirm, Write, passing
from crittui.tui.prompts.words import words_of
from crittui.tui.views import KeyLineView, StripView
from crittui.tui.widgets import ask as ask_view
from crittui.tui.widgets import called as called_view
from crittui.tui.widgets import hand as hand_view
from crittui.tui.widgets import prepare as prepare_view
from crittui.tui.widgets import small as small_view
from crittui.tui.widgets.key_line import key_line
from crittui.tui.widgets.strip import height_of, strip_lines
from tests.tui import frame_views as f

unhurried = settings(deadline=None, max_examples=60)

KEYS = st.sampled_from(
    [*"abcdefghijklmnopqrstuvwxyz", *"AXZ", *"0123456789", *"-+=_#.?/[]", "ñ", "龍"]
    + ["enter", "escape", "up", "down", "left", "right", "tab", "shift+tab", "space"]
    + ["backspace", "ctrl+u", "ctrl+w", "f1", "delete"]
)
LABELS = st.one_of(
    st.text(min_size=1, max_size=12),
    st.sampled_from(["龍", "лук", "sabre", "sabre", "スペース", "[/]", "ça", "Ä", "xylophone", "c", ""]),
)


def typed(state: Any, keys: str) -> Any:
    """The state after these keys; a word of more than a letter is written in <brackets>."""
    for part in keys.split():
        for key in [part[1:-1]] if part.startswith("<") else part:
            state = state.press(key)
    return state


@st.composite
def calls(draw: st.DrawFn) -> Prepare:
    """Any prompt for a call."""

    def choices(digits: bool) -> tuple[Choice, ...]:
        labels = draw(st.lists(LABELS, max_size=12))
        keys = [str(n + 1) if digits and n < 9 else "" for n in range(len(labels))]
        refused = draw(st.lists(st.booleans(), min_size=len(labels), max_size=len(labels)))
        rows = zip(labels, keys, refused, strict=True)
        return tuple(
            Choice(f"v{n}", label, "detail", key, "not so" if no else "") for n, (label, key, no) in enumerate(rows)
        )

    def field() -> Field:
        kind = draw(st.integers(0, 4))
        label = draw(LABELS)
        if kind <= 1:
            return ChoiceField("choice", label, choices(kind == 0), draw(st.integers(-1, 2)), by_digit=kind == 0)
        if kind == 2:
            return NumberField("number", label, draw(st.integers(-99, 99)), signed=draw(st.booleans()), minimum=-100)
        if kind == 3:
            return FlagField("flag", label, draw(st.booleans()))
        return TextField("text", label, draw(st.text(max_size=50)), check=lambda text: "no" if "9" in text else "")

    fields = [field() for _ in range(draw(st.integers(0, 7)))]
    return prepare(draw(LABELS), fields, can_aim=draw(st.booleans()))


@st.composite
def options(draw: st.DrawFn) -> list[Option]:
    """Any options of a choice."""
    count = draw(st.integers(1, 30))
    return [
        Option(
            f"o{n}",
            draw(LABELS),
            goal=draw(st.sampled_from(["", "≤ 7"])),
            chance=draw(st.sampled_from(["", "16.2%"])),
            words=draw(st.sampled_from(["", "what a fumble costs", "龍" * 40])),
            refusal=draw(st.sampled_from(["", "", "the shield is gone"])),
        )
        for n in range(count)
    ]


def walk(state: Any, keys: list[str], see: Callable[[Any], None]) -> Any:
    """Press the keys, looking at every state, until the prompt ends."""
    see(state)
    for key in keys:
        state = state.press(key)
        if isinstance(state, Done | Dropped | Aiming | Retarget | TakeBack):
            return state
        see(state)
    return state


def sound(view: StripView, width: int, height: int) -> None:
    """A strip fills its rows exactly, and no more of them than it may."""
    assert height_of(view, height) <= max(height, 6)
    rows = f.drawn(strip_lines(view, width, height_of(view, height)), width)
    assert len(rows) == height_of(view, height)


SIZES = st.tuples(st.integers(1, 110), st.integers(3, 14))


@unhurried
@given(calls(), st.lists(KEYS, max_size=25), SIZES)
def test_any_keys_leave_a_call_sound(state: Prepare, keys: list[str], size: tuple[int, int]) -> None:
    def see(state: Prepare) -> None:
        sound(prepare_view.strip(state, size[0], size[1]), *size)
        key_line(KeyLineView(prepare_view.keys(state)), size[0])
        assert state.typing is None or isinstance(state.fields[state.active], NumberField | TextField)

    ended = walk(state, keys, see)
    if isinstance(ended, Done):
        assert [name for name, _ in ended.value.values] == [field.name for field in state.fields]


@unhurried
@given(options(), st.integers(1, 3), st.booleans(), st.lists(KEYS, max_size=15), SIZES)
def test_any_keys_leave_a_choice_sound(
    offered: list[Option], pick: int, automatic: bool, keys: list[str], size: tuple[int, int]
) -> None:
    state = ask("Which?", offered, pick=pick, automatic=automatic)
    ended = walk(state, keys, lambda s: sound(ask_view.strip(s, size[0], size[1]), *size))
    if isinstance(ended, Done):
        chosen = [option for option in offered if option.option in ended.value.options]
        assert len(chosen) == (1 if ended.value.always else pick)
        assert ended.value.always or not any(option.refusal for option in chosen)


@unhurried
@given(st.lists(KEYS, max_size=20), SIZES, st.integers(0, 5))
def test_any_keys_leave_aiming_sound(keys: list[str], size: tuple[int, int], places: int) -> None:
    state = replace(f.called(), places=f.called().places[:places], targets=(("2", "wulf"),))
    if places < 3:
        state = replace(state, chosen=0, towards=lambda name, direction: name)
    ended = walk(state, keys, lambda s: sound(called_view.strip(s, size[0], size[1]), *size))
    if isinstance(ended, Done):
        assert ended.value.at in ("", "eyeslits", "nose")


@unhurried
@given(st.lists(KEYS, max_size=20), SIZES, st.text(max_size=30))
def test_any_keys_leave_the_others_sound(keys: list[str], size: tuple[int, int], pasted: str) -> None:
    by_hand = hand("Roll", Dice.parse("2d8+3"), "damage").paste(pasted)
    walk(by_hand, keys, lambda s: sound(hand_view.strip(s, size[0], size[1]), *size))
    write = Write("Note", "note").paste(pasted)
    for small in (write, Confirm("Export", "Write over night.md?", "It is there already.")):
        walk(small, keys, lambda s: sound(small_view.strip(s, size[0], size[1]), *size))


@unhurried
@given(st.lists(LABELS, max_size=30), st.sets(st.sampled_from("abcdefghijklmnop"), max_size=5), st.booleans())
def test_every_label_gets_a_key_of_its_own(labels: list[str], taken: set[str], numbered: bool) -> None:
    keys = assign(labels, taken, numbered)
    assert all(keys)
    assert len(set(keys)) == len(labels)
    assert not set(keys) & (taken | RESERVED)


def test_a_key_is_the_first_free_letter_and_other_scripts_come_last() -> None:
    assert assign(["sabre", "spear", "Épée", "cudgel"]) == ("s", "p", "e", "u")
    assert assign(["龍", "axe"]) == ("b", "a")
    assert assign(["龍", "axe"], numbered=True) == ("1", "a")


@unhurried
@given(calls())
def test_every_choice_of_a_call_is_picked_by_its_key(state: Prepare) -> None:
    keys: list[str] = []
    for index, field in enumerate(state.fields):
        if isinstance(field, ChoiceField):
            for number, choice in enumerate(field.choices):
                if field.by_digit and number >= 9:
                    continue
                assert choice.key
                after = replace(state, active=index).press(choice.key)
                assert isinstance(after, Prepare)
                assert after.fields[index].value == choice.value
                keys += [] if field.by_digit else [choice.key]
        elif field.key:
            keys.append(field.key)
    assert len(keys) == len(set(keys))
    assert not set(keys) & (RESERVED | set("#-+=_123456789"))


@unhurried
@given(options())
def test_every_option_is_taken_by_its_key(offered: list[Option]) -> None:
    state = ask("Which?", offered)
    for option in state.options:
        after = state.press(option.key)
        expected = option.refusal or (option.option,)
        assert expected == (after.value.options if isinstance(after, Done) else getattr(after, "error", None))


def test_a_usual_attack_is_enter() -> None:
    done = f.attack().press("enter")
    assert isinstance(done, Done)
    assert done.value == Call((("target", "grukk"), ("weapon", "sabre"), ("situation", 2)))
    assert done.value["weapon"] == "sabre"


def test_keys_work_whichever_field_is_active() -> None:
    state = typed(f.attack(), "p 3 - - - #")
    assert isinstance(state, Prepare)
    assert state.values == (("target", "anselm"), ("weapon", "p"), ("situation", -1))
    assert state.by_hand
    assert typed(f.attack(), "+ <up> <right>").values[1] == ("weapon", "p")


def test_c_aims_and_x_drops() -> None:
    assert f.attack().press("c") == Aiming()
    assert f.attack().press("x") == Dropped()
    assert f.attack().press("escape") == Dropped()
    assert replace(f.attack(), can_aim=False).press("c") == replace(f.attack(), can_aim=False)


def test_a_forbidden_call_does_not_start() -> None:
    state = replace(f.attack(), blocked="He is stunned.")
    after = state.press("enter")
    assert isinstance(after, Prepare)
    assert after.shaken
    assert "He is stunned." in f.drawn(strip_lines(prepare_view.strip(after, 48), 48, 8), 48)[-1]
    assert after.press("+").shaken is False  # type: ignore[union-attr]


def test_a_refused_choice_says_why() -> None:
    fields = (ChoiceField("target", "target", (Choice("tom", "Old Tom", key="1", refusal="dead already"),), 0, True),)
    after = prepare("Attack", fields).press("enter")
    assert isinstance(after, Prepare)
    assert after.error == "dead already"


def test_a_list_that_is_too_long_is_a_window_around_what_is_picked() -> None:
    many = ChoiceField("what", "what", tuple(Choice(str(n), f"thing {n}") for n in range(9)))
    state = prepare("set", [many, NumberField("value", "value")])

    def seen(state: Prepare) -> list[str]:
        rows = prepare_view.strip(state, 47).rows
        return ["".join(span.text for span in row).split("thing ")[1].replace(" ", "") for row in rows[:-1]]

    assert seen(state) == ["0", "1", "2", "3", "4", "5↓3"]
    assert seen(state.with_value("what", "5")) == ["2", "3", "4", "5", "6", "7↑2↓1"]
    assert seen(state.with_value("what", "8")) == ["3", "4", "5", "6", "7", "8↑3"]
    crowded = prepare("set", [many, *(NumberField(name, name) for name in "abcde")])
    assert len(prepare_view.strip(crowded, 47).rows) == 6


def test_numbers_can_be_typed() -> None:
    fields = (NumberField("mod", "modifier"), NumberField("goal", "Goal", 15, signed=False, minimum=0, maximum=40))
    state = prepare("Skill", fields)
    assert typed(state, "g 25 <enter>").values == (("mod", 0), ("goal", 25))
    assert typed(state, "g 2x5 <enter>").values[1] == ("goal", 25)
    assert typed(state, "g 99 <enter>").values[1] == ("goal", 40)
    assert typed(state, "g -4 <enter>").values[1] == ("goal", 0)
    assert typed(state, "g 7 <escape>").values[1] == ("goal", 15)
    assert typed(state, "<backspace> -3 <enter>").values[0] == ("mod", -3)


def test_flags_and_texts() -> None:
    fields = (FlagField("back", "From behind"), TextField("why", "Words", check=lambda t: "too short" if not t else ""))
    state = prepare("Attack", fields)
    assert typed(state, "f").values[0] == ("back", True)
    assert typed(state, "f f").values[0] == ("back", False)
    assert typed(state, "w abc <enter>").values[1] == ("why", "abc")
    refused = typed(state, "w <enter>")
    assert refused.error == "too short"
    assert refused.typing == ""


def test_aiming() -> None:
    state = f.called()
    refused = state.press("enter")
    assert refused == replace(state, shaken=True)
    assert typed(state, "<down> <enter>") == Done(Aimed("nose", "broadsword"))
    assert typed(state, "r <up> <enter>") == Done(Aimed("eyeslits", "rapier"))
    assert typed(state, "k <enter>") == Done(Aimed("eyeslits", "broadsword"))
    assert typed(state, "<tab> <tab>").place.name == "eyeslits"
    assert state.press(RANDOM) == Done(Aimed("", "broadsword"))
    assert replace(state, targets=(("3", "isolde"),)).press("3") == Retarget("isolde")


def test_other_places_keep_what_is_chosen() -> None:
    state = f.called()
    allowed = [Place("nose", "nose", -6), Place("eyes", "eyes", -9)]
    assert typed(state.with_places(allowed), "<enter>") == Done(Aimed("eyes", "broadsword"))
    gone = state.with_places(allowed[:1])
    assert gone.place == allowed[0]


def test_the_keys_of_weapons_stay_when_aiming_begins() -> None:
    weapon = f.attack().fields[1]
    assert isinstance(weapon, ChoiceField)
    assert aim("At", (), weapon.choices, "p").weapons == replace(weapon, picked=1)


def test_a_defence() -> None:
    state = f.defence()
    assert state.press("b") == Done(Chose(("block",)))
    assert state.press("enter") == Done(Chose(("parry",)))
    assert typed(state, "<down> <down> <enter>") == Done(Chose(("dodge",)))
    assert typed(state, "<down> A") == Done(Chose(("parry",), always=True))
    assert state.press("u") == TakeBack()
    assert replace(state, automatic=False).press("A") == replace(state, automatic=False)


def test_u_is_an_option_before_it_takes_back() -> None:
    state = ask("Which?", [Option("up", "upwards"), Option("down", "downwards")])
    assert state.press("u") == Done(Chose(("up",)))
    assert state.takes_back == "x"
    assert state.press("x") == TakeBack()


def test_several_are_marked_and_then_taken() -> None:
    state = ask("Two of them", [Option("a", "axe"), Option("b", "bow"), Option("d", "dirk")], pick=2)
    few = typed(state, "a <enter>")
    assert few.error == "choose 2, 1 so far"
    assert typed(state, "a b <enter>") == Done(Chose(("a", "b")))
    assert typed(state, "a b d <enter>") == Done(Chose(("b", "d")))
    assert typed(state, "a a b d <enter>") == Done(Chose(("b", "d")))


@pytest.mark.parametrize(
    ("text", "answer"),
    [("4 7", Faces((4, 7), by_hand=True)), ("11", Natural(11)), ("", None)],
)
def test_dice_by_hand(text: str, answer: Faces | Natural | None) -> None:
    state = replace(hand("Dice", Dice.parse("2d8+3"), "damage"), text=text)
    assert state.press("enter") == Done(Thrown(answer))


def test_typed_dice_stay_in_their_order() -> None:
    state: Any = hand("Dice", Dice.parse("d100"), "")
    for key in ("1", "x", "7"):
        state = state if key == "x" else state.press(key)
    assert state.text == "17"


def test_impossible_faces_are_refused_in_words() -> None:
    state = typed(hand("Dice", Dice.parse("d20"), "attack"), "21 <enter>")
    assert isinstance(state, Hand)
    assert "d20 shows 1-20" in state.error
    last = f.drawn(strip_lines(hand_view.strip(state, 48), 48, 6), 48)[-1]
    assert last.startswith("  ✕ ")
    assert "1-20" in last
    assert state.press("backspace").error == ""  # type: ignore[union-attr]


FAULTS = [
    ("d20", "21", "face"),
    ("d100", "6 4", "count"),
    ("d100", "101", "face"),
    ("d1000", "-999999999", "face"),
    ("2d8+3", "17", "sum"),
    ("2d8+3", "4 7 1", "count"),
    ("2d8+3", "9 1", "face"),
    ("100d6", "x", "unreadable"),
    ("d20", "-", "unreadable"),
    ("d6+2d8", "x", "unreadable"),
    ("d6 open", "12", "sum"),
    ("20d6 open", "999999999", "sum"),
    ("d6 open", "6", "rolls_on"),
    ("d6 open", "5 5", "too_many"),
    ("3d6 open", "1 2", "too_few"),
    ("d100 open 96+ 5-", "00 5", "two_ways"),
    ("4", "4", "no_dice"),
    ("2d8", "11", "each_needed"),
]


@pytest.mark.parametrize("language", ["en", "es"])
@pytest.mark.parametrize(("dice", "text", "kind"), FAULTS)
def test_what_is_wrong_with_typed_dice_is_told_whole_in_the_language_of_the_table(
    dice: str, text: str, kind: str, language: str
) -> None:
    words = words_of(language)
    needed = kind == "each_needed"
    state = replace(hand("Dice", Dice.parse(dice), "attack", needed), text=text, words=words).press("enter")
    assert isinstance(state, Hand)
    wording: str = getattr(words, f"wrong_{kind}")
    assert state.error.startswith(wording.partition("{")[0])
    view = hand_view.strip(state, 46)
    drawn = f.drawn(strip_lines(view, 46, height_of(view)), 46)
    assert drawn[-1].strip() == f"✕ {state.error}"
    assert drawn[3].strip() == state.wanted


def test_what_would_be_right_is_told_too() -> None:
    def told(dice: str, text: str, language: str) -> tuple[str, str]:
        state = replace(hand("Dice", Dice.parse(dice)), text=text, words=words_of(language)).press("enter")
        assert isinstance(state, Hand)
        return state.error, state.wanted

    assert told("d20", "21", "es") == ("un d20 muestra 1-20, no 21", "")
    assert told("d100", "60 44", "es") == ("2 números en vez de 1", "00 es 100, 60 4 es 64")
    assert told("d20", "abc", "en") == ("this cannot be read as dice", "a d20 shows 1-20")
    assert told("d6+2d8", "x", "en") == ("this cannot be read as dice", "3 numbers, like 3 7 4")
    assert told("2d8+3", "17", "es") == ("no pueden sumar 17", "los dados solos: de 2 a 16")
    assert told("d6 open", "12", "en") == ("they cannot come to 12", "1 to 6, or they roll on")
    assert told("d100 open 96+ 5-", "00 5", "es") == ("se puede leer de dos maneras", "¿100 5 o 5?")


def test_every_fault_of_typed_dice_has_words_in_every_language() -> None:
    kinds = {kind for _, _, kind in FAULTS} | {"nothing_typed"}
    assert {name.removeprefix("wrong_") for name in words_of("en").__slots__ if name.startswith("wrong_")} == kinds
    for kind in kinds:
        assert getattr(words_of("es"), f"wrong_{kind}") != getattr(words_of("en"), f"wrong_{kind}")


def test_hash_has_the_program_roll_and_x_takes_back() -> None:
    state = hand("Dice", Dice.parse("d20"))
    assert state.press("#") == Done(Thrown(None, by_hand=False))
    assert state.press("x") == TakeBack()


def test_time_passes() -> None:
    state = passing("Time", [("minute", "minute"), ("hour", "hour")], unit="hour")
    done = typed(state, "+ + <enter>")
    assert done == Done(Call(((UNIT, "hour"), (COUNT, 3))))
    assert typed(state, "m - <enter>") == Done(Call(((UNIT, "minute"), (COUNT, 1))))
    assert state.press("#") == state


def test_a_habit_overwrites_nothing() -> None:
    state = Confirm("Export", "Write over it?")
    assert state.press("enter") == state
    assert (state.press("y"), state.press("n"), state.press("x")) == (Done(True), Done(False), Dropped())


def test_all_letters_belong_to_a_note() -> None:
    state: Any = Write("Note", "note")
    for key in "ax?c#":
        state = state.press(key)
    state = state.press("space").press("d")
    assert state.press("enter") == Done("ax?c# d")
    assert Write("Note", "note").press("enter") == Dropped()
    assert state.press("ctrl+w").text == "ax?c#"
    assert state.press("ctrl+u").text == ""


def test_every_language_has_its_words() -> None:
    assert words_of("es_MX").take_back != words_of("en").take_back
    assert words_of("fr") == words_of("en")
    state = replace(f.called(), words=words_of("es"))
    assert "apunta" in f.drawn(called_view.strip(state, 48).rows, 48)[0]
