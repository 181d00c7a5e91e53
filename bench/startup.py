"""How long crittui takes to start, beside what nobody can start faster: `python -m bench.startup`.

Commands are timed to their end, programs with a screen to their first text in a pseudo terminal of 80x24.
Medians, after one start that is not counted.
"""

from __future__ import annotations

import argparse
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Mapping
from pathlib import Path

from tests.e2e.terminal import Terminal, environment

RULESETS = Path(__file__).parents[1] / "rulesets"
MINIMAL = """
from textual.app import App
from textual.widgets import Static
class Minimal(App):
    def compose(self):
        yield Static("Ready")
Minimal().run()
"""


def to_end(*command: str) -> Callable[[Mapping[str, str]], float]:
    def run(env: Mapping[str, str]) -> float:
        since = time.perf_counter()
        subprocess.run(command, env=env, capture_output=True, check=True)
        return time.perf_counter() - since

    return run


def to_text(text: str, *command: str) -> Callable[[Mapping[str, str]], float]:
    def run(env: Mapping[str, str]) -> float:
        since = time.perf_counter()
        with Terminal(command, env) as terminal:
            terminal.wait_for(text)
            return time.perf_counter() - since

    return run


def rows() -> list[tuple[str, str, Callable[[Mapping[str, str]], float]]]:
    """What is measured: its name, the name of what it is compared with, and how it is run."""
    python, crittui = sys.executable, (sys.executable, "-m", "crittui")
    ruleset = str(sorted(RULESETS.glob("*.yaml"))[0])
    bare, textual = "python -c pass", "minimal Textual app, first text"
    return [
        (bare, bare, to_end(python, "-c", "pass")),
        ("crittui --version", bare, to_end(*crittui, "--version")),
        ("crittui check RULESET", bare, to_end(*crittui, "check", ruleset)),
        ("crittui test RULESET", bare, to_end(*crittui, "test", ruleset)),
        (textual, textual, to_text("Ready", python, "-c", MINIMAL)),
        ("crittui, first text", textual, to_text("? help", *crittui)),
    ]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=7)
    runs = parser.parse_args().runs
    medians: dict[str, float] = {}
    print(f"{'':34}{'median':>8}{'min':>8}{'max':>8}   times")
    for name, rival, run in rows():
        with tempfile.TemporaryDirectory() as home:
            env = environment(Path(home))
            run(env)
            taken = [run(env) * 1000 for _ in range(runs)]
        medians[name] = statistics.median(taken)
        ratio = medians[name] / medians[rival]
        print(f"{name:34}{medians[name]:6.0f}ms{min(taken):6.0f}ms{max(taken):6.0f}ms{ratio:8.1f} {rival}")


if __name__ == "__main__":
    main()
