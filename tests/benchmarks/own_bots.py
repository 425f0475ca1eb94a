"""Games of a strategy of the rulebook against a bot written in Python, and what a single decision of the strategy takes.

    python -m tests.benchmarks.own_bots [--quick] [--rounds N] [GAME ...]

The strategy's choices are found by machine code that is compiled already, or by the reference, which evaluates the preference of each legal
action; both play the same games. The whole of a game counts, with the bot in Python, which takes any legal action. Processor time.
"""

from __future__ import annotations

import sys
import time
from random import Random

import rulewright as rw
from rulewright.native.driver import executor
from tests.benchmarks.sitting import arguments, ratios, sitting, table

GAMES = {"pig": 200, "cinq-o": 40, "sino": 40, "connect-four": 200, "hearts": 10}
"""The games of each rulebook that are played in a round."""
CALLS = 200


class Taking:
    """A bot in Python, which takes any legal action."""

    def begin(self, seed: int) -> None:
        self._random = Random(seed)

    def choose(self, state: rw.State, player: int) -> rw.Action:
        return self._random.choice(state.legal_actions())


def main(given: list[str]) -> None:
    asked = arguments(__doc__, 3, 1, [word for word in given if word not in GAMES])
    for name in [name for name in GAMES if name in given] or GAMES:
        measure(name, asked.rounds, 2 if asked.quick else GAMES[name], 2 if asked.quick else CALLS)


def measure(name: str, rounds: int, games: int, calls: int) -> None:
    """Milliseconds of a game, and microseconds of a decision at its beginning."""
    code, reference = (_ready(name, hesitation) for hesitation in (0, 10**9))
    strategy = next(iter(code.program.strategies))
    whole = sitting(
        {
            "machine code": lambda: _game(code, strategy, games),
            "reference": lambda: _game(reference, strategy, games),
        },
        rounds,
    )
    over = ratios(whole["reference"], whole["machine code"])
    table(
        f"milliseconds of a game of {name}: {strategy} against Python",
        [*((way, figures, "") for way, figures in whole.items()), ("reference / machine code", over, "")],
    )
    once = sitting(
        {
            "machine code": lambda: _decision(code, strategy, calls),
            "reference": lambda: _decision(reference, strategy, calls),
        },
        rounds,
    )
    table("microseconds of `policy` at the first decision", [(way, each, "") for way, each in once.items()])


def _ready(name: str, hesitation: int) -> rw.Game:
    """The game, whose code is compiled already."""
    usual, executor.HESITATION = executor.HESITATION, hesitation
    try:
        game = rw.load(name, engine="native")
    finally:
        executor.HESITATION = usual
    game.new_initial_state(1).policy(next(iter(game.program.strategies)))
    return game


def _game(game: rw.Game, strategy: str, games: int) -> float:
    bots: list[str | Taking] = [Taking(), *[strategy] * (game.num_players - 1)]
    begun = time.process_time()
    rw.simulate(game, games, seed=1, bots=bots)
    return 1000 * (time.process_time() - begun) / games


def _decision(game: rw.Game, strategy: str, calls: int) -> float:
    state = game.new_initial_state(1)
    begun = time.process_time()
    for _ in range(calls):
        state.policy(strategy)
    return 1_000_000 * (time.process_time() - begun) / calls


if __name__ == "__main__":
    main(sys.argv[1:])
