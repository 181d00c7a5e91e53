"""Imports point down, and a small command stays small."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from crittui.files.encounters import read_encounter
from crittui.rules.commands import NextTurn
from crittui.session.game import begin_game
from crittui.session.journal import Head
from tests.contracts.repository import ROOT

RULESETS = sorted((ROOT / "rulesets").glob("*.yaml"))
FIGHTS = sorted((ROOT / "rulesets" / "fights").glob("*.yaml"))
SHELL = {"textual", "rich", "asyncio"}

LINT = "import sys; from importlinter.cli import lint_imports; sys.exit(lint_imports(no_cache=True, no_logo=True))"

LOADED = """
import io, json, sys
from crittui.cli import main
out, sys.stdout = sys.stdout, io.StringIO()
try:
    status = main(sys.argv[1:])
except SystemExit as end:
    status = end.code or 0
print(json.dumps([status, sorted({name.partition(".")[0] for name in sys.modules})]), file=out)
"""


def python(code: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-c", code, *arguments]
    return subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)


def loaded_by(*arguments: str) -> set[str]:
    """The top-level modules that are in memory after `crittui ARGUMENTS`, which must end with 0."""
    done = python(LOADED, *arguments)
    assert done.returncode == 0, done.stderr
    status, names = json.loads(done.stdout)
    assert status == 0, done.stderr
    return set(names)


def test_imports_obey_the_contracts() -> None:
    done = python(LINT)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize("arguments", [("--version",), ("--help",), ("play", "--help")], ids=" ".join)
def test_telling_about_itself_needs_next_to_nothing(arguments: tuple[str, ...]) -> None:
    assert not loaded_by(*arguments) & {*SHELL, "yaml", "msgspec", "jinja2", "sqlite3", "shtab"}


@pytest.mark.parametrize("command", ["check", "test", "show"])
def test_a_command_on_rules_starts_without_the_terminal(command: str) -> None:
    assert not loaded_by(command, str(RULESETS[0])) & {*SHELL, "jinja2", "sqlite3"}


def test_a_simulation_starts_without_the_terminal() -> None:
    assert not loaded_by("simulate", str(FIGHTS[0]), "-n", "1") & {*SHELL, "jinja2", "sqlite3"}


def test_odds_start_without_the_terminal() -> None:
    call = ("odds", str(FIGHTS[0]), "--actor", "mira", "--target", "cole")
    assert not loaded_by(*call) & {*SHELL, "jinja2", "sqlite3"}


@pytest.fixture
def session(tmp_path: Path) -> Path:
    """A session in which one thing happened."""
    fight = read_encounter(FIGHTS[0])
    head = Head(fight.id, fight.title, fight.place, "test", fight.ruleset_source, fight.source, fight.addon_sources)
    path = tmp_path / "one.crittui"
    with closing(begin_game(path, head, fight.ruleset, fight.fight)) as game:
        game.submit(NextTurn())
    return path


def test_sessions_are_listed_without_reading_rules() -> None:
    assert not loaded_by("sessions") & {*SHELL, "jinja2", "yaml"}


@pytest.mark.parametrize("format", ["md", "json"])
def test_an_export_starts_without_the_terminal(format: str, session: Path) -> None:
    assert not loaded_by("export", str(session), "-f", format) & SHELL


def test_only_an_export_that_needs_templates_loads_them(session: Path) -> None:
    assert "jinja2" not in loaded_by("export", str(session), "-f", "json")
