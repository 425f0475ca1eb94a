"""Native code as it is, without the reference that stands in where it fails: for comparing.

    bare = Bare(program)
    fault = bare.apply(position, choice)          None, or what failed
    bare.legal(position.cells)                    choices, or what failed

`Native` asks the reference whatever has to be told, and plays again with it what failed; here nothing is asked of anybody.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable
from dataclasses import dataclass

from rulewright.evaluate.reference import Reference
from rulewright.ir import nodes as ir
from rulewright.native.building import Building, Failure
from rulewright.native.entries import write_entries
from rulewright.native.executor import Native
from rulewright.native.from_ir import playouts_module
from rulewright.native.rows import row_layout, standing_lines
from rulewright.runtime.bulk import Played
from rulewright.runtime.executor import Choice, Position
from rulewright.runtime.words import MASK

SEEDS = "Q"
"""How arrays keep seeds: 64 bits without sign."""


@dataclass(frozen=True, slots=True)
class Fault:
    """What native code says when it gives up."""

    code: str
    path: str

    def __str__(self) -> str:
        return f"{self.code} in {self.path}"


class Bare:
    """The native functions of a program, compiled now and not taken from a cache; those for whole games when they are asked for."""

    def __init__(self, program: ir.Program) -> None:
        self.program = program
        self.native = Native(program, Reference(program))
        self._functions = self.native.code()._functions
        self._failures, self._game_failures = _failures(program)
        self._rows = row_layout(program)
        self._lines = len(standing_lines(program))
        self._streams = len(program.streams)

    def begin(self, position: Position) -> Fault | None:
        return self._move("begin", position)

    def settle(self, position: Position) -> Fault | None:
        return self._move("settle", position)

    def apply(self, position: Position, choice: Choice) -> Fault | None:
        """Carry a choice out, without asking whether somebody can move then."""
        return self._move("apply", position, array("i", self._rows.encode(choice)))

    def legal(self, cells: array[int]) -> list[Choice] | Fault:
        width, room = self._rows.width, 16
        while True:
            rows = array("i", [0]) * (room * width)
            count = self._functions["rulewright.legal"](_address(cells), _address(rows), room)
            if count <= room:
                break
            room = count
        if count < 0:
            return self._fault(-count)
        return [self._rows.decode(rows[start : start + width]) for start in range(0, count * width, width)]

    def standings(self, cells: array[int]) -> list[tuple[tuple[int, ...], ...]] | Fault:
        players = self.program.players
        scores = array("i", [0]) * max(1, self._lines * players)
        failed = self._functions["rulewright.scores"](_address(cells), _address(scores))
        if failed:
            return self._fault(failed)
        return [tuple((scores[line * players + p],) for p in range(players)) for line in range(self._lines)]

    def games(self, seeds: Iterable[int], most: int, rounds: int | None = None) -> Played:
        """Whole games of random players."""
        return self.native.play_many(array(SEEDS, seeds), most, rounds)

    def game_fault(self, number: int) -> Fault:
        """What a number of a failure means in the row of a game."""
        return _named(self._game_failures, number)

    def _move(self, name: str, position: Position, *more: array[int]) -> Fault | None:
        luck = position.luck
        given = array("i", [*luck.turns, *(luck.used.get(stream, 0) for stream in range(self._streams))])
        rest = [_address(numbers) for numbers in more]
        function = self._functions[f"rulewright.{name}"]
        failed = function(_address(position.cells), _address(given), luck.seed & MASK, *rest)
        turns = self.program.players + 1
        luck.turns = given[:turns].tolist()
        luck.used = {stream: used for stream, used in enumerate(given[turns:]) if used}
        return self._fault(failed) if failed else None

    def _fault(self, number: int) -> Fault:
        return _named(self._failures, number)


def _named(failures: list[Failure], number: int) -> Fault:
    if not 1 <= number <= len(failures):
        return Fault(f"number {number}", "?")
    failure = failures[number - 1]
    return Fault(failure.code, failure.path)


def _failures(program: ir.Program) -> tuple[list[Failure], list[Failure]]:
    """What can fail in the modules for single steps and for whole games, by number from 1 on."""
    steps = Building(program)
    write_entries(steps)
    return steps.failures, playouts_module(program).failures


def _address(numbers: array[int]) -> int:
    return numbers.buffer_info()[0]
