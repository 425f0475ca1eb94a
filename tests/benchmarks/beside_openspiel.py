"""Random playouts a second, beside the search of OpenSpiel that plays one random game a simulation.

    python -m tests.benchmarks.beside_openspiel [--quick] [--processor] [--rounds N] [GAME ...]

The yardstick is `MCTSBot` with `RandomRolloutEvaluator(1)`: a loop in C++ which goes down its tree, adds a node, and plays one
random game from there, so its simulations include the work in the tree.  Ours are whole games of random players from set-up, in native
code.  Both use one core, in turn.  Its random games from the start, without a tree, are told for
information.

Two programs that play different games cannot be compared, so the mean number of decisions is told for both: of OpenSpiel from random
games that are stepped from Python.  Where OpenSpiel limits the length of a game (`max_game_length`), the limit holds here too.
Where a game is not bundled, or has no counterpart, a line says so.  The last lines are the table in Markdown.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from importlib.util import find_spec
from random import Random
from statistics import fmean, median
from typing import Any

from rulewright import bundled_games, pipeline
from tests.benchmarks.native_speed import Player
from tests.benchmarks.sitting import arguments as arguments_of
from tests.benchmarks.sitting import ratios, sitting, table

WANTED = 1.5
"""Of OpenSpiel's simulations a second."""
SIMULATIONS = 1_000
"""In each search."""
EXPLORING = 1.4
"""The constant of UCT."""
MEGABYTES = 1_000
"""For the tree of a search."""
APART = 0.02
"""Mean lengths that differ by more are told with a note."""


@dataclass(frozen=True, slots=True)
class Pair:
    """A game in both forms."""

    there: str
    """What OpenSpiel calls it."""
    options: Mapping[str, int | bool | str] = field(default_factory=dict)
    """Options of our rulebook."""
    note: str = ""
    """Why the lengths differ, if they do."""


PAIRS = {
    "chess": Pair("chess"),
    "go": Pair("go(board_size=9)", {"size": 9, "repetition": "draw"}),
    "backgammon": Pair("backgammon", note="there a decision plays both dice"),
    "english-draughts": Pair("checkers", {"patience": 40, "men_count": False, "repetitions": 0}),
    "breakthrough": Pair("breakthrough"),
    "kalah": Pair("mancala"),
    "oware": Pair("oware"),
    "lines-of-action": Pair("lines_of_action", {"repeats": 1}),
    "ultimate-tic-tac-toe": Pair("ultimate_tic_tac_toe"),
    "reversi": Pair("othello"),
    "hex": Pair("hex(board_size=11)"),
    "connect-four": Pair("connect_four"),
    "pig": Pair("pig"),
}
"""Bundled games that OpenSpiel has too."""


def main(given: Sequence[str]) -> None:
    asked = arguments_of(__doc__, 7, 1, [word for word in given if word not in PAIRS])
    if not find_spec("pyspiel"):
        print("OpenSpiel is not installed (pip install open_spiel)")
        return
    seconds = 0.02 if asked.quick else 1.0
    clock = time.process_time if asked.processor else time.perf_counter
    rows: list[str] = []
    for name in [name for name in PAIRS if name in given] or PAIRS:
        if name in bundled_games():
            rows.append(beside(name, PAIRS[name], asked.rounds, seconds, clock))
        else:
            print(f"{name}: not bundled\n")
    print(
        "| | decisions, ours : OpenSpiel | ours | OpenSpiel, simulations | OpenSpiel, games alone | ours / simulations, least |"
    )
    print("|---|---|---|---|---|---|")
    print("\n".join(rows))


def beside(name: str, pair: Pair, rounds: int, seconds: float, clock: Callable[[], float]) -> str:
    """Measure a game on both sides; returns its row in Markdown."""
    there = Counterpart(pair.there)
    program = pipeline.open_book(name, 2, options=pair.options).program
    player = Player(program, most=there.most)
    measured = sitting(
        {
            "ours": lambda: player.games_a_second(seconds, clock is time.process_time),
            "simulations": lambda: there.simulations_a_second(seconds, clock),
            "games alone": lambda: there.games_a_second(seconds, clock),
        },
        rounds,
    )
    while there.games < (5 if seconds < 1 else 1_000):
        there.play()
    lengths = (player.decisions(), there.decisions())
    over = ratios(measured["ours"], measured["simulations"])
    table(
        f"random games of {name} a second",
        [
            ("ours", measured["ours"], f"decisions {lengths[0]:.2f}"),
            ("OpenSpiel, simulations", measured["simulations"], f"decisions {lengths[1]:.2f}"),
            ("OpenSpiel, games alone", measured["games alone"], ""),
            ("ours / simulations", over, f"at least {WANTED} is wanted"),
        ],
    )
    if abs(lengths[0] / lengths[1] - 1) > APART:
        print(f"lengths differ: {pair.note or 'by chance, or because the rules do'}")
    print()
    figures = (f"{median(measured[way]):,.0f}" for way in measured)
    return f"| {name} | {lengths[0]:.1f} : {lengths[1]:.1f} | {' | '.join(figures)} | {median(over):.2f}, {min(over):.2f} |"


class Counterpart:
    """A game of OpenSpiel: its search, its random games, and how long these are."""

    def __init__(self, name: str) -> None:
        # Any: it is no dependency, and has no types.
        self._library: Any = import_module("pyspiel")
        self._game: Any = self._library.load_game(name)
        self.most: int = self._game.max_game_length()
        self._seed, self._random = 0, Random(1)
        self._lengths: list[int] = []

    @property
    def games(self) -> int:
        """How many games were stepped from Python."""
        return len(self._lengths)

    def decisions(self) -> float:
        """How many decisions those games had, on average."""
        return fmean(self._lengths)

    def play(self) -> None:
        """Step a random game to its end."""
        state, made = self._game.new_initial_state(), 0
        while not state.is_terminal():
            if state.is_chance_node():
                self._fall(state)
                continue
            legal = state.legal_actions()
            state.apply_action(legal[self._random.randrange(len(legal))])
            made += 1
        self._lengths.append(made)

    def simulations_a_second(self, seconds: float, clock: Callable[[], float]) -> float:
        """Simulations of searches from the start, each with a tree and a seed of its own."""
        return self._a_second(SIMULATIONS if seconds >= 1 else 50, 1, seconds, clock)

    def games_a_second(self, seconds: float, clock: Callable[[], float]) -> float:
        """Random games from the start: those of searches that look at nothing else."""
        return self._a_second(1, SIMULATIONS // 10 if seconds >= 1 else 5, seconds, clock)

    def _a_second(self, simulations: int, rollouts: int, seconds: float, clock: Callable[[], float]) -> float:
        done, begun = 0, clock()
        while not done or (gone := clock() - begun) < seconds:
            self._seed += 1
            evaluator = self._library.RandomRolloutEvaluator(rollouts, self._seed)
            bot = self._library.MCTSBot(
                self._game, evaluator, EXPLORING, simulations, MEGABYTES, False, self._seed, False
            )
            bot.mcts_search(self._start())
            done += simulations * rollouts
        return done / gone

    def _start(self) -> Any:  # Any: a state of OpenSpiel
        """The state before the first decision."""
        state = self._game.new_initial_state()
        while state.is_chance_node():
            self._fall(state)
        return state

    def _fall(self, state: Any) -> None:  # Any: a state of OpenSpiel
        """Let chance decide."""
        results, chances = zip(*state.chance_outcomes(), strict=True)
        state.apply_action(self._random.choices(results, chances)[0])


if __name__ == "__main__":
    main(sys.argv[1:])
