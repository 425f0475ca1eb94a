"""What `rulewright simulate` does: play many games, and show what they add up to."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from rulewright.cli.common.coverage_options import Wanted
from rulewright.cli.common.coverage_report import as_json as coverage_as_json
from rulewright.cli.common.coverage_report import tell
from rulewright.cli.common.exit_status import FALLS_SHORT, FINE, INTERRUPTED, read_or_not
from rulewright.cli.common.failures import tell_failures
from rulewright.cli.common.game_arguments import Settings
from rulewright.cli.common.output import Progress, note, show_json
from rulewright.cli.simulating.games_csv import single_games
from rulewright.cli.simulating.options import Kept
from rulewright.cli.simulating.summary import as_csv, show_simulation
from rulewright.cli.simulating.worst import as_json as worst_as_json
from rulewright.cli.simulating.worst import keep, watch
from rulewright.cli.table.seats import read_bots
from rulewright.play import simulate
from rulewright.play.running.jobs import usual_jobs
from rulewright.play.running.measured_games import MeasuredPlan
from rulewright.play.simulate import whole_rotations
from rulewright.problems.quoting import counted

if TYPE_CHECKING:
    from rulewright.game.game import Game
    from rulewright.play.running.games import Games
    from rulewright.play.simulate import Simulation


def simulate_games(
    settings: Settings, games: int, jobs: int | None, max_actions: int, bots: str, rotate: bool, style: str,
    games_csv: Path | None, wanted: Wanted, kept: Kept,
) -> int:  # fmt: skip
    """The exit status."""
    wanted.refuse_marks_among(style, "table")
    if wanted.report and style == "csv":
        raise click.UsageError("--coverage has no form as CSV: --format json, or --coverage-html FILE")
    coverage = wanted.start()
    if coverage is None:
        settings.note_slow_engine()
    game = settings.load() if coverage is None else coverage.watch(settings.open_book()).game
    seats = read_bots(game, bots)
    asked = games
    if rotate:
        games = _in_rotations(games, seats)
    worst = watch(kept, game)
    jobs = jobs or usual_jobs(game, seats)
    plan = MeasuredPlan(settings.seed or 0, max_actions, seats, jobs, rotate)
    began = time.perf_counter()
    with single_games(game, plan, games_csv) as each:
        result, interrupted = _simulate(game, plan, games, (worst.add, each))
    seconds = time.perf_counter() - began
    timing = {
        "seconds": seconds,
        "playouts_per_second": result.games / seconds if seconds else 0.0,
        "jobs": jobs,
    }
    with read_or_not():
        match style:
            case "json":
                told = {} if coverage is None else coverage_as_json(coverage.report())
                told |= worst_as_json(kept, worst, game, settings.seed or 0)
                show_json(
                    {
                        **result.to_json(),
                        "games_asked": asked,
                        "bots": seats,
                        **told,
                        "interrupted": interrupted,
                        "timing": timing,
                    }
                )
            case "csv":
                click.echo(as_csv(result, seats, asked), nl=False)
            case _:
                show_simulation(result)
                note(
                    f"{counted(result.games, 'game')} in {seconds:.1f} s: {timing['playouts_per_second']:.0f} a second"
                )
                if len(set(seats)) > 1 and not rotate:
                    note(
                        "Everybody keeps the seat; --rotate moves all one seat on with each game, and tells who is stronger."
                    )
    if games != asked:
        note(
            f"{counted(games, 'game is a whole rotation', 'games are whole rotations')} of {counted(len(seats), 'player')}; {asked} were asked for (--games)."
        )
    _tell_unfinished(result, max_actions)
    tell_failures(result.failures, result.failed, result.games, game, settings)
    short = coverage is not None and tell(wanted, coverage.report(), game.title, style == "table")
    keep(kept, worst, game, settings, plan)
    if interrupted:
        note(f"Stopped after {result.games} of {counted(games, 'game')}.")
        return INTERRUPTED
    return FALLS_SHORT if short or result.failed or not result.finished else FINE


def _in_rotations(games: int, seats: Sequence[str]) -> int:
    """So many games, or a few more, that everybody sits everywhere equally often. UsageError for players who are all the same."""
    if len(set(seats)) == 1:
        raise click.UsageError(
            "--rotate is for players who differ, and says who of them is stronger: --bots mine,theirs --rotate"
        )
    return whole_rotations(games, seats)


def _simulate(
    game: Game, plan: MeasuredPlan, games: int, watchers: Sequence[Callable[[Games], None]]
) -> tuple[Simulation, bool]:
    """The simulation, and whether Ctrl-C ended it early. `watchers` are given all games, some at a time."""
    players, rotated = plan.players, plan.rotated
    tally = simulate.Tally(game, plan.seed, players if rotated else None, players)
    interrupted = False
    with Progress("games") as progress:
        try:
            for chunk in simulate.chunks(
                game, games, plan.seed, plan.jobs, plan.max_actions, players=players, rotated=rotated
            ):
                tally.add(chunk)
                for watch in watchers:
                    watch(chunk)
                progress(tally.games, games)
        except KeyboardInterrupt:
            interrupted = True
    return tally.simulation(), interrupted


def _tell_unfinished(result: Simulation, max_actions: int) -> None:
    many = len(result.unfinished)
    if many:
        note(
            f"{many} game{' was' if many == 1 else 's were'} broken off after {max_actions:,} decisions (--max-actions)"
        )
