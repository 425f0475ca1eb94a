"""Everything that chance can lead to, as states with exact probabilities: equal ones are one.

merged_outcomes(lambda chance: ..., state_of, limit)        [(Fraction(1, 36), <State>), (Fraction(1, 18), <State>), ...]
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import TypeVar

from rulewright.game.chances import Listening
from rulewright.runtime.enumerated import enumerate_outcomes
from rulewright.runtime.executor import Chance, Event, Position

AState = TypeVar("AState")


def merged_outcomes(
    run: Callable[[Chance], tuple[Position, list[Event]]],
    state_of: Callable[[Position, list[Event], Listening], AState],
    limit: int,
) -> list[tuple[Fraction, AState]]:
    """What `run` comes to for every course of chance. `state_of` makes a state of each position, once.

    Raises TooManyOutcomes if chance has more than `limit` results before merging."""

    def heard(chance: Chance) -> tuple[Position, list[Event], Listening]:
        listening = Listening(chance)
        return (*run(listening), listening)

    merged: dict[bytes, tuple[Fraction, AState]] = {}
    for weight, (position, events, listening) in enumerate_outcomes(heard, limit):
        key = position.cells.tobytes()
        if key in merged:
            before, state = merged[key]
            merged[key] = before + weight, state
        else:
            merged[key] = weight, state_of(position, events, listening)
    return list(merged.values())
