"""The graph of positions: everything that can follow from some positions, each once, with the choices and the results of chance.

    graph = Exploration(game).explore([(Fraction(1), cells)], most=1_000_000)
    graph.size                           5478 positions, in the order in which they were found
    graph.successors(0)                  [[(Fraction(1), 1)], [(Fraction(1), 2)], ...]: a list for each legal choice, in canonical order

Positions are keyed by their cells, apart from those that make no difference (`forgotten`), so that positions of games without an end can
repeat.  Luck, history and what players know are no part of a position: this is for games in which everybody sees everything.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import field
from fractions import Fraction
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple, TypeAlias

from rulewright.game.game import Game
from rulewright.game.playouts.forgotten import forgotten
from rulewright.game.results.standing import returns
from rulewright.ir.chance import has_chance
from rulewright.ir.layout import CURRENT, ENDED
from rulewright.runtime.chance.enumerated import Enumerated, enumerate_outcomes
from rulewright.runtime.chance.sampled import new_luck
from rulewright.runtime.executor import Choice, Position
from rulewright.runtime.fast import Bulk
from rulewright.source.dataclass import dataclass

GIVEN = -1
NOBODY = -1
"""The player to act where the game is over."""
MOST_RESULTS = 100_000
"""The most results of chance that a choice may have."""
BETWEEN_REPORTS = 1_000
"""Positions between two reports of progress."""

Report = Callable[[int, int], None]
"""Gets the number of positions that were expanded, and of those that were found."""
Policy = Callable[[Position, Sequence[Choice]], Sequence[Fraction]]
"""The probability with which a player whose play is given makes each choice."""


@dataclass(slots=True)
class PositionGraph:
    """Positions by number, their choices, and the edges of these: positions that follow, each with its probability.

    The choices of position `i` are `choices[i]` up to `choices[i + 1]`, the edges of choice `c` are `edges[c]` up to `edges[c + 1]`.
    """

    players: array[int] = field(default_factory=lambda: array("b"))
    """Who is to act; NOBODY at the end of the game."""
    choices: array[int] = field(default_factory=lambda: array("q", (0,)))
    edges: array[int] = field(default_factory=lambda: array("q", (0,)))
    places: array[int] = field(default_factory=lambda: array("i"))
    """For each choice its place among the legal ones, GIVEN for play that is given."""
    after: array[int] = field(default_factory=lambda: array("i"))
    shares: array[int] = field(default_factory=lambda: array("i"))
    """For each edge the place of its probability in `fractions`."""
    fractions: list[Fraction] = field(default_factory=lambda: [Fraction(1)])
    payoffs: dict[int, tuple[float, ...]] = field(default_factory=dict)
    """What each seat gets, for the positions in which the game is over."""
    layers: list[int] = field(default_factory=list)
    """How many positions are first reached after 0, 1, 2 ... decisions."""
    starts: list[tuple[Fraction, int]] = field(default_factory=list)
    """The positions from which it was explored, with their probabilities."""

    @property
    def size(self) -> int:
        """The number of positions."""
        return len(self.players)

    @property
    def moves(self) -> int:
        """The number of choices of all positions."""
        return len(self.edges) - 1

    @property
    def has_chance(self) -> bool:
        """Whether a choice has several results."""
        return len(self.after) > self.moves

    def successors(self, number: int) -> list[list[tuple[Fraction, int]]]:
        """For each choice of a position: the positions that follow, with their probabilities."""
        return [
            [(self.fractions[self.shares[edge]], self.after[edge]) for edge in range(*self.edges[choice : choice + 2])]
            for choice in range(*self.choices[number : number + 2])
        ]  # fmt: skip


class WrongPart(ValueError):
    """A part of a graph that does not fit."""


class Mark(NamedTuple):
    """How far a graph is explored: the number of positions, of those that were expanded, of choices, of edges, and of probabilities."""

    positions: int = 0
    expanded: int = 0
    moves: int = 0
    edges: int = 0
    fractions: int = 1


class Part(NamedTuple):
    """What was found between two marks: keys of positions one after the other, and rows as `PositionGraph` has them. `layers`: all of them so far."""

    keys: bytes
    players: array[int]
    choices: array[int]
    edges: array[int]
    places: array[int]
    after: array[int]
    shares: array[int]
    fractions: Sequence[Fraction]
    payoffs: Sequence[tuple[float, ...]]
    layers: Sequence[int]


def _rises(row: array[int]) -> bool:
    return all(one <= other for one, other in pairwise(row))


def _below(row: array[int], most: int) -> bool:
    return not row or (min(row) >= 0 and max(row) < most)


def keyed(game: Game, cells: array[int]) -> bytes:
    """The key of a position of a game, as explorations have it."""
    return _without(cells, _forgotten_of(game))


@lru_cache(maxsize=16)
def _forgotten_of(game: Game) -> tuple[tuple[int, int], ...]:
    return forgotten(game.program)


def _without(cells: array[int], left_out: Sequence[tuple[int, int]]) -> bytes:
    kept = cells[:]
    for cell, value in left_out:
        kept[cell] = value
    return kept.tobytes()


class TooManyPositions(ValueError):
    """There are more positions than the limit. `layers` are those that were counted, the last one not completely."""

    def __init__(self, most: int, layers: Sequence[int], expanded: int) -> None:
        super().__init__(f"there are more than {most:,} positions")
        self.most = most
        self.layers = tuple(layers)
        self.expanded = expanded


Results: TypeAlias = "Callable[[array[int], Choice], list[tuple[Fraction, array[int]]] | None]"
"""The cells after a choice, for each result of chance; None if the reference has to list them."""


class Exploration:
    """Finds the positions that can follow, and numbers them in the order in which they are found.

    `given` are seats whose play is given, so that their choices become chance. Without `every`, a choice that surely ends the game with
    `most` for its player is the only one that is followed there, since no other can be better. `results` may list what follows a choice more quickly.
    """

    def __init__(
        self,
        game: Game,
        given: Mapping[int, Policy] | None = None,
        every: bool = True,
        most: float = 1.0,
        results: Results | None = None,
    ) -> None:
        self._quickly = results
        self.every, self._most = every, most
        self.game = game
        self._forgotten = forgotten(game.program)
        self._given = given or {}
        self._by_chance = has_chance(game.program)
        self._numbers: dict[bytes, int] = {}
        self._keys: list[bytes] = []
        self._places: dict[Fraction, int] = {Fraction(1): 0}
        self.graph = PositionGraph()

    def key(self, cells: array[int]) -> bytes:
        """The key of a position: equal for positions from which the same can happen."""
        return _without(cells, self._forgotten)

    def number(self, cells: array[int]) -> int | None:
        """The number of a position that was found."""
        return self._numbers.get(self.key(cells))

    def keys(self) -> list[bytes]:
        """The keys of all positions, by number."""
        return self._keys

    def cells(self, number: int) -> array[int]:
        """The cells of a position, as far as they matter."""
        cells = array("i")
        cells.frombytes(self._keys[number])
        return cells

    def marked(self) -> Mark:
        """How far it is explored."""
        graph = self.graph
        return Mark(len(self._keys), graph.size, graph.moves, len(graph.after), len(graph.fractions))

    def part(self, since: Mark) -> Part:
        """What was found since then."""
        graph = self.graph
        payoffs = [
            graph.payoffs[number] for number in range(since.expanded, graph.size) if number in graph.payoffs
        ]
        return Part(
            b"".join(self._keys[since.positions :]),
            graph.players[since.expanded :],
            graph.choices[since.expanded + 1 :],
            graph.edges[since.moves + 1 :],
            graph.places[since.moves :],
            graph.after[since.edges :],
            graph.shares[since.edges :],
            graph.fractions[since.fractions :],
            payoffs,
            graph.layers[:],
        )

    def take(self, part: Part) -> None:
        """Go on after a part that was found before. Raises WrongPart, or another ValueError, if it does not fit."""
        graph, before = self.graph, self.marked()
        width = 4 * self.game.program.layout.size
        positions, odd = divmod(len(part.keys), width)
        for place in range(positions):
            key = part.keys[width * place : width * (place + 1)]
            if self._numbers.setdefault(key, len(self._keys)) != len(self._keys):
                raise WrongPart("a position comes twice")
            self._keys.append(key)
        for share in part.fractions:
            if self._place(share) != len(graph.fractions) - 1:
                raise WrongPart("a probability comes twice")
        for own, more in (
            (graph.players, part.players), (graph.choices, part.choices), (graph.edges, part.edges),
            (graph.places, part.places), (graph.after, part.after), (graph.shares, part.shares),
        ):  # fmt: skip
            own.extend(more)
        over = [number for number in range(before.expanded, graph.size) if graph.players[number] == NOBODY]
        graph.payoffs.update(zip(over, part.payoffs, strict=True))
        graph.layers = list(part.layers)
        fits = (
            not odd
            and graph.size <= len(self._keys)
            and len(graph.choices) == graph.size + 1
            and graph.choices[-1] == graph.moves == len(graph.places)
            and graph.edges[-1] == len(graph.after) == len(graph.shares)
            and _rises(graph.choices[before.expanded :])
            and _rises(graph.edges[before.moves :])
            and _below(part.after, len(self._keys))
            and _below(part.shares, len(graph.fractions))
            and graph.size <= sum(part.layers) <= len(self._keys)
            and all(NOBODY <= player < self.game.num_players for player in set(part.players))
        )
        if not fits:
            raise WrongPart("its rows do not fit together")

    def explore(
        self,
        starts: Iterable[tuple[Fraction, array[int]]],
        most: int,
        report: Report | None = None,
        keep: Callable[[bool], None] | None = None,
    ) -> PositionGraph:
        """The graph of all positions that can follow. `keep` is called now and then, between two positions, with False. Raises TooManyPositions,
        TooManyOutcomes if a choice has more than 100,000 results of chance, and RuleFailure; WrongPart if a part that was taken begins elsewhere."""
        graph, taken = self.graph, len(self._keys)
        graph.starts = [(share, self._found(cells)) for share, cells in starts]
        if not taken:
            graph.layers.append(len(self._keys))
        elif len(self._keys) > taken or {number for _, number in graph.starts} != set(range(graph.layers[0])):
            raise WrongPart("it begins with other positions")
        expanded, of_layer = graph.size, sum(graph.layers)
        while expanded < len(self._keys):
            if expanded == of_layer:
                graph.layers.append(len(self._keys) - of_layer)
                of_layer = len(self._keys)
            self._expand(expanded)
            expanded += 1
            if len(self._keys) > most:
                raise TooManyPositions(most, [*graph.layers, len(self._keys) - of_layer], expanded)
            if expanded % BETWEEN_REPORTS == 0:
                if report is not None:
                    report(expanded, len(self._keys))
                if keep is not None:
                    keep(False)
        return graph

    def _found(self, cells: array[int]) -> int:
        key = self.key(cells)
        number = self._numbers.setdefault(key, len(self._keys))
        if number == len(self._keys):
            self._keys.append(key)
        return number

    def _expand(self, number: int) -> None:
        graph, game, cells = self.graph, self.game, self.cells(number)
        if cells[ENDED]:
            graph.players.append(NOBODY)
            graph.payoffs[number] = tuple(returns(game.executor, cells))
        else:
            graph.players.append(cells[CURRENT])
            legal = game.executor.legal(cells)
            policy = self._given.get(cells[CURRENT])
            if policy is not None:
                position = Position(cells, new_luck(0, game.num_players))
                self._add_choice(GIVEN, self._mixed(cells, legal, policy(position, legal)))
            elif self.every:
                for place, choice in enumerate(legal):
                    self._add_choice(place, self._results(cells, choice))
            else:
                every = [self._results(cells, choice) for choice in legal]
                sure = [
                    place for place, results in enumerate(every) if self._surely_best(cells[CURRENT], results)
                ]
                for place in sure[:1] or range(len(legal)):
                    self._add_choice(place, every[place])
        graph.choices.append(graph.moves)

    def _surely_best(self, player: int, results: Iterable[tuple[Fraction, array[int]]]) -> bool:
        """Whether the game is over after each of these results, and a player gets the most that can be got."""
        executor = self.game.executor
        return all(after[ENDED] and returns(executor, after)[player] >= self._most for _, after in results)

    def _mixed(
        self, cells: array[int], legal: Sequence[Choice], shares: Sequence[Fraction]
    ) -> Iterator[tuple[Fraction, array[int]]]:
        for share, choice in zip(shares, legal, strict=True):
            if share:
                yield from ((share * each, after) for each, after in self._results(cells, choice))

    def _add_choice(self, place: int, results: Iterable[tuple[Fraction, array[int]]]) -> None:
        graph = self.graph
        graph.places.append(place)
        found: dict[int, Fraction] = {}
        for share, after in results:
            number = self._found(after)
            found[number] = found[number] + share if number in found else share
        for number, share in found.items():
            graph.after.append(number)
            graph.shares.append(self._place(share))
        graph.edges.append(len(graph.after))

    def _place(self, share: Fraction) -> int:
        place = self._places.setdefault(share, len(self._places))
        if place == len(self.graph.fractions):
            self.graph.fractions.append(share)
        return place

    def _results(self, cells: array[int], choice: Choice) -> list[tuple[Fraction, array[int]]]:
        """The cells after a choice, for each result of chance that it can have."""
        game = self.game
        if not self._by_chance and isinstance(game.executor, Bulk):
            position = Position(cells[:], new_luck(0, game.num_players))
            game.executor.carry_out(position, choice)
            return [(Fraction(1), position.cells)]
        listed = None if self._quickly is None else self._quickly(cells, choice)
        if listed is not None:
            return listed

        def run(chance: Enumerated) -> array[int]:
            position = Position(cells[:], new_luck(0, game.num_players))
            game.executor.apply(position, choice, chance)
            return position.cells

        return enumerate_outcomes(run, MOST_RESULTS)
