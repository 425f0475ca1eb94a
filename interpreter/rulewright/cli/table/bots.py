"""The bots at a table, by seat.

bots_at([Ann, Robot (bold)], game, seed=7)      ->      {1: StrategyBot("bold")}
"""

from __future__ import annotations

from collections.abc import Sequence

from rulewright.cli.common.output import note
from rulewright.cli.table.seats import Seat
from rulewright.game.game import Game
from rulewright.play.bots import Bot, bot_named, is_rollouts
from rulewright.runtime.chance.random_words import seed_of
from rulewright.runtime.fast import PlaysOn


def bots_at(seats: Sequence[Seat], game: Game, seed: int) -> dict[int, Bot]:
    """A bot for every seat that is not played by a person, begun with a seed of its own."""
    bots: dict[int, Bot] = {}
    for seat in seats:
        if not seat.human:
            bots[seat.number] = bot_named(game, seat.played_by)
            bots[seat.number].begin(seed_of(seed, seat.number))
    if not isinstance(game.executor, PlaysOn) and any(is_rollouts(seat.played_by) for seat in seats):
        note(
            "With the reference engine `rollouts` thinks for a long time: `rollouts:20` for less, or --engine native"
        )
    return bots
