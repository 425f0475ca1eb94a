"""Deep runs of the comparison with the oracles.

    python -m tests.oracles.agree --games 2000        about 2000 games at all tables and at random ones

Prints how many games agreed and what happened in them; stops at the first difference.
"""

import argparse
import sys
import time
from collections import Counter

from tests.oracles.lockstep import play
from tests.oracles.matches import at_random, one_by_one

GAMES_AT_A_TABLE = 10


def main() -> None:
    """Play, and tell what came of it on stdout."""
    parser = argparse.ArgumentParser(description="Compare the engine with the oracles over random games.")
    parser.add_argument("--games", type=int, default=2000, help="games to play in all (default 2000)")
    parser.add_argument("--seed", type=int, default=0, help="other tables and other games")
    wanted = parser.parse_args()
    began, done, games = time.monotonic(), Counter[str](), 0
    fixed = list(one_by_one())
    more = max(wanted.games // GAMES_AT_A_TABLE - len(fixed), 0)
    tables = [*fixed, *at_random(more, wanted.seed)]
    for table in tables:
        game = table.load()
        for number in range(GAMES_AT_A_TABLE):
            if games < wanted.games:
                done += play(table, wanted.seed * 1_000_000 + number, game)
                games += 1
    seconds = time.monotonic() - began
    sys.stdout.write(f"{games} games agreed at {len(tables)} tables in {seconds:.0f} s\n")
    sys.stdout.writelines(f"{count:9,} {what}\n" for what, count in sorted(done.items()))


if __name__ == "__main__":
    main()
