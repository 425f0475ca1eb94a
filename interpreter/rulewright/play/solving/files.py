"""Files of solved games: what is best in each position, for a bot and as an oracle.

    write(solution, Path("toe.solution.json"))
    known = read(Path("toe.solution.json"), game)
    known.best(state)                        the place of a best action among the legal ones; None for a position that is not in the file

The file is JSON: what the game is, its value, and three rows of numbers, packed by zlib and written in base 64: the keys of the positions with a
decision, and for each the place of a best action, and what it is worth to the first seat.  Of a game with hidden information it has the policy, by
what a player knows; of one that was solved turn by turn, what each situation is worth where a turn begins: what happens within turns
is found again when the file is read. The same goes for one that was solved level by level, whose file has the positions of a level, too.
"""

from __future__ import annotations

import json
import zlib
from array import array
from base64 import b64decode, b64encode
from binascii import Error
from collections.abc import Mapping
from dataclasses import field
from functools import lru_cache
from pathlib import Path
from typing import Any

from rulewright.game.game import Game, State
from rulewright.game.playouts.position_graph import keyed
from rulewright.play.solving.answers import Answer
from rulewright.play.solving.hidden import HiddenSolution
from rulewright.play.solving.levels.by_levels import LevelsSolution, solve_by_levels
from rulewright.play.solving.levels.packing import packed, unpacked
from rulewright.play.solving.solve import Solution
from rulewright.play.solving.turn_by_turn import TurnsSolution, solve_by_turns
from rulewright.source import output
from rulewright.source.dataclass import dataclass

FORMAT = 1
PARTS = 10**12
"""Probabilities in a file are whole numbers of this many parts."""


@dataclass(frozen=True, slots=True)
class Known:
    """What a file knows of a game: of open positions the place of a best action, of what a player knows the parts of each action."""

    places: Mapping[bytes, int]
    policy: Mapping[str, Mapping[str, int]]
    worths: Mapping[bytes, float] = field(default_factory=dict)
    """What positions are worth to the first seat; empty in files of an earlier version."""
    turns: TurnsSolution | LevelsSolution | None = None
    sides: tuple[int, ...] = ()
    """The side of each seat; () in files of an earlier version, which are of games for one or two."""

    def worth(self, state: State) -> float | None:
        """What a position with a decision is worth to the first seat, in a game in which nothing is hidden; None if it is not in the file."""
        if self.turns is None:
            return self.worths.get(keyed(state.game, state.cells))
        answer = self._by_turns(state)
        return None if answer is None else answer.worths[0].value

    def best(self, state: State) -> int | None:
        """The place of a best action among the legal ones, in a game in which nothing is hidden."""
        if self.turns is None:
            return self.places.get(keyed(state.game, state.cells))
        answer = self._by_turns(state)
        if answer is None:
            return None
        return next(place for place, move in enumerate(answer.moves) if move.best)

    def move(self, state: State, number: int) -> float | None:
        """What a move is worth in a game that was solved turn by turn, by its place among the legal ones; None in others."""
        answer = None if self.turns is None else self._by_turns(state)
        return None if answer is None else answer.moves[number].worth.value

    def _by_turns(self, state: State) -> Answer | None:
        """The answer for a position of a game that was solved turn by turn."""
        assert self.turns is not None
        try:
            return self.turns.at(state)
        except ValueError:
            return None

    def parts(self, state: State, player: int) -> Mapping[str, int] | None:
        """How often each action is taken by a player who knows what this one knows."""
        return (
            self.policy.get(_knowing(player, state.information_state_string(player))) if self.policy else None
        )


class SolutionFileError(ValueError):
    """A file that is no solution of this game."""


