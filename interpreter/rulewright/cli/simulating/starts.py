"""Where `perft` and `solve` begin: at the beginning of a game, or at a position that `--from` and `--step` name."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from rulewright.cli.common.game_arguments import Settings
from rulewright.cli.common.output import note
from rulewright.cli.keeping.games import load
from rulewright.cli.tracing.positions import position_of

if TYPE_CHECKING:
    from rulewright.game.game import Game, State


def start_of(settings: Settings, start: str | None, step: int | None) -> Game | State:
    """The game, or the position that `--from` and `--step` name. Raises UsageError."""
    if start is None:
        if step is not None:
            raise click.UsageError("--step is a step of the example or record that --from names")
        return load(settings)
    is_record = start.lower().endswith(".json") or Path(start).is_file()
    if is_record:
        found = position_of(replace(settings, game=start), step, settings.game, None, settings.engine)
    else:
        found = position_of(settings, step, None, start, settings.engine)
    note(f"Position: {found.where}.")
    if found.state.is_terminal():
        note("The game is over there.")
    return found.state
