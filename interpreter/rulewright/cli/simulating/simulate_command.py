"""The command `rulewright simulate`: plays many games and shows their figures.

PLAYER        wins             95 %     score             95 %   least   median   most
bold        54.1 %   53.4 to 54.8 %     75.36   74.90 to 75.82       0      100    105

`--games-csv FILE` writes a row for each game, and `--record-worst N` the records of the most extreme games. Games are
played fast and leave only numbers, so a record is made by playing the same seed again.
"""

from __future__ import annotations

import io
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import click

from rulewright.cli.common.cluster import check_cluster, executor_for
from rulewright.cli.common.coverage_options import Wanted
from rulewright.cli.common.exit_status import FALLS_SHORT, FINE, INTERRUPTED, read_or_not
from rulewright.cli.common.game_arguments import Settings
from rulewright.cli.common.output import (
    Progress,
    engine_told,
    note,
    note_clock,
    note_engine,
    note_fallbacks,
    show_json,
)
from rulewright.cli.common.text_tables import show_line, show_table
from rulewright.cli.keeping.games import load
from rulewright.cli.simulating.checkpoints import Checkpoint
from rulewright.cli.simulating.options import OF_MARGINS, OF_SCORES, Keeping, Kept
from rulewright.cli.table.seats import read_bots, seats
from rulewright.game.results.standing import keeps_score
from rulewright.language.literals import literal
from rulewright.play import simulate
from rulewright.play.figures import simulation
from rulewright.play.figures.margins import Margins
from rulewright.play.figures.single import OneByOne
from rulewright.play.figures.tally import Tally, Totals
from rulewright.play.figures.worst import Worst
from rulewright.play.running.games import Plan
from rulewright.play.running.jobs import usual_jobs
from rulewright.play.running.measured_games import are_in_bulk, state_of_game
from rulewright.play.running.ranges import Ranges
from rulewright.play.simulate import whole_rotations
from rulewright.problems.quoting import counted
from rulewright.runtime.chance.random_words import seed_of
from rulewright.source.later import later
from rulewright.source.output import Output, is_stream

if TYPE_CHECKING:
    import csv
    from concurrent.futures import Executor

    from rulewright.cli.common import coverage_report, failures
    from rulewright.cli.table.records import store
    from rulewright.game.game import Game
    from rulewright.play.figures.single import PlayedGame
    from rulewright.play.figures.worst import Extreme
    from rulewright.play.running.games import Games, Plan
    from rulewright.play.simulate import Simulation
else:
    csv = later("csv")
    coverage_report, failures, store = (
        later(f"rulewright.cli.{name}")
        for name in ("common.coverage_report", "common.failures", "table.records.store")
    )


def simulate_games(
    settings: Settings, games: int, jobs: int | None, cluster: str | None, max_actions: int, bots: str, rotate: bool, style: str,
    games_csv: Path | None, keeping: Keeping, wanted: Wanted, kept: Kept,
) -> int:  # fmt: skip
    """The exit status."""
    check_cluster(cluster, jobs)
    if keeping and (games_csv is not None or kept.many or wanted):
        raise click.UsageError(
            "--checkpoint keeps totals only, so it (and --part, --join) does not go with --games-csv, --record-worst or --coverage"
        )
    wanted.refuse_marks_among(style, "table")
    if wanted.report and style == "csv":
        raise click.UsageError("--coverage has no form as CSV: --format json, or --coverage-html FILE")
    coverage = wanted.start()
    if coverage is None:
        settings.note_slow_engine()
    game = load(settings) if coverage is None else coverage.watch(settings.open_book()).game
    seats = read_bots(game, bots)
    asked = games
    if rotate:
        games = _in_rotations(games, seats)
    worst = watch(kept, game)
    jobs = jobs or usual_jobs(game, seats)
    settings.note_card(are_in_bulk(game, seats))
    plan = Plan(settings.seed or 0, max_actions, seats, rotate)
    began = time.perf_counter()
    with (
        executor_for(cluster, (game,), seats, min(jobs, games)) as executor,
        single_games(game, plan, games_csv) as each,
    ):
        watchers = [*([worst.add] if kept.many else []), *([] if each is None else [each])]
        result, interrupted, here = _simulate(game, plan, games, watchers, executor, keeping)
    seconds = time.perf_counter() - began
    timing = {
        "seconds": seconds,
        "games_per_second": here / seconds if seconds else 0.0,
        "playouts_per_second": here / seconds if seconds else 0.0,
        **({"jobs": jobs} if cluster is None else {"cluster": cluster}),
        **engine_told(result.fallbacks, result.engine),
    }
    with read_or_not():
        match style:
            case "json":
                told = {} if coverage is None else coverage_report.as_json(coverage.report())
                told |= worst_as_json(kept, worst, game, settings.seed or 0)
                show_json(
                    {
                        **result.to_json(),
                        "games_asked": asked,
                        **told,
                        "interrupted": interrupted,
                        "timing": timing,
                    }
                )
            case "csv":
                click.echo(as_csv(result, asked), nl=False)
            case _:
                show_simulation(result)
                note(f"{counted(here, 'game')} in {seconds:.1f} s: {timing['games_per_second']:.0f} a second")
                note_engine(result.fallbacks, result.engine)
                if len(set(seats)) > 1 and not rotate:
                    note(
                        "Everybody keeps the seat; --rotate moves all one seat on with each game, and shows who is stronger."
                    )
    if games != asked:
        note(
            f"{counted(games, 'game is a whole rotation', 'games are whole rotations')} of {counted(len(seats), 'player')}; {asked} were asked for (--games)."
        )
    note_fallbacks(result.fallbacks, result.games)
    note_clock(seats)
    _tell_unfinished(result, max_actions)
    if result.failed:
        failures.tell_failures(result.failures, result.failed, result.games, game, settings)
    short = coverage is not None and coverage_report.tell(
        wanted, coverage.report(), game.title, style == "table"
    )
    keep(kept, worst, game, settings, plan)
    if interrupted:
        note(f"Stopped after {result.games} of {counted(games, 'game')}.")
        return INTERRUPTED
    return FALLS_SHORT if short or result.failed or not result.finished else FINE


