"""Exact answers: what a game is worth with best play, whatever its sort.

    solved = solve(game)
    solved.answer.worths[0].value        what the first seat gets
    solved.at(state).moves               what each move is worth there

Games in which nothing is hidden are solved by `solving.ways`, others by `solving.hidden`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TypeAlias

from rulewright.game.game import Game, State
from rulewright.game.playouts.deduced import all_is_known
from rulewright.play.running.arguments import check_game
from rulewright.play.running.reports import Reports
from rulewright.play.solving.answers import Answer
from rulewright.play.solving.files import write
from rulewright.play.solving.hidden import MOST_NODES, HiddenSolution, solve_hidden
from rulewright.play.solving.layered import LayeredSolution
from rulewright.play.solving.ways import Open, solve_any
from rulewright.runtime import whole_numbers
from rulewright.source.dataclass import dataclass
from rulewright.source.shown import Tabular

Progress: TypeAlias = Callable[[int, int], None]
"""Gets how much of a part of the work is done, and how much of it is known; in the end, that all of it is done."""


@dataclass(frozen=True, slots=True, repr=False)
class Solved(Tabular):
    """A solved game. `answer` is that of the position from which it was solved; if chance begins, the average."""

    game: Game
    answer: Answer
    _solution: Open | HiddenSolution

    def at(self, state: State) -> Answer:
        """The answer for a position at a decision. Raises ValueError for one that was not looked at, and in a game with hidden information."""
        if isinstance(self._solution, HiddenSolution):
            raise ValueError(f"in {self.game.title} something is hidden: write a file, by which a bot plays")
        return self._solution.at(state)

    def write(self, path: str | Path) -> None:
        """Write a file for the bot `solved:FILE`. Raises OSError; ValueError for a game with too many positions for a file."""
        if isinstance(self._solution, LayeredSolution):
            raise ValueError(f"{self.game.title} has too many positions for a file")
        write(self._solution, Path(path))

    def _in_short(self) -> str:
        worths = [f"{worth.value:.6g}" for worth in self.answer.worths]
        return f" {self.game.name}: worth {', '.join(worths)}"


def solve(
    start: Game | State,
    positions: int | None = None,
    players: Sequence[str] = (),
    progress: Progress | None = None,
    jobs: int | None = None,
) -> Solved:
    """The solution of a game, or of what follows a state in which nothing is hidden.

    `positions`: how many are looked at before the game is taken to be too large. `players`: who plays, `best` or a strategy of the
    rulebook for each seat. `progress` gets how many positions of a part of the work are done, and how many are known; a small game is solved
    before there is anything to report. `jobs`: how many threads work, with None one for each processor; the solution is the same for any number. Raises ValueError for a game that is too large, or of a sort that is not solved; TooManyOutcomes, RuleFailure;
    TypeError for arguments that are no game and no number.
    """

    told = Reports(progress)

    def report(_: str, done: int, known: int) -> None:
        told(done, known)

    if not isinstance(start, State):
        check_game(start)
    game = start.game if isinstance(start, State) else start
    most = None if positions is None else whole_numbers.count("positions", positions, 1)
    many = None if jobs is None else whole_numbers.count("jobs", jobs, 1)
    solution: Open | HiddenSolution
    if all_is_known(game.program):
        solution = solve_any(start, most, report=report, players=players, jobs=many)
    elif isinstance(start, State) or players:
        raise ValueError(
            f"in {game.title} something is hidden, so it is solved from the beginning only, and for best play"
        )
    else:
        solution = solve_hidden(game, most or MOST_NODES, report=report)
    told.end(told.of)
    return Solved(game, solution.answer, solution)
