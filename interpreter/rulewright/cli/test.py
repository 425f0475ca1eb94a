"""`rulewright test GAME...`: the rulebook's own examples, then random games against every promise of the engine.

`testing/` has the parts: what is run, what came of it, and how it is told (for people, as JSON, as JUnit XML).
"""

from __future__ import annotations

import time
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from rulewright.cli.common.coverage_options import Wanted, as_json, coverage_options, tell
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
    engine_arguments,
    read_options_callback,
    refuse_what_is_no_rulebook,
)
from rulewright.cli.common.output import note, show_json
from rulewright.cli.common.pages import file_callback
from rulewright.source.output import REPORT, CannotWrite

if TYPE_CHECKING:
    from rulewright.cli.testing.outcomes import Tested

GAMES = 100
ENOUGH_GAMES = 200
"""From so many games on `auto` means machine code. It is made for each table, and what is looked at closely is told by the reference
anyhow: for fewer games that takes as long as it saves."""


@click.command("test")
@click.argument("games_to_test", metavar="GAME...", nargs=-1, required=True)
@click.option("--players", type=click.IntRange(min=1), metavar="N", help="Only tables of so many.")
@click.option("--variant", metavar="V", help="Only this variant.")
@click.option(
    "--set", "options", multiple=True, callback=read_options_callback, metavar="OPTION=VALUE",
    help="Set an option of the rulebook (repeatable).",
)  # fmt: skip
@click.option(
    "--with", "overlays", multiple=True, metavar="FILE", help="A house rule to test with (repeatable)."
)
@click.option(
    "-k", "expression", metavar="EXPRESSION",
    help="Only tests with this in their name: `bank`, `bank and not six`, `examples`, `games.2_players`.",
)  # fmt: skip
@click.option("-x", "--exitfirst", "exit_first", is_flag=True, help="Stop at the first failure.")
@click.option(
    "--maxfail", "max_failures", type=click.IntRange(min=1), metavar="N", help="Stop after N failures."
)
@click.option(
    "--games",
    type=click.IntRange(min=0),
    default=GAMES,
    show_default=True,
    help="Random games to play, at least one at each table (a number of players, a variant).",
)
@click.option("--seed", type=click.IntRange(min=0), default=0, show_default=True, help="Fixes the luck.")
@click.option(
    "--max-actions", type=click.IntRange(min=1), default=10_000, show_default=True,
    help="A game longer than this does not end.",
)  # fmt: skip
@engine_arguments
@click.option("-v", "--verbose", is_flag=True, help="A line for each test.")
@click.option("--format", "style", type=click.Choice(["text", "json"]), default="text", show_default=True)
@click.option(
    "--junitxml", "junit", type=click.Path(dir_okay=False, path_type=Path), metavar="FILE",
    callback=file_callback("a report", REPORT),
    help="Write a report for CI servers, as JUnit XML.",
)  # fmt: skip
@coverage_options
def command(
    games_to_test: tuple[str, ...], players: int | None, variant: str | None,
    options: tuple[tuple[str, OptionValue], ...], overlays: tuple[str, ...], expression: str | None,
    exit_first: bool, max_failures: int | None, games: int, seed: int, max_actions: int, engine: Engine, no_cache: bool,
    verbose: bool, style: str, junit: Path | None, wanted: Wanted,
) -> int:  # fmt: skip
    """Test rulebooks: their examples, and random games.

    The random games are played at every number of players and in every variant, by people with all sorts of
    whims and luck, and held against what is true of every game: it ends, no rule fails, no piece gets lost, a
    record replays, what is hidden stays hidden, and more. What breaks is shown by the shortest game that does it,
    kept as a record, and written as an example to paste into the rulebook. With a house rule, examples of the
    game itself that no longer hold tell what the house rule changed; with --players, --variant or --set, those
    that hold in the game as it is written tell what these changed. Neither is a failure. A rulebook that cannot be
    opened is told, and the others are tested. Ctrl-C reports what is done so far.

    \b
    Examples:
      rulewright test my-game.rulebook.yaml
      rulewright test my-game.rulebook.yaml -k "bank and not six" -x
      rulewright test cinq-o --with short-evening.overlay.yaml -v
      rulewright test cinq-o --games 500 --seed 7 --junitxml report.xml
      rulewright test my-game.rulebook.yaml --coverage --fail-under 90
    """
    from rulewright.cli.testing.choosing import chooser
    from rulewright.cli.testing.report import Reporter
    from rulewright.cli.testing.running import Plan, run_tests

    for game in games_to_test:
        refuse_what_is_no_rulebook(game)
    wanted.refuse_marks_among(style, "text")
    coverage = wanted.start()
    began = time.monotonic()
    limit = 1 if exit_first else max_failures
    plan = Plan(games, seed, max_actions, limit, chooser(expression))
    writes = junit is not None or wanted.page is not None
    reporter = Reporter(verbose, max_actions, silent=style == "json", goes_on=writes)
    all_tested: list[Tested] = []
    failures = 0
    if engine == "auto" and games < ENOUGH_GAMES:
        engine = "reference"
    for game in games_to_test:
        settings = Settings(game, players, variant, options, overlays, seed, engine, not no_cache)
        if not all_tested and coverage is None:
            settings.note_slow_engine()
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
    if style == "json":
        covered = as_json(coverage.report()) if coverage is not None else {}
        with read_or_not():
            show_json({"seed": seed, "tested": [tested.to_json() for tested in all_tested], **covered})
    if junit is not None:
        from rulewright.cli.testing import junit as report

        report.write(junit, all_tested, max_actions)
    status = _status(all_tested)
    title = ", ".join(tested.settings.game for tested in all_tested)
    short = coverage is not None and tell(wanted, coverage.report(), title, style == "text")
    return status or (FALLS_SHORT if short else FINE)


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
        from rulewright.cli.testing.outcomes import counted

        note(f"Stopped after {counted(examples, 'example')} and {counted(games, 'game')}.")
        return INTERRUPTED
    failed = [tested for tested in all_tested if tested.failures]
    if failed and all(tested.problems and all(map(was_typed, tested.problems)) for tested in failed):
        return WRONG_USAGE
    return FALLS_SHORT if failed else FINE


def _keep_records(tested: Tested) -> None:
    """Write down the record of each game that broke a promise, so that it can be gone through."""
    from rulewright.cli.table.records.keeping import own_path, write

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
