"""Whatever the documents show works, and what they say is printed is printed.

The info string of a fenced block says how it is run:

    yaml ruleset|addon|encounter|picture|theme|marks FILE   a whole file: nothing is wrong with it, its examples pass
    yaml steps, yaml SECTION                                a fragment: no errors within `frame.yaml`
    yaml wrong CODE[,CODE...] FORM [FILE]                   exactly these errors; FORM is one of the words above
    yaml warning CODE FORM [FILE]                           exactly this warning
    sh                                                      commands; those of crittui that print are run
    text output                                             what the `sh` block above prints
    text problem                                            what `check` says of the block above, without the place
    text log TITLE, text body WHO TITLE                     what the screen shows of an example of the last file
    text sketch                                             nothing that could be run

The files of a document lie together in one folder, each as it was shown last.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.docs.desk import (
    FILES,
    FORMS,
    FRAGMENTS,
    FRAME_NAME,
    WITH_EXAMPLES,
    alike,
    failures,
    lay_out,
    new_problems,
    printed,
    problems_of,
    shown,
    wrong_with,
)
from tests.docs.snippets import DOCUMENTS, ROOT, Snippet, before, everything

SNIPPETS = everything()
OUTPUTS = ("output", "problem", "log", "body")

pytestmark = pytest.mark.skipif(not (ROOT / "README.md").exists(), reason="the documents are not in a wheel")


@pytest.fixture(autouse=True)
def desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder to work in, and nobody's own rulesets."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "nobody"))
    monkeypatch.chdir(tmp_path)
    return tmp_path


def manner(snippet: Snippet) -> str:
    """How a block is run; empty when its info string does not say it."""
    match snippet.info:
        case ("yaml", form, _) if form in FILES:
            return "file"
        case ("yaml", form) if form in FRAGMENTS:
            return "fragment"
        case ("yaml", "wrong" | "warning" as level, _, form, *_) if form in FORMS:
            return level
        case ("sh",):
            return "commands"
        case ("text", kind, *_) if kind in OUTPUTS:
            return "shown"
        case ("text", "sketch"):
            return "sketch"
    return "readme" if snippet.document.name == "README.md" and snippet.language in ("", "text") else ""


def those(how: str) -> list[Snippet]:
    return [snippet for snippet in SNIPPETS if manner(snippet) == how]


def each(*how: str) -> pytest.MarkDecorator:
    found = [snippet for one in how for snippet in those(one)]
    return pytest.mark.parametrize("snippet", found, ids=lambda snippet: snippet.id)


def test_the_documents_are_there() -> None:
    assert {path.name for path in DOCUMENTS} >= {"tutorial.md", "reference.md", "bodies.md"}
    assert {snippet.document.name for snippet in SNIPPETS} >= {"tutorial.md", "reference.md", "bodies.md"}


def test_every_block_says_how_it_is_run() -> None:
    assert [f"{snippet.id} {' '.join(snippet.info)}" for snippet in SNIPPETS if not manner(snippet)] == []


@each("file")
def test_a_whole_file_is_fine(snippet: Snippet, desk: Path) -> None:
    lay_out((*before(snippet), snippet), desk)
    path = desk / snippet.info[2]
    assert wrong_with(path) == []
    if snippet.info[1] in WITH_EXAMPLES:
        assert failures(path) == []


@each("fragment")
def test_a_fragment_is_fine(snippet: Snippet, desk: Path) -> None:
    problems = problems_of(snippet, snippet.info[1], desk)
    assert [str(problem) for problem in problems if problem.level == "error"] == []
    if snippet.info[1] == "examples":
        assert failures(desk / FRAME_NAME) == []


@each("wrong", "warning")
def test_a_mistake_is_told(snippet: Snippet, desk: Path) -> None:
    level = {"wrong": "error"}.get(snippet.info[1], "warning")
    wanted = [(level, code) for code in snippet.info[2].split(",")]
    assert [(problem.level, problem.code) for problem in new_problems(snippet, desk)] == wanted


@each("commands")
def test_commands_can_be_given(snippet: Snippet, desk: Path) -> None:
    later = [other for other in SNIPPETS if other.document == snippet.document and other.line > snippet.line]
    if not later or later[0].info[:2] != ("text", "output"):
        assert printed(snippet, desk)[1] == 0


@each("shown")
def test_what_is_shown_is_true(snippet: Snippet, desk: Path) -> None:
    wanted, found = snippet.text.splitlines(), shown(snippet, desk)
    assert alike(wanted, found), "\n".join(found)
