"""What a bot would do in a seat: `hint`.

    advised(state, 0, 20)       ("cautious", the move that the rulebook's first strategy takes)

A bot sees no more than its seat, so a hint tells nothing that is hidden.
"""

from __future__ import annotations

from rulewright.game.game import State
from rulewright.game.moves.action import Action
from rulewright.language.players import ROLLOUTS
from rulewright.play.bots import bot_named
from rulewright.runtime.fast import PlaysOn

FEW_GAMES = 20
"""So many games are tried for each move with the reference engine, which takes its time."""


def advised(state: State, player: int) -> tuple[str, Action]:
    """Who was asked, and the move that it takes: a strategy of the rulebook if there is one, or else rollouts."""
    game = state.game
    quick = isinstance(game.executor, PlaysOn)
    name = next(iter(game.program.strategies), ROLLOUTS if quick else f"{ROLLOUTS}:{FEW_GAMES}")
    bot = bot_named(game, name)
    bot.begin(len(state.history))
    return name, bot.choose(state, player)
