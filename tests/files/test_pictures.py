"""Pictures of bodies: what a file may get wrong is told with its place, and the right picture is chosen."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from crittui.cases.checking import check_command
from crittui.files.nodes import Block, Items, Node
from crittui.files.pictures import (
    SIZES,
    Picture,
    fit,
    picture_from,
    read_picture,
    read_pictures,
    report_unreached,
    unreached,
)
from crittui.files.reading import parse, read
from crittui.rules.source import Position, Problems, Source, Text
from crittui.tui.glyphs import to_ascii
from tests.tui.bodies import COARSE, FINE, FOUR_LEGGED, PICTURES, ROOT, groups, picture, pictures

RULESETS = sorted((ROOT / "rulesets").glob("*.yaml"))

GOOD = """\
picture_of: blob
picture: |
  |╭─╮|
  |│ │|
  |╰─╯|
mask: |
  |aaa|
  |aba|
  |ccc|
legend:
  a: {at: [rim, all], short: rim}
  b: {at: core, short: core, carries: [c]}
  c: {at: foot, short: foot, if_known: yes}
"""


def load(text: str) -> tuple[Picture | None, list[str]]:
    problems = Problems()
    node = parse(Source("blob.yaml", text), problems)
    found = None if node is None else picture_from(node, "blob", problems)
    return found, [f"{p.position.line}:{p.position.column} {p.level} {p.code}" for p in problems.sorted]


def test_a_picture_is_read() -> None:
    found, problems = load(GOOD)
    assert problems == []
    assert found is not None
    assert (found.id, found.body, found.size, found.view) == ("blob", "blob", "compact", "front")
    assert found.rows == ("╭─╮", "│ │", "╰─╯")
    assert found.mask == ("aaa", "aba", "ccc")
    assert found.legend["a"].at == ("rim", "all")
    assert found.legend["b"].carries == ("c",)
    assert found.legend["c"].if_known


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("  |│ │|", "  |│  │|", ["4:7 error picture-rows"]),
        ("  |│ │|", "  |│|", ["4:5 error picture-rows"]),
        ("  |aba|", "  |abaa|", ["8:7 error picture-rows"]),
        ("  |ccc|\n", "", ["8:4 error picture-rows", "12:3 error picture-legend"]),
        ("  |ccc|", "  |cxc|", ["9:5 error picture-legend"]),
        ("  |ccc|", "  |aaa|", ["13:3 error picture-legend"]),
        ("  |╭─╮|", "  |╭龍╮|", ["3:5 error picture-wide"]),
        ("  |╭─╮|", "  |╭─\u0301|", ["3:6 error picture-wide"]),
        ("  |╰─╯|", "  |╰─╯", ["5:3 error picture-bars", "9:4 error picture-rows"]),
        ("  |ccc|", "  |cc.|", ["5:6 warning picture-ink"]),
        ("carries: [c]", "carries: [d]", ["12:3 error picture-carries"]),
        ("short: rim", "short: a very long name", ["11:23 error picture-short"]),
        ("  b: {at: core", "  bb: {at: core", ["8:5 error picture-legend", "12:3 error picture-legend"]),
        ("if_known: yes", "if_known: maybe", ["13:40 error choice"]),
        ("picture_of: blob", "picture_of: blob\nsize: huge", ["2:7 error choice"]),
        ("picture_of: blob", "picture_of: blob\nsides: {right: [0, x]}", ["2:16 error shape"]),
        ("picture_of: blob", "picture_of: blob\nsides: {up: [1, 1]}", ["2:9 error unknown-key"]),
        ("picture_of: blob\n", "", ["1:1 error missing-picture_of"]),
        ("picture_of: blob", "picture_of: blob\nsise: large", ["2:1 error unknown-key"]),
        ("{at: foot, short", "{att: foot, short", ["13:6 error missing-at", "13:7 error unknown-key"]),
        ("{at: core, short: core, carries: [c]}", "core", ["12:6 error shape"]),
    ],
)  # fmt: skip
def test_what_is_wrong_is_told_with_its_place(old: str, new: str, expected: list[str]) -> None:
    assert old in GOOD
    found, problems = load(GOOD.replace(old, new, 1))
    assert [p for p in expected if p not in problems] == [], problems
    assert (found is None) == any(" error " in problem for problem in problems)


def test_a_picture_too_large_for_its_size_is_told() -> None:
    wide = "x" * 32
    text = f"picture_of: b\npicture: |\n  |{wide}|\nmask: |\n  |{wide}|\nlegend:\n  x: {{at: y, short: y}}\n"
    assert load(text)[1] == ["3:4 error picture-size"]
    assert load("size: large\n" + text)[1] == []


@pytest.mark.parametrize("text", ["- a\n", "picture_of: [a]\npicture: b\nmask: {}\nlegend: c\n", "picture_of: x\n"])
def test_nonsense_is_told_and_never_raises(text: str) -> None:
    found, problems = load(text)
    assert found is None
    assert problems


@settings(deadline=None)
@given(st.text(alphabet="╭│ab.|\n :{}[],龍", max_size=120))
def test_any_drawing_is_read_or_told(drawing: str) -> None:
    body = "".join(f"  {line}\n" for line in drawing.splitlines())
    found, problems = load(f"picture_of: b\npicture: |\n{body}mask: |\n{body}legend: {{a: {{at: x, short: x}}}}\n")
    assert found is not None or problems


def test_every_shipped_picture_is_without_problems() -> None:
    assert {picture.id for picture in pictures()} == {path.stem for path in PICTURES.glob("*.yaml")}
    assert len(pictures()) >= 4


@pytest.mark.parametrize("name", [path.stem for path in sorted(PICTURES.glob("*.yaml"))])
def test_shipped_pictures_keep_their_size_and_have_ascii(name: str) -> None:
    drawn = picture(name)
    columns, rows = SIZES[drawn.size]
    assert drawn.width <= columns
    assert drawn.height <= rows
    for row in drawn.rows:
        assert len(to_ascii(row)) == len(row)
        assert "?" not in to_ascii(row)


@pytest.mark.parametrize(
    ("name", "names"),
    [
        ("human_compact", COARSE),
        ("human_large", COARSE),
        ("human_face_compact", FINE),
        ("human_large", FINE),
        ("quadruped_compact", FOUR_LEGGED),
        ("quadruped_large", FOUR_LEGGED),
    ],
)
def test_shipped_pictures_reach_every_location(name: str, names: tuple[str, ...]) -> None:
    assert unreached(picture(name), groups(names)) == ()


def bodies_of(path: Path) -> dict[str, dict[str, tuple[str, ...]]]:
    """Body -> location -> members, as a ruleset's file has them."""
    node = read(path, Problems())
    bodies = node.get("bodies") if isinstance(node, Block) else None
    found = {}
    for name, body in bodies.items() if isinstance(bodies, Block) else ():
        locations = body.get("locations") if isinstance(body, Block) else None
        if isinstance(locations, Block):
            found[name.value] = {key.value: members(row) for key, row in locations.items()}
    return found


