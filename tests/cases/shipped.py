"""The worked cases: every case file, and every shipped ruleset's and add-on's own examples."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from crittui.cases.examples import Example, read_examples
from crittui.files.library import checked, data_path, find_ruleset_path, source_of
from crittui.files.nodes import Block
from crittui.files.reading import parse
from crittui.files.rulesets import is_addon, read_ruleset
from crittui.rules.ruleset import Ruleset
from crittui.rules.source import Problem, Problems, Text

CASES = tuple(sorted(Path(__file__).parent.glob("*.yaml")))
TITLE = re.compile(r"""(?m)^  - title: (["']?)(.*)\1$""")
SHIPPED = tuple(sorted(data_path("rulesets").glob("*.yaml")))


@dataclass(frozen=True, eq=False)
class Loaded:
    """A file with examples, compiled. `problems` holds warnings too, as `check` would tell them."""

    path: Path
    ruleset: Ruleset
    examples: tuple[Example, ...]
    problems: tuple[Problem, ...]


@cache
def loaded(path: Path) -> Loaded:
    source = source_of(path)
    root = parse(source, Problems())
    assert isinstance(root, Block)
    own = root.get("ruleset")
    base = [source_of(find_ruleset_path(own.value))] if is_addon(root) and isinstance(own, Text) else []
    file = read_ruleset([*base, source], with_examples=True)
    ruleset = checked(file, thorough=not base)
    assert ruleset is not None, "\n".join(map(str, file.problems.sorted))
    examples = tuple(read_examples(file.examples, ruleset.model))
    return Loaded(path, ruleset, examples, tuple(file.problems.sorted))


def everything() -> Iterator[tuple[Path, int, str]]:
    """Each example: its file, its number there, its title; found without loading the rules, for every worker does."""
    for path in (*CASES, *SHIPPED):
        found = TITLE.finditer(path.read_text(encoding="utf-8"))
        yield from ((path, number, title[2].replace('\\"', '"')) for number, title in enumerate(found))
