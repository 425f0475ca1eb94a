"""What bots give away in a game for one that is solved: their expected score, without the luck of the games in which it is measured.

    python -m tests.benchmarks.given_away [yahtzee] --bots mcts:1000,mcts:1s [--games 20]

At each decision of a bot, the worth of the best action less that of the one that it takes is given away.  What is given away in a game is, on
average, the optimum less the expected score; it varies far less than scores do, so few games tell a lot.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Sequence
from statistics import fmean, variance

import rulewright as rw
from rulewright.play.bots import Bot, bot_named
from rulewright.play.figures.statistics import interval
from rulewright.play.solve import Solved

BOTS = "random,greedy,rollouts,mcts:1000,mcts:10000"


def main(given: Sequence[str]) -> None:
    """Print a line for each bot."""
    parser = argparse.ArgumentParser(description="What bots give away in a solved game.")
    parser.add_argument("game", nargs="?", default="yahtzee")
    parser.add_argument("--bots", default=BOTS, help="names, with commas between them")
    parser.add_argument("--games", type=int, default=20)
    wanted = parser.parse_args(given)
    game = rw.load(wanted.game, players=1)
    solution = rw.solve(game)
    best = solution.answer.worths[0].value
    print(
        f"{game.title} alone: at best {best:.3f}.\n\n| | expected score | 95 % | seconds a decision |\n|---|---|---|---|"
    )
    for name in (*wanted.bots.split(","), *game.program.strategies):
        bot, lost, decisions = bot_named(game, name), [], 0
        begun = time.perf_counter()
        for seed in range(wanted.games):
            bot.begin(seed)
            loss, many = played(game, bot, solution, seed)
            lost.append(loss)
            decisions += many
        seconds = (time.perf_counter() - begun) / decisions
        low, high = interval(fmean(lost), variance(lost), len(lost))
        print(
            f"| {name} | {best - fmean(lost):.1f} | {best - high:.1f} to {best - low:.1f} | {seconds:.4f} |",
            flush=True,
        )


def played(game: rw.Game, bot: Bot, solution: Solved, seed: int) -> tuple[float, int]:
    """What a bot gives away in a game, and how many decisions it has."""
    state, lost, decisions = game.new_initial_state(seed), 0.0, 0
    while (player := state.current_player()) is not None:
        action = bot.choose(state, player)
        worths = {move.action: move.worth.value for move in solution.at(state).moves}
        lost += max(worths.values()) - worths[str(action)]
        decisions += 1
        state.apply_action(action)
    return lost, decisions


if __name__ == "__main__":
    main(sys.argv[1:])
