"""What the contracts look at: the files of the repository and the modules of the package."""

from __future__ import annotations

import ast
import subprocess
from collections.abc import Iterator
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "crittui"
SKIPPED = frozenset({"build", "dist", "node_modules"})


@cache
def files() -> tuple[Path, ...]:
    """Every file that belongs to the project: what git tracks, or all of it outside a repository."""
    if (ROOT / ".git").exists():
        listing = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=False)
        if listing.returncode == 0:
            return tuple(path for name in listing.stdout.split("\0") if name and (path := ROOT / name).is_file())
    return tuple(sorted(_walk(ROOT)))


def _walk(folder: Path) -> Iterator[Path]:
    for path in folder.iterdir():
        if path.is_symlink() or path.name in SKIPPED or path.name == "__pycache__":
            continue
        if path.is_file():
            yield path
        elif path.name == ".ci" or not path.name.startswith("."):
            yield from _walk(path)


def modules(folder: Path = PACKAGE) -> list[Path]:
    """The Python files under `folder`."""
    return sorted(path for path in folder.rglob("*.py") if "__pycache__" not in path.parts)


@cache
def tree(path: Path) -> ast.Module:
    """The syntax tree of a Python file."""
    return ast.parse(path.read_text(encoding="utf-8"), str(path))


def name(path: Path) -> str:
    """How a file is called in a message."""
    return path.relative_to(ROOT).as_posix()
