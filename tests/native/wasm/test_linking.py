"""What makes a module of an object, and what it refuses."""

from __future__ import annotations

import pytest

from rulewright.native.driver import machine
from rulewright.native.wasm.kernels import WASM
from rulewright.native.wasm.linking import MAGIC, module

pytest.importorskip("llvmlite")

ADDS = """
@row = internal constant [3 x i32] [i32 1, i32 2, i32 3]
define i32 @rulewright.sum(i32 %which) {
  %at = getelementptr i32, ptr @row, i32 %which
  %found = load i32, ptr %at
  %more = call i32 @other(i32 %found)
  ret i32 %more
}
define i32 @other(i32 %number) noinline {
  %more = add i32 %number, 40
  ret i32 %more
}
"""


def test_functions_are_named_and_the_end_of_the_data_is_known() -> None:
    made = module(machine.object_code(ADDS, WASM), ("rulewright.sum",))
    assert made.startswith(MAGIC)
    assert b"\x03sum\x00" in made
    assert b"data_end" in made
    assert b"linking" not in made
    assert b"\x41\x0c\x0b" in made  # three numbers of four bytes


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("declare i32 @outside()\ndefine i32 @f() {\n %v = call i32 @outside()\n ret i32 %v\n}", "needs outside"),
        ("define i32 @f(ptr %g) {\n %v = call i32 %g()\n ret i32 %v\n}", r"needs __indirect|by their addresses"),
        ("define i32 @g() {\n ret i32 1\n}", "has no f"),
    ],
)  # fmt: skip
def test_what_needs_a_linker_is_refused(text: str, said: str) -> None:
    with pytest.raises(ValueError, match=said):
        module(machine.object_code(text, WASM), ("f",))


def test_what_is_no_object_is_refused() -> None:
    with pytest.raises(ValueError, match="no object"):
        module(b"nothing", ("f",))
