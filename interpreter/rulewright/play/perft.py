"""Counts the sequences and positions of a game, ply by ply, as authors of engines do to find mistakes in move generation.

    perft(game, 4)      ->      7, 49, 343, 2401 sequences; 7, 49, 238, 1120 positions

A ply is one decision, or one turn. Equal positions are expanded once, with the number of sequences that lead there, so that the
count is exact and fast. Each result of chance counts as a branch of its own.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal, TypeAlias, get_args

from rulewright.game.game import Game, State
from rulewright.game.moves.action import Action
from rulewright.game.playouts.branches import (
    Generation,
    cells_after,
    endings,
    first_cells,
    first_generation,
    generation_after_turns,
    next_generation,
    size,
    weight,
)
from rulewright.play.running.arguments import check_game
from rulewright.problems.plain_data import json_of
from rulewright.runtime import whole_numbers
from rulewright.runtime.executor import Choice
from rulewright.runtime.failures import RuleFailure

By: TypeAlias = Literal["decision", "turn"]
"""What a ply is."""


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


def perft(game: Game | State, depth: int, by: By = "decision") -> Iterator[Ply]:
    """The counts of each ply, down to `depth` or until every game is over: from the beginning of a game, or from a state.

    A ply is a decision; with `by="turn"` it is all that somebody does until another player is to act, a new round begins, or the
    game is over.  Different sequences that lead to the same position count as several `sequences` and as one of `positions`.

    Raises TooManyOutcomes if chance has too many results to list, EndlessTurn (a ValueError) for a turn of more than 1,000 decisions, and
    RuleFailure; `way_to_failure` finds its moves. TypeError and ValueError for arguments that are no game and no depth.
    """
    if not isinstance(game, State):
        check_game(game)
    elif game.is_chance_node():
        raise ValueError(
            "positions are counted from a decision, and this state waits for chance: give it an outcome first"
        )
    if by not in get_args(By):
        raise ValueError(f"`by` is 'decision' or 'turn', not {by!r}")
    return _plies(game, whole_numbers.count("depth", depth, 0), by)


def _plies(start: Game | State, depth: int, by: By) -> Iterator[Ply]:
    game = _game_of(start)
    reached = (
        first_generation(game) if isinstance(start, Game) else {cells.tobytes(): 1 for cells in _first(start)}
    )
    follow = next_generation if by == "decision" else generation_after_turns
    for ply in range(1, depth + 1):
        reached = follow(game, reached)
        if not size(reached):
            return
        yield _counted(game, ply, reached)


def _game_of(start: Game | State) -> Game:
    return start.game if isinstance(start, State) else start


def _first(start: Game | State) -> Iterator[array[int]]:
    return iter([start.cells]) if isinstance(start, State) else first_cells(start)


def way_to_failure(start: Game | State, depth: int) -> tuple[list[Action], RuleFailure] | None:
    """The first sequence of actions, in the order of `perft`, after which a rule fails, and the failure; None if none fails
    within `depth` decisions.

    Counting does not keep the moves that lead to a position, so the positions are expanded once more.
    """
    game = _game_of(start)
    try:
        ways = {cells.tobytes(): tuple[Choice, ...]() for cells in _first(start)}
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
