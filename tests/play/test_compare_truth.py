"""Intervals hold what they claim: quick samples of `python -m tests.benchmarks.comparisons`, with fixed seeds.

The bands are those of 99.9 %: what fewer than one set of seeds in a thousand leaves if intervals are right.
"""

from __future__ import annotations

import pytest

import rulewright as rw
from rulewright.play.comparing.stopping import Precision
from tests.benchmarks.comparisons import (
    CHANGES,
    HELD,
    Change,
    Played,
    band,
    both_ways,
    comparisons,
    known_truth,
    misses,
    pig_to,
)

SEEDS = range(100)
WITHIN = 0.999


def test_bands_are_those_of_the_binomial_distribution() -> None:
    assert band(400) == (12, 29)
    assert band(100, WITHIN) == (0, 13)


def test_the_exact_difference_is_small_beside_the_luck_of_games() -> None:
    truth = known_truth()
    assert truth["turns"] == pytest.approx(-1.600, abs=5e-4)
    assert truth["rounds"] == pytest.approx(-0.799, abs=5e-4)
    assert truth["decisions"] == pytest.approx(-7.318, abs=5e-4)
    assert truth["wins.1"] == pytest.approx(-truth["wins.2"])


def test_two_identical_rulebooks_differ_as_often_as_they_may() -> None:
    game = pig_to(100)
    names = ("turns", "decisions", "wins.1", "score", "lead_changes", "decisions_per_turn", "fired.roll")
    found = misses(comparisons(game, game, Played(HELD, 100, paired=False), SEEDS), dict.fromkeys(names, 0.0))
    low, high = band(len(SEEDS), WITHIN)
    assert {name: low <= count <= high for name, count in found.by_line.items()} == dict.fromkeys(names, True)
    assert any(found.by_line.values())
    assert found.called <= high


@pytest.mark.parametrize("paired", [True, False])
def test_a_known_effect_lies_in_its_interval(paired: bool) -> None:
    truth = known_truth()
    found = misses(comparisons(pig_to(100), pig_to(90), Played(HELD, 150, paired=paired), SEEDS), truth)
    low, high = band(len(SEEDS), WITHIN)
    assert {name: low <= found.by_line[name] <= high for name in truth} == dict.fromkeys(truth, True)


def test_a_wrong_truth_is_missed() -> None:
    """The test above can fail."""
    found = misses(
        comparisons(pig_to(100), pig_to(90), Played(HELD, 400), range(30)), {"turns": 0.0, "wins.1": 9.0}
    )
    assert min(found.by_line.values()) > 20


def test_looking_on_the_way_does_little_harm() -> None:
    wanted = Played(HELD, precision=Precision("turns", 0.3))
    found = misses(comparisons(pig_to(100), pig_to(90), wanted, SEEDS), known_truth())
    assert max(found.by_line.values()) <= band(len(SEEDS), WITHIN)[1]


@pytest.mark.parametrize("change", CHANGES, ids=str)
def test_the_same_luck_narrows_intervals(change: Change) -> None:
    paired, apart = both_ways(change, 200)
    assert paired.high - paired.low < 0.85 * (apart.high - apart.low)
    assert paired.worth is not None
    assert paired.worth > 1.3


def test_a_change_that_does_nothing_is_the_same_on_the_same_luck() -> None:
    game = rw.load("red-hot-yott", players=2)
    (found,) = comparisons(game, game, Played(games=20), range(1))
    assert {line.verdict for line in found.lines} <= {"same", "never"}
