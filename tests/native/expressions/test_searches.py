"""Cells compared all at once say the same as cells asked one by one."""

from __future__ import annotations

import ctypes
from array import array
from collections.abc import Callable
from functools import cache
from random import Random

import pytest

from rulewright import pipeline
from rulewright.native.driver import machine
from rulewright.native.llvm.assembly import Operand, constant
from rulewright.native.llvm.bits import each_bit, highest, lowest
from rulewright.native.llvm.module import Building
from rulewright.native.modules.entry_points import Outside
from rulewright.native.pieces.find_equal import MOST_CELLS, equal_cells

pytest.importorskip("llvmlite")

COUNTS = (1, 2, 3, 5, 8, 15, 16, 17, 31, 52, 63, 64, 65, 100, MOST_CELLS)
SEARCH = {"search": ctypes.CFUNCTYPE(ctypes.c_int32, ctypes.c_void_p, ctypes.c_int32, ctypes.c_void_p)}


def building() -> Building:
    return Building(pipeline.open_book("pig").program)


@cache
def search(count: int) -> Callable[..., int]:
    """A function of cells, a number and a buffer: the lowest and highest place of the number, then all places in order."""
    e = Outside(building(), "search", ("ptr noalias %row", "i32 %wanted", "ptr noalias %into"))
    code, into, found = e.code, Operand("ptr", "%into"), e.code.allocate("i32")
    bits = equal_cells(e, Operand("ptr", "%row"), count, Operand("i32", "%wanted"))
    code.store(lowest(e, bits), into)
    code.store(highest(e, bits), code.element(into, "i32", constant(1)))
    code.store(constant(0), found)

    def put(place: Operand) -> None:
        number = code.load("i32", found)
        code.store(place, code.element(into, "i32", code.add(number, constant(2))))
        code.store(code.add(number, constant(1)), found)

    each_bit(e, bits, put, count)
    e.close(code.load("i32", found))
    compiled: Callable[..., int] = machine.load(machine.object_code(e.building.text()), SEARCH)["search"]
    return compiled


def places(cells: array[int], wanted: int) -> tuple[int, int, list[int]]:
    into = array("i", [-9] * (len(cells) + 2))
    many = search(len(cells))(cells.buffer_info()[0], wanted, into.buffer_info()[0])
    return into[0], into[1], into[2 : 2 + many].tolist()


@pytest.mark.parametrize("count", COUNTS)
def test_every_place_of_a_number_is_found_in_order(count: int) -> None:
    luck = Random(count)
    for _ in range(50):
        cells = array("i", [luck.choice((-1, 0, 3, 2**31 - 1)) for _ in range(count)])
        for wanted in (-1, 0, 3):
            there = [place for place, number in enumerate(cells) if number == wanted]
            first, last, found = places(cells, wanted)
            assert found == there
            assert last == max(there, default=-1)
            assert first == min(there, default=64 if count <= 64 else 128)


@pytest.mark.parametrize("count", COUNTS)
def test_each_place_alone_is_found(count: int) -> None:
    """The vectors of a row overlap at its end: nothing is found twice, and nothing beyond the end."""
    for place in range(count):
        cells = array("i", [0] * count)
        cells[place] = 7
        assert places(cells, 7) == (place, place, [place])


def test_what_is_done_for_a_bit_counts_as_often_as_bits_can_be_set() -> None:
    e = Outside(building(), "work", ("ptr noalias %row", "i32 %wanted"))
    bits = equal_cells(e, Operand("ptr", "%row"), 52, Operand("i32", "%wanted"))
    before = e.work

    def work(_: Operand) -> None:
        e.work += 3

    each_bit(e, bits, work, 52)
    assert e.work - before == 3 * 52


def test_the_function_that_compares_is_written_once_for_a_number_of_cells() -> None:
    e = Outside(building(), "twice", ("ptr noalias %row", "i32 %wanted"))
    for count in (5, 5, 6):
        equal_cells(e, Operand("ptr", "%row"), count, Operand("i32", "%wanted"))
    assert sum(name.startswith("equal_cells.") for name in e.building.declared) == 2
