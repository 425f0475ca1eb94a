"""The report of tests, as they run and at the end, in the style of pytest.

my-game.rulebook.yaml
  examples ....F
  games    ....................
================================== FAILURES ==================================
_____________________ the_target_wins (my-game.rulebook.yaml:51) _____________
...
FAILED my-game.rulebook.yaml:51 the_target_wins - `game.over` is expected (it is false)
============== 5 examples, 20 games: 1 failed in 0.41 s ==============
"""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Sequence
from contextlib import nullcontext
from typing import IO, TYPE_CHECKING

import click

from rulewright.cli.common.exit_status import read_or_not
from rulewright.cli.common.output import edge_of, wants_colour
from rulewright.cli.common.streams import own, styled
from rulewright.cli.drawing.texts import folded
from rulewright.cli.testing.outcomes import (
    ExampleOutcome,
    TableOutcome,
    Tested,
    broken_place,
    broken_reason,
    changed_counts,
    counted,
    example_reason,
    unplayed_by_games,
    unread_place,
    unread_reason,
)
from rulewright.problems.rendering import render_all
from rulewright.problems.terminal import visible

if TYPE_CHECKING:
    from rulewright.author.testing.invariants import BrokenAt

PASSED, FAILED, CHANGED, ERROR = "PASSED", "FAILED", "CHANGED", "ERROR"
_COLOURS = {PASSED: "green", FAILED: "red", CHANGED: "yellow"}
_DOTS = {PASSED: ".", FAILED: "F", CHANGED: "c"}
INDENT = 11
MOST_VALUES = 6


