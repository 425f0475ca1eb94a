"""Amounts in coins: the largest first, nothing for nothing and for a debt, and what is left over is told."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from rulewright.runtime.coins import coins, counted, denomination_words, with_coins

CHIPS = (("", 100), ("", 25), ("", 5))
COUNTERS = (("purple", 50), ("red", 20), ("green", 10), ("yellow", 5))


def test_an_amount_is_so_many_of_each() -> None:
    assert with_coins(65, CHIPS) == "65 = 2×25 + 3×5"
    assert with_coins(120, COUNTERS) == "120 = 2 purple + 1 red"


def test_nothing_and_debts_have_no_coins() -> None:
    assert with_coins(0, CHIPS) == "0"
    assert with_coins(-45, COUNTERS) == "-45"


def test_what_no_coin_makes_is_left_over() -> None:
    assert with_coins(67, CHIPS) == "67 = 2×25 + 3×5 + 2"
    assert with_coins(3, CHIPS) == "3"
    assert coins(3, CHIPS) == ""


def test_denominations_in_words() -> None:
    assert denomination_words(CHIPS) == "100, 25, 5"
    assert denomination_words(COUNTERS) == "purple 50, red 20, green 10, yellow 5"


@st.composite
def purses(draw: st.DrawFn) -> tuple[tuple[str, int], ...]:
    least = draw(st.integers(1, 50))
    others = draw(st.sets(st.integers(2, 1000), max_size=5))
    return tuple(("", worth) for worth in sorted((each * least for each in others | {1}), reverse=True))


@given(st.integers(-1000, 2**31 - 1), purses())
def test_coins_come_to_the_amount_and_leave_less_than_the_smallest(
    amount: int, purse: tuple[tuple[str, int], ...]
) -> None:
    counts, left = counted(amount, purse)
    assert sum(many * worth for many, (_, worth) in zip(counts, purse, strict=True)) + left == max(amount, 0)
    assert 0 <= left < purse[-1][1]
    assert all(many >= 0 for many in counts)
