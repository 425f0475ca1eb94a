"""python-chess: moves in the notation of UCI. The draws that a player has to claim there end our game by themselves."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import rulewright as rw
from tests.oracles.outside.twins import OVER, Key, Other, Twin, words

LETTERS = {"queen": "q", "rook": "r", "bishop": "b", "knight": "n"}
KINGS = {"king_side": ("e", "g"), "queen_side": ("e", "c")}


def theirs(state: rw.State, action: rw.Action) -> Key:
    chosen = words(action)
    match action.name:
        case "move":
            return chosen["from"] + chosen["to"]
        case "promote":
            return chosen["from"] + chosen["to"] + LETTERS[chosen["into"]]
        case "en_passant":
            return chosen["from"] + str(state.get("passed"))
        case _:
            row = "1" if state.current_player() == 0 else "8"
            return row.join((*KINGS[chosen["wing"]], ""))


@dataclass
class Board:
    """A position of python-chess, with its draws after `quiet` moves of each player and so many `repetitions`."""

    board: Any  # a chess.Board, of a library that not every Python has
    quiet: int
    repetitions: int

    def turn(self) -> int:
        if self._drawn() or self.board.outcome() is not None:
            return OVER
        return 0 if self.board.turn else 1

    def legal(self) -> dict[int, str]:
        return dict(enumerate(sorted(move.uci() for move in self.board.legal_moves)))

    def chance(self) -> dict[int, tuple[str, float]]:
        return {}

    def apply(self, number: int) -> None:
        self.board.push_uci(self.legal()[number])

    def returns(self) -> list[float]:
        outcome = self.board.outcome()
        if outcome is None or outcome.winner is None:
            return [0.0, 0.0]
        return [1.0, -1.0] if outcome.winner else [-1.0, 1.0]

    def copy(self) -> Other:
        return Board(self.board.copy(), self.quiet, self.repetitions)

    def _drawn(self) -> bool:
        return bool(self.board.halfmove_clock >= 2 * self.quiet or self.board.is_repetition(self.repetitions))


def opens(quiet: int = 50, repetitions: int = 3) -> Callable[[], Other]:
    """Begins a game at python-chess."""

    def opened() -> Other:
        import chess  # not before it is needed: not every Python has it

        return Board(chess.Board(), quiet, repetitions)

    return opened


TWINS = (
    Twin("chess", "python-chess", theirs, library="python-chess", opens=opens()),
    Twin(
        "chess",
        "python-chess",
        theirs,
        name="chess until nobody would go on",
        library="python-chess",
        options={"quiet_moves": 75, "repetitions": 5},
        opens=opens(75, 5),
    ),
)
