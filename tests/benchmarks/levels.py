"""Six levels: does each win 60 to 75 of 100 games against the one below it?

    python -m tests.benchmarks.levels                          every bundled game for two, or for as many as it needs
    python -m tests.benchmarks.levels connect-four pig --games 400 --jobs 2

A row for each game: what the higher of two levels wins, with its 95 % interval, who begins changing from game to game; a draw counts half. Where four
sit down, both levels have every second seat. A star stands where the interval is outside of 60 to 75. Two levels far apart are told too, which
shows how much the game leaves to skill: where luck decides most, no levels can be far apart.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Sequence
from itertools import pairwise
from statistics import fmean, variance

import rulewright as rw
from rulewright import pipeline
from rulewright.language.players import LEVELS
from rulewright.play.figures.single import PlayedGame
from rulewright.play.figures.statistics import interval
from rulewright.play.simulate import simulate

LEAST, MOST = 0.60, 0.75
"""The wanted share of wins."""
MOST_ACTIONS = 10_000
PAIRS = (*pairwise(reversed(LEVELS)), (LEVELS[-1], LEVELS[0]))


def main(given: Sequence[str]) -> None:
    """Print a row for each game."""
    parser = argparse.ArgumentParser(description="What each level wins against the one below it.")
    parser.add_argument("games_named", nargs="*", metavar="GAME")
    parser.add_argument("--games", type=int, default=100, help="games of each pair (default 100)")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--jobs", type=int, default=1)
    wanted = parser.parse_args(given)
    print(f"Each level against the one below, {wanted.games} games of each pair.\n")
    print("| | " + " | ".join(f"{one[-1]} : {other[-1]}" for one, other in PAIRS) + " | seconds a game |")
    print("|---" * (len(PAIRS) + 2) + "|")
    for name in wanted.games_named or [name for name, _, book in pipeline.bundled() if max(book.players) > 1]:
        game = rw.load(name, players=_players(name))
        begun, cells = time.perf_counter(), []
        for one, other in PAIRS:
            cells.append(_told(*share(game, one, other, wanted.games, wanted.seed, wanted.jobs)))
            print(f"{name}: {one} against {other}: {cells[-1]}", file=sys.stderr)
        seconds = (time.perf_counter() - begun) / (wanted.games * len(PAIRS))
        print(f"| {name} | " + " | ".join(cells) + f" | {seconds:.2f} |", flush=True)


def share(
    game: rw.Game, one: str, other: str, games: int, seed: int, jobs: int = 1
) -> tuple[float, float, float]:
    """The share of games that the first of two players wins in every second seat, with its interval."""
    seats = game.num_players
    won: list[float] = []

    def note(played: PlayedGame) -> None:
        if played.outcome == "finished":
            theirs = {seat for seat in range(seats) if (seat + played.number) % seats % 2}
            winners = played.winners or range(seats)
            won.append(sum(seat not in theirs for seat in winners) / len(winners))

    players = [one if seat % 2 == 0 else other for seat in range(seats)]
    simulate(game, games, seed, jobs, MOST_ACTIONS, players=players, rotated=True, each=note)
    if len(won) < 2:
        return 0.5, 0.0, 1.0
    return (fmean(won), *interval(fmean(won), variance(won), len(won)))


def _told(won: float, low: float, high: float) -> str:
    outside = "" if high >= LEAST and low <= MOST else " *"
    return f"{100 * won:.0f} ({100 * low:.0f} to {100 * high:.0f}){outside}"


def _players(name: str) -> int:
    """Two, or else the smallest even number that may play, or else the smallest."""
    book = next(book for each, _, book in pipeline.bundled() if each == name)
    several = [players for players in book.players if players > 1]
    return min(several, key=lambda players: (players % 2, players))


if __name__ == "__main__":
    main(sys.argv[1:])