class Reporter:
    """Prints results while tests run (nothing if `silent`) and a summary; if `goes_on`, also after the reader of a pipe is gone."""

    def __init__(self, verbose: bool, max_actions: int, silent: bool = False, goes_on: bool = False) -> None:
        self.verbose = verbose
        self.max_actions = max_actions
        self.silent = silent
        self.goes_on = goes_on
        self.width = min(shutil.get_terminal_size((80, 24)).columns, 120)
        self.colour = wants_colour(sys.stdout)
        self._column = 0

    @property
    def shows_games(self) -> bool:
        """Whether a dot for each game makes a line of progress needless: not with `--verbose`, and not if stdout and stderr go
        to different places, as in `rulewright test ... | tail`."""
        return not self.verbose and not self.silent and (sys.stdout.isatty() or _same(sys.stdout, sys.stderr))

    # ---------------------------------------------------------------------------------------------- while they run

    def begins(self, name: str) -> None:
        self._print(visible(name))

    def section(self, name: str) -> None:
        if not self.verbose:
            self._print(f"  {name:<{INDENT - 2}}", nl=False)
            self._column = INDENT

    def section_ends(self) -> None:
        if not self.verbose and self._column:
            self._print("")
            self._column = 0

    def example(self, outcome: ExampleOutcome) -> None:
        verdict = FAILED if outcome.failed else CHANGED if outcome.result.changed else PASSED
        place = outcome.result.span.place
        self._verdict(verdict, f"{place} {outcome.name}")

    def game(self, broken: bool) -> None:
        if not self.verbose:
            self._dot(FAILED if broken else PASSED)

    def once_each(self, tables: int) -> None:
        """Explain why more games were played than asked for."""
        self.section_ends()
        self._print(
            f"  {tables} tables (numbers of players, variants) are played at, so that many games at least"
        )

    def table(self, outcome: TableOutcome) -> None:
        """With `--verbose`, the result of a table when all games are over."""
        if self.verbose:
            verdict = FAILED if outcome.broken else PASSED
            self._verdict(verdict, f"games.{outcome.table.id} ({counted(outcome.games, 'game')})")

    def _verdict(self, verdict: str, text: str) -> None:
        if self.verbose:
            self._print(f"  {visible(text)} {self._painted(verdict, verdict)}")
        else:
            self._dot(verdict)

    def _dot(self, verdict: str) -> None:
        if self._column >= self.width:
            self._print("\n" + " " * INDENT, nl=False)
            self._column = INDENT
        self._print(self._painted(_DOTS[verdict], verdict), nl=False)
        self._column += 1

    # --------------------------------------------------------------------------------------------------- afterwards

    def ended(self, tested: Tested) -> None:
        """Below the dots: why there are no more, and the examples that a house rule or the chosen table changed."""
        if tested.problems:
            self._print(f"  cannot be tested: {visible(unread_reason(tested))}")
        reasons: dict[str, list[ExampleOutcome]] = {}
        for example in tested.changed_examples("house_rule"):
            reasons.setdefault(example_reason(example), []).append(example)
        for reason, examples in reasons.items():
            self._tell_changed(reason, examples)
        self._tell_other_table(tested)

    def _tell_changed(self, reason: str, examples: Sequence[ExampleOutcome]) -> None:
        """Print the examples that a house rule changed for one reason."""
        hidden = len(examples) > MOST_VALUES and not self.verbose
        names = _some([example.name for example in examples]) + (" (-v names them)" if hidden else "")
        alike = f"{counted(len(examples), 'example')}, for the same reason: {names}"
        alone = f"{examples[0].name} ({examples[0].result.problems[0].span.place})"
        what = f"  changed by the house rule: {alone if len(examples) == 1 else alike}"
        for line in [what] if len(examples) == 1 else folded([what], self.width):
            self._print(visible(line))
        self._print(f"    {visible(reason)}")

    def _tell_other_table(self, tested: Tested) -> None:
        """Print the examples that the chosen table changed."""
        names = [example.name for example in tested.changed_examples("table")]
        if not names:
            return
        hold = "which holds" if len(names) == 1 else "which hold"
        text = f"  changed by {tested.settings.asked}: {counted(len(names), 'example')}, {hold} in the game as written: "
        text += _some(names) + (" (-v names them)" if len(names) > MOST_VALUES and not self.verbose else "")
        for line in folded([text], self.width):
            self._print(visible(line))

    def failures(self, all_tested: Sequence[Tested]) -> None:
        if not any(tested.failures for tested in all_tested):
            return
        self._rule("FAILURES", "=")
        for tested in all_tested:
            if tested.problems:
                self._rule(tested.settings.game, "_")
                self._print(own(render_all(tested.problems, colour=self.colour, columns=edge_of(sys.stdout))))
            for example in tested.failed_examples:
                self._rule(f"{example.name} ({example.result.span.place})", "_")
                self._print(
                    own(render_all(example.result.problems, colour=self.colour, columns=edge_of(sys.stdout)))
                )
                self._story(example)
                self._print("")
            for number, broken in enumerate(tested.broken):
                self._rule(f"games ({broken_place(broken, tested)})", "_")
                self._print(own(broken.story(self.max_actions, self.colour)))
                if number in tested.records:
                    instead = ", instead of an earlier one" if number in tested.replaced else ""
                    self._print(f"\nThe game is kept{instead}: rulewright replay {tested.records[number]}")
                self._print("")

    def _story(self, example: ExampleOutcome) -> None:
        """Print what happened in an example that failed."""
        if example.result.story:
            self._print("What happened:")
            for line in folded(example.result.story, self.width):
                self._print(visible(line))

    def summary(self, all_tested: Sequence[Tested], seconds: float) -> None:
        if any(tested.failures for tested in all_tested):
            self._rule("short summary", "=")
        for tested in all_tested:
            if tested.problems:
                told = f"{unread_place(tested)} - {unread_reason(tested)}"
                self._print(f"{self._painted(ERROR, FAILED)} {visible(told)}")
            for example in tested.failed_examples:
                place = example.result.span.place
                self._failed(f"{place} {example.name} - {example_reason(example)}")
            for broken in tested.broken:
                self._failed(
                    f"{broken_place(broken, tested)} games - {broken_reason(broken)}{_short(broken)}"
                )
        for where, values in unplayed_by_games(all_tested).items():
            self._print(f"never played{where}: {_some(values)} (--set plays them)")
        for tested in all_tested:
            if tested.warnings:
                said = counted(tested.warnings, "warning")
                self._print(f"{said}: rulewright validate {tested.settings.game} says more")
        self._rule(f"{_counts(all_tested)} in {seconds:.2f} s", "=", _verdict_of(all_tested))

    def _failed(self, text: str) -> None:
        self._print(f"{self._painted(FAILED, FAILED)} {visible(text)}")

    def _rule(self, title: str, line: str, verdict: str | None = None) -> None:
        text = f" {visible(title)} ".center(self.width, line)
        self._print(self._painted(text, verdict) if verdict else text)

    def _painted(self, text: str, verdict: str) -> str:
        return styled(text, fg=_COLOURS[verdict]) if self.colour else text

    def _print(self, text: str, nl: bool = True) -> None:
        if not self.silent:
            with read_or_not() if self.goes_on else nullcontext():
                click.echo(text, nl=nl, color=self.colour)


def _same(one: IO[str], other: IO[str]) -> bool:
    """Whether two streams go to the same file or pipe, as after `2>&1`."""
    try:
        return os.path.sameopenfile(one.fileno(), other.fileno())
    except (OSError, ValueError):
        return False


def _some(values: Sequence[str]) -> str:
    left = len(values) - MOST_VALUES
    return ", ".join(values[:MOST_VALUES]) + (f" and {left} more" if left > 0 else "")


def _short(broken: BrokenAt) -> str:
    if broken.mistake.trial is None or broken.mistake.promise == "games end":
        return f" ({broken.table})"
    return f" ({counted(broken.actions, 'action')}, {broken.table})"


def _verdict_of(all_tested: Sequence[Tested]) -> str:
    return FAILED if any(tested.failures for tested in all_tested) else PASSED


def _counts(all_tested: Sequence[Tested]) -> str:
    """`12 examples, 20 games: 1 failed`."""
    examples = sum(len(tested.examples) for tested in all_tested)
    games = sum(tested.games for tested in all_tested)
    unread = sum(bool(tested.problems) for tested in all_tested)
    failed = sum(tested.failures for tested in all_tested) - unread
    changed = changed_counts(all_tested)
    parts = [f"{failed} failed"] if failed else ["all passed"] if not changed and not unread else []
    parts += [f"{counted(unread, 'rulebook')} cannot be tested"] if unread else []
    return f"{counted(examples, 'example')}, {counted(games, 'game')}: {', '.join(parts + changed)}"
