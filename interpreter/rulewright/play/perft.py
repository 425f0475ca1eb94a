"""Counts the sequences and positions of a game, ply by ply, as authors of engines do to find mistakes in move generation.

    perft(game, 4)      ->      7, 49, 343, 2401 sequences; 7, 49, 238, 1120 positions

A ply is one decision. Equal positions are expanded once, with the number of sequences that lead there, so that the count is
exact and fast. Each result of chance counts as a branch of its own.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator
from dataclasses import dataclass

from rulewright.game.game import Game
from rulewright.game.moves.action import Action
from rulewright.game.playouts.branches import (
    Generation,
    cells_after,
    endings,
    first_cells,
    first_generation,
    next_generation,
    size,
    weight,
)
from rulewright.play.running.arguments import check_game
from rulewright.problems.plain_data import json_of
from rulewright.runtime import whole_numbers
from rulewright.runtime.executor import Choice
from rulewright.runtime.failures import RuleFailure


@dataclass(frozen=True, slots=True)
class Ply:
    """The counts of one ply. `sequences`: of moves that lead to it; `positions`: different ones after it; `ended`: sequences that
    end the game with it, of which `won[seat]` are wins of each seat alone, `shared` have several winners, and `drawn` none."""

    ply: int
    sequences: int
    positions: int
    ended: int
    won: tuple[int, ...]
    shared: int
    drawn: int

    def to_json(self) -> dict[str, object]:
        """Plain data."""
        return json_of(self)


def perft(game: Game, depth: int) -> Iterator[Ply]:
    """The counts of each ply, down to `depth` or until every game is over.

    Raises TooManyOutcomes if chance has too many results to list, and RuleFailure; `way_to_failure` finds its moves. TypeError and
    ValueError for arguments that are no game and no depth.
    """
    check_game(game)
    return _plies(game, whole_numbers.count("depth", depth, 0))


def _plies(game: Game, depth: int) -> Iterator[Ply]:
    reached = first_generation(game)
    for ply in range(1, depth + 1):
        reached = next_generation(game, reached)
        if not size(reached):
            return
        yield _counted(game, ply, reached)


def way_to_failure(game: Game, depth: int) -> tuple[list[Action], RuleFailure] | None:
    """The first sequence of actions, in the order of `perft`, after which a rule fails, and the failure; None if none fails.

    Counting does not keep the moves that lead to a position, so the positions are expanded once more.
    """
    try:
        ways = {cells.tobytes(): tuple[Choice, ...]() for cells in first_cells(game)}
    except RuleFailure as failure:
        return [], failure
    for _ in range(depth):
        following: dict[bytes, tuple[Choice, ...]] = {}
        for packed, way in ways.items():
            tried = way
            cells = array("i", packed)
            try:
                for choice in game.executor.legal(cells):
                    tried = (*way, choice)
                    for after in cells_after(game, cells, choice):
                        following.setdefault(after.tobytes(), tried)
            except RuleFailure as failure:
                return [game.action_from_id(game.numbering.number(choice)) for choice in tried], failure
        ways = following
    return None


def _counted(game: Game, ply: int, reached: Generation) -> Ply:
    won, shared, drawn = [0] * game.num_players, 0, 0
    for winners, sequences in endings(game, reached):
        if not winners:
            drawn += sequences
        elif winners.bit_count() > 1:
            shared += sequences
        else:
            won[winners.bit_length() - 1] += sequences
    ended = sum(won) + shared + drawn
    return Ply(ply, weight(reached), size(reached), ended, tuple(won), shared, drawn)
