"""How fast `simulate` is with its figures, beside the same games played in machine code for nothing.

    python -m tests.benchmarks.with_figures [--quick] [--processor] [--rounds N] [GAME ...]

Both play games of random players at a game's usual table, in turn; what is told is the ratio by game.  At least 0.8 is wanted.  Short
games are the hardest: in 80 nanoseconds a game there is not much time to count anything.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Sequence
from functools import partial
from statistics import median

import rulewright
from rulewright.document.library import bundled
from rulewright.play.simulate import simulate
from tests.benchmarks.native_speed import Player
from tests.benchmarks.sitting import arguments, ratios, sitting, table

WANTED = 0.8
AT_ONCE = 1 << 14


def main(given: Sequence[str]) -> None:
    asked = arguments(__doc__, 5, 1, given, "GAME")
    clock = time.process_time if asked.processor else time.perf_counter
    known = [name for name, _ in bundled()]
    rows = [
        measured(name, asked.rounds, 0.02 if asked.quick else 0.4, clock) for name in asked.names or known
    ]
    table("games a second with figures / without", rows)


def measured(
    name: str, rounds: int, seconds: float, clock: Callable[[], float]
) -> tuple[str, Sequence[float], str]:
    """The ratios of a game, and its games a second both ways."""
    game = rulewright.load(name, engine="native")
    player = Player(game.program)
    simulate(game, 100)  # compiled before anything is measured
    games = max(int(player.games_a_second(seconds, clock is time.process_time) * seconds), 1)

    def taken(do: Callable[[], object]) -> float:
        begun = clock()
        do()
        return games / (clock() - begun)

    ways = {
        "bare": partial(taken, partial(_bare, player, games)),
        "figures": partial(taken, partial(simulate, game, games)),
    }
    found = sitting(ways, rounds)
    return (
        name,
        ratios(found["figures"], found["bare"]),
        f"{median(found['figures']):,.0f} and {median(found['bare']):,.0f}; at least {WANTED} is wanted",
    )


def _bare(player: Player, games: int) -> None:
    """Games whose rows nobody reads, as many at a time as `native_speed` plays."""
    for start in range(0, games, AT_ONCE):
        player.play(min(AT_ONCE, games - start))


if __name__ == "__main__":
    main(sys.argv[1:])
