"""Exact answers: what a game is worth with best play of everybody, from the beginning or from a position.

    solution = solve(rulewright.load("my-game"))
    solution.answer.worths[0].exact        Fraction(0): a draw
    solution.size.positions                5478
    solution.at(state).moves               what each move is worth there

Every position that can follow is looked at (`game.playouts.position_graph`), and worked out from the ends backwards (`induction`).
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial

from rulewright.game.game import Game, State
from rulewright.game.playouts.branches import first_positions
from rulewright.game.playouts.position_graph import (
    NOBODY,
    Exploration,
    PositionGraph,
    TooManyPositions,
)
from rulewright.game.results.standing import fewest_are_best
from rulewright.play.running.arguments import check_game
from rulewright.play.solving.answers import Answer, MoveWorth, Size, Worth, worth_of
from rulewright.play.solving.induction import Bounded, Exact, NotExact, Sides, bounded, exact
from rulewright.runtime import whole_numbers

MOST_POSITIONS = 3_000_000
"""How many positions are looked at unless a caller says otherwise."""
FEW_POSITIONS = 200_000
"""Up to this number of positions that matter, those that do not are looked at, too, if there are not many."""
TIMES, SOME_POSITIONS = 3, 2_000

Report = Callable[[str, int, int], None]
"""Gets what is done, how much of it was done, and how much of it is known."""


class CannotSolve(ValueError):
    """A game of a sort that is not solved; the message says why, and what else there is."""


class TooLarge(ValueError):
    """A game with more positions than the limit. `layers`: those that were counted completely."""

    def __init__(self, game: Game, found: TooManyPositions) -> None:
        super().__init__(f"{game.title} has more than {found.most:,} positions")
        self.game = game
        self.most = found.most
        self.layers = found.layers[:-1]


@dataclass(slots=True)
class Solution:
    """A solved game. `answer` is that of the start, which may be one of several `starts` if chance begins."""

    game: Game
    answer: Answer
    size: Size
    starts: int
    results: tuple[float, ...]
    """The different payoffs of the first seat at the ends."""
    _exploration: Exploration
    _values: Exact | Bounded
    _fewest: bool
    """Whether the least is best, as in a game of one player for few rounds."""

    @property
    def wins_or_loses(self) -> bool:
        """Whether every end is a win or a loss, so that a worth is a chance to win."""
        return self.game.utility == "result" and set(self.results) <= {-1.0, 1.0}

    @property
    def has_chance(self) -> bool:
        """Whether chance decides anything in what follows."""
        return self._exploration.graph.has_chance or self.starts > 1

    @property
    def is_exact(self) -> bool:
        """Whether values are fractions; otherwise they are floats with an error bound."""
        return isinstance(self._values, Exact)

    def at(self, state: State) -> Answer:
        """The answer for a position. Raises ValueError for one that was not looked at."""
        number = self._exploration.number(state.cells)
        if number is None or number >= self._exploration.graph.size:
            raise ValueError("this position was not looked at when the game was solved")
        return self._at(number)

    def of_start(self) -> Answer:
        """The answer of the start: of the only position, or on average if chance begins."""
        starts = self._exploration.graph.starts
        if len(starts) == 1:
            return self._at(starts[0][1])
        return Answer(self._seats(self._mean(starts)), None, ())

    def _at(self, number: int) -> Answer:
        graph, game = self._exploration.graph, self.game
        seats = self._seats(self._worth(number))
        player = graph.players[number]
        if player == NOBODY:
            return Answer(seats, None, ())
        legal = game.executor.legal(self._exploration.cells(number))
        shown: list[tuple[str, Worth]] = []
        first = graph.choices[number]
        for choice, edges in enumerate(graph.successors(number), first):
            if graph.places[choice] < 0:
                return Answer(seats, player, ())
            worth = self._seats(self._mean(edges))[player]
            shown.append((str(game.action_of(legal[graph.places[choice]])), worth))
        if self._fewest:
            bound = min(worth.high for _, worth in shown)
            moves = [MoveWorth(action, worth, worth.low <= bound) for action, worth in shown]
        else:
            bound = max(worth.low for _, worth in shown)
            moves = [MoveWorth(action, worth, worth.high >= bound) for action, worth in shown]
        return Answer(seats, player, tuple(moves))

    def _worth(self, number: int) -> Worth:
        values = self._values
        if isinstance(values, Exact):
            return worth_of(values.values[number])
        return Worth(values.low[number], values.high[number])

    def _mean(self, edges: Sequence[tuple[Fraction, int]]) -> Worth:
        values = self._values
        if isinstance(values, Exact):
            return worth_of(sum((share * values.values[after] for share, after in edges), Fraction(0)))
        low = sum(float(share) * values.low[after] for share, after in edges)
        high = sum(float(share) * values.high[after] for share, after in edges)
        return Worth(low, high)

    def _seats(self, worth: Worth) -> tuple[Worth, ...]:
        return (worth,) if self.game.num_players == 1 else (worth, -worth)


def solve(
    start: Game | State, most: int = MOST_POSITIONS, every: bool | None = None, report: Report | None = None
) -> Solution:
    """The solution of a game, or of what follows a state.

    `most` positions are looked at. With `every`, also those after a choice that a sure win makes pointless; with None, if there are
    not many of them.

    Raises CannotSolve for a sort of game that is not solved, TooLarge (both are a ValueError), TooManyOutcomes for a choice with more
    than 100,000 results of chance, RuleFailure; TypeError and ValueError for arguments that are no game and no number.
    """
    if not isinstance(start, State):
        check_game(start)
    game = start.game if isinstance(start, State) else start
    refuse_others(game)
    if not game.perfect_information:
        raise CannotSolve(
            f"in {game.title} something is hidden from a player: `solve_hidden` is for such games"
        )
    if isinstance(start, State) and start.is_chance_node():
        raise ValueError(
            "a position is solved at a decision, and this state waits for chance: give it an outcome first"
        )
    most = whole_numbers.count("most", most, 1)
    starts = [(Fraction(1), start.cells)] if isinstance(start, State) else first_positions(game)
    exploration = _explored(game, starts, most, every, report)
    graph = exploration.graph
    fewest = game.num_players == 1 and not game.program.utility and fewest_are_best(game.program)
    values = _worked_out(graph, _sides(game, graph, fewest), report)
    size = Size(graph.size, graph.moves, len(graph.payoffs), tuple(graph.layers), exploration.every)
    results = tuple(sorted({returns[0] for returns in graph.payoffs.values()}))
    solution = Solution(
        game, Answer((), None, ()), size, len(graph.starts), results, exploration, values, fewest
    )
    solution.answer = solution.of_start()
    return solution


def refuse_others(game: Game) -> None:
    """Raises CannotSolve for games whose best play is not defined by what one player wins and the other loses."""
    if game.num_players > 2:
        raise CannotSolve(
            f"{game.title} for {game.num_players} has no exact answer: what is best for one player depends on what the others like. "
            "Games for one or two are solved"
        )


def _explored(
    game: Game,
    starts: Iterable[tuple[Fraction, array[int]]],
    most: int,
    every: bool | None,
    report: Report | None,
) -> Exploration:
    """The positions: first those that matter, and then all, if there are not many more."""
    first = list(starts)

    def explored(limit: int, with_all: bool) -> Exploration:
        found = Exploration(game, every=with_all, most=game.max_utility)
        found.explore(first, limit, None if report is None else partial(report, "positions"))
        return found

    try:
        matter = explored(most, bool(every))
    except TooManyPositions as error:
        raise TooLarge(game, error) from error
    if every is not None or matter.graph.size > FEW_POSITIONS:
        return matter
    try:
        return explored(min(most, TIMES * matter.graph.size + SOME_POSITIONS), True)
    except TooManyPositions:
        return matter


def _sides(game: Game, graph: PositionGraph, fewest: bool) -> Sides:
    if game.num_players == 1:
        payoffs = [returns[0] for returns in graph.payoffs.values()] or [0.0]
        return Sides((not fewest,), _first, Fraction(max(payoffs) if fewest else min(payoffs)))
    if any(sum(returns) for returns in graph.payoffs.values()):
        raise CannotSolve(
            f"in {game.title} one player does not always lose what the other wins, so that there is no value that both play for"
        )
    return Sides((True, False), _first, Fraction(0))


def _first(returns: Sequence[float]) -> Fraction:
    return Fraction(returns[0])


def _worked_out(graph: PositionGraph, sides: Sides, report: Report | None) -> Exact | Bounded:
    told = None if report is None else partial(report, "worths")
    try:
        return exact(graph, sides, told)
    except NotExact:
        return bounded(graph, sides, told)
