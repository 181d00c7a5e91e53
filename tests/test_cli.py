"""The command line: what it takes, and how it says no."""

from __future__ import annotations

import os
import subprocess
import sys
import types
from collections.abc import Callable
from pathlib import Path

import pytest

from crittui import __version__, cli
from crittui.errors import CrittuiError, FileError, UsageError
from crittui.options import PlayOptions


def stand_in(monkeypatch: pytest.MonkeyPatch, module: str, function: Callable[..., int]) -> None:
    """Put a module in the place of `module` that holds nothing but `function`."""
    empty = types.ModuleType(module)
    setattr(empty, function.__name__, function)
    monkeypatch.setitem(sys.modules, module, empty)


@pytest.fixture
def played(monkeypatch: pytest.MonkeyPatch) -> list[PlayOptions]:
    """What `play` was called with; nothing is started."""
    calls: list[PlayOptions] = []

    def play(options: PlayOptions) -> int:
        calls.append(options)
        return 0

    stand_in(monkeypatch, "crittui.tui.play", play)
    return calls


def show_that(monkeypatch: pytest.MonkeyPatch, error: BaseException) -> None:
    """Let `show` meet this error."""

    def show_command(name: str, *how: object) -> int:
        raise error

    stand_in(monkeypatch, "crittui.files.showing", show_command)


@pytest.mark.parametrize("arguments", [[], ["play"]])
def test_without_anything_said_it_plays_and_decides_itself(arguments: list[str], played: list[PlayOptions]) -> None:
    assert cli.main(arguments) == 0
    assert played == [PlayOptions()]


@pytest.mark.parametrize("command", [[], ["play"]])
def test_every_option_of_play_arrives(command: list[str], played: list[PlayOptions]) -> None:
    where = ["fight.yaml", "--session", "s.db", "--ruleset", "x"]
    how = ["--dice", "hand", "--seed", "7", "--motion", "none", "--ascii", "--theme", "dark", "--language", "es"]
    assert cli.main([*command, *where, *how]) == 0
    assert played == [
        PlayOptions(
            encounter="fight.yaml",
            session="s.db",
            ruleset="x",
            by_hand=True,
            seed=7,
            motion="none",
            ascii=True,
            theme="dark",
            language="es",
        )
    ]


def test_options_may_come_first(played: list[PlayOptions]) -> None:
    assert cli.main(["--ascii", "fight.yaml"]) == 0
    assert played == [PlayOptions(encounter="fight.yaml", ascii=True)]


def test_a_file_that_is_called_like_a_command_needs_the_command(played: list[PlayOptions]) -> None:
    assert cli.main(["play", "check"]) == 0
    assert played == [PlayOptions(encounter="check")]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--motion", "wild"], "crittui play: argument --motion: invalid choice: 'wild'"),
        (["--seed", "x"], "argument --seed: 'x' is no whole number from 0 up"),
        (["--seed", "-1"], "argument --seed: '-1' is no whole number from 0 up"),
        (["check"], "crittui check: the following arguments are required: FILE, see crittui check --help"),
        (["chekc", "x.yaml"], "did you mean crittui check?"),
        (["export", "s.db", "-f", "pdf"], "invalid choice: 'pdf'"),
        (["--resume", "fight.yaml"], "takes no encounter, leave one of them out"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_wrong_usage_is_said_in_one_line(
    arguments: list[str], said: str, played: list[PlayOptions], capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(arguments) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert said in err
    assert err.count("\n") == 1
    assert played == []


@pytest.mark.parametrize(
    ("error", "status", "said"),
    [
        (FileError("no stats", "x.yaml:3:1", "add some"), 1, "x.yaml:3:1: no stats, add some\n"),
        (CrittuiError("it is broken"), 1, "it is broken\n"),
        (UsageError("which one?", hint="name it"), 2, "which one?, name it\n"),
        (KeyboardInterrupt(), 130, ""),
        (PermissionError(13, "Permission denied", "x.yaml"), 1, "x.yaml: Permission denied\n"),
    ],
    ids=lambda value: type(value).__name__ if isinstance(value, BaseException) else "",
)
def test_an_error_becomes_a_message_and_a_status(
    error: BaseException, status: int, said: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    show_that(monkeypatch, error)
    assert cli.main(["show", "x"]) == status
    assert capsys.readouterr() == ("", said)


def test_a_fault_of_the_program_is_not_hidden(monkeypatch: pytest.MonkeyPatch) -> None:
    show_that(monkeypatch, ZeroDivisionError())
    with pytest.raises(ZeroDivisionError):
        cli.main(["show", "x"])


@pytest.mark.parametrize("command", list(cli.COMMANDS))
def test_every_command_has_help(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as end:
        cli.main([command, "--help"])
    assert end.value.code == 0
    assert capsys.readouterr().out.startswith(f"usage: crittui {command}")


@pytest.mark.parametrize("shell", ["bash", "zsh", "tcsh"])
def test_a_shell_can_complete(shell: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as end:
        cli.main(["--print-completion", shell])
    assert end.value.code == 0
    assert "--motion" in capsys.readouterr().out


def run(*arguments: str, stdout: int = subprocess.PIPE) -> subprocess.Popen[str]:
    """A program of its own, with nothing to read and pipes to write to."""
    return subprocess.Popen(
        [sys.executable, "-m", "crittui", *arguments],
        env={**os.environ, "PYTHONPATH": str(Path(cli.__file__).parents[1])},
        stdin=subprocess.DEVNULL,
        stdout=stdout,
        stderr=subprocess.PIPE,
        text=True,
    )


def test_it_tells_its_version() -> None:
    with run("--version") as program:
        assert program.communicate()[0] == f"crittui {__version__}\n"
    assert program.returncode == 0


def test_a_reader_that_goes_away_is_no_reason_to_complain() -> None:
    reading, writing = os.pipe()
    os.close(reading)
    with run("--print-completion", "bash", stdout=writing) as program:
        os.close(writing)
        assert program.communicate()[1] == ""
    assert program.returncode == cli.READER_GONE


def test_a_terminal_is_needed_to_play_and_nothing_is_drawn_without() -> None:
    with run() as program:
        out, err = program.communicate()
    assert program.returncode == 2
    assert out == ""
    assert "terminal" in err
    assert "\x1b" not in err
