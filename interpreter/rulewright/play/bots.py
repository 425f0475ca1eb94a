"""Players that need no person.

A bot sees what its seat sees: the state it gets is never asked for hidden things, and bots that look ahead begin with
`state.resample(player, seed)`.  Bots draw from generators of their own, so they never touch the luck of the game.
"""

from __future__ import annotations

import random
from typing import Protocol

from rulewright.game.action import Action
from rulewright.game.game import Game
from rulewright.game.state import State


class Bot(Protocol):
    """Chooses for one seat (or for several). `begin` is called before each game with a seed of that game."""

    def begin(self, seed: int) -> None: ...

    def choose(self, state: State, player: int) -> Action:
        """One of the state's legal actions."""
        ...


class RandomBot:
    """Takes any legal action with the same probability."""

    def __init__(self, seed: int = 0) -> None:
        self._random = random.Random(seed)

    def begin(self, seed: int) -> None:
        self._random = random.Random(f"random bot {seed}")

    def choose(self, state: State, player: int) -> Action:
        return self._random.choice(state.legal_actions())


def bot_names(game: Game) -> list[str]:
    """Who can play a game."""
    return ["random", *game.program.strategies]


def bot_named(game: Game, name: str) -> Bot:
    """A bot by name. ValueError if there is none."""
    if name == "random":
        return RandomBot()
    raise ValueError(f"no bot is named `{name}`")
