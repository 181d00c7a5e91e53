"""Start a command in a terminal, see the fight, and leave: `python -m tests.e2e.first_look -- COMMAND...`."""

from __future__ import annotations

import argparse
import sys
import tempfile
from pathlib import Path

from tests.e2e.terminal import Terminal, environment

INSTALL_SECONDS = 300


def look(command: list[str], cwd: Path) -> int:
    """The command's exit status; prints the first picture. AssertionError when no fight appears."""
    with (
        tempfile.TemporaryDirectory() as home,
        Terminal(command, environment(Path(home)), cwd=cwd) as terminal,
    ):
        terminal.wait_for("? help", INSTALL_SECONDS)
        terminal.settle()
        print(terminal.picture)
        terminal.press("q")
        return terminal.end()


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--cwd", type=Path, default=Path())
    parser.add_argument("command", nargs="+")
    given = parser.parse_args()
    try:
        return look(given.command, given.cwd)
    except (AssertionError, EOFError) as error:
        print(error, file=sys.stderr)
        return 1


if __name__ == "__main__":
    sys.exit(main())
