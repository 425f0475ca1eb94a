"""Random play in one state at a time, from Python: steps a second, beside OpenSpiel where it is installed.

    python -m tests.benchmarks.single_state [--quick] [--rounds N] [GAME ...]

A step asks for the ids of the legal actions and takes one of them at random. Both programs do the same in one process, in
turn. What single calls take, and how much memory a move needs, is measured for our states alone.
"""

from __future__ import annotations

import sys
import time
import tracemalloc
from collections.abc import Callable, Sequence
from importlib import import_module
from importlib.util import find_spec
from random import Random
from typing import Any

import rulewright
from tests.benchmarks.sitting import arguments as arguments_of
from tests.benchmarks.sitting import ratios, sitting, table

THERE = {"connect-four": "connect_four", "tic-tac-toe": "tic_tac_toe", "hex": "hex(board_size=11)"}
"""What OpenSpiel calls the games that both have."""
OTHERS = ("cinq-o", "cinco", "crib-ino")
WANTED = 0.3
"""Of OpenSpiel's steps a second."""
CALLS = 2_000


def main(given: Sequence[str]) -> None:
    asked = arguments_of(__doc__, 5, 1, [word for word in given if word not in (*THERE, *OTHERS)])
    seconds = 0.02 if asked.quick else 1.0
    for name in [name for name in (*THERE, *OTHERS) if name in given] or (*THERE, *OTHERS):
        random_play(name, asked.rounds, seconds)
        single_calls(name, asked.rounds, 20 if asked.quick else CALLS)
        memory(name, 2 if asked.quick else 100)


def random_play(name: str, rounds: int, seconds: float) -> None:
    """Steps a second, and their ratio to OpenSpiel's."""
    game = rulewright.load(name, engine="native")
    ways: dict[str, Callable[[], float]] = {
        "ours": lambda: _steps(game.new_initial_state, "legal_ids", seconds)
    }
    if name in THERE and find_spec("pyspiel"):
        # Any: it is no dependency, and has no types.
        there: Any = import_module("pyspiel").load_game(THERE[name])
        ways["OpenSpiel"] = lambda: _steps(there.new_initial_state, "legal_actions", seconds)
    measured = sitting(ways, rounds)
    rows = [(way, figures, "") for way, figures in measured.items()]
    if "OpenSpiel" in measured:
        over = ratios(measured["ours"], measured["OpenSpiel"])
        rows.append(("ours / OpenSpiel", over, f"at least {WANTED} is wanted"))
    table(f"steps of random play of {name} a second, one state at a time", rows)


def _steps(begin: Callable[[], Any], legal: str, seconds: float) -> float:  # Any: a state of either program
    random, steps = Random(1), 0
    begun = time.process_time()
    while (taken := time.process_time() - begun) < seconds:
        state = begin()
        ids = getattr(state, legal)
        while not state.is_terminal():
            listed = ids()
            state.apply_action(listed[random.randrange(len(listed))])
            steps += 1
    return steps / taken


def single_calls(name: str, rounds: int, calls: int) -> None:
    """Microseconds that one call takes."""
    game = rulewright.load(name, engine="native")
    state = game.new_initial_state(seed=1)
    state.apply_action(state.legal_ids()[0])
    ways = {
        "legal_ids": lambda: state.clone().legal_ids(),
        "clone": lambda: state.clone(),
        "observation_row": lambda: state.observation_row(0),
    }
    measured = sitting({way: _microseconds(call, calls) for way, call in ways.items()}, rounds)
    table(f"microseconds a call, {name}", [(way, figures, "") for way, figures in measured.items()])


def _microseconds(call: Callable[[], object], calls: int) -> Callable[[], float]:
    def way() -> float:
        begun = time.process_time()
        for _ in range(calls):
            call()
        return 1e6 * (time.process_time() - begun) / calls

    return way


def memory(name: str, games: int) -> None:
    """Bytes that games in progress take, a hundred moves each at most. What all games share is there before."""
    game = rulewright.load(name, engine="native")
    _in_progress(game, games)
    tracemalloc.start()
    states, moves = _in_progress(game, games)
    taken = tracemalloc.get_traced_memory()[0]
    tracemalloc.stop()
    print(f"{name}: {taken / games:,.0f} bytes a game in progress, {moves / len(states):.0f} moves each\n")


def _in_progress(game: rulewright.Game, games: int) -> tuple[list[rulewright.State], int]:
    """Games of random players, and the number of their moves."""
    states, moves, random = [], 0, Random(1)
    for seed in range(games):
        state = game.new_initial_state(seed=seed)
        states.append(state)
        for _ in range(100):
            if state.is_terminal():
                break
            ids = state.legal_ids()
            state.apply_action(ids[random.randrange(len(ids))])
            moves += 1
    return states, moves


if __name__ == "__main__":
    main(sys.argv[1:])
