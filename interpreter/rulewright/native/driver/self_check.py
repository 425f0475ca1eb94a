"""The check of machine code before its first use: a few random numbers, and the layout of the state when the code was made.

    right(program, functions)           whether it answers as the reference does now

Code is kept under a key that covers everything it depends on (`cache`); a difference that the key misses, such as a constant changed
while the program runs, is detected here.  The questions are the same for every program, and `modules.self_check` writes the code that
answers them.
"""

from __future__ import annotations

from array import array
from hashlib import sha256
from typing import Final, NamedTuple

from rulewright.ir import nodes as ir
from rulewright.native.driver.choice_rows import row_layout
from rulewright.native.driver.machine import Library
from rulewright.runtime.chance.random_words import SEED_BITS, numbers, turn_key
from rulewright.runtime.fast import FIRED, SCORES


class Question(NamedTuple):
    """An event of chance, and the bounds below which numbers are drawn."""

    player: int
    turn: int
    event: int
    bounds: tuple[int, ...]


QUESTIONS: Final = (
    Question(-1, 1, 0, (6, 6, 6, 6, 6)),
    Question(0, 3, 2, (200,)),
    Question(1, 260, 4, (2,)),
    Question(2, 7, 9, (52, 51, 50, 49, 48, 47, 46)),
    Question(0, 40_000, 70_000, (1_000_000,)),
    Question(3, 2, 6, (5, 250)),
)
SEEDS: Final = (7, (1 << SEED_BITS) - 3)
"""The seeds for which they are drawn."""


def right(program: ir.Program, functions: Library) -> bool:
    """Whether the code has the meaning of the rules."""
    return all(_answered(functions, seed, answers) for seed, answers in expected(program))


def expected(program: ir.Program) -> list[tuple[int, list[int]]]:
    """Seeds, with the right answers for each."""
    state, name = of_state(program), stream(program)
    return [(seed, _luck(name, seed) + state) for seed in SEEDS]


def _answered(functions: Library, seed: int, expected: list[int]) -> bool:
    answers = array("i", bytes(4 * len(expected)))
    functions["rulewright.answers"](seed, answers.buffer_info()[0])
    return answers.tolist() == expected


def stream(program: ir.Program) -> str:
    """The stream of chance that the questions use."""
    return program.streams[0] if program.streams else "luck"


def _luck(name: str, seed: int) -> list[int]:
    found: list[int] = []
    for asked in QUESTIONS:
        found += numbers(turn_key(seed, name, asked.player, asked.turn), asked.event, asked.bounds)
    return found


def of_state(program: ir.Program) -> list[int]:
    """The layout of the state and of what is passed: the cells before set-up, a few widths, and a checksum
    of everything else."""
    described = sha256(repr(program.layout).encode()).digest()
    widths = (row_layout(program).width, program.players, len(program.streams), SCORES, FIRED)
    return [*program.layout.initial(), *widths, *array("i", described[:8])]
