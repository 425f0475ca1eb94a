"""Who beats whom: the strategies of the rulebooks against players at random, and bots that look ahead.

    python -m tests.benchmarks.bots                             strategies against random, in every game that has some
    python -m tests.benchmarks.bots cinq-o sino --games 1000
    python -m tests.benchmarks.bots pig --duel hold_at_20,keep_pace
    python -m tests.benchmarks.bots --look-ahead                and greedy against random, rollouts against greedy
    python -m tests.benchmarks.bots cinq-o --search mcts:500    a tree search against rollouts in as much time, and the strategies

Seats change from game to game. A shared win counts half (a third, ...), so that two equal players have 50 % each; the interval
holds the true share with 95 % confidence.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from statistics import fmean, variance

import rulewright as rw
from rulewright import pipeline
from rulewright.language.players import ROLLOUTS
from rulewright.play.bots import bot_named
from rulewright.play.figures.single import PlayedGame
from rulewright.play.figures.statistics import interval, wilson
from rulewright.play.looking_ahead.rollouts import GAMES
from rulewright.play.simulate import simulate

MOST_ACTIONS = 10_000
LOOK_AHEAD = (("greedy", "random"), ("rollouts", "greedy"))
TIMED = 2
"""The games by which it is measured how long two bots think."""


@dataclass(frozen=True, slots=True)
class Duel:
    """What came of games of `one` against `other`: the share of wins of `one` with its interval, mean scores of both."""

    one: str
    other: str
    games: int
    share: float
    low: float
    high: float
    scores: tuple[float, float]
    unfinished: int
    failed: int

    @property
    def won(self) -> bool:
        """Whether `one` is better beyond doubt, as far as 95 % go."""
        return self.low > 0.5


def duel(game: rw.Game, one: str, other: str, games: int, seed: int = 0, jobs: int = 1) -> Duel:
    """So many games for two, each beginning as often as the other."""
    shares: list[float] = []
    scores: list[tuple[int, ...]] = []

    def note(played: PlayedGame) -> None:
        if played.outcome == "finished":
            seat = played.number % 2
            shares.append((seat in played.winners) / len(played.winners) if played.winners else 0.5)
            both = played.scores or (0, 0)
            scores.append(both if seat == 0 else both[::-1])

    found = simulate(game, games, seed, jobs, MOST_ACTIONS, players=(one, other), rotated=True, each=note)
    whole = all(share in (0, 1) for share in shares)
    low, high = wilson(int(sum(shares)), len(shares)) if whole else _interval(shares)
    means = fmean(first for first, _ in scores), fmean(second for _, second in scores)
    return Duel(one, other, len(shares), fmean(shares), low, high, means, found.broken_off, found.failed)


def _interval(shares: Sequence[float]) -> tuple[float, float]:
    return interval(fmean(shares), variance(shares) if len(shares) > 1 else 0.0, len(shares))


def main() -> int:
    """Print a line for each duel; 1 if somebody who should win does not."""
    parser = argparse.ArgumentParser(description="Who beats whom, with 95 % intervals.")
    parser.add_argument("games_named", nargs="*", metavar="GAME", help="by default all with strategies")
    parser.add_argument("--games", type=int, default=400, help="games for each line (default 400)")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--duel", metavar="A,B", help="these two instead of the usual ones")
    parser.add_argument(
        "--search", metavar="A", help="this one against rollouts that take as long, and against each strategy"
    )
    parser.add_argument("--look-ahead", action="store_true", help="also greedy and rollouts")
    wanted = parser.parse_args()
    short = False
    line = "{:<15} {:<12} {:<12} {:>6} {:>7}   {:<16} {:>17} {:>8}\n"
    sys.stdout.write(line.format("game", "", "against", "games", "wins", "95 %", "scores", "seconds"))
    for name in wanted.games_named or list(_with_strategies()):
        game = rw.load(name, players=2)
        pairs = _duels(game, wanted.duel, wanted.look_ahead)
        for one, other in opponents(game, wanted.search) if wanted.search else pairs:
            began = time.perf_counter()
            found = duel(game, one, other, wanted.games, wanted.seed, wanted.jobs)
            short = short or not found.won
            told = f"{100 * found.low:.1f} to {100 * found.high:.1f} %"
            scores = "{:.1f} : {:.1f}".format(*found.scores) if any(found.scores) else ""
            seconds = f"{time.perf_counter() - began:.1f}"
            sys.stdout.write(
                line.format(
                    name, one, other, found.games, f"{100 * found.share:.1f} %", told, scores, seconds
                )
            )
            if found.unfinished or found.failed:
                sys.stdout.write(f"  broken off: {found.unfinished}, failed: {found.failed}\n")
            sys.stdout.flush()
    return int(short)


def _with_strategies() -> Iterator[str]:
    for name, _, book in pipeline.bundled():
        if book.strategies and 2 in book.players:
            yield name


def _duels(game: rw.Game, wanted: str | None, look_ahead: bool) -> Sequence[tuple[str, str]]:
    if wanted is not None:
        one, _, other = wanted.partition(",")
        return [(one, other)]
    strategies = [(name, "random") for name in game.program.strategies]
    return [*strategies, *(LOOK_AHEAD if look_ahead else ())]


def opponents(game: rw.Game, one: str) -> Iterator[tuple[str, str]]:
    mine, theirs = thinking(game, one, ROLLOUTS)
    yield one, f"{ROLLOUTS}:{max(round(GAMES * mine / theirs), 1)}"
    for name in game.program.strategies:
        yield one, name


def thinking(game: rw.Game, one: str, other: str) -> tuple[float, float]:
    """How long two bots think about a decision, in seconds, in games against each other. The first game, for which machine code is made, does not count."""
    taken, many = [0.0, 0.0], [0, 0]
    for number in range(TIMED + 1):
        bots = [bot_named(game, name) for name in (one, other)]
        for seat, bot in enumerate(bots):
            bot.begin(number + seat)
        state = game.new_initial_state(number)
        while (player := state.current_player()) is not None:
            mover, begun = (player + number) % 2, time.process_time()
            action = bots[mover].choose(state, player)
            if number:
                taken[mover] += time.process_time() - begun
                many[mover] += 1
            state.apply_action(action)
    return taken[0] / many[0], taken[1] / many[1]


if __name__ == "__main__":
    sys.exit(main())
