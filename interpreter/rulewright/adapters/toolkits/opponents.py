"""Who plays the other seats: bots by name or as objects.

others = Opponents(game, "greedy", but=0)           every seat but seat 0
others.begin(7)
others.play(state)                                  until seat 0 is to act, or the game is over
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import TypeAlias

import rulewright as rw

Given: TypeAlias = str | rw.Bot | Sequence[str | rw.Bot]
"""One bot for all other seats, or one for each of them in the order of seats."""
BITS = 64


class Opponents:
    """Bots for all seats but one."""

    def __init__(self, game: rw.Game, bots: Given, but: int) -> None:
        seats = [seat for seat in range(game.num_players) if seat != but]
        listed = (
            list(bots) if isinstance(bots, Sequence) and not isinstance(bots, str) else [bots] * len(seats)
        )
        if len(listed) != len(seats):
            raise ValueError(f"{len(seats)} opponents are needed, {len(listed)} are given")
        if any(bot is None for bot in listed):
            raise ValueError(
                "`opponents` are bots by name, or objects with `begin` and `choose`, but not None"
            )
        self._but = but
        self._bots = {
            seat: rw.bot_named(game, bot) if isinstance(bot, str) else bot
            for seat, bot in zip(seats, listed, strict=True)
        }
        self._random = random.Random(0)

    def begin(self, seed: int) -> None:
        """Prepare for a game with this seed."""
        self._random = random.Random(seed)
        for bot in dict.fromkeys(self._bots.values()):
            bot.begin(self._random.getrandbits(BITS))

    def play(self, state: rw.State) -> None:
        """Carry out the moves of the bots until nobody or another seat is to act. A bot gets a copy with luck of its own."""
        seat = state.current_player()
        while seat is not None and seat != self._but:
            copy = state.clone(self._random.getrandbits(BITS))
            state.apply_action(self._bots[seat].choose(copy, seat))
            seat = state.current_player()
