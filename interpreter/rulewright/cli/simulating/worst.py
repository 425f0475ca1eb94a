"""`simulate --record-worst`: the games that are furthest out are written down, to be gone through and traced."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from rulewright.cli.common.game_arguments import Settings
from rulewright.cli.common.output import note

if TYPE_CHECKING:
    from rulewright.game.game import Game
    from rulewright.play.figures.worst import Extreme
    from rulewright.play.running.measured_games import MeasuredPlan

from rulewright.cli.simulating.options import OF_MARGINS, OF_SCORES, Kept
from rulewright.cli.table.records.store import own_path, write_record
from rulewright.cli.table.seats import seats
from rulewright.game.results.standing import keeps_score
from rulewright.play.figures.margins import Margins
from rulewright.play.figures.worst import Worst
from rulewright.play.running.measured_games import state_of_game
from rulewright.runtime.chance.random_words import seed_of


def watch(kept: Kept, game: Game) -> Worst:
    """What looks for them among the games that are played. Raises UsageError for a score where none is kept, and for a margin
    where nobody can be ahead."""
    if kept.many and kept.by in OF_SCORES and not keeps_score(game.program):
        raise click.UsageError(
            f"--worst-by {kept.by}: {game.title} keeps no score. Name what it is won by under `standing:` in the rulebook, "
            "or go by decisions, rounds or fewest-decisions"
        )
    if kept.many and kept.by in OF_MARGINS and not Margins(game).exist:
        alone = "one player alone is" if game.num_players == 1 else "players who all win together are"
        raise click.UsageError(
            f"--worst-by {kept.by}: {alone} ahead of nobody. Go by score, low-score, decisions, rounds or fewest-decisions"
        )
    return Worst(game, kept.by, kept.many)


def path_of(kept: Kept, game: Game, place: int) -> Path:
    """Where the record of a game goes: the first is the furthest out."""
    return own_path(str(kept.folder / f"{game.name}-{kept.by}-{place}"))


def as_json(kept: Kept, worst: Worst, game: Game, seed: int) -> dict[str, object]:
    """The games, by their numbers from 1, and where their records go, as plain data; nothing if none are kept."""
    if not kept.many:
        return {}
    return {
        "worst": [
            {"by": kept.by, "number": each.number + 1, "seed": seed_of(seed, each.number), "value": each.value,
             "record": str(path_of(kept, game, place))}
            for place, each in enumerate(worst.found(), 1)
        ]
    }  # fmt: skip


def keep(kept: Kept, worst: Worst, game: Game, settings: Settings, plan: MeasuredPlan) -> None:
    """Play the games again and write their records down."""
    found = worst.found()
    if not found:
        if kept.many:
            came = "was won by anybody" if kept.by in OF_MARGINS else "came to its end"
            note(f"No game {came}, so there is none to keep.")
        return
    kept.folder.mkdir(parents=True, exist_ok=True)
    note(f"Kept with the {worst.measure.about}:")
    for place, each in enumerate(found, 1):
        path = path_of(kept, game, place)
        state = state_of_game(game, plan, each.number)
        table = seats(game.num_players, game.program.labels.seats, [], {}, plan.seats(each.number))
        write_record(state, path, settings, table, over=path.exists())
        note(f"  {_told(each)}: rulewright trace {path}")


def _told(game: Extreme) -> str:
    return f"{game.value} in game {game.number + 1}"
