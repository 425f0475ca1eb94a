"""Ranges of games that are done."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulewright.play.running.ranges import Ranges


@given(st.lists(st.integers(0, 60), max_size=12), st.randoms(use_true_random=False))
def test_what_is_done_and_what_is_left_is_everything_once(cuts: list[int], chance: object) -> None:
    edges = sorted({0, *cuts, 60})
    parts = [range(start, stop) for start, stop in itertools.pairwise(edges)]
    chance.shuffle(parts)  # type: ignore[attr-defined]  # a random.Random
    ranges = Ranges()
    for number, part in enumerate(parts):
        ranges.add(part)
        done = [game for each in ranges.done for game in each]
        left = [game for each in ranges.left(60) for game in each]
        assert done == sorted(game for each in parts[: number + 1] for game in each)
        assert len(ranges) == len(done)
        assert sorted((*done, *left)) == list(range(60))
        assert all(one.stop < other.start for one, other in zip(ranges.done, ranges.done[1:], strict=False))
    assert ranges.done == [range(60)]


@pytest.mark.parametrize("twice", [range(1), range(4, 6), range(9, 12), range(40), range(15, 16)])
def test_nothing_is_done_twice(twice: range) -> None:
    with pytest.raises(ValueError, match="there twice"):
        Ranges([range(10), range(15, 20)]).add(twice)
