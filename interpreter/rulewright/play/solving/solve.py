"""Exact answers: what a game is worth with best play of everybody, from the beginning or from a position.

    solution = solve(rulewright.load("my-game"))
    solution.answer.worths[0].exact        Fraction(0): a draw
    solution.size.positions                5478
    solution.at(state).moves               what each move is worth there

Every position that can follow is looked at (`game.playouts.position_graph`), and worked out from the ends backwards (`induction`).
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import partial

from rulewright.game.game import Game, State
from rulewright.game.playouts.branches import first_positions
from rulewright.game.playouts.deduced import all_is_known
from rulewright.game.playouts.position_graph import (
    NOBODY,
    Exploration,
    Policy,
    PositionGraph,
    TooManyPositions,
    WrongPart,
)
from rulewright.game.playouts.symmetries import classes
from rulewright.game.results.standing import fewest_are_best
from rulewright.game.turns.listed import listed_by
from rulewright.play.running.arguments import check_game
from rulewright.play.solving.answers import Answer, MoveWorth, Size, Worth, worth_of
from rulewright.play.solving.estimate import Estimate, estimate
from rulewright.play.solving.induction import Bounded, Exact, NotExact, Sides, bounded, exact
from rulewright.play.solving.keeping import DAMAGED, Keeping, WrongParts, packed_part, unpacked_part
from rulewright.play.solving.sides import CannotSolve, refuse_others, sides_of
from rulewright.problems.quoting import series
from rulewright.runtime import whole_numbers
from rulewright.runtime.executor import Choice, Position
from rulewright.source.dataclass import dataclass

MOST_POSITIONS = 3_000_000
"""How many positions are looked at unless a caller says otherwise."""
GRAPH = "positions"
"""The name under which positions are kept."""
FEW_POSITIONS = 10_000
"""Up to this number of positions, those that do not matter are looked at, too."""

BEST = "best"
"""The name of a player who plays as well as can be."""

ALIKE_LAYERS = 100
"""This number of layers of the same size in a row look as if they went on for ever."""
FAR_TOO_MANY = 1e6 * MOST_POSITIONS
"""If layers grow to this number of positions, a game is refused, unless the values of cells allow few."""
TOO_MANY = 100 * MOST_POSITIONS

Report = Callable[[str, int, int], None]
"""Gets what is done, how much of it was done, and how much of it is known."""


class TooLarge(ValueError):
    """A game with more positions than the limit. `layers`: those that were counted completely."""

    def __init__(self, game: Game, found: TooManyPositions) -> None:
        super().__init__(f"{game.title} has more than {found.most:,} positions")
        self.game = game
        self.most = found.most
        self.layers = found.layers[:-1] if len(found.layers) > 2 else found.layers

    @property
    def goes_on(self) -> bool:
        """Whether each step led to as many new positions as the one before, for so long that there seems to be no end of them."""
        return len(self.layers) > ALIKE_LAYERS and len(set(self.layers[-ALIKE_LAYERS:])) == 1


@dataclass(slots=True)
class Solution:
    """A solved game. `answer` is that of the start, which may be one of several `starts` if chance begins."""

    game: Game
    answer: Answer
    size: Size
    starts: int
    results: tuple[float, ...]
    """The different payoffs of the first seat at the ends."""
    players: tuple[str, ...]
    """Those that were given, BEST or a strategy for each seat; () for the best play of all."""
    sides: tuple[int, ...]
    """The side of each seat: all 0 where everybody wins or loses together."""
    _exploration: Exploration
    _values: Exact | Bounded
    _fewest: bool
    """Whether the least is best, as in a game of one player for few rounds."""

    @property
    def wins_or_loses(self) -> bool:
        """Whether all play ends with a win or a loss, so that a worth is a chance to win."""
        draws = self.endless and any(self.sides)
        return self.game.utility == "result" and set(self.results) <= {-1.0, 1.0} and not draws

    @property
    def endless(self) -> bool:
        """Whether somebody may do best by going on for ever."""
        return self._values.endless

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

    def worths(self) -> Iterator[Worth]:
        """What each position is worth to the first seat, in the order in which they were found."""
        return map(self._worth, range(self._exploration.graph.size))

    def cells(self, number: int) -> array[int]:
        """The cells of a position, as far as they matter."""
        return self._exploration.cells(number)

    def up_to_symmetry(self) -> tuple[int, int]:
        """How many turns and reflections of the boards, the identity included, are proved to leave the game as it is, and how many
        positions there are if those that they make equal count once."""
        return classes(self._exploration)

    def decisions(self) -> tuple[list[bytes], list[int]]:
        """The keys of the positions in which somebody chooses, and the place of a best action among the legal ones in each."""
        graph, best, every = self._exploration.graph, self._values.best, self._exploration.keys()
        found = [
            (every[number], graph.places[best[number]])
            for number in range(graph.size)
            if best[number] >= 0 and graph.places[best[number]] >= 0
        ]
        return [key for key, _ in found], [place for _, place in found]

    def worths_of_decisions(self) -> list[float]:
        """What these positions are worth to the first seat, in the same order."""
        graph, best = self._exploration.graph, self._values.best
        return [
            self._worth(number).value
            for number in range(graph.size)
            if best[number] >= 0 and graph.places[best[number]] >= 0
        ]

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
        return tuple(-worth if side else worth for side in self.sides)


def solve(
    start: Game | State,
    most: int | None = None,
    every: bool | None = None,
    report: Report | None = None,
    players: Sequence[str] = (),
    kept: Keeping | None = None,
) -> Solution:
    """The solution of a game, or of what follows a state.

    `most` positions are looked at; with None 3,000,000, unless the first 10,000 let one guess that there are a million times as many.
    With `every`, also those after a choice that a sure win makes pointless; with None, if there are
    at most 10,000 in all. `players` are BEST or a strategy of the rulebook, one for each seat: then it is worked out what can be got
    from players who follow these, and what these get from each other. It goes on from the positions that were `kept`, and keeps more.

    Raises WrongParts if what was kept does not fit; CannotSolve for a sort of game that is not solved, TooLarge (both are a ValueError), TooManyOutcomes for a choice with more
    than 100,000 results of chance, RuleFailure; TypeError and ValueError for arguments that are no game and no number.
    """
    if not isinstance(start, State):
        check_game(start)
    game = start.game if isinstance(start, State) else start
    refuse_others(game)
    if not all_is_known(game.program):
        raise CannotSolve(
            f"in {game.title} something is hidden from a player: `solve_hidden` is for such games"
        )
    if isinstance(start, State) and start.is_chance_node():
        raise ValueError(
            "a position is solved at a decision, and this state waits for chance: give it an outcome first"
        )
    limit = None if most is None else whole_numbers.count("most", most, 1)
    starts = [(Fraction(1), start.cells)] if isinstance(start, State) else first_positions(game)
    exploration = _explored(game, starts, given_play(game, players), limit, every, report, kept)
    graph = exploration.graph
    fewest = game.num_players == 1 and not game.program.utility and fewest_are_best(game.program)
    sides = sides_of(game, graph.payoffs.values())
    values = _worked_out(game, graph, _wanted(graph, sides, fewest), report)
    size = Size(graph.size, graph.moves, len(graph.payoffs), tuple(graph.layers), exploration.every)
    results = tuple(sorted({returns[0] for returns in graph.payoffs.values()}))
    solution = Solution(
        game,
        Answer((), None, ()),
        size,
        len(graph.starts),
        results,
        tuple(players),
        sides,
        exploration,
        values,
        fewest,
    )
    solution.answer = solution.of_start()
    return solution


def far_too_many(guess: Estimate) -> bool:
    """Whether a guess is enough to refuse a game."""
    return guess.grown > FAR_TOO_MANY and guess.positions > TOO_MANY


def given_play(game: Game, players: Sequence[str]) -> dict[int, Policy]:
    """By seat, the play of those who follow a strategy. Raises ValueError for a name that is none."""
    if not players:
        return {}
    if len(players) != game.num_players:
        raise ValueError(
            f"{len(players)} players are named, and {game.num_players} play: name one for each seat"
        )
    for name in players:
        if name != BEST and name not in game.program.strategies:
            known = series([BEST, *game.program.strategies], "and")
            raise ValueError(f"there is no strategy `{name}` in {game.title}; there are {known}")
    return {seat: partial(_follow, game, name) for seat, name in enumerate(players) if name != BEST}


def _follow(game: Game, strategy: str, position: Position, legal: Sequence[Choice]) -> list[Fraction]:
    shares = {action.choice: share for action, share in game.state_in(position).policy(strategy)}
    return [shares.get(choice, Fraction(0)) for choice in legal]


def _explored(
    game: Game,
    starts: list[tuple[Fraction, array[int]]],
    given: Mapping[int, Policy],
    most: int | None,
    every: bool | None,
    report: Report | None,
    kept: Keeping | None,
) -> Exploration:
    """The positions: all, or else those that matter. Only a larger game, which is explored after a look at its first positions, is kept."""
    results = listed_by(game)

    def explored(limit: int, with_all: bool, kept: Keeping | None = None) -> Exploration:
        found = Exploration(game, given, every=with_all, most=game.max_utility, results=results)
        keep = None if kept is None else _keeping(found, kept)
        try:
            found.explore(starts, limit, None if report is None else partial(report, "positions"), keep)
        except WrongPart as error:
            raise WrongParts(str(error)) from error
        if keep is not None and kept is not None and kept.of(GRAPH):
            keep(True)
        return found

    if every is None and not (kept is not None and kept.of(GRAPH)):
        try:
            return explored(min(most or MOST_POSITIONS, FEW_POSITIONS), True)
        except TooManyPositions as error:
            refused = TooLarge(game, error)
            if most is None and far_too_many(estimate(game, refused.layers)):
                raise refused from error
            if most is None and refused.goes_on:
                _refuse_without_end(game, explored)
    try:
        return explored(most or MOST_POSITIONS, bool(every), kept)
    except TooManyPositions as error:
        raise TooLarge(game, error) from error


def _keeping(found: Exploration, kept: Keeping) -> Callable[[bool], None]:
    """Take what was kept. Gives a function that keeps more if it is time, or in any case. Raises WrongParts."""
    try:
        for told in kept.of(GRAPH):
            found.take(unpacked_part(told))
    except DAMAGED as error:
        raise WrongParts(str(error)) from error
    done = found.marked()

    def keep(whole: bool) -> None:
        nonlocal done
        if found.marked() != done and (whole or kept.due()):
            kept.add(GRAPH, packed_part(found.part(done)))
            done = found.marked()

    return keep


def _refuse_without_end(game: Game, explored: Callable[[int, bool], Exploration]) -> None:
    """Raises TooLarge if also those positions that matter seem to go on for ever."""
    try:
        explored(FEW_POSITIONS, False)
    except TooManyPositions as error:
        refused = TooLarge(game, error)
        if refused.goes_on:
            raise refused from error


def _wanted(graph: PositionGraph, of: Sequence[int], fewest: bool) -> Sides:
    """What each seat wants. Where all are one side, play without an end counts as the worst that can happen."""
    if any(of):
        return Sides(tuple(not side for side in of), _first, Fraction(0))
    payoffs = [returns[0] for returns in graph.payoffs.values()] or [0.0]
    return Sides((not fewest,) * len(of), _first, Fraction(max(payoffs) if fewest else min(payoffs)))


def _first(returns: Sequence[float]) -> Fraction:
    return Fraction(returns[0])


def _worked_out(game: Game, graph: PositionGraph, sides: Sides, report: Report | None) -> Exact | Bounded:
    told = None if report is None else partial(report, "worths")
    try:
        return exact(graph, sides, told)
    except NotExact:
        return bounded(graph, sides, told, game.executor)
