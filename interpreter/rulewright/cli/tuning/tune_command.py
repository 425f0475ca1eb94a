"""What the command `rulewright tune` does: it reads wishes and knobs, shows progress, prints the report and writes the house rule."""

from __future__ import annotations

import time
from contextlib import nullcontext
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from rulewright.author.tuning.file import NOTHING, read_file
from rulewright.author.tuning.report import report
from rulewright.author.tuning.tune import FOUND, Tuned, tune
from rulewright.author.tuning.turning import KnobError
from rulewright.author.tuning.wishing import WishError
from rulewright.cli.common.cluster import check_cluster, executor_for
from rulewright.cli.common.exit_status import FALLS_SHORT, FINE, INTERRUPTED, read_or_not
from rulewright.cli.common.game_arguments import Settings, refuse_what_is_no_rulebook
from rulewright.cli.common.output import Progress, note, note_clock, show, show_json
from rulewright.cli.common.text_tables import show_table
from rulewright.cli.keeping.games import load
from rulewright.cli.tuning.keeping import Keeping
from rulewright.play.running.jobs import processors
from rulewright.play.tuning.searching import TooFewGames, WayName
from rulewright.source import output

if TYPE_CHECKING:
    from concurrent.futures import Executor

_FOUND = f"# {FOUND} ".encode()


def tune_game(
    settings: Settings, wishes: tuple[str, ...], knobs: tuple[str, ...], file: str | None, bots: str | None,
    games: int | None, way: WayName | None, out: Path | None, page: Path | None, checkpoint: Path | None, jobs: int | None, cluster: str | None, max_actions: int, style: str,
) -> int:  # fmt: skip
    """The exit status."""
    check_cluster(cluster, jobs)
    asked = read_file(file) if file is not None else NOTHING
    wishes, knobs, names, games = asked.more(wishes, knobs, _names(bots or ""), games)
    if not wishes or not knobs:
        missing, example = (
            ("--want", "--want 'median rounds in 18..22'")
            if not wishes
            else ("--knob", "--knob options.target=20..60")
        )
        raise click.UsageError(f"{missing} is missing, as in {example}; `rulewright tune --help` has more")
    refuse_what_is_no_rulebook(settings.game)
    before = _earlier(out, checkpoint)
    if settings.players is None:
        settings = replace(settings, players=asked.players)
    settings.note_slow_engine()
    if file is not None:
        asked.check(load(settings), names)
    keeping = Keeping(checkpoint, wishes, knobs)
    began = time.perf_counter()
    remote = nullcontext() if cluster is None else executor_for(cluster, (), (), 1)
    with Progress("games") as progress, remote as executor:
        tuned = _tuned(
            settings, wishes, knobs, names, games, way, jobs, max_actions, keeping, progress, executor
        )
    seconds = time.perf_counter() - began
    keeping.write(tuned.found.trials)
    with read_or_not():
        if style == "json":
            show_json({**tuned.to_json(), "timing": {"seconds": seconds}})
        else:
            _show(tuned)
            note(f"{tuned.found.games} games in {seconds:.1f} s")
    note_clock(names)
    if out is not None and tuned.answer is not None:
        if before is not None:
            output.set_aside(out, before)
            note(f"The answer of the run before is in {before}.")
        output.create(out, tuned.overlay(_name_of(out)))
        rules = [out, *tuned.opener.rules_on(tuned.answer.setting)]
        with_all = f"{settings.game} {' '.join(f'--with-b {rule}' for rule in rules)}" if rules[1:] else out
        note(f"The answer is in {out}. What it changes: rulewright diff {settings.game} {with_all}")
    if page is not None:
        output.write(page, tuned.to_html(_name_of(out) if out else "tuned"))
        note(f"The page is {page}.")
    if tuned.found.interrupted:
        note("Stopped before the end; these are the figures so far.")
        return INTERRUPTED
    return FINE if tuned.holds else FALLS_SHORT


def _earlier(out: Path | None, checkpoint: Path | None) -> Path | None:
    """Where the answer of an earlier run goes when this one goes on from a checkpoint; None if there is none. UsageError for any other
    file: house rules are not written over."""
    if out is None or not out.exists():
        if out is not None and not out.parent.is_dir():
            raise click.UsageError(f"--out {out}: there is no folder {out.parent}")
        return None
    with out.open("rb") as file:
        ours = file.read(len(_FOUND)) == _FOUND
    if checkpoint is None or not checkpoint.exists() or not ours:
        way = "" if not ours else "; with --checkpoint FILE a later run keeps it next to its own answer"
        raise click.UsageError(
            f"--out {out}: there is such a file already, and house rules are not written over{way}"
        )
    return out.with_name(f"{out.name}.before")


def _name_of(out: Path) -> str:
    """The name of the house rule in a file."""
    return out.name.split(".")[0]


def _names(bots: str) -> tuple[str, ...]:
    return tuple(name.strip() for name in bots.split(",") if name.strip())


def _tuned(
    settings: Settings, wishes: tuple[str, ...], knobs: tuple[str, ...], bots: tuple[str, ...], games: int, way: WayName | None,
    jobs: int | None, max_actions: int, keeping: Keeping, progress: Progress, executor: Executor | None,
) -> Tuned:  # fmt: skip
    def told(off: str, played: int, most: int) -> None:
        progress(played, most, lambda: off)

    try:
        return tune(
            settings.game, wishes, knobs, settings.players, settings.variant, dict(settings.options), settings.overlays,
            bots, games, settings.seed or 0, jobs or processors(), max_actions,
            way, executor, settings.engine, settings.cache, told, keeping,
        )  # fmt: skip
    except (WishError, KnobError) as error:
        raise click.UsageError(f"{'--want' if isinstance(error, WishError) else '--knob'} {error}") from error
    except TooFewGames as error:
        raise click.UsageError(f"--games: {error}") from error
    except ValueError as error:
        raise click.UsageError(f"--bots: {error}") from error


def _show(tuned: Tuned) -> None:
    for number, part in enumerate(report(tuned.found, tuned.opener)):
        if number:
            click.echo()
        for each in part:
            if isinstance(each, str):
                show(each)
            else:
                show_table(*each)
