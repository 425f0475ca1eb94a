"""Dominoes: the published facts of a double-six set, and the line as anybody sees it, worked out without the rulebook."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations_with_replacement, pairwise
from math import comb
from random import Random
from typing import Any

import pytest

import rulewright as rw

SET = set(combinations_with_replacement(range(7), 2))


def told(state: rw.State) -> tuple[dict[str, Any], dict[str, Any]]:
    """The zones and the line by name."""
    seen: dict[str, Any] = state.observation(None)  # Any: plain data of a shape that the game decides
    return seen["zones"]["tiles"], seen["boards"]["line"]


def halves(state: rw.State, tile: str) -> tuple[int, int]:
    """The numbers of a tile by its name, which the game itself has to agree with."""
    low, high = map(int, tile.split("-"))
    assert state.get(f"tiles({low}, {high}).low") == low
    assert state.get(f"tiles({low}, {high}).high") == high
    return low, high


def test_twenty_eight_tiles_and_168_pips() -> None:
    state = rw.load("dominoes", players=2).new_initial_state(seed=0)
    tiles = [(low, high) for low in range(7) for high in range(7) if _is_there(state, low, high)]
    assert set(tiles) == SET
    assert state.get("tiles.count") == len(tiles) == 28
    assert sum(map(sum, tiles)) == 168


def _is_there(state: rw.State, low: int, high: int) -> bool:
    if low <= high:
        return state.get(f"tiles({low}, {high}).low") == low
    with pytest.raises(rw.RulebookError) as refused:
        state.get(f"tiles({low}, {high}).low")
    assert [problem.code for problem in refused.value.problems] == ["outside-range"]
    return False


@pytest.mark.parametrize(("players", "dealt", "hands"), [(2, 7, 1_184_040), (3, 5, 98_280), (4, 5, 98_280)])
def test_opening_hands(players: int, dealt: int, hands: int) -> None:
    zones, _ = told(rw.load("dominoes", players=players).new_initial_state(seed=0))
    held = [zones[f"seat({seat + 1}).hand"]["count"] for seat in range(players)]
    assert held == [dealt] * players
    assert zones["boneyard"]["count"] == 28 - dealt * players
    assert comb(28, dealt) == hands


def test_each_tile_of_the_boneyard_is_drawn_as_often() -> None:
    game = rw.load("dominoes", players=2, options={"hand_size": 2})
    starts = (game.new_initial_state(seed) for seed in range(100))
    for state in starts:
        state.apply_action(state.legal_actions()[0])
        if [str(action) for action in state.legal_actions()] == ["draw"]:
            after = state.outcomes("draw")
            assert [weight for weight, _ in after] == [Fraction(1, 24)] * 24
            return
    raise AssertionError("in a hundred games somebody has to draw at once")


def laid(state: rw.State) -> list[tuple[int, int]]:
    """The line from west to east, each tile as it lies."""
    _, line = told(state)
    found = {}
    for space, tile in line.items():
        low, high = halves(state, tile["piece"])
        assert tile["turned"] in (0, 2)
        at = 0 if space == "center" else int(space[1:]) * (1 if space[0] == "e" else -1)
        found[at] = (low, high) if tile["turned"] == 0 else (high, low)
    assert sorted(found) == list(range(min(found, default=0), min(found, default=0) + len(found)))
    return [found[at] for at in sorted(found)]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_line_joins_and_who_can_lay_must(players: int) -> None:
    game, chance = rw.load("dominoes", players=players, options={"target": 0}), Random(players)
    state = game.new_initial_state(seed=players)
    while not state.is_terminal():
        line, (zones, _) = laid(state), told(state)
        assert all(one[1] == other[0] for one, other in pairwise(line))
        hand = [
            halves(state, tile) for tile in zones[f"seat({(state.current_player() or 0) + 1}).hand"]["pieces"]
        ]
        ends = [line[0][0], line[-1][1]] if line else []
        ways = sum(end in tile for tile in hand for end in ends) if line else len(hand)
        names = [action.name for action in state.legal_actions()]
        assert names == (["lay"] * ways or (["draw"] if zones["boneyard"]["count"] else ["pass"]))
        state.apply_action(chance.choice(state.legal_actions()))
    assert state.observation(None)["ended_by"] == "target_is_reached"
