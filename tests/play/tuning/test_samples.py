"""Samples: their figures and errors, computed in another way; joining them and writing them down lose nothing."""

from __future__ import annotations

import json
import math
import random
import statistics

from hypothesis import given
from hypothesis import strategies as st

from rulewright.play.tuning.samples import Sample

NUMBERS = st.lists(st.integers(-50, 50), min_size=2, max_size=60)


def sample_of(values: list[int], over: list[int] | None = None, parts: int = 1) -> Sample:
    sample = Sample(parts)
    sample.add(values, over, counted=True)
    return sample


@given(NUMBERS, st.integers(1, 6))
def test_a_mean_has_the_error_of_the_mean(values: list[int], parts: int) -> None:
    found = sample_of(values, parts=parts).mean()
    assert math.isclose(found.value, statistics.mean(values) / parts, abs_tol=1e-9)
    assert math.isclose(found.error, statistics.stdev(values) / math.sqrt(len(values)) / parts, abs_tol=1e-6)


@given(st.lists(st.tuples(st.integers(0, 30), st.integers(1, 30)), min_size=2, max_size=40))
def test_a_ratio_is_that_of_the_sums(pairs: list[tuple[int, int]]) -> None:
    values, over = map(list, zip(*pairs, strict=True))
    found = sample_of(values, over).mean()
    assert math.isclose(found.value, sum(values) / sum(over))
    residuals = [value - found.value * under for value, under in pairs]
    error = statistics.stdev(residuals, 0) * math.sqrt(len(pairs)) / sum(over)
    assert math.isclose(found.error, error, abs_tol=1e-7)


@given(NUMBERS, NUMBERS)
def test_joined_and_read_again_it_is_as_if_added_at_once(one: list[int], other: list[int]) -> None:
    joined = sample_of(one)
    joined.join(Sample.of_json(json.loads(json.dumps(sample_of(other).to_json()))))
    assert joined == sample_of([*one, *other])


@given(NUMBERS, st.integers(1, 99))
def test_a_quantile_lies_within_half_a_unit_of_one_that_came_up(values: list[int], percent: int) -> None:
    sample = sample_of(values)
    plain = sample.plain_quantile(percent)
    assert plain in values
    assert abs(sample.quantile(percent).value - plain) <= 0.5
    low, high = sample.quantile_interval(percent, 0.95)
    assert low <= sample.quantile(percent).value <= high


def test_intervals_cover_what_they_should() -> None:
    """400 samples each of a share, a mean and a median, at 95 %: the number of misses is within exact binomial bands."""
    luck = random.Random(3)
    missed = {"share": 0, "mean": 0, "median": 0}
    for _ in range(400):
        rolls = [luck.randint(1, 6) + luck.randint(1, 6) for _ in range(200)]
        low, high = sample_of([int(roll == 7) for roll in rolls]).share_interval(0.95)
        missed["share"] += not low <= 1 / 6 <= high
        found = sample_of(rolls).mean()
        missed["mean"] += abs(found.value - 7) > 1.96 * found.error
        low, high = sample_of(rolls).quantile_interval(50, 0.95)
        missed["median"] += not low <= 7 <= high
    assert all(6 <= many <= 37 for many in missed.values()), missed


def test_intervals_of_a_share_of_decisions_cover_what_they_should() -> None:
    """400 samples of games whose decisions are alike: the number of misses at 95 % is within exact binomial bands."""
    luck = random.Random(4)
    missed = 0
    for _ in range(400):
        chances = [luck.choice((0.02, 0.1)) for _ in range(100)]
        pairs = [(luck.randint(5, 20), chance) for chance in chances]
        taken = [sum(luck.random() < chance for _ in range(many)) for many, chance in pairs]
        low, high = sample_of(taken, [many for many, _ in pairs]).share_interval(0.95)
        missed += not low <= 0.06 <= high
    assert 6 <= missed <= 37, missed
    low, high = sample_of([0] * 50, [9] * 50).share_interval(0.95)
    assert low == 0
    assert 0.01 < high < 0.03, "50 games, whose 450 decisions count as 250"


def test_a_share_that_never_came_has_an_error_too() -> None:
    assert sample_of([0] * 50).share().error > 0.01
    assert math.isnan(Sample().mean().value)
