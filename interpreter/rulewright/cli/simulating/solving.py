"""The file of `solve --checkpoint`: what was found so far, so that a run that was stopped can go on.

    kept = kept_in(Path("cinq-o.json"), game, {})        what the file has, if it exists; more is written there

The file is replaced as a whole every few seconds. A file of another game, or of other rules or options, is refused.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

from rulewright.cli.simulating.checkpoints import FORMAT, damaged, refuse_other_run
from rulewright.game.game import Game
from rulewright.play.solving.keeping import Keeping, Parts
from rulewright.source import output


def kept_in(path: Path, game: Game, asked: Mapping[str, object]) -> Keeping:
    """What a checkpoint has. `asked`: what else the run depends on. UsageError for one that is not of this game, or damaged."""
    run: dict[str, object] = {
        "command": "solve",
        "game": game.name,
        "fingerprint": game.fingerprint,
        "players": game.num_players,
        **{name: value for name, value in asked.items() if value},
    }

    def write(parts: Parts) -> None:
        output.write(path, json.dumps({"rulewright_checkpoint": FORMAT, "run": run, "parts": parts}))

    return Keeping(_parts(path, run) if path.exists() else {}, write)


def _parts(path: Path, run: dict[str, object]) -> dict[str, list[object]]:
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
        refuse_other_run(path, data, run)
        return {str(name): list(parts) for name, parts in data["parts"].items()}
    except (LookupError, TypeError, ValueError, AttributeError, RecursionError) as error:
        raise damaged(path, error) from error
