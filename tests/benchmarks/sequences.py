"""Positions generated a second in counting sequences (perft), beside other programs in one sitting.

    python -m tests.benchmarks.sequences [--quick] [--processor] [--rounds N]

Ours are counted by machine code from the first position on, depth first: each position is made, none is merged with others, and in the last
ply too each move is carried out, with what it ends.  python-chess makes and takes back moves, OpenSpiel makes a copy of its state for each; both
are driven from Python, as their users do.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Sequence
from functools import partial
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from rulewright import pipeline
from rulewright.evaluate.reference import Reference
from rulewright.game.game import Game
from rulewright.game.playouts.branches import first_generation, sequences_after
from rulewright.native.driver.executor import Native
from tests.benchmarks.sitting import arguments, ratios, sitting, table

GAMES = {
    "chess": (4, "chess", 3),
    "breakthrough": (4, "breakthrough", 3),
    "connect-four": (7, "connect_four", 5),
    "reversi": (8, "othello", 5),
    "lines-of-action": (3, "lines_of_action", 2),
}
"""By our name, how deep ours is counted, what OpenSpiel calls it, and how deep that is."""
QUICK = 2
Way = Callable[[], float]


def main(given: Sequence[str]) -> None:
    asked = arguments(__doc__, 5, 1, given)
    clock = time.process_time if asked.processor else time.perf_counter
    for name, (deep, there, less_deep) in GAMES.items():
        plies = (QUICK, QUICK) if asked.quick else (deep, less_deep)
        ways: dict[str, Way] = {"ours": partial(_a_second, clock, partial(ours(name), plies[0]))}
        if name == "chess" and find_spec("chess"):
            ways["python-chess"] = partial(_a_second, clock, partial(by_python_chess, plies[1]))
        if find_spec("pyspiel"):
            ways["OpenSpiel"] = partial(_a_second, clock, partial(by_openspiel, there, plies[1]))
        measured = sitting(ways, asked.rounds)
        rows = [(way, figures, "") for way, figures in measured.items()]
        over = [
            (f"ours / {way}", ratios(measured["ours"], figures), "")
            for way, figures in measured.items()
            if way != "ours"
        ]
        table(f"positions of {name} a second", [*rows, *over])


def _a_second(clock: Callable[[], float], count: Callable[[], int]) -> float:
    done, begun = 0, clock()
    while (gone := clock() - begun) <= 0 or not done:
        done += count()
    return done / gone


def ours(name: str) -> Callable[[int], int]:
    """Counts the positions of the last of some plies by machine code; those on the way are made too."""
    program = pipeline.open_book(name, 2).program
    game = Game(Native(program, Reference(program)))
    first = first_generation(game)

    def count(plies: int) -> int:
        totals = sequences_after(game, first, plies, turns=False)
        assert totals is not None
        return totals.sequences

    return count


def by_python_chess(plies: int) -> int:
    """The same by python-chess."""
    return _of_board(import_module("chess").Board(), plies)


def _of_board(board: Any, plies: int) -> int:  # Any: it is no dependency
    made = 0
    for move in board.legal_moves:
        board.push(move)
        made += 1 if plies == 1 else _of_board(board, plies - 1)
        board.pop()
    return made


def by_openspiel(name: str, plies: int) -> int:
    """The same by OpenSpiel."""
    return _of_state(import_module("pyspiel").load_game(name).new_initial_state(), plies)


def _of_state(state: Any, plies: int) -> int:  # Any: it is no dependency
    made = 0
    for action in state.legal_actions():
        after = state.child(action)
        made += 1 if plies == 1 else 0 if after.is_terminal() else _of_state(after, plies - 1)
    return made


if __name__ == "__main__":
    main(sys.argv[1:])
