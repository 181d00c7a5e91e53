"""Start, keys, bytes and idleness at the terminal: `python -m bench.terminal`.

All programs run in the same pseudo terminal, in turns, so that a busy machine is busy for each of them. Times are
medians, with the ratio to the bare Textual app; bytes are exact.
"""

from __future__ import annotations

import argparse
import statistics
import tempfile
from collections.abc import Callable
from pathlib import Path

from bench.terminal import measures
from bench.terminal.programs import EVENTS, Program, attack_of_five, long_game, programs

MOTIONS = ("full", "reduced", "none")
PARTS = ("start", "keys", "attack", "idle", "link")


def that_start(them: list[Program]) -> list[Program]:
    """The programs without those that do not start here; says which those are."""
    found = []
    for program in them:
        try:
            measures.start(program)
            found.append(program)
        except (EOFError, AssertionError):
            print(f"{program.name} does not start here and is left out")
    return found


def in_turns(them: list[Program], runs: int, measure: Callable[[Program], list[float]]) -> dict[str, list[float]]:
    """All figures of each program; the first run of each is not counted."""
    found: dict[str, list[float]] = {program.name: [] for program in them}
    for run in range(runs + 1):
        for program in them:
            figures = measure(program)
            if run:
                found[program.name] += figures
    return found


def told(title: str, found: dict[str, list[float]]) -> None:
    """A table of medians; the first program is what the others are compared with."""
    print(f"\n{title:44}{'median':>10}{'min':>10}{'max':>10}   ratio")
    base = statistics.median(next(iter(found.values())))
    for name, figures in found.items():
        median = statistics.median(figures)
        times = "".join(f"{figure * 1000:7.1f} ms" for figure in (median, min(figures), max(figures)))
        print(f"  {name:42}{times}{median / base:8.2f}")


def start(them: list[Program], runs: int) -> None:
    sent: dict[str, int] = {}
    ready: dict[str, list[float]] = {}

    def first(program: Program) -> list[float]:
        seen = measures.start(program)
        sent[program.name] = seen.sent
        ready.setdefault(program.name, []).append(seen.ready)
        return [seen.first]

    told("start to the first frame", in_turns(them, runs, first))
    told("start to a screen that takes keys", {name: figures[1:] for name, figures in ready.items()})
    print("  bytes until quiet: " + ", ".join(f"{name} {count:,}" for name, count in sent.items()))


def keys(them: list[Program], runs: int) -> None:
    told("key to the first changed cell", in_turns([p for p in them if p.keys], runs, measures.keys))


def attack() -> None:
    print("\nattack of five rolls, from the key to the last frame   bytes   floor (characters that changed)")
    for motion in MOTIONS:
        play = measures.attack(attack_of_five(motion))
        print(f"  motion {motion:45}{play.sent:8,}{play.floor:8,}")


def idle(them: list[Program]) -> None:
    print(f"\nidle for {measures.IDLE:.0f} s{'':37}bytes     CPU")
    for program in them:
        sent, share = measures.idle(program)
        print(f"  {program.name:42}{sent:8,}{share:8.2%}")


def link(runs: int) -> None:
    print("\n32 kB/s, 200 ms there and back: a key takes effect")
    commands = {motion: attack_of_five(motion) for motion in ("none", "full")}
    found: dict[str, list[float]] = {motion: [] for motion in commands}
    for _ in range(runs):
        for motion, command in commands.items():
            found[motion].append(measures.over_slow_link(command, motion == "full"))
    base = statistics.median(found["none"])
    for motion, figures in found.items():
        median = statistics.median(figures)
        print(f"  motion {motion:35}{median * 1000:7.0f} ms{median / base:8.2f}")


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.terminal", description=__doc__)
    parser.add_argument("--runs", type=int, default=7)
    parser.add_argument("--only", choices=PARTS, nargs="+", default=PARTS)
    parser.add_argument("--short", action="store_true", help=f"leave out the session of {EVENTS:,} events")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as made:
        folder = Path(made)
        them = that_start(programs(folder))
        if not given.short and {"start", "keys", "idle"} & set(given.only):
            them.append(long_game(folder))
        if "start" in given.only:
            start(them, given.runs)
        if "keys" in given.only:
            keys(them, max(1, given.runs // 2))
        if "attack" in given.only:
            attack()
        if "idle" in given.only:
            idle(them)
        if "link" in given.only:
            link(max(1, given.runs // 2))


if __name__ == "__main__":
    main()
