"""Whole games, played into our buffers: with random players, and with measurements.

PlayedGames(program, library(program, "playouts", kept), ()).play_many(seeds, max_actions=10_000, rounds=None)
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from functools import partial

from rulewright.ir import nodes as ir
from rulewright.native.driver import machine
from rulewright.native.driver.choice_rows import ROOM, row_layout, standing_lines
from rulewright.native.driver.machine import address, zeros
from rulewright.native.driver.reasons import reason
from rulewright.runtime.chance.random_words import MASK
from rulewright.runtime.fast import (
    FIRED,
    ROUNDS_KEPT,
    SCORES,
    MeasuredRows,
    Played,
    Seats,
    counted_rules,
    curve_width,
)


class PlayedGames:
    """Whole games of a program, played into our buffers."""

    def __init__(self, program: ir.Program, functions: machine.Library, who: Seats) -> None:
        self._play, self._seeds = functions["rulewright.playouts"], functions["rulewright.seeds"]
        self._room = ROOM * row_layout(program).width
        self._wide = SCORES + len(standing_lines(program)) * program.players
        self._reason = partial(reason, functions)

    def play_many(self, seeds: array[int], max_actions: int, rounds: int | None) -> Played:
        """A row for each game."""
        out = zeros(len(seeds) * self._wide)
        rows = zeros(self._room)
        self._play(
            address(seeds), len(seeds), max_actions, -1 if rounds is None else rounds,
            address(rows), address(out),
        )  # fmt: skip
        return Played(out, len(seeds), self._wide, reason=self._reason)

    def seeds_of(self, seed: int, numbers: range) -> array[int]:
        """The seeds of games by number."""
        seeds = array("Q", bytes(8 * len(numbers)))
        self._seeds(seed & MASK, numbers.start, len(numbers), address(seeds))
        return seeds


class MeasuredGames:
    """Whole games of a program, with measurements."""

    def __init__(self, program: ir.Program, functions: machine.Library, who: Seats) -> None:
        self._play = functions["rulewright.measured"]
        self._reason = partial(reason, functions)
        self._room = ROOM * row_layout(program).width
        self._places = {name: place for place, name in enumerate(who)}
        self._players, self._lines = program.players, len(standing_lines(program))
        more = FIRED + len(counted_rules(program)) + 2 * len(program.actions)
        self._wide = SCORES + self._lines * program.players + more

    def play(self, seeds: array[int], max_actions: int, seats: Sequence[Seats]) -> MeasuredRows:
        out = zeros(len(seeds) * self._wide)
        rows = zeros(self._room)
        tables = array("i", (self._places[name] for table in seats for name in table))
        curve = array("q", (0,)) * (ROUNDS_KEPT * curve_width(self._players))
        self._play(
            address(seeds), len(seeds), max_actions, address(rows),
            address(tables), len(seats), address(out), address(curve),
        )  # fmt: skip
        return MeasuredRows(
            out, len(seeds), self._wide, self._players, self._lines, curve, reason=self._reason
        )
