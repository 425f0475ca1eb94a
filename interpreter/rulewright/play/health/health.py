"""The health of a game in one call.

found = health(game, seconds=20, jobs=2)
print(found)
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from rulewright.game.game import Game
from rulewright.play.health.measuring import GAMES, PER_DECISION, SECONDS, USUAL_LEVELS, Measuring, Progress
from rulewright.play.health.results import Health

if TYPE_CHECKING:
    from concurrent.futures import Executor


def health(
    game: Game,
    levels: Sequence[int] = USUAL_LEVELS,
    games: int = GAMES,
    seconds: float | None = SECONDS,
    seconds_per_decision: float = PER_DECISION,
    seed: int = 0,
    jobs: int = 1,
    max_actions: int = 10_000,
    progress: Progress | None = None,
    executor: Executor | None = None,
) -> Health:
    """Find out how long a game is, how fair its seats are, how it ends, and more, between players at random, by its strategies, and of some `levels`
    (1 to 6). At most `games` of each kind are played, of levels as many as fit into `seconds` together with all the rest; with None there is no limit, and the
    result is the same each time.

    With more than one of `jobs`, or an `executor`, games are played at the same time, as by `simulate`.

    Raises TypeError if it is not a game, ValueError for numbers that make no sense."""
    measuring = Measuring(game, levels, games, seconds, seconds_per_decision, seed, jobs, max_actions)
    measuring.measure(progress, executor)
    return measuring.health()
