"""What can sit in a seat besides the strategies of a rulebook, which may not have these names."""

from __future__ import annotations

HUMAN = "human"
RANDOM = "random"
GREEDY = "greedy"
ROLLOUTS = "rollouts"

BUILT_IN_PLAYERS: tuple[str, ...] = (HUMAN, RANDOM, GREEDY, ROLLOUTS)
"""People, and the bots that play every game."""
