"""The health of a game in one call.

found = health("my-game", players=3, seconds=20, jobs=2)
print(found)
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from rulewright.author.health.examining import Examining
from rulewright.author.tuning.opening import Base
from rulewright.game.game import Game
from rulewright.play.health.measuring import GAMES, PER_DECISION, SECONDS, USUAL_LEVELS, Measuring, Progress
from rulewright.play.health.results import Health
from rulewright.play.running.reports import Reports
from rulewright.play.tuning.knobs import Value

if TYPE_CHECKING:
    from concurrent.futures import Executor


def health(
    game: Game | str,
    levels: Sequence[int] = USUAL_LEVELS,
    games: int = GAMES,
    seconds: float | None = SECONDS,
    seconds_per_decision: float = PER_DECISION,
    seed: int = 0,
    jobs: int = 1,
    max_actions: int = 10_000,
    progress: Progress | None = None,
    executor: Executor | None = None,
    *,
    players: int | None = None,
    variant: str | None = None,
    options: Mapping[str, Value] | None = None,
    overlays: Sequence[str] = (),
    engine: str = "auto",
    cache: bool = True,
) -> Health:
    """Find out how long a game is, how fair its seats are, how it ends, and more, between players at random, by its strategies, and of some `levels`
    (1 to 6). At most `games` of each kind are played, of levels as many as fit into `seconds` together with all the rest; with None there is no limit, and the
    result is the same each time.

    A game by its name or path is examined with its rulebook: what it has besides are the rules that never mattered (`idle`), and what each
    house rule and option moves (`knobs`). Its table is given by `players`, `variant`, `options`, `overlays`, `engine` and `cache`, as in `load`.

    With more than one of `jobs`, or an `executor`, games are played at the same time, as by `simulate`.

    Raises TypeError if it is neither a game nor a name, or if a table is given for a game that has one, ValueError for numbers that make no sense, RulebookError if
    there is no such game or if it has mistakes."""
    told = Reports(progress)
    measuring: Measuring | Examining
    if isinstance(game, str):
        base = Base(game, players, variant, dict(options or {}), tuple(overlays), engine, cache)
        measuring = Examining(
            base.open(), base, levels, games, seconds, seconds_per_decision, seed, jobs, max_actions
        )
    elif (players, variant, options or {}, tuple(overlays)) == (None, None, {}, ()):
        measuring = Measuring(game, levels, games, seconds, seconds_per_decision, seed, jobs, max_actions)
    else:
        raise TypeError("this game is open already: players, variant, options and overlays go with its name")
    measuring.measure(told, executor)
    told.end()
    return measuring.health()
