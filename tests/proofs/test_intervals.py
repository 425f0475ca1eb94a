"""Expressions that Hypothesis makes up: what they are worth on a position is among what is claimed for all positions."""

from __future__ import annotations

from array import array
from functools import cache
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from rulewright.evaluate.reference import Reference
from rulewright.ir import nodes as ir
from rulewright.ir.layout import Group
from rulewright.language.ranges import Values, listed
from rulewright.proofs.assumptions import Known
from rulewright.proofs.expressions import Expressions
from rulewright.proofs.position import Position, Unknown
from rulewright.runtime.failures import RuleFailure
from rulewright.source.text import NOWHERE
from tests.evaluate import building as b
from tests.proofs.watching import possible


def program() -> ir.Program:
    """Variables, three dice that lie in one of two zones, and nothing that happens."""
    cells = b.Cells(2)
    cells.variable("few", -3, 4)
    cells.variable("many", 0, 40)
    cells.variable("maybe", 0, 6, optional=True, start=-1)
    cells.variable("flag", 0, 1, sort="bool")
    cells.identical("dice", 6, (b.zone("tray", 3, start=3), b.zone("rack", 3)))
    return b.program(
        cells,
        actions=(b.action("stop", b.note("end_turn")),),
        phases=(b.phase("turn", "stop"),),
        ends=(),
        turns=b.turns(),
    )


PROGRAM = program()
REFERENCE = Reference(PROGRAM)


def locals_(depth: int) -> st.SearchStrategy[Any]:
    return st.integers(0, depth - 1).map(b.local) if depth else st.nothing()


@cache
def numbers(size: int, depth: int = 0) -> st.SearchStrategy[Any]:
    """Expressions for numbers; `depth` names are bound around them."""
    leaves = st.one_of(
        st.integers(-9, 50).map(b.const),
        st.sampled_from(["few", "many"]).map(b.cell),
        st.sampled_from([0, 1]).map(lambda at: b.count_at("dice", at)),
        locals_(depth),
    )
    if size == 0:
        return leaves
    less = numbers(size - 1, depth)
    return st.one_of(
        leaves,
        st.builds(b.number, st.sampled_from(["+", "-", "*", "div", "mod"]), less, less),
        st.builds(lambda a: ir.Negate(a, NOWHERE), less),
        st.builds(lambda a: ir.Otherwise(b.cell("maybe"), a, NOWHERE), less),
        st.builds(b.choose, conditions(size - 1, depth), less, less),
        st.builds(lambda name, a, c: ir.Extreme(name, (a, c), NOWHERE), st.sampled_from(["min", "max"]), less, less),
        aggregates(size - 1, depth),
    )  # fmt: skip


NAMES = ["sum", "product", "count", "min", "max", "distinct", "longest_run", "most_alike", "only", "median"]


@cache
def aggregates(size: int, depth: int) -> st.SearchStrategy[Any]:
    filters = st.none() | conditions(size, depth + 1)
    clauses = st.builds(lambda d, c: b.clause(depth, d, c), domains(size, depth), filters)
    over = st.builds(
        lambda name, e, c: b.over(name, e, c), st.sampled_from(NAMES), numbers(size, depth + 1), clauses
    )
    faces = st.builds(
        lambda name, at: b.over(name, b.face("dice", b.local(depth)), b.clause(depth, b.at("dice", at))),
        st.sampled_from(NAMES), st.sampled_from([0, 1]),
    )  # fmt: skip
    return over | faces


@cache
def domains(size: int, depth: int) -> st.SearchStrategy[Any]:
    simple = st.one_of(
        st.builds(lambda low, more: b.between(low, low + more), st.integers(-5, 5), st.integers(-1, 6)),
        st.lists(st.integers(-9, 9), unique=True, max_size=4).map(lambda values: b.members(*values)),
    )
    if size == 0:
        return simple
    ends = st.builds(lambda n: b.number("mod", n, 7), numbers(size - 1, depth))
    return st.one_of(
        simple,
        st.builds(b.between, ends, ends),
        st.builds(lambda a, c: ir.Joined((a, c), NOWHERE), simple, simple),
        st.builds(lambda t, a, c: ir.Chosen(t, a, c, NOWHERE), conditions(size - 1, depth), simple, simple),
    )


@cache
def conditions(size: int, depth: int = 0) -> st.SearchStrategy[Any]:
    leaves = st.one_of(
        st.just(b.cell("flag")), st.booleans().map(b.const),
        st.sampled_from(["==", "!="]).map(lambda sign: b.compare(b.cell("maybe"), sign, None)),
    )  # fmt: skip
    if size == 0:
        return leaves
    less, parts = numbers(size - 1, depth), conditions(size - 1, depth)
    signs = st.sampled_from(["==", "!=", "<", "<=", ">", ">="])
    return st.one_of(
        leaves,
        st.builds(lambda one, sign, other: b.compare(one, sign, other), less, signs, less),
        st.lists(parts, min_size=2, max_size=3).map(lambda items: b.every(*items)),
        st.lists(parts, min_size=2, max_size=3).map(lambda items: b.either(*items)),
        parts.map(b.no),
        st.builds(lambda item, domain: ir.Contains(item, domain, NOWHERE), less, domains(size - 1, depth)),
    )


def narrower(group: Group, draw: Any) -> tuple[Values, int]:
    """Values that a variable may have, and one of them as a cell."""
    low = draw(st.integers(group.low, group.high))
    high = draw(st.integers(low, group.high))
    none = group.optional and draw(st.booleans())
    values = Values(low, high, none)
    value = draw(st.sampled_from([*range(low, high + 1), *([group.none] if none else [])]))
    return values, value


@settings(max_examples=200, deadline=None)
@given(st.data())
def test_what_expressions_are_worth_is_claimed(data: st.DataObject) -> None:
    expression = data.draw(numbers(2) | conditions(3))
    position = Position(PROGRAM, Unknown())
    cells = array("i", PROGRAM.layout.initial())
    for name, group in PROGRAM.layout.groups.items():
        position.variables[name], cells[group.offset] = narrower(group, data.draw)
    faces = data.draw(
        st.lists(st.tuples(st.integers(0, 1), st.none() | st.integers(0, 5)), min_size=3, max_size=3)
    )
    kind = PROGRAM.layout.kinds["dice"]
    for offset in range(kind.counts, kind.counts + 2 * kind.looks):
        cells[offset] = 0
    for at, face in faces:
        cells[kind.counts + at * kind.looks + (0 if face is None else face + 1)] += 1
    for code in (0, 1):
        there = sum(at == code for at, _ in faces)
        slack = data.draw(st.integers(0, 3))
        position.held["dice", code] = (max(there - slack, 0), min(there + slack, 3))
    position.faces["dice"] = listed(
        [face for _, face in faces if face is not None], any(face is None for _, face in faces)
    )
    claim = Expressions(position).value(expression, Known())
    try:
        value = REFERENCE.value(cells, ir.Asked("", expression, 9, NOWHERE), 0)
    except RuleFailure:
        return
    assert possible(claim, value), (claim, value)
