"""Calls of the functions that play whole games and count them (`modules.totals`)."""

from __future__ import annotations

from array import array
from bisect import bisect_left
from collections.abc import Sequence
from functools import partial

from rulewright.ir import nodes as ir
from rulewright.native.driver import machine
from rulewright.native.driver.choice_rows import ROOM, row_layout, standing_lines
from rulewright.native.driver.machine import address, zeros
from rulewright.native.driver.reasons import reason
from rulewright.runtime.chance.random_words import MASK
from rulewright.runtime.counted import Column, Columns, Counted, columns_of
from rulewright.runtime.fast import SCORES, Played, Seats

MOST_ROWS = 1024
"""The most games of a call that have a row."""


class CountedGames:
    """Whole games of a program, counted."""

    def __init__(self, program: ir.Program, functions: machine.Library, who: Seats) -> None:
        columns = columns_of(program)
        assert columns is not None
        self._columns = columns
        self._play = functions["rulewright.totals"]
        self._reason = partial(reason, functions)
        self._room = ROOM * row_layout(program).width
        self._places = {name: place for place, name in enumerate(who)}
        self._wide = SCORES + len(standing_lines(program)) * program.players

    def play(self, seed: int, numbers: range, max_actions: int, seats: Sequence[Seats]) -> Counted:
        room, slots = min(len(numbers), MOST_ROWS), self._columns.slots * len(seats)
        out, apart, rows = zeros(room * self._wide), zeros(room), zeros(self._room)
        counts, found, sizes = zeros(slots), zeros(slots), zeros(3)
        tables = array("i", (self._places.get(name, 0) for table in seats for name in table))
        self._play(
            seed & MASK, numbers.start, len(numbers), max_actions, address(rows), address(tables), len(seats),
            address(out), room, address(apart), address(counts), address(found), address(sizes),
        )  # fmt: skip
        games, kept, listed = sizes
        played = Played(out[: kept * self._wide], kept, self._wide, reason=self._reason)
        slots_found = sorted(found[:listed])
        return Counted(games, by_table(self._columns, counts, slots_found, len(seats)), apart[:kept], played)


def by_table(
    columns: Columns, counts: array[int], found: Sequence[int], tables: int
) -> tuple[dict[str, dict[int, int]], ...]:
    """For each table the counters that are not 0, by column and value; `found` lists them in order."""

    def counted(table: int, column: Column) -> dict[int, int]:
        start = table * columns.slots + column.start
        low, high = bisect_left(found, start), bisect_left(found, start + column.size)
        return {column.least + slot - start: counts[slot] for slot in found[low:high]}

    return tuple(
        {name: counted(table, column) for name, column in columns.by_name.items()} for table in range(tables)
    )
