"""`check` and `test` say all that is wrong, line by line, and their status tells it to programs."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from crittui.cases import runner
from crittui.cases.checking import check_command, check_file
from crittui.cases.runner import run_file
from crittui.files.library import data_path

RULES = """
ruleset: {id: our_rules, rules: [R-1, R-2]}
stats: {skill: 5, hp: {pool: 10}}
actions:
  attack:
    steps:
      - roll: attack
        dice: d20
        modifiers: {skill: attacker.skill}
        against: 10
        outcomes: {hit: success, miss: otherwise}
      - damage: hp
        amount: 3
        when: attack is hit
examples:
  - {title: A hit, rules: [R-1], action: attack, dice: {attack: 5}, expect: {target.hp: 7}}
  - {title: A miss, action: attack, dice: {attack: 4}, expect: {target.hp: 10}}
"""


def written(folder: Path, text: str, name: str = "our_rules.yaml") -> Path:
    path = folder / name
    path.write_text(text.lstrip("\n"), encoding="utf-8")
    return path


def told(path: Path) -> list[str]:
    problems, error = check_file(path)
    return [f"{p.position.line}:{p.position.column} {p.level} {p.code}" for p in problems.sorted] + (
        [error] if error else []
    )


def test_a_file_without_mistakes_is_fine(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = written(tmp_path, RULES)
    assert check_command([str(path)]) == 0
    assert capsys.readouterr().out == f"{path}: fine\n"


def test_all_problems_are_told_in_the_order_of_the_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = written(tmp_path, RULES.replace("attacker.skill", "attacker.skil").replace("amount: 3", "amount: 3 / 2"))
    assert check_command([str(path)]) == 1
    lines = capsys.readouterr().out.splitlines()
    assert [line.partition("] ")[0] for line in lines] == [
        f"{path}:8:37: error [unknown-name",
        f"{path}:12:17: error [rounding",
    ]


def test_a_warning_alone_is_no_failure(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = written(tmp_path, RULES.replace("skill: 5,", "skill: 5, luck: 1,"))
    assert check_command([str(path)]) == 0
    assert "warning [unused]" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("old", "new", "wanted"),
    [
        ("expect: {target.hp: 7}", "expect: {target.hp: 7}, skil: 3", "unknown-key"),
        ("action: attack, dice: {attack: 5}", "action: atack, dice: {attack: 5}", "unknown-name"),
        ("title: A hit, ", "", "missing"),
        ("action: attack, dice: {attack: 5}", "action: attack, target: {hp: lots}, dice: {attack: 5}", "type"),
    ],
)
def test_mistakes_in_examples_are_told_with_their_place(tmp_path: Path, old: str, new: str, wanted: str) -> None:
    (problem,) = told(written(tmp_path, RULES.replace(old, new, 1)))
    assert problem.startswith("15:")
    assert problem.endswith(f"error {wanted}")


def test_each_kind_of_file_is_known_by_how_it_begins(tmp_path: Path) -> None:
    written(tmp_path, RULES)
    assert told(written(tmp_path, "fight: f\nruleset: our_rules\ncombatants: {a: {}}\n", "fight.yaml")) == []
    assert told(written(tmp_path, "ruleset: our_rules\nstats: {a: 1, b: {score: x}}\n", "addon.yaml")) == [
        "2:26 error type"
    ]
    assert told(written(tmp_path, "title: x\n", "other.yaml")) == ["1:1 error shape"]
    assert told(written(tmp_path, "- a\n- b\n", "list.yaml")) == ["1:1 error shape"]
    assert told(written(tmp_path, "", "empty.yaml")) == ["1:1 error yaml"]
    for kind in ("rulesets/bodies", "themes"):
        folder = data_path("themes") if kind == "themes" else data_path("rulesets") / "bodies"
        assert [told(path) for path in sorted(folder.glob("*.yaml"))] == [[]] * len(list(folder.glob("*.yaml")))


def test_what_cannot_be_read_is_told_in_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lost = written(tmp_path, "ruleset: nowhere\nstats: {a: 1}\n", "addon.yaml")
    assert check_command([str(tmp_path), str(tmp_path / "nothing.yaml"), str(lost)]) == 1
    lines = capsys.readouterr().out.splitlines()
    assert [line.split(":")[0] for line in lines] == [str(tmp_path), str(tmp_path / "nothing.yaml"), str(lost)]
    assert "directory" in lines[0]
    assert lines[2].startswith(f"{lost}:1:10: there is no ruleset 'nowhere'")


def test_examples_that_pass_say_what_they_do_not_reach(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = written(tmp_path, RULES)
    assert runner.test_command([str(path)], as_json=False) == 0
    out = capsys.readouterr().out.splitlines()
    assert out == [f"{path}: every step, outcome, row, option and house rule is reached", "2 passed, 0 failed"]
    few = written(
        tmp_path,
        RULES.partition("  - {title: A hit")[0] + "  - " + RULES.partition("A miss")[2].join(("{title: A miss", "")),
    )
    assert runner.test_command([str(few)], as_json=False) == 0
    out = capsys.readouterr().out.splitlines()
    assert out[0] == f"{few}: no example reaches"
    assert [line.strip().rpartition(": ")[2] for line in out[1:-1]] == ["outcome attack is hit", "step damage hp"]


def test_an_example_that_fails_is_told_with_its_place(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = written(tmp_path, RULES.replace("target.hp: 7", "target.hp: 8"))
    assert runner.test_command([str(path)], as_json=False) == 1
    out = capsys.readouterr().out.splitlines()
    assert out == [f"{path}:15:5: A hit: target.hp: expected 8, but it is 7", "1 passed, 1 failed"]


def test_the_same_for_a_program(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = written(tmp_path, RULES.replace("target.hp: 7", "target.hp: 8"))
    runner.test_command([str(path)], as_json=True)
    (report,) = json.loads(capsys.readouterr().out)
    assert (report["file"], report["passed"]) == (str(path), 1)
    assert report["failed"] == [{"title": "A hit", "line": 15, "why": "target.hp: expected 8, but it is 7"}]


def test_a_case_file_finds_its_ruleset_among_the_files_named(tmp_path: Path) -> None:
    folder = tmp_path / "elsewhere"
    folder.mkdir()
    rules = written(folder, RULES, "any_name.yaml")
    cases = written(
        tmp_path, "ruleset: our_rules\nexamples:\n  - {title: x, action: attack, dice: {attack: 9}}\n", "cases.yaml"
    )
    report = run_file(cases, [cases, rules])
    assert (report.passed, report.failed, report.problems) == (1, 0, [])
    (lost,) = run_file(cases, [cases]).problems
    assert "no ruleset 'our_rules'" in lost


EDGE = "ruleset: our_rules\nweapons: {edge: {}}\nstats: {luck: {counter: 1}}\nexamples:\n  - {title: nothing}\n"
LUCKY = """
ruleset: our_rules
addons: [edge]
stats: {more: {counter: 3}}
examples:
  - {title: x, action: attack, attacker: {luck: 2}, dice: {attack: 9}, expect: {target.luck: 1, target.more: 3}}
