"""The ready fights: what there is, and the file that a name stands for."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from crittui.errors import FileError
from crittui.files.library import data_path, user_path
from crittui.files.nodes import Block
from crittui.files.reading import read
from crittui.records import dataclass
from crittui.rules.source import Problems, Text

FIGHTS = "fights"


@dataclass(frozen=True, slots=True)
class Ready:
    """A fight that is ready to be begun."""

    path: Path
    id: str
    title: str
    ruleset: str
    fighters: int


def ready_fights() -> list[Ready]:
    """The ready fights, the user's own first. Files that cannot be read are left out: `check` tells why."""
    found: dict[str, Ready] = {}
    for folder in (user_path() / FIGHTS, data_path("rulesets") / FIGHTS):
        for fight in _fights_in(folder):
            found.setdefault(fight.id, fight)
    return list(found.values())


def _fights_in(folder: Path) -> Iterator[Ready]:
    for path in sorted(folder.glob("*.yaml")) if folder.is_dir() else []:
        try:
            root = read(path, Problems())
        except FileError:
            continue
        if isinstance(root, Block) and "fight" in root:
            fighters = root.get("combatants")
            count = len(fighters.entries) if isinstance(fighters, Block) else 0
            id, title = _text(root, "fight") or path.stem, _text(root, "title")
            yield Ready(path, id, title or id, _text(root, "ruleset"), count)


def _text(block: Block, key: str) -> str:
    node = block.get(key)
    return node.value if isinstance(node, Text) else ""


def encounter_path(name: str) -> Path:
    """The file of an encounter by its path or the name of a ready fight; FileError with what there is."""
    path = Path(name).expanduser()
    if (name and path.exists()) or path.suffix in (".yaml", ".yml") or "/" in name:
        return path
    fights = ready_fights()
    for fight in fights:
        if name in (fight.id, fight.path.stem):
            return fight.path
    known = ", ".join(fight.id for fight in fights)
    raise FileError(f"there is no fight {name!r}", hint=f"name a file, or one of {known}" if known else "name a file")


def default_fight(ruleset: str = "") -> Path:
    """The ready fight that opens by itself: the first one of this ruleset, or the first one at all."""
    fights = ready_fights()
    fitting = [fight for fight in fights if not ruleset or fight.ruleset == ruleset]
    if not fitting and not fights:
        raise FileError("no ready fight came with the program", hint="name an encounter file")
    return (fitting or fights)[0].path
