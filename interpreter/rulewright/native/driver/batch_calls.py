"""Calls, with buffers, of the functions for many states, for what strategies prefer, and for counting positions.

    many = Many(program, library(program, "many", kept))
    states = many.states(1024)

`Native` holds one of each; `runtime.fast` defines what they do.
"""

from __future__ import annotations

from array import array
from functools import partial
from itertools import accumulate, pairwise
from threading import Lock
from typing import Any

from rulewright.ir import nodes as ir
from rulewright.native.driver import machine
from rulewright.native.driver.addresses import (
    BEFORE,
    CROWDED,
    DONE,
    FAILED,
    FULL,
    LISTED,
    NOTES,
    STATES,
    TOO_MANY,
    TOTALS,
    luck_width,
)
from rulewright.native.driver.choice_rows import ROOM, row_layout
from rulewright.native.driver.machine import address, zeros
from rulewright.native.driver.reasons import NO_CHOICE, reason
from rulewright.native.llvm.regions import beside
from rulewright.runtime.fallbacks import GaveUp
from rulewright.runtime.fast import BEGIN_NEXT, BOT, WAIT, Listing, Seats, SideBySide, Spread, States, Totals
from rulewright.runtime.hidden_cells import Unseen
from rulewright.runtime.ids import Numbering
from rulewright.source.dataclass import dataclass

FEW = 8
"""The initial room for choices of each state."""
MOST_IDS = 2**31 - 1
STRETCH = 1 << 14
"""The number of positions processed in one call, which cannot be interrupted."""
SEQUENCES_AT_ONCE = 1 << 20
"""About how many sequences are counted in one call."""
MOST_FRAMES = 256
"""The most decisions that are carried out one within the other."""
LEAST_PART = 1 << 12
"""The fewest positions for a task of its own."""
PARTS_EACH = 8
"""How many tasks a thread gets where some may take longer than others."""
MOST_TOTAL = 2**63 - 1
FEW_POSITIONS = 1 << 10
"""The initial room for positions; a power of two."""


