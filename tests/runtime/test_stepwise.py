"""Chance one event at a time, against all results at once."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from fractions import Fraction
from unittest import mock

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rulewright.runtime.chance import stepwise
from rulewright.runtime.chance.enumerated import enumerate_outcomes
from rulewright.runtime.chance.stepwise import NoSuchResult, Stepwise, Undecided
from rulewright.runtime.executor import Chance, Luck

Run = Callable[[Chance], tuple[int, ...]]
Weights = dict[tuple[int, ...], Fraction]


def walked(run: Run, ids: tuple[int, ...] = ()) -> Weights:
    """The results of all paths through the nodes, with the products of their probabilities."""
    try:
        return {run(Stepwise(ids)): Fraction(1)}
    except Undecided as undecided:
        results = undecided.node.results
    assert sum(probability for probability, _ in results) == 1
    assert 1 < len(results) <= stepwise.MOST_RESULTS
    found: Weights = defaultdict(Fraction)
    for number, (probability, _) in enumerate(results):
        for result, weight in walked(run, (*ids, number)).items():
            found[result] += probability * weight
    return found


def enumerated(run: Run) -> Weights:
    found: Weights = defaultdict(Fraction)
    for weight, result in enumerate_outcomes(run):
        found[result] += weight
    return found


@given(
    st.sampled_from([2, 3, 7, 1_000]),
    st.lists(st.integers(1, 9), min_size=1, max_size=3),
    st.booleans(),
)
@settings(max_examples=40, deadline=None)
def test_rolls_have_the_probabilities_of_all_results(most: int, sides: list[int], alike: bool) -> None:
    def run(chance: Chance) -> tuple[int, ...]:
        faces = chance.roll(Luck(0, [0, 0]), 0, 0, "dice", (), tuple(sides), alike)
        return tuple(sorted(faces)) if alike else faces

    with mock.patch.object(stepwise, "MOST_RESULTS", most):
        assert walked(run) == enumerated(run)


@given(
    st.sampled_from([2, 3, 7, 1_000]),
    st.lists(st.integers(-1, 5), min_size=1, max_size=6),
    st.integers(0, 3),
    st.booleans(),
)
@settings(max_examples=60, deadline=None)
def test_draws_have_the_probabilities_of_all_results(
    most: int, pool: list[int], count: int, ordered: bool
) -> None:
    def run(chance: Chance) -> tuple[int, ...]:
        indices = chance.draw(Luck(0, [0, 0]), 0, 0, "cards", pool, min(count, len(pool)), ordered)
        assert len(set(indices)) == len(indices)
        drawn = [pool[index] for index in indices]
        return tuple(drawn if ordered else sorted(drawn))

    with mock.patch.object(stepwise, "MOST_RESULTS", most):
        assert walked(run) == enumerated(run)


def test_an_element_of_a_long_list_is_first_looked_for_in_parts() -> None:
    def run(chance: Chance) -> tuple[int, ...]:
        return chance.draw(Luck(0, [0]), -1, 0, "", range(4096), 1, False)

    with pytest.raises(Undecided) as parts:
        run(Stepwise([]))
    assert parts.value.node.parts
    assert parts.value.node.results[0] == (Fraction(5, 4096), (0, 4))
    assert run(Stepwise([0, 3])) == (3,)
    assert run(Stepwise([819])) == (4095,)
    with pytest.raises(NoSuchResult, match="ids run from 0 to 4"):
        run(Stepwise([0, 5]))


def test_a_long_shuffle_is_counted_quickly_and_decided_card_by_card() -> None:
    def run(chance: Chance) -> tuple[int, ...]:
        return chance.draw(Luck(0, [0]), -1, 0, "cards", range(108), 108, True)

    assert run(Stepwise([0] * 107)) == tuple(range(108))
