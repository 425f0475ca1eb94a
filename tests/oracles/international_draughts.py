"""International draughts in plain Python, written from the rules of the federation and not from the rulebook.

A turn is thought out as a whole: all ways of taking are gone through to their ends, the longest are kept, and what may be done next is
the next step of one of them.  Squares are (column, row) from 1; men of the first player move up.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from random import Random

import rulewright as rw

SIZE = 10
WAYS = ((1, 1), (-1, 1), (1, -1), (-1, -1))
Square = tuple[int, int]
Step = tuple[str, Square, Square]


@dataclass
class Man:
    owner: int
    king: bool = False


@dataclass
class Draughts:
    patience: int = 50
    board: dict[Square, Man] = field(default_factory=dict)
    player: int = 0
    quiet: int = 0
    moving: Square | None = None
    """Where the man that is taking stands."""
    taken: list[Square] = field(default_factory=list)
    """The men that it has taken in this turn, which are still on the board."""
    winner: int | None = None
    over: bool = False
    seen: Counter[object] = field(default_factory=Counter)
    """The positions since a man was moved or taken, with the player to move."""

    def __post_init__(self) -> None:
        for row in (1, 2, 3, 4, 7, 8, 9, 10):
            for column in range(1 + (row + 1) % 2, SIZE + 1, 2):
                self.board[column, row] = Man(0 if row < 5 else 1)
        self.seen[self._position()] = 1

    def _position(self) -> object:
        return self.player, frozenset((at, man.owner, man.king) for at, man in self.board.items())

    def legal(self) -> set[Step]:
        ways = self._longest()
        if ways:
            return {("take", way[0], way[1]) for way in ways}
        return set() if self.moving else set(self._moves())

    def do(self, step: Step) -> None:
        name, start, end = step
        man = self.board.pop(start)
        if name == "take":
            self.taken.append(self._between(start, end))
            self.quiet, self.moving = 0, end
        else:
            self.quiet = self.quiet + 1 if man.king else 0
        self.board[end] = man
        if name == "take" and self._longest():
            return
        for square in self.taken:
            del self.board[square]
        self.taken, self.moving = [], None
        if end[1] == (SIZE if self.player == 0 else 1):
            man.king = True
        self.player = 1 - self.player
        if self.quiet == 0:
            self.seen.clear()
        self.seen[self._position()] += 1
        if self.quiet >= self.patience or self.seen[self._position()] == 3:
            self.over = True
        elif not self.legal():
            self.over, self.winner = True, 1 - self.player

    # ------------------------------------------------------------------------------------------------- taking

    def _longest(self) -> list[list[Square]]:
        """All ways of taking the most men, each as the squares that it goes through."""
        mine = (
            [self.moving]
            if self.moving
            else [at for at, man in self.board.items() if man.owner == self.player]
        )
        ways = [[start, *rest] for start in mine for rest in self._takings(start, start, self.taken)]
        most = max(map(len, ways), default=1)
        return [way for way in ways if len(way) == most] if most > 1 else []

    def _takings(self, start: Square, at: Square, taken: list[Square]) -> Iterator[list[Square]]:
        """The squares of each way on from a square, to its end."""
        further = False
        for over, end in self._jumps(start, at, taken):
            further = True
            for rest in self._takings(start, end, [*taken, over]):
                yield [end, *rest]
        if not further:
            yield []

    def _jumps(self, start: Square, at: Square, taken: list[Square]) -> Iterator[tuple[Square, Square]]:
        """What can be jumped over from a square, and where that leads."""
        man = self.board[start]
        for way in WAYS:
            over: Square | None = None
            for square in self._line(at, way):
                there = None if square == start else self.board.get(square)
                if over is None:
                    if there is not None:
                        if there.owner == man.owner or square in taken:
                            break
                        over = square
                    elif not man.king:
                        break
                elif there is not None:
                    break
                else:
                    yield over, square
                    if not man.king:
                        break

    def _moves(self) -> Iterator[Step]:
        for at, man in self.board.items():
            if man.owner != self.player:
                continue
            for way in WAYS:
                if not man.king and way[1] != (1 if man.owner == 0 else -1):
                    continue
                for square in self._line(at, way):
                    if square in self.board:
                        break
                    yield "move", at, square
                    if not man.king:
                        break

    def _line(self, at: Square, way: Square) -> Iterator[Square]:
        column, row = at[0] + way[0], at[1] + way[1]
        while 1 <= column <= SIZE and 1 <= row <= SIZE:
            yield column, row
            column, row = column + way[0], row + way[1]

    def _between(self, start: Square, end: Square) -> Square:
        """The man between two squares of a diagonal."""
        way = (1 if end[0] > start[0] else -1, 1 if end[1] > start[1] else -1)
        for square in self._line(start, way):
            if square in self.board:
                return square
        raise AssertionError("nothing was jumped over")


def step_of(action: rw.Action) -> Step:
    """An action of the rulebook as a step here."""
    start, end = (str(action.args[name]) for name in ("at", "to"))
    return action.name, _square(start), _square(end)


def _square(name: str) -> Square:
    return ord(name[0]) - ord("a") + 1, int(name[1:])


def play(game: rw.Game, seed: int, greedy: bool = False) -> Counter[str]:
    """A random game on both sides, compared at every step; what was done. `greedy` prefers men that come far, so that there are kings."""
    random, state = Random(seed), game.new_initial_state(seed=seed)
    patience = game.options["patience"]
    assert isinstance(patience, int)
    other, done = Draughts(patience), Counter[str]()
    while not state.is_terminal():
        steps = {step_of(action): action for action in state.legal_actions()}
        assert state.current_player() == other.player, f"seed {seed}: the player to act\n{state}"
        assert set(steps) == other.legal(), f"seed {seed}: {set(steps) ^ other.legal()}\n{state}"
        chosen = random.choice(sorted(steps))
        if greedy:
            forward = 1 if other.player == 0 else -1
            chosen = max(sorted(steps), key=lambda step: (step[2][1] * forward, random.random()))
        done[chosen[0]] += 1
        done["takes by kings"] += chosen[0] == "take" and other.board[chosen[1]].king
        done["goes on taking"] += other.moving is not None
        state.apply_action(steps[chosen])
        other.do(chosen)
    assert other.over
    returns = (
        [0.0, 0.0] if other.winner is None else [1.0 if seat == other.winner else -1.0 for seat in (0, 1)]
    )
    assert state.returns() == returns, f"seed {seed}: {state.returns()} and {returns}\n{state}"
    return done