class Many:
    """Many states stepped at once."""

    def __init__(self, program: ir.Program, functions: machine.Library, who: Seats) -> None:
        self.program = program
        self.functions = functions
        self._width = row_layout(program).width
        self._initial = array("i", program.layout.initial())

    def states(self, size: int) -> States:
        players = self.program.players
        cells, luck, seeds = (
            array("i", self._initial) * size,
            zeros(size * luck_width(self.program)),
            zeros(size, "Q"),
        )
        return States(
            size,
            cells=cells,
            luck=luck,
            seeds=seeds,
            players=zeros(size * BOT),
            chosen=array("i", (WAIT,)) * size,
            failed=zeros(size),
            current=array("i", (-1,)) * size,
            terminal=bytearray(size),
            returns=array("d", (0.0,)) * (size * players),
            listed=self._listing(size, size * FEW),
            spare=self._listing(size, size * FEW),
            before=(cells[:], luck[:], seeds[:]),
            reason=partial(reason, self.functions),
        )

    def choose(self, states: States, given: array[int], anew: bool) -> int:
        table = self._table(states)
        over = BEGIN_NEXT if anew else WAIT
        function = self.functions["rulewright.choose_many"]
        refused: int = function(address(table), states.size, address(given), over)
        return refused

    def step(self, states: States) -> None:
        before = states.before
        before[0][:], before[1][:], before[2][:] = states.cells, states.luck, states.seeds
        total = self._step(states)
        if total == TOO_MANY:
            states.cells[:], states.luck[:], states.seeds[:] = before
            raise MemoryError("the choices of all these games do not fit into memory at once")
        if total > states.spare.room:
            states.spare = self._listing(states.size, total + total // 2)
            states.tables.clear()
            states.chosen[:] = array("i", (WAIT,)) * states.size
            self._step(states)
        states.listed, states.spare = states.spare, states.listed

    def ids_of(self, states: States, place: int, before: bool) -> list[int]:
        listed = states.spare if before else states.listed
        return listed.ids[listed.starts[place] : listed.starts[place + 1]].tolist()

    def mask(self, states: States, mask: int, actions: int) -> None:
        table = self._table(states)
        self.functions["rulewright.mask_many"](address(table), states.size, mask, actions)

    def observe(self, states: States, seen: int, player: int, unseen: Unseen) -> None:
        table = self._table(states)
        hidden = array("Q", map(address, (unseen.cells, unseen.starts, unseen.places)))
        self.functions["rulewright.observe_many"](address(table), states.size, seen, player, address(hidden))

    def prefer(self, states: States, functions: machine.Library, seats: array[int], ids: array[int]) -> int:
        table, rows = self._table(states), zeros(ROOM * self._width)
        unknown: int = functions["rulewright.prefer_many"](
            address(table), states.size, address(rows), address(seats), address(ids)
        )
        return unknown

    def _step(self, states: States) -> int:
        table = self._table(states)
        total: int = self.functions["rulewright.step_many"](address(table), states.size, states.spare.room)
        return total

    def _listing(self, size: int, room: int) -> Listing:
        return Listing(zeros(size + 1), zeros(room), zeros(room * self._width))

    def _table(self, states: States) -> array[int]:
        """The addresses of the buffers, in the order of STATES. It is made once for each of the two listings, since buffers stay where
        they are."""
        table = states.tables.get(id(states.listed))
        if table is None:
            table = states.tables[id(states.listed)] = self._addresses(states)
        return table

    def _addresses(self, states: States) -> array[int]:
        kept = dict(zip(BEFORE, states.before, strict=True))

        def buffer(name: str) -> Any:  # Any: arrays of numbers of several types
            owner = states.spare if name.startswith("spare_") else states.listed if name in LISTED else states
            return kept[name] if name in kept else getattr(owner, name.removeprefix("spare_"))

        kept["initial"] = self._initial
        terminal = machine.address_of(states.terminal)
        return array("Q", (terminal if name == "terminal" else address(buffer(name)) for name in STATES))


class Preferring:
    """The functions for what strategies prefer, and calls of that for a single position."""

    def __init__(self, program: ir.Program, functions: machine.Library, who: Seats) -> None:
        self.functions = functions
        self._mixes = any(program.strategies[name].weights for name in who if name is not None)
        self._width = row_layout(program).width
        self._rows, self._weights = zeros(ROOM * self._width), zeros(ROOM)
        self._lock = Lock()

    def rows(self, cells: array[int]) -> tuple[bytes, list[int]] | GaveUp:
        """The rows of the choices that the first strategy prefers at a position, and their weights; or what failed."""
        with self._lock:
            count = self.functions["rulewright.prefer_one"](
                address(cells), address(self._rows), 0, address(self._weights)
            )
            if count <= 0:
                return GaveUp(reason(self.functions, -count or NO_CHOICE))
            weights = self._adding_up_to(count) if self._mixes else [1] * count
            return self._rows[: len(weights) * self._width].tobytes(), weights

    def _adding_up_to(self, total: int) -> list[int]:
        """The first weights, up to the one with which they add up to this sum: those after it weigh nothing, or are left from another call."""
        sums = enumerate(accumulate(self._weights), start=1)
        return self._weights[: next(many for many, so_far in sums if so_far == total)].tolist()


class Positions:
    """The positions one decision further on, and the sequences of several."""

    def __init__(self, program: ir.Program, functions: machine.Library, who: Seats) -> None:
        self.functions = functions
        self._cells = program.layout.size
        self._row = row_layout(program).width
        self._frame, self._players = beside(program)[1], program.players

    def spread(self, positions: Spread, crew: SideBySide | None = None) -> Spread | None:
        """See `runtime.fast.Together.spread`."""
        parts = _parts(positions.used, crew, each=1)
        if crew is None or len(parts) < 2:
            return self._spread(positions, range(positions.used)).following()
        found = crew.all([partial(self._spread, positions, part, crew) for part in parts])
        return self._joined(found)

    def judge(self, positions: Spread, following: Spread, crew: SideBySide | None = None) -> bool:
        """See `runtime.fast.Judges.judge`."""
        slots = self._slots(following.cells, following.used, 2 * _power(following.used))
        parts = _parts(positions.used, crew, each=PARTS_EACH)
        if crew is None or len(parts) < 2:
            return self._judge(positions, following, slots, range(positions.used))
        return all(
            crew.all([partial(self._judge, positions, following, slots, part, crew) for part in parts])
        )

    def pack(self, cells: array[int], many: int) -> bytes | None:
        """See `runtime.fast.Judges.pack`."""
        packed = array("b", bytes(many))
        wide: int = self.functions["rulewright.pack"](address(cells), address(packed), many)
        return None if wide else packed.tobytes()

    def unpack(self, packed: bytes) -> array[int]:
        """See `runtime.fast.Judges.unpack`."""
        cells, narrow = zeros(len(packed)), array("b", packed)
        self.functions["rulewright.unpack"](address(cells), address(narrow), len(packed))
        return cells

    def _spread(self, positions: Spread, part: range, crew: SideBySide | None = None) -> _Reached:
        """What follows a part of the positions."""
        room, choices = max(FEW_POSITIONS, _power(len(part))), FEW_POSITIONS
        following, weights = zeros(room * self._cells), zeros(room, "Q")
        slots, rows, frames = zeros(2 * room), zeros(choices * self._row), zeros(2 * self._frame)
        notes, function = zeros(len(NOTES), "q"), self.functions["rulewright.spread"]
        notes[0] = part.start
        while crew is None or not crew.stopped:
            buffers = (positions.cells, positions.weights, following, weights, slots, notes, rows, frames)
            table, end = array("Q", map(address, buffers)), min(notes[0] + STRETCH, part.stop)
            answer = function(address(table), notes[0], end, room, len(slots) - 1, choices)
            if answer == DONE and end == part.stop:
                return _Reached(following, weights, slots, notes[1], notes[2])
            if answer == FAILED:
                break
            if answer == CROWDED:
                choices = 2 * notes[3]
                rows = zeros(choices * self._row)
            elif answer == FULL:
                room = 2 * max(room, notes[1] + notes[3])
                following.extend(zeros(room * self._cells - len(following)))
                weights.extend(zeros(room - len(weights), "Q"))
                slots = self._slots(following, notes[1], 2 * _power(room))
        return _Reached(following, weights, slots, failed=True)

    def _joined(self, parts: list[_Reached]) -> Spread | None:
        """What follows all parts: first that of the first part, then what is new in the second, and so on, which is the order in which it is reached."""
        if any(part.failed for part in parts) or sum(part.total for part in parts) > MOST_TOTAL:
            return None
        first, *others = parts
        cells, weights, slots, notes = first.cells, first.weights, first.slots, zeros(len(NOTES), "q")
        notes[1] = first.used
        for part in others:
            room = notes[1] + part.used
            cells.extend(zeros(max(room * self._cells - len(cells), 0)))
            weights.extend(zeros(max(room - len(weights), 0), "Q"))
            if 2 * len(slots) < 3 * room:
                slots = self._slots(cells, notes[1], 2 * _power(room))
            table = array(
                "Q", map(address, (part.cells, part.weights, cells, weights, slots, notes, notes, notes))
            )
            self.functions["rulewright.join"](address(table), part.used, len(slots) - 1)
            part.forget()
        return Spread(cells, weights, notes[1])

    def _slots(self, cells: array[int], used: int, many: int) -> array[int]:
        """Hash slots, as many as are asked for (a power of two), with these positions entered."""
        slots = zeros(many)
        table = array("Q", map(address, (cells, cells, cells, cells, slots, slots, slots, slots)))
        self.functions["rulewright.replace"](address(table), used, many - 1)
        return slots

    def _judge(
        self,
        positions: Spread,
        following: Spread,
        slots: array[int],
        part: range,
        crew: SideBySide | None = None,
    ) -> bool:
        """Judge a part of the positions. False if that is not possible."""
        choices, frames, notes = FEW_POSITIONS, zeros(2 * self._frame), zeros(len(NOTES), "q")
        rows, judge = zeros(choices * self._row), self.functions["rulewright.judge"]
        notes[0] = part.start
        while notes[0] < part.stop and (crew is None or not crew.stopped):
            buffers = (
                positions.cells, positions.weights, following.cells, following.weights, slots, notes, rows, frames,
            )  # fmt: skip
            table, end = array("Q", map(address, buffers)), min(notes[0] + STRETCH, part.stop)
            answer = judge(address(table), notes[0], end, len(slots) - 1, choices)
            if answer == CROWDED:
                choices = 2 * notes[3]
                rows = zeros(choices * self._row)
            elif answer != DONE:
                return False
        return notes[0] == part.stop

    def sequences(self, positions: Spread, plies: int, turns: bool) -> Totals | None:
        """See `runtime.fast.Together.sequences`."""
        deep = MOST_FRAMES if turns else plies
        if deep > MOST_FRAMES:
            return None
        found = Totals(0, 0, 0, (0,) * self._players)
        frames, choices, done, together = zeros((deep + 1) * self._frame), FEW_POSITIONS, 0, 1
        rows = zeros(choices * self._row)
        while done < positions.used:
            totals, many = zeros(len(TOTALS) + self._players, "q"), min(together, positions.used - done)
            buffers = (positions.cells, positions.weights, frames, rows, totals)
            table = array("Q", map(address, buffers))
            answer = self.functions["rulewright.sequences"](
                address(table), done, many, plies, turns, choices, deep
            )
            if answer == CROWDED:
                choices = 2 * (choices + totals[TOTALS.index("wanted")])
                rows = zeros(choices * self._row)
            elif answer != DONE:
                return None
            else:
                sequences, _, drawn, shared, *won = totals
                found += Totals(sequences, drawn, shared, tuple(won))
                done += many
                together = max(1, done * SEQUENCES_AT_ONCE // max(found.sequences, 1))
        return found


@dataclass(slots=True)
class _Reached:
    """What follows a part of some positions: cells and weights of `used` positions, with slots, and the sum of the weights."""

    cells: array[int]
    weights: array[int]
    slots: array[int]
    used: int = 0
    total: int = 0
    failed: bool = False

    def following(self) -> Spread | None:
        return None if self.failed else Spread(self.cells, self.weights, self.used)

    def forget(self) -> None:
        """Give its memory back."""
        self.cells, self.weights, self.slots = zeros(1), zeros(1, "Q"), zeros(1)


def _parts(positions: int, crew: SideBySide | None, each: int) -> list[range]:
    """The positions in parts of about equal size, `each` for each thread; fewer if they would be too small."""
    many = 1 if crew is None or crew.jobs < 2 else max(1, min(each * crew.jobs, positions // LEAST_PART))
    ends = [positions * part // many for part in range(many + 1)]
    return [range(first, last) for first, last in pairwise(ends)]


def seated(strategies: Seats) -> tuple[Seats, array[int]]:
    """The strategies for which code that asks them is made, and by seat the number of its strategy, -1 for none."""
    who = tuple(dict.fromkeys(name for name in strategies if name is not None))
    return who, array("i", (-1 if name is None else who.index(name) for name in strategies))


def rankable(program: ir.Program) -> bool:
    """Whether all ids fit into 32 bits, and the tables that compute them are not too long."""
    numbering = Numbering(program)
    return numbering.total <= MOST_IDS and all(
        numbering.ranks(index) is not None for index in range(len(program.actions))
    )


def _power(number: int) -> int:
    """The least power of two that is not smaller."""
    return 1 << (number - 1).bit_length() if number else 1
