"""Compiled games: a program saved by `game.save`, played without ever loading the front end."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from pathlib import Path

from rulewright.game.game import Game
from rulewright.ir import nodes as ir
from rulewright.ir.saved import program as saved
from rulewright.runtime.executor import Executor

MOST_KEPT = 16
"""So many games that came in pickles are kept for those that come next."""


def load_compiled(path: str | Path, executor: Callable[[ir.Program], Executor]) -> Game:
    """The game in a file. `executor` makes what plays it. Raises SavedProgramError for a damaged or foreign file."""
    try:
        text = Path(path).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise saved.SavedProgramError(f"{path} cannot be read as a compiled game: {error}") from error
    return from_text(text, executor)


def from_text(text: str, executor: Callable[[ir.Program], Executor]) -> Game:
    """The game in a text that `ir.saved.program` wrote."""
    program, overlays = saved.from_text(text)
    return Game(executor(program), overlays)


@lru_cache(maxsize=MOST_KEPT)
def unpickled(text: str, executor: Callable[[ir.Program], Executor]) -> Game:
    """The game of a pickle: one for all pickles of the same game, so that its machine code is made once in a process."""
    return from_text(text, executor)
