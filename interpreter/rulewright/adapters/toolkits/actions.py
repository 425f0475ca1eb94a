"""Actions as numbers from 0, with a mask of those that are legal.

actions = actions_of(game)                   the ids of actions, which mean the same everywhere in the game
actions = actions_of(game, ranks=500)        the places in the list of legal actions, which mean something else at each decision
actions.mask(state)                          array([1, 1, 0, 1, 1, 1, 1], dtype=int8)
state.apply_action(actions.id(state, 3))
"""

from __future__ import annotations

from typing import Any, Protocol, SupportsIndex, TypeAlias

import numpy
from numpy.typing import NDArray

import rulewright as rw

Mask: TypeAlias = NDArray[numpy.int8]
MOST_IDS = 1 << 17
"""The most ids of actions for which every observation has a mask."""
NOTHING: dict[str, Any] = {}


class Actions(Protocol):
    """How actions are numbered."""

    count: int
    """Actions are numbers from 0 to one less than this."""

    def mask(self, state: rw.State) -> Mask:
        """The numbers that the player to act may choose. It is new memory."""
        ...

    def id(self, state: rw.State, action: SupportsIndex) -> int:
        """The id of the action with a number. IllegalAction if there is none, TypeError for what is no whole number."""
        ...

    def listed(self, state: rw.State) -> dict[str, Any]:
        """What else the player to act has to know to choose a number."""
        ...


class ById:
    """Actions are their ids."""

    def __init__(self, game: rw.Game) -> None:
        self.count = game.num_distinct_actions

    def mask(self, state: rw.State) -> Mask:
        return numpy.frombuffer(state.legal_mask(), numpy.int8)

    def id(self, state: rw.State, action: SupportsIndex) -> int:
        return whole(action)

    def listed(self, state: rw.State) -> dict[str, Any]:
        return NOTHING


class ByRank:
    """Actions are places in the list of legal actions."""

    def __init__(self, game: rw.Game, ranks: int) -> None:
        self.count = ranks

    def mask(self, state: rw.State) -> Mask:
        mask = numpy.zeros(self.count, numpy.int8)
        mask[: len(self._ids(state))] = 1
        return mask

    def id(self, state: rw.State, action: SupportsIndex) -> int:
        ids, rank = self._ids(state), whole(action)
        if not 0 <= rank < len(ids):
            reason = rw.Reason("impossible", f"There are {len(ids)} legal actions here, numbered from 0.")
            raise rw.IllegalAction(f"rank {rank}", [reason])
        return ids[rank]

    def listed(self, state: rw.State) -> dict[str, Any]:
        return {"legal_ids": self._ids(state)}

    def _ids(self, state: rw.State) -> list[int]:
        ids = state.legal_ids()
        if len(ids) > self.count:
            raise ValueError(
                f"there are {len(ids):,} legal actions here, and `ranks` has room for {self.count:,}: pass more"
            )
        return ids


def whole(action: SupportsIndex) -> int:
    """An action as a number. TypeError for what is no whole number."""
    if isinstance(action, bool) or not hasattr(action, "__index__"):
        raise TypeError(f"an action is a whole number, not {action!r}")
    return action.__index__()


def actions_of(game: rw.Game, ranks: int | None = None) -> Actions:
    """How actions of a game are numbered. ValueError for a game with too many ids, unless there are `ranks`."""
    if ranks is not None:
        if isinstance(ranks, bool) or ranks < 1:
            raise ValueError(f"`ranks` is a whole number from 1, not {ranks!r}")
        return ByRank(game, ranks)
    if game.num_distinct_actions > MOST_IDS:
        raise ValueError(
            f"{game.title} has {game.num_distinct_actions:,} different actions, too many for a mask in each observation (at most "
            f"{MOST_IDS:,}): pass `ranks=1000`, and actions are places in the list of at most 1,000 legal actions"
        )
    return ById(game)
