"""The arguments that name a game and its table, common to all commands that take GAME.

    @click.command()
    @game_arguments()
    def command(settings: Settings) -> None:
        game = settings.open_book().game

`--set option=value` reads `true`, `false`, `none` and numbers as such and everything else as an id. A wrong name or value
is refused with the nearest option and its possible values.
"""

from __future__ import annotations

import re
from dataclasses import replace
from functools import partial, wraps
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import click

from rulewright.cli.common.options import Command, Decorator, with_option, with_options
from rulewright.cli.common.output import note
from rulewright.cli.common.record_files import holds_record
from rulewright.cli.installing.names import games
from rulewright.language.literals import literal
from rulewright.problems.nearest import nearest
from rulewright.problems.problem import RulebookError
from rulewright.source.dataclass import dataclass
from rulewright.source.later import later

if TYPE_CHECKING:
    from rulewright.document import library
    from rulewright.pipeline import Book
    from rulewright.rulebook.nodes import Option, Rulebook
else:
    library = later("rulewright.document.library")

OptionValue = int | bool | str | None
Engine = Literal["auto", "reference", "native", "cuda"]
_WORDS: dict[str, bool | None] = {"true": True, "false": False, "none": None}


@dataclass(frozen=True, slots=True)
class Settings:
    """A game and its table as the command line gave them."""

    game: str
    players: int | None = None
    variant: str | None = None
    options: tuple[tuple[str, OptionValue], ...] = ()
    overlays: tuple[str, ...] = ()
    seed: int | None = None
    engine: Engine = "auto"
    cache: bool = True

    def open_book(self) -> Book:
        """The game with its rulebook, for commands that read the rules themselves; `keeping.games.load` is for those that only play.
        Raises RulebookError, or UsageError for a slip in `--set`."""
        from rulewright import engines, pipeline  # to start sooner: --help opens no game

        self.refuse_others()
        try:
            opened: Book = pipeline.open_book(
                self.game, self.players, self.variant, dict(self.options), list(self.overlays), self.engine,
                self.cache,
            )  # fmt: skip
        except engines.NoEngine as error:
            raise click.UsageError(str(error)) from error
        except RulebookError:
            if self.options:
                book = pipeline.open_book(self.game, None, self.variant, {}, list(self.overlays))
                refuse_unknown_options(book.rulebook, self.options)
            raise
        return opened

    def refuse_others(self) -> None:
        """Raise UsageError where a folder, a record or a JSON file is given for a rulebook or a house rule."""
        refuse_what_is_no_rulebook(self.game)
        for overlay in self.overlays:
            refuse_folder(overlay, "a house rule", "*.overlay.yaml")

    def note_slow_engine(self) -> None:
        """Note that the slower reference engine is used because llvmlite is not installed."""
        if self.engine == "auto" and find_spec("llvmlite") is None:
            note(
                "llvmlite is not installed, so the reference engine plays (`pip install '.[native]'` is much faster)"
            )

    def note_card(self, in_bulk: bool) -> None:
        """Note that the processor plays although a graphics card was asked for, unless the players are simple ones (`in_bulk`)."""
        if self.engine == "cuda" and not in_bulk:
            note(
                "The processor plays these games: only `random` and strategies of the rulebook play on a graphics card."
            )

    @property
    def asked(self) -> str:
        """The options that choose the table, as they are typed: `--players 3 --set target=50`."""
        words = [f"--players {self.players}"] if self.players else []
        words += [f"--variant {self.variant}"] if self.variant else []
        return " ".join(words + [f"--set {name}={literal(value)}" for name, value in self.options])

    def at(self, players: int) -> Settings:
        """The same with another number of players."""
        return replace(self, players=players)


def refuse_what_is_no_rulebook(name: str) -> None:
    """Raise UsageError for a folder, a record or a JSON file given where a rulebook is expected."""
    if not name.strip():
        raise click.UsageError("which game? `rulewright list` shows those that come along")
    path = Path(name)
    refuse_folder(name, "a rulebook", "*.rulebook.yaml", "*.overlay.yaml")
    if path.suffix.lower() == ".json" and path.is_file():
        if holds_record(path):
            raise click.UsageError(f"{name} is a record of a game: rulewright replay {name}")
        raise click.UsageError(
            f"{name} is a JSON file, and no rulebook: those are YAML, {name[:-5]}.rulebook.yaml"
        )


def refuse_folder(name: str, what: str, *patterns: str) -> None:
    """Raise UsageError for a folder where a file is expected; the message lists files in it that match the patterns."""
    if not name.strip():
        raise click.UsageError(f"a name is empty where that of {what} is wanted")
    path = Path(name)
    if path.is_dir() and ("/" in name or not _is_known(name)):
        inside = [each for pattern in patterns for each in sorted(path.glob(pattern))]
        more = (
            f" and {len(inside) - 3} more (all of them: `{path / f'*{inside[0].suffix}'}`)"
            if len(inside) > 3
            else ""
        )
        hint = f"; it holds {', '.join(each.name for each in inside[:3])}{more}" if inside else ""
        raise click.UsageError(f"{name} is a folder, and {what} is a file{hint}")


def _is_known(name: str) -> bool:
    try:
        return library.find(name) is not None
    except RulebookError:
        return False


