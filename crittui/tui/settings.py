"""What the program remembers of a person's wishes from one evening to the next: `settings.yaml` beside the keys."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from difflib import get_close_matches
from pathlib import Path

from crittui.errors import FileError
from crittui.files.nodes import Block, kind_of
from crittui.files.reading import read, read_text, refuse
from crittui.rules.source import Problems, Text

MOTION, MOTION_OVER_SSH = "motion", "motion_over_ssh"
MOTIONS = ("full", "reduced", "none")
SETTINGS: Mapping[str, Sequence[str]] = {MOTION: MOTIONS, MOTION_OVER_SSH: MOTIONS}


def settings_file() -> Path:
    """Where they are kept."""
    from platformdirs import user_config_path

    return user_config_path("crittui") / "settings.yaml"


def read_settings(path: Path) -> dict[str, str]:
    """What was kept at `path`; nothing when there is no such file. FileError when it holds anything else."""
    if not path.exists():
        return {}
    problems = Problems()
    node = read(path, problems)
    found: dict[str, str] = {}
    if isinstance(node, Block):
        for name, value in node.items():
            if _known(name, SETTINGS, problems) and isinstance(value, Text):
                if _known(value, SETTINGS[name.value], problems):
                    found[name.value] = value.value
            elif name.value in SETTINGS:
                problems.add(value.position, "shape", f"{kind_of(value)} where a word is needed", "write one word")
    elif node is not None:
        problems.add(node.position, "shape", f"{kind_of(node)} where settings are needed", "write `motion: none`")
    refuse(problems)
    return found


def _known(word: Text, words: Mapping[str, object] | Sequence[str], problems: Problems) -> bool:
    if word.value in words:
        return True
    near = get_close_matches(word.value, list(words), 1)
    hint = f"did you mean {near[0]!r}?" if near else "there are " + ", ".join(words)
    problems.add(word.position, "unknown-name", f"there is nothing called {word.value!r}", hint)
    return False


def keep(path: Path, name: str, value: str) -> None:
    """Remember a setting; every other line of the file stays as it is. FileError where that cannot be done."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        lines = read_text(path).splitlines() if path.exists() else []
        kept = [line for line in lines if line.partition(":")[0].strip() != name]
        written = path.with_suffix(".new")
        written.write_text("\n".join([*kept, f"{name}: {value}", ""]), encoding="utf-8")
        os.replace(written, path)
    except OSError as error:
        raise FileError(f"this cannot be kept: {error.strerror or error}", str(path)) from error
