"""Positions of a worker: the states of tables, which are only a cache of their logs.

    positions.at(request)             the state of a table, or NeedsLog: the caller has to send the log with the request

A table is known by its revision, which grows with every change of its log. A worker that was ended and started again has no
positions, and asks for the logs as tables are used.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping, Sequence
from dataclasses import field
from typing import Any

from rulewright.game.errors import SavedStateError
from rulewright.game.game import Game, State
from rulewright.game.history.replay import chance_of
from rulewright.game.replay import replay
from rulewright.serve.worker.opening import Games
from rulewright.source.dataclass import dataclass

MOST_POSITIONS = 400
"""How many tables a worker keeps in memory."""
MOST_STEPS = 60_000
"""How many steps all of them may have: most take about a kilobyte (`playing.KEPT`)."""

Request = Mapping[str, Any]  # JSON of the server, which has checked it


class NeedsLog(Exception):
    """The worker does not have this position: the log has to come with the request."""


@dataclass(slots=True)
class Held:
    """The position of a table after a number of changes of its log."""

    game: Game
    state: State
    revision: int


@dataclass(slots=True)
class Positions:
    """The positions of the tables that were used last."""

    games: Games
    _held: OrderedDict[str, Held] = field(default_factory=OrderedDict)

    def at(self, request: Request) -> Held:
        """The position that a request is about. Raises NeedsLog."""
        table, revision, log = request["table"], request["revision"], request.get("log")
        held = self._held.get(table)
        if log is not None:
            game = self.games.of_record(log["header"])
            held = self._held[table] = Held(game, replayed(game, log), revision)
        if held is None or held.revision != revision:
            raise NeedsLog
        self._held.move_to_end(table)
        while len(self._held) > MOST_POSITIONS or (len(self._held) > 1 and self._steps() > MOST_STEPS):
            self._held.popitem(last=False)
        return held

    def _steps(self) -> int:
        """How many steps all positions have at most."""
        return sum(held.revision for held in self._held.values())

    def forget(self, table: str) -> None:
        """Drop a position: a change of it did not reach the disk."""
        self._held.pop(table, None)


def replayed(game: Game, log: Request) -> State:
    """The state to which a log leads: from its snapshot if there is one that can be read, otherwise from the start."""
    steps: Sequence[Mapping[str, Any]] = log["steps"]
    snapshot = log.get("snapshot")
    if snapshot is not None:
        try:
            state = game.deserialize_state(snapshot["text"])
        except SavedStateError:
            return replayed(game, {**log, "snapshot": None})  # another version wrote it
        for number, step in enumerate(steps[snapshot["steps"] :], snapshot["steps"] + 1):
            state.apply_action(step["action"], chance_of(game, dict(step), number))
        return state
    return replay({**log["header"], "fingerprint": game.fingerprint, "steps": steps}, game)
