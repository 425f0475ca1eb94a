"""How many games are played at a time where nobody says.

    usual_jobs(game, ("random", "bold"))      4 on a machine with four processors, 1 with the reference engine

Machine code lets threads run side by side at no cost. Other games are played by processes, which have to start and to read the game
first; whoever has many of those asks for more than one.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import Final

from rulewright.game.game import Game
from rulewright.play.running.measured_games import are_in_bulk

MOST: Final = 16
"""Each has some thousand games in memory."""


def usual_jobs(game: Game, players: Sequence[str]) -> int:
    """As many as this process may use processors for games in machine code, up to 16; 1 for all others. What comes of the games is the
    same."""
    return min(processors(), MOST) if are_in_bulk(game, players) else 1


def processors() -> int:
    """Those that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
