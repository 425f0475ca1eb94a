"""Connect four solved from positions in the middle of a game: an oracle that knows nothing of rulebooks.

A position is two sets of bits, as is usual: the stones of who is to move, and all stones, seven bits a column of which the top one stays
empty.  Alpha-beta search with a table, columns from the middle outwards, never into a loss at once (Allis, "A knowledge-based approach of
Connect-Four", 1988, has the game's value; Pons, "Solving Connect Four", 2016, this way of searching).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

COLUMNS, ROWS = 7, 6
HEIGHT = ROWS + 1
SPACES = COLUMNS * ROWS
ORDER = (3, 2, 4, 1, 5, 0, 6)
MOST_KEPT = 4_000_000
"""Positions in the table, before it is emptied."""

_FLOOR = sum(1 << column * HEIGHT for column in range(COLUMNS))
_BOARD = _FLOOR * ((1 << ROWS) - 1)
_COLUMN = [((1 << ROWS) - 1) << column * HEIGHT for column in range(COLUMNS)]


@dataclass(frozen=True, slots=True)
class Position:
    """The stones of who is to move, all stones, and how many there are."""

    mine: int = 0
    stones: int = 0
    moves: int = 0

    def open_columns(self) -> Iterator[int]:
        """The columns with room, from the middle outwards."""
        top = 1 << ROWS - 1
        return (column for column in ORDER if not self.stones & top << column * HEIGHT)

    def after(self, column: int) -> Position:
        """The position of the other side after a stone in this column."""
        theirs = self.mine ^ self.stones
        return Position(theirs, self.stones | self.stones + (1 << column * HEIGHT), self.moves + 1)

    def wins_with(self, column: int) -> bool:
        """Whether a stone in this column makes four."""
        free = self.stones + _FLOOR & _BOARD & _COLUMN[column]
        return bool(_fourths(self.mine, self.stones) & free)


def position_of(columns: Sequence[int]) -> Position:
    """The position after stones in these columns, from 0, in turn."""
    position = Position()
    for column in columns:
        position = position.after(column)
    return position


@dataclass(slots=True)
class Solver:
    """Values of positions for who is to move: half the moves that are left at the end, at best play of both, negative for who loses; 0 is a draw."""

    kept: dict[int, int] = field(default_factory=dict)
    visited: int = 0

    def value(self, position: Position) -> int:
        """The value; how quickly somebody wins counts."""
        if any(position.wins_with(column) for column in position.open_columns()):
            return (SPACES + 1 - position.moves) // 2
        low, high = -(SPACES - position.moves) // 2, (SPACES + 1 - position.moves) // 2
        while low < high:
            middle = low + (high - low) // 2
            if middle <= 0 and low // 2 < middle:
                middle = low // 2
            elif middle >= 0 and high // 2 > middle:
                middle = high // 2
            found = self._search(position.mine, position.stones, position.moves, middle, middle + 1)
            if found <= middle:
                high = found
            else:
                low = found
        return low

    def best(self, position: Position) -> list[int]:
        """The columns that are best: who wins does so as early as possible, and who loses as late."""
        found = {column: self._after(position, column) for column in position.open_columns()}
        return [column for column, value in found.items() if value == max(found.values())]

    def _after(self, position: Position, column: int) -> int:
        if position.wins_with(column):
            return (SPACES + 1 - position.moves) // 2
        after = position.after(column)
        return 0 if after.moves == SPACES else -self.value(after)

    def _search(self, mine: int, stones: int, moves: int, low: int, high: int) -> int:
        """The value if it is between the two, else a bound on its side; who is to move cannot win at once."""
        self.visited += 1
        theirs = mine ^ stones
        free = stones + _FLOOR & _BOARD
        threats = _fourths(theirs, stones)
        forced = free & threats
        if forced:
            if forced & forced - 1:
                return -(SPACES - moves) // 2
            free = forced
        free &= ~(threats >> 1)  # a stone below a space with which the other side wins
        if not free:
            return -(SPACES - moves) // 2
        if moves >= SPACES - 2:
            return 0
        low = max(low, -(SPACES - 2 - moves) // 2)
        key = mine + stones + _FLOOR
        most = self.kept.get(key, (SPACES - 1 - moves) // 2)
        if high > most:
            high = most
        if low >= high:
            return high
        for move in _by_threats(mine, stones, free):
            value = -self._search(theirs, stones | move, moves + 1, -high, -low)
            if value >= high:
                return value
            low = max(low, value)
        if len(self.kept) >= MOST_KEPT:
            self.kept.clear()
        self.kept[key] = low
        return low


def _by_threats(mine: int, stones: int, free: int) -> list[int]:
    """The single stones of a set, those that make most threats first."""
    moves = [move for column in ORDER if (move := free & _COLUMN[column])]
    return sorted(moves, key=lambda move: -_fourths(mine | move, stones).bit_count())


def _fourths(mine: int, stones: int) -> int:
    """The empty spaces that would make four of one side's stones."""
    found = mine << 1 & mine << 2 & mine << 3  # upwards
    for step in (HEIGHT, HEIGHT - 1, HEIGHT + 1):
        pair = mine << step & mine << 2 * step
        found |= pair & mine << 3 * step
        found |= pair & mine >> step
        pair = mine >> step & mine >> 2 * step
        found |= pair & mine << step
        found |= pair & mine >> 3 * step
    return found & (_BOARD ^ stones)
