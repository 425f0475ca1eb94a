"""The built-in names of players, human and bots, which no strategy of a rulebook may have."""

from __future__ import annotations

HUMAN = "human"
RANDOM = "random"
GREEDY = "greedy"
ROLLOUTS = "rollouts"
SOLVED = "solved"
"""With the file of a solved game: `solved:FILE`."""

MOST_WEIGHT = 1_000
"""The largest weight by which a strategy mixes actions."""

BUILT_IN_PLAYERS: tuple[str, ...] = (HUMAN, RANDOM, GREEDY, ROLLOUTS)
"""People, and the bots that play every game."""
