"""Where a game can go from a position: every legal choice, every result of chance.

    next_cells(game, cells)      ->      the cells of each position one decision further on

Without history and knowledge, so it is much faster than states: for counting positions.  An executor that can
(`runtime.together`) takes whole generations of positions on at once, in a game without chance.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator
from itertools import compress
from typing import TypeAlias

from rulewright.game.game import Game
from rulewright.ir.chance import has_chance
from rulewright.ir.layout import ENDED, WINNERS
from rulewright.runtime.bulk import Bulk
from rulewright.runtime.chance import new_luck
from rulewright.runtime.enumerated import Enumerated, enumerate_outcomes
from rulewright.runtime.executor import Choice, Position
from rulewright.runtime.together import Spread, Together

LIMIT = 100_000

Positions: TypeAlias = dict[bytes, int]
"""Different positions, the bytes of their cells, with weights."""


def first_cells(game: Game) -> Iterator[array[int]]:
    """The cells before the first decision, for every result of chance in the set-up."""

    def run(chance: Enumerated) -> array[int]:
        position = Position(array("i", game.program.layout.initial()), new_luck(0, game.num_players))
        game.executor.begin(position, chance)
        return position.cells

    for _, cells in enumerate_outcomes(run, LIMIT):
        yield cells


def next_cells(game: Game, cells: array[int]) -> Iterator[array[int]]:
    """The cells after each legal choice and each result of chance that it can have; nothing once the game is over.

    Raises TooManyOutcomes where chance has more than 100,000 results.
    """
    executor = game.executor
    quick = executor if isinstance(executor, Bulk) and not has_chance(game.program) else None
    for choice in executor.legal(cells):
        if quick is not None:
            position = Position(cells[:], new_luck(0, game.num_players))
            quick.carry_out(position, choice)
            yield position.cells
        else:
            yield from _after(game, cells, choice)


# ------------------------------------------------------------------------------------------- whole generations


def can_spread(game: Game) -> bool:
    """Whether `spread` may be tried."""
    return isinstance(game.executor, Together) and not has_chance(game.program)


def spread(game: Game, positions: Spread) -> Spread | None:
    """The positions one decision further on. None if something fails, or weights are too large: `next_cells` knows then."""
    executor = game.executor
    return executor.spread(positions) if isinstance(executor, Together) else None


def together(positions: Positions) -> Spread:
    """Positions as `spread` takes them."""
    cells = array("i")
    cells.frombytes(b"".join(positions))
    return Spread(cells, array("Q", positions.values()), len(positions))


def apart(game: Game, positions: Spread) -> Positions:
    """Positions as `spread` gives them, one by one."""
    width = game.program.layout.size * positions.cells.itemsize
    packed = memoryview(positions.cells).cast("B")
    return {
        bytes(packed[place * width : (place + 1) * width]): positions.weights[place]
        for place in range(positions.used)
    }


def endings(game: Game, positions: Spread) -> Iterator[tuple[int, int]]:
    """Of the positions in which the game is over: the winners as a bit set, and the weight."""
    width = game.program.layout.size
    end = positions.used * width
    ended = positions.cells[ENDED:end:width]
    return compress(zip(positions.cells[WINNERS:end:width], positions.weights, strict=False), ended)


def winners_of(cells: array[int]) -> int | None:
    """The winners as a bit set; None while the game goes on."""
    return cells[WINNERS] if cells[ENDED] else None


def unpacked(packed: bytes) -> array[int]:
    """The cells whose bytes these are."""
    cells = array("i")
    cells.frombytes(packed)
    return cells


def _after(game: Game, cells: array[int], choice: Choice) -> Iterator[array[int]]:
    def run(chance: Enumerated) -> array[int]:
        position = Position(cells[:], new_luck(0, game.num_players))
        game.executor.apply(position, choice, chance)
        return position.cells

    for _, after in enumerate_outcomes(run, LIMIT):
        yield after
