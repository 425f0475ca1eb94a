"""Games of two players in which each action places a piece: solved layer by layer, in machine code.

    solution = solve_in_layers(game, most=100_000_000)
    solution.size.positions                69763700

Every position is looked at (`game.playouts.layers`), a million in a second, and takes as many bytes as it has cells.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from rulewright.game.game import Game, State
from rulewright.game.playouts.branches import first_positions
from rulewright.game.playouts.layers import Layers
from rulewright.play.running.crews import Crew
from rulewright.play.solving.answers import Answer, MoveWorth, Size, Worth, worth_of

Report = Callable[[str, int, int], None]
MOST_IN_LAYERS = 100_000_000
"""How many positions are looked at unless a caller says otherwise."""


class LayeredSolution:
    """A game that was solved layer by layer. It answers as `solve.Solution` does."""

    players: tuple[str, ...] = ()
    has_chance = False
    is_exact = True
    starts = 1

    def __init__(self, game: Game, layers: Layers) -> None:
        self.game = game
        self._layers = layers
        self.size = Size(sum(layers.sizes), layers.moves, layers.ends, tuple(layers.sizes), every=True)
        self.results = tuple(map(float, sorted(layers.results)))
        self.answer = Answer((), None, ())

    @property
    def wins_or_loses(self) -> bool:
        """Whether every end is a win or a loss."""
        return set(self.results) <= {-1.0, 1.0}

    def at(self, state: State) -> Answer:
        """The answer for a position. Raises ValueError for one that was not looked at."""
        worth = self._layers.worth(state.cells)
        if worth is None:
            raise ValueError("this position was not looked at when the game was solved")
        player = state.current_player()
        if player is None:
            return Answer(_seats(worth), None, ())
        sign = 1 if player == 0 else -1
        moves = [
            (str(self.game.action_of(choice)), sign * value)
            for choice, value in self._layers.choices(state.cells)
        ]
        best = max(value for _, value in moves)
        shown = tuple(MoveWorth(action, worth_of(Fraction(value)), value == best) for action, value in moves)
        return Answer(_seats(worth), player, shown)


def solve_in_layers(
    start: Game | State, most: int | None = None, report: Report | None = None, jobs: int = 1
) -> LayeredSolution:
    """The solution of a game that `goes_in_layers`, with this number of threads, on which it does not depend. Raises TooManyPositions, NotInLayers."""
    game = start.game if isinstance(start, State) else start
    state = start if isinstance(start, State) else game.new_initial_state()
    cells = state.cells if isinstance(start, State) else first_positions(game)[0][1]
    layers = Layers(game)
    with Crew(jobs) as crew:
        layers.explore(cells, most or MOST_IN_LAYERS, report, crew)
        layers.judge(report, crew)
    solution = LayeredSolution(game, layers)
    solution.answer = solution.at(state)
    return solution


def _seats(worth: int) -> tuple[Worth, ...]:
    return worth_of(Fraction(worth)), worth_of(Fraction(-worth))
