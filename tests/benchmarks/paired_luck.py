"""How much less two games differ when they are played on the same luck.

    python -m tests.benchmarks.paired_luck --games 1000

The variance of the paired difference of scores, over that of an unpaired one: a ratio of 0.1 means that a tenth of
the games says as much.  Players choose at random, each choice addressed by seat and turn like chance itself, on both
sides alike.  Cinq-O is compared in its variant `rounds`, so that every game has the same number of turns.
"""

from __future__ import annotations

import argparse
from dataclasses import dataclass

import rulewright as rw
from rulewright.play.paired import Paired, paired


@dataclass(frozen=True)
class Comparison:
    """An option of a game with two values; `at_most` is what tests allow the ratio to be."""

    game: str
    option: str
    one: int
    other: int
    at_most: float
    variant: str | None = None
    players: int = 2

    def __str__(self) -> str:
        return f"{self.game} {self.option} {self.one} and {self.other}"

    def load(self, value: int) -> rw.Game:
        return rw.load(self.game, players=self.players, variant=self.variant, options={self.option: value})


COMPARISONS = (
    Comparison("cinq-o", "straight_number", 10, 15, 0.2, variant="rounds"),
    Comparison("cinq-o", "max_rolls", 4, 5, 0.1, variant="rounds"),
    Comparison("red-hot-yott", "chips_each", 3, 4, 0.45),
)


def compared(comparison: Comparison, games: int, seed: int = 0, jobs: int = 1) -> Paired:
    """Both values on the luck of the same seeds."""
    one, other = comparison.load(comparison.one), comparison.load(comparison.other)
    return paired(one, other, games, seed, jobs)


def main() -> None:
    """Print the ratios."""
    parser = argparse.ArgumentParser(description="Variance of paired against unpaired differences of scores.")
    parser.add_argument("--games", type=int, default=400, help="games on each side (default 400)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=1)
    wanted = parser.parse_args()
    print(f"{'comparison':42} {'difference':>22} {'paired':>9} {'unpaired':>9} {'ratio':>7}")
    for comparison in COMPARISONS:
        result = compared(comparison, wanted.games, wanted.seed, wanted.jobs)
        difference = f"{result.difference:+.2f} ({result.low:+.2f}..{result.high:+.2f})"
        print(
            f"{comparison!s:42} {difference:>22} {result.paired_variance:9.2f} {result.unpaired_variance:9.2f} "
            f"{result.ratio:7.3f}"
        )


if __name__ == "__main__":
    main()
