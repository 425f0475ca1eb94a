"""Intervals of `health` hold what they claim: quick samples of `python -m tests.benchmarks.health_coverage`, with fixed seeds."""

from __future__ import annotations

from collections import Counter

import pytest
from scipy.stats import binom

from tests.benchmarks import health_coverage
from tests.benchmarks.health_coverage import Missed, line_truth, misses

SEEDS = 40
RARE = 0.001
"""A count is outside of the band this seldom if intervals miss as often as they claim."""


def most_of(many: int) -> int:
    """The most of so many intervals that miss."""
    return int(binom.isf(RARE, many, 0.05))


def test_the_exact_figures_are_those_that_are_published() -> None:
    """Random players of three in a row: X wins 58.5 %, O 28.8 %, and 12.7 % are drawn."""
    assert line_truth()["share of X"] == pytest.approx(0.585 + 0.127 / 2, abs=0.0005)


@pytest.mark.parametrize("part", ["line", "knobs"])
def test_intervals_miss_as_often_as_they_claim(part: str) -> None:
    truth, reports = health_coverage.PARTS[part]
    missed = misses(reports(range(SEEDS), 60), truth())
    assert missed.reports == SEEDS
    assert all(count <= most_of(SEEDS) for count in missed.by_name.values()), missed
    assert missed.together <= most_of(SEEDS), missed


def test_an_interval_that_misses_is_counted() -> None:
    found = misses(iter([({"a": (0, 1)}, {"a": (0, 3)}), ({"a": (1, 3)}, {"a": (3, 4)})]), {"a": 2})
    assert found == Missed(2, Counter({"a": 1}), 1)
