"""Chance is addressed, so two rulebooks can be compared on the same luck, and then need far fewer games.

The figures of a longer run are printed by `python -m tests.benchmarks.paired_luck`; bounds here are generous.
"""

from __future__ import annotations

import pytest

from tests.benchmarks.paired_luck import COMPARISONS, Comparison, compared


@pytest.mark.parametrize("comparison", COMPARISONS, ids=str)
def test_paired_scores_vary_far_less_than_unpaired_ones(comparison: Comparison) -> None:
    result = compared(comparison, games=60, seed=3)
    assert result.games == 60
    assert result.ratio < comparison.at_most


def test_a_game_compared_with_itself_does_not_vary() -> None:
    same = Comparison("cinq-o", "straight_number", 10, 10, 0.0, variant="rounds")
    assert compared(same, games=10, seed=1).paired_variance == 0
