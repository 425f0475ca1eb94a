"""What `--checkpoint` keeps of the random games of a test: which were played, and in which of them something showed.

    kept = Kept.of(path, "my-game", [table.game() for table in tables], seed=0, max_actions=10_000)
    kept.left(range(20_000)), kept.add(range(0, 500), {17}), kept.write()

The games in which something showed are played again to shrink them, so a test that goes on reports what it would have reported.
"""

from __future__ import annotations

from collections.abc import Sequence, Set
from dataclasses import field
from pathlib import Path
from typing import Any, Self

from rulewright.cli.simulating.checkpoints import Checkpoint
from rulewright.game.game import Game
from rulewright.play.running.ranges import Ranges
from rulewright.source.dataclass import dataclass


@dataclass(slots=True)
class Suspects:
    """The totals of games that were screened: their number, and the numbers of those in which something showed."""

    games: int = 0
    shown: set[int] = field(default_factory=set)

    def join(self, other: Self) -> None:
        self.games += other.games
        self.shown |= other.shown

    def to_json(self) -> dict[str, object]:
        return {"games": self.games, "shown": sorted(self.shown)}

    @staticmethod
    def of_json(data: Any) -> Suspects:  # Any: JSON
        """Raises LookupError, TypeError or ValueError for other data."""
        return Suspects(int(data["games"]), {int(number) for number in data["shown"]})


@dataclass(frozen=True, slots=True)
class Kept:
    """The checkpoint of the random games of one rulebook."""

    file: Checkpoint[Suspects]

    @staticmethod
    def of(path: Path, name: str, games: Sequence[Game], seed: int, max_actions: int) -> Kept:
        """The checkpoint at a path, read if there is one. UsageError for a file that is not of this run."""
        tables = [f"{game.fingerprint} {game.num_players}" for game in games]
        run = {"command": "test", "game": name, "tables": tables, "seed": seed, "max_actions": max_actions}
        file = Checkpoint(path, run, Suspects(), Ranges())
        file.read((), Suspects.of_json)
        return Kept(file)

    @property
    def shown(self) -> Set[int]:
        return self.file.totals.shown

    def left(self, wanted: range) -> list[range]:
        return self.file.left(wanted)

    def add(self, numbers: range, shown: Set[int]) -> None:
        self.file.totals.join(Suspects(len(numbers), set(shown)))
        self.file.done.add(numbers)
        self.file.write_if_due()

    def write(self) -> None:
        self.file.write()
