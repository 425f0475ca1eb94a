"""Oracles of the tasks: the same games in a few lines of Python, which know nothing of Rulewright."""

from __future__ import annotations

from itertools import product
from typing import Final, Protocol

BOTH: Final = frozenset((0, 1))


class Oracle(Protocol):
    """A game of two, with moves as they are typed."""

    to_move: int

    def legal(self) -> list[str]: ...

    def make(self, move: str) -> None: ...

    def result(self) -> frozenset[int] | None:
        """The winners, both for a draw; None while the game goes on."""


class Nim:
    def __init__(self) -> None:
        self.to_move, self.heaps = 0, {"a": 3, "b": 4, "c": 5}

    def legal(self) -> list[str]:
        return [f"take {heap} {n}" for heap, size in self.heaps.items() for n in range(1, size + 1)]

    def make(self, move: str) -> None:
        _, heap, number = move.split()
        self.heaps[heap] -= int(number)
        self.to_move = 1 - self.to_move

    def result(self) -> frozenset[int] | None:
        return None if any(self.heaps.values()) else frozenset([1 - self.to_move])


class TwentyOne:
    def __init__(self) -> None:
        self.to_move, self.total = 0, 0

    def legal(self) -> list[str]:
        return [f"say {n}" for n in (1, 2, 3) if self.total + n <= 21]

    def make(self, move: str) -> None:
        self.total += int(move.split()[1])
        self.to_move = 1 - self.to_move

    def result(self) -> frozenset[int] | None:
        return frozenset([self.to_move]) if self.total == 21 else None


class InARow:
    """Marks on a grid; `length` in a line win."""

    size, length = 3, 3

    def __init__(self) -> None:
        self.to_move = 0
        self.marks: dict[tuple[int, int], int] = {}

    def spaces(self) -> list[tuple[int, int]]:
        return [(c, r) for c in range(self.size) for r in range(self.size)]

    def legal(self) -> list[str]:
        return [f"put {'abc'[c]}{r + 1}" for c, r in self.spaces() if (c, r) not in self.marks]

    def make(self, move: str) -> None:
        self.put("abc".index(move[4]), int(move[5]) - 1)

    def put(self, column: int, row: int) -> None:
        self.marks[column, row] = self.to_move
        self.to_move = 1 - self.to_move

    def result(self) -> frozenset[int] | None:
        for (c, r), (dc, dr) in product(self.spaces(), ((1, 0), (0, 1), (1, 1), (1, -1))):
            line = [self.marks.get((c + dc * n, r + dr * n)) for n in range(self.length)]
            if line[0] is not None and len(set(line)) == 1:
                return frozenset([line[0]])
        return BOTH if len(self.marks) == self.size**2 else None


class Drop(InARow):
    size = 4

    def legal(self) -> list[str]:
        return [f"drop {c + 1}" for c in range(4) if (c, 3) not in self.marks]

    def make(self, move: str) -> None:
        column = int(move.split()[1]) - 1
        self.put(column, next(r for r in range(4) if (column, r) not in self.marks))


class Hexapawn:
    def __init__(self) -> None:
        self.to_move = 0
        self.pawns = {(c, 0): 0 for c in range(3)} | {(c, 2): 1 for c in range(3)}
        self.won: int | None = None

    def _moves(self, player: int) -> list[tuple[int, int, int, int]]:
        way = 1 - 2 * player
        found = []
        for (c, r), owner in self.pawns.items():
            for to in (c - 1, c, c + 1):
                there = self.pawns.get((to, r + way))
                fits = there is None if to == c else there == 1 - player
                if owner == player and 0 <= to < 3 and 0 <= r + way < 3 and fits:
                    found.append((c, r, to, r + way))
        return found

    def legal(self) -> list[str]:
        return [f"go {'abc'[c]}{r + 1} {'abc'[to]}{row + 1}" for c, r, to, row in self._moves(self.to_move)]

    def make(self, move: str) -> None:
        _, start, end = move.split()
        row = int(end[1]) - 1
        self.pawns["abc".index(end[0]), row] = self.pawns.pop(("abc".index(start[0]), int(start[1]) - 1))
        me, self.to_move = self.to_move, 1 - self.to_move
        if row == 2 - 2 * me or not self._moves(self.to_move):
            self.won = me

    def result(self) -> frozenset[int] | None:
        return None if self.won is None else frozenset([self.won])


class Hex(InARow):
    def result(self) -> frozenset[int] | None:
        for player, side in ((0, 1), (1, 0)):
            mine = {space for space, owner in self.marks.items() if owner == player}
            reached = {space for space in mine if space[side] == 0}
            while more := {s for s in mine - reached if any(self._meet(s, t) for t in reached)}:
                reached |= more
            if any(space[side] == 2 for space in reached):
                return frozenset([player])
        return None

    @staticmethod
    def _meet(one: tuple[int, int], other: tuple[int, int]) -> bool:
        return (one[0] - other[0], one[1] - other[1]) in {(1, 0), (-1, 0), (0, 1), (0, -1), (1, -1), (-1, 1)}


ORACLES: Final[dict[str, type[Oracle]]] = {
    "nim": Nim, "twenty_one": TwentyOne, "tic_tac_toe": InARow, "drop": Drop, "hexapawn": Hexapawn, "hex": Hex,
}  # fmt: skip
