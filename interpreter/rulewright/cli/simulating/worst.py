"""`simulate --record-worst`: the games that are furthest out are written down, to be gone through and traced."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from rulewright.cli.common.game_arguments import Settings
from rulewright.cli.common.output import note

if TYPE_CHECKING:
    from rulewright.game.game import Game
    from rulewright.play.figures.worst import Extreme, Worst
    from rulewright.play.running.measured import MeasuredPlan

MEASURES = ("decisions", "rounds", "score", "margin", "fewest-decisions", "low-score", "small-margin")
"""As in `play.figures.worst`, which is not loaded to print a help."""
OF_MARGINS = ("margin", "small-margin")
OF_SCORES = ("score", "low-score", *OF_MARGINS)


@dataclass(frozen=True, slots=True)
class Kept:
    """Which games are to be kept: so many, by a measure, in a folder."""

    many: int
    by: str
    folder: Path

    def watch(self, game: Game) -> Worst:
        """What looks for them among the games that are played. Raises UsageError for a score where none is kept, and for a margin
        where nobody can be ahead."""
        from rulewright.game.results.standing import keeps_score
        from rulewright.play.figures.margins import Margins
        from rulewright.play.figures.worst import Worst

        if self.many and self.by in OF_SCORES and not keeps_score(game.program):
            raise click.UsageError(
                f"--worst-by {self.by}: {game.title} keeps no score. Name what it is won by under `standing:` in the rulebook, "
                "or go by decisions, rounds or fewest-decisions"
            )
        if self.many and self.by in OF_MARGINS and not Margins(game).exist:
            alone = "one player alone is" if game.num_players == 1 else "players who all win together are"
            raise click.UsageError(
                f"--worst-by {self.by}: {alone} ahead of nobody. Go by score, low-score, decisions, rounds or fewest-decisions"
            )
        return Worst(game, self.by, self.many)

    def path(self, game: Game, place: int) -> Path:
        """Where the record of a game goes: the first is the furthest out."""
        from rulewright.cli.table.records.keeping import own_path

        return own_path(str(self.folder / f"{game.name}-{self.by}-{place}"))


def worst_options(function: Callable[..., Any]) -> Callable[..., Any]:
    """Give a command `--record-worst`, `--worst-by` and `--record-to`, as one argument `kept`."""

    @wraps(function)
    def with_kept(record_worst: int, worst_by: str, record_to: Path, **others: Any) -> Any:
        _refuse_alone(record_worst)
        return function(kept=Kept(record_worst, worst_by, record_to), **others)

    decorated: Callable[..., Any] = with_kept
    for add in (
        click.option(
            "--record-to", type=click.Path(path_type=Path, file_okay=False), default=Path("."), metavar="FOLDER",
            help="Where these records go; this folder if not given.",
        ),
        click.option(
            "--worst-by", type=click.Choice(MEASURES), default="decisions", show_default=True,
            help="What they are furthest out by; a margin is that of the winner over the second, where partners count as one.",
        ),
        click.option(
            "--record-worst", type=click.IntRange(min=0), default=0, metavar="N",
            help="Keep the records of the N games that are furthest out.",
        ),
    ):  # fmt: skip
        decorated = add(decorated)
    return decorated


def as_json(kept: Kept, worst: Worst, game: Game, seed: int) -> dict[str, object]:
    """The games, by their numbers from 1, and where their records go, as plain data; nothing if none are kept."""
    from rulewright.runtime.chance.random_words import seed_of

    if not kept.many:
        return {}
    return {
        "worst": [
            {"by": kept.by, "number": each.number + 1, "seed": seed_of(seed, each.number), "value": each.value,
             "record": str(kept.path(game, place))}
            for place, each in enumerate(worst.found(), 1)
        ]
    }  # fmt: skip


def keep(kept: Kept, worst: Worst, game: Game, settings: Settings, plan: MeasuredPlan) -> None:
    """Play the games again and write their records down."""
    from rulewright.cli.table.records.keeping import write_record
    from rulewright.cli.table.seats import seats
    from rulewright.play.running.measured import state_of_game

    found = worst.found()
    if not found:
        if kept.many:
            came = "was won by anybody" if kept.by in OF_MARGINS else "came to its end"
            note(f"No game {came}, so there is none to keep.")
        return
    kept.folder.mkdir(parents=True, exist_ok=True)
    note(f"Kept with the {worst.measure.about}:")
    for place, each in enumerate(found, 1):
        path = kept.path(game, place)
        state = state_of_game(game, plan, each.number)
        table = seats(game.num_players, game.program.labels.seats, [], {}, plan.seats(each.number))
        write_record(state, path, settings, table, over=path.exists())
        note(f"  {_told(each)}: rulewright trace {path}")


def _told(game: Extreme) -> str:
    return f"{game.value} in game {game.number + 1}"


def _refuse_alone(many: int) -> None:
    """`--worst-by` and `--record-to` say which games are kept and where, and none is."""
    ctx = click.get_current_context()
    for option, parameter in (("--worst-by", "worst_by"), ("--record-to", "record_to")):
        if not many and ctx.get_parameter_source(parameter) is click.core.ParameterSource.COMMANDLINE:
            raise click.UsageError(
                f"{option} goes with --record-worst N, which keeps the games that are furthest out"
            )
