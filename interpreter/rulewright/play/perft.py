"""Counting what a game can become, ply by ply, as writers of engines do to find mistakes in move generation.

    perft(game, 4)      ->      7, 49, 343, 2401 sequences; 7, 49, 238, 1120 positions

A ply is one decision. Positions that are equal are gone through once, with the number of sequences that lead there, so
that the count is exact and quick. Where chance has a part, each of its results counts as a branch of its own.
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
from rulewright.problems.plain_data import json_of
from rulewright.runtime.executor import Choice
from rulewright.runtime.failures import RuleFailure


@dataclass(frozen=True, slots=True)
class Ply:
    """What one ply comes to. `sequences` lead to it; `positions` are different ones; of the sequences `ended` have
    ended the game with it: `won[seat]` for each seat alone, `shared` for several winners, `drawn` for none."""

    ply: int
    sequences: int
    positions: int
    ended: int
    won: tuple[int, ...]
    shared: int
    drawn: int

    def to_json(self) -> dict[str, object]:
        return json_of(self)


def perft(game: Game, depth: int) -> Iterator[Ply]:
    """One ply after the other, down to `depth` or until every game is over.

    Raises TooManyOutcomes where chance has too many results to list, and RuleFailure; `way_to_failure` has its moves.
    """
    reached = first_generation(game)
    for ply in range(1, depth + 1):
        reached = next_generation(game, reached)
        if not size(reached):
            return
        yield _counted(game, ply, reached)


def way_to_failure(game: Game, depth: int) -> tuple[list[Action], RuleFailure] | None:
    """The first actions, as `perft` goes through them, after which a rule fails, and how it does; None if none fails.

    Counting keeps positions without how they came about, so they are gone through once more, one by one.
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
