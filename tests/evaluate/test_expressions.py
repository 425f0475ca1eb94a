"""Expressions and domains on a position."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulewright.evaluate.domains import how_many_sets, sub_multisets
from rulewright.evaluate.reference import Reference
from rulewright.ir import nodes as ir
from rulewright.runtime.chance.sampled import new_position
from rulewright.runtime.failures import RuleFailure
from rulewright.source.text import NOWHERE
from tests.evaluate import building as b
from tests.evaluate import programs

PROGRAM = programs.identical_dice(4)
REFERENCE = Reference(PROGRAM)
X = b.local(0)


def value(expression: ir.Expression, me: int = 0) -> object:
    return REFERENCE.value(new_position(PROGRAM, 0).cells, b.asked("test", expression), me)


def elements(domain: ir.Domain) -> list[object]:
    return list(REFERENCE.elements(new_position(PROGRAM, 0).cells, domain, 0))


def of(name: str, *numbers: int) -> object:
    return value(b.over(name, X, b.clause(0, b.members(*numbers))))


def test_div_and_mod_round_down() -> None:
    assert value(b.number("div", -7, 2)) == -4
    assert value(b.number("mod", -7, 2)) == 1


def test_guards_stop_what_could_not_be_worked_out() -> None:
    undefined = b.compare(b.number("div", 1, 0), "==", 1)
    assert value(b.every(b.compare(0, "==", 1), undefined)) is False
    assert value(b.either(b.compare(0, "==", 0), undefined)) is True
    assert value(b.choose(b.compare(0, "==", 0), 3, b.number("div", 1, 0))) == 3
    with pytest.raises(RuleFailure, match="1 div 0"):
        value(b.either(b.compare(0, "==", 1), undefined))


def test_none_is_equal_to_none_and_ordered_with_nothing() -> None:
    assert value(b.compare(None, "==", None)) is True
    assert value(b.compare(0, "!=", None)) is True
    assert value(ir.Otherwise(b.const(None), b.const(4), NOWHERE)) == 4
    with pytest.raises(RuleFailure, match="none"):
        value(b.compare(None, "<", 1))


@pytest.mark.parametrize(
    ("name", "of_nothing", "of_some"),
    [
        ("sum", 0, 15),
        ("count", 0, 5),
        ("distinct", 0, 4),
        ("longest_run", 0, 3),
        ("most_alike", 0, 2),
        ("first", None, 3),
    ],
)
def test_aggregates(name: str, of_nothing: object, of_some: object) -> None:
    assert of(name) == of_nothing
    assert of(name, 3, 1, 2, 6, 3) == of_some


def test_a_median_is_the_lower_of_two_in_the_middle() -> None:
    assert (of("median", 9), of("median", 9, 1), of("median", 6, -2, 6, 0)) == (9, 1, 0)
    with pytest.raises(RuleFailure, match="`median` of nothing"):
        of("median")


def test_any_of_nothing_is_false_and_all_of_nothing_true() -> None:
    for name, expected in (("any", False), ("all", True)):
        assert value(b.over(name, b.compare(X, ">", 0), b.clause(0, b.members()))) is expected


def test_dice_that_show_nothing_are_left_out() -> None:
    die = b.clause(0, b.at("dice", 0))
    assert value(b.over("distinct", b.face("dice", X), die)) == 0
    assert value(b.over("count", b.face("dice", X), die)) == 5
    assert value(b.over("first", b.face("dice", X), die)) is None


def test_several_clauses_are_nested() -> None:
    clauses = (b.clause(0, b.between(1, 4)), b.clause(1, b.between(b.local(0), 4)))
    assert value(b.over("count", 0, *clauses)) == 10
    assert value(b.over("sum", b.local(1), *clauses)) == 30
    assert value(b.over("any", b.compare(b.number("+", X, b.local(1)), "==", 8), *clauses)) is True


def test_players_clockwise() -> None:
    assert elements(ir.Around(b.const(1), False, NOWHERE)) == [2, 3, 0, 1]
    assert elements(ir.Around(b.const(1), True, NOWHERE)) == [2, 3, 0]
    assert value(ir.Seat(b.me, -1, NOWHERE)) == 3


def test_domains_hold_what_they_list() -> None:
    some = ir.Subsets(b.at("dice", 0), b.const(1), b.const(2), NOWHERE)
    assert elements(some) == [(0,), (0, 0)]
    assert elements(ir.WithNone(b.between(1, 2), NOWHERE)) == [1, 2, None]
    assert elements(ir.Joined((b.one(b.me), b.members(3)), NOWHERE)) == [0, 3]
    assert value(ir.Contains(b.const((0, 0)), some, NOWHERE)) is True
    assert value(ir.Contains(b.const((0, 0, 0)), some, NOWHERE)) is False
    assert value(ir.Contains(b.const(None), b.members(1), NOWHERE)) is False


def test_too_many_sets_to_choose_from_are_a_failure() -> None:
    cells = b.Cells(2)
    cells.distinct("cards", 40, 0, (b.zone("deck", 40),))
    program = b.program(cells, actions=(), phases=(b.phase("turn"),), turns=b.turns())
    some = ir.Subsets(ir.AllPieces("cards", NOWHERE), b.const(0), None, NOWHERE)
    with pytest.raises(RuleFailure, match="more than 100,000 sets"):
        Reference(program).elements(new_position(program, 0).cells, some, 0)


@given(st.lists(st.integers(0, 5), max_size=7), st.integers(0, 7), st.integers(0, 7))
def test_sub_multisets_are_all_of_them_in_order(pool: list[int], low: int, high: int) -> None:
    from itertools import combinations

    pool.sort()
    high = min(high, len(pool))
    expected = sorted(
        {some for size in range(low, high + 1) for some in combinations(pool, size)},
        key=lambda s: (len(s), s),
    )
    assert list(sub_multisets(tuple(pool), low, high)) == expected
    assert how_many_sets(tuple(pool), low, high) == len(expected)
