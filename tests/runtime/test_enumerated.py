"""Outcomes of chance with exact probabilities."""

import math
from collections import Counter
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulewright.runtime.chance.enumerated import Enumerated, TooManyOutcomes, enumerate_outcomes
from rulewright.runtime.chance.sampled import new_luck


def roll(chance: Enumerated, dice: int, alike: bool = True) -> tuple[int, ...]:
    return chance.roll(new_luck(0, 1), 0, 0, "dice", (), [6] * dice, alike)


def draw(chance: Enumerated, pool: list[int], count: int, ordered: bool) -> tuple[int, ...]:
    taken = chance.draw(new_luck(0, 1), 0, 0, "cards", pool, count, ordered)
    return tuple(pool[i] for i in taken)


def test_alike_dice_are_merged() -> None:
    outcomes = enumerate_outcomes(lambda chance: roll(chance, 5))
    assert len(outcomes) == 252
    assert sum(weight for weight, _ in outcomes) == 1
    assert sum(weight for weight, faces in outcomes if len(set(faces)) == 1) == Fraction(1, 1296)
    straights = [(0, 1, 2, 3, 4), (1, 2, 3, 4, 5)]
    assert sum(weight for weight, faces in outcomes if faces in straights) == Fraction(5, 162)


def test_dice_that_can_be_told_apart_are_not() -> None:
    assert len(enumerate_outcomes(lambda chance: roll(chance, 3, alike=False))) == 216


def test_a_second_chance_point_may_depend_on_the_first() -> None:
    def until_a_six(chance: Enumerated) -> int:
        return 1 if roll(chance, 1) == (5,) else 2 if roll(chance, 1) == (5,) else 0

    outcomes = enumerate_outcomes(until_a_six)
    assert len(outcomes) == 1 + 5 * 6
    assert sum(weight for weight, tries in outcomes if tries) == Fraction(11, 36)


def test_the_limit_is_known_before_anything_is_worked_out() -> None:
    with pytest.raises(TooManyOutcomes) as caught:
        enumerate_outcomes(lambda chance: draw(chance, list(range(52)), 13, False), 1000)
    assert caught.value.count == math.comb(52, 13)


def test_the_limit_holds_over_several_points() -> None:
    with pytest.raises(TooManyOutcomes):
        enumerate_outcomes(lambda chance: [roll(chance, 5) for _ in range(3)], 1000)


@given(st.lists(st.integers(0, 3), min_size=1, max_size=6), st.data(), st.booleans())
def test_draws_have_the_probabilities_of_counting_them_out(
    pool: list[int], data: st.DataObject, ordered: bool
) -> None:
    from itertools import permutations

    count = data.draw(st.integers(0, len(pool)))
    every = [taken if ordered else tuple(sorted(taken)) for taken in permutations(pool, count)]
    expected = {taken: Fraction(times, len(every)) for taken, times in Counter(every).items()}
    found = enumerate_outcomes(lambda chance: draw(chance, pool, count, ordered))
    assert {taken if ordered else tuple(sorted(taken)): weight for weight, taken in found} == expected
    assert len(found) == len(expected)