def _in_rotations(games: int, seats: Sequence[str]) -> int:
    """The number of games rounded up to whole rotations. Raises UsageError if all players are the same."""
    if len(set(seats)) == 1:
        raise click.UsageError(
            "--rotate is for players who differ, and says who of them is stronger: --bots mine,theirs --rotate"
        )
    return whole_rotations(games, seats)


def _simulate(
    game: Game,
    plan: Plan,
    games: int,
    watchers: Sequence[Callable[[Games], None]],
    executor: Executor,
    keeping: Keeping,
) -> tuple[Simulation, bool, int]:
    """The simulation, whether Ctrl-C ended it early, and how many games were played now and not kept before. `watchers` are called with
    the games, chunk by chunk."""
    tally = Tally(game, plan.seed, plan.players if plan.rotated else None, plan.players)
    interrupted = False
    kept = Checkpoint(keeping.path, _run(game, plan), tally.totals, Ranges())
    kept.read(keeping.joined, Totals.of_json)
    wanted, before = keeping.numbers(games), tally.games
    with Progress("games") as progress:
        try:
            for numbers in simulate.add_games(tally, kept.left(wanted), plan, executor, watchers):
                kept.done.add(numbers)
                kept.write_if_due()
                progress(tally.games, len(wanted), partial(_so_far, tally))
        except KeyboardInterrupt:
            interrupted = True
        finally:
            kept.write()
    return tally.simulation(), interrupted, tally.games - before


def _so_far(tally: Tally) -> str:
    """The wins of the first seat, or of the first player if players rotate."""
    found = tally.simulation()
    if not found.finished:
        return ""
    name, first = (
        (found.by_player[0].player, found.by_player[0])
        if found.by_player
        else (f"seat {found.seats[0].seat}", found.seats[0])
    )
    return f"{name} wins {100 * first.win_rate:.4g} % ({100 * first.low:.4g} to {100 * first.high:.4g} %)"


def _run(game: Game, plan: Plan) -> dict[str, object]:
    """What the figures depend on, for a checkpoint."""
    return {
        "command": "simulate",
        "game": game.name,
        "fingerprint": game.fingerprint,
        "bots": list(plan.players),
        "rotated": plan.rotated,
        "seed": plan.seed,
        "max_actions": plan.max_actions,
    }


def _tell_unfinished(result: Simulation, max_actions: int) -> None:
    many = result.broken_off
    if many:
        note(
            f"{many} game{' was' if many == 1 else 's were'} broken off after {max_actions:,} decisions (--max-actions)"
        )


OF_A_GAME = ("game", "seed", "outcome", "decisions", "rounds", "ended_by", "winners", "margin")
OF_A_SEAT = ("played_by", "score", "return")
"""Columns for each seat, whose number is appended, from 1."""


@contextmanager
def single_games(game: Game, plan: Plan, path: Path | None) -> Iterator[Callable[[Games], None] | None]:
    """A function that writes a row for each of the games that it is given to `path`, or None without a path. In the end, a note says where they are."""
    if path is None:
        yield None
        return
    one_by_one = OneByOne(game, plan.seed, plan.players, plan.rotated)
    replaced = ", in place of the file that was there" if path.exists() and not is_stream(path) else ""
    with Output(path) as file:
        rows = csv.writer(file, lineterminator="\n")
        seats = range(1, game.num_players + 1)
        rows.writerow((*OF_A_GAME, *(f"{name}_{seat}" for seat in seats for name in OF_A_SEAT)))
        yield lambda games: rows.writerows(map(_row, one_by_one.of(games)))
    note(f"Each game has a row in {path}{replaced}")


