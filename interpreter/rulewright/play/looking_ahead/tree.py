"""A tree search in Python: the definition of `runtime.tree_search`, and what is used where an executor has none of its own.

tree = tree_for(game, room=2_000_000)
tree.simulate(task, seed=7, numbers=range(1_000))
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from math import copysign, inf, isqrt, sqrt

from rulewright.game.game import Game
from rulewright.game.playouts.playout import play_on
from rulewright.game.playouts.searching import decision, judged, result_of
from rulewright.runtime.chance.random_words import seed_of
from rulewright.runtime.chance.sampled import Sampled
from rulewright.runtime.executor import Choice, Luck, Position
from rulewright.runtime.failures import RuleFailure
from rulewright.runtime.fast import Seats, Until
from rulewright.runtime.tree_search import (
    ANY,
    CURIOUS,
    DEEPEST,
    LOGARITHMS,
    MOST_CHOICES,
    GrowsTrees,
    Judging,
    Statistics,
    Task,
    Tree,
    is_open,
    logarithms,
    provable,
)
from rulewright.source.dataclass import dataclass

PLAYED_ON = -1
"""Instead of the number of a first choice: any."""


def tree_for(game: Game, room: int) -> Tree:
    """An empty tree of the executor, or else one of ours."""
    executor = game.executor
    tree = executor.tree(room, game.sight.unseen()) if isinstance(executor, GrowsTrees) else None
    return PlainTree(game, room) if tree is None else tree


def task_for(
    game: Game,
    views: Sequence[Position],
    seats: Sequence[Seats],
    until: Until,
    judging: Judging,
    proving: bool = False,
) -> Task:
    """A search in a game. Where nothing happens by chance and nothing is hidden the tree is free also if games are played on by strategies: what
    follows from a choice is one position there, about which a tree soon knows more than they do."""

    def further(position: Position, seed: int, seats: Seats) -> Sequence[int]:
        return play_on(game, position, [PLAYED_ON], array("Q", (seed,)), until, seats).numbers

    guided = any(map(any, seats)) and not is_open(game.program)
    return Task(views, seats, until, judging, guided, further, proving)


@dataclass(slots=True)
class _Node:
    """A position as the player to act sees it. `begin`: the choice that is taken first; `entered`: how often a choice was taken.
    The last of `visits` and of `sums` stand for what players do who know something of the game. `won`: by which side the position is won, by its sign (`PlainTree.side`);
    0 if that is not known."""

    choices: list[Choice]
    begin: int
    entered: int
    visits: list[int]
    sums: list[float]
    won: float = 0.0


@dataclass(slots=True)
class _Step:
    """A choice within the tree, by its number."""

    node: _Node
    chosen: int
    player: int
    curious: bool


class PlainTree:
    """A tree of Python objects."""

    def __init__(self, game: Game, room: int) -> None:
        self._game, self._room, self._used = game, room, 0
        self._nodes: dict[bytes, _Node] = {}
        self._chance = Sampled(game.program.streams)
        self._logarithms = logarithms()
        self._provable = provable(game.program)
        self._root: _Node | None = None

    def simulate(self, task: Task, seed: int, numbers: range, choice: int = ANY) -> bool:
        for number in numbers:
            self._simulate(task, number, (seed_of(seed, 2 * number), seed_of(seed, 2 * number + 1)), choice)
        return True

    def statistics(self) -> Statistics | None:
        node = self._root
        return None if node is None else Statistics(node.visits[:-1], node.sums[:-1])

    def is_half_full(self) -> bool:
        return 2 * self._used > self._room

    def _simulate(self, task: Task, number: int, seeds: tuple[int, int], choice: int) -> None:
        in_tree, further = seeds
        view = task.views[number % len(task.views)]
        position = Position(view.cells[:], Luck(in_tree, view.luck.turns.copy()))
        path: list[_Step] = []
        won, proving = 0.0, task.proving and self._provable
        try:
            while (due := decision(self._game, position.cells)) is not None and len(path) < DEEPEST:
                player, key = due
                node = self._nodes.get(key)
                if node is None:
                    node = self._add(key, position.cells, further)
                    if path or node is None:
                        break
                if not path:
                    self._root = node
                elif proving and node.won:
                    won = node.won
                    break
                exploring, curious = task.judging.exploring, False
                if path and task.guided:
                    chosen, curious = self._guided(node, exploring)
                else:
                    chosen = choice if not path and choice != ANY else self._taken(node, exploring)
                node.entered += 1
                node.visits[chosen] += 1
                path.append(_Step(node, chosen, player, curious))
                if chosen == len(node.choices):
                    break
                self._game.executor.apply(position, node.choices[chosen], self._chance)
            if won:
                values = [won * self.side(player) for player in range(self._game.num_players)]
            else:
                over = due is None
                seats = task.seats[number % len(task.seats)]
                row = task.play_on(position, further, seats)
                values = judged(self._game, row, task.judging)
                result = result_of(self._game, row)[0] if proving and over else 0.0
                won = copysign(1.0, result) if result else 0.0
        except RuleFailure:
            return
        counts = True
        for step in reversed(path):
            if counts:
                step.node.sums[step.chosen] += values[step.player]
            else:
                step.node.visits[step.chosen] -= 1
            counts = counts and not step.curious
            won = self._prove(step, won)

    def side(self, player: int) -> float:
        """1 for the first player's side, -1 for the other."""
        teams = self._game.program.teams
        return 1.0 if teams[player] == teams[0] else -1.0

    def _prove(self, step: _Step, won: float) -> float:
        """Note by which side a choice is won, 0 for none, and return the same for the position before it."""
        if not won:
            return 0.0
        node, mine = step.node, won * self.side(step.player)
        node.sums[step.chosen] = copysign(inf, mine)
        if mine < 0 and any(total != -inf for total in node.sums[:-1]):
            return 0.0
        node.won = won
        return won

    def _add(self, key: bytes, cells: array[int], chance: int) -> _Node | None:
        """A node for a position; None if there is no room."""
        choices = self._game.executor.legal(cells)
        many = len(choices)
        if many > MOST_CHOICES or self._used + 1 + many > self._room:
            return None
        self._used += 1 + many
        self._nodes[key] = node = _Node(
            choices, (chance >> 33) % many, 0, [0] * (many + 1), [0.0] * (many + 1)
        )
        return node

    def _taken(self, node: _Node, exploring: float) -> int:
        """The choice that is taken at a node, by its number."""
        many = len(node.choices)
        if node.entered < many:
            return (node.begin + node.entered) % many
        return self._most_promising(node, range(many), exploring)

    def _guided(self, node: _Node, exploring: float) -> tuple[int, bool]:
        """The same where players know something of the game, and whether it is taken by curiosity: the number after the last stands for
        what they do."""
        many = len(node.choices)
        if node.entered % CURIOUS == CURIOUS - 1:
            open_ = [(node.begin + place) % many for place in range(min(many, isqrt(node.entered)))]
            unknown = next((number for number in open_ if not node.visits[number]), None)
            return self._most_promising(node, open_, exploring) if unknown is None else unknown, True
        best, most = many, -inf
        for number in (many, *range(many)):
            visits = node.visits[number]
            if visits:
                value = node.sums[number] / visits - exploring / sqrt(visits)
                if value > most:
                    best, most = number, value
        return best, False

    def _most_promising(self, node: _Node, tried: Sequence[int], exploring: float) -> int:
        """The first of those with the greatest value and curiosity together."""
        logarithm = self._logarithms[min(node.entered, LOGARITHMS - 1)]
        best, most = tried[0], -inf
        for number in tried:
            visits = node.visits[number]
            value = node.sums[number] / visits + exploring * sqrt(logarithm / visits)
            if value > most:
                best, most = number, value
        return best
