"""`rulewright test GAME...`: the rulebook's own examples, then random games against every promise of the engine."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import click

from rulewright.cli.outcome import FALLS_SHORT, FINE, INTERRUPTED
from rulewright.cli.settings import OptionValue, Settings, read_options_callback
from rulewright.cli.telling import Progress, note, show_json, show_problems

if TYPE_CHECKING:
    from rulewright.author.examples import ExampleResult
    from rulewright.author.promises import Promises, Table
    from rulewright.pipeline import Book
"""Promise -> what it is when it does not hold."""


@dataclass(frozen=True, slots=True)
class Tested:
    """What came of one rulebook."""

    settings: Settings
    examples: tuple[ExampleResult, ...]
    promises: Promises
    interrupted: bool = False

    @property
    def falls_short(self) -> bool:
        return bool(self.promises.broken) or any(
            not each.passed and not each.changed for each in self.examples
        )

    def to_json(self) -> dict[str, object]:
        return {
            "game": self.settings.game,
            "fine": not self.falls_short,
            "examples": [example.to_json() for example in self.examples],
            "games": self.promises.games,
            "interrupted": self.interrupted,
            "broken": [broken.to_json() for broken in self.promises.broken],
        }


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
    "--games", type=click.IntRange(min=0), default=20, show_default=True, help="Random games to play."
)
@click.option("--seed", type=click.IntRange(min=0), default=0, show_default=True, help="Fixes the luck.")
@click.option(
    "--max-actions", type=click.IntRange(min=1), default=10_000, show_default=True,
    help="A game longer than this does not end.",
)  # fmt: skip
@click.option(
    "--engine", type=click.Choice(["auto", "reference"]), default="auto", help="What runs the rules."
)
@click.option("--format", "style", type=click.Choice(["text", "json"]), default="text", show_default=True)
def command(
    games_to_test: tuple[str, ...], players: int | None, variant: str | None,
    options: tuple[tuple[str, OptionValue], ...], overlays: tuple[str, ...], games: int, seed: int,
    max_actions: int, engine: str, style: str,
) -> int:  # fmt: skip
    """Test rulebooks: their examples, and random games.

    The random games are played at every number of players and in every variant, and held against what is true
    of every game: it ends, no rule fails, no piece gets lost, a record replays, what is hidden stays hidden, and
    more. With a house rule, examples of the game itself that no longer hold tell what the house rule changed.
    Ctrl-C reports what is done so far.

    \b
    Examples:
      rulewright test my-game.rulebook.yaml
      rulewright test cinq-o --with short-evening.overlay.yaml
      rulewright test cinq-o --games 500 --seed 7
    """
    chosen: list[Tested] = []
    for game in games_to_test:
        settings = Settings(
            game, players, variant, options, overlays, seed, "reference" if engine == "reference" else "auto"
        )
        tested = _test(settings, games, max_actions)
        chosen.append(tested)
        if style == "text":
            _show(tested, max_actions, alone=len(games_to_test) == 1)
        if tested.interrupted:
            break
    if style == "json":
        show_json({"seed": seed, "tested": [tested.to_json() for tested in chosen]})
    if chosen[-1].interrupted:
        last = chosen[-1]
        examples, played = _counted(len(last.examples), "example"), _counted(last.promises.games, "game")
        note(f"Stopped after {examples} and {played}.")
        return INTERRUPTED
    return FALLS_SHORT if any(tested.falls_short for tested in chosen) else FINE


def _test(settings: Settings, games: int, max_actions: int) -> Tested:
    from rulewright.author.promises import MOST_BROKEN, BrokenAt, Promises, checking

    book = settings.open_book()
    variants = [] if settings.variant else list(book.rulebook.variants)
    examples: list[ExampleResult] = []
    broken: list[BrokenAt] = []
    done, interrupted = 0, False
    try:
        with Progress("examples") as progress:
            for example in _examples(settings, book, variants):
                examples.append(example)
                progress(len(examples), max(len(examples), len(book.rulebook.examples)))
        with Progress("games") as progress:
            for checked in checking(
                _tables(settings, book, variants), games, settings.seed or 0, max_actions
            ):
                done = checked.done
                broken += checked.broken
                progress(done, checked.wanted)
    except KeyboardInterrupt:
        interrupted = True
    return Tested(settings, tuple(examples), Promises(done, tuple(broken[:MOST_BROKEN])), interrupted)


def _examples(settings: Settings, book: Book, variants: list[str]) -> Iterator[ExampleResult]:
    """The rulebook's examples, and those that only a variant has."""
    from rulewright.author.examples import run_examples

    def opening(players: int | None, variant: str | None, options: Mapping[str, OptionValue]) -> Book:
        return replace(settings, players=players, variant=variant, options=tuple(options.items())).open_book()

    chosen = dict(settings.options)
    yield from run_examples(opening, book, settings.players, chosen)
    known = set(book.rulebook.examples)
    for variant in variants:
        own = replace(settings, players=None, variant=variant, options=()).open_book()
        yield from run_examples(opening, own, skip=known)


