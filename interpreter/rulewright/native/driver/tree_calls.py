"""Trees that machine code searches, with their buffers; `runtime.tree_search` defines what it does.

    tree = SearchTree(parts, room=2_000_000)
    tree.simulate(task, seed=7, numbers=range(1_000))

A tree takes as much memory as it has nodes: its buffers are as large as they may become, and the system provides what is touched.
"""

from __future__ import annotations

import ctypes
from array import array
from collections.abc import Callable, Sequence
from functools import cached_property
from mmap import mmap
from struct import unpack_from
from typing import Any

from rulewright.ir import nodes as ir
from rulewright.ir.utility import payoffs
from rulewright.native.driver import machine
from rulewright.native.driver.addresses import (
    ALL_DONE,
    ANEW,
    COUNTS,
    DROPPED,
    GAME_FAILED,
    GAVE_UP,
    NODE,
    PLAYED,
    SEARCH,
    STATES,
    STEP,
    STEPPED,
    is_hiding,
    luck_width,
)
from rulewright.native.driver.boundary import Boundary
from rulewright.native.driver.choice_rows import ROOM, row_layout, standing_lines
from rulewright.native.driver.machine import Library, address, zeros
from rulewright.runtime.executor import Choice, Luck, Position
from rulewright.runtime.failures import RuleFailure
from rulewright.runtime.fast import SCORES, Seats
from rulewright.runtime.hidden_cells import Unseen
from rulewright.runtime.tree_search import ANY, DEEPEST, Statistics, Task, logarithms
from rulewright.source.dataclass import dataclass

MOST_RESULTS = 1 << 16
"""The most results of games, ends and sets of winners together, for which there is a table of payoffs."""
FEW_SLOTS = 1 << 12
"""The places of nodes by key of a new tree; a power of two."""
SEEDS, SLOTS = SEARCH.index("seeds"), SEARCH.index("slots")
"""What each call writes to the table of a search."""
WORD = 8
"""The bytes of a word."""


@dataclass(frozen=True)
class Parts:
    """What all searches in a game need. `continued` gives the machine code for the players by whom games are played on, and `carry_out` takes
    one step, if need be without machine code."""

    program: ir.Program
    search: Library
    steps: Library
    continued: Callable[[Seats], Library]
    many: Library | None
    unseen: Unseen
    carry_out: Callable[[Position, Choice], None]

    @cached_property
    def boundary(self) -> Boundary:
        return Boundary(self.program)

    @cached_property
    def payoffs(self) -> array[float]:
        """By end, from 1, and set of winners the payoffs by seat."""
        sets, players = 1 << self.program.players, self.program.players
        table = array("d", (0.0,)) * (sets * players)
        for end in self.program.ends:
            found = payoffs(self.program, end)
            for winners in range(sets):
                table.extend(found.of(players, winners))
        return table


def searchable(program: ir.Program) -> bool:
    """Whether machine code can search a game: there is a table for its results."""
    return (len(program.ends) + 1) << program.players <= MOST_RESULTS


