"""Positions of OpenSpiel as the other side of a twin."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Self

import pyspiel

from tests.oracles.outside.twins import CHANCE, OVER


@dataclass(frozen=True)
class OpenSpiel:
    """`state` is the position of the library, for maps that have to ask more of it."""

    state: Any  # Any: the library declares no types

    @classmethod
    def begun(cls, game: str) -> Self:
        return cls(pyspiel.load_game(game).new_initial_state())

    def turn(self) -> int:
        if self.state.is_terminal():
            return OVER
        return CHANCE if self.state.is_chance_node() else int(self.state.current_player())

    def legal(self) -> Mapping[int, str]:
        return {number: self.state.action_to_string(number) for number in self.state.legal_actions()}

    def chance(self) -> Mapping[int, tuple[str, float]]:
        return {
            number: (self.state.action_to_string(number), probability)
            for number, probability in self.state.chance_outcomes()
        }

    def apply(self, number: int) -> None:
        self.state.apply_action(number)

    def returns(self) -> Sequence[float]:
        return [float(points) for points in self.state.returns()]

    def copy(self) -> Self:
        return type(self)(self.state.clone())

    def __str__(self) -> str:
        return str(self.state)