def _tables(settings: Settings, book: Book, variants: list[str]) -> list[Table]:
    """Every number of players, of the game as given and of each variant; options hold where the variant has them."""

    tables = [_table(settings, number) for number in _numbers(settings, book)]
    for variant in variants:
        own = replace(settings, variant=variant, players=None, options=())
        opened = own.open_book().rulebook
        kept = tuple(
            (name, value)
            for name, value in settings.options
            if name in opened.options and not opened.options[name].fixed
        )
        tables += [
            _table(replace(own, options=kept), number)
            for number in opened.players
            if settings.players in (None, number)
        ]
    return tables


def _numbers(settings: Settings, book: Book) -> tuple[int, ...]:
    return (settings.players,) if settings.players else book.rulebook.players


def _table(settings: Settings, players: int) -> Table:
    from rulewright.author.promises import Table

    at = settings.at(players)
    return Table(players, settings.variant, at.load)


def _show(tested: Tested, max_actions: int, alone: bool) -> None:
    failed = [problem for example in tested.examples if not example.changed for problem in example.problems]
    changed = [example for example in tested.examples if example.changed]
    if failed:
        show_problems(failed)
        click.echo()
    for example in changed:
        problem = example.problems[0]
        click.echo(f"changed by the house rule: {example.id} ({problem.file}:{problem.line})")
        click.echo(f"  {problem.message}" + (f": {problem.label}" if problem.label else ""))
    for broken in tested.promises.broken:
        click.echo(broken.told(max_actions))
    _keep_records(tested)
    click.echo(("" if alone else f"{tested.settings.game}: ") + _summary(tested))


def _summary(tested: Tested) -> str:
    passed = sum(example.passed for example in tested.examples)
    changed = sum(example.changed for example in tested.examples)
    failed = len(tested.examples) - passed - changed
    parts = [f"{_counted(passed, 'example')} passed"]
    if failed:
        parts.append(f"{failed} failed")
    if changed:
        parts.append(f"{changed} changed by the house rule")
    played = _counted(tested.promises.games, "game")
    broken = len(tested.promises.broken)
    parts.append(
        f"{_counted(broken, 'promise')} broken in {played}" if broken else f"{played} kept every promise"
    )
    return ", ".join(parts)


def _counted(many: int, what: str) -> str:
    return f"{many} {what}{'' if many == 1 else 's'}"


def _keep_records(tested: Tested) -> None:
    """Write the record of the first broken promise down, so that it can be gone through."""
    from rulewright.cli.table.keeping import own_path, write

    found = next((b for b in tested.promises.broken if isinstance(b.broken.record, dict)), None)
    if found is None:
        return
    assert isinstance(found.broken.record, dict)
    path = own_path(f"{found.broken.record.get('game', 'game')}-broken")
    settings = replace(tested.settings, players=found.table.players, variant=found.table.variant)
    write(found.broken.record, path, settings, over=path.exists())
    note(f"The first of these is kept: rulewright replay {path}")
