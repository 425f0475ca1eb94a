"""Options of long runs: a table of all games, records of the most extreme ones, and checkpoints, in parts if wanted."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import wraps
from glob import glob
from pathlib import Path
from typing import Any

import click

from rulewright.cli.common.options import file_callback, refuse_idle, with_options
from rulewright.source.dataclass import dataclass
from rulewright.source.output import CHECKPOINT, TABLE

games_csv_option = click.option(
    "--games-csv", type=click.Path(dir_okay=False, path_type=Path), metavar="FILE",
    callback=file_callback("a table", TABLE),
    help="Write a row for each game: length, end, winners, scores, who sat where. Values that a game does not have are empty.",
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


@dataclass(frozen=True, slots=True)
class Keeping:
    """What to do with totals: the file to keep them in, the part of the games to play (its number from 1, of how many), and the files
    whose games are added."""

    path: Path | None
    part: tuple[int, int] | None
    joined: tuple[Path, ...]

    def __bool__(self) -> bool:
        return self.path is not None or self.part is not None or bool(self.joined)

    def numbers(self, games: int, step: int = 1) -> range:
        """The games of this part, in whole rotations of `step` games. UsageError if there are more parts than rotations."""
        number, of = self.part or (1, 1)
        rotations = games // step
        if rotations < of:
            raise click.UsageError(f"--part {number}/{of}: there are only {games} games")
        return range(step * (rotations * (number - 1) // of), step * (rotations * number // of))


def checkpoint_options(function: Callable[..., Any]) -> Callable[..., Any]:
    """Add `--checkpoint`, `--part` and `--join` to a command, which gets them as one argument, `keeping`."""

    @wraps(function)
    def with_keeping(
        checkpoint: Path | None, part: tuple[int, int] | None, join: tuple[str, ...], **others: Any
    ) -> Any:
        return function(keeping=Keeping(checkpoint, part, _found(join)), **others)

    return with_options(with_keeping, [
        click.option(
            "--checkpoint", type=click.Path(dir_okay=False, path_type=Path), metavar="FILE",
            callback=file_callback("a checkpoint", CHECKPOINT),
            help="Keep the totals in a file every few seconds, and go on from there if the file exists.",
        ),
        click.option(
            "--part", metavar="K/N", callback=_part,
            help="Play only part K of the games, divided into N. With --checkpoint, for --join later.",
        ),
        click.option(
            "--join", multiple=True, metavar="FILES",
            help="Add the games of other checkpoints of this run (repeatable; may be a pattern in quotes). Games that no file has are played.",
        ),
])  # fmt: skip


def _part(ctx: click.Context, parameter: click.Parameter, text: str | None) -> tuple[int, int] | None:
    """`3/100` -> (3, 100)."""
    if text is None:
        return None
    number, _, of = text.partition("/")
    if not (number.isdecimal() and of.isdecimal() and 1 <= int(number) <= int(of)):
        raise click.BadParameter(f"`{text}` should be a number and how many there are: --part 3/100")
    return int(number), int(of)


def _found(patterns: Sequence[str]) -> tuple[Path, ...]:
    """The files of patterns, in order. UsageError if there are none."""
    found = list[Path]()
    for pattern in patterns:
        files = sorted(glob(pattern))
        if not files:
            raise click.UsageError(f"--join {pattern}: there is no such file")
        found += map(Path, files)
    return tuple(dict.fromkeys(found))


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
