"""Counts the sequences and positions of a game, ply by ply, as authors of engines do to find mistakes in move generation.

    perft(game, 4)      ->      7, 49, 343, 2401 sequences; 7, 49, 238, 1120 positions

A ply is one decision, or one turn. Equal positions are expanded once, with the number of sequences that lead there, so that the
count is exact and fast. Each result of chance counts as a branch of its own.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import islice
from operator import add
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
    one_by_one,
    size,
    weight,
)
from rulewright.game.playouts.without_notes import Unread
from rulewright.play.running.arguments import check_game
from rulewright.problems.plain_data import json_of
from rulewright.runtime import whole_numbers
from rulewright.runtime.executor import Choice
from rulewright.runtime.failures import RuleFailure
from rulewright.runtime.fast import Spread

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
    if game.program.positions and not isinstance(reached, Spread):
        yield from _plies_with_notes(game, reached, depth, follow)
        return
    for ply in range(1, depth + 1):
        reached = follow(game, reached)
        if not size(reached):
            return
        yield _counted(game, ply, reached)


def _plies_with_notes(
    game: Game, first: dict[bytes, int], depth: int, follow: Callable[[Game, Generation], Generation]
) -> Iterator[Ply]:
    """The plies of a game that notes positions. Those whose notes cannot matter any more are counted on without notes, so that equal ones
    are expanded once."""
    unread = Unread(game)
    noting: dict[bytes, int] = first
    plain: Generation = {}
    for ply in range(1, depth + 1):
        noting, cut = _apart(unread, noting, depth - ply + 1)
        plain = _joined(unread.game, plain, cut)
        plain = follow(unread.game, plain) if size(plain) else plain
        last = ply == depth
        following: dict[bytes, int] = {}
        for part in _in_parts(noting, MOST_AT_ONCE // game.program.layout.size if last else len(noting)):
            for packed, many in one_by_one(game, follow(game, part)):
                kept = unread.cut(array("i", packed)).tobytes() if last else packed
                following[kept] = following.get(kept, 0) + many
        noting = following
        alike = dict.fromkeys(
            packed if last else unread.cut(array("i", packed)).tobytes() for packed in noting
        )
        if not noting and not size(plain):
            return
        yield _of_both(
            _counted(unread.game, ply, plain), _counted(game, ply, noting), _positions(unread, plain, alike)
        )


MOST_AT_ONCE = 2_000_000
"""Cells of the positions that are expanded at once in the last ply, which need their notes only until they are expanded."""


def _apart(unread: Unread, noting: dict[bytes, int], plies: int) -> tuple[dict[bytes, int], dict[bytes, int]]:
    """The positions whose notes may matter, and the others without notes."""
    kept, cut = dict[bytes, int](), dict[bytes, int]()
    for packed, many in noting.items():
        cells = unread.of(array("i", packed), plies)
        where, key = (kept, packed) if cells is None else (cut, cells.tobytes())
        where[key] = where.get(key, 0) + many
    return kept, cut


def _joined(game: Game, plain: Generation, more: dict[bytes, int]) -> Generation:
    """Two generations of the same ply as one."""
    if not more:
        return plain
    found = dict(more)
    for packed, many in one_by_one(game, plain):
        found[packed] = found.get(packed, 0) + many
    return found


def _in_parts(positions: dict[bytes, int], most: int) -> Iterator[dict[bytes, int]]:
    """Positions in parts of at most that many, and of one at least."""
    waiting = iter(positions.items())
    while part := dict(islice(waiting, max(most, 1))):
        yield part


def _positions(unread: Unread, plain: Generation, noting: dict[bytes, None]) -> int:
    """The number of different positions of both sorts."""
    if not noting:
        return size(plain)
    return len({*noting, *(packed for packed, _ in one_by_one(unread.game, plain))})


def _of_both(one: Ply, other: Ply, positions: int) -> Ply:
    won = tuple(map(add, one.won, other.won))
    return Ply(
        one.ply, one.sequences + other.sequences, positions, one.ended + other.ended, won,
        one.shared + other.shared, one.drawn + other.drawn,
    )  # fmt: skip


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