def _row(one: PlayedGame) -> list[object]:
    """A row of the table; games and seats count from 1, and cells without a value are empty."""
    winners = " ".join(str(seat + 1) for seat in one.winners)
    row: list[object] = [
        one.number + 1, one.seed, one.outcome, one.decisions, one.rounds, one.ended_by, winners, one.margin
    ]  # fmt: skip
    for seat, bot in enumerate(one.bots):
        score = None if one.scores is None else one.scores[seat]
        row += [bot, score, None if one.returns is None else f"{one.returns[seat]:.6g}"]
    return row


def watch(kept: Kept, game: Game) -> Worst:
    """A watcher that finds the games to keep. Raises UsageError for a score in a game without one, and for a margin where
    nobody can be ahead."""
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
    """The file for the record of a game; `place` 1 is the most extreme."""
    return store.own_path(str(kept.folder / f"{game.name}-{kept.by}-{place}"))


def worst_as_json(kept: Kept, worst: Worst, game: Game, seed: int) -> dict[str, object]:
    """The games to keep, by their numbers from 1, with the paths of their records, as JSON; {} if none are kept."""
    if not kept.many:
        return {}
    return {
        "worst": [
            {"by": kept.by, "number": each.number + 1, "seed": seed_of(seed, each.number), "value": each.value,
             "record": str(path_of(kept, game, place))}
            for place, each in enumerate(worst.found(), 1)
        ]
    }  # fmt: skip


def keep(kept: Kept, worst: Worst, game: Game, settings: Settings, plan: Plan) -> None:
    """Play these games again and write their records."""
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
        store.write_record(state, path, settings, table, over=path.exists())
        note(f"  {_told(each)}: rulewright trace {path}")


def _told(game: Extreme) -> str:
    return f"{game.value} in game {game.number + 1}"


def show_simulation(result: Simulation) -> None:
    """Print the report, with tables that fit the terminal."""
    for number, part in enumerate(simulation.report(result)):
        if number:
            click.echo()
        for each in part:
            if isinstance(each, str):
                show_line(each)
            else:
                show_table(*each)
    if result.finished and all(seat.score is None for seat in result.seats):
        note("no `standing:`, so no scores")


def as_csv(result: Simulation, asked: int) -> str:
    """One figure a line: `measure,seat,value,low,high`; seats count from 1, and are empty for the whole game. The first lines
    say what was played, and how many games were `asked` for."""
    text = io.StringIO()
    rows = csv.writer(text, lineterminator="\n")
    rows.writerow(("measure", "seat", "value", "low", "high"))
    for name, value in _what_was_played(result, asked):
        rows.writerow((name, "", value, "", ""))
    for name in ("games", "finished", "draws", "ties", "failed"):
        rows.writerow((name, "", getattr(result, name), "", ""))
    games = (("decisions", result.decisions), ("rounds", result.rounds), ("margin", result.margin))
    for name, summary in games:
        if summary is not None:
            rows.writerow((name, "", summary.mean, summary.low, summary.high))
    for number, (seat, who) in enumerate(zip(result.seats, result.bots, strict=True), 1):
        if not result.rotated:
            rows.writerow(("played_by", number, who, "", ""))
        rows.writerow(("win_rate", number, seat.win_rate, seat.low, seat.high))
        if seat.score is not None:
            rows.writerow(("score", number, seat.score.mean, seat.score.low, seat.score.high))
        if seat.returns is not None:
            rows.writerow(("returns", number, seat.returns.mean, seat.returns.low, seat.returns.high))
    for player in result.by_player:
        rows.writerow((f"win_rate {player.player}", "", player.win_rate, player.low, player.high))
        if player.score is not None:
            score = player.score
            rows.writerow((f"score {player.player}", "", score.mean, score.low, score.high))
        if player.returns is not None:
            returns = player.returns
            rows.writerow((f"returns {player.player}", "", returns.mean, returns.low, returns.high))
    for duel in result.duels:
        rows.writerow((f"{duel.player} against {duel.other}", "", duel.difference, duel.low, duel.high))
    for name, count in result.ends.items():
        rows.writerow((f"ended_by {name}", "", count, "", ""))
    for worth, count in result.worths.items():
        rows.writerow((f"worth {worth}", "", count, "", ""))
    return text.getvalue()


def _what_was_played(result: Simulation, asked: int) -> Iterator[tuple[str, object]]:
    """The game, its table, who played and with which luck, as the command line takes them."""
    yield "game", result.game
    yield "fingerprint", result.fingerprint
    if result.variant is not None:
        yield "variant", result.variant
    yield from (("house_rule", name) for name in result.overlays)
    yield "players", result.players
    yield from ((f"option {name}", literal(value)) for name, value in result.options.items())
    yield "bots", ",".join(result.bots)
    yield "rotated", literal(result.rotated)
    yield "seed", result.seed
    yield "games_asked", asked
