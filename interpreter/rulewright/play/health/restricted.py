"""A strong player who may not take an action, or has to take it wherever it is legal: what that costs shows what the action is worth.

    bot = RestrainedBot("bank_die", must=False)         never banks a die, unless nothing else is legal
    bot = RestrainedBot()                               the same player without a restriction

The player searches as levels do, makes no mistakes on purpose, and thinks for a shorter time, so that more games can be played.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rulewright.play.looking_ahead.level_bot import FEWEST, MOST, Length, LevelBot
from rulewright.play.looking_ahead.lookahead import Outlook

EFFORT: Final = 15_000
"""The decisions of simulated games for a choice."""
FREE: Final = "free"
"""The name of the player without a restriction."""


class RestrainedBot(LevelBot):
    """A player who `must` take an action, or must not. Without an action a player like the other one."""

    def __init__(self, action: str | None = None, must: bool = False, seed: int = 0) -> None:
        self.action, self.must = action, must
        super().__init__(seed=seed)
        self.name = name_of(action, must)

    def best(self, outlook: Outlook) -> Sequence[int]:
        """The numbers of the choices that did best, of those that are allowed."""
        self.simulations = self.simulations_for(self._length(outlook.game))
        return self.search(outlook, self.allowed(outlook)).best()

    def allowed(self, outlook: Outlook) -> Sequence[int]:
        """The numbers of the choices that are allowed: all where nothing else would be left."""
        everything = range(len(outlook.choices))
        if self.action is None:
            return everything
        action = list(outlook.game.program.actions).index(self.action)
        allowed = [
            number for number, choice in enumerate(outlook.choices) if (choice.action == action) == self.must
        ]
        return allowed or everything

    def simulations_for(self, length: Length) -> int:
        """The number of simulations for a choice in a game of this length."""
        return min(max(int(EFFORT / length.of_a_simulation), FEWEST), MOST)


def name_of(action: str | None, must: bool) -> str:
    """The name of the player with a restriction."""
    return FREE if action is None else f"{'always' if must else 'never'} {action}"
