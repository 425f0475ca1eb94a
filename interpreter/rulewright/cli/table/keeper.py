"""Where the game at the table is written down, and whether anything is new since.

keeper = Keeper(settings, seats, dice="rolled")
keeper.save(state, Path("tonight.json"))      only over a file that this game is in already, unless told to
keeper.stop(state)                            writes an unfinished game down and says where
"""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from rulewright.cli.settings import Settings
from rulewright.cli.table.keeping import ROLLED, TYPED, free_path, holds_record, write_record
from rulewright.cli.table.seats import Seat
from rulewright.game.state import State

MOST_SHOWN = 100


@dataclass(slots=True)
class Keeper:
    """`path` is the file that the game is in, from which it was resumed or to which it was saved last; `written` is
    the record in it."""

    settings: Settings
    seats: Sequence[Seat]
    dice: str = ROLLED
    path: Path | None = None
    written: dict[str, object] | None = None

    def save(self, state: State, path: Path, replace: bool = False) -> str:
        """Write the game down and say so, or say why not: no file is replaced unasked, and none but a record ever."""
        try:
            refused = self._refused(path, replace)
            if refused:
                return refused
            self._write(state, path, over=path.exists())
        except OSError as error:
            return f"{_cut(path)} cannot be written: {error.strerror}."
        except ValueError:
            return f"{_cut(path)} cannot be written: no file can have this name."
        return f"Saved. `--resume {_typed(path)}` goes on from here."

    def _refused(self, path: Path, replace: bool) -> str:
        """Why a file is not to be written, as far as that depends on what is in it; empty if it may be."""
        own = self.path is not None and path.absolute() == self.path.absolute()
        if not path.exists() or own:
            return ""
        if not holds_record(path):
            return f"{path} cannot be written: it is there already, and is no record of a game."
        return "" if replace else f"{path} is there already; `save {path} !` replaces it."

    def stop(self, state: State) -> str:
        """Write an unfinished game down if that is not done yet; a line to tell, empty if nothing was at stake."""
        if state.is_terminal():
            return ""
        record = state.record()
        if self.written is None and len(state.history) == 1 and not self._was_typed(record):
            return ""
        if self.path is not None and self.written == record:
            return (
                f"Nothing new since `{self.path}`. To go on:\n  rulewright play --resume {_typed(self.path)}"
            )
        path = self.path or free_path(state.game.name)
        try:
            self._write(state, path, over=self.path is not None)
        except OSError as error:
            return f"The game could not be written down in {path}: {error.strerror}."
        return f"The game is kept in {path}. To go on:\n  rulewright play --resume {_typed(path)}"

    def _was_typed(self, record: dict[str, object]) -> bool:
        """Whether people typed in results of chance before the first move."""
        start = record["start"]
        return self.dice == TYPED and isinstance(start, dict) and bool(start["chance"])

    def _write(self, state: State, path: Path, over: bool) -> None:
        write_record(state, path, self.settings, self.seats, over, self.dice)
        self.path, self.written = path, state.record()


def _typed(path: Path) -> str:
    """A path as a command line takes it."""
    return shlex.quote(str(path))


def _cut(path: Path) -> str:
    """A path in a message, if it is very long only its beginning."""
    name = str(path)
    return name if len(name) <= MOST_SHOWN else f"{name[:MOST_SHOWN]}..."
