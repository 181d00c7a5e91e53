"""What leaves as a file: everything that happened, readable, and for players nothing they may not know."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Mapping
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from markdown_it import MarkdownIt

from crittui.errors import FileError
from crittui.rules.commands import Edit, NextTurn, PassTime, Remark, SetCondition, SetOption
from crittui.rules.requests import Faces, Picked
from crittui.rules.source import Source
from crittui.session.export import FORMATS, FileExists, export_command, export_text, write_export
from crittui.session.export.captions import ENGLISH
from crittui.session.export.markdown import Block, _blocks, inline
from crittui.session.export.sentences import words
from crittui.session.export.story import Told, tell
from crittui.session.game import Game, begin_game
from crittui.session.lines import Detail, EffectLine, Line, NoteLine, SummaryLine
from tests.session.duel import RULES
from tests.session.table import HEAD, NAMES, START, attack, compiled, duel, play

READER = MarkdownIt("commonmark").enable(["table", "strikethrough"])
ANN, BOB = NAMES["ann"], NAMES["bob"]


def evening(path: Path | None = None) -> Game:
    """A game with something of everything; it ends at an open question."""
    game = duel(path)
    game.submit(NextTurn())
    play(game, attack("ann", "bob", "club", 2), attack=[15], location=[3], damage=[(2, 4)])
    game.submit(NextTurn())
    play(game, attack("bob", "ann"), [20, 1, 6])
    game.undo()
    play(game, attack("bob", "ann"), [5])
    game.submit(NextTurn())
    play(game, attack("ghost", "ann"), [15, 3, 5])
    game.submit(Remark("Shadow was `here`\n# really"))
    game.submit(NextTurn())
    game.answer(Faces((2,)))
    game.answer(Faces((6,)))
    game.submit(Edit("bob", "hp", "", 7))
    game.submit(SetOption("brutal", "yes"))
    game.submit(attack("ann", "bob"))
    game.answer(Faces((14,), by_hand=True))
    return game


def as_json(game: Game, players: bool = False) -> Any:
    return json.loads(export_text(game, "json", players))


def chains(document: Any) -> Mapping[int, Any]:
    return {chain["number"]: chain for group in document["rounds"] for chain in group["chains"]}


def events(chain: Any, kind: str, *fields: str) -> list[list[Any]]:
    return [[event[field] for field in fields] for event in chain["events"] if event["event"] == kind]


def lines(markdown: str) -> list[str]:
    """The document as a reader shows it, one text for each paragraph, heading, item and cell."""
    shown = []
    for token in READER.parse(markdown):
        if token.type == "inline":
            shown.append("".join(child.content for child in token.children or [] if child.type.startswith("text")))
    return shown


def test_json_tells_every_roll_with_all_its_figures() -> None:
    chain = chains(as_json(evening()))[2]
    assert events(chain, "Rolled", "id", "faces", "natural", "total", "goal", "outcome", "by_hand") == [
        ["attack", [15], 15, 19, 12, "hit", False],
        ["location", [3], 3, 3, None, "", False],
        ["damage", [2, 4], 6, 6, None, "", False],
    ]
    modifiers = events(chain, "Rolled", "modifiers")[0][0]
    assert modifiers == [{"name": "skill", "value": 2}, {"name": "bonus", "value": 2}]
    assert events(chain, "Chosen", "id", "options") == [["defence", ["none_at_all"]]]
    assert [(change["who"], change["label"], change["before"], change["after"]) for change in chain["changes"]] == [
        ("bob", "Hit Points", 10, 4)
    ]
    assert chain["command"]["command"] == "Act"
    assert chain["text"][0] == f"2. {ANN} → {BOB}, club"


def test_what_changed_more_than_once_is_told_from_first_to_last() -> None:
    game = duel()
    game.submit(SetCondition("ann", "old", "", 1))
    game.submit(PassTime("year", 3))
    changes = chains(as_json(game))[2]["changes"]
    assert [(change["who"], change["before"], change["after"]) for change in changes] == [("ann", 10, 7)]


def test_json_tells_rounds_options_combatants_and_what_was_taken_back() -> None:
    document = as_json(evening())
    assert (document["title"], document["place"]) == ("At the ford", "the ford")
    assert document["ruleset"] == {"id": "duel", "title": "A duel"}
    assert [(option["option"], option["value"], option["changed"]) for option in document["options"]] == [
        ("brutal", "yes", True),
        ("floor", "0", False),
    ]
    assert [one["name"] for one in document["combatants"]] == list(NAMES.values())
    assert document["combatants"][1]["standings"][0] | {"label": ""} == {
        "pool": "hp",
        "at": "",
        "label": "",
        "place": "",
        "start": 10,
        "now": 7,
        "maximum": 10,
    }
    numbers = [(group["round"], [chain["number"] for chain in group["chains"]]) for group in document["rounds"]]
    assert numbers == [(1, [1, 2, 3, 4, 5, 6, 7, 8]), (2, [9, 10, 11, 12])]
    assert [number for number, chain in chains(document).items() if chain["undone"]] == [4]
    assert [number for number, chain in chains(document).items() if not chain["complete"]] == [12]


def test_markdown_reads_as_it_was_played() -> None:
    shown = lines(export_text(evening(), "md"))
    assert shown[:2] == ["At the ford", "Rules: A duel · the ford"]
    assert "Blows hurt twice: no → yes" in shown
    first = shown.index(f"2. {ANN} → {BOB}, club")
    assert shown[first : first + 7] == [
        f"2. {ANN} → {BOB}, club",
        "attack: 15 (d20) +2 skill +2 bonus = 19 ≥ 12, hit",
        "defence: No defence",
        "location: 3 (d6), chest",
        "damage: 2 4 (2d6) = 6",
        "chest broken −6 hp · bleeding",
        f"{BOB}: Hit Points 10 → 4",
    ]
    assert shown.index("Round 1") < first < shown.index("Round 2")
    assert "Shadow was `here` # really" in shown
    assert "attack: 14 (d20, by hand) +2 skill = 16 ≥ 12, hit" in shown
    assert shown[-1] == f"waits for {BOB}"


GALLOWS = RULES.replace(
    "conditions:\n",
    """conditions:
  prone: {lasts: 1 round, mark: "_"}
  burning:
    every: round
    steps:
      - let: {heat: 2 * value}
      - damage: hp
        to: self
        amount: heat
