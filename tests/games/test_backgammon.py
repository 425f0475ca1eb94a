"""Backgammon: the orders of play after the opening roll, and the positions to which they lead."""

from __future__ import annotations

from collections.abc import Iterator

import rulewright as rw
from tests.games.books import loaded


def openings() -> Iterator[rw.State]:
    """The position after each of the 30 opening rolls."""
    start = loaded("backgammon", 2, None).new_initial_state(0, explicit_chance=True)
    for first, _ in start.chance_ids():
        rolled = start.clone()
        rolled.apply_action(first)
        for second, _ in rolled.chance_ids():
            opened = rolled.clone()
            opened.apply_action(second)
            yield opened


def turns(state: rw.State) -> Iterator[str]:
    """Where the men are after each way to play the turn."""
    for action in state.legal_actions():
        after = state.clone()
        after.apply_action(action)
        if after.is_chance_node():
            after.apply_action(
                after.chance_ids()[0][0]
            )  # until the next roll, a position shows what was before the move
            seen = after.observation(None)
            yield str((seen["boards"], seen["zones"]["men"]))
        else:
            yield from turns(after)


def test_orders_of_play_after_the_opening_roll() -> None:
    found = [list(turns(state)) for state in openings()]
    assert len(found) == 30
    assert sum(map(len, found)) == 758
    assert sum(len(set(ways)) for ways in found) == 380
    assert len({way for ways in found for way in ways}) == 350