def write(solution: Solution | TurnsSolution | LevelsSolution | HiddenSolution, path: Path) -> None:
    """Write a solution. Raises OSError."""
    worth = solution.answer.worths[0]
    told: dict[str, object] = {
        "solution": FORMAT, "game": solution.game.name, "fingerprint": solution.game.fingerprint,
        "players": solution.game.num_players, "worth": worth.to_json(),
    }  # fmt: skip
    if isinstance(solution, Solution):
        keys, places = solution.decisions()
        told |= {"keys": _packed(b"".join(keys)), "places": _packed(array("i", places).tobytes())}
        told["worths"] = _packed(array("d", solution.worths_of_decisions()).tobytes())
        told["sides"] = list(solution.sides)
    elif isinstance(solution, TurnsSolution):
        told["turns"] = _packed(solution.worths_of_starts().tobytes())
    elif isinstance(solution, LevelsSolution):
        told["levels"] = _packed(solution.worths_of_starts().tobytes())
        told["level"] = packed(solution.found())
    else:
        told["policy"] = {
            _knowing(info.player, info.knows): {
                action: round(share * PARTS) for action, share in solution.shares(number).items() if share
            }
            for number, info in enumerate(solution.tree.infos)
        }
    output.write(path, json.dumps(told, ensure_ascii=False) + "\n")


def read(path: Path, game: Game) -> Known:
    """What a file knows of a game. Raises SolutionFileError."""
    try:
        changed = path.stat().st_mtime_ns
    except OSError as error:
        raise SolutionFileError(f"{path} cannot be read: {error.strerror}") from error
    told = _read(path, changed)
    if told.get("fingerprint") != game.fingerprint:
        raise SolutionFileError(
            f"{path} is a solution of {told.get('game')} for {told.get('players')} by other rules or options than those of {game.title} "
            f"here: solve it again with `rulewright solve --out`"
        )
    if "turns" in told or "levels" in told:
        return _by_turns(path, changed, game)
    return _known(path, changed, game.program.layout.size)


@lru_cache(maxsize=4)
def _read(path: Path, changed: int) -> dict[str, Any]:  # Any: JSON
    try:
        told = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, json.JSONDecodeError) as error:
        raise SolutionFileError(f"{path} cannot be read as a solution: {error}") from error
    if not isinstance(told, dict) or told.get("solution") != FORMAT:
        raise SolutionFileError(f"{path} is no solution that `rulewright solve --out` wrote")
    return told


@lru_cache(maxsize=4)
def _known(path: Path, changed: int, width: int) -> Known:
    told = _read(path, changed)
    try:
        keys, places, worths = _unpacked(told.get("keys", "")), array("i"), array("d")
        places.frombytes(_unpacked(told.get("places", "")))
        worths.frombytes(_unpacked(told.get("worths", "")))
        policy = {str(knows): dict(parts) for knows, parts in told.get("policy", {}).items()}
        sides = tuple(map(int, told.get("sides", ())))
    except (TypeError, ValueError, AttributeError, Error, zlib.error) as error:
        raise SolutionFileError(f"{path} is damaged: {error}") from error
    row = 4 * width
    if len(keys) != row * len(places) or len(worths) not in (0, len(places)):
        raise SolutionFileError(f"{path} is damaged: its rows do not fit together")
    every = [keys[at * row : at * row + row] for at in range(len(places))]
    return Known(
        dict(zip(every, places, strict=True)),
        policy,
        dict(zip(every, worths, strict=True)) if worths else {},
        sides=sides,
    )


@lru_cache(maxsize=4)
def _by_turns(path: Path, changed: int, game: Game) -> Known:
    worths = array("d")
    try:
        told = _read(path, changed)
        by_levels = "levels" in told
        worths.frombytes(_unpacked(told["levels" if by_levels else "turns"]))
        inside = [unpacked(told["level"])] if "level" in told else []
        found = (
            solve_by_levels(game, known=worths, found=inside)
            if by_levels
            else solve_by_turns(game, known=worths)
        )
        return Known({}, {}, turns=found)
    except (TypeError, ValueError, LookupError, Error, zlib.error) as error:
        raise SolutionFileError(f"{path} is damaged: {error}") from error


def _knowing(player: int, knows: str) -> str:
    return f"{player} {knows}"


def _packed(row: bytes) -> str:
    return b64encode(zlib.compress(row, 9)).decode("ascii")


def _unpacked(text: str) -> bytes:
    return zlib.decompress(b64decode(text)) if text else b""