jobs_option = click.option(
    "--jobs", type=click.IntRange(min=1), help="How many games at a time.  [default: one for each processor in machine code, else 1]",
)  # fmt: skip
"""`--jobs`, for commands that play many games; the default is `play.running.jobs.usual_jobs`."""
cluster_option = click.option(
    "--cluster", metavar="ADDRESS", help="Let the workers of a Dask cluster play, such as tcp://scheduler:8786, or tls://.",
)  # fmt: skip
"""For the same commands; `cli.common.cluster` connects to it."""


def game_arguments(
    seed: bool = True, engine: bool = True, required: bool = True, named: str = "GAME", card: bool = False
) -> Decorator:
    """Add GAME (`named` so in the help), `--players`, `--variant`, `--set` and `--with` to a command, and `--seed` and
    `--engine` (with a `card` for whole games) if the flags say so. The command gets them as one argument, `settings`, whose game is empty if it is not
    `required` and not given."""

    def decorate(function: Command) -> Command:
        @wraps(function)
        def with_settings(
            game: str | None, players: int | None, variant: str | None, options: tuple[tuple[str, OptionValue], ...],
            overlays: tuple[str, ...], seed: int | None = None, engine: Engine = "auto", no_cache: bool = False,
            **others: Any,
        ) -> Any:  # fmt: skip
            settings = Settings(game or "", players, variant, options, overlays, seed, engine, not no_cache)
            return function(settings=settings, **others)

        return with_options(with_settings, _arguments(seed, engine, required, named, card))

    return decorate


def _arguments(seed: bool, engine: bool, required: bool, named: str, card: bool) -> list[Decorator]:
    arguments: list[Decorator] = [
        click.argument(
            "game", metavar=named if required else f"[{named}]", required=required, shell_complete=games
        ),
        click.option("--players", type=click.IntRange(min=1), metavar="N", help="The number of players."),
        click.option("--variant", metavar="V", help="A variant of the rulebook."),
        set_option(),
        with_option("A house rule to play with (repeatable)."),
    ]
    return arguments + seed_and_engine(seed, engine, card)


def seed_and_engine(seed: bool, engine: bool, card: bool = False) -> list[Decorator]:
    """`--seed`, and `--engine` with `--no-cache`, if the flags ask for them; `card`: whether a graphics card can play."""
    luck = click.option("--seed", type=click.IntRange(min=0), metavar="S", help="Fixes the luck.")
    return [*([luck] if seed else []), *([partial(engine_arguments, card=card)] if engine else [])]


def engine_arguments(function: Command, card: bool = False) -> Command:
    """Add `--engine` and `--no-cache` to a command."""
    kept = click.option(
        "--no-cache",
        is_flag=True,
        help="Neither use nor keep what earlier runs kept: machine code, games, answers.",
    )
    on_card = "; cuda plays whole games on a graphics card" if card else ""
    which = click.option(
        "--engine", type=click.Choice(["auto", "reference", "native", *(["cuda"] if card else [])]), default="auto",
        show_default=True, help=f"What runs the rules; auto is native if llvmlite is installed{on_card}.",
    )  # fmt: skip
    return which(kept(function))


def set_option(help_: str = "Set an option of the rulebook (repeatable).", side: str = "") -> Decorator:
    """`--set`, which the command gets as `options`, pairs of a name and a value; of a `side` of two games it is `--set-a`."""
    dash, name = (f"-{side}", f"_{side}") if side else ("", "")
    return click.option(
        f"--set{dash}", f"options{name}", multiple=True, metavar="OPTION=VALUE", help=help_,
        callback=lambda ctx, parameter, texts: tuple(map(read_option, texts)),
    )  # fmt: skip


def read_option(text: str) -> tuple[str, OptionValue]:
    """`target=50` -> ("target", 50)."""
    name, sign, value = text.partition("=")
    name, value = name.strip(), value.strip()
    if not sign or not name or not value:
        raise click.BadParameter(f"`{text}` should look like option=value, as in --set target=50")
    return name, read_value(value)


def read_value(text: str) -> OptionValue:
    """A value as people write it: a number, true, false, none, or an id."""
    if text.lower() in _WORDS:
        return _WORDS[text.lower()]
    return int(text) if re.fullmatch(r"-?[0-9]{1,10}", text) else text


def describe_option(option: Option) -> str:
    """The possible values of an option: `1..1000`, or `immediate or end_of_round`."""
    if option.one_of:
        return " or ".join(choice.id for choice in option.one_of)
    return option.type.span.text if option.type else "fixed"


def refuse_unknown_options(book: Rulebook, options: tuple[tuple[str, OptionValue], ...]) -> None:
    """Raise UsageError for the first option that the rulebook does not have; the message suggests the nearest."""
    for name, _ in options:
        if name not in book.options:
            raise click.UsageError(_no_such_option(book, name))


def _no_such_option(book: Rulebook, name: str) -> str:
    near = nearest(name, book.options)
    if near:
        return (
            f"{book.title} has no option `{name}`; did you mean `{near}`?\n"
            f"  {near}: {describe_option(book.options[near])}"
        )
    if not book.options:
        return f"{book.title} has no option `{name}`; it has no options at all"
    known = "\n".join(f"  {option.id}: {describe_option(option)}" for option in book.options.values())
    return f"{book.title} has no option `{name}`; it has\n{known}"