def members(row: Node) -> tuple[str, ...]:
    either = row.get("either") if isinstance(row, Block) else None
    return tuple(n.value for n in either.nodes if isinstance(n, Text)) if isinstance(either, Items) else ()


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("path", RULESETS, ids=lambda path: path.stem)
def test_every_body_of_a_shipped_ruleset_has_a_picture_that_reaches_all(path: Path, size: str) -> None:
    for body, locations in bodies_of(path).items():
        found = fit(pictures(), body, locations, size)
        assert found is not None, body
        assert unreached(found, locations) == ()


def test_the_picture_that_reaches_most_is_chosen() -> None:
    coarse, fine = (fit(pictures(), "human", groups(names), "compact") for names in (COARSE, FINE))
    assert coarse is picture("human_compact")
    assert fine is picture("human_face_compact")
    assert fit(pictures(), "human", groups(COARSE), "large") is picture("human_large")


def test_a_body_without_a_picture_takes_one_that_reaches_all_of_it_or_none() -> None:
    assert fit(pictures(), "orc", groups(COARSE), "compact") is picture("human_compact")
    assert fit(pictures(), "orc", {"tentacle": ()}, "compact") is None
    assert fit(pictures(), "orc", {}, "compact") is None


def test_a_location_that_cannot_be_shown_is_told_where_the_ruleset_names_it() -> None:
    problems = Problems()
    places = {"head": Position("r.yaml", 7, 5), "wing": Position("r.yaml", 8, 5)}
    report_unreached(picture("human_compact"), {"head": (), "wing": ()}, places, problems)
    assert [(str(p.position), p.level, p.code) for p in problems.sorted] == [("r.yaml:8:5", "warning", "picture-reach")]


