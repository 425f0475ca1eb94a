"""More of `test_promises.py` than fits into a run of the tests.

python -m tests.games.promises --games 50 --seed 1000        so many games at every table
"""

from __future__ import annotations

import argparse
import sys

from rulewright.play.hunting.conformance import check_game
from tests.games.books import tables


def main() -> int:
    """Play, and tell on stdout what was broken; 1 if anything was."""
    parser = argparse.ArgumentParser(description="Check every promise of the engine over random games.")
    parser.add_argument("--games", type=int, default=20, help="games at each table (default 20)")
    parser.add_argument("--seed", type=int, default=1000, help="the seed of the first")
    wanted = parser.parse_args()
    failed = False
    for table in tables():
        broken = check_game(table.load(), range(wanted.seed, wanted.seed + wanted.games))
        sys.stdout.write(f"{table}: {wanted.games} games, {len(broken)} broken promises\n")
        sys.stdout.writelines(f"  {each}\n" for each in broken)
        failed = failed or bool(broken)
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
