"""Saving the game at the table after every move, so that nothing is lost when the terminal is closed.

keeper = Keeper(settings, seats, dice="rolled")
keeper.keep(state)                            after a move: into its own file, or a new one in this folder
keeper.save(state, Path("tonight.json"))      overwrites only this game's own file, unless `replace`
keeper.stop(state)                            a message that says where the game is saved

Games that were not saved under a name are in `GAME.record.json`, `GAME-2.record.json`, ... A folder has at most
`MOST_KEPT` of them; then a new game replaces the oldest finished one.
"""

from __future__ import annotations

import glob
import shlex
import time
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from rulewright.cli.common.game_arguments import Settings
from rulewright.cli.common.record_files import holds_record, record_in
from rulewright.cli.table.records.store import BY_ITSELF, ROLLED, TYPED, free_path, write_record
from rulewright.cli.table.seats import Seat
from rulewright.game.game import State
from rulewright.problems.terminal import first_steering
from rulewright.source.dataclass import dataclass
from rulewright.source.output import CannotWrite

MOST_SHOWN = 100
MOST_KEPT = 20
SECONDS = 1.0
"""The least time between two writes of a game without people."""


@dataclass(slots=True)
class Keeper:
    """Saves one game. `path` is its file, from which it was resumed or to which it was saved last; `written` is the record in
    it; `by_itself` means that the file was chosen automatically; `known` is the record that was last saved on request."""

    settings: Settings
    seats: Sequence[Seat]
    dice: str = ROLLED
    path: Path | None = None
    written: dict[str, object] | None = None
    by_itself: bool = True
    known: dict[str, object] | None = None
    _failed: bool = False
    _wrote_at: float = float("-inf")

    def keep(self, state: State) -> str:
        """Save the game as it is now; a message the first time that this fails."""
        in_a_hurry = time.monotonic() - self._wrote_at < SECONDS and not state.is_terminal()
        if in_a_hurry and not any(seat.human for seat in self.seats):
            return ""
        try:
            self._write(state)
        except OSError as error:
            told = (
                ""
                if self._failed
                else f"This game is not written down: {_reason(error)}. It ends with this window."
            )
            self._failed = True
            return told
        return ""

    def save(self, state: State, path: Path, replace: bool = False) -> str:
        """Save the game under a name; a message on success or failure. Only records are replaced, and only if `replace`."""
        before, by_itself = self.path, self.by_itself
        try:
            refused = self._refused(path, replace)
            if refused:
                return refused
            self._write_to(path, state, by_itself=False, over=path.exists())
            self.known = self.written
        except OSError as error:
            return f"{_cut(path)} cannot be written: {error.strerror}."
        except ValueError:
            return f"{_cut(path)} cannot be written: no file can have this name."
        if before is not None and by_itself and before.absolute() != path.absolute():
            before.unlink(missing_ok=True)  # the game is in the other file now
        return f"Saved. `--resume {_typed(path)}` goes on from here."

    def _refused(self, path: Path, replace: bool) -> str:
        """Why a file must not be written, judged by its name and content; empty if it may be."""
        if first_steering(path.name):
            return f"{_cut(path)} cannot be written: its name has a character that steers a terminal."
        own = self.path is not None and path.absolute() == self.path.absolute()
        if not path.exists() or own:
            return ""
        if not holds_record(path):
            return f"{path} cannot be written: it exists already, but is not a record of a game."
        return "" if replace else f"{path} is there already; `save {path} !` replaces it."

    def stop(self, state: State) -> str:
        """Save the game if that is not done yet; a message that says where, empty if nothing was played."""
        record = state.record()
        if self.written is None and len(state.history) == 1 and not self._was_typed(record):
            return ""
        if self.known == record:
            return (
                f"Nothing new since `{self.path}`. To go on:\n  rulewright play --resume {_typed(self.path)}"
            )
        try:
            if self.written != record:
                self._write(state)
        except OSError as error:
            return f"The game could not be written down: {_reason(error)}."
        assert self.path is not None
        kept = f"The game is kept in {self.path}. To "
        if state.is_terminal():
            return f"{kept}go through it:\n  rulewright replay {_typed(self.path)}"
        return f"{kept}go on:\n  rulewright play --resume {_typed(self.path)}"

    def begin(self, state: State) -> str:
        """Save results that were typed for the set-up; a message as of `keep`."""
        return self.keep(state) if self.written is None and self._was_typed(state.record()) else ""

    def _was_typed(self, record: dict[str, object]) -> bool:
        """Whether results of chance were typed before the first move."""
        start = record["start"]
        return self.dice == TYPED and isinstance(start, dict) and bool(start["chance"])

    def _write(self, state: State) -> None:
        """Write to the game's file, or create one, which no other process can create at the same time."""
        if self.path is not None:
            self._write_to(self.path, state, self.by_itself, over=True)
            return
        while True:
            path = new_path(state.game.name)
            with suppress(FileExistsError):
                self._write_to(path, state, by_itself=True, over=path.exists())
                return

    def _write_to(self, path: Path, state: State, by_itself: bool, over: bool) -> None:
        write_record(state, path, self.settings, self.seats, over, self.dice, by_itself)
        self.path, self.written, self.by_itself = path, state.record(), by_itself
        self._wrote_at = time.monotonic()


def new_path(name: str) -> Path:
    """The file for a new game: one that does not exist yet, or that of the oldest finished game if there are many."""
    names = [f"{name}.record.json", *(f"{name}-{number}.record.json" for number in range(2, MOST_KEPT + 1))]
    paths = [Path(each) for each in names]
    free = next((path for path in paths if not path.exists()), None)
    if free is not None:
        return free
    finished = [path for path in paths if _may_go(path)]
    return min(finished, key=lambda path: path.stat().st_mtime) if finished else free_path(name)


def unfinished(name: str) -> Path | None:
    """The last automatically saved game in this folder, if it is not finished."""
    found: list[tuple[float, Path]] = []
    for path in Path().glob(f"{glob.escape(name)}*.record.json"):
        with suppress(OSError):
            found.append((path.stat().st_mtime, path))
    last = max(found, default=None)
    if last is None:
        return None
    data = record_in(last[1])
    goes_on = data.get("game") == name and data.get("kept") == BY_ITSELF and data.get("result") is None
    return last[1] if goes_on else None


def _may_go(path: Path) -> bool:
    data = record_in(path)
    return data.get("kept") == BY_ITSELF and data.get("result") is not None


def _reason(error: OSError) -> str:
    return str(error) if isinstance(error, CannotWrite) else str(error.strerror or error)


def _typed(path: Path | None) -> str:
    """A path quoted for a command line."""
    return shlex.quote(str(path))


def _cut(path: Path) -> str:
    """A path for a message, cut if it is very long."""
    name = str(path)
    return name if len(name) <= MOST_SHOWN else f"{name[:MOST_SHOWN]}..."
