"""An example of a rulebook opened like the record of a game: `rulewright trace GAME --example NAME`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from rulewright.author.examples.examples import played
from rulewright.author.examples.record import record_of
from rulewright.author.testing.rulebook_tests import RulebookTests
from rulewright.cli.common.game_arguments import OptionValue, Settings
from rulewright.cli.common.suggestions import did_you_mean
from rulewright.cli.table.records.store import Record

if TYPE_CHECKING:
    from rulewright.author.testing.rulebook_tests import OneExample
    from rulewright.pipeline import Book
    from rulewright.problems.problem import Problem

MOST_NAMED = 6


@dataclass(frozen=True, slots=True)
class Opened:
    """An example at its table, as a record of what it played; `problems` is what did not come true, and `story` then what
    happened."""

    name: str
    book: Book
    kept: Record
    problems: tuple[Problem, ...]
    story: tuple[str, ...]


def open_example(settings: Settings, name: str) -> Opened:
    """Play an example. UsageError if there is none of this name, RulebookError if it cannot be played."""
    found = _found(settings, name)
    book = found.opened()
    run, problems = played(book, found.example)
    kept = Record(Path(f"the example {name}"), record_of(run), settings, (), {})
    return Opened(name, book, kept, problems, run.told())


def _found(settings: Settings, name: str) -> OneExample:
    def opening(players: int | None, variant: str | None, options: Mapping[str, OptionValue]) -> Book:
        return replace(settings, players=players, variant=variant, options=tuple(options.items())).open_book()

    tests = RulebookTests(opening, settings.players, settings.variant, dict(settings.options))
    examples = list(tests.examples())
    names = [example.name for example in examples]
    if name not in names:
        known = ", ".join(names[:MOST_NAMED]) + (", ..." if len(names) > MOST_NAMED else "")
        said = f" (it has {known}){did_you_mean(name, names)}" if names else ", which has none"
        raise click.UsageError(f"there is no example `{name}` in {settings.game}{said}")
    return examples[names.index(name)]
