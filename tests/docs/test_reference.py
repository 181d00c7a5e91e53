"""The reference falls behind nowhere: it names whatever the code knows, each thing in the section that is about it."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

import pytest

import crittui
from crittui.cases import examples
from crittui.files import creatures, encounters, fields, rulesets, sections, steps, tables, themes
from crittui.files import pictures as drawn
from crittui.rules.compile.actions import VERDICTS
from crittui.rules.compile.functions import FUNCTIONS
from crittui.rules.compile.unit import RESERVED, ROLL_WORDS
from tests.docs.snippets import ROOT, everything

DOCS = ROOT / "docs"
TABLE_KEYS = ("dice", "fields", "columns", "rows", "label")
BODY_KEYS = ("dice", "locations", "label")
CHAIN_KEYS = ("who", "inputs", "steps")
THING_KEYS = ("label", "fields", "given")
OUTCOME_KEYS = ("when", "label", "then", "tone")
OPTION_KEYS = ("when", "label", "then", "each")
PARTS = {"one-action", "a-story", "what-can-be-expected", "refused"}
PART_KEYS = ("action", "weapon", "inputs", "tick", "combat_end")

pytestmark = pytest.mark.skipif(not DOCS.is_dir(), reason="the documents are not in a wheel")

HEADINGS: Mapping[str, tuple[str, ...]] = {
    "ruleset": rulesets._HEAD,
    "conditions": tuple(sections._CONDITION_KEYS),
    "actions": (*sections._ACTION_KEYS, *sections.ACTION_KINDS),
    "tables": (*TABLE_KEYS, *tables._CELL_KEYS),
    "bodies": (*BODY_KEYS, *tables._LOCATION_KEYS),
    "chains": CHAIN_KEYS,
    "things": THING_KEYS,
    "creatures": tuple(creatures.CREATURE_KEYS),
    "examples": (*examples._SHARED, *examples._WHOLE, *PART_KEYS),
    "encounters": (*rulesets.FIGHT_KEYS, *encounters.COMBATANT_KEYS),
    "add-ons": ("ruleset", "title", "notes", "source"),
    "values": fields.KINDS,
    "pool": ("pool", *fields._EXTRA["pool"]),
    "counter": ("counter", *fields._EXTRA["counter"]),
    "choice": ("choice", *fields._EXTRA["choice"]),
    "one for each location": fields.SPREADING,
    "what all steps share": tuple(steps._SHARED),
    "names": tuple(RESERVED),
    "functions": tuple(FUNCTIONS),
    "what a name can mean": tuple(f"ROLL.{word}" for word in ROLL_WORDS),
    "time": ("order_by",),
    "shows": ("struck", "verdict", *VERDICTS),
    "tone": steps.TONES,
    "mark, wound, out, becomes": ("mark", "wound", "out", "becomes", *sections.WOUNDS),
    "kinds of actions and their keys": sections.ACTION_KINDS,
    "roll": OUTCOME_KEYS,
    "choose": OPTION_KEYS,
}


@cache
def chapters(document: str) -> Mapping[str, str]:
    """The text under each heading of a document, with that of the headings below it."""
    lines = (DOCS / document).read_text(encoding="utf-8").splitlines()
    heads = [(number, len(match[1]), match[2]) for number, line in _headings(lines) if (match := _head(line))]
    found: dict[str, str] = {}
    for index, (number, depth, title) in enumerate(heads):
        end = next((other for other, level, _ in heads[index + 1 :] if level <= depth), len(lines))
        found.setdefault(title.lower(), "\n".join(lines[number + 1 : end]))
    return found


def _headings(lines: list[str]) -> Iterator[tuple[int, str]]:
    inside = False
    for number, line in enumerate(lines):
        inside ^= line.startswith("```")
        if not inside:
            yield number, line


def _head(line: str) -> re.Match[str] | None:
    return re.match(r"(#+) (.*)", line)


def named(text: str) -> set[str]:
    """What is set as code in a text, whole and word by word, blocks too."""
    blocks = re.findall(r"^```[^\n]*\n(.*?)^```", text, re.MULTILINE | re.DOTALL)
    spans = re.findall(r"`([^`\n]+)`", re.sub(r"^```[^\n]*\n(.*?)^```", "", text, flags=re.MULTILINE | re.DOTALL))
    return {word for code in (*blocks, *spans) for word in (code.strip(), *re.findall(r"[\w.-]+", code))}


def in_prose(text: str) -> set[str]:
    """What is set as code outside of blocks."""
    return named(re.sub(r"^```[^\n]*\n(.*?)^```", "", text, flags=re.MULTILINE | re.DOTALL))


@pytest.mark.parametrize("heading", HEADINGS)
def test_a_section_names_all_that_belongs_to_it(heading: str) -> None:
    assert set(HEADINGS[heading]) - in_prose(chapters("reference.md")[heading]) == set()


@pytest.mark.parametrize("verb", steps.VERBS)
def test_every_verb_has_a_section_with_all_its_keys(verb: str) -> None:
    titles = {word: title for title in chapters("reference.md") for word in title.replace(",", "").split()}
    title = verb if verb in chapters("reference.md") else titles[verb]
    assert steps._KEYS[verb] - in_prose(chapters("reference.md")[title]) == set()


@pytest.mark.parametrize("section", rulesets.SECTIONS)
def test_every_section_of_a_ruleset_has_a_section(section: str) -> None:
    assert section in chapters("reference.md")


@pytest.mark.parametrize("kind", fields.KINDS)
def test_every_kind_has_a_section(kind: str) -> None:
    assert {kind, f"{kind} values"} & set(chapters("reference.md"))


@pytest.mark.parametrize("kinds", ["OPTION_KINDS", "WEAPON_KINDS", "LOCATION_KINDS", "INPUT_KINDS", "LIST_KINDS"])
def test_the_table_of_places_has_the_kinds_of_each(kinds: str) -> None:
    rows = re.findall(r"^\| .* \| ([a-z, ]+) \|$", chapters("reference.md")["values"], re.MULTILINE)
    assert set(getattr(fields, kinds)) in [set(row.split(", ")) for row in rows]


def test_the_bodies_name_all_keys_of_pictures_and_themes() -> None:
    words = in_prose((DOCS / "bodies.md").read_text(encoding="utf-8"))
    known = {*drawn.KEYS, *drawn.LETTER_KEYS, *drawn.SIZES, *drawn.VIEWS, *drawn.SIDES}
    known |= {*themes.ROLES, *themes.KINDS, *themes.ATTRIBUTES, *(set(themes.KEYS) - {"theme", "title", "roles"})}
    assert known - words == set()


# ---- keys that stand in the middle of the code


@cache
def written_out() -> set[str]:
    """The keys in every `self.keys(block, {...}, ...)` of the readers of rulesets."""
    package = Path(crittui.__file__).parent
    paths = [path for part in ("files", "cases") for path in sorted((package / part).glob("*.py"))]
    calls = (node for path in paths for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))))
    sets = (node.args[1] for node in calls if isinstance(node, ast.Call) and _takes_keys(node))
    words = (part.value for known in sets for part in ast.walk(known) if isinstance(part, ast.Constant))
    return {word for word in words if isinstance(word, str) and word}


def _takes_keys(node: ast.Call) -> bool:
    return isinstance(node.func, ast.Attribute) and node.func.attr == "keys" and len(node.args) > 1


def test_every_key_is_named() -> None:
    assert {"tick", "columns", "given", "each"} <= written_out()
    assert written_out() - in_prose((DOCS / "reference.md").read_text(encoding="utf-8")) == set()


# ---- kinds of messages

CALLS = {"wrong", "problem", "_problem", "add", "warn", "Problem", "Mistake", "SyntaxProblem", "value"}
CODE = re.compile(r"[a-z]+(-[a-z]+)*")
LEVELS = {"error", "warning"}
PICTURES = ("pictures.py", "drawing.py", "themes.py", "entries.py")


@cache
def codes(of_pictures: bool) -> set[str]:
    """The codes of all problems that files can have, as the code reports them."""
    package = Path(crittui.__file__).parent
    paths = [path for part in ("files", "rules", "cases") for path in sorted((package / part).rglob("*.py"))]
    trees = (ast.parse(path.read_text(encoding="utf-8")) for path in paths if (path.name in PICTURES) == of_pictures)
    return {code for tree in trees for node in ast.walk(tree) for code in _codes(node)}


def _codes(node: ast.AST) -> Iterator[str]:
    if not isinstance(node, ast.Call):
        return
    called = getattr(node.func, "attr", getattr(node.func, "id", ""))
    if called not in CALLS:
        return
    given = [*node.args[1:4], *(keyword.value for keyword in node.keywords if keyword.arg == "code")]
    for argument in given:
        either = (argument.body, argument.orelse) if isinstance(argument, ast.IfExp) else (argument,)
        texts = [part.value for part in either if isinstance(part, ast.Constant) and isinstance(part.value, str)]
        yield from (text for text in texts if CODE.fullmatch(text) and text not in LEVELS)


def test_the_codes_are_found() -> None:
    assert {"yaml", "flow-comma", "rounding", "unused", "addon", "expression"} <= codes(False)
    assert {"picture-rows", "theme-colour", "mark", "choice"} <= codes(True)


def test_every_kind_of_message_has_a_section() -> None:
    titles = set(re.findall(r"^## ([a-z-]+)$", chapters("reference.md")["messages"], re.MULTILINE))
    assert codes(False) - titles == set()
    assert titles - codes(False) == set()


def test_every_kind_of_message_is_shown() -> None:
    shown = {code for snippet in everything() if snippet.info[1:2] != ("text",) for code in _shown(snippet.info)}
    assert codes(False) - shown == set()


def _shown(info: tuple[str, ...]) -> list[str]:
    return info[2].split(",") if info[1:2] and info[1] in ("wrong", "warning") else []


def test_every_kind_of_message_about_pictures_is_named() -> None:
    words = in_prose((DOCS / "bodies.md").read_text(encoding="utf-8"))
    assert codes(True) - {"shape", "unknown-key"} - words == set()


# ---- the table of contents


@pytest.mark.parametrize("document", ["reference.md", "tutorial.md"])
def test_every_link_within_leads_to_a_heading(document: str) -> None:
    text = (DOCS / document).read_text(encoding="utf-8")
    links = re.findall(r"\]\((\w+\.md)?#([^)]+)\)", text)
    missing = [f"{target}#{anchor}" for target, anchor in links if anchor not in anchors(target or document)]
    assert missing == []


def anchors(document: str) -> set[str]:
    """The headings of a document as links name them; of two alike the second has `-1`."""
    lines = (DOCS / document).read_text(encoding="utf-8").splitlines()
    found: list[str] = []
    for _, line in _headings(lines):
        if head := _head(line):
            anchor = re.sub(r"[^\w -]", "", head[2].lower()).replace(" ", "-")
            found.append(f"{anchor}-{found.count(anchor)}" if anchor in found else anchor)
    return set(found)


def test_every_heading_of_sections_is_in_the_table_of_contents() -> None:
    text = (DOCS / "reference.md").read_text(encoding="utf-8")
    contents = set(re.findall(r"\]\(#([^)]+)\)", text.partition("\n---\n")[0]))
    messages = set(re.findall(r"^## ([a-z-]+)$", chapters("reference.md")["messages"], re.MULTILINE))
    heads = {_head(line) for _, line in _headings(text.splitlines())}
    wanted = {re.sub(r"[^\w -]", "", h[2].lower()).replace(" ", "-") for h in heads if h and len(h[1]) == 2}
    assert wanted - contents - messages - PARTS == set()
