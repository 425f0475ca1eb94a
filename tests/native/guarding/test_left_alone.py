"""Native code as it is played, without guards: it calls nobody, and leaves alone what lies around the buffers that it is given."""

from __future__ import annotations

import re
from array import array
from collections.abc import Iterator

import pytest

pytest.importorskip("llvmlite")

from rulewright import pipeline
from rulewright.evaluate.reference import Reference
from rulewright.ir import nodes as ir
from rulewright.ir.layout import ENDED
from rulewright.native.driver import machine
from rulewright.native.driver.addresses import luck_width
from rulewright.native.driver.batch_calls import rankable
from rulewright.native.driver.choice_rows import ROOM, row_layout, standing_lines
from rulewright.native.driver.executor import Native
from rulewright.runtime.fast import SCORES, Seats
from tests.games.books import books
from tests.native.guarding.guarded import guarded, rooms_of
from tests.native.guarding.watched import text_of
from tests.native.seatings import WITNESS

NAMES = {**books(), "witness": str(WITNESS)}
FENCED = ("pig", "crazy-eights", "reversi")
FENCE = array("i", [0x5EED]) * 64
"""What stands before and behind a buffer."""
DECISIONS, GAMES = 20, 3
_DECLARED = re.compile(r"^declare [^@\n]*@\"?([\w.]+)", re.MULTILINE)


def program_of(name: str) -> ir.Program:
    return pipeline.open_book(NAMES[name]).program


def texts(program: ir.Program) -> Iterator[str]:
    """Every module, for players at random and for those who follow strategies."""
    who: Seats = tuple(program.strategies)
    for module in machine.MODULES:
        if module in ("many", "preferring") and not rankable(program):
            continue
        if module != "preferring":
            yield text_of(program, module, (None,) if module == "measured" else ())
        if who and module in ("totals", "measured", "continued", "preferring"):
            yield text_of(program, module, (None, *who) if module in ("totals", "measured") else who)


@pytest.mark.parametrize("name", NAMES)
def test_every_module_calls_only_what_llvm_has(name: str) -> None:
    program = program_of(name)
    for text in texts(program):
        outside = [called for called in _DECLARED.findall(text) if not called.startswith("llvm.")]
        assert set(outside) <= {"memcmp"}
        assert "external" not in text
        if name in FENCED:
            assert guarded(text, rooms_of(program)).places, "what it does with memory is understood"


class Fenced:
    """Numbers in a buffer, with a fence around them."""

    def __init__(self, numbers: array[int]) -> None:
        many = len(FENCE) * FENCE.itemsize // numbers.itemsize
        self._fence = array(numbers.typecode, FENCE.tobytes())
        self._all, self._inside = self._fence + numbers + self._fence, slice(many, many + len(numbers))
        self.address = self._all.buffer_info()[0] + many * numbers.itemsize

    @property
    def numbers(self) -> array[int]:
        return self._all[self._inside]

    def stands(self) -> bool:
        return self._all[: self._inside.start] == self._fence == self._all[self._inside.stop :]


def zeros(many: int) -> Fenced:
    return Fenced(array("i", [0]) * many)


@pytest.mark.parametrize("name", FENCED)
def test_single_steps_leave_alone_what_lies_around_their_buffers(name: str) -> None:
    program, width = program_of(name), row_layout(program_of(name)).width
    functions = Native(program, Reference(program)).code().functions
    cells, luck = Fenced(array("i", program.layout.initial())), zeros(luck_width(program))
    scores = zeros(len(standing_lines(program)) * program.players)
    assert functions["rulewright.begin"](cells.address, luck.address, 7) == 0
    for _ in range(DECISIONS):
        if cells.numbers[ENDED]:
            break
        many = functions["rulewright.legal"](cells.address, zeros(0).address, 0)
        for room in (many // 2, many):
            rows = zeros(room * width)
            assert functions["rulewright.legal"](cells.address, rows.address, room) == many
            assert rows.stands()
        row = Fenced(rows.numbers[-width:])
        assert functions["rulewright.apply"](cells.address, luck.address, 7, row.address) == 0
        assert functions["rulewright.scores"](cells.address, scores.address) == 0
        assert all(each.stands() for each in (cells, luck, row, scores))


@pytest.mark.parametrize("name", FENCED)
def test_whole_games_leave_alone_what_lies_around_their_buffers(name: str) -> None:
    program = program_of(name)
    wide = SCORES + len(standing_lines(program)) * program.players
    play = Native(program, Reference(program)).games()._play
    seeds, out = Fenced(array("Q", range(GAMES))), zeros(GAMES * wide)
    rows = zeros(ROOM * row_layout(program).width)
    play(seeds.address, GAMES, 200, -1, rows.address, out.address)
    assert any(out.numbers)
    assert all(each.stands() for each in (seeds, out, rows))
