"""Where a game can go from a position: every legal choice, every result of chance.

    next_cells(game, cells)      ->      the cells of each position one decision further on

Without history and knowledge, so it is much faster than states: for counting positions.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator

from rulewright.game.game import Game
from rulewright.ir.chance import has_chance
from rulewright.runtime.bulk import Bulk
from rulewright.runtime.chance import new_luck
from rulewright.runtime.enumerated import Enumerated, enumerate_outcomes
from rulewright.runtime.executor import Choice, Position

LIMIT = 100_000


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


def _after(game: Game, cells: array[int], choice: Choice) -> Iterator[array[int]]:
    def run(chance: Enumerated) -> array[int]:
        position = Position(cells[:], new_luck(0, game.num_players))
        game.executor.apply(position, choice, chance)
        return position.cells

    for _, after in enumerate_outcomes(run, LIMIT):
        yield after
