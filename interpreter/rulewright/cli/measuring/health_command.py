"""The command `rulewright health`: measures a game, and prints the report."""

from __future__ import annotations

import time
from collections.abc import Sequence
from pathlib import Path

import click
from rich.text import Text

from rulewright.author.health.examining import Examining
from rulewright.author.health.page import to_html
from rulewright.author.tuning.opening import Base
from rulewright.cli.common.cluster import check_cluster, executor_for
from rulewright.cli.common.exit_status import FALLS_SHORT, FINE, INTERRUPTED, read_or_not
from rulewright.cli.common.game_arguments import Settings
from rulewright.cli.common.output import Progress, engine_told, note, note_fallbacks, show, show_json
from rulewright.cli.common.text_tables import show_table
from rulewright.language.players import RANDOM
from rulewright.play.health.report import heading, report
from rulewright.play.health.results import Health
from rulewright.play.health.verdict import alarms, verdict
from rulewright.play.running.jobs import processors
from rulewright.problems.plain_data import json_of
from rulewright.source import output


def show_health(
    settings: Settings, games: int, levels: Sequence[int], seconds: float, per_decision: float, jobs: int | None, cluster: str | None,
    max_actions: int, page: Path | None, style: str,
) -> int:  # fmt: skip
    """The exit status."""
    check_cluster(cluster, jobs)
    settings.note_slow_engine()
    book = settings.open_book()
    game, jobs = book.game, jobs or processors()
    base = Base(
        settings.game, settings.players, settings.variant, dict(settings.options), settings.overlays, settings.engine, settings.cache
    )  # fmt: skip
    measuring = Examining(
        book, base, levels, games, seconds or None, per_decision, settings.seed or 0, jobs, max_actions
    )
    began, interrupted = time.perf_counter(), False
    with Progress("games", steady=False) as progress:

        def told(what: str, done: int, of: int) -> None:
            progress.what = what
            progress(done, of)

        try:
            if cluster is None:
                measuring.measure(told)
            else:
                with executor_for(cluster, (game,), (RANDOM,) * game.num_players, jobs) as executor:
                    measuring.measure(told, executor)
        except KeyboardInterrupt:
            interrupted = True
    found, taken = measuring.health(), time.perf_counter() - began
    with read_or_not():
        if style == "json":
            timing = {"seconds": taken, **engine_told(found.fallbacks, found.engine)}
            told_alarms = [json_of(each) for each in alarms(found)]
            show_json(
                {"verdict": verdict(found), "alarms": told_alarms, **found.to_json(), "interrupted": interrupted, "timing": timing}
            )  # fmt: skip
        else:
            show_report(found)
    if page is not None:
        output.write(page, to_html(found))
        note(f"The page is {page}.")
    note(f"Measured in {taken:.0f} s.")
    note_fallbacks(found.fallbacks)
    if interrupted:
        note("Stopped early; the report is about what was played.")
        return INTERRUPTED
    failed = any(each.failed for each in found.ends)
    return FALLS_SHORT if failed or found.length is None else FINE


def show_report(found: Health) -> None:
    """Print the verdict and all sections."""
    show(Text(heading(found)))
    click.echo()
    for sentence in verdict(found):
        show(Text(sentence, style="bold"))
    for name, parts in report(found):
        click.echo()
        show(Text(name.upper(), style="bold"))
        for part in parts:
            if isinstance(part, str):
                show(Text(part))
            else:
                show_table(*part)
