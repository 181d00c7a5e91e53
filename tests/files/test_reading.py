"""YAML is read as text, each piece with its exact place, and what cannot be read is told with its place."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from crittui.errors import FileError
from crittui.files.nodes import Block, Items, Node
from crittui.files.reading import MAX_BYTES, parse, read_text, refuse
from crittui.rules.source import Problems, Source, Text

MARK = "«"
"""Stands before the character at which a mistake must be reported."""


def read(text: str) -> tuple[Node | None, list[str]]:
    problems = Problems()
    root = parse(Source("f.yaml", text), problems)
    return root, [f"{p.position} {p.code}" for p in problems.sorted]


def at(root: Node | None, *path: str | int) -> Node:
    """The node below these keys."""
    for step in path:
        if isinstance(step, int):
            assert isinstance(root, Items)
            root = root.nodes[step]
        else:
            assert isinstance(root, Block)
            root = root.get(step)
    assert root is not None
    return root


def text_at(root: Node | None, *path: str | int) -> Text:
    found = at(root, *path)
    assert isinstance(found, Text)
    return found


WRITTEN = ["no", "on", "off", "Yes", "1:30", "010", "0x1F", "1_000", "2001-01-02", "~", "null", "1e3", "=", "00"]


@pytest.mark.parametrize("word", WRITTEN)
def test_every_scalar_stays_as_written(word: str) -> None:
    root, problems = read(f"{word}: {word}\nlist: [{word}]\n")
    assert problems == []
    assert text_at(root, word).value == word
    assert text_at(root, "list", 0).value == word


def test_empty_values_are_empty_texts() -> None:
    root, problems = read("a:\nb: ''\nc: {d: }\n")
    assert problems == []
    assert [text_at(root, *path).value for path in (["a"], ["b"], ["c", "d"])] == ["", "", ""]


def test_the_order_of_a_block_is_kept() -> None:
    root, _ = read("b: 1\na: 2\nc: 3\n")
    assert isinstance(root, Block)
    assert [key.value for key, _ in root.items()] == ["b", "a", "c"]


def test_a_name_typed_in_two_ways_is_one_name(tmp_path: Path) -> None:
    path = tmp_path / "f.yaml"
    path.write_text("daño: 1\ndan\u0303o: 2\n", encoding="utf-8")
    problems = Problems()
    parse(Source("f.yaml", read_text(path)), problems)
    assert [f"{p.position} {p.code}" for p in problems.sorted] == ["f.yaml:2:1 duplicate-key"]


def test_a_byte_order_mark_is_no_character(tmp_path: Path) -> None:
    path = tmp_path / "f.yaml"
    path.write_bytes(b"\xef\xbb\xbfa: b\n")
    assert read_text(path) == "a: b\n"


@pytest.mark.parametrize("ending", ["\n", "\r\n", "\r"])
def test_lines_may_end_as_on_any_system(tmp_path: Path, ending: str) -> None:
    path = tmp_path / "f.yaml"
    path.write_bytes(ending.join(["a: 1", "b: >-", "  c", "  d", "a: 2", ""]).encode())
    assert read_text(path) == "a: 1\nb: >-\n  c\n  d\na: 2\n"
    assert read(read_text(path))[1] == ["f.yaml:5:1 duplicate-key"]


# ---- places

PLACES = [
    pytest.param("a: «x", "x", id="plain"),
    pytest.param("a: '«x'", "x", id="single quotes"),
    pytest.param('a: "«x"', "x", id="double quotes"),
    pytest.param("a: |\n  «x + 1\n", "x + 1\n", id="literal block"),
    pytest.param("a: >-\n  «x\n  + 1\n", "x + 1", id="folded block"),
    pytest.param("a: >-   # why\n\n  «x\n", "\nx", id="folded block behind a remark and an empty line"),
    pytest.param("a:\n  «x\n  + 1\n", "x + 1", id="plain on several lines"),
    pytest.param("é: {ñ: «x}", "x", id="letters of two bytes before it"),
    pytest.param("'🎲🎲': [🎲, «x]", "x", id="characters of four bytes before it"),
    pytest.param("a: «x\r\nb: y\r\n", "x", id="line ends of Windows"),
    pytest.param("b: y\r\na: «x\r\n", "x", id="behind a line end of Windows"),
]


@pytest.mark.parametrize(("text", "value"), PLACES)
def test_a_scalar_knows_where_its_characters_stand(text: str, value: str) -> None:
    plain = text.replace(MARK, "")
    root, problems = read(plain)
    assert problems == []
    assert isinstance(root, Block)
    node = root.get("a") or at(root, *(["é", "ñ"] if "é" in root else ["🎲🎲", 1]))
    assert isinstance(node, Text)
    assert node.value == value
    assert node.start == text.index(MARK)
    assert plain[node.start : node.start + len(node.raw)] == node.raw
    before = text[: text.index(MARK)]
    assert (node.position.line, node.position.column) == (before.count("\n") + 1, len(before.rpartition("\n")[2]) + 1)


def test_a_key_knows_its_place() -> None:
    root, _ = read("a:\n  bc: 1\n  '🎲': 2\n")
    block = at(root, "a")
    assert isinstance(block, Block)
    assert [str(key.position) for key, _ in block.items()] == ["f.yaml:2:3", "f.yaml:3:4"]
    assert block.key("bc").where == "f.yaml:2"


# ---- what is wrong

WRONG = [
    pytest.param("a: 1\nb:\n«\tc: 2\n", "yaml", "blanks", id="tab"),
    pytest.param("a: «@b\n", "yaml", "quotes", id="reserved character"),
    pytest.param("a: b«: c\n", "yaml", "quotes", id="colon in a text"),
    pytest.param("a: [1, 2«\n", "yaml", "", id="open bracket"),
    pytest.param("a: 'b«\n", "yaml", "", id="open quote"),
    pytest.param("a: 1\n«--- \nb: 2\n", "yaml", "", id="two documents"),
    pytest.param("a: «*b\n", "yaml", "", id="alias of nothing"),
    pytest.param("«", "yaml", "section", id="empty"),
    pytest.param("«# only a remark\n", "yaml", "section", id="only a remark"),
    pytest.param("a: b«\x07\n", "yaml", "remove", id="control character"),
    pytest.param("a: b«\x80\n", "yaml", "remove", id="control character of the upper half"),
    pytest.param("a: b«\ufffe\n", "yaml", "remove", id="no character"),
    pytest.param("a: «&x b\nc: 1\n", "yaml-alias", "remove", id="anchor"),
    pytest.param("a: «!!int 3\n", "yaml-alias", "remove", id="tag"),
    pytest.param("a: {b: 1}\n«<<: {c: 1}\n", "yaml-alias", "like", id="merge key"),
    pytest.param("a: 1\nb: 2\n«a: 3\n", "duplicate-key", "remove", id="twice"),
    pytest.param("a: {b: 1, «b: 2}\n", "duplicate-key", "remove", id="twice in a flow"),
    pytest.param("a: {b: max(1, «2)}\n", "flow-comma", "quotes", id="comma in a call"),
    pytest.param("a: {t: Weak grip, «it hurts, hits: 2}\n", "flow-comma", "quotes", id="comma in a text"),
    pytest.param("a: {roll: 3,«4}\n", "flow-comma", "quotes", id="comma in a range"),
    pytest.param("? «[a, b]\n: 1\n", "shape", "plain", id="a list as a key"),
]


@pytest.mark.parametrize(("text", "code", "hint"), WRONG)
def test_what_is_wrong_is_told_with_its_place(text: str, code: str, hint: str) -> None:
    problems = Problems()
    parse(Source("f.yaml", text.replace(MARK, "")), problems)
    (problem,) = problems.sorted
    before = text[: text.index(MARK)]
    place = (before.count("\n") + 1, len(before.rpartition("\n")[2]) + 1)
    assert (problem.code, problem.position.line, problem.position.column) == (code, *place)
    assert problem.level == "error"
    assert hint in problem.hint


def test_an_alias_is_told_where_its_anchor_stands() -> None:
    assert read("a: &x {b: 1}\nc: *x\n")[1] == ["f.yaml:1:4 yaml-alias"]


def test_aliases_cannot_be_made_into_a_bomb() -> None:
    lines = ["a0: &a0 [x, x, x, x, x, x, x, x, x]"]
    lines += [f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 9)}]" for n in range(1, 60)]
    _, problems = read("\n".join(lines))
    assert problems
    assert all(problem.endswith("yaml-alias") for problem in problems)


@pytest.mark.parametrize("deep", [100, 1_000, 20_000, 200_000])
@pytest.mark.parametrize(("opening", "closing"), [("[", "]"), ("{", "}")])
def test_deep_nesting_is_a_problem_and_no_crash(deep: int, opening: str, closing: str) -> None:
    _, problems = read(f"a: {opening * deep}{closing * deep}")
    assert problems
    assert all(problem.endswith((" yaml", " shape")) for problem in problems)


def test_deep_indentation_is_a_problem_and_no_crash() -> None:
    _, problems = read("".join(f"{' ' * n}a:\n" for n in range(900)))
    assert problems == ["f.yaml:62:62 yaml"]


# ---- files that cannot be read


def test_a_directory_is_no_file(tmp_path: Path) -> None:
    with pytest.raises(FileError, match="directory") as caught:
        read_text(tmp_path)
    assert caught.value.where == str(tmp_path)
    assert caught.value.hint


def test_a_pipe_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(FileError, match="not a regular file"):
        read_text(tmp_path / "pipe")


@pytest.mark.parametrize("name", ["nothing.yaml", "no/such.yaml", "a\0b", "x" * 5000])
def test_a_name_without_a_file_is_told(tmp_path: Path, name: str) -> None:
    with pytest.raises(FileError) as caught:
        read_text(tmp_path / name)
    assert caught.value.what


@pytest.mark.parametrize(
    ("data", "line"), [(b"a: \xff\n", 1), (b"a: 1\nb: \xe9\n", 2), ("a: é\n".encode("utf-16"), 1)], ids=repr
)
def test_other_encodings_are_refused_with_their_line(tmp_path: Path, data: bytes, line: int) -> None:
    path = tmp_path / "f.yaml"
    path.write_bytes(data)
    with pytest.raises(FileError, match="UTF-8") as caught:
        read_text(path)
    assert caught.value.where == f"{path}:{line}:1"
    assert "UTF-8" in caught.value.hint


def test_a_huge_file_is_not_even_read(tmp_path: Path) -> None:
    path = tmp_path / "f.yaml"
    path.write_bytes(b"#" * (MAX_BYTES + 1))
    with pytest.raises(FileError, match="bytes"):
        read_text(path)


def test_the_first_problem_is_raised_with_the_number_of_the_others() -> None:
    problems = Problems()
    parse(Source("f.yaml", "a: 1\na: 2\na: 3\n"), problems)
    with pytest.raises(FileError) as caught:
        refuse(problems)
    assert (
        str(caught.value)
        == "f.yaml:2:1: 'a' stands twice in this block (first in line 1) (and 1 more), remove one of them"
    )
    refuse(Problems())


def test_a_problem_is_told_once_for_its_place_and_kind() -> None:
    problems = Problems()
    position = Source("f.yaml", "a").position(0)
    problems.add(position, "type", "first")
    problems.add(position, "type", "second")
    problems.warn(position, "unused", "third")
    assert [str(problem) for problem in problems.sorted] == [
        "f.yaml:1:1: error [type] first",
        "f.yaml:1:1: warning [unused] third",
    ]
    assert [problem.message for problem in problems.errors] == ["first"]
    assert problems