"""


def test_a_case_file_lies_over_the_add_ons_that_it_names(tmp_path: Path) -> None:
    written(tmp_path, RULES)
    written(tmp_path, EDGE, "edge.yaml")
    cases = written(tmp_path, LUCKY, "cases.yaml")
    assert told(cases) == []
    report = run_file(cases)
    assert (report.passed, report.failures, report.problems) == (1, [], [])
    alone = written(tmp_path, LUCKY.replace("addons: [edge]\n", ""), "alone.yaml")
    assert told(alone) == ["4:43 error unknown-name"]


@pytest.mark.parametrize(
    ("addons", "wrong"),
    [
        ("[egde]", "2:10: there is no add-on 'egde', did you mean 'edge'?"),
        ("egde", "2:9: there is no add-on 'egde', did you mean 'edge'?"),
        ("{edge: yes}", "2:9: `addons` needs a list of names, write `addons: [NAME]`"),
        ("[[edge]]", "2:10: an add-on is called by its name, write `addons: [NAME]`"),
    ],
)
def test_an_add_on_that_is_not_there_is_told_at_its_name(tmp_path: Path, addons: str, wrong: str) -> None:
    written(tmp_path, RULES)
    written(tmp_path, EDGE, "edge.yaml")
    cases = written(tmp_path, LUCKY.replace("[edge]", addons), "cases.yaml")
    assert run_file(cases).problems == [f"{cases}:{wrong}"]
    assert told(cases) == [f"{cases}:{wrong}"]


def test_add_ons_are_all_named_in_one_place(tmp_path: Path) -> None:
    written(tmp_path, RULES)
    written(tmp_path, EDGE, "edge.yaml")
    written(tmp_path, EDGE + "addons: [edge]\n", "worse.yaml")
    cases = written(tmp_path, LUCKY.replace("[edge]", "[worse]"), "cases.yaml")
    assert told(cases) == ["6:1 error addon"]
    fight = "fight: f\nruleset: our_rules\naddons: [worse]\ncombatants: {a: {}}\n"
    assert told(written(tmp_path, fight, "fight.yaml")) == ["6:1 error addon"]


@pytest.mark.parametrize(
    ("text", "what"),
    [
        (RULES.replace("amount: 3", "amount: x"), "[unknown-name]"),
        ("title: x\n", "neither a ruleset nor a case file"),
        ("a: [\n", "[yaml]"),
    ],
)
def test_a_file_that_does_not_load_fails(
    tmp_path: Path, text: str, what: str, capsys: pytest.CaptureFixture[str]
) -> None:
    path = written(tmp_path, text)
    assert runner.test_command([str(path)], as_json=False) == 1
    out = capsys.readouterr().out
    assert what in out
    assert out.endswith("0 passed, 1 failed\n")


def test_rules_without_an_example_are_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = written(tmp_path, RULES)
    assert runner.test_command([str(path)], as_json=False, by_rule=True) == 1
    out = capsys.readouterr().out
    assert "R-1" in out
    assert "A hit" in out
    assert "R-2" in out
