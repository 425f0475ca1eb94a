"""Ranges claim every result there is: each function against the results of all values within the ranges."""

from __future__ import annotations

from itertools import product
from math import prod
from statistics import median_low
from typing import Any, get_args

from hypothesis import assume, given
from hypothesis import strategies as st

from rulewright.language import types
from rulewright.language.builtins import AGGREGATE, AGGREGATES, AggregateName
from rulewright.language.ranges import (
    NOTHING,
    OPPOSITE,
    Operator,
    Sign,
    Values,
    arithmetic,
    bounds,
    can_hold,
    clipped,
    compared,
    extent,
    extreme,
    hull,
    inside,
    join,
    listed,
    meet,
    ordinals,
    restricted,
    union,
    without,
)
from rulewright.language.types import HIGHEST, LOWEST

EXACT: dict[str, Any] = {
    "+": lambda a, b: a + b, "-": lambda a, b: a - b, "*": lambda a, b: a * b, "div": lambda a, b: a // b,
    "mod": lambda a, b: a % b, "==": lambda a, b: a == b, "!=": lambda a, b: a != b, "<": lambda a, b: a < b,
    "<=": lambda a, b: a <= b, ">": lambda a, b: a > b, ">=": lambda a, b: a >= b,
}  # fmt: skip
OF: dict[str, Any] = {
    "sum": sum, "product": prod, "count": len, "any": lambda v: any(x == 1 for x in v), "all": lambda v: all(x == 1 for x in v),
    "min": min, "max": max, "only": lambda v: v[0], "first": lambda v: v[0] if v else None,
    "distinct": lambda v: len(set(v)), "most_alike": lambda v: max(map(v.count, v), default=0), "median": median_low,
    "longest_run": lambda v: max(
        (next(n for n in range(len(v) + 1) if x + n not in v) for x in v), default=0
    ),
}  # fmt: skip
"""What each aggregate is of some numbers, written as plainly as can be."""

spans = st.builds(lambda low, more: Values(low, low + more), st.integers(-12, 12), st.integers(0, 9))
signs: st.SearchStrategy[Sign] = st.sampled_from(get_args(Sign))


@given(spans, spans, st.sampled_from(get_args(Operator)))
def test_bounds_are_those_of_all_results(one: Values, other: Values, sign: Operator) -> None:
    results = [
        EXACT[sign](a, b) for a, b in product(one.all(), other.all()) if b or sign not in ("div", "mod")
    ]
    low, high = bounds(sign, one, other)
    assert all(low <= result <= high for result in results)
    if sign in ("+", "-", "*") or (sign == "div" and results):
        assert (low, high) == (min(results), max(results))


@given(spans, spans, signs)
def test_a_comparison_can_hold_if_it_holds_for_some(one: Values, other: Values, sign: Sign) -> None:
    found = {EXACT[sign](a, b) for a, b in product(one.all(), other.all())}
    assert (can_hold(sign, one, other), can_hold(OPPOSITE[sign], one, other)) == (
        True in found,
        False in found,
    )


@given(st.lists(spans, min_size=1, max_size=3), st.sampled_from(["min", "max"]))
def test_the_bounds_of_several_values(parts: list[Values], name: Any) -> None:
    every = [value for part in parts for value in part.all()]
    assert hull(parts) == (min(every), max(every))
    results = [OF[name](values) for values in product(*(part.all() for part in parts))]
    assert extreme(name, parts) == (min(results), max(results))
    assert hull([]) == (0, 0)


@given(spans, spans)
def test_the_extent_of_a_range_is_that_of_all_its_ends(low: Values, high: Values) -> None:
    lengths = [len(range(a, b + 1)) for a, b in product(low.all(), high.all())]
    assert extent(low, high) == (min(lengths), max(lengths))


@given(st.integers(), st.integers())
def test_clipped_bounds_are_those_of_numbers(low: int, high: int) -> None:
    assert clipped((low, high)) == (max(low, LOWEST), min(high, HIGHEST))


