"""Comparisons in parts of four have the same bits, for every number of them."""

from __future__ import annotations

import ctypes

import pytest

from rulewright.native.driver import machine
from rulewright.native.wasm.masks import QUICK, in_fours

pytest.importorskip("llvmlite")

CELLS = [(each * each) % 3 for each in range(96)]
MANY = (2, 3, 7, 12, 13, 16, 90)


def text(many: int) -> str:
    """A function that writes which of the cells are 0."""
    return f"""
define i32 @zeros.{many}(ptr %cells, ptr %to) {{
  %row = load <{many} x i32>, ptr %cells, align 4
  %same = icmp eq <{many} x i32> %row, zeroinitializer
  %bits = bitcast <{many} x i1> %same to i{many}
  %wide = zext i{many} %bits to i128
  store i128 %wide, ptr %to, align 8
  ret i32 0
}}
"""


def test_every_bit_is_where_it_was() -> None:
    before = "".join(map(text, MANY))
    after = in_fours(before)
    assert [many for many in MANY if f"bitcast <{many} x i1>" in after] == [
        many for many in MANY if many in QUICK
    ]
    signature = ctypes.CFUNCTYPE(ctypes.c_int32, ctypes.c_void_p, ctypes.c_void_p)
    found = machine.load(machine.object_code(after), {f"zeros.{many}": signature for many in MANY})
    cells, to = machine.zeros(len(CELLS)), machine.zeros(2, "Q")
    cells[:] = type(cells)("i", CELLS)
    for many in MANY:
        found[f"zeros.{many}"](machine.address(cells), machine.address(to))
        expected = sum(1 << place for place in range(many) if not CELLS[place])
        assert to[0] + (to[1] << 64) == expected, many
