"""The tree of a game in which something is hidden: every way it can go, and what each player knows at each decision.

    tree = grown(game, most=200_000)
    tree.size, len(tree.infos)                 58 nodes; 12 information states: what a player can know who is to act

It is walked with explicit chance. Unlike the graph of positions it is a tree, since what players know depends on the way to a position.
A player who is to act knows `state.information_state_string`, and nothing else.
"""

from __future__ import annotations

from array import array
from collections import deque
from collections.abc import Callable
from dataclasses import field
from fractions import Fraction

from rulewright.game.game import Game, State
from rulewright.source.dataclass import dataclass

OVER, CHANCE = -1, -2
"""Instead of a player: the game is over, and chance decides."""
NO_SLOT = -1
BETWEEN_REPORTS = 500


class TooManyNodes(ValueError):
    """The tree has more nodes than the limit."""

    def __init__(self, most: int, left: int) -> None:
        super().__init__(f"there are more than {most:,} ways the game can go")
        self.most = most
        self.left = left
        """How many nodes were known and not looked at."""


@dataclass(slots=True)
class Info:
    """What a player knows who is to act, as text, and the actions there. Their slots are `first` and those after it."""

    player: int
    knows: str
    actions: tuple[str, ...]
    first: int
    nodes: list[int] = field(default_factory=list)


@dataclass(slots=True)
class Tree:
    """Nodes in an order in which each comes after its parent, from the root on."""

    players: array[int] = field(default_factory=lambda: array("b"))
    parents: array[int] = field(default_factory=lambda: array("i"))
    slots: array[int] = field(default_factory=lambda: array("i"))
    """The slot of the action that leads to a node; NO_SLOT after chance."""
    shares: list[Fraction] = field(default_factory=list)
    """The probability of the result of chance that leads to a node; 1 after an action."""
    payoffs: dict[int, tuple[Fraction, ...]] = field(default_factory=dict)
    """What each seat gets, for the nodes in which the game is over."""
    infos: list[Info] = field(default_factory=list)
    of: dict[int, int] = field(default_factory=dict)
    """The number of the information state of each node with a decision."""
    children: list[range] = field(default_factory=list)

    @property
    def size(self) -> int:
        """The number of nodes."""
        return len(self.players)

    @property
    def actions(self) -> int:
        """The number of slots: of the actions of all information states."""
        return self.infos[-1].first + len(self.infos[-1].actions) if self.infos else 0


def grown(game: Game, most: int, report: Callable[[int, int], None] | None = None) -> Tree:
    """The whole tree. Raises TooManyNodes, and RuleFailure."""
    tree, known = Tree(), dict[str, int]()
    waiting: deque[State] = deque([game.new_initial_state(0, explicit_chance=True)])
    _add(tree, -1, NO_SLOT, Fraction(1))
    at = 0
    while waiting:
        if tree.size > most:
            raise TooManyNodes(most, len(waiting))
        state, first = waiting.popleft(), tree.size
        if state.is_terminal():
            tree.payoffs[at] = tuple(map(Fraction, state.returns()))
        elif state.is_chance_node():
            tree.players[at] = CHANCE
            for number, share in state.chance_ids():
                waiting.append(_after(state, number))
                _add(tree, at, NO_SLOT, share)
        else:
            number = _info(tree, known, state)
            info = tree.infos[number]
            info.nodes.append(at)
            tree.players[at], tree.of[at] = info.player, number
            for slot, action in enumerate(state.legal_ids(), info.first):
                waiting.append(_after(state, action))
                _add(tree, at, slot, Fraction(1))
        tree.children.append(range(first, tree.size))
        at += 1
        if report is not None and at % BETWEEN_REPORTS == 0:
            report(at, tree.size)
    return tree


def _add(tree: Tree, parent: int, slot: int, share: Fraction) -> None:
    tree.players.append(OVER)
    tree.parents.append(parent)
    tree.slots.append(slot)
    tree.shares.append(share)


def _after(state: State, what: int) -> State:
    after = state.clone()
    after.apply_action(what)
    return after


def _info(tree: Tree, known: dict[str, int], state: State) -> int:
    """The number of the information state in which the player to act is."""
    player = state.current_player()
    assert player is not None
    knows = state.information_state_string(player)
    number = known.setdefault(f"{player} {knows}", len(tree.infos))
    if number == len(tree.infos):
        actions = tuple(map(str, state.legal_actions()))
        tree.infos.append(Info(player, knows, actions, tree.actions))
    return number
