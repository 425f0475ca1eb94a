"""`rulewright simulate GAME`: many random games, and how long they are, how they score and who wins."""

from __future__ import annotations

import csv
import io
import time
from typing import TYPE_CHECKING

import click

from rulewright.cli.coverage import Wanted, as_json, coverage_options, tell
from rulewright.cli.failures import tell_failures
from rulewright.cli.outcome import FALLS_SHORT, FINE, INTERRUPTED
from rulewright.cli.settings import Settings, game_arguments
from rulewright.cli.table.seats import read_bots
from rulewright.cli.tables import show_table
from rulewright.cli.telling import Progress, note, show_json
from rulewright.cli.worst import Kept, keep, worst_options
from rulewright.cli.worst import as_json as worst_as_json
from rulewright.language.players import RANDOM

if TYPE_CHECKING:
    from rulewright.game.game import Game
    from rulewright.play.simulate import Seat, Simulation
    from rulewright.play.statistics import Summary
    from rulewright.play.worst import Worst


@click.command("simulate")
@game_arguments()
@click.option("--games", type=click.IntRange(min=1), default=1000, show_default=True, help="How many games.")
@click.option("--jobs", type=click.IntRange(min=1), default=1, show_default=True, help="How many at a time.")
@click.option(
    "--max-actions", type=click.IntRange(min=1), default=10_000, show_default=True,
    help="Break longer games off.",
)  # fmt: skip
@click.option(
    "--bots", default="random", show_default=True, metavar="NAMES",
    help="Who plays: one name for all seats, or one for each.",
)  # fmt: skip
@click.option(
    "--format", "style", type=click.Choice(["table", "json", "csv"]), default="table", show_default=True
)
@worst_options
@coverage_options
def command(
    settings: Settings, games: int, jobs: int, max_actions: int, bots: str, style: str, wanted: Wanted, kept: Kept
) -> int:  # fmt: skip
    """Play many games and count.

    Everybody plays at random, or who is named: random, greedy (looks one step ahead), rollouts (tries what
    may come of each move), or a strategy of the rulebook.

    Without --seed the seed is 0. The result is the same for any --jobs; what depends on the clock stands
    apart. The ranges hold the true figure with 95 % confidence. Ctrl-C reports what is done so far. If no game
    comes to its end, the exit status is 1.

    \b
    Examples:
      rulewright simulate cinq-o --games 1000
      rulewright simulate cinq-o --players 4 --set target=50 --jobs 4
      rulewright simulate cinq-o --bots cautious,bold
      rulewright simulate cinq-o --with short-evening.overlay.yaml --format json
      rulewright simulate cinq-o --coverage-html cinq-o.html
      rulewright simulate cinq-o --record-worst 3 --worst-by margin
    """
    wanted.refuse_marks_among(style, "table")
    if wanted.report and style == "csv":
        raise click.UsageError("--coverage has no form as CSV: --format json, or --coverage-html FILE")
    coverage = wanted.start()
    if coverage is None:
        settings.note_slow_engine()
    game = settings.load() if coverage is None else coverage.watch(settings.open_book()).game
    seats = read_bots(game, bots)
    worst = kept.watch(game)
    began = time.perf_counter()
    result, interrupted = _simulate(game, seats, games, settings.seed or 0, jobs, max_actions, worst)
    seconds = time.perf_counter() - began
    timing = {
        "seconds": seconds,
        "playouts_per_second": result.games / seconds if seconds else 0.0,
        "jobs": jobs,
    }
    match style:
        case "json":
            told = {} if coverage is None else as_json(coverage.report())
            told |= worst_as_json(kept, worst, game, settings.seed or 0)
            show_json(
                {**result.to_json(), "bots": seats, **told, "interrupted": interrupted, "timing": timing}
            )
        case "csv":
            click.echo(_as_csv(result, seats), nl=False)
        case _:
            _show(result, game, seats)
            note(f"{result.games} games in {seconds:.1f} s: {timing['playouts_per_second']:.0f} a second")
    _tell_unfinished(result, max_actions)
    tell_failures(result.failures, result.failed, result.games, game, settings)
    short = coverage is not None and tell(wanted, coverage.report(), game.title, style == "table")
    keep(kept, worst, game, settings, seats, max_actions)
    if interrupted:
        note(f"Stopped after {result.games} of {games} games.")
        return INTERRUPTED
    return FALLS_SHORT if short or result.failed or not result.finished else FINE


