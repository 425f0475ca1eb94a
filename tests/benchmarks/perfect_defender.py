"""Connect four against who defends perfectly: the first player can win, and does the search?

    python -m tests.benchmarks.perfect_defender [--search mcts:50000] [--games 20] [--perfect-from 14]

The first stone is in the middle, with which the first player wins if both are perfect.  The search has these stones.  Its opponent is the same search at
first (`--opening`), and perfect from the move `--perfect-from` on: of what loses, it takes what loses last.  Told is how many games were won in theory when
the perfect play began, and how many were won in the end.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Sequence
from random import Random

import rulewright as rw
from rulewright.play.bots import Bot, bot_named
from rulewright.play.figures.statistics import wilson
from tests.play.solving.connect_four import ORDER, Position, Solver

MIDDLE = ORDER[0]
FIRST = 0
"""Whose stones the search has."""


def main(given: Sequence[str]) -> None:
    """Print a line for each game, and one for all."""
    parser = argparse.ArgumentParser(description="Wins against a perfect defender.")
    parser.add_argument("--search", default="mcts:50000", help="the bot with the first stones")
    parser.add_argument(
        "--opening", help="the bot of the defender until perfect play begins (default: the same)"
    )
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--perfect-from", type=int, default=14, metavar="MOVE")
    parser.add_argument("--seed", type=int, default=0)
    wanted = parser.parse_args(given)
    game = rw.load("connect-four")
    search, opening = bot_named(game, wanted.search), bot_named(game, wanted.opening or wanted.search)
    won = in_theory = 0
    for seed in range(wanted.seed, wanted.seed + wanted.games):
        begun = time.perf_counter()
        theory, result = played(game, search, opening, wanted.perfect_from, seed)
        won, in_theory = won + (result > 0), in_theory + (theory > 0)
        words = {1: "won", 0: "drawn", -1: "lost"}
        print(f"{seed}: in theory {words[theory]}, in the end {words[result]} ({time.perf_counter() - begun:.0f} s)", flush=True)  # fmt: skip
    low, high = wilson(won, wanted.games)
    print(f"{wanted.search}: {won} of {wanted.games} won ({low:.0%} to {high:.0%}); in theory {in_theory} at move {wanted.perfect_from}")  # fmt: skip


def played(game: rw.Game, search: Bot, opening: Bot, perfect_from: int, seed: int) -> tuple[int, int]:
    """A game: who is winning in theory when perfect play begins, and who wins, seen from the first player (1, 0, -1)."""
    solver, random = Solver(), Random(seed)
    search.begin(seed)
    opening.begin(seed + 1)
    state, position, theory = game.new_initial_state(seed), Position(), 0
    while not state.is_terminal():
        if position.moves == perfect_from:
            theory = _sign(solver.value(position)) * (1 if position.moves % 2 == FIRST else -1)
        mine = position.moves % 2 == FIRST
        if position.moves == 0:
            column = MIDDLE
        elif mine or position.moves < perfect_from:
            column = (search if mine else opening).choose(state, position.moves % 2).id
        else:
            column = random.choice(solver.best(position))
        state.apply_action(column)
        position = position.after(column)
    return theory, _sign(state.returns()[FIRST] - state.returns()[1 - FIRST])


def _sign(value: float) -> int:
    return (value > 0) - (value < 0)


if __name__ == "__main__":
    main(sys.argv[1:])
