"""What no file of the repository may hold."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.contracts.repository import ROOT, files, name

# In pieces, so that this file does not hold what it looks for.
HOSTS = (
    "py" + "pi.org",
    "py" + "pi.python",
    "python" + "hosted.org",
    "npm" + "js.org",
    "crates" + ".io",
    "ana" + "conda.org",
    "rubygems" + ".org",
    "proxy.golang" + ".org",
    "index" + "-url",
)
PLACES = re.compile(r"(?<![\w.])/(?:" + "|".join(("work", "farm", "root", "home", "Users")) + ")/")
LOCKS = {"uv.lock", "poetry.lock", "pdm.lock", "Pipfile.lock", "package-lock.json", "yarn.lock"}
LARGEST = 400_000


def text(path: Path) -> str:
    return path.read_bytes().decode("utf-8", errors="replace")


def test_there_is_something_to_look_at() -> None:
    assert {"README.md", "pyproject.toml", "crittui/cli.py", ".ci/run"} <= {name(path) for path in files()}


@pytest.mark.parametrize("host", HOSTS)
def test_no_file_names_a_registry(host: str) -> None:
    assert [name(path) for path in files() if host in text(path)] == []


def test_no_file_names_a_place_on_one_machine() -> None:
    found = {name(path): match.group() for path in files() if (match := PLACES.search(text(path)))}
    assert found == {}


def test_no_lock_file_is_kept() -> None:
    assert [name(path) for path in files() if path.name in LOCKS] == []


def test_no_file_is_huge() -> None:
    assert [name(path) for path in files() if path.stat().st_size > LARGEST] == []


def test_no_file_of_text_has_a_foreign_line_end() -> None:
    kinds = {".py", ".yaml", ".md", ".toml", ".tcss", ".txt"}
    assert [name(path) for path in files() if path.suffix in kinds and b"\r" in path.read_bytes()] == []


def test_the_check_of_everything_can_be_run() -> None:
    assert (ROOT / ".ci" / "run").stat().st_mode & 0o111
