"""Counting what a game can become, ply by ply, as writers of engines do to find mistakes in move generation.

    perft(game, 4)      ->      7, 49, 343, 2401 sequences; 7, 49, 238, 1120 positions

A ply is one decision. Positions that are equal are gone through once, with the number of sequences that lead there, so
that the count is exact and quick. Where chance has a part, each of its results counts as a branch of its own.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from rulewright.game.branches import (
    apart,
    can_spread,
    endings,
    first_cells,
    next_cells,
    spread,
    together,
    unpacked,
    winners_of,
)
from rulewright.game.game import Game


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
        return {
            "ply": self.ply, "sequences": self.sequences, "positions": self.positions, "ended": self.ended,
            "won": list(self.won), "shared": self.shared, "drawn": self.drawn,
        }  # fmt: skip


def perft(game: Game, depth: int) -> Iterator[Ply]:
    """One ply after the other, down to `depth` or until every game is over.

    Raises TooManyOutcomes where chance has too many results to list.
    """
    reached: dict[bytes, int] = {}
    for cells in first_cells(game):
        _add(reached, cells, 1)
    ply = 0
    if can_spread(game):
        positions = together(reached)
        while ply < depth and (following := spread(game, positions)) is not None:
            if not following.used:
                return
            ply += 1
            total = sum(following.weights[: following.used])
            yield _counted(game, ply, total, following.used, endings(game, following))
            positions = following
        if ply == depth:
            return
        reached = apart(game, positions)
    yield from _one_by_one(game, ply, depth, reached)


def _one_by_one(game: Game, ply: int, depth: int, reached: dict[bytes, int]) -> Iterator[Ply]:
    """Ply after ply, where each position is asked for those that follow."""
    while ply < depth:
        following: dict[bytes, int] = {}
        for packed, sequences in reached.items():
            for cells in next_cells(game, unpacked(packed)):
                _add(following, cells, sequences)
        if not following:
            return
        ply += 1
        ended = ((winners, sequences) for packed, sequences in following.items()
                 if (winners := winners_of(unpacked(packed))) is not None)  # fmt: skip
        yield _counted(game, ply, sum(following.values()), len(following), ended)
        reached = following


def _add(reached: dict[bytes, int], cells: array[int], sequences: int) -> None:
    packed = cells.tobytes()
    reached[packed] = reached.get(packed, 0) + sequences


def _counted(game: Game, ply: int, sequences: int, positions: int, ended: Iterable[tuple[int, int]]) -> Ply:
    """`ended`: the winners of each position that is over, as a bit set, and how many sequences lead to it."""
    won, shared, drawn = [0] * game.num_players, 0, 0
    for winners, many in ended:
        if not winners:
            drawn += many
        elif winners.bit_count() > 1:
            shared += many
        else:
            won[winners.bit_length() - 1] += many
    return Ply(ply, sequences, positions, sum(won) + shared + drawn, tuple(won), shared, drawn)
