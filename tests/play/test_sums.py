"""Running sums over pairs of games, held against the same statistics worked out from all of them."""

from __future__ import annotations

import math
import statistics
from itertools import product
from random import Random

import pytest
from scipy import stats

from rulewright.play.comparing.histogram import MOST_BINS, Histogram
from rulewright.play.comparing.sums import Estimate, Means, Rates, Ratios, matched
from rulewright.play.comparing.verdicts import adjusted
from rulewright.play.figures.statistics import Z95, two_sided


def estimated(sums: Means | Rates | Ratios) -> Estimate:
    found = sums.estimate()
    assert found is not None
    return found


@pytest.mark.parametrize("seed", range(10))
def test_a_mean_difference_has_students_interval(seed: int) -> None:
    random = Random(seed)
    a = [random.randrange(100) for _ in range(50)]
    b = [value + random.randrange(-3, 6) for value in a]
    sums = Means()
    sums.add(a[:20], b[:20])
    sums.add(a[20:], b[20:])
    found, known = estimated(sums), stats.ttest_rel(b, a)
    assert (found.a, found.b) == (statistics.fmean(a), statistics.fmean(b))
    assert found.p == pytest.approx(known.pvalue, rel=0.02, abs=1e-12)
    interval = known.confidence_interval()
    assert (found.low, found.high) == pytest.approx((interval.low, interval.high), rel=1e-3)
    differences = [two - one for one, two in zip(a, b, strict=True)]
    assert found.differing == sum(1 for each in differences if each)
    apart = statistics.variance(a) + statistics.variance(b)
    assert found.worth == pytest.approx(apart / statistics.variance(differences))


def test_a_sum_over_seats_is_told_as_their_mean() -> None:
    whole, parts = Means(), Means(parts=4)
    whole.add([1, 2, 4], [3, 3, 7])
    parts.add([4, 8, 16], [12, 12, 28])
    one, other = estimated(whole), estimated(parts)
    assert (one.difference, one.low, one.high, one.error) == pytest.approx(
        (other.difference, other.low, other.high, other.error)
    )


def test_great_numbers_lose_nothing() -> None:
    """Sums of squares as floats would leave nothing of a variance of 1 beside a mean of a trillion."""
    near, far = Means(), Means()
    near.add([0, 0, 0, 0], [1, 3, 2, 2])
    far.add([10**12] * 4, [10**12 + step for step in (1, 3, 2, 2)])
    assert estimated(far).error == estimated(near).error > 0


def test_pairs_that_all_differ_alike_leave_no_doubt() -> None:
    sums = Means()
    sums.add([10, 12, 9], [12, 14, 11])
    found = estimated(sums)
    assert (found.low, found.high, found.p, found.worth) == (2.0, 2.0, 0.0, None)


@pytest.mark.parametrize("count", [20, 60])
@pytest.mark.parametrize(("only_a", "only_b"), [(0.02, 0.02), (0.1, 0.05), (0.3, 0.2), (0.0, 0.04)])
def test_intervals_of_rates_hold_what_they_claim(count: int, only_a: float, only_b: float) -> None:
    """Exactly: over every way in which so many pairs of games can come out."""
    held = 0.0
    neither = 1 - only_a - only_b
    for a, b in product(range(count + 1), repeat=2):
        if a + b > count:
            continue
        likely = (
            math.comb(count, a) * math.comb(count - a, b) * only_a**a * only_b**b * neither ** (count - a - b)
        )
        sums = Rates()
        sums.add([1] * a + [0] * (count - a), [0] * a + [1] * b + [0] * (count - a - b))
        found = estimated(sums)
        held += likely * (found.low <= 100 * (only_b - only_a) <= found.high)
    assert held > 0.93


def test_the_interval_of_a_rate_has_its_published_value() -> None:
    """Fagerland, Lydersen and Laake, "Recommended tests and confidence intervals for paired binomial proportions", 2014."""
    assert matched(21, only_a=7, only_b=1) == pytest.approx((-0.517, -0.026), abs=5e-4)


