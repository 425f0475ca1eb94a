"""The command `rulewright compare`: plays both games and shows what differs, a line for each figure, with the verdict in words.

LENGTH                  A       B
turns                71.3    64.1   shorter by 7.2 turns, 95 % interval 6.6 to 7.8

While games are played it shows progress, and reports a rule that fails at once:

In B a rule failed in game 2: six-dice.overlay.yaml:7:12: the row has 6 entries; going on (Ctrl-C stops)
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import click
from rich.cells import cell_len
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from rulewright.author.comparison import text as comparison_text
from rulewright.author.comparison.change import own_words
from rulewright.cli.common.cluster import check_cluster, executor_for
from rulewright.cli.common.exit_status import FALLS_SHORT, FINE, INTERRUPTED, read_or_not
from rulewright.cli.common.failures import tell_failures
from rulewright.cli.common.game_arguments import Settings
from rulewright.cli.common.output import (
    Progress,
    console,
    engine_told,
    has_edge,
    note,
    note_clock,
    note_engine,
    note_fallbacks,
    show,
    show_json,
)
from rulewright.cli.comparing.two_games import open_both, shown
from rulewright.cli.keeping.games import LazyBook
from rulewright.cli.simulating.checkpoints import Checkpoint
from rulewright.cli.simulating.options import Keeping
from rulewright.play.bots import bot_names
from rulewright.play.compare import Comparing
from rulewright.play.comparing.paired_totals import PairedTotals
from rulewright.play.comparing.result import cautions, heading, how_to_read, sections
from rulewright.play.comparing.stopping import Precision
from rulewright.play.running.measured_games import are_in_bulk
from rulewright.problems.quoting import counted
from rulewright.problems.terminal import visible
from rulewright.source import output
from rulewright.source.later import later

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from rulewright.author import diff
    from rulewright.author.changes.model import Diff
    from rulewright.author.comparison import page as page_of
    from rulewright.author.comparison.change import OwnWords
    from rulewright.author.comparison.text import Names
    from rulewright.game.game import Game
    from rulewright.play.compare import Comparing
    from rulewright.play.comparing.result import Comparison, Line, Row
else:
    page_of = later("rulewright.author.comparison.page")
    diff = later("rulewright.author.diff")


def compare(
    first: Settings, second: Settings, games: int | None, precision: tuple[str, float] | None, bots: str, unpaired: bool,
    jobs: int | None, cluster: str | None, keeping: Keeping, max_actions: int, style: str, page: Path | None,
) -> int:  # fmt: skip
    """The exit status."""
    check_cluster(cluster, jobs)
    if page is not None:
        _refuse_without_pictures()
    first.note_slow_engine()
    tables = open_both(first, second, LazyBook)
    comparing = _comparing(
        (tables[0].game, tables[1].game), (first, second), bots, jobs, max_actions, unpaired
    )
    first.note_card(all(are_in_bulk(game, comparing.bots) for game in comparing.games))
    wanted = _wanted(comparing, precision)
    began = time.perf_counter()
    most = comparing.most(games, wanted)
    numbers = keeping.numbers(most, comparing.step)
    kept = Checkpoint(keeping.path, _run(comparing, unpaired), comparing.totals, comparing.done)
    kept.read(keeping.joined, partial(PairedTotals.of_json, comparing.figures))
    kept.left(numbers)
    if keeping.part is not None:
        if wanted is not None:
            raise click.UsageError(
                "--part is for a number of games that is known before: give --games, and no --precision"
            )
        games = numbers.stop
    with executor_for(cluster, comparing.games, comparing.bots, min(comparing.jobs, most)) as executor:
        interrupted = _play(comparing, games, wanted, executor, kept, numbers.start)
    seconds = time.perf_counter() - began
    found, names = comparing.comparison(), (shown(first), shown(second))
    words = own_words(tables[0].additions, tables[1].additions)
    timing = {
        "seconds": seconds,
        **({"jobs": comparing.jobs} if cluster is None else {"cluster": cluster}),
        **engine_told(found.fallbacks, found.engine),
    }
    beside = {"interrupted": interrupted, "timing": timing}
    with read_or_not():
        _show(found, names, words, style, beside, tables)
    if page is not None:
        _write(found, names, words, tables, page)
    if style == "table":
        note(f"{_games(found)} in {seconds:.1f} s")
        note_engine(found.fallbacks, found.engine)
    note_fallbacks(found.fallbacks, 2 * found.played)
    note_clock(comparing.bots)
    _tell_failures(found, comparing.games, (first, second))
    if comparing.given_up:
        note(f"Stopped after {_games(found)}: where rules fail this often, more games show no more.")
    if interrupted:
        note(f"Stopped after {_games(found)}.")
        return INTERRUPTED
    return _status(found)


def _comparing(
    games: tuple[Game, Game], sides: tuple[Settings, Settings], bots: str, jobs: int | None,
    max_actions: int, unpaired: bool,
) -> Comparing:  # fmt: skip
    """The two games, ready to be played. UsageError for what cannot be compared."""
    try:
        return Comparing(games, bots, sides[0].seed or 0, jobs, max_actions, paired=not unpaired)
    except ValueError as error:
        raise click.UsageError(f"{error}{_one_sided(games, bots, sides)}") from error


def _one_sided(games: tuple[Game, Game], bots: str, sides: tuple[Settings, Settings]) -> str:
    """Advice for a bot that only a house rule of one side declares, as the end of a message; empty if there is none."""
    known = [bot_names(game) for game in games]
    for name in dict.fromkeys(each.strip() for each in bots.split(",")):
        if (name in known[0]) == (name in known[1]):
            continue
        there = 0 if name in known[0] else 1
        rules = [rule for rule in sides[there].overlays if rule not in sides[1 - there].overlays]
        if not rules:
            continue
        both = f". `{name}` comes from {rules[-1]}, and both sides need it"
        if games[0].fingerprint == games[1].fingerprint:
            return f"{both}: `{sides[0].game} {sides[1].game} --with {rules[-1]}`"
        return f"{both}: put it into a house rule of its own, and give that to both with --with"
    return ""


def _wanted(comparing: Comparing, precision: tuple[str, float] | None) -> Precision | None:
    if precision is None:
        return None
    try:
        comparing.refuse_unknown(precision[0])
    except ValueError as error:
        raise click.UsageError(f"--precision: {error}") from error
    return Precision(*precision)


def _run(comparing: Comparing, unpaired: bool) -> dict[str, object]:
    """What the figures depend on, for a checkpoint."""
    return {
        "command": "compare",
        "games": [game.name for game in comparing.games],
        "fingerprints": [game.fingerprint for game in comparing.games],
        "bots": list(comparing.bots),
        "unpaired": unpaired,
        "seed": comparing.seed,
        "max_actions": comparing.max_actions,
    }


def _play(
    comparing: Comparing,
    games: int | None,
    precision: Precision | None,
    executor: Executor,
    kept: Checkpoint[PairedTotals],
    since: int,
) -> bool:
    """Play the games; whether Ctrl-C ended it early."""
    with Progress("games on each side") as line:
        told = ProgressWithFailures(comparing, line)

        def progress(done: int, of: int) -> None:
            kept.write_if_due()
            told(done, of)

        try:
            comparing.play(games, precision, progress, executor, since)
        except KeyboardInterrupt:
            return True
        finally:
            kept.write()
    return False


def _games(found: Comparison) -> str:
    return f"{counted(found.played, 'game')} on each side"


def _status(found: Comparison) -> int:
    if found.reached is False and found.precision is not None:
        line = found.line(found.precision.figure)
        note(
            f"After {counted(found.played, 'game')} the interval of {line.name} reaches {(line.high - line.low) / 2:.3g} to "
            f"either side; {found.precision.half:g} was asked for (--precision)."
        )
        return FALLS_SHORT
    return FALLS_SHORT if not found.games or found.a.failed or found.b.failed else FINE


def _show(
    found: Comparison, names: tuple[str, str], words: OwnWords, style: str, beside: dict[str, object],
    tables: tuple[LazyBook, LazyBook],
) -> None:  # fmt: skip
    match style:
        case "json":
            change = _change(words, tables)
            show_json({"names": list(names), "change": change, **found.to_json(), **beside})
        case "csv":
            click.echo(comparison_text.to_csv(found), nl=False)
        case "markdown":
            click.echo(comparison_text.to_markdown(found, names, words), nl=False)
        case _:
            show_comparison(found, names, words)


def _change(words: OwnWords, tables: tuple[LazyBook, LazyBook]) -> dict[str, object]:
    """The change as data: the descriptions that only A and only B have, and the changes of rules as in `diff`."""
    changes = [change.to_json() for change in _diff(tables).changes]
    return {"a": list(words[0]), "b": list(words[1]), "changes": changes}


def _diff(tables: tuple[LazyBook, LazyBook]) -> Diff:
    return diff.diff(tables[0].book, tables[1].book, examples=False)


def _tell_failures(found: Comparison, games: tuple[Game, Game], sides: tuple[Settings, Settings]) -> None:
    """Report the failures of both sides; if both have any, the record of A is the one that is kept."""
    for side, game, settings in zip((found.a, found.b), games, sides, strict=True):
        if side.failed:
            tell_failures(side.failures, side.failed, found.played, game, settings)
    if found.b.failed and not found.sound:
        b = sides[1]
        changed = [rule for rule in b.overlays if rule not in sides[0].overlays]
        note(f"`rulewright test {changed[-1] if changed else b.game}` may say what the change broke.")


def _refuse_without_pictures() -> None:
    """Raise UsageError, before any game is played, if a package that draws the pictures of a page is not installed."""
    names = page_of.missing()
    if names:
        raise click.UsageError(
            f"--html draws with {' and '.join(names)}, which {'is' if len(names) == 1 else 'are'} not installed; "
            "in a copy of Rulewright: pip install '.[report]'"
        )


def _write(
    found: Comparison, names: tuple[str, str], words: OwnWords, tables: tuple[LazyBook, LazyBook], page: Path
) -> None:
    if not found.games:
        note(f"There is nothing to draw, so {page} is not written.")
        return
    replaced = ", in place of the file that was there" if page.exists() else ""
    output.write(page, page_of.to_html(found, names, words, _diff(tables)))
    note(f"The page is {page}{replaced}")


class ProgressWithFailures:
    """Progress of a comparison, called with the games done and wanted, which also reports the first failure of each side."""

    def __init__(self, comparing: Comparing, line: Progress) -> None:
        self._comparing, self._line = comparing, line
        self._failed = [False, False]

    def __call__(self, done: int, of: int) -> None:
        self._tell_failures()
        self._line(done, of)

    def _tell_failures(self) -> None:
        """Report the first failure of each side, once."""
        for side, failed in enumerate(self._comparing.first_failures()):
            if failed is None or self._failed[side]:
                continue
            self._failed[side] = True
            self._line.clear()
            note(
                f"In {'AB'[side]} a rule failed in game {failed.number + 1}: {failed.place}: {failed.message}; "
                "going on (Ctrl-C stops)"
            )


GAP = 2
NARROWEST = 28
"""The minimum width of the column of verdicts; if there is less room, each verdict gets a line of its own."""


def show_comparison(found: Comparison, names: Names, words: OwnWords) -> None:
    """Print a comparison: both sides with the `words` of the change, cautions, all sections, and notes on how to read them."""
    for letter, name, said in zip("AB", names, words, strict=True):
        click.echo(f"{letter}  {name}")
        show(*(Padding(Text(visible(line)), (0, 0, 0, 3)) for line in said))
    for sentence in (heading(found), *cautions(found)):
        show(Text(sentence))
    if not found.games:
        return
    rows = list(sections(found))
    widths = _widths(rows)
    for section, lines in rows:
        click.echo()
        _show_section(section, lines, widths)
    click.echo()
    for sentence in how_to_read(found):
        show(Text(sentence))


def _widths(rows: Sequence[tuple[str, Sequence[Row]]]) -> tuple[int, int, int]:
    """The widths of all columns but the last, the same in all sections."""
    lines = [line for _, some in rows for line in some]
    names = [section for section, _ in rows] + [line.name for line, _, _ in lines]
    return _widest(names), _widest([a for _, a, _ in lines]), _widest([b for _, _, b in lines])


def _widest(texts: Sequence[str]) -> int:
    return max(map(cell_len, texts))


def _show_section(section: str, rows: Sequence[Row], widths: tuple[int, int, int]) -> None:
    needed = sum(widths) + 3 * GAP + NARROWEST
    if has_edge() and needed > console().width:
        _show_stacked(section, rows)
        return
    table = Table(box=None, padding=(0, GAP, 0, 0), show_edge=False, pad_edge=False)
    table.add_column(section.upper(), header_style="bold", width=widths[0])
    table.add_column("A", header_style="bold", justify="right", no_wrap=True, width=widths[1])
    table.add_column("B", header_style="bold", justify="right", no_wrap=True, width=widths[2])
    table.add_column("")
    for line, a, b in rows:
        table.add_row(Text(line.name), a, b, Text(line.words, style=_style(line)))
    show(table, at_least=needed)


def _show_stacked(section: str, rows: Sequence[Row]) -> None:
    show(Text(section.upper(), style="bold"))
    for line, a, b in rows:
        show(Text(line.name), Padding(Text(f"A {a}, B {b}"), (0, 0, 0, 2)))
        show(Padding(Text(line.words, style=_style(line)), (0, 0, 0, 2)))


def _style(line: Line) -> str:
    """The style of a verdict: effects in bold, no effect and no figure dimmed."""
    return {"effect": "bold", "none": "dim", "same": "dim", "never": "dim", "withheld": "dim"}.get(
        line.verdict, ""
    )
