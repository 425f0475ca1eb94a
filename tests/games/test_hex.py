"""On a full board of Hex exactly one side is joined, and that is who has won; the swap keeps the count of stones.

Who is joined on the full board is found here with a flood of its own over coordinates.
"""

from __future__ import annotations

from random import Random

import pytest

import rulewright as rw

AROUND = ((0, 1), (1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1))
"""(rows, columns): a rhombus whose rows each lie half a space further to the right."""


@pytest.mark.parametrize("size", [3, 4, 5, 7])
def test_exactly_one_side_can_win(size: int) -> None:
    game = rw.load("hex", options={"size": size})
    for seed in range(12):
        random, state = Random(f"hex {size} {seed}"), game.new_initial_state(seed)
        while not state.is_terminal():
            state.apply_action(random.choice(state.legal_actions()))
        winner = state.returns().index(1.0)
        stones = standing(state, size)
        for _ in range(3):  # however the rest of the board is filled
            full = {at: owner if owner is not None else random.randrange(2) for at, owner in stones.items()}
            assert [joined(full, size, seat) for seat in range(2)] == [winner == 0, winner == 1]


def standing(state: rw.State, size: int) -> dict[tuple[int, int], int | None]:
    """(row, column) of every space and the seat whose stone stands there."""
    boards = state.observation(None)["boards"]
    assert isinstance(boards, dict)
    owners = {name: int(stone.split()[-1]) - 1 for name, stone in boards["board"].items()}
    columns = "abcdefghijklmnopqrs"[:size]
    return {
        (row, column): owners.get(f"{letter}{row + 1}")
        for row in range(size)
        for column, letter in enumerate(columns)
    }


def joined(full: dict[tuple[int, int], int], size: int, seat: int) -> bool:
    """Red (seat 0) from the first row to the last, blue from the first column to the last."""
    waiting = [at for at, owner in full.items() if owner == seat and at[seat] == 0]
    seen = set(waiting)
    while waiting:
        row, column = waiting.pop()
        for down, right in AROUND:
            beside = (row + down, column + right)
            if full.get(beside) == seat and beside not in seen:
                seen.add(beside)
                waiting.append(beside)
    return any(at[seat] == size - 1 for at in seen)


def test_every_first_stone_can_be_taken_over() -> None:
    game = rw.load("hex", options={"size": 4, "swap_rule": True})
    for place in game.new_initial_state().legal_actions():
        state = game.new_initial_state()
        state.apply_action(place)
        taken = str(place).split()[1]
        column, row = taken[0], int(taken[1:])
        state.apply_action("swap")
        boards = state.observation(None)["boards"]
        assert boards == {"board": {f"{'abcd'[row - 1]}{'abcd'.index(column) + 1}": "stone of 2"}}
        assert "swap" not in {action.name for action in state.legal_actions()}
