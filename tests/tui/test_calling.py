"""Calls as they are proposed: whose letters are whose, what is remembered, who is aimed at."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from crittui.files.rulesets import read_ruleset
from crittui.rules.combatant import enlist
from crittui.rules.ruleset import Ruleset
from crittui.rules.source import Source
from crittui.rules.state import Fight
from crittui.tui.calling import Caller, prompt_for
from crittui.tui.phrases import Phrases
from crittui.tui.presenting import Presenter
from crittui.tui.prompts.fields import ChoiceField, NumberField
from crittui.tui.prompts.prepare import Call, Prepare, prepare
from crittui.tui.widgets.prepare import strip
from crittui.tui.widgets.strip import strip_lines
from tests.tui.frame_views import drawn
from tests.tui.tabletop import HERE

MORE = """
      position: {choice: [front, flank, rear]}
      blind: {flag: no}
"""


def _ruleset() -> Ruleset:
    path = Path(HERE / "duel.yaml")
    text = path.read_text(encoding="utf-8").replace("      edge: 0\n", f"      edge: 0{MORE}", 1)
    read = read_ruleset([Source(str(path), text)])
    assert read.model is not None, read.problems.sorted
    return Ruleset(read.model, read.digest)


RULES = _ruleset()
PRESENTER = Presenter(RULES, Phrases("en"), "en", "The Yard")


def fight(*weapons: tuple[str, ...], sides: Sequence[str] = "aabb", fallen: str = "") -> Fight:
    """Fighters f1, f2, ... with these weapons, the sides by letter, those with the numbers in `fallen` out."""
    fighters = {}
    for number, (carried, side) in enumerate(zip(weapons, sides, strict=False), 1):
        one = enlist(RULES, f"f{number}", RULES.creatures["duellist"], f"Fighter {number}", carried)
        one = replace(one, side=side, derived=frozenset({"fallen"} if str(number) in fallen else ()))
        fighters[one.id] = one
    return Fight(fighters, tuple(fighters))


FOUR = (("blade", "axe"), ("axe",), ("blade",), ("axe",))


def prompt(of: Fight, actor: str = "f1", chosen: str = "", last: Call | None = None) -> Prepare:
    return prompt_for(Caller(RULES.actions["attack"], actor), of, PRESENTER, chosen, last)


def letters(state: Prepare) -> dict[str, str]:
    """The key of every choice and every field of a call, by name."""
    found: dict[str, str] = {}
    for field in state.fields:
        if isinstance(field, ChoiceField):
            found |= {choice.value: choice.key for choice in field.choices}
        else:
            found[field.name] = field.key
    return found


def test_what_an_action_asks_for_keeps_its_letters_whoever_acts() -> None:
    of = fight(("blade", "axe"), ("axe",))
    first, second = letters(prompt(of)), letters(prompt(of, "f2"))
    assert first["input:blind"] == second["input:blind"] == "b"
    assert [first[name] for name in ("front", "flank", "rear")] == ["f", "l", "r"]
    assert [second[name] for name in ("front", "flank", "rear")] == ["f", "l", "r"]
    assert first["blade"] == "a"
    assert first["axe"] != second["axe"]
    assert second["axe"] == "a"


def test_target_and_weapon_are_remembered_and_what_belongs_to_one_moment_is_not() -> None:
    of = fight(*FOUR)
    state = prompt(of)
    for name, value in (("role:target", "f4"), ("weapon", "axe"), ("input:edge", -20)):
        state = state.with_value(name, value)
    state = state.with_value("input:position", "rear").with_value("input:blind", True)
    again = dict(prompt(of, last=Call(state.values)).values)
    assert (again["role:target"], again["weapon"]) == ("f4", "axe")
    assert (again["input:edge"], again["input:position"], again["input:blind"]) == (0, "front", False)


def _proposed(of: Fight, actor: str = "f1", chosen: str = "", last: str = "") -> object:
    return dict(prompt(of, actor, chosen, Call((("role:target", last),)) if last else None).values)["role:target"]


def test_nobody_who_is_out_is_proposed_as_target_while_somebody_else_stands() -> None:
    assert _proposed(fight(*FOUR, fallen="3"), last="f3") == "f4"
    assert _proposed(fight(*FOUR, fallen="3"), chosen="f3") == "f4"
    assert _proposed(fight(*FOUR, fallen="34")) == "f2"
    assert _proposed(fight(*FOUR, fallen="234"), last="f3") == "f3"


def test_another_side_is_proposed_before_the_own_one() -> None:
    assert _proposed(fight(*FOUR)) == "f3"
    assert _proposed(fight(*FOUR), chosen="f2") == "f3"
    assert _proposed(fight(*FOUR), chosen="f4") == "f4"
    assert _proposed(fight(*FOUR), "f3", chosen="f4", last="f2") == "f2"
    assert _proposed(fight(*FOUR, sides=("", "", "", "")), chosen="f4") == "f4"


def test_the_modifier_of_a_call_has_a_letter_to_type_it() -> None:
    state = prompt(fight(*FOUR))
    letter = letters(state)["input:edge"]
    assert letter == "e"
    rows = drawn(strip_lines(strip(state, 48), 48, 8), 48)
    assert any(f"{letter} type it" in row and "- less" in row for row in rows)
    for key in (letter, "-", "2", "0", "enter"):
        after = state.press(key)
        assert isinstance(after, Prepare)
        state = after
    assert dict(state.values)["input:edge"] == -20


def test_the_name_of_the_modifier_is_kept_before_the_words_of_its_keys() -> None:
    state = prepare("Attack", [NumberField("m", "Other modifiers")], letter_all=True)
    (row,) = [row for row in drawn(strip_lines(strip(state, 48), 48, 8), 48) if "type it" in row]
    assert "Other modifiers   - +  t type it" in row
    wide = drawn(strip_lines(strip(state, 60), 60, 8), 60)
    assert any("Other modifiers   - less  + more  t type it" in row for row in wide)
