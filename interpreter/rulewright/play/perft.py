"""Counts the sequences and positions of a game, ply by ply, as authors of engines do to find mistakes in move generation.

    perft(game, 4)      ->      7, 49, 343, 2401 sequences; 7, 49, 238, 1120 positions

A ply is one decision, or one turn. Equal positions are expanded once, with the number of sequences that lead there, so that the
count is exact and fast. Each result of chance counts as a branch of its own.

**Merging has its price.**  Where the different positions need not be counted, and few of them are equal, it is faster to go through
all sequences depth first, and keep none of the positions: with machine code that takes less than a microsecond for each.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import islice
from operator import add
from typing import Literal, TypeAlias, get_args

from rulewright.game.game import Game, State
from rulewright.game.moves.action import Action
from rulewright.game.playouts.branches import (
    Generation,
    can_go_deep,
    cells_after,
    endings,
    expect,
    first_cells,
    first_generation,
    generation_after_turns,
    next_generation,
    one_by_one,
    sequences_after,
    size,
    weight,
)
from rulewright.game.playouts.without_notes import Unread
from rulewright.play.running.arguments import check_game
from rulewright.problems.plain_data import json_of
from rulewright.runtime import whole_numbers
from rulewright.runtime.executor import Choice
from rulewright.runtime.failures import RuleFailure
from rulewright.runtime.fast import Spread, Totals
from rulewright.source.dataclass import dataclass

By: TypeAlias = Literal["decision", "turn"]
"""What a ply is."""


@dataclass(frozen=True, slots=True)
class Ply:
    """The counts of one ply. `sequences`: of moves that lead to it; `positions`: different ones after it, 0 if they were not counted; `ended`: sequences that
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


