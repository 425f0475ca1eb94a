"""Variables and tables for the directions of a board, which are numbered with gaps: compiled code reads what the reference
reads, and fails at a gap where it fails.
"""

from __future__ import annotations

import random
from functools import cache

import pytest

from rulewright import pipeline
from rulewright.ir import nodes as ir
from rulewright.language import types
from rulewright.source.text import Source, Span
from tests.native.expressions.asked import Compiled, Question, compare
from tests.native.expressions.drawn_expressions import drawn_cells

pytest.importorskip("llvmlite")

BOOK = """
rulebook: 1
name: gaps
players: 4
boards: {six: {hexagon: 3}, corners: {grid: {rows: 3, columns: 3}, directions: diagonal}, line: {track: [1..4]}}
variables:
  went: {per: six.directions, type: 0..99}
  turned: {per: [players, corners.directions, bool], type: 0..9 or none}
  moved: {per: line.directions, type: 0..9}
tables:
  worth: {of: six.directions, rows: {northeast: 1, east: none, southeast: 3, southwest: 4, west: 5, northwest: 6}}
  beside:
    of: {a: corners.directions, b: six.directions}
    rows: {northeast: [1, 2, 3, 5, 6, 7], southeast: [2, 2, 2, 2, 2, 2], southwest: [9, 8, 7, 6, 5, 4], northwest: [0, 1, 0, 1, 0, 1]}
phases: {turn: {actions: {pass: {do: [end_turn]}}}}
end: {late: {when: round > 99, result: draw}}
"""
WIDE, NEAR, INSIDE, MAYBE = (
    types.Integer(-3, 12),
    types.Integer(2, 6),
    types.Integer(5, 7),
    types.Optional(types.Integer(0, 9)),
)


@cache
def _program() -> ir.Program:
    return pipeline.open_source(Source("gaps.yaml", BOOK)).program


def _span() -> Span:
    return Span(Source("made", "made"), 0, 4)


def _asked(frame: types.Type) -> list[Question]:
    span = _span()
    way = ir.Local(0, "way", span)
    numbers = [
        ir.Cell("went", (way,), span),
        ir.Cell("moved", (way,), span),
        ir.Cell("turned", (ir.Me(span), way, ir.Constant(True, span)), span),
        ir.Lookup("table.worth", (way,), False, span),
        ir.Lookup("table.worth", (way,), True, span),
        ir.Lookup("table.beside", (way, ir.Constant(6, span)), True, span),
        ir.Lookup("table.beside", (ir.Constant(7, span), way), False, span),
    ]
    return [Question(f"{number} of {frame}", node, (frame,)) for number, node in enumerate(numbers)]


@pytest.mark.parametrize("frame", [WIDE, NEAR, INSIDE, MAYBE], ids=str)
def test_what_is_read_and_what_fails_is_the_same(frame: types.Type) -> None:
    program, draw = _program(), random.Random(5)
    compiled = Compiled(program, _asked(frame))
    found = compare(program, compiled, [drawn_cells(program, draw) for _ in range(8)], 5, times=6)
    assert not found.different, "\n".join(found.different[:5])
    assert not found.short
    assert not found.alone
    assert not compiled.missing
    assert found.same > 60
    assert found.failed > 30


def test_there_is_no_cell_and_no_value_for_a_gap() -> None:
    program = _program()
    groups = program.layout.groups
    assert (groups["went"].size, groups["turned"].size, groups["moved"].size) == (6, 32, 2)
    assert program.tables["table.worth"].values == (1, None, 3, 4, 5, 6)
    assert program.tables["table.worth"].indices(0) == (1, 2, 3, 5, 6, 7)
    assert len(program.tables["table.beside"].values) == 4 * 6


def test_a_range_of_directions_with_a_gap_is_no_vector() -> None:
    """Values side by side are read at once only where what they are for has no gaps: otherwise the gap must fail."""
    program, span = _program(), _span()
    way = ir.Local(0, "way", span)
    for node in (ir.Cell("went", (way,), span), ir.Lookup("table.worth", (way,), True, span)):
        some = ir.Compare("==", node, ir.Constant(98, span), span)
        for values in ((1, 2, 3, 4, 5), (1, 2, 3), (5, 6, 7)):
            clause = ir.Clause(0, ir.Members(values, span), None, span)
            asked = ir.Aggregate("any", some, (clause,), span)
            compiled = Compiled(program, [Question("any", asked)])
            draw = random.Random(1)
            cells = [drawn_cells(program, draw) for _ in range(20)]
            found = compare(program, compiled, cells, 1)
            assert not found.different
            assert not found.alone
            assert bool(found.failed) == (4 in values)
