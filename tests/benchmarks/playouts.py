"""Random games a second in the reference executor, beside the same game written by hand in Python.

    python -m tests.benchmarks.playouts [--quick] [--profile]

The game is yahtzee for one (`yahtzee.rulebook.yaml`; by hand in `baselines/playouts.py`).  Wanted: at least 1/100.
The mean scores are told beside, since two programs that play different games cannot be compared.
"""

from __future__ import annotations

import runpy
import sys
import time
from collections.abc import Callable, Sequence
from statistics import fmean, stdev
from typing import Any

import rulewright
from rulewright.game.game import Game
from rulewright.game.playout import play_out
from tests.benchmarks.sitting import HERE, ratios, sitting, table
from tests.benchmarks.sitting import arguments as arguments_of

RULEBOOK = HERE / "yahtzee.rulebook.yaml"
BY_HAND, REFERENCE = "by hand, in Python", "reference executor"
MAX_ACTIONS = 1_000


def load() -> Game:
    return rulewright.load(str(RULEBOOK))


def by_hand() -> dict[str, Any]:  # Any: whatever the baseline defines
    """The names of the baseline: `yahtzee` plays a game as (decisions, score), `score_dice` scores five dice."""
    return runpy.run_path(str(HERE / "baselines" / "playouts.py"))


def main(given: Sequence[str]) -> None:
    profile = "--profile" in given
    asked = arguments_of(__doc__, 7, 1, [word for word in given if word != "--profile"])
    seconds = 0.05 if asked.quick else 2.0
    game, baseline = load(), by_hand()["yahtzee"]
    if profile:
        _profile(game)
        return
    scores: dict[str, list[int]] = {BY_HAND: [], REFERENCE: []}

    def play_by_hand() -> int:
        score: int = baseline()[1]
        return score

    def play_by_rulebook() -> int:
        return play_out(game, len(scores[REFERENCE]), MAX_ACTIONS).scores[0]

    measured = sitting(
        {
            BY_HAND: lambda: _games_a_second(play_by_hand, scores[BY_HAND], seconds),
            REFERENCE: lambda: _games_a_second(play_by_rulebook, scores[REFERENCE], seconds),
        },
        asked.rounds,
    )
    notes = {name: _mean(found) for name, found in scores.items()}
    one_over = ratios(measured[BY_HAND], measured[REFERENCE])
    table(
        "random games of yahtzee a second",
        [
            *((name, figures, notes[name]) for name, figures in measured.items()),
            ("by hand / reference", one_over, "at most 100 is wanted"),
        ],
    )


def _games_a_second(play: Callable[[], int], scores: list[int], seconds: float) -> float:
    begun = time.perf_counter()
    before = len(scores)
    while time.perf_counter() - begun < seconds:
        scores.append(play())
    return (len(scores) - before) / (time.perf_counter() - begun)


def _mean(scores: list[int]) -> str:
    error = stdev(scores) / len(scores) ** 0.5 if len(scores) > 1 else 0.0
    return f"mean score {fmean(scores):.2f} ± {1.96 * error:.2f}"


def _profile(game: Game) -> None:
    import cProfile
    import pstats

    with cProfile.Profile() as profile:
        for seed in range(200):
            play_out(game, seed, MAX_ACTIONS)
    pstats.Stats(profile).sort_stats("tottime").print_stats(30)


if __name__ == "__main__":
    main(sys.argv[1:])
