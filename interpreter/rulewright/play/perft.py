"""Counting what a game can become, ply by ply, as writers of engines do to find mistakes in move generation.

    perft(game, 4)      ->      7, 49, 343, 2401 sequences; 7, 49, 238, 1120 positions

A ply is one decision. Positions that are equal are gone through once, with the number of sequences that lead there, so
that the count is exact and quick. Where chance has a part, each of its results counts as a branch of its own.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator
from dataclasses import dataclass

from rulewright.game import standing
from rulewright.game.branches import first_cells, next_cells
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
    for ply in range(1, depth + 1):
        following: dict[bytes, int] = {}
        for packed, sequences in reached.items():
            for cells in next_cells(game, _unpacked(packed)):
                _add(following, cells, sequences)
        if not following:
            return
        yield _counted(game, ply, following)
        reached = following


def _add(reached: dict[bytes, int], cells: array[int], sequences: int) -> None:
    packed = cells.tobytes()
    reached[packed] = reached.get(packed, 0) + sequences


def _unpacked(packed: bytes) -> array[int]:
    cells = array("i")
    cells.frombytes(packed)
    return cells


def _counted(game: Game, ply: int, reached: dict[bytes, int]) -> Ply:
    won, shared, drawn = [0] * game.num_players, 0, 0
    for packed, sequences in reached.items():
        cells = _unpacked(packed)
        if standing.ended_by(game.program, cells) is None:
            continue
        winners = standing.winners(game.program, cells)
        if len(winners) == 1:
            won[winners[0]] += sequences
        elif winners:
            shared += sequences
        else:
            drawn += sequences
    ended = sum(won) + shared + drawn
    return Ply(ply, sum(reached.values()), len(reached), ended, tuple(won), shared, drawn)
