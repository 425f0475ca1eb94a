"""Text in, functions out; what is wrong is an exception, never the end of the process."""

from __future__ import annotations

import ctypes
import subprocess
import sys
import threading
import time
from array import array

import pytest

from rulewright.native.driver import machine

NUMBER, POINTER = ctypes.c_int32, ctypes.c_void_p
SUM = {"sum": ctypes.CFUNCTYPE(NUMBER, POINTER, NUMBER)}
COPY = {"copy": ctypes.CFUNCTYPE(NUMBER, POINTER, POINTER, ctypes.c_int64)}
WAIT = {"wait": ctypes.CFUNCTYPE(NUMBER, POINTER)}

SUM_TEXT = """
define i32 @"sum"(ptr %numbers, i32 %count) nounwind {
entry:
  br label %head
head:
  %index = phi i32 [ 0, %entry ], [ %next, %inside ]
  %total = phi i32 [ 0, %entry ], [ %more, %inside ]
  %going = icmp slt i32 %index, %count
  br i1 %going, label %inside, label %after
inside:
  %address = getelementptr inbounds i32, ptr %numbers, i32 %index
  %number = load i32, ptr %address
  %more = add i32 %total, %number
  %next = add i32 %index, 1
  br label %head
after:
  ret i32 %total
}
"""

COPY_TEXT = """
declare void @llvm.memcpy.p0.p0.i64(ptr noalias, ptr noalias, i64, i1)
define i32 @"copy"(ptr %from, ptr %to, i64 %bytes) nounwind {
entry:
  call void @llvm.memcpy.p0.p0.i64(ptr %to, ptr %from, i64 %bytes, i1 false)
  ret i32 0
}
"""

WAIT_TEXT = """
define i32 @"wait"(ptr %flag) nounwind {
entry:
  br label %head
head:
  %flagged = load volatile i32, ptr %flag
  %raised = icmp ne i32 %flagged, 0
  br i1 %raised, label %after, label %head
after:
  ret i32 %flagged
}
"""


def address(numbers: array[int]) -> int:
    return numbers.buffer_info()[0]


def test_a_text_becomes_a_function() -> None:
    library = machine.load(machine.object_code(SUM_TEXT), SUM)
    assert list(library) == ["sum"]
    assert len(library) == 1
    numbers = array("i", [1, 2, 3, 4])
    assert library["sum"](address(numbers), 3) == 6


def test_the_same_text_becomes_code_for_other_processors() -> None:
    page = machine.Target("wasm32-unknown-unknown", "generic", "")
    assert machine.object_code(SUM_TEXT, page).startswith(b"\0asm")
    assert ".target sm_75" in machine.assembly_code(
        SUM_TEXT, machine.Target("nvptx64-nvidia-cuda", "sm_75", "")
    )
    with pytest.raises(machine.NoMachine, match="makes no code for"):
        machine.object_code(SUM_TEXT, machine.Target("nowhere", "", ""))


def test_what_the_system_offers_is_found() -> None:
    library = machine.load(machine.object_code(COPY_TEXT), COPY)
    given, wanted = array("i", range(1000)), array("i", [0] * 1000)
    library["copy"](address(given), address(wanted), 4000)
    assert wanted == given


def test_libraries_with_the_same_names_live_side_by_side() -> None:
    one = machine.load(machine.object_code(SUM_TEXT), SUM)
    other = machine.load(machine.object_code(SUM_TEXT.replace("add i32 %total", "sub i32 %total")), SUM)
    numbers = array("i", [5])
    assert (one["sum"](address(numbers), 1), other["sum"](address(numbers), 1)) == (5, -5)
    del one
    assert other["sum"](address(numbers), 1) == -5


def test_all_64_bits_of_a_seed_arrive_and_a_function_keeps_its_memory() -> None:
    seed = {"seed": ctypes.CFUNCTYPE(NUMBER, ctypes.c_uint64)}
    text = (
        'define i32 @"seed"(i64 %s) {\n  %h = lshr i64 %s, 33\n  %t = trunc i64 %h to i32\n  ret i32 %t\n}\n'
    )
    assert machine.load(machine.object_code(text), seed)["seed"](2**64 - 1) == 2**31 - 1