def perft(game: Game | State, depth: int, by: By = "decision", *, unique: bool = True) -> Iterator[Ply]:
    """The counts of each ply, down to `depth` or until every game is over: from the beginning of a game, or from a state.

    A ply is a decision; with `by="turn"` it is all that somebody does until another player is to act, a new round begins, or the
    game is over.  Different sequences that lead to the same position count as several `sequences` and as one of `positions`. With
    `unique=False` positions are not counted (they are 0), which is faster in many games.

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
    return _plies(game, whole_numbers.count("depth", depth, 0), by, unique)


def _plies(start: Game | State, depth: int, by: By, unique: bool) -> Iterator[Ply]:
    merged = _merged(start, depth, by, unique)
    depth_first = None if unique else _DepthFirst(by)
    for ply in range(1, depth + 1):
        if depth_first is not None:
            totals = depth_first.totals(merged, ply, depth)
            if totals is None:
                depth_first = None if depth_first.begun else depth_first
            elif totals.sequences:
                yield _told(ply, totals)
                continue
            else:
                return
        while merged.ply < ply:
            merged.go_on()
        found = merged.counted()
        if not found.positions:
            return
        if ply == 1:
            merged.expect(min(found.sequences, MANY) ** min(depth, MOST_EXPECTED))
        yield found if unique else replace(found, positions=0)


def _merged(start: Game | State, depth: int, by: By, unique: bool) -> _Merged:
    game = _game_of(start)
    follow = next_generation if by == "decision" else generation_after_turns
    reached = (
        first_generation(game) if isinstance(start, Game) else {cells.tobytes(): 1 for cells in _first(start)}
    )
    if game.program.positions and not isinstance(reached, Spread) and (unique or not can_go_deep(game)):
        return _MergedWithNotes(game, reached, follow, depth)
    return _Merged(game, reached, follow)


Follow: TypeAlias = Callable[[Game, Generation], Generation]
"""From one generation to the next."""


class _Merged:
    """The positions after some plies, each once."""

    def __init__(self, game: Game, reached: Generation, follow: Follow) -> None:
        self.game, self._reached, self._follow, self.ply = game, reached, follow, 0

    def go_on(self) -> None:
        """The next ply."""
        self._reached = self._follow(self.game, self._reached)
        self.ply += 1

    def parts(self) -> list[tuple[Game, Generation]]:
        """The positions, each with its game."""
        return [(self.game, self._reached)]

    def expect(self, steps: int) -> None:
        """About this number of steps will be needed in all."""
        for game, _ in self.parts():
            if can_go_deep(game):  # otherwise the reference carries out every move
                expect(game, steps)

    def counted(self) -> Ply:
        """The counts of this ply; nothing can follow if it has no positions."""
        return _counted(self.game, self.ply, self._reached)


class _MergedWithNotes(_Merged):
    """The same in a game that notes positions. Those whose notes cannot matter any more are counted on without notes, so that equal ones
    are expanded once."""

    def __init__(self, game: Game, first: dict[bytes, int], follow: Follow, depth: int) -> None:
        super().__init__(game, first, follow)
        self._unread, self._noting, self._depth = Unread(game), first, depth
        self._plain: Generation = {}
        self._alike: dict[bytes, None] = {}

    def go_on(self) -> None:
        unread, follow = self._unread, self._follow
        noting, cut = _apart(unread, self._noting, self._depth - self.ply)
        plain = _joined(unread.game, self._plain, cut)
        self._plain = follow(unread.game, plain) if size(plain) else plain
        self.ply += 1
        last = self.ply == self._depth
        following: dict[bytes, int] = {}
        for part in _in_parts(noting, MOST_AT_ONCE // self.game.program.layout.size if last else len(noting)):
            for packed, many in one_by_one(self.game, follow(self.game, part)):
                kept = unread.cut(array("i", packed)).tobytes() if last else packed
                following[kept] = following.get(kept, 0) + many
        self._noting = following
        self._alike = dict.fromkeys(
            packed if last else unread.cut(array("i", packed)).tobytes() for packed in following
        )

    def parts(self) -> list[tuple[Game, Generation]]:
        return [(self._unread.game, self._plain), (self.game, self._noting)]

    def counted(self) -> Ply:
        plain, noting = self._unread.game, self.game
        return _of_both(
            _counted(plain, self.ply, self._plain), _counted(noting, self.ply, self._noting),
            _positions(self._unread, self._plain, self._alike),
        )  # fmt: skip


class _DepthFirst:
    """Counts the sequences that follow merged positions, where that is faster than merging on."""

    def __init__(self, by: By) -> None:
        self._by_turn, self.begun = by == "turn", False
        self._sizes, self._weights = [1], [1]

    def totals(self, merged: _Merged, ply: int, depth: int) -> Totals | None:
        """The totals of a ply; None if the positions before it should be merged first, or once it has `begun` if it cannot be
        done."""
        if not self.begun and not self._pays(merged, depth):
            return None
        self.begun, found = True, None
        for game, positions in merged.parts():
            if size(positions):
                more = sequences_after(game, positions, ply - merged.ply, self._by_turn)
                if more is None:
                    return None
                found = more if found is None else found + more
        return found

    def _pays(self, merged: _Merged, depth: int) -> bool:
        """Whether few positions after this ply would be equal, as few were at this ply."""
        here = sum(size(positions) for _, positions in merged.parts())
        ways = sum(weight(positions) for _, positions in merged.parts())
        self._sizes.append(here)
        self._weights.append(ways)
        if here < FEW:
            return False
        plies, branches = depth - merged.ply, ways / self._weights[-2]
        different = here / self._sizes[-2] / branches
        few_alike = plies == 1 or different >= ALIKE ** (1 / (plies - 1))
        return few_alike and (here > MANY or branches <= MOST_ON_END ** (1 / plies))


FEW = 256
"""Positions up to which merging costs nothing worth mentioning."""
MOST_EXPECTED = 16
"""Plies of which steps are estimated: more would be as many as can be."""
MANY = 100_000
"""Positions from which on more would take much memory."""
ALIKE = 1 / 10
"""The share of sequences that would be left, below which merging is faster than going through all of them."""
MOST_ON_END = 1 << 21
"""About the most sequences after one position that are counted without looking up."""
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


def _told(ply: int, totals: Totals) -> Ply:
    ended = sum(totals.won) + totals.shared + totals.drawn
    return Ply(ply, totals.sequences, 0, ended, totals.won, totals.shared, totals.drawn)
