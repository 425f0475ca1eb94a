"""What the module for whole games is made of, and games few and many in one call."""

from __future__ import annotations

from array import array
from functools import cache

import pytest

from rulewright import pipeline
from rulewright.evaluate.reference import Reference
from rulewright.native.driver.executor import Native
from rulewright.runtime import fast

pytest.importorskip("llvmlite")


@cache
def native() -> Native:
    program = pipeline.open_book("pig").program
    return Native(program, Reference(program))


def test_no_games_read_no_seed() -> None:
    assert list(native().play_many(array("Q"), 100).column(fast.DECISIONS)) == []


@pytest.mark.parametrize("games", [1, 2, 7])
def test_games_do_not_depend_on_those_played_with_them(games: int) -> None:
    seeds = array("Q", range(100, 100 + games))
    together = native().play_many(seeds, 10_000)
    alone = [native().play_many(array("Q", [seed]), 10_000) for seed in seeds]
    for column in (fast.FAILED, fast.DECISIONS, fast.WINNERS):
        assert list(together.column(column)) == [next(iter(each.column(column))) for each in alone]