def test_other_threads_run_while_a_function_runs() -> None:
    """The function waits for a flag that another thread raises: it would wait for ever if it held the lock."""
    library = machine.load(machine.object_code(WAIT_TEXT), WAIT)
    flag = array("i", [0])

    def raise_it() -> None:
        time.sleep(0.02)
        flag[0] = 7

    other = threading.Thread(target=raise_it)
    other.start()
    assert library["wait"](address(flag)) == 7
    other.join()


@pytest.mark.parametrize(
    "text",
    [
        "define i32 @x( {",
        "define i32 @x() {\n  ret i64 0\n}",
        "define i32 @x() {\n  %a = add i32 1, 2\n}",
        "words",
        "define i32 @x() {\n  %b = add i32 %a, 0\n  %a = add i32 %b, 0\n  ret i32 %a\n}",
    ],
)
def test_what_is_no_module_is_told(text: str) -> None:
    with pytest.raises(ValueError, match="LLVM cannot read this"):
        machine.object_code(text)


@pytest.mark.parametrize("cut", [0, 7, 100, 400])
def test_what_is_no_object_code_is_told(cut: int) -> None:
    with pytest.raises(ValueError, match="no machine code of ours"):
        machine.load(machine.object_code(SUM_TEXT)[:cut], SUM)


def test_a_function_that_is_not_there_is_told() -> None:
    with pytest.raises(ValueError, match="no machine code of ours"):
        machine.load(machine.object_code(SUM_TEXT), {"rulewright.nowhere": SUM["sum"]})


def test_the_host_says_all_that_object_code_hangs_on() -> None:
    host = machine.host()
    assert host == machine.host()
    assert "LLVM" in host
    assert len(host) > 40


def test_a_process_ends_well_with_code_in_memory() -> None:
    program = f"""
import ctypes
from rulewright.native.driver import machine
library = machine.load(machine.object_code({SUM_TEXT!r}), {{"sum": ctypes.CFUNCTYPE(ctypes.c_int32, ctypes.c_void_p, ctypes.c_int32)}})
print(library["sum"](0, 0))
"""
    assert _ran(program) == (0, "0\n", "")


def test_without_llvmlite_there_is_a_sentence() -> None:
    program = """
import sys
sys.modules["llvmlite"] = None
from rulewright.native.driver import machine
print(machine.available())
try:
    machine.object_code("")
except machine.NoMachine as error:
    print(error)
"""
    status, said, wrong = _ran(program)
    assert (status, wrong) == (0, "")
    assert said.splitlines() == ["False", machine.MISSING]
    assert "pip install '.[native]'" in machine.MISSING


def test_nothing_of_llvm_is_loaded_before_it_is_used() -> None:
    program = "import rulewright.native.driver.executor, sys\nprint(sorted(m for m in sys.modules if m.startswith('llvm') or m == 'rulewright.native.from_ir'))"
    assert _ran(program) == (0, "[]\n", "")


def test_a_game_for_machine_code_is_loaded_with_what_its_first_move_needs() -> None:
    program = """
import sys
import rulewright
from rulewright.native.driver import cache, machine
waited = machine._jit, cache.emitter
for engine in ("auto", "native"):
    rulewright.load("pig", engine=engine)
    print(engine, [each.cache_info().currsize for each in waited], "llvmlite.binding" in sys.modules)
"""
    assert _ran(program) == (0, "auto [0, 0] False\nnative [1, 1] True\n", "")


def test_an_llvmlite_that_does_not_work_is_reported_when_code_is_needed() -> None:
    program = """
import sys
sys.modules["llvmlite.binding"] = None
import rulewright
game = rulewright.load("pig", engine="native")
try:
    game.new_initial_state()
except RuntimeError as error:
    print(error)
"""
    status, said, wrong = _ran(program)
    assert (status, wrong) == (0, "")
    assert said.startswith("llvmlite is installed but does not work on this machine")


def _ran(program: str) -> tuple[int, str, str]:
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    return done.returncode, done.stdout, done.stderr
