"""Native code as it is, without the reference that stands in where it fails: for comparing.

    bare = Bare(program)
    fault = bare.apply(position, choice)          None, or what failed
    bare.legal(position.cells)                    choices, or what failed

`Native` asks the reference whatever has to be told, and plays again with it what failed; here nothing is asked of anybody.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import overload

from rulewright.evaluate.reference import Reference
from rulewright.ir import nodes as ir
from rulewright.native.driver.choice_rows import RowLayout, row_layout, standing_lines
from rulewright.native.driver.executor import Native
from rulewright.native.from_ir import written
from rulewright.native.llvm.module import Failure
from rulewright.native.passes import ALL, Passes
from rulewright.runtime.chance.random_words import MASK
from rulewright.runtime.executor import Choice, Luck, Position
from rulewright.runtime.fast import Played

SEEDS = "Q"
"""How arrays keep seeds: 64 bits without sign."""


@dataclass(frozen=True, slots=True)
class Fault:
    """What native code says when it gives up."""

    code: str
    path: str

    def __str__(self) -> str:
        return f"{self.code} in {self.path}"


class Listed(Sequence[Choice]):
    """Choices as native code wrote them."""

    def __init__(self, rows: array[int], count: int, layout: RowLayout) -> None:
        self._rows, self._count, self._layout = rows, count, layout

    def __len__(self) -> int:
        return self._count

    @overload
    def __getitem__(self, number: int) -> Choice: ...

    @overload
    def __getitem__(self, number: slice) -> list[Choice]: ...

    def __getitem__(self, number: int | slice) -> Choice | list[Choice]:
        if isinstance(number, slice):
            return [self[each] for each in range(*number.indices(self._count))]
        if not 0 <= number < self._count:
            raise IndexError(number)
        width = self._layout.width
        return self._layout.decode(self._rows[number * width : (number + 1) * width])


class Stepping:
    """One game in native code, its cells and its luck where native code keeps them."""

    def __init__(self, bare: Bare, seed: int) -> None:
        program = bare.program
        self.cells = array("i", program.layout.initial())
        self.luck = array("i", [0]) * (program.players + 1 + len(program.streams))
        """Turns begun by nobody and by each player, then events of each stream in this turn."""
        self._bare, self._seed = bare, seed & MASK
        self._width = bare._rows.width
        self._rows = array("i", [0]) * (16 * self._width)
        self._legal, self._apply = (bare._functions[f"rulewright.{name}"] for name in ("legal", "apply"))
        self._begin = bare._functions["rulewright.begin"]
        self._addresses = _address(self.cells), _address(self.luck)

    def begin(self) -> Fault | None:
        failed = self._begin(*self._addresses, self._seed)
        return self._bare._fault(failed) if failed else None

    def listed(self) -> Listed | Fault:
        """The legal choices; they are overwritten the next time."""
        while True:
            room = len(self._rows) // self._width
            count: int = self._legal(self._addresses[0], _address(self._rows), room)
            if count <= room:
                break
            self._rows = array("i", [0]) * (count * self._width)
        return self._bare._fault(-count) if count < 0 else Listed(self._rows, count, self._bare._rows)

    def take(self, number: int) -> Fault | None:
        """Carry out one of the choices listed last."""
        row = _address(self._rows) + number * self._width * self._rows.itemsize
        failed = self._apply(*self._addresses, self._seed, row)
        return self._bare._fault(failed) if failed else None

    def give(self, choice: Choice) -> Fault | None:
        """Carry out a choice that was not listed."""
        self._rows[: self._width] = array("i", self._bare._rows.encode(choice))
        return self.take(0)

    def follow(self, cells: array[int], luck: Luck) -> None:
        """Be where another executor is."""
        self.cells[:] = cells
        self.luck[:] = self.numbers(luck)

    def numbers(self, luck: Luck) -> array[int]:
        """Luck as native code keeps it."""
        streams = len(self.luck) - len(luck.turns)
        return array("i", [*luck.turns, *[luck.used.get(stream, 0) for stream in range(streams)]])


class Bare:
    """The native functions of a program, compiled now and not taken from a cache; those for whole games when they are asked for."""

    def __init__(self, program: ir.Program, passes: Passes = ALL) -> None:
        self.program = program
        self.native = Native(program, Reference(program), passes=passes)
        self._functions = self.native.code().functions
        self._passes = passes
        self._failures: dict[str, Sequence[Failure]] = {}
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
        listed = self.listed(cells)
        return listed if isinstance(listed, Fault) else list(listed)

    def listed(self, cells: array[int]) -> Listed | Fault:
        """The legal choices, each made when it is asked for."""
        width, room = self._rows.width, 16
        while True:
            rows = array("i", [0]) * (room * width)
            count = self._functions["rulewright.legal"](_address(cells), _address(rows), room)
            if count <= room:
                break
            room = count
        return self._fault(-count) if count < 0 else Listed(rows, count, self._rows)

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
        return self._named("playouts", number)

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
        return self._named("steps", number)

    def _named(self, module: str, number: int) -> Fault:
        """What a number means in a module, whose text is written once more to know: few games fail."""
        if module not in self._failures:
            self._failures[module] = written(self.program, module, passes=self._passes).failures
        failures = self._failures[module]
        if not 1 <= number <= len(failures):
            return Fault(f"number {number}", "?")
        failure = failures[number - 1]
        return Fault(failure.code, failure.path)


def _address(numbers: array[int]) -> int:
    return numbers.buffer_info()[0]
