"""The command `rulewright test`: runs examples and random games, and reports what failed."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from rulewright.cli.common.cluster import check_cluster, executor_for
from rulewright.cli.common.coverage_options import Wanted
from rulewright.cli.common.coverage_report import as_json, tell
from rulewright.cli.common.exit_status import (
    FALLS_SHORT,
    FINE,
    INTERRUPTED,
    WRONG_USAGE,
    read_or_not,
    was_typed,
)
from rulewright.cli.common.game_arguments import (
    Engine,
    OptionValue,
    Settings,
    refuse_what_is_no_rulebook,
)
from rulewright.cli.common.options import refuse_idle
from rulewright.cli.common.output import engine_told, note, note_engine, note_fallbacks, show_json
from rulewright.cli.table.records.store import own_path, write
from rulewright.cli.testing import junit as report
from rulewright.cli.testing.outcomes import counted
from rulewright.cli.testing.report import Reporter
from rulewright.cli.testing.runner import Plan, chooser, run_tests
from rulewright.engines import native_is_installed
from rulewright.play.running.pools import Here, Processes
from rulewright.runtime.fallbacks import Collected
from rulewright.source.output import CannotWrite

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from rulewright.cli.testing.outcomes import Tested

ENOUGH_GAMES = 200
"""The number of games from which a missing llvmlite is reported. With fewer games machine code pays only if they are long."""


def test_games(
    games_to_test: tuple[str, ...], players: int | None, variant: str | None,
    options: tuple[tuple[str, OptionValue], ...], overlays: tuple[str, ...], expression: str | None,
    exit_first: bool, max_failures: int | None, games: int, seed: int, max_actions: int, engine: Engine, no_cache: bool,
    verbose: bool, style: str, junit: Path | None, wanted: Wanted, jobs: int | None, cluster: str | None,
    checkpoint: Path | None,
) -> int:  # fmt: skip
    """The exit status."""
    for game in games_to_test:
        refuse_what_is_no_rulebook(game)
    wanted.refuse_marks_among(style, "text")
    _refuse_idle(style, games, exit_first)
    check_cluster(cluster, jobs)
    if checkpoint is not None and len(games_to_test) > 1:
        raise click.UsageError("--checkpoint is for one rulebook; test the others apart")
    coverage = wanted.start()
    if coverage is not None and (cluster is not None or checkpoint is not None or (jobs or 1) > 1):
        raise click.UsageError(
            "coverage is counted in this process: leave out --jobs, --cluster and --checkpoint"
        )
    began = time.monotonic()
    limit = 1 if exit_first else max_failures
    chosen = chooser(expression)
    writes = junit is not None or wanted.page is not None
    reporter = Reporter(verbose, max_actions, silent=style == "json", goes_on=writes)
    all_tested: list[Tested] = []
    failures, fallbacks = 0, Collected()
    with _executor(cluster, jobs, checkpoint is not None) as executor:
        plan = Plan(games, seed, max_actions, limit, chosen, executor, checkpoint)
        for game in games_to_test:
            settings = Settings(game, players, variant, options, overlays, seed, engine, not no_cache)
            if not all_tested and coverage is None and (engine != "auto" or games >= ENOUGH_GAMES):
                settings.note_slow_engine()
            with fallbacks:
                tested = run_tests(settings, plan, reporter, failures, coverage.watch if coverage else None)
            all_tested.append(tested)
            failures += tested.failures
            if tested.interrupted or plan.enough(failures):
                break
    _refuse_if_nothing_was_chosen(all_tested, expression)
    for tested in all_tested:
        _keep_records(tested)
    reporter.failures(all_tested)
    reporter.summary(all_tested, time.monotonic() - began)
    played_by = fallbacks.so_far().engine(_engine(engine, coverage is not None))
    if style == "json":
        covered = as_json(coverage.report()) if coverage is not None else {}
        with read_or_not():
            found = {
                "seed": seed, "tested": [tested.to_json() for tested in all_tested], **covered,
                "timing": {
                    "seconds": time.monotonic() - began,
                    **engine_told(fallbacks.so_far(), played_by),
                },
            }  # fmt: skip
            show_json(found)
    elif games and engine != "auto":  # else nobody asked, and it reads like a warning
        note_engine(fallbacks.so_far(), played_by)
    note_fallbacks(fallbacks.so_far())
    if junit is not None:
        report.write(junit, all_tested, max_actions)
    status = _status(all_tested)
    title = ", ".join(tested.settings.game for tested in all_tested)
    short = coverage is not None and tell(wanted, coverage.report(), title, style == "text")
    return status or (FALLS_SHORT if short else FINE)


@contextmanager
def _executor(cluster: str | None, jobs: int | None, kept: bool) -> Iterator[Executor | None]:
    """What plays the random games: a cluster, several processes, tasks in this process if they are kept, or None."""
    if cluster is not None:
        with executor_for(cluster, (), (), 1) as executor:
            yield executor
    elif jobs is not None and jobs > 1:
        with Processes(jobs) as executor:
            yield executor
    else:
        yield Here() if kept else None


def _engine(named: Engine, covered: bool) -> str:
    """The engine that played. Coverage is counted by the reference."""
    return "reference" if covered or named == "reference" or not native_is_installed() else "native"


def _refuse_idle(style: str, games: int, exit_first: bool) -> None:
    if style == "json":
        refuse_idle("is about the text: --format json has every test", verbose="--verbose")
    if games == 0:
        reason = "is about random games, and --games 0 plays none"
        refuse_idle(reason, seed="--seed", max_actions="--max-actions")
    if exit_first:
        refuse_idle(
            "says after how many failures to stop, and --exitfirst stops at the first",
            max_failures="--maxfail",
        )


def _refuse_if_nothing_was_chosen(all_tested: list[Tested], expression: str | None) -> None:
    ran = any(
        tested.examples or tested.games or tested.interrupted or tested.problems for tested in all_tested
    )
    if expression and not ran:
        raise click.UsageError(f"no test has `{expression}` in its name; `-v` without `-k` lists their names")


def _status(all_tested: list[Tested]) -> int:
    examples = sum(len(tested.examples) for tested in all_tested)
    games = sum(tested.games for tested in all_tested)
    if all_tested[-1].interrupted:
        note(f"Stopped after {counted(examples, 'example')} and {counted(games, 'game')}.")
        return INTERRUPTED
    failed = [tested for tested in all_tested if tested.failures]
    if failed and all(tested.problems and all(map(was_typed, tested.problems)) for tested in failed):
        return WRONG_USAGE
    return FALLS_SHORT if failed else FINE


def _keep_records(tested: Tested) -> None:
    """Write the record of each game that broke a promise, so that it can be replayed."""
    for number, broken in enumerate(tested.broken):
        record = broken.record
        if not isinstance(record, dict):
            continue
        path = own_path(f"{record.get('game', 'game')}-broken" + (f"-{number + 1}" if number else ""))
        table = broken.table
        settings = replace(tested.settings, players=table.players, variant=table.variant)
        if path.exists():
            tested.replaced.add(number)
        try:
            write(record, path, settings, over=path.exists())
        except CannotWrite as reason:
            note(f"{reason}.")
            continue
        tested.records[number] = str(path)
