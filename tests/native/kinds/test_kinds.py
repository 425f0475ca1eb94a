"""Games that are costly to check are played in machine code to their end, as the reference plays them."""

from __future__ import annotations

import pytest

from rulewright import pipeline
from rulewright.evaluate.reference import Reference
from rulewright.native.from_ir import written
from tests.native.executors import Bare
from tests.native.kinds import KINDS
from tests.native.side_by_side import Course, whole_games

pytest.importorskip("llvmlite")

LONGEST = 40
"""Decisions of a game that the reference plays as well."""


@pytest.mark.parametrize("name", KINDS)
def test_machine_code_plays_them_as_the_reference_does(name: str) -> None:
    program = pipeline.load(KINDS[name]).program
    course = Course()
    assert whole_games(Reference(program), Bare(program), range(1), LONGEST, course=course) is None
    assert not course.failures
    assert not course.needless


@pytest.mark.parametrize("name", KINDS)
def test_no_whole_game_is_given_up(name: str) -> None:
    native = Bare(pipeline.load(KINDS[name]).program)
    assert not any(native.games(range(20), 10_000).column(0)), "the failures of the games"


@pytest.mark.parametrize("name", KINDS)
def test_their_work_is_metered(name: str) -> None:
    assert written(pipeline.load(KINDS[name]).program, "playouts").metered
