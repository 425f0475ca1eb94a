"""`SpielState`, a position as OpenSpiel sees it, and `Observer`, which gives texts and tensors of it."""

from __future__ import annotations

import json
from typing import Any, Protocol

import numpy
import pyspiel

import rulewright as rw
from rulewright.adapters.toolkits.rows import seen


class Begins(Protocol):
    """What a state asks of its game."""

    rules: rw.Game
    seeds: int
    first: rw.State | None
    """The first position; None if chance decides a seed before it."""


class SpielState(pyspiel.State):
    """A position of a game. `now` is the state of Rulewright; None before chance has decided the seed."""

    def __init__(self, game: Begins) -> None:
        super().__init__(game)
        self.now: rw.State | None = game.first
        self._shared = True  # `now` is the first position of the game, and belongs to it

    def current_player(self) -> int:
        now = self.now
        if now is None or now.is_chance_node():
            return int(pyspiel.PlayerId.CHANCE)
        seat = now.current_player()
        return int(pyspiel.PlayerId.TERMINAL) if seat is None else seat

    def is_terminal(self) -> bool:
        return self.now is not None and self.now.is_terminal()

    def chance_outcomes(self) -> list[tuple[int, float]]:
        if self.now is None:
            seeds = self.get_game().seeds
            return [(number, 1 / seeds) for number in range(seeds)]
        return [(number, float(share)) for number, share in self.now.chance_ids()]

    def returns(self) -> list[float]:
        now = self.now
        return [0.0] * self.num_players() if now is None else now.returns()

    def _legal_actions(self, player: int) -> list[int]:
        return [] if self.now is None else sorted(self.now.legal_ids(player))

    def _apply_action(self, action: int) -> None:
        if self.now is None:
            self.now = self.get_game().rules.new_initial_state(seed=int(action))
        else:
            if self._shared:
                self.now = self.now.clone()
            self.now.apply_action(int(action))
        self._shared = False

    def _action_to_string(self, player: int, action: int) -> str:
        if player != pyspiel.PlayerId.CHANCE:
            return str(self.get_game().rules.action_from_id(action))
        return f"seed {action}" if self.now is None else self.now.chance_text(action)

    def __str__(self) -> str:
        """Everything, hidden pieces too: OpenSpiel compares states by their texts."""
        if self.now is None:
            return "chance decides the seed"
        seen = json.dumps(self.now.observation(None), sort_keys=True)
        return f"{seen} {[number for number, _ in self.now.chance_ids()]}"


class Observer:
    """Texts and tensors for one player: all it has seen (with `perfect_recall`, only as a text), or what it sees now."""

    def __init__(self, rules: rw.Game, kind: Any, parameters: Any) -> None:
        if parameters:
            raise ValueError(f"observations have no parameters: {parameters}")
        self._kind = kind
        self._width = max(column.stop for column in rules.columns)
        self.tensor = numpy.zeros(0 if kind.perfect_recall else self._width, numpy.float32)
        self.dict = {} if kind.perfect_recall else {"row": self.tensor}

    def set_from(self, state: SpielState, player: int) -> None:
        """Write what a player sees now, as a row of numbers."""
        if len(self.tensor):
            self.tensor[:] = 0 if state.now is None else seen(state.now, player)

    def string_from(self, state: SpielState, player: int) -> str:
        """What a player has seen, or sees now."""
        if state.now is None:
            return ""
        if self._kind.perfect_recall:
            return state.now.information_state_string(player)
        return json.dumps(state.now.observation(player), sort_keys=True)
