"""Whole games played on the card: the buffers of each kernel, its launch, and the rows that come back.

    on_card = GamesOnCard(card, compiled, program, "totals")
    counted = on_card.totals(seed=7, numbers=range(1_000_000), max_actions=10_000, tables=[(0, 1), (1, 0)])

The rows are those that the functions of the processor write (`native.driver.executor`, `counted_games`).
"""

from __future__ import annotations

import ctypes
from array import array
from typing import Final

from rulewright.ir import nodes as ir
from rulewright.native.driver.machine import zeros
from rulewright.native.gpu import kernels
from rulewright.native.gpu.interface import Card
from rulewright.native.gpu.loaded import Compiled, KernelsOnCard
from rulewright.runtime.chance.random_words import MASK
from rulewright.runtime.fast import ROUNDS_KEPT, curve_width

MOST_ROWS: Final = 1 << 16
"""The most games of a launch that have a row although games are counted."""

_I, _U, _L = ctypes.c_int32, ctypes.c_uint32, ctypes.c_uint64


class GamesOnCard(KernelsOnCard):
    """The kernel of a module for whole games of a program."""

    def __init__(self, card: Card, compiled: Compiled, program: ir.Program, module: str) -> None:
        super().__init__(card, compiled, (module,), program)
        self.width = kernels.width(program, module)

    def playouts(self, seeds: array[int], max_actions: int, rounds: int) -> array[int]:
        """The rows of games of random players."""
        out, many = zeros(len(seeds) * self.width), len(seeds)
        with self._card.using():
            blocks, lists = self._grid(many)
            with self._card.memory(lists, 8 * many, 4 * len(out)) as (rows, given, place):
                self._card.write(seeds, given)
                self._launch(
                    self.names[0], blocks, _L(given), _L(many), _I(max_actions), _I(rounds), _L(rows), _L(place)
                )  # fmt: skip
                self._card.read(place, out)
        return out

    def measured(
        self, seeds: array[int], max_actions: int, seats: array[int], tables: int
    ) -> tuple[array[int], array[int]]:
        """The rows of measured games, and their curve."""
        out, many = zeros(len(seeds) * self.width), len(seeds)
        curve = array("q", (0,)) * (ROUNDS_KEPT * curve_width(self._program.players))
        with self._card.using():
            blocks, lists = self._grid(many)
            sizes = lists, 8 * many, 4 * len(seats), 4 * len(out), 8 * len(curve)
            with self._card.memory(*sizes) as (rows, given, sitting, place, sums):
                self._card.write(seeds, given)
                self._card.write(seats, sitting)
                self._card.clear(sums, 8 * len(curve))
                self._launch(
                    self.names[0], blocks, _L(given), _L(many), _I(max_actions), _L(rows), _L(sitting), _I(tables), _L(place),
                    _L(sums),
                )  # fmt: skip
                self._card.read(place, out)
                self._card.read(sums, curve)
        return out, curve

    def totals(
        self, seed: int, first: int, many: int, max_actions: int, seats: array[int], tables: int
    ) -> tuple[int, array[int], list[int], array[int]]:
        """The number of games played, their counters, and the places and rows of those that are not counted, in order. As many games
        are played as have room for these rows."""
        counts, kept = zeros(kernels.slots(self._program) * tables), zeros(1)
        with self._card.using():
            while True:
                room = min(many, MOST_ROWS)
                apart, out = zeros(room), zeros(room * self.width)
                blocks, lists = self._grid(many)
                sizes = lists, 4 * len(seats), 4 * len(out), 4 * room, 4 * len(counts), 4
                with self._card.memory(*sizes) as (rows, sitting, place, places, counters, written):
                    self._card.write(seats, sitting)
                    self._card.clear(counters, 4 * len(counts))
                    self._card.clear(written, 4)
                    self._launch(
                        self.names[0], blocks, _L(seed & MASK), _L(first), _L(many), _I(max_actions), _L(rows), _L(sitting), _I(tables),
                        _L(place), _U(room), _L(places), _L(counters), _L(written),
                    )  # fmt: skip
                    self._card.read(written, kept)
                    if kept[0] > room:
                        many = max(many // 2, 1)
                        continue
                    self._card.read(counters, counts)
                    if kept[0]:
                        self._card.read(places, apart)
                        self._card.read(place, out)
                break
        order = sorted(range(kept[0]), key=apart.__getitem__)
        listed = array("i")
        for each in order:
            listed += out[each * self.width : (each + 1) * self.width]
        return many, counts, [apart[each] for each in order], listed