class SearchTree:
    """A tree in buffers."""

    def __init__(self, parts: Parts, room: int) -> None:
        program = parts.program
        self._parts, self._program, self._room = parts, program, room
        self._rows, self._size = row_layout(program), program.layout.size
        self._numbers: dict[str | None, int] = {None: -1}
        self._numbers |= {name: place for place, name in enumerate(program.strategies)}
        words = room * (2 + (self._rows.width + 1) // 2 + (NODE + 2) // 2 + 1) + 2
        self._nodes, self._choices = mmap(-1, words * WORD), mmap(-1, ROOM * self._rows.width * 4)
        self._slots, self._counts = zeros(FEW_SLOTS, "q"), zeros(len(COUNTS), "q")
        self._set(mask=FEW_SLOTS - 1, room=room, next=1)
        cells, luck = zeros(self._size), zeros(luck_width(program))
        self._arrays: dict[str, array[Any]] = {  # Any: of several types
            "cells": cells,
            "luck": luck,
            "cells_before": cells[:],
            "luck_before": luck[:],
            "game": zeros(SCORES + len(standing_lines(program)) * program.players),
            "path": zeros(DEEPEST * STEP, "q"),
            "counts": self._counts,
            "payoffs": parts.payoffs,
            "logarithms": logarithms(),
            **_observing(parts, cells, self._size),
        }
        self._task: Task | None = None
        self._play_on = 0
        self._table = array("Q")

    def simulate(self, task: Task, seed: int, numbers: range, choice: int = ANY) -> bool:
        """See `runtime.tree_search.Tree`."""
        if self._task is not task and not self._take(task):
            return False
        many = len(numbers)
        self._make_room(many)
        seeds = zeros(2 * many, "Q")
        self._parts.search["rulewright.seeds"](seed, 2 * numbers.start, 2 * many, address(seeds))
        self._table[SEEDS], self._table[SLOTS] = address(seeds), address(self._slots)
        self._set(at=0, resume=ANEW, choice=choice)
        search, table = self._parts.search["rulewright.search"], address(self._table)
        while (result := search(table, numbers.start, many)) not in (ALL_DONE, GAVE_UP):
            number, further = numbers[self._count("at")], seeds[2 * self._count("at") + 1]
            try:
                if result == GAME_FAILED:
                    self._play(task, further, number)
                else:
                    self._step(seeds[2 * self._count("at")])
            except RuleFailure:
                self._set(resume=DROPPED)
        return bool(result == ALL_DONE)

    def statistics(self) -> Statistics | None:
        """See `runtime.tree_search.Tree`."""
        root = self._count("root")
        if root == 0:
            return None
        (many,) = unpack_from("q", self._nodes, (root + 1) * WORD)
        visits = unpack_from(f"{many}q", self._nodes, (root + NODE) * WORD)
        sums = unpack_from(f"{many}d", self._nodes, (root + NODE + many + 1) * WORD)
        return Statistics(list(visits), list(sums))

    def is_half_full(self) -> bool:
        """See `runtime.tree_search.Tree`."""
        return 2 * self._count("used") > self._room

    # --------------------------------------------------------------------------------------------------- private

    def _play(self, task: Task, seed: int, number: int) -> None:
        """Play a game on that machine code left to us."""
        seats = task.seats[number % len(task.seats)]
        row = task.play_on(self._position("cells", "luck", seed), seed, seats)
        self._arrays["game"][:] = array("i", row)
        self._set(resume=PLAYED)

    def _step(self, seed: int) -> None:
        """Carry out a choice that machine code left to us."""
        position = self._position("cells_before", "luck_before", seed)
        row = array("i", ctypes.string_at(self._count("row"), self._rows.width * 4))
        self._parts.carry_out(position, self._rows.decode(row))
        self._arrays["cells"][:] = position.cells
        streams = range(len(self._program.streams))
        used = (position.luck.used.get(stream, 0) for stream in streams)
        self._arrays["luck"][:] = array("i", (*position.luck.turns, *used))
        self._set(resume=STEPPED)

    def _position(self, cells: str, luck: str, seed: int) -> Position:
        written, turns = self._arrays[luck], self._program.players + 1
        used = {stream: used for stream, used in enumerate(written[turns:]) if used}
        return Position(self._arrays[cells][:], Luck(seed, written[:turns].tolist(), used))

    def _make_room(self, many: int) -> None:
        """Enter the nodes in a larger table, where the nodes that this number of simulations may add would crowd the present one."""
        slots = len(self._slots)
        while slots < 2 * (self._count("nodes") + many):
            slots *= 2
        if slots > len(self._slots):
            self._slots = zeros(slots, "q")
            self._set(mask=slots - 1)
            self._parts.search["rulewright.resettle"](
                machine.address_of(memoryview(self._nodes)),
                self._count("nodes"),
                address(self._slots),
                slots - 1,
            )

    def _take(self, task: Task) -> bool:
        """Write what a task says to buffers; False if its positions are none of a game."""
        if not all(self._parts.boundary.admits(view.cells) for view in task.views):
            return False
        players = self._program.players
        who = tuple(self._program.strategies) if any(map(any, task.seats)) else ()
        self._play_on = machine.place_of(self._parts.continued(who)["rulewright.play_on"])
        views = array("i")
        for view in task.views:
            views += view.cells
        sitting: Sequence[Seats] = [seats or (None,) * players for seats in task.seats]
        judging = task.judging
        self._arrays |= {
            "views": views,
            "turns": array("i", task.views[0].luck.turns),
            "seats": array("i", (self._numbers[name] for seats in sitting for name in seats)),
            "weights": array("d", (judging.exploring, judging.leading, *judging.mean, *judging.spread)),
        }
        rounds = -1 if task.until.rounds is None else task.until.rounds
        self._set(views=len(task.views), seats=len(sitting), most=task.until.most, rounds=rounds)
        self._set(guided=int(task.guided), proving=int(task.proving))
        self._table = array("Q", map(self._address, SEARCH))
        self._task = task
        return True

    def _address(self, name: str) -> int:
        """What the table of a search has for a name; 0 for what each call writes there."""
        parts = self._parts
        match name:
            case "nodes" | "choices":
                buffer = self._nodes if name == "nodes" else self._choices
                return machine.address_of(memoryview(buffer))
            case "play_on":
                return self._play_on
            case "apply" | "legal":
                return machine.place_of(parts.steps[f"rulewright.{name}"])
            case "observe_many":
                return machine.place_of(parts.many[f"rulewright.{name}"]) if parts.many is not None else 0
            case _:
                return address(self._arrays[name]) if name in self._arrays else 0

    def _count(self, name: str) -> int:
        return self._counts[COUNTS.index(name)]

    def _set(self, **counts: int) -> None:
        for name, value in counts.items():
            self._counts[COUNTS.index(name)] = value


def _observing(parts: Parts, cells: array[int], size: int) -> dict[str, array[Any]]:  # Any: of several types
    """The buffers for what a player sees, where something is hidden."""
    if not is_hiding(parts.program):
        return {}
    states, unseen = zeros(len(STATES), "Q"), parts.unseen
    states[STATES.index("cells")] = address(cells)
    hidden = array("Q", map(address, (unseen.cells, unseen.starts, unseen.places)))
    return {"states": states, "seen": zeros(size), "unseen": hidden}
