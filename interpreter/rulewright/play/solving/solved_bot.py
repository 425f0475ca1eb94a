"""A bot that plays a solved game by its file.

    bot = SolvedBot("toe.solution.json")
    bot.begin(seed=7)
    bot.choose(state, player)

In a game with hidden information it draws from the policy of the file, by what its seat knows and nothing else. Where a file has no position, since
somebody left out a sure win before it, the bot looks one step ahead as `greedy` does.
"""

from __future__ import annotations

import random
from bisect import bisect_right
from itertools import accumulate
from pathlib import Path

from rulewright.game.game import State
from rulewright.game.moves.action import Action
from rulewright.play.looking_ahead.greedy import GreedyBot
from rulewright.play.running.arguments import check_turn
from rulewright.play.solving.files import read


class SolvedBot:
    """Takes a best action, or draws one from an equilibrium."""

    def __init__(self, path: str | Path, seed: int = 0) -> None:
        self.path = Path(path)
        self._random = random.Random(seed)
        self._otherwise = GreedyBot()

    def begin(self, seed: int) -> None:
        self._random = random.Random(f"solved bot {seed}")
        self._otherwise.begin(seed)

    def choose(self, state: State, player: int) -> Action:
        """Raises SolutionFileError if the file is none of this game, ValueError if the player is not to act."""
        check_turn(state, player)
        known, legal = read(self.path, state.game), state.legal_actions()
        if known.policy:
            parts = known.parts(state, player)
            if parts is not None:
                by = list(accumulate(parts.get(str(action), 0) for action in legal))
                return legal[bisect_right(by, self._random.randrange(by[-1]))]
        else:
            place = known.best(state)
            if place is not None and place < len(legal):
                return legal[place]
        return self._otherwise.choose(state, player)
