"""What became of processes: who started whom, and whether one ends."""

from __future__ import annotations

import os
import select
from pathlib import Path


def children(pid: int) -> list[int]:
    """The processes that a process started."""
    path = Path(f"/proc/{pid}/task/{pid}/children")
    return [int(child) for child in path.read_text().split()] if path.exists() else []


def gone(pid: int, seconds: float = 60) -> bool:
    """Whether a process ends within this time."""
    try:
        process = os.pidfd_open(pid)
    except ProcessLookupError:
        return True
    try:
        ready, _, _ = select.select([process], [], [], seconds)
    finally:
        os.close(process)
    return bool(ready)


def state(pid: int) -> str:
    """The state of a process as the system tells it: `S` asleep, `T` stopped, `R` running; empty when it is gone."""
    path = Path(f"/proc/{pid}/stat")
    return path.read_text().rpartition(")")[2].split()[0] if path.exists() else ""


def threads(pid: int) -> int:
    """How many threads a process has."""
    return len(list(Path(f"/proc/{pid}/task").iterdir()))


def with_environment(name: str, value: str) -> list[int]:
    """The processes that were started with this variable: nothing that a test has started can hide from it.

    None where the system does not tell.
    """
    wanted = f"{name}={value}".encode()
    found = []
    for folder in Path("/proc").iterdir() if Path("/proc").is_dir() else ():
        if folder.name.isdigit():
            try:
                given = (folder / "environ").read_bytes().split(b"\0")
            except OSError:
                continue
            if wanted in given and state(int(folder.name)) not in ("", "Z"):
                found.append(int(folder.name))
    return found