def test_a_group_is_the_union_of_its_members() -> None:
    reach = picture("human_face_compact").reach(groups(FINE))
    assert reach["hands"] == reach["left_hand"] | reach["right_hand"]
    assert reach["left_hand"] == reach["shield_hand"] == {"L"}


def test_a_folder_that_is_not_there_has_no_pictures(tmp_path: Path) -> None:
    assert read_pictures(tmp_path / "none", Problems()) == ()


def test_a_broken_file_is_left_out_and_told(tmp_path: Path) -> None:
    (tmp_path / "a.yaml").write_text("picture_of: [", encoding="utf-8")
    (tmp_path / "b.yaml").write_text(GOOD, encoding="utf-8")
    problems = Problems()
    assert [found.id for found in read_pictures(tmp_path, problems)] == ["b"]
    assert len(problems.errors) == 1
    assert read_picture(tmp_path / "b.yaml", Problems()) is not None


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("", "", ""),
        ("  |aba|", "  |abaa|", "8:7: error [picture-rows] this row is 4 wide, the first row of the picture 3"),
        ("  |╭─╮|", "  |╭龍╮|", "3:5: error [picture-wide] the character '龍' is not one cell wide"),
        ("  |aba|", "  |aza|", "8:5: error [picture-legend] the letter 'z' is not in the legend"),
        ("  c: {at: foot", "  d: {at: toe, short: toe}\n  c: {at: foot", "13:3: error [picture-legend] the letter 'd'"),
        ("  |╰─╯|", "  |╰─x─╯|", "5:7: error [picture-rows] this row is 5 wide"),
    ],
)
def test_check_tells_where_picture_and_mask_do_not_match(
    old: str, new: str, told: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "blob.yaml"
    file.write_text(GOOD.replace(old, new, 1) if told else GOOD, encoding="utf-8")
    assert check_command([str(file)]) == (1 if told else 0)
    said = capsys.readouterr().out.splitlines()
    assert [line for line in said if line.startswith(f"{file}:{told}")] if told else said == [f"{file}: fine"]


def test_check_tells_which_location_has_no_cell_in_the_picture_beside_the_rules(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "bodies").mkdir()
    (tmp_path / "bodies/blob.yaml").write_text(GOOD, encoding="utf-8")
    rules = (Path(__file__).parents[1] / "tui/duel.yaml").read_text(encoding="utf-8")
    places = "core: {roll: 1}\n      rim: {roll: 2}\n      wing: {roll: '3-6'}"
    start, end = rules.index("  human:\n"), rules.index("conditions:")
    file = tmp_path / "blob_rules.yaml"
    body = f"  blob:\n    dice: d6\n    locations:\n      {places}\n\n"
    file.write_text(
        (rules[:start] + body + rules[end:]).replace("aim is not head", "aim is not core"), encoding="utf-8"
    )
    check_command([str(file)])
    line = next(n for n, row in enumerate(file.read_text(encoding="utf-8").splitlines(), 1) if "wing" in row)
    assert f"{file}:{line}:7: warning [picture-reach] no cell of the picture blob belongs to 'wing'" in (
        capsys.readouterr().out
    )
