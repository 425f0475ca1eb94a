"""Branches: the positions that follow a position, for every legal choice and every result of chance.

    next_cells(game, cells)      ->      the cells of each position one decision further on

For counting positions, which need neither history nor knowledge: much faster than states.  In a game without chance, an
executor that can (`runtime.fast`) computes whole generations of positions at once.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator
from fractions import Fraction
from itertools import compress
from typing import TypeAlias

from rulewright.game.game import Game
from rulewright.ir.chance import has_chance
from rulewright.ir.layout import CURRENT, ENDED, ROUND, WINNERS
from rulewright.runtime.chance.enumerated import Enumerated, enumerate_outcomes
from rulewright.runtime.chance.sampled import new_luck, new_position
from rulewright.runtime.executor import Choice, Position
from rulewright.runtime.fast import Bulk, Spread, Together, Totals

LIMIT = 100_000

MOST_IN_A_TURN = 1_000
"""Decisions after which a turn is taken for one that need not end."""

MOST_WEIGHT = 2**62
"""Weights up to this can be added in signed 64-bit numbers."""

Turn: TypeAlias = tuple[int, int]
"""The player to act, and the round: a turn is over when one of them changes."""

Generation: TypeAlias = dict[bytes, int] | Spread
"""Different positions with weights: by the bytes of their cells, or all in one buffer."""


class EndlessTurn(ValueError):
    """A turn may go on for ever, so its sequences cannot be counted."""


def first_cells(game: Game) -> Iterator[array[int]]:
    """The cells before the first decision, for every result of chance in the set-up."""

    for _, cells in first_positions(game):
        yield cells


def first_positions(game: Game) -> list[tuple[Fraction, array[int]]]:
    """The same with the probability of each result."""

    def run(chance: Enumerated) -> array[int]:
        position = new_position(game.program, 0)
        game.executor.begin(position, chance)
        return position.cells

    return enumerate_outcomes(run, LIMIT)


def next_cells(game: Game, cells: array[int]) -> Iterator[array[int]]:
    """The cells after each legal choice and each result of chance that it can have; nothing after the end of the game.

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
            yield from cells_after(game, cells, choice)


def cells_after(game: Game, cells: array[int], choice: Choice) -> Iterator[array[int]]:
    """The cells after a choice, for each result of chance that it can have."""

    def run(chance: Enumerated) -> array[int]:
        position = Position(cells[:], new_luck(0, game.num_players))
        game.executor.apply(position, choice, chance)
        return position.cells

    for _, after in enumerate_outcomes(run, LIMIT):
        yield after


# ------------------------------------------------------------------------------------------- whole generations


def first_generation(game: Game) -> Generation:
    """The positions before the first decision, each once."""
    first: dict[bytes, int] = {}
    for cells in first_cells(game):
        _add(first, cells, 1)
    return first


def next_generation(game: Game, positions: Generation) -> Generation:
    """The positions after one more decision, each once, with the sum of the weights that lead to it."""
    following = _spread(game, positions)
    if following is not None:
        return following
    found: dict[bytes, int] = {}
    for packed, weight in one_by_one(game, positions):
        for cells in next_cells(game, _unpacked(packed)):
            _add(found, cells, weight)
    return found


def generation_after_turns(game: Game, positions: Generation) -> Generation:
    """The positions after one more turn, each once, with the sum of the weights that lead to it: after all that somebody does until
    another player is to act, a new round begins, or the game is over.

    Raises EndlessTurn for a turn of more than 1,000 decisions.
    """
    found: dict[bytes, int] = {}
    begun: dict[Turn, dict[bytes, int]] = {}
    for packed, many in one_by_one(game, positions):
        begun.setdefault(_turn(packed), {})[packed] = many
    for turn, going_on in begun.items():
        decisions = 0
        while going_on:
            if decisions == MOST_IN_A_TURN:
                raise EndlessTurn(
                    f"a turn of more than {MOST_IN_A_TURN:,} decisions, which may go on for ever"
                )
            following = one_by_one(game, next_generation(game, going_on))
            going_on, decisions = {}, decisions + 1
            for packed, many in following:
                if _turn(packed) == turn:
                    going_on[packed] = many
                else:
                    found[packed] = found.get(packed, 0) + many
    return found


def expect(game: Game, steps: int) -> None:
    """Say that about this number of steps is going to be asked for."""
    if isinstance(game.executor, Together):
        game.executor.expect(steps)


def without_chance(game: Game) -> bool:
    """Whether no result of a move depends on chance."""
    return not has_chance(game.program)


def can_go_deep(game: Game) -> bool:
    """Whether the executor may count sequences without merging."""
    return isinstance(game.executor, Together) and not has_chance(game.program)


def sequences_after(game: Game, positions: Generation, plies: int, turns: bool) -> Totals | None:
    """The totals of all sequences of that number of decisions, or turns, without merging equal positions; None if the executor cannot
    do that, or it would not pay."""
    executor, given = game.executor, _in_one_buffer(game, positions)
    if given is None or not isinstance(executor, Together):
        return None
    return executor.sequences(given, plies, turns)


def size(positions: Generation) -> int:
    """The number of positions."""
    return positions.used if isinstance(positions, Spread) else len(positions)


def weight(positions: Generation) -> int:
    """The sum of all weights."""
    weights = positions.weights[: positions.used] if isinstance(positions, Spread) else positions.values()
    return sum(weights)


def endings(game: Game, positions: Generation) -> Iterator[tuple[int, int]]:
    """For each position in which the game is over: the winners as a bit set, and the weight."""
    if isinstance(positions, Spread):
        width = game.program.layout.size
        end = positions.used * width
        ended = positions.cells[ENDED:end:width]
        yield from compress(zip(positions.cells[WINNERS:end:width], positions.weights, strict=False), ended)
    else:
        for packed, many in positions.items():
            cells = _unpacked(packed)
            if cells[ENDED]:
                yield cells[WINNERS], many


def _spread(game: Game, positions: Generation) -> Spread | None:
    """The next generation computed all at once, or None if that is not possible."""
    executor, given = game.executor, _in_one_buffer(game, positions)
    return executor.spread(given) if given is not None and isinstance(executor, Together) else None


def _in_one_buffer(game: Game, positions: Generation) -> Spread | None:
    """The same positions for an executor that steps many states at once, in a game without chance; None if that is not possible."""
    if not isinstance(game.executor, Together) or has_chance(game.program):
        return None
    if isinstance(positions, Spread):
        return positions
    if sum(positions.values()) > MOST_WEIGHT:
        return None
    return Spread(_unpacked(b"".join(positions)), array("Q", positions.values()), len(positions))


def one_by_one(game: Game, positions: Generation) -> Iterator[tuple[bytes, int]]:
    """The bytes of the cells of each position, and its weight."""
    if not isinstance(positions, Spread):
        yield from positions.items()
        return
    width = game.program.layout.size * positions.cells.itemsize
    packed = memoryview(positions.cells).cast("B")
    for place in range(positions.used):
        yield bytes(packed[place * width : (place + 1) * width]), positions.weights[place]


def _turn(packed: bytes) -> Turn:
    cells = memoryview(packed).cast("i")
    return cells[CURRENT], cells[ROUND]


def _add(found: dict[bytes, int], cells: array[int], weight: int) -> None:
    packed = cells.tobytes()
    found[packed] = found.get(packed, 0) + weight


def _unpacked(packed: bytes) -> array[int]:
    cells = array("i")
    cells.frombytes(packed)
    return cells
