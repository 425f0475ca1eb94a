"""Bots against each other, with the luck of the games taken away: as good as many more games that are counted won or lost.

    python -m tests.benchmarks.luck_apart sino --search mcts:500 [--games 100]      against rollouts in as much time, and each strategy
    python -m tests.benchmarks.luck_apart sino --duel mcts:500,cautious

At each decision it is estimated what the choice that was made is worth more, in games won, than the one that a strategy of the rulebook would have made
(`--by`, by default the first): both are played on by that strategy in all seats, many times, with the same luck.  If both bots were that strategy, each
would win half of the games, since seats change.  So half a game, and what one bot gained by its decisions, less what the other did, is on average what the
first wins of a game, whatever they do between (the performance difference lemma: Kakade, Langford, "Approximately optimal approximate reinforcement
learning", 2002; in games with luck also "advantage sums": Zinkevich et al., 2006).  What is played on starts from the true position, so nothing is estimated of
what is hidden.
"""

from __future__ import annotations

import argparse
import sys
import time
from array import array
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import fmean, variance

import rulewright as rw
from rulewright.game.game import State
from rulewright.game.playouts.playout import play_on
from rulewright.ir.layout import WINNERS as WON_BY
from rulewright.play.bots import Bot, bot_named
from rulewright.play.figures.statistics import interval
from rulewright.play.looking_ahead.lookahead import ANY, luck_of
from rulewright.runtime.executor import Luck, Position
from rulewright.runtime.fast import WINNERS, Played, Until
from tests.benchmarks.bots import opponents

PLAYED_ON = 100
"""The games by which a decision is judged."""
MOST = Until(most=10_000)
"""When such a game is broken off."""


@dataclass(frozen=True, slots=True)
class Apart:
    """What came of games of two bots: by game the share won without luck, and with it; the seconds that each took for a decision."""

    shares: list[float]
    counted: list[float]
    seconds: tuple[float, float]


def main(given: Sequence[str]) -> None:
    """Print a line for each pair of bots."""
    parser = argparse.ArgumentParser(
        description="What bots win against each other, without luck, with 95 % intervals."
    )
    parser.add_argument("games_named", nargs="+", metavar="GAME")
    parser.add_argument("--games", type=int, default=100, help="games for each line (default 100)")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--by", help="the strategy with which decisions are compared")
    parser.add_argument("--duel", metavar="A,B", help="these two")
    parser.add_argument(
        "--search",
        metavar="A",
        default="mcts:500",
        help="this one against rollouts that take as long, and against each strategy",
    )
    asked = parser.parse_args(given)
    print(
        "| game | | against | won without luck | 95 % | won | games | ms a decision |\n|---|---|---|---|---|---|---|---|"
    )
    for name in asked.games_named:
        game = rw.load(name, players=2)
        pairs = [tuple(asked.duel.split(","))] if asked.duel else opponents(game, asked.search)
        for one, other in pairs:
            found = played(
                game, (one, other), asked.by or next(iter(game.program.strategies)), asked.games, asked.seed
            )
            low, high = interval(fmean(found.shares), variance(found.shares), len(found.shares))
            print(
                f"| {name} | {one} | {other} | {100 * fmean(found.shares):.1f} | {100 * low:.1f} to {100 * high:.1f} | "
                f"{100 * fmean(found.counted):.1f} | {asked.games} | {1000 * found.seconds[0]:.2f} : {1000 * found.seconds[1]:.2f} |",
                flush=True,
            )


def played(game: rw.Game, names: tuple[str, ...], by: str, games: int, seed: int) -> Apart:
    """Games of two bots, whose seats change."""
    bots = [bot_named(game, name) for name in names]
    shares, counted, taken, decisions = [], [], [0.0, 0.0], [0, 0]
    for number in range(seed, seed + games):
        state = game.new_initial_state(number)
        for place, bot in enumerate(bots):
            bot.begin(2 * number + place)
        share = 0.5
        while (player := state.current_player()) is not None:
            mover = (player + number) % 2
            gained, seconds = _decided(state, bots[mover], player, by, number)
            share += -gained if mover else gained
            taken[mover] += seconds
            decisions[mover] += 1
        shares.append(share)
        counted.append(_share(state.cells[WON_BY], number % 2))
    return Apart(shares, counted, (taken[0] / decisions[0], taken[1] / decisions[1]))


def _decided(state: State, bot: Bot, player: int, by: str, seed: int) -> tuple[float, float]:
    """A decision, which is carried out: what it gained, in games won, and how long it took."""
    begun = time.process_time()
    action = bot.choose(state, player)
    seconds = time.process_time() - begun
    choices = [each.choice for each in state.legal_actions()]
    gained = 0.0
    if len(choices) > 1:
        position = Position(state.cells, Luck(0, list(state.tip.luck.turns)))
        luck: array[int] = luck_of(seed * 10_007 + len(state.history), 0, PLAYED_ON)
        first = choices.index(action.choice)
        seats = (by,) * state.game.num_players
        with_it, without = (
            play_on(state.game, position, [which], luck, MOST, seats) for which in (first, ANY)
        )
        gained = _won(with_it, player) - _won(without, player)
    state.apply_action(action)
    return gained, seconds


def _won(rows: Played, player: int) -> float:
    """The share of games that a player won."""
    return fmean(_share(winners, player) for winners in rows.column(WINNERS))


def _share(winners: int, player: int) -> float:
    """What a player has of a win, by the set of winners."""
    return (winners >> player & 1) / winners.bit_count() if winners else 0.5


if __name__ == "__main__":
    main(sys.argv[1:])
