"""The ways to solve a game in which nothing is hidden: position by position, layer by layer, turn by turn, or level by level.

    solve_any(game)        a TurnsSolution, if the game is one of points for one player whose turns are alike

A game of at most 10,000 positions is solved position by position, with values that are fractions. For a larger one its rules decide, and for one that
goes level by level, however small it is.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

from rulewright.game.game import Game, State
from rulewright.game.playouts.layers import NotInLayers, goes_in_layers
from rulewright.game.playouts.position_graph import TooManyPositions
from rulewright.play.running.jobs import threads
from rulewright.play.solving.estimate import estimate
from rulewright.play.solving.keeping import Keeping
from rulewright.play.solving.layered import LayeredSolution, solve_in_layers
from rulewright.play.solving.levels.by_levels import LevelsSolution, may_go_by_levels, solve_by_levels
from rulewright.play.solving.solve import FEW_POSITIONS, Solution, TooLarge, far_too_many, solve
from rulewright.play.solving.turn_by_turn import TurnsSolution, may_go_by_turns, solve_by_turns
from rulewright.runtime.by_turns import NotByTurns

Report = Callable[[str, int, int], None]
Open: TypeAlias = Solution | LayeredSolution | TurnsSolution | LevelsSolution
"""A solved game in which nothing is hidden."""


def solve_any(
    start: Game | State,
    most: int | None = None,
    every: bool | None = None,
    report: Report | None = None,
    players: Sequence[str] = (),
    kept: Keeping | None = None,
    jobs: int | None = None,
) -> Open:
    """The solution of a game, or of what follows a state, in the way that suits it. `most` positions are looked at one by one, with None as many as
    the way allows. It goes on from what was `kept`, and keeps more, unless it goes layer by layer. `jobs`: how many threads work where a way has
    work for several, with None one for each processor; the solution is the same. Raises what `solve.solve` does, and WrongParts."""
    game = start.game if isinstance(start, State) else start
    in_layers = not players and goes_in_layers(game)
    whole = not players and not every and not isinstance(start, State)
    by_turns, by_levels = whole and may_go_by_turns(game), whole and may_go_by_levels(game)
    if not in_layers and not by_turns and not by_levels:
        return solve(start, most, every, report, players, kept)
    if by_levels and not by_turns:
        try:
            return solve_by_levels(game, report, kept=kept)
        except NotByTurns:
            return solve(start, most, every, report, kept=kept)
    try:
        return solve(start, min(most or FEW_POSITIONS, FEW_POSITIONS), True, report)
    except TooLarge as error:
        if in_layers and most is None and far_too_many(estimate(game, error.layers)):
            raise
    try:
        if in_layers:
            return solve_in_layers(start, most, report, jobs or threads())
        return solve_by_turns(game, report, go_on=kept, jobs=jobs or threads())
    except TooManyPositions as error:
        raise TooLarge(game, error) from error
    except (NotByTurns, NotInLayers):
        return solve(start, most, every, report, kept=kept)