def _simulate(
    game: Game, seats: tuple[str, ...], games: int, seed: int, jobs: int, max_actions: int, worst: Worst
) -> tuple[Simulation, bool]:
    """The simulation, and whether Ctrl-C ended it early."""
    from rulewright.play import simulate

    tally = simulate.Tally(game, seed)
    interrupted = False
    with Progress("games") as progress:
        try:
            for chunk in simulate.chunks(game, games, seed, jobs, max_actions, players=seats):
                tally.add(chunk)
                worst.add(chunk)
                progress(tally.games, games)
        except KeyboardInterrupt:
            interrupted = True
    return tally.simulation(), interrupted


# ----------------------------------------------------------------------------------------------------- showing


def _show(result: Simulation, game: Game, bots: tuple[str, ...]) -> None:
    from rulewright.game.standing import keeps_score

    players = f"{result.players} player{'' if result.players == 1 else 's'}"
    variant = f", variant {game.variant}" if game.variant else ""
    games = f"{result.games} game{'' if result.games == 1 else 's'}"
    click.echo(f"{game.title}: {games}, {players}{variant}, seed {result.seed}")
    if not result.finished:
        click.echo("No game was finished.")
        return
    scored = keeps_score(game.program)
    figures = ("95 %", "least", "median", "most")
    lengths = [
        (name, *_figures(each)) for name, each in (("decisions", result.decisions), ("rounds", result.rounds))
    ]
    plain = set(bots) == {RANDOM}
    seats = [
        (seat.seat, *(() if plain else (who,)), *_rates(seat), *(_figures(seat.score) if scored else ()))
        for seat, who in zip(result.seats, bots, strict=True)
    ]
    click.echo()
    show_table(("LENGTH", "mean", *figures), lengths)
    click.echo()
    played_by = () if plain else ("played by",)
    show_table(("SEAT", *played_by, "wins", "95 %", *(("score", *figures) if scored else ())), seats)
    click.echo()
    if not scored:
        note("no `standing:`, so no scores")
    click.echo(f"Ended by: {', '.join(f'{name} {count}' for name, count in result.ends.items())}")
    click.echo(f"Shared wins: {result.ties} · nobody won: {result.draws}{_left_over(result)}")


def _left_over(result: Simulation) -> str:
    parts = [f"broken off: {len(result.unfinished)}"] if result.unfinished else []
    parts += [f"failed: {result.failed}"] if result.failed else []
    return "".join(f" · {part}" for part in parts)


def _rates(seat: Seat) -> tuple[str, str]:
    """How often a seat won, and the interval of that."""
    return f"{100 * seat.win_rate:.1f} %", f"{100 * seat.low:.1f} to {100 * seat.high:.1f} %"


def _figures(summary: Summary | None) -> tuple[str, str, str, str, str]:
    """Mean, its interval, least, median, most."""
    if summary is None:
        return "-", "", "", "", ""
    return (
        f"{summary.mean:.2f}",
        f"{summary.low:.2f} to {summary.high:.2f}",
        f"{summary.minimum:g}",
        f"{summary.quantiles[50]:g}",
        f"{summary.maximum:g}",
    )


def _as_csv(result: Simulation, bots: tuple[str, ...]) -> str:
    """One figure a line: `measure,seat,value,low,high`; seats count from 1, and are empty for the whole game."""
    text = io.StringIO()
    rows = csv.writer(text, lineterminator="\n")
    rows.writerow(("measure", "seat", "value", "low", "high"))
    for name in ("games", "finished", "draws", "ties", "failed"):
        rows.writerow((name, "", getattr(result, name), "", ""))
    for name, summary in (("decisions", result.decisions), ("rounds", result.rounds)):
        if summary is not None:
            rows.writerow((name, "", summary.mean, summary.low, summary.high))
    for number, (seat, who) in enumerate(zip(result.seats, bots, strict=True), 1):
        rows.writerow(("played_by", number, who, "", ""))
        rows.writerow(("win_rate", number, seat.win_rate, seat.low, seat.high))
        if seat.score is not None:
            rows.writerow(("score", number, seat.score.mean, seat.score.low, seat.score.high))
    for name, count in result.ends.items():
        rows.writerow((f"ended_by {name}", "", count, "", ""))
    return text.getvalue()


def _tell_unfinished(result: Simulation, max_actions: int) -> None:
    many = len(result.unfinished)
    if many:
        note(
            f"{many} game{' was' if many == 1 else 's were'} broken off after {max_actions:,} decisions (--max-actions)"
        )
