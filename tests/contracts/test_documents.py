"""What the documents say can be typed can be typed."""

from __future__ import annotations

import argparse
import re
import shlex
from collections.abc import Iterator
from pathlib import Path

import pytest

from crittui.cli import COMMANDS, build_parser
from crittui.tui.keys import FIGHT, KeyMap
from tests.contracts.repository import ROOT, files, name

DOCUMENTS = [path for path in files() if path.suffix == ".md" and "tests" not in path.relative_to(ROOT).parts]
FENCED = re.compile(r"^```[^\n]*\n(.*?)^```", re.MULTILINE | re.DOTALL)
INLINE = re.compile(r"`(crittui(?: [^`]+)?)`")
LINK = re.compile(r"\]\((?!\w+:|#)([^)#\s]+)")


def lines(document: Path) -> Iterator[str]:
    """The command lines of crittui in a document, each from `crittui` on."""
    text = document.read_text(encoding="utf-8")
    for block in FENCED.findall(text):
        for line in block.replace("\\\n", " ").splitlines():
            for part in re.split(r"&&|\||;", line.partition(" #")[0]):
                if match := re.match(r"\s*\$?\s*(?:\S*/)?crittui(?= |$)(.*)", part):
                    yield match.group(1)
    for call in INLINE.findall(FENCED.sub("", text)):
        yield call.removeprefix("crittui")


def subparsers(parser: argparse.ArgumentParser) -> dict[str, argparse.ArgumentParser]:
    [action] = [each for each in parser._actions if isinstance(each, argparse._SubParsersAction)]
    return dict(action.choices)


def options(parser: argparse.ArgumentParser) -> set[str]:
    return {option for action in parser._actions for option in action.option_strings}


def mistakes(line: str) -> list[str]:
    """The words of a command line that the program does not know."""
    parser = build_parser()
    words = shlex.split(line.replace("[", " ").replace("]", " "))
    commands = [word for word in words[:1] if word in COMMANDS]
    target = subparsers(parser)[commands[0]] if commands else subparsers(parser)["play"]
    known = options(target) | options(parser)
    wrong = [word for word in words if word.startswith("-") and word.partition("=")[0] not in known]
    if not commands and len([word for word in words if re.fullmatch(r"[a-z]+", word)]) > 1:
        wrong.append(words[0])
    return wrong


@pytest.mark.parametrize("document", DOCUMENTS, ids=name)
def test_every_command_in_the_documents_exists(document: Path) -> None:
    assert {line: wrong for line in lines(document) if (wrong := mistakes(line))} == {}


@pytest.mark.parametrize("document", DOCUMENTS, ids=name)
def test_every_link_to_a_file_leads_somewhere(document: Path) -> None:
    links = LINK.findall(document.read_text(encoding="utf-8"))
    assert [link for link in links if not (document.parent / link).exists()] == []


def test_the_readme_names_every_command() -> None:
    named = {line.split()[0] for line in lines(ROOT / "README.md") if line.split()}
    assert set(COMMANDS) - {"play"} <= named


def test_the_commands_of_the_readme_are_looked_at() -> None:
    assert len(list(lines(ROOT / "README.md"))) > 5


def test_a_wrong_command_would_be_found() -> None:
    assert mistakes(" check --frobnicate x.yaml") == ["--frobnicate"]
    assert mistakes(" explode fight") == ["explode"]


def test_the_keys_of_the_readme_are_those_of_the_program() -> None:
    table = re.findall(r"^\| (`.*?) \| (.*?) \| (`.*?) \| (.*?) \|$", (ROOT / "README.md").read_text(), re.MULTILINE)
    keys = [key for row in table for cell in (row[0], row[2]) for key in re.findall(r"`(.)`", cell)]
    assert len(keys) > 15
    assert [key for key in keys if not KeyMap().find(key, FIGHT)] == []
