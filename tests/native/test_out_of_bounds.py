"""Whatever cells may enter native code, it stays within its memory: a build that looks at every index, at positions at random."""

from __future__ import annotations

import ctypes
from array import array
from collections.abc import Callable
from functools import cache
from random import Random
from typing import Any

import pytest

pytest.importorskip("llvmlite")

from rulewright import pipeline
from rulewright.evaluate.reference import Reference
from rulewright.ir import nodes as ir
from rulewright.native import machine
from rulewright.native.assembly import Operand, constant
from rulewright.native.boundary import Boundary
from rulewright.native.building import Building
from rulewright.native.entries import write_entries
from rulewright.native.from_ir import TEXTS  # noqa: F401  (what can be written is registered there)
from rulewright.native.guarded import Guarded
from rulewright.native.rows import row_layout
from rulewright.runtime.executor import Choice
from rulewright.runtime.failures import RuleFailure
from tests.games.books import books
from tests.native.book_text import load
from tests.native.generated import Tally, accepted
from tests.native.rules import rulebook
from tests.native.scrambled import scrambled, tried
from tests.native.seatings import WITNESS

NAMES = ("witness", *books())
DRAWN = range(12)
POSITIONS, CHOICES = 20, 4
SIGNATURES: dict[str, machine.Signature] = {
    **machine.STEPS,
    "rulewright.strayed": ctypes.CFUNCTYPE(ctypes.c_int32),
}


class Watched:
    """The functions of a program, guarded."""

    def __init__(self, program: ir.Program) -> None:
        self.program = program
        building = Building(program, guarded=True)
        write_entries(building)
        self._functions = machine.load(machine.object_code(building.text()), SIGNATURES)
        self._rows = row_layout(program)
        self._boundary = Boundary(program)
        self._reference = Reference(program)

    def strays(self, cells: array[int], luck: Random) -> str:
        """What goes beyond its memory at a position, or with choices there; empty if nothing does."""
        assert self._boundary.admits(cells)
        rows = array("i", [0]) * (64 * self._rows.width)
        scores = array("i", [0]) * (16 * self.program.players)
        self._call("legal", cells, rows, 64)
        if self._strayed():
            return "legal"
        self._call("scores", cells, scores)
        if self._strayed():
            return "scores"
        for choice in self._choices(cells, luck):
            changed = cells[:]
            played = array("i", [0]) * (1 + self.program.players + len(self.program.streams))
            self._call("apply", changed, played, 7, array("i", self._rows.encode(choice)))
            if self._strayed():
                return str(choice)
        changed = cells[:]
        self._call(
            "settle", changed, array("i", [0]) * (1 + self.program.players + len(self.program.streams)), 7
        )
        return "settle" if self._strayed() else ""

    def _choices(self, cells: array[int], luck: Random) -> list[Choice]:
        try:
            legal = self._reference.legal(cells)
        except RuleFailure:
            return []
        found = [tried(self.program, luck, legal) for _ in range(CHOICES)]
        return [choice for choice in found if choice is not None and self._boundary.admits_choice(choice)]

    def _call(self, name: str, *given: array[int] | int) -> int:
        plain = [one if isinstance(one, int) else one.buffer_info()[0] for one in given]
        answer: int = self._functions[f"rulewright.{name}"](*plain)
        return answer

    def _strayed(self) -> bool:
        return bool(self._functions["rulewright.strayed"]())


@cache
def program_of(name: str) -> ir.Program:
    return pipeline.open_book(str(WITNESS) if name == "witness" else books()[name]).program


@pytest.mark.parametrize("name", NAMES)
def test_a_rulebook_at_any_position_stays_within_its_memory(name: str) -> None:
    watched = Watched(program_of(name))
    for seed in range(POSITIONS):
        luck = Random(seed)
        assert watched.strays(scrambled(watched.program, luck), luck) == "", seed


@pytest.mark.parametrize("seed", DRAWN)
def test_a_random_rulebook_stays_within_its_memory(seed: int) -> None:
    tree = accepted(rulebook(Random(seed)), Tally())
    assert tree is not None
    watched = Watched(load(tree).program)
    for number in range(POSITIONS):
        luck = Random(number)
        assert watched.strays(scrambled(watched.program, luck), luck) == "", number


def test_what_goes_beyond_is_noticed() -> None:
    code = Guarded({"%row": 5}.get)
    row = Operand("ptr", "%row")
    code.load("i32", code.element(row, "i32", constant(4)))
    assert "@strayed" not in code.text()
    end = code.element(row, "i32", constant(5))
    assert "@strayed" not in code.text()
    code.load("i32", end)
    assert code.text().count("store") == 1
    inner = code.element(code.element(row, "i32", constant(3)), "i32", Operand("i32", "%more"))
    assert code.text().count("store") == 2
    assert "icmp ule i32" in code.text()
    assert inner.type == "ptr"


def test_native_code_that_strays_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    from rulewright.native import lookups

    unchecked: Callable[..., Any] = lookups.position

    def trusting(e: Any, indices: Any, axes: Any, spans: Any) -> Operand:
        found: Operand = unchecked(e, indices, axes, spans)
        return e.code.add(found, constant(1000))  # type: ignore[no-any-return]

    monkeypatch.setattr(lookups, "position", trusting)
    watched = Watched(program_of("pig"))
    assert any(watched.strays(scrambled(watched.program, Random(seed)), Random(seed)) for seed in range(3))
