"""Whatever cells may enter native code, it stays within its memory: modules that look at every access, at positions at random."""

from __future__ import annotations

from array import array
from contextlib import suppress
from functools import cache
from random import Random

import pytest

pytest.importorskip("llvmlite")

from rulewright import pipeline
from rulewright.evaluate.reference import Reference
from rulewright.game.game import Game
from rulewright.ir import nodes as ir
from rulewright.native.driver import machine
from rulewright.native.driver.addresses import luck_width
from rulewright.native.driver.boundary import Boundary
from rulewright.native.driver.choice_rows import row_layout
from rulewright.native.driver.executor import Native
from rulewright.native.from_ir import module_text
from rulewright.runtime.executor import Choice
from rulewright.runtime.failures import RuleFailure
from tests.games.books import books
from tests.native.guarding.guarded import guarded
from tests.native.guarding.scrambled import scrambled, tried
from tests.native.guarding.short_runs import RUNS, modules_of
from tests.native.guarding.strays import STRAYS, Stray
from tests.native.guarding.watched import Watch, watched
from tests.native.planted import planted
from tests.native.random_books.book_text import load
from tests.native.random_books.generated import Tally, accepted
from tests.native.random_books.rules import rulebook
from tests.native.seatings import WITNESS

NAMES = ("witness", *books())
PLAYED = ("pig", "crazy-eights", "little-draughts")
"""Dice, cards and a board; with strategies and without. A guarded module takes LLVM several times as long."""
DRAWN = range(5)
POSITIONS, CHOICES, ROOM = 20, 4, 64


class Stepping:
    """The functions of a program for single steps, guarded."""

    def __init__(self, program: ir.Program) -> None:
        self.program = program
        self._watch = Watch()
        self._functions = self._watch.functions(
            module_text(program, "steps"), program, machine.MODULES["steps"]
        )
        self._rows = row_layout(program)
        self._boundary = Boundary(program)
        self._reference = Reference(program)

    def strays(self, cells: array[int], luck: Random) -> list[str]:
        """What goes beyond its memory at a position, or with choices there."""
        assert self._boundary.admits(cells)
        self._call("legal", cells, array("i", [0]) * (ROOM * self._rows.width), ROOM)
        self._call("scores", cells, array("i", [0]) * (16 * self.program.players))
        for choice in self._choices(cells, luck):
            self._call("apply", cells[:], self._luck(), 7, array("i", self._rows.encode(choice)))
        self._call("settle", cells[:], self._luck(), 7)
        return self._watch.strays

    def _luck(self) -> array[int]:
        return array("i", [0]) * luck_width(self.program)

    def _choices(self, cells: array[int], luck: Random) -> list[Choice]:
        try:
            legal = self._reference.legal(cells)
        except RuleFailure:
            return []
        found = [tried(self.program, luck, legal) for _ in range(CHOICES)]
        return [choice for choice in found if choice is not None and self._boundary.admits_choice(choice)]

    def _call(self, name: str, *given: array[int] | int) -> None:
        plain = [one if isinstance(one, int) else self._watch.address(one) for one in given]
        self._functions[f"rulewright.{name}"](*plain)


@cache
def program_of(name: str) -> ir.Program:
    return pipeline.open_book(str(WITNESS) if name == "witness" else books()[name]).program


@pytest.mark.parametrize("name", NAMES)
def test_a_rulebook_at_any_position_stays_within_its_memory(name: str) -> None:
    stepping = Stepping(program_of(name))
    for seed in range(POSITIONS):
        luck = Random(seed)
        assert stepping.strays(scrambled(stepping.program, luck), luck) == [], seed


@pytest.mark.parametrize("seed", DRAWN)
def test_a_random_rulebook_stays_within_its_memory(seed: int) -> None:
    tree = accepted(rulebook(Random(seed)), Tally())
    assert tree is not None
    stepping = Stepping(load(tree).program)
    for number in range(POSITIONS):
        luck = Random(number)
        assert stepping.strays(scrambled(stepping.program, luck), luck) == [], number


@pytest.mark.parametrize("name", PLAYED)
def test_every_module_stays_within_its_memory(name: str) -> None:
    program = program_of(name)
    with watched() as watch:
        game = Game(Native(program, Reference(program)))
        for module in sorted(modules_of(game)):
            RUNS[module](game)
            assert watch.strays == [], module
    assert modules_of(game) <= set(watch.modules)


def test_every_module_is_run() -> None:
    played = [Game(Reference(program_of(name))) for name in PLAYED]
    assert set(RUNS) == set(machine.MODULES) == set[str]().union(*map(modules_of, played))


@pytest.mark.parametrize("stray", STRAYS, ids=lambda stray: stray.bug.name)
def test_what_goes_beyond_is_noticed(stray: Stray) -> None:
    program = program_of(stray.book)
    with planted(stray.bug), watched() as watch:
        game = Game(Native(program, Reference(program)))
        with suppress(AssertionError, IndexError, RuleFailure):  # what comes of it is of no use
            RUNS[stray.module](game)
    assert watch.strays
    assert watch.modules == [stray.module]


def test_a_buffer_that_is_too_short_is_noticed() -> None:
    program = program_of("tic-tac-toe")
    watch = Watch()
    functions = watch.functions(module_text(program, "steps"), program, machine.MODULES["steps"])
    cells, luck = array("i", program.layout.initial()), array("i", [0]) * luck_width(program)
    functions["rulewright.begin"](watch.address(cells), watch.address(luck), 7)
    for fields, strays in ((9, False), (8, True)):
        rows = array("i", [0]) * (fields * row_layout(program).width)
        assert functions["rulewright.legal"](watch.address(cells), watch.address(rows), ROOM) == 9
        assert bool(watch.strays) == strays


def test_what_is_not_understood_is_refused() -> None:
    for line in ("%p = freeze ptr %cells", "call void @free(ptr %cells)", "store ptr %cells, ptr %luck"):
        with pytest.raises(ValueError, match=r"not known|nothing is known|cannot be"):
            guarded(f"define i32 @f(ptr %cells, ptr %luck) nounwind {{\n  {line}\n}}\n", {})
