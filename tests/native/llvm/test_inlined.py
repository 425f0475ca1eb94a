"""What is said to LLVM of putting functions into one another."""

import re

import pytest

from rulewright import pipeline
from rulewright.native.driver import machine
from rulewright.native.from_ir import module_text
from rulewright.native.llvm.assembly import AGAIN, Assembly, Operand
from rulewright.native.llvm.inlined import LONG_CHECK, LONG_MODULE, SHORT_FUNCTION, SHORT_MODULE, inlined
from rulewright.source.text import Source
from tests.benchmarks.compile_times import grown


def function(name: str, lines: int, *calls: str, outside: bool = False) -> str:
    """A function of so many lines that calls others."""
    head = f'define {"i32" if outside else "internal fastcc i32"} @"{name}"(i32 %me) nounwind {{'
    called = [f'  %c{index} = call fastcc i32 @"{each}"(i32 %me)' for index, each in enumerate(calls)]
    rest = [f"  %v{index} = add i32 %me, {index}" for index in range(lines - len(calls) - 3)]
    return "\n".join([head, *called, *rest, "  ret i32 0", "}", ""])


def words(texts: list[str]) -> dict[str, str]:
    """What is said of each function that something is said of."""
    found = (re.match(r'define [^@]*@"([^"]+)"\(.*nounwind (\w+) \{', text) for text in texts)
    return {each[1]: each[2] for each in found if each}


def test_in_a_short_module_the_order_of_play_goes_wherever_it_is_called() -> None:
    texts = [
        function("settle", 20, "rule"),
        function("carry_out", SHORT_FUNCTION + 5),
        function("rule", 20),
        function("once", 20, "carry_out", "carry_out", "rule"),
        function("rulewright.play", 9, "settle", "settle", "once", outside=True),
    ]
    assert words(inlined(texts, ("settle", "carry_out"))) == {
        "settle": "alwaysinline",
        "once": "alwaysinline",
    }
    assert words(inlined(texts, ())) == {"once": "alwaysinline"}


def test_in_a_longer_module_what_is_called_once_or_is_short_goes_there_at_once() -> None:
    texts = [
        function("begin", SHORT_MODULE),
        function("often", 100),
        function("short", 8),
        function("rulewright.play", 9, "begin", "often", "often", "short", "short", "short", outside=True),
    ]
    assert words(inlined(texts, ("often",))) == {"begin": "alwaysinline", "short": "alwaysinline"}


def test_a_long_check_with_several_call_sites_stays_a_function() -> None:
    texts = [
        function("invariants", LONG_CHECK + 9),
        function("end.full", 20),
        function("rulewright.play", 9, "invariants", "invariants", "end.full", "end.full", outside=True),
    ]
    assert words(inlined(texts, ())) == {"invariants": "noinline"}


def test_in_a_very_long_module_actions_stay_functions() -> None:
    texts = [
        function("apply.take", LONG_MODULE),
        function("list.take", 9),
        function("game", 9, "apply.take", "list.take"),
    ]
    assert words(inlined(texts, ())) == {
        "apply.take": "noinline",
        "list.take": "noinline",
        "game": "alwaysinline",
    }


def test_jumps_back_say_that_loops_are_not_written_out() -> None:
    code = Assembly()
    code.loop(code.load("i32", code.allocate("i32")), lambda index: None)
    going, over = code.block("going"), code.block("over")
    code.branch_to(going)
    code.at(going)
    code.branch(Operand("i1", "%again"), going, over)
    code.at(over)
    jumps = [line for line in code.lines if line.startswith("  br")]
    assert [AGAIN in line for line in jumps] == [False, False, False, True, False, True]


@pytest.mark.parametrize("module", ["playouts", "many"])
def test_long_modules_are_read_by_llvm(module: str) -> None:
    program = pipeline.open_source(Source("<grown>", grown(10))).program
    text = module_text(program, module)
    assert text.count("\n") > LONG_MODULE
    assert " noinline {" in text
    machine.load(machine.object_code(text), machine.MODULES[module])


def test_the_work_of_llvm_grows_with_the_number_of_actions_only() -> None:
    """Machine code of twice as many actions is about twice as long; what grew faster had become one function."""
    few, many = (
        len(
            machine.object_code(
                module_text(pipeline.open_source(Source("<grown>", grown(copies))).program, "playouts")
            )
        )
        for copies in (10, 20)
    )
    assert many < 2.1 * few
