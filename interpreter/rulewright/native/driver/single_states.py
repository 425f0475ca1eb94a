"""Single games stepped in place: the Python side of `modules.single_states`.

singles = SingleStates(program, library(program, "steps", kept), choice_of_row)
running = singles.set_out(7)
running.step(running.at, running.ids()[0])
"""

from __future__ import annotations

from array import array
from collections import deque
from collections.abc import Callable

from rulewright.ir import nodes as ir
from rulewright.native.driver.addresses import (
    COUNT,
    HEAD,
    LOG,
    MOVES,
    RETIRED,
    ROOM,
    SCRATCH,
    SEED,
    WANTED,
    first_id,
    luck_width,
)
from rulewright.native.driver.choice_rows import row_layout
from rulewright.native.driver.machine import Library, address
from rulewright.runtime.chance.random_words import MASK
from rulewright.runtime.executor import Luck, Position
from rulewright.runtime.fast import CROWDED, LOG_FULL
from rulewright.runtime.ids import MOST_KNOWN, Numbering

FEW_CHOICES, FEW_ACTIONS = 8, 16
"""The initial room for choices and for actions."""
MOST_ROOM = 1 << 24
"""The most choices that are listed in place."""
LATELY = 1 << 10
"""The number of rows that stay in memory for a step that is about to use one."""


class SingleStates:
    """Makes buffers for the games of one program."""

    def __init__(self, program: ir.Program, functions: Library) -> None:
        self.step = functions["rulewright.advance"]
        self.relist = functions["rulewright.relist"]
        self.rows: dict[int, int] = {}
        self.cells = program.layout.size
        self.turns = program.players + 1
        self.first = first_id(program)
        self.luck = luck_width(program)
        self._set_out = functions["rulewright.set_out"]
        self._layout = row_layout(program)
        self._numbering = Numbering(program)
        self._kept: list[array[int]] = []
        """The memory to which addresses point: scratch and rows."""
        self._lately: deque[array[int]] = deque(maxlen=LATELY)
        """Rows that were made lately and are not kept."""
        self._head = array("i", (0,)) * HEAD
        self._initial = array("i", program.layout.initial()) + array("i", (0,)) * self.luck
        self._room = 0
        self.widen(FEW_CHOICES)

    def row(self, number: int) -> int:
        """The address of the choice with an id, which exists."""
        found = self.rows.get(number)
        if found is None:
            row = array("i", self._layout.encode(self._numbering.choice(number)))
            found = address(row)
            if len(self.rows) < MOST_KNOWN:
                self._kept.append(row)
                self.rows[number] = found
            else:
                self._lately.append(row)
        return found

    def set_out(self, seed: int) -> InPlace | None:
        """A new game; None if its set-up fails."""
        return self._first(self._initial, seed, self._set_out)

    def go_on(self, position: Position) -> InPlace | None:
        """A game at a position; None if its choices cannot be listed, or its luck is none that a game can have."""
        luck = position.luck
        if len(luck.turns) != self.turns:
            return None
        used = [luck.used.get(stream, 0) for stream in range(self.luck - self.turns)]
        try:
            spent = array("i", [*luck.turns, *used])
        except OverflowError:
            return None
        return self._first(position.cells + spent, luck.seed, self.relist)

    def _first(self, begun: array[int], seed: int, function: Callable[[int], int]) -> InPlace | None:
        while True:
            numbers = self.made(begun, seed, FEW_ACTIONS)
            at = address(numbers)
            answer = function(at)
            if answer >= 0:
                return InPlace(self, numbers, at)
            if answer != CROWDED or numbers[WANTED] <= numbers[ROOM] or not self.widen(numbers[WANTED]):
                return None

    def widen(self, wanted: int) -> bool:
        """Whether there can be room for this number of choices; later buffers have it."""
        if wanted > MOST_ROOM:
            return False
        if wanted > self._room:
            room = wanted + wanted // 4
            scratch = array("i", bytes(4 * room * self._layout.width))
            self._kept.append(scratch)
            self._head[SCRATCH : SCRATCH + 2] = array("i", address(scratch).to_bytes(8, "little"))
            self._room = room
        return True

    def made(self, begun: array[int], seed: int, log: int) -> array[int]:
        """A buffer with cells and luck, and room for choices and actions."""
        room = self._room
        numbers = self._head + begun + array("i", bytes(4 * (room + log)))
        numbers[SEED : SEED + 2] = array("i", (seed & MASK).to_bytes(8, "little"))
        numbers[ROOM], numbers[LOG] = room, log
        return numbers

    def begun(self, numbers: array[int]) -> array[int]:
        """Cells and luck of a buffer."""
        return numbers[HEAD : self.first]


