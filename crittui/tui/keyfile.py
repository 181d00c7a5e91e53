"""The user's own keys: a file that names keys by what they do, `undo: [u, backspace]`."""

from __future__ import annotations

from difflib import get_close_matches
from pathlib import Path

from crittui.files.nodes import Block, Items, Node, kind_of
from crittui.files.reading import read, refuse
from crittui.rules.source import Problems, Text
from crittui.tui.keys import REGISTRY, KeyMap

NAMED = frozenset(
    ["space", "enter", "tab", "escape", "backspace", "delete", "insert", "home", "end", "pageup", "pagedown"]
    + ["up", "down", "left", "right", *(f"f{n}" for n in range(1, 13))]
)


def key_file() -> Path:
    """Where the user's keys are looked for."""
    from platformdirs import user_config_path

    return user_config_path("crittui") / "keys.yaml"


def load_keys(path: Path) -> KeyMap:
    """The registry with the keys of `path`, or without them when there is no such file.

    FileError when the file names an unknown id, an unknown key, or one key for two things.
    """
    if not path.exists():
        return KeyMap()
    problems = Problems()
    keys = read_keys(path, problems)
    refuse(problems)
    return keys


def read_keys(path: Path, problems: Problems) -> KeyMap:
    """The key map of a file; everything wrong with it goes into `problems`."""
    node = read(path, problems)
    if node is None:
        return KeyMap()
    if not isinstance(node, Block):
        problems.add(node.position, "shape", f"{kind_of(node)} where ids and keys are needed", "write `undo: u`")
        return KeyMap()
    own: dict[str, tuple[str, ...]] = {}
    places: dict[str, Text] = {}
    for name, value in node.items():
        if _known(name, problems):
            own[name.value] = tuple(_keys(value, problems))
            places[name.value] = name
    _report_clashes(KeyMap(own), places, problems)
    return KeyMap(own)


def _known(name: Text, problems: Problems) -> bool:
    free = [entry.id for entry in REGISTRY if not entry.fixed]
    if name.value in free:
        return True
    if any(entry.id == name.value for entry in REGISTRY):
        problems.add(name.position, "fixed-key", f"the keys of {name.value!r} cannot be changed", "leave this line out")
        return False
    near = get_close_matches(name.value, free, 1)
    hint = f"did you mean {near[0]!r}?" if near else "the ids are " + " ".join(free)
    problems.add(name.position, "unknown-name", f"there is nothing called {name.value!r}", hint)
    return False


def _keys(node: Node, problems: Problems) -> list[str]:
    texts = node.nodes if isinstance(node, Items) else (node,)
    keys: list[str] = []
    for text in texts:
        if not isinstance(text, Text):
            what = f"{kind_of(text)} where a key is needed"
            problems.add(text.position, "shape", what, "write `u` or `[u, backspace]`")
        elif not _is_key(text.value):
            hint = "one character, or one of " + " ".join(sorted(NAMED))
            problems.add(text.position, "key", f"{text.value!r} is not a key", hint)
        elif text.value in keys:
            problems.add(text.position, "key", f"{text.value!r} stands here twice", "remove one of them")
        else:
            keys.append(text.value)
    return keys


def _is_key(text: str) -> bool:
    return text in NAMED or (len(text) == 1 and text.isprintable() and text != " ")


def _report_clashes(keys: KeyMap, places: dict[str, Text], problems: Problems) -> None:
    for first, second, key in keys.clashes():
        where = places.get(second.id) or places.get(first.id)
        if where is None:
            continue
        other = first if where is places.get(second.id) else second
        hint = "choose another key, or move that one too"
        problems.add(where.position, "key-clash", f"{key!r} already means {other.id!r}", hint)
