"""Compiled expressions and domains say what the reference says, and fail where it fails."""

from __future__ import annotations

import random
from functools import cache

import pytest

from rulewright.ir import nodes as ir
from tests.native.expressions.asked import Compared, Compiled, Failed, Question, compare, positions, questions
from tests.native.expressions.drawn_expressions import a_program, drawn, drawn_cells
from tests.native.seatings import Seating, seatings

pytest.importorskip("llvmlite")


@cache
def one_of_each() -> tuple[Seating, ...]:
    """Every rulebook and variant, at its fewest players."""
    found: dict[tuple[str, str | None], Seating] = {}
    for seating in seatings((), with_options=False):
        found.setdefault((seating.name, seating.variant), seating)
    return tuple(found.values())


@pytest.mark.parametrize("seating", one_of_each(), ids=str)
def test_what_rulebooks_ask(seating: Seating) -> None:
    program = seating.program()
    compiled = Compiled(program, questions(program))
    found = compare(program, compiled, positions(program, 8, seed=1), seed=1, times=1)
    assert not found.different, "\n".join(found.different[:5])
    assert not found.alone, "native code fails where the reference does not"
    assert not found.short, "\n".join(found.short[:5])
    assert not compiled.missing
    assert found.same > 40


@pytest.mark.parametrize("seed", range(2))
def test_what_is_drawn(seed: int) -> None:
    program, draw = a_program(), random.Random(seed)
    compiled = Compiled(program, drawn(program, 60, seed))
    cells = [drawn_cells(program, draw) for _ in range(25)]
    found = compare(program, compiled, cells, seed, times=1)
    assert not found.different, "\n".join(found.different[:5])
    assert not found.short, "\n".join(found.short[:5])
    assert sum(found.alone.values()) < 20, "only what is asked in another order may fail alone"
    assert found.same > 300
    assert found.failed > 100


def test_a_difference_is_found() -> None:
    """The comparison can fail: compiled from other constants than the reference is asked."""
    program = a_program()
    asked = drawn(program, 60, 3)
    other = [Question(one.name, ir.Constant(7, one.span), one.frame) for one in asked]
    compiled = Compiled(program, other)
    compiled.questions = asked
    found = compare(program, compiled, [drawn_cells(program, random.Random(3))], 3)
    assert isinstance(found, Compared)
    assert len(found.different) > 20
    assert any(Failed.__name__ in told for told in found.different)
