"""The file of `--checkpoint`: the totals of a run, and which of its games they are of, so that it can go on later.

    kept = Checkpoint(path, {"command": "simulate", "seed": 0, ...}, tally.totals, Ranges())
    kept.read((), Totals.of_json)
    for numbers in add_games(tally, kept.left(range(games)), plan, executor): kept.done.add(numbers); kept.write_if_due()
    kept.write()

The file is replaced as a whole every few seconds, so a run that is killed loses no more than that. It also has what was played
(rules, players, seed): games of another run are refused. Its size does not grow with the number of games.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import field
from pathlib import Path
from typing import Any, Generic, Protocol, Self, TypeVar

import click

from rulewright.play.running.ranges import Ranges
from rulewright.problems.versions import other_version
from rulewright.source import output
from rulewright.source.dataclass import dataclass

FORMAT = 1
SECONDS = 5.0
"""The time between two versions of the file."""


class Summed(Protocol):
    """Totals of games, which can be joined."""

    @property
    def games(self) -> int: ...

    def join(self, other: Self) -> None: ...

    def to_json(self) -> dict[str, object]: ...


Totals = TypeVar("Totals", bound=Summed)


@dataclass(slots=True)
class Checkpoint(Generic[Totals]):
    """The checkpoint of a run. `path` None: nothing is kept. `run`: what the figures depend on; `totals` are those of the games that are
    `done`, and both are updated by the run."""

    path: Path | None
    run: Mapping[str, object]
    totals: Totals
    done: Ranges
    clock: Callable[[], float] = time.monotonic
    written: float = field(init=False)

    def __post_init__(self) -> None:
        self.written = self.clock()

    def read(self, others: Sequence[Path], of_json: Callable[[Any], Totals]) -> None:
        """Add the games of the file, if it exists, and of others. UsageError for a file that is not of this run."""
        if self.path is not None and self.path.exists():
            self.join(self.path, of_json)
        for path in others:
            self.join(path, of_json)

    def join(self, path: Path, of_json: Callable[[Any], Totals]) -> None:
        """Add the games of a file, unless all are here already. UsageError if it is not of this run, or if only some are here."""
        try:
            data = json.loads(path.read_text(encoding="utf-8"))
            refuse_other_run(path, data, self.run)
            ranges, totals = [range(*map(int, each)) for each in data["games"]], of_json(data["totals"])
            if totals.games != len(Ranges(ranges)):
                raise ValueError("its totals are not those of its games")
            if all(map(self.done.has, ranges)):
                return
            self._refuse_twice(path, ranges)
            self.totals.join(totals)
            self.done.add_all(ranges)
        except (LookupError, TypeError, ValueError, AttributeError, RecursionError) as error:
            raise damaged(path, error) from error

    def left(self, wanted: range) -> list[range]:
        """The numbers of the games that are to be played. UsageError if others have been."""
        if self.done.done and self.done.done[0].start < wanted.start:
            raise click.UsageError(
                f"--checkpoint: {self.path} begins with game {self.done.done[0].start + 1}, and this part with game {wanted.start + 1}"
            )
        if self.done.stop > wanted.stop:
            raise click.UsageError(
                f"--checkpoint: {self.path or 'a file'} has {self.done.stop} games already, and --games {wanted.stop} are fewer"
            )
        return self.done.left(wanted.stop, wanted.start)

    def write_if_due(self) -> None:
        """Write the file if it is time."""
        if self.clock() - self.written >= SECONDS:
            self.write()

    def write(self) -> None:
        """Replace the file. An interruption may come when games are in the totals and not yet noted: then the last version stays."""
        if self.path is None or self.totals.games != len(self.done):
            return
        games = [[each.start, each.stop] for each in self.done.done]
        data = {
            "rulewright_checkpoint": FORMAT,
            "run": self.run,
            "games": games,
            "totals": self.totals.to_json(),
        }
        output.write(self.path, json.dumps(data))
        self.written = self.clock()

    def _refuse_twice(self, path: Path, ranges: Sequence[range]) -> None:
        for each in ranges:
            for done in self.done.done:
                if each.start < done.stop and done.start < each.stop:
                    first, last = max(each.start, done.start) + 1, min(each.stop, done.stop)
                    raise click.UsageError(
                        f"{path} has games {first} to {last}, and so has another checkpoint"
                    )


def damaged(path: Path | None, error: Exception) -> click.UsageError:
    """What to raise for a checkpoint that cannot be read."""
    return click.UsageError(f"{path} is damaged ({error}): delete it to begin again")


def refuse_other_run(path: Path, data: Mapping[str, Any], run: Mapping[str, object]) -> None:
    """Raise UsageError for a checkpoint of another version, or of another run. Raises LookupError for a damaged one."""
    if data["rulewright_checkpoint"] != FORMAT:
        raise click.UsageError(
            f"{path} was written by {other_version(data['rulewright_checkpoint'], FORMAT)}"
        )
    for name, value in run.items():
        if data["run"].get(name) != value:
            raise click.UsageError(
                f"{path} is of another run: "
                f"{name.replace('_', ' ')} is {data['run'].get(name)!r} there, and {value!r} here"
            )