@given(st.sampled_from(get_args(AggregateName)), st.data())
def test_every_result_of_an_aggregate_is_claimed(name: AggregateName, data: st.DataObject) -> None:
    what = AGGREGATE[name]
    each = Values(0, 1) if what.takes == "conditions" else data.draw(small)
    possible = worth(each)
    given_ = data.draw(st.lists(st.sampled_from(possible), max_size=6)) if possible else []
    least, most = data.draw(st.integers(0, len(given_))), data.draw(st.integers(len(given_), 8))
    there = [value for value in given_ if value is not None] if name != "count" else given_
    assume(what.needs == "" or (len(there) == 1 if what.needs == "one" else there))
    result = OF[name](there)
    assert what.range(each, least, most).holds(None if result is None else int(result)), (each, given_)


def test_an_aggregate_without_elements_has_one_value_or_none_at_all() -> None:
    for what in AGGREGATES:
        value = what.range(NOTHING, 0, 0)
        assert value.impossible if what.needs else value.size + value.none == 1, what.name


def test_each_aggregate_is_described_once() -> None:
    assert tuple(each.name for each in AGGREGATES) == get_args(AggregateName)


small = st.builds(
    lambda few, none: listed(few, none), st.sets(st.integers(-8, 8), max_size=6), st.booleans()
) | st.builds(lambda low, more, none: Values(low, low + more, none), st.integers(-60, 60), st.integers(-1, 70), st.booleans())  # fmt: skip


def worth(values: Values) -> list[int | None]:
    return [*values.all(), *([None] if values.none else [])]


@given(small, small)
def test_unions_and_meets_are_exact_where_values_are_listed(one: Values, other: Values) -> None:
    both, either = meet(one, other), union(one, other)
    assert {value for value in worth(one) if other.holds(value)} == set(worth(both))
    assert all(either.holds(value) for value in (*worth(one), *worth(other)))
    assert inside(one, either)
    assert inside(both, one)
    assert join(one, other) == either
    assert inside(one, other) == all(other.holds(value) for value in worth(one)) or one.size > 24


@given(small, small, st.sampled_from(["+", "-", "*", "div", "mod"]))
def test_every_result_of_an_operator_is_claimed(one: Values, other: Values, sign: Any) -> None:
    result = arithmetic(sign, one, other)
    for a in one.all():
        for c in other.all():
            if c or sign not in ("div", "mod"):
                exact = {"+": a + c, "-": a - c, "*": a * c}.get(sign)
                exact = (a // c if sign == "div" else a % c) if exact is None else exact
                assert result.holds(exact), (a, c)


@given(small, small, st.sampled_from(["==", "!=", "<", "<=", ">", ">="]))
def test_comparisons_and_what_they_leave_are_claimed(one: Values, other: Values, sign: Any) -> None:
    claim, left = compared(sign, one, other), restricted(sign, one, other)
    for a in worth(one):
        for c in worth(other):
            holds = {"==": a == c, "!=": a != c}.get(sign)
            if holds is None:
                if a is None or c is None:
                    continue
                holds = {"<": a < c, "<=": a <= c, ">": a > c, ">=": a >= c}[sign]
            assert claim.holds(int(holds))
            assert not holds or left.holds(a)


@given(small, st.integers(-60, 60) | st.none())
def test_without_a_value_the_others_stay(values: Values, value: int | None) -> None:
    rest = without(values, value)
    assert all(rest.holds(each) for each in worth(values) if each != value)


def test_numbers_stand_for_the_values_of_each_type() -> None:
    pieces = {"dice": 6}.__getitem__
    for type_, numbers in (
        (types.Integer(-2, 5), (-2, 5)), (types.Boolean(), (0, 1)), (types.Enum("Suit", ("a", "b", "c")), (0, 2)),
        (types.Player(4), (0, 3)), (types.Line("board", "rows", 8, 3), (8, 10)), (types.Piece("dice"), (0, 5)),
        (types.Optional(types.Space("board", 9)), (0, 8)), (types.Nothing(), (0, -1)),
        (types.Several(types.Player(4), 2), (0, -1)),
    ):  # fmt: skip
        assert ordinals(type_, pieces) == numbers
