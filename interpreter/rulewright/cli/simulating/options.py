"""The options of `simulate` for single games: a table of all games, and records of the most extreme ones."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from pathlib import Path
from typing import Any

import click

from rulewright.cli.common.options import file_callback, refuse_idle, with_options
from rulewright.source.output import CHECKPOINT, TABLE

games_csv_option = click.option(
    "--games-csv", type=click.Path(dir_okay=False, path_type=Path), metavar="FILE",
    callback=file_callback("a table", TABLE),
    help="Write a row for each game: length, end, winners, scores, who sat where. Values that a game does not have are empty.",
)  # fmt: skip
checkpoint_option = click.option(
    "--checkpoint", type=click.Path(dir_okay=False, path_type=Path), metavar="FILE",
    callback=file_callback("a checkpoint", CHECKPOINT),
    help="Keep the totals in a file every few seconds, and go on from there if the file exists.",
)  # fmt: skip


MEASURES = ("decisions", "rounds", "score", "margin", "fewest-decisions", "low-score", "small-margin")
"""As in `play.figures.worst`, which is not imported for `--help`."""


OF_MARGINS = ("margin", "small-margin")


OF_SCORES = ("score", "low-score", *OF_MARGINS)


@dataclass(frozen=True, slots=True)
class Kept:
    """The most extreme games to keep: their number, the measure and the folder for their records."""

    many: int
    by: str
    folder: Path


def worst_options(function: Callable[..., Any]) -> Callable[..., Any]:
    """Add `--record-worst`, `--worst-by` and `--record-to` to a command, which gets them as one argument, `kept`."""

    @wraps(function)
    def with_kept(record_worst: int, worst_by: str, record_to: Path, **others: Any) -> Any:
        _refuse_alone(record_worst)
        return function(kept=Kept(record_worst, worst_by, record_to), **others)

    return with_options(with_kept, [
        click.option(
            "--record-worst", type=click.IntRange(min=0), default=0, metavar="N",
            help="Keep the records of the N most extreme games.",
        ),
        click.option(
            "--worst-by", type=click.Choice(MEASURES), default="decisions", show_default=True,
            help="What makes a game extreme; a margin is that of the winner over the second, where partners count as one.",
        ),
        click.option(
            "--record-to", type=click.Path(path_type=Path, file_okay=False), default=Path("."), metavar="FOLDER",
            help="Where these records go; this folder if not given.",
        ),
])  # fmt: skip


def _refuse_alone(many: int) -> None:
    """Raise UsageError for `--worst-by` or `--record-to` without `--record-worst`."""
    if not many:
        reason = "goes with --record-worst N, which keeps the most extreme games"
        refuse_idle(reason, worst_by="--worst-by", record_to="--record-to")
