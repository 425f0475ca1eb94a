"""How the strategies of a game are written, to tell whether players of one name think alike in two games.

written(game, "bold") == written(changed, "bold")
"""

from __future__ import annotations

from rulewright.game.game import Game
from rulewright.ir import strategies_only


def written(game: Game, strategy: str) -> dict[str, frozenset[str]]:
    """What a strategy consists of, by place: its preferences, and what only strategies ask; see `ir.strategies_only.written`."""
    return strategies_only.written(game.program, strategy)
