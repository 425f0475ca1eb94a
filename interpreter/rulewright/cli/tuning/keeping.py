"""The file of `tune --checkpoint`: the figures of all settings that were tried, from which a later run goes on.

The file is replaced as a whole every few seconds. It also says what was searched: wishes, knobs, rules, players and seed; the file of
another search is refused.
"""

from __future__ import annotations

import json
import time
from collections.abc import Mapping, Sequence
from dataclasses import field
from pathlib import Path

from rulewright.author.tuning.opening import Opener
from rulewright.cli.simulating.checkpoints import FORMAT, SECONDS, damaged, refuse_other_run
from rulewright.play.tuning.knobs import Setting
from rulewright.play.tuning.trials import Conditions, Trial, Trials
from rulewright.source import output
from rulewright.source.dataclass import dataclass


@dataclass(slots=True)
class Keeping:
    """The file of a search; `path` None: nothing is kept."""

    path: Path | None
    wishes: Sequence[str]
    knobs: Sequence[str]
    _run: dict[str, object] = field(default_factory=dict)
    _written: float = field(default_factory=time.monotonic)

    def read(self, opener: Opener, conditions: Conditions) -> Mapping[Setting, Trial]:
        """What the file has; empty if there is none yet. UsageError for a file that is not of this search, or damaged."""
        game = opener.book.game
        self._run = {
            "command": "tune",
            "game": game.name,
            "fingerprint": game.fingerprint,
            "players": game.num_players,
            "wishes": list(self.wishes),
            "knobs": list(self.knobs),
            "bots": list(conditions.players),
            "seed": conditions.seed,
            "max_actions": conditions.max_actions,
        }
        if self.path is None or not self.path.exists():
            return {}
        try:
            data = json.loads(self.path.read_text(encoding="utf-8"))
            refuse_other_run(self.path, data, self._run)
            return {tuple(map(int, setting)): Trial.of_json(trial) for setting, trial in data["tried"]}
        except (LookupError, TypeError, ValueError, AttributeError, RecursionError) as error:
            raise damaged(self.path, error) from error

    def write_if_due(self, trials: Trials) -> None:
        """Write the file if it is time."""
        if time.monotonic() - self._written >= SECONDS:
            self.write(trials)

    def write(self, trials: Trials) -> None:
        """Replace the file."""
        if self.path is None:
            return
        tried = [[list(setting), trial.to_json()] for setting, trial in trials.tried.items()]
        output.write(
            self.path, json.dumps({"rulewright_checkpoint": FORMAT, "run": self._run, "tried": tried})
        )
        self._written = time.monotonic()
