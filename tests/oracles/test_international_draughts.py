"""International draughts by the rulebook and by an implementation of our own agree, step by step."""

from __future__ import annotations

from collections import Counter

import pytest

from tests.games.books import loaded
from tests.oracles.international_draughts import Draughts, play


@pytest.mark.parametrize("greedy", [False, True], ids=["at random", "forward"])
def test_all_steps_are_legal_on_both_sides(greedy: bool) -> None:
    game, done = loaded("international-draughts"), Counter[str]()
    for seed in range(2):
        done += play(game, seed, greedy)
    assert done["take"] > 20
    assert done["goes on taking"] > 0


def test_the_oracle_alone_meets_the_published_counts() -> None:
    def counted(draughts: Draughts, depth: int) -> int:
        if depth == 0:
            return 1
        found = 0
        for step in draughts.legal():
            after = copied(draughts)
            after.do(step)
            found += counted(
                after, depth if after.player == draughts.player and not after.over else depth - 1
            )
        return found

    assert [counted(Draughts(), depth) for depth in range(1, 5)] == [9, 81, 658, 4_265]


def copied(draughts: Draughts) -> Draughts:
    board = {square: type(man)(man.owner, man.king) for square, man in draughts.board.items()}
    after = Draughts(
        draughts.patience, {}, draughts.player, draughts.quiet, draughts.moving, [*draughts.taken]
    )
    after.board = board
    return after
