"""The file of `--checkpoint`: the totals of a simulation, and which of its games they are of, so that it can go on later.

    kept = Checkpoint.opened(path, tally, plan)
    for numbers in add_games(tally, kept.left(games), plan): kept.add(numbers)
    kept.write()

The file is replaced as a whole every few seconds, so a run that is killed loses no more than that. It also has what was played
(rules, players, seed): games of another run are refused. Its size does not grow with the number of games.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

import click

from rulewright.play.figures.tally import Tally, Totals
from rulewright.play.running.games import Plan
from rulewright.play.running.ranges import Ranges
from rulewright.problems.versions import other_version
from rulewright.source import output

FORMAT = 1
SECONDS = 5.0
"""The time between two versions of the file."""


@dataclass(slots=True)
class Checkpoint:
    """The checkpoint of a tally. `path` None: nothing is kept."""

    path: Path | None
    tally: Tally
    plan: Plan
    done: Ranges = field(default_factory=Ranges)
    clock: Callable[[], float] = time.monotonic
    written: float = field(init=False)

    @staticmethod
    def opened(path: Path | None, tally: Tally, plan: Plan) -> Checkpoint:
        """The checkpoint with the games of its file, which are added to the tally. UsageError for a file that is not of this run."""
        kept = Checkpoint(path, tally, plan)
        if path is not None and path.exists():
            kept._read(path)
        kept.written = kept.clock()
        return kept

    def left(self, games: int) -> list[range]:
        """The numbers of the games that are to be played. UsageError if more have been."""
        if self.done.done and self.done.done[-1].stop > games:
            raise click.UsageError(
                f"--checkpoint: {self.path} has {self.done.done[-1].stop} games already, and --games {games} are fewer"
            )
        return self.done.left(games)

    def add(self, numbers: range) -> None:
        """Games of these numbers are in the tally. Writes the file if it is time."""
        self.done.add(numbers)
        if self.clock() - self.written >= SECONDS:
            self.write()

    def write(self) -> None:
        """Replace the file. An interruption may come when games are in the tally and not yet noted here: then the last version stays."""
        if self.path is None or self.tally.games != len(self.done):
            return
        games = [[each.start, each.stop] for each in self.done.done]
        data = {
            "rulewright_checkpoint": FORMAT,
            "run": self._run(),
            "games": games,
            "totals": self.tally.totals.to_json(),
        }
        output.write(self.path, json.dumps(data))
        self.written = self.clock()

    # --------------------------------------------------------------------------------------------- private

    def _run(self) -> dict[str, object]:
        """What the figures depend on."""
        return {
            "command": "simulate",
            "game": self.tally.game.name,
            "fingerprint": self.tally.game.fingerprint,
            "bots": list(self.plan.players),
            "rotated": self.plan.rotated,
            "seed": self.plan.seed,
            "max_actions": self.plan.max_actions,
        }

    def _read(self, path: Path) -> None:
        try:
            data = json.loads(path.read_text(encoding="utf-8"))
            self._refuse_other_run(data["rulewright_checkpoint"], data["run"])
            done, totals = Ranges(range(*each) for each in data["games"]), Totals.of_json(data["totals"])
            if totals.games != len(done):
                raise ValueError("its totals are not those of its games")
            self.tally.totals.join(totals)
            self.done = done
        except (LookupError, TypeError, ValueError, AttributeError, RecursionError) as error:
            raise click.UsageError(f"--checkpoint: {path} is damaged ({error})") from error

    def _refuse_other_run(self, version: object, run: Mapping[str, object]) -> None:
        if version != FORMAT:
            raise click.UsageError(
                f"--checkpoint: {self.path} was written by {other_version(version, FORMAT)}"
            )
        for name, value in self._run().items():
            if run.get(name) != value:
                raise click.UsageError(
                    f"--checkpoint: {self.path} is of another run: "
                    f"{name.replace('_', ' ')} is {run.get(name)!r} there, and {value!r} here"
                )