@pytest.mark.parametrize(("games", "only_a", "only_b"), [(50, 2, 12), (400, 0, 5), (160, 20, 40), (30, 9, 0)])
def test_its_ends_are_roots_of_a_known_polynomial(games: int, only_a: int, only_b: int) -> None:
    """The square of the score test at its limit, multiplied out."""
    less, more, all_ = only_b - only_a, only_a + only_b, games
    g = Z95**2
    for x in matched(games, only_a, only_b):
        terms = [
            all_**2 * (all_ / g + 1) ** 2 * x**4,
            -all_ * less * (all_ / g + 1) * (4 * all_ / g + 1) * x**3,
            (2 * all_ * less**2 * (3 * all_ / g + 2) / g - all_**2 * (more / g + 1)) * x**2,
            (all_ * less * (2 * more / g + 1) - less**3 * (4 * all_ / g + 1) / g) * x,
            less**2 * (less**2 / g - more) / g,
        ]
        assert sum(terms) == pytest.approx(0, abs=1e-9 * max(map(abs, terms)))


def test_a_rate_is_told_in_a_hundred_games() -> None:
    sums = Rates()
    sums.add([1, 1, 0, 0], [1, 0, 0, 0])
    found = estimated(sums)
    assert (found.a, found.b, found.difference, found.differing) == (50.0, 25.0, -25.0, 1)
    assert -100 <= found.low < -25 < found.high < 100


def test_a_rate_that_never_differs_is_not_known_exactly() -> None:
    sums = Rates()
    sums.add([0] * 100, [0] * 100)
    found = estimated(sums)
    assert found.low < 0 < found.high
    assert (found.p, found.differing) == (1.0, 0)


@pytest.mark.parametrize("seed", range(5))
def test_a_ratio_of_sums_varies_as_its_linear_part(seed: int) -> None:
    random = Random(seed)
    games = [
        (random.randrange(40, 90), random.randrange(8, 16), random.randrange(50, 99), random.randrange(8, 20))
        for _ in range(80)
    ]
    tops_a, turns_a, tops_b, turns_b = zip(*games, strict=True)
    sums = Ratios()
    sums.add(tops_a[:30], tops_b[:30], turns_a[:30], turns_b[:30])
    sums.add(tops_a[30:], tops_b[30:], turns_a[30:], turns_b[30:])
    found = estimated(sums)
    one, other = sum(tops_a) / sum(turns_a), sum(tops_b) / sum(turns_b)
    assert (found.a, found.b) == pytest.approx((one, other))
    parts = [
        (tb - other * ub) / statistics.fmean(turns_b) - (ta - one * ua) / statistics.fmean(turns_a)
        for ta, ua, tb, ub in games
    ]
    assert found.error == pytest.approx(statistics.stdev(parts) / math.sqrt(80))
    jackknifed = _jackknife(games)
    assert found.error == pytest.approx(jackknifed, rel=0.1)


def _jackknife(games: list[tuple[int, int, int, int]]) -> float:
    totals = [sum(column) for column in zip(*games, strict=True)]
    left = []
    for game in games:
        ta, ua, tb, ub = (total - each for total, each in zip(totals, game, strict=True))
        left.append(tb / ub - ta / ua)
    count = len(games)
    return math.sqrt((count - 1) ** 2 / count * statistics.variance(left))


def test_a_ratio_that_is_the_same_is_no_difference_in_the_last_digit() -> None:
    sums = Ratios()
    sums.add([20, 14, 6], [30, 2, 22], [10, 7, 3], [15, 1, 11])
    found = estimated(sums)
    assert (found.a, found.b, found.difference, found.error) == (2.0, 2.0, 0.0, 0.0)


def test_nothing_is_said_of_no_games() -> None:
    assert [sums.estimate() for sums in (Means(), Rates(), Ratios())] == [None, None, None]


@pytest.mark.parametrize("degrees", [10, 30, 200, 5000])
@pytest.mark.parametrize("distance", [0.0, 0.7, 1.96, 3.0, 4.5])
def test_probabilities_are_those_of_students_t(degrees: int, distance: float) -> None:
    known = 2 * stats.t.sf(distance, degrees)
    assert known * 0.999 <= two_sided(distance, degrees) <= known * 1.03


def test_holms_procedure() -> None:
    assert adjusted([]) == []
    assert adjusted([0.01, 0.04, 0.03, 0.005]) == pytest.approx([0.03, 0.06, 0.06, 0.02])
    assert adjusted([0.9, 0.5, 0.7]) == [1.0, 1.0, 1.0]


def test_a_histogram_keeps_few_bins_and_every_number() -> None:
    seen = Histogram()
    seen.add(range(10))
    assert (seen.width, seen.counts.total()) == (1, 10)
    for start in range(0, 50_000, 1000):
        seen.add(range(start, start + 1000))
    seen.add([-1])
    assert len(seen.counts) <= MOST_BINS
    assert seen.counts.total() == 50_011
    assert seen.width == 32
    assert seen.counts[-1] == 1
    assert seen.to_json()["width"] == 32
