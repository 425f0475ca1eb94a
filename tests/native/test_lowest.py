"""Variables that never fall below 0 are found, those that may are not, and games stay those of the reference."""

from __future__ import annotations

from functools import cache

import pytest

from rulewright import pipeline
from rulewright.evaluate.reference import Reference
from rulewright.ir import nodes as ir
from rulewright.native.choices.non_negative import written
from rulewright.native.llvm.module import Building
from rulewright.native.modules import writers  # noqa: F401  # it fills the tables of what writes a node
from rulewright.native.modules.playouts import write_playouts
from rulewright.source.text import Source
from tests.native.executors import Bare
from tests.native.side_by_side import Course, whole_games

pytest.importorskip("llvmlite")

BOOK = """
rulebook: 1
name: lowest
players: 2
pieces: {{dice: {{count: 1, faces: 1..6}}}}
zones: {{tray: {{holds: dice, start: all}}}}
variables:
  score: {{per: players, type: number}}
  pot: {{type: number, lasts: turn}}
  debt: {{type: -9..9, start: {start}}}
  owed: {{type: number}}
  seen: {{type: number or none}}
setup: [{{set: owed, to: debt}}]
phases:
  turn:
    actions:
      roll: {{do: [{{roll: tray}}, {{add: tray.face, to: pot}}, {{if: tray.face == 1, do: [end_turn]}}]}}
      hold: {{do: [{{add: pot, to: me.score}}, {{set: seen, to: me.score}}, {do}, end_turn]}}
end: {{late: {{when: round > 30, result: highest score}}}}
standing: highest score
"""
PLAIN = "{set: pot, to: 0}"
LARGE = "{set: me.score, to: me.score * 2}"
BOOKS = {
    "nothing falls": (0, PLAIN, {"score", "pot", "debt", "owed"}),
    "one begins below": (-3, PLAIN, {"score", "pot"}),
    "one is lessened": (0, "{add: -1, to: owed}", {"score", "pot", "debt"}),
    "one is paid from": (0, "{pay: pot, from: me.left.score, to: owed}", {"pot", "debt", "owed"}),
    "one has it from another": (0, "{set: debt, to: 0 - pot mod 9}, {add: debt, to: pot}", set()),
    "what is a difference of two": (0, "{set: owed, to: seat(1).score - seat(2).score}", {"score", "pot", "debt"}),
    "too large in the end": (0, LARGE, {"score", "pot", "debt", "owed"}),
    "too low in the end": (0, "{set: owed, to: owed * 3 - 1}", {"score", "pot", "debt"}),
}  # fmt: skip


@cache
def program(sort: str) -> ir.Program:
    start, do, _ = BOOKS[sort]
    return pipeline.open_source(Source("<lowest>", BOOK.format(start=start, do=do))).program


@pytest.mark.parametrize("sort", BOOKS)
def test_what_never_falls_below_nought_is_found(sort: str) -> None:
    def write(assumed: frozenset[str]) -> Building:
        building = Building(program(sort), keeps_keys=True, not_negative=assumed)
        write_playouts(building)
        return building

    assert written(program(sort), write).not_negative == BOOKS[sort][2]


@pytest.mark.parametrize("sort", BOOKS)
def test_games_are_those_of_the_reference(sort: str) -> None:
    course = Course()
    assert whole_games(Reference(program(sort)), Bare(program(sort)), range(40), 400, course=course) is None
    assert bool(course.failures) is sort.startswith("too ")
