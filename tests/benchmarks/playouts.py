"""Random games a second in the reference executor, beside the same games written by hand in Python.

    python -m tests.benchmarks.playouts [GAME ...] [--quick] [--processor] [--profile]

The games are yahtzee for one (`yahtzee.rulebook.yaml`, without jokers), tic-tac-toe, connect-four and reversi; by hand
they are in `baselines/playouts.py`.  Wanted: at least 1/100.  Mean scores, or how long games are and how often the
first player wins, are told beside, since two programs that play different games cannot be compared.
"""

from __future__ import annotations

import runpy
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from statistics import fmean, stdev
from typing import Any

import rulewright
from rulewright.game.game import Game
from rulewright.game.playouts.playout import play_out
from tests.benchmarks.sitting import HERE, ratios, sitting, table
from tests.benchmarks.sitting import arguments as arguments_of

RULEBOOK = HERE / "yahtzee.rulebook.yaml"
BY_HAND, REFERENCE = "by hand, in Python", "reference executor"
MAX_ACTIONS = 1_000

Played = tuple[int, int]
"""Decisions, and the score (a game for one) or the seat that won, from 1 on, 0 for a draw."""


@dataclass(frozen=True)
class Contest:
    """A game in both forms: what `rulewright.load` is given, and the name of the function in the baselines."""

    rulebook: str
    by_hand: str
    for_one: bool = False

    def play(self, game: Game, seed: int) -> Played:
        """A random game by the rulebook."""
        played = play_out(game, seed, MAX_ACTIONS)
        if self.for_one:
            return played.decisions, played.scores[0]
        return played.decisions, played.winners[0] + 1 if len(played.winners) == 1 else 0

    def told(self, games: Sequence[Played]) -> str:
        """What both forms must agree on, with 95 % of certainty."""
        if self.for_one:
            return f"mean score {_mean([score for _, score in games])}"
        first = [100 * (winner == 1) for _, winner in games]
        return f"decisions {_mean([decisions for decisions, _ in games])}, won by the first {_mean(first)} %"


CONTESTS = {
    "yahtzee": Contest(str(RULEBOOK), "yahtzee", for_one=True),
    "tic-tac-toe": Contest("tic-tac-toe", "tictactoe"),
    "connect-four": Contest("connect-four", "connect4"),
    "reversi": Contest("reversi", "reversi"),
}


def load() -> Game:
    return rulewright.load(str(RULEBOOK))


def by_hand() -> dict[str, Any]:  # Any: whatever the baseline defines
    """The names of the baseline: `yahtzee` plays a game as (decisions, score), `score_dice` scores five dice."""
    return runpy.run_path(str(HERE / "baselines" / "playouts.py"))


def main(given: Sequence[str]) -> None:
    own = ("--profile", *CONTESTS)
    asked = arguments_of(__doc__, 7, 1, [word for word in given if word not in own])
    seconds = 0.05 if asked.quick else 2.0
    names = [name for name in CONTESTS if name in given] or list(CONTESTS)
    for name in names:
        if "--profile" in given:
            _profile(rulewright.load(CONTESTS[name].rulebook))
        else:
            _measure(name, seconds, asked.rounds, time.process_time if asked.processor else time.perf_counter)


def _measure(name: str, seconds: float, rounds: int, clock: Callable[[], float]) -> None:
    contest = CONTESTS[name]
    game, baseline = rulewright.load(contest.rulebook), by_hand()[contest.by_hand]
    games: dict[str, list[Played]] = {BY_HAND: [], REFERENCE: []}

    def play_by_rulebook() -> Played:
        return contest.play(game, len(games[REFERENCE]))

    measured = sitting(
        {
            BY_HAND: lambda: _games_a_second(baseline, games[BY_HAND], seconds, clock),
            REFERENCE: lambda: _games_a_second(play_by_rulebook, games[REFERENCE], seconds, clock),
        },
        rounds,
    )
    one_over = ratios(measured[BY_HAND], measured[REFERENCE])
    table(
        f"random games of {name} a second",
        [
            *((way, figures, contest.told(games[way])) for way, figures in measured.items()),
            ("by hand / reference", one_over, "at most 100 is wanted"),
        ],
    )


def _games_a_second(
    play: Callable[[], Played], games: list[Played], seconds: float, clock: Callable[[], float]
) -> float:
    begun = clock()
    before = len(games)
    while clock() - begun < seconds:
        games.append(play())
    return (len(games) - before) / (clock() - begun)


def _mean(figures: Sequence[float]) -> str:
    error = stdev(figures) / len(figures) ** 0.5 if len(figures) > 1 else 0.0
    return f"{fmean(figures):.2f} ± {1.96 * error:.2f}"


def _profile(game: Game) -> None:
    import cProfile
    import pstats

    with cProfile.Profile() as profile:
        for seed in range(200):
            play_out(game, seed, MAX_ACTIONS)
    pstats.Stats(profile).sort_stats("tottime").print_stats(30)


if __name__ == "__main__":
    main(sys.argv[1:])