""",
).replace(
    """      - damage: hp
        amount: damage * 2 if option.brutal else damage
""",
    """      - let: {wound: damage - 1}
      - damage: hp
        amount: wound
""",
)


def gallows() -> Game:
    source = Source("duel.yaml", GALLOWS)
    head = replace(HEAD, ruleset=source)
    ruleset, fight = compiled(source, (), head.encounter)
    order = ("ann", "bob")
    return begin_game(None, head, ruleset, replace(fight, round=1, turn="bob", order=order))


def test_markdown_tells_the_arithmetic_between_the_dice_and_the_points_lost() -> None:
    game = gallows()
    play(game, attack("ann", "bob"), attack=[15], location=[3], damage=[3])
    assert lines(export_text(game, "md"))[-4:] == [
        "damage: 3 (d6) = 3",
        "wound: 3 − 1 = 2",
        "chest −2 hp",
        f"{BOB}: Hit Points 10 → 8",
    ]


def test_markdown_tells_with_which_words_an_action_ended_early() -> None:
    game = gallows()
    game.submit(attack("ann", "bob"))
    game.answer(Faces((15,)))
    game.answer(Picked(("parry",)))
    game.answer(Faces((18,)))
    text = export_text(game, "md")
    assert lines(text).count("Parried.") == 1
    assert "- Parried.\n" in text


def test_words_that_are_the_summary_are_told_once() -> None:
    early = NoteLine(text="A blow.", details=(Detail("stopped", "Parried.", kind="stop"),))
    for text, told in (("Parried.", ["A blow.", "○ Parried."]), ("Bob", ["A blow.", "Parried.", "○ Bob"])):
        assert [inline(block) for block in export_blocks(early, SummaryLine(verdict="miss", text=text))] == told


def test_what_the_end_of_a_round_brings_stands_before_the_next_turn() -> None:
    game = gallows()
    for who in ("ann", "bob"):
        game.submit(SetCondition(who, "burning", "", 1))
    game.submit(SetCondition("bob", "prone", "", 1))
    game.submit(NextTurn())
    shown = lines(export_text(game, "md"))
    end = shown.index("end of round 1")
    assert shown[end + 1 :] == [
        f"{BOB}: no longer prone",
        f"{ANN}: burning −2 hp",
        "heat: 2 × 1 = 2",
        f"{BOB}: burning −2 hp",
        "heat: 2 × 1 = 2",
        f"{ANN}: Hit Points 10 → 8",
        f"{BOB}: Hit Points 10 → 8",
        "Round 2",
        f"turn of {ANN}",
    ]


def test_only_marks_that_are_no_keyboard_signs_stand_in_a_sentence() -> None:
    assert words(EffectLine(who="Skag", text="no longer prone", mark="_")) == "Skag: no longer prone"
    assert words(EffectLine(who="Skag", text="bleeding −1 hp", mark="∴")) == "∴ Skag: bleeding −1 hp"
    assert words(SummaryLine(verdict="", text="initiative 10")) == "initiative 10"


def test_of_several_effects_none_is_the_heading_of_the_others() -> None:
    blocks = [
        (block.kind, inline(block))
        for block in export_blocks(EffectLine(who="Ann", text="burns"), EffectLine(who="Bob", text="burns"))
    ]
    assert blocks == [("aside", "Ann: burns"), ("aside", "Bob: burns")]


def export_blocks(*told: Line) -> list[Block]:
    chain = Told(1, False, True, 1, None, told, (), (), (), ())
    return list(_blocks(replace(tell(duel()), chains=(chain,)), ENGLISH))


def test_markdown_strikes_through_what_was_taken_back_and_nothing_else() -> None:
    text = export_text(evening(), "md")
    struck = [line for line in text.splitlines() if "~~" in line]
    assert len(struck) == 7
    assert lines("\n\n".join(struck))[0] == f"4. {BOB} → {ANN}, sabre (undone)"
    assert all(line.removeprefix("- ").startswith("~~") and line.endswith("~~") for line in struck)


@pytest.mark.parametrize("format", FORMATS)
def test_players_learn_nothing_of_the_hidden(format: str) -> None:
    game = evening()
    text = export_text(game, format, players=True)
    assert "hadow" not in text
    assert "ghost" not in text
    assert "really" not in text
    assert "hadow" in export_text(game, format)


def test_players_learn_what_the_hidden_did_to_them() -> None:
    told = chains(as_json(evening(), players=True))
    assert [event["event"] for event in told[7]["events"]] == ["PoolChanged", "ConditionChanged", "Struck"]
    assert told[7]["command"] is None
    assert [(change["who"], change["before"], change["after"]) for change in told[7]["changes"]] == [("ann", 10, 5)]
    assert sorted(told) == [1, 2, 3, 4, 5, 7, 9, 10, 11, 12]


def test_players_learn_nothing_of_hidden_wounds_time_and_edits() -> None:
    game = duel()
    game.submit(SetCondition("ghost", "old", "", 1))
    game.submit(SetCondition("ann", "old", "", 1))
    game.submit(PassTime("year"))
    game.submit(Edit("ghost", "hp", "", 3))
    told = chains(as_json(game, players=True))
    assert [(number, [event["event"] for event in chain["events"]]) for number, chain in told.items()] == [
        (2, ["ConditionChanged"]),
        (3, ["Ticked", "PeriodBegan", "Damaged", "PoolChanged"]),
    ]
    assert events(told[3], "Ticked", "who") == [[["ann", "bob"]]]


def test_a_question_to_the_hidden_is_not_told() -> None:
    game = duel(fight=replace(START, round=1, turn="ghost"))
    game.submit(SetCondition("ghost", "bleeding", "", 1))
    game.submit(NextTurn())
    assert "waits for Shadow" in lines(export_text(game, "md"))
    assert not any("waits" in line for line in lines(export_text(game, "md", players=True)))


def test_names_that_look_like_markdown_stay_in_their_places() -> None:
    names = ["[/x]", "*b* | c", "`d`\n# e", "\x1b[31mf", "<g>", "~~h~~ \\", "龍之介", "x" * 300, "1. i", "- j"]
    combatants = dict(START.combatants)
    for index, name in enumerate(names):
        combatants[f"n{index}"] = replace(START.combatants["ann"], id=f"n{index}", name=name)
    game = duel(fight=replace(START, combatants=combatants, order=tuple(combatants)))
    for index in range(len(names)):
        game.submit(Edit(f"n{index}", "hp", "", 5))
        game.submit(SetCondition(f"n{index}", "wary", "", 1))
        game.submit(NextTurn())
    visible = ["[/x]", "*b* | c", "`d` # e", "[31mf", "<g>", "~~h~~ \\", "龍之介", "x" * 300, "1. i", "- j"]
    for players in (False, True):
        text = export_text(game, "md", players)
        assert "\x1b" not in text
        shown = [line.replace("[31mf", "[31mf").replace("␛␛", "␛") for line in lines(text)]
        for name in visible:
            assert name in shown
            assert f"{name}: hp 10 → 5" in shown


def test_an_export_is_written_whole_and_never_over_another(tmp_path: Path) -> None:
    game, path = evening(), tmp_path / "log.md"
    assert write_export(game, path, "md") == path
    assert path.read_text(encoding="utf-8") == export_text(game, "md")
    path.write_text("mine")
    with pytest.raises(FileExists, match="there is a file already"):
        write_export(game, path, "md")
    assert path.read_text() == "mine"
    write_export(game, path, "json", overwrite=True)
    assert json.loads(path.read_text(encoding="utf-8"))["title"] == "At the ford"
    assert [file.name for file in tmp_path.iterdir()] == ["log.md"]


def test_an_export_that_cannot_be_written_leaves_nothing(tmp_path: Path) -> None:
    with pytest.raises(FileError, match="cannot be written"):
        write_export(evening(), tmp_path / "missing" / "log.md", "md")
    (tmp_path / "folder").mkdir()
    with pytest.raises(FileError, match="cannot be written"):
        write_export(evening(), tmp_path / "folder", "md", overwrite=True)
    assert [file.name for file in tmp_path.iterdir()] == ["folder"]


def test_the_absolute_path_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert write_export(evening(), Path("log.md"), "md") == tmp_path / "log.md"


def test_the_command(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    path, output = tmp_path / "ford-1.crittui", tmp_path / "log.json"
    with closing(evening(path)) as game:
        assert export_command(str(path), "md", "", False, compiled) == 0
        assert capsys.readouterr().out == export_text(game, "md")
        assert export_command(str(path), "md", "", False, compiled, players=True) == 0
        assert capsys.readouterr().out == export_text(game, "md", players=True) != export_text(game, "md")
        assert export_command(str(path), "json", str(output), False, compiled) == 0
        assert capsys.readouterr().out == f"{output}\n"
        assert output.read_text(encoding="utf-8") == export_text(game, "json")
        for nowhere in ("", "-"):
            assert export_command(str(path), "json", nowhere, False, compiled) == 0
            assert capsys.readouterr().out == export_text(game, "json")
    with pytest.raises(FileError, match="no such session"):
        export_command("ford-9", "md", "", False, compiled)


def test_templates_are_loaded_only_when_they_are_needed() -> None:
    program = "import sys, crittui.session.export; print([m for m in ('jinja2', 'markupsafe') if m in sys.modules])"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, env={**os.environ})
    assert done.stdout == "[]\n"
