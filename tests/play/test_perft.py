"""Counting positions: what can be counted, and how deep."""

from __future__ import annotations

from typing import Any

import numpy
import pytest

import rulewright as rw


def test_a_depth_is_a_whole_number() -> None:
    game, two = rw.load("tic-tac-toe"), numpy.int64(2)
    assert [ply.sequences for ply in rw.perft(game, two)] == [9, 72]  # type: ignore[arg-type]  # as of other counts
    assert list(rw.perft(game, 0)) == []
    depths: list[Any] = ["2", 2.0, None, True]
    for depth in depths:
        with pytest.raises(TypeError, match="`depth` is a whole number from 0 on, not "):
            rw.perft(game, depth)
    with pytest.raises(ValueError, match="`depth` is a whole number from 0 on, not -1"):
        rw.perft(game, -1)


def test_only_a_game_that_was_loaded_is_counted() -> None:
    name: Any = "tic-tac-toe"
    with pytest.raises(TypeError, match=r"and is 'tic-tac-toe': rulewright\.load\('tic-tac-toe'\)"):
        rw.perft(name, 2)