class InPlace:
    """See `runtime.fast.Running`."""

    __slots__ = ("_first", "_numbers", "_of", "at", "rows", "step")

    def __init__(self, of: SingleStates, numbers: array[int], at: int) -> None:
        self._of = of
        self._numbers = numbers
        self._first = of.first
        self.at = at
        self.rows = of.rows
        self.step = of.step

    def row(self, number: int) -> int:
        """See `runtime.fast.Running`."""
        return self._of.row(number)

    def cells(self) -> array[int]:
        """See `runtime.fast.Running`."""
        return self._numbers[HEAD : HEAD + self._of.cells]

    def cell(self, index: int) -> int:
        """See `runtime.fast.Running`."""
        return self._numbers[HEAD + index]

    def ids(self) -> list[int]:
        """See `runtime.fast.Running`."""
        numbers, first = self._numbers, self._first
        return numbers[first : first + numbers[COUNT]].tolist()

    def taken(self) -> array[int]:
        """See `runtime.fast.Running`."""
        return self._log(self._numbers[:])

    def luck(self, seed: int) -> Luck:
        """See `runtime.fast.Running`."""
        first = HEAD + self._of.cells
        turns = self._numbers[first : first + self._of.luck].tolist()
        spent = turns[self._of.turns :]
        del turns[self._of.turns :]
        return Luck(seed, turns, {stream: used for stream, used in enumerate(spent) if used})

    def copy(self) -> InPlace:
        """See `runtime.fast.Running`."""
        numbers = self._numbers[:]
        numbers[RETIRED] = 0
        return InPlace(self._of, numbers, address(numbers))

    def retire(self, retired: bool = True) -> None:
        """See `runtime.fast.Running`."""
        self._numbers[RETIRED] = int(retired)

    def reseeded(self, seed: int) -> InPlace:
        """See `runtime.fast.Running`."""
        numbers = self._numbers[:]
        numbers[SEED : SEED + 2] = array("i", (seed & MASK).to_bytes(8, "little"))
        numbers[RETIRED] = numbers[MOVES] = 0
        return InPlace(self._of, numbers, address(numbers))

    def larger(self, answer: int) -> InPlace | None:
        """See `runtime.fast.Running`."""
        of = self._of
        self.retire()  # no other thread steps it from now on
        numbers = self._numbers[:]
        wide = answer != CROWDED or of.widen(numbers[WANTED])
        if answer not in (CROWDED, LOG_FULL) or not wide:
            self.retire(False)
            return None
        made = of.made(of.begun(numbers), 0, numbers[LOG] * (2 if answer == LOG_FULL else 1))
        made[SEED : SEED + 2] = numbers[SEED : SEED + 2]
        taken = self._log(numbers)
        first = self._first + made[ROOM]
        made[first : first + len(taken)] = taken
        made[MOVES] = len(taken)
        at = address(made)
        of.relist(at)
        return InPlace(of, made, at)

    def _log(self, numbers: array[int]) -> array[int]:
        first = self._first + numbers[ROOM]
        return numbers[first : first + numbers[MOVES]]
