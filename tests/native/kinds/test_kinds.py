"""Games of several kinds are played in machine code to their end, as the reference plays them."""

from __future__ import annotations

from functools import cache

import pytest

from rulewright import pipeline
from rulewright.evaluate.reference import Reference
from rulewright.ir import nodes as ir
from rulewright.native.from_ir import written
from tests.native.executors import Bare
from tests.native.kinds import COSTLY, KINDS
from tests.native.side_by_side import Course, whole_games

pytest.importorskip("llvmlite")

LONGEST = 40
"""Decisions of a game that the reference plays as well."""


@cache
def program_of(name: str) -> ir.Program:
    return pipeline.load(KINDS[name]).program


@cache
def compiled(name: str) -> Bare:
    """Machine code, made once for all tests."""
    return Bare(program_of(name))


@pytest.mark.parametrize("name", KINDS)
def test_machine_code_plays_them_as_the_reference_does(name: str) -> None:
    course = Course()
    reference = Reference(program_of(name))
    assert whole_games(reference, compiled(name), range(1), LONGEST, course=course) is None
    assert not course.failures
    assert not course.needless


@pytest.mark.parametrize("name", KINDS)
def test_no_whole_game_is_given_up(name: str) -> None:
    assert not any(compiled(name).games(range(20), 10_000).column(0)), "the failures of the games"


@pytest.mark.parametrize("name", COSTLY)
def test_their_work_is_metered(name: str) -> None:
    assert written(program_of(name), "playouts").metered


@pytest.mark.parametrize(
    ("name", "actions"), [("leaping-men", ["leap", "walk"]), ("corners", ["go"]), ("two-dice", [])]
)
def test_choices_of_two_values_are_bits_where_all_conditions_are(name: str, actions: list[str]) -> None:
    text = written(program_of(name), "playouts").text()
    of_two = [each for each, action in program_of(name).actions.items() if len(action.parameters) == 2]
    assert [each for each in of_two if f'@"mask.{each}"' in text] == actions
