"""The built-in names of players, human and bots."""

from __future__ import annotations

HUMAN = "human"
RANDOM = "random"
GREEDY = "greedy"
ROLLOUTS = "rollouts"
SOLVED = "solved"
"""With the file of a solved game: `solved:FILE`."""
MCTS = "mcts"
LEVEL = "level"
LEVELS: tuple[str, ...] = tuple(f"{LEVEL}:{level}" for level in range(1, 7))
"""Players that look ahead, from the weakest to the strongest."""

MOST_WEIGHT = 1_000
"""The largest weight by which a strategy mixes actions."""

RESERVED_PLAYERS: tuple[str, ...] = (HUMAN, RANDOM, GREEDY, ROLLOUTS)
"""The names that no strategy of a rulebook may have. Newer names give way to a strategy that has them."""
BUILT_IN_PLAYERS: tuple[str, ...] = (*RESERVED_PLAYERS, MCTS, *LEVELS)
"""People, and the bots that play every game."""


def is_timed(name: str) -> bool:
    """Whether a player thinks by the clock, `mcts:50ms`, and so may choose otherwise when asked again."""
    return name.startswith(f"{MCTS}:") and name.endswith("s")
