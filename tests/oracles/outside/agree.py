"""Long runs of the comparison with oracles from outside.

    python -m tests.oracles.outside.agree                              ten games of each twin
    python -m tests.oracles.outside.agree breakthrough hex --games 500     500 games of each of these

Prints how many games agreed and what happened in them; stops at the first difference.
"""

import argparse
import sys
import time
from collections import Counter

from tests.oracles.outside.lockstep import Disagreement, play
from tests.oracles.outside.twins import named, names


def main() -> int:
    """Play, and tell what came of it on stdout."""
    parser = argparse.ArgumentParser(description="Compare the engine with games that others wrote.")
    parser.add_argument("twins", nargs="*", metavar="GAME", help=f"by default all: {', '.join(names())}")
    parser.add_argument("--games", type=int, default=10, help="games of each (default 10)")
    parser.add_argument("--seed", type=int, default=0, help="the first seed (default 0)")
    wanted = parser.parse_args()
    unknown = set(wanted.twins) - set(names())
    if unknown:
        parser.error(f"no such game: {', '.join(sorted(unknown))} (there are {', '.join(names())})")
    for name in wanted.twins or names():
        began, done, twin = time.monotonic(), Counter[str](), named(name)
        game = twin.load()
        for number in range(wanted.games):
            try:
                done += play(twin, wanted.seed + number, game)
            except Disagreement as difference:
                sys.stdout.write(f"{difference}\n")
                return 1
        told = ", ".join(f"{count:,} {what}" for what, count in sorted(done.items()))
        sys.stdout.write(
            f"{name}: {wanted.games} games agreed in {time.monotonic() - began:.1f} s ({told})\n"
        )
        sys.stdout.flush()
    return 0


if __name__ == "__main__":
    sys.exit(main())
