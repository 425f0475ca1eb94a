"""Effects in native code leave the same cells and the same luck as the reference, whatever the pieces and wherever they are."""

from __future__ import annotations

import ctypes
from array import array
from random import Random

import pytest

from rulewright.evaluate.effects import carry_out
from rulewright.evaluate.reference import Reference
from rulewright.ir import nodes as ir
from rulewright.native.driver.machine import load, object_code
from rulewright.native.flow.effects import carry_out_rule
from rulewright.native.llvm.assembly import constant
from rulewright.native.llvm.module import Building
from rulewright.native.modules import writers  # noqa: F401  (what can be written is registered there)
from rulewright.native.modules.entry_points import Moving
from rulewright.runtime.chance.sampled import Sampled
from rulewright.runtime.executor import Position
from rulewright.runtime.failures import RuleFailure
from tests.native.random_effects import Made, a_position, a_program

SIGNATURE = ctypes.CFUNCTYPE(ctypes.c_int32, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_uint64)
RULES, POSITIONS = 20, 40
SLOTS = 100


@pytest.mark.parametrize("seed", range(4))
def test_random_effects_leave_what_the_reference_leaves(seed: int) -> None:
    random = Random(seed)
    program = a_program()
    rules = [Made(program, random).effects() for _ in range(RULES)]
    told, succeeded, failed = compared(program, rules, random, POSITIONS)
    assert not told, "\n".join(told)
    assert succeeded > RULES * POSITIONS // 4
    assert failed > RULES * POSITIONS // 10


def compared(
    program: ir.Program, rules: list[ir.Effects], random: Random, positions: int
) -> tuple[list[str], int, int]:
    """What differs; how often effects were carried out, and how often a rule failed."""
    building = Building(program)
    for index, effects in enumerate(rules):
        e = Moving(building, f"rule.{index}")
        carry_out_rule(e, effects)
        e.close(constant(0))
    functions = load(
        object_code(building.text()), {f"rule.{index}": SIGNATURE for index in range(len(rules))}
    )
    reference, chance = Reference(program), Sampled(program.streams)
    told: list[str] = []
    succeeded = failed = 0
    for index, effects in enumerate(rules):
        for _ in range(positions):
            position = a_position(program, random)
            own = position.copy()
            machine = reference._player(position, chance)
            machine.locals = [None] * SLOTS
            failure = ""
            try:
                carry_out(machine, effects)
            except RuleFailure as error:
                failure = error.code
            luck = array(
                "i",
                [*own.luck.turns, *(own.luck.used.get(stream, 0) for stream in range(len(program.streams)))],
            )
            number = functions[f"rule.{index}"](
                own.cells.buffer_info()[0], luck.buffer_info()[0], own.luck.seed
            )
            if bool(number) != bool(failure):
                code = building.failures[number - 1].code if number else "nothing"
                told.append(
                    f"rule {index}: the reference fails with {failure or 'nothing'}, native code with {code}"
                )
            elif not number:
                told += _differences(program, index, position, own, luck)
            succeeded, failed = succeeded + (not failure), failed + bool(failure)
    return told, succeeded, failed


def _differences(
    program: ir.Program, index: int, position: Position, own: Position, luck: array[int]
) -> list[str]:
    told = [
        f"rule {index}: cell {at} is {was}, and {is_} in native code"
        for at, (was, is_) in enumerate(zip(position.cells, own.cells, strict=True))
        if was != is_
    ]
    used = [position.luck.used.get(stream, 0) for stream in range(len(program.streams))]
    if used != luck[len(own.luck.turns) :].tolist():
        told.append(f"rule {index}: events used {used}, and {luck} in native code")
    return told
