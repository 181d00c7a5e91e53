"""The rules beside their rivals: `python -m bench.rules`. Medians, all ways in turns within one run.

Rivals come with the optional extra `bench`; those that are not there are left out, with a word.

Tried, and not among the rivals: `natural20` is no package of the index, only a repository. `dnd5e-engine` 0.7 wants
Python 3.12, more than this program does; it rolls every die through d20, so a bare roll of d20 is faster than any
of its attacks.
"""

from __future__ import annotations

import argparse

from bench.rules import chains, odds, reading


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=15, help="how often each is timed")
    parser.add_argument("--chains", type=int, default=5000, help="chains in each round")
    parser.add_argument("--fights", type=int, default=20, help="whole fights in each round")
    given = parser.parse_args()
    odds.against_rivals(given.rounds)
    odds.every_system(given.rounds)
    chains.against_rivals(given.rounds, given.chains)
    chains.whole_fights(given.rounds, given.fights)
    reading.rulesets(given.rounds)


if __name__ == "__main__":
    main()
