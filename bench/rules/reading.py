"""From the text of a ruleset to its programs, beside what PyYAML alone takes to make dictionaries of the same text.

PyYAML is measured as most programs use it (`yaml.safe_load`) and with its fast loader, on which ours stands.
"""

from __future__ import annotations

from functools import partial

import yaml

from bench.rules.measuring import Work, times, told
from crittui.files.library import checked, shipped_rulesets, source_of
from crittui.files.rulesets import read_ruleset
from crittui.rules.source import Source


def read(source: Source) -> None:
    assert read_ruleset([source]).model is not None


def read_and_compiled(source: Source) -> None:
    assert checked(read_ruleset([source])) is not None


def rulesets(rounds: int) -> None:
    """All shipped rulesets, one after the other."""
    for path in shipped_rulesets():
        source = source_of(path)
        ways: dict[str, Work] = {
            "crittui, read and compiled": partial(read_and_compiled, source),
            "crittui, read": partial(read, source),
            "yaml.safe_load": partial(yaml.safe_load, source.text),
            "yaml.load with CSafeLoader": partial(yaml.load, source.text, yaml.CSafeLoader),
        }
        told(f"{path.name}, {source.text.count(chr(10))} lines", times(ways, rounds))
