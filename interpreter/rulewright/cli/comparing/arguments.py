"""The arguments that `diff` and `compare` have in common: two games, and options for both and for each.

    @click.command()
    @two_game_arguments()
    def command(first: Settings, second: Settings) -> None:
        one, other = open_both(first, second, Settings.open_book)

`--set`, `--with` and `--variant` apply to both sides, `--set-a` and the like to one of them; `two_games` combines them.
"""

from __future__ import annotations

from dataclasses import replace
from functools import wraps
from typing import Any

import click

from rulewright.cli.common.game_arguments import Engine, OptionValue, Settings, seed_and_engine, set_option
from rulewright.cli.common.options import Command, Decorator, with_option, with_options
from rulewright.cli.installing.names import games

Options = tuple[tuple[str, OptionValue], ...]


def two_game_arguments(seed: bool = True, engine: bool = True) -> Decorator:
    """Add A, [B], `--players`, and `--variant`, `--set`, `--with` for both sides and for each to a command, and `--seed` and
    `--engine` if the flags say so. The command gets them as two Settings, `first` and `second`."""

    def decorate(function: Command) -> Command:
        @wraps(function)
        def with_both(
            game_a: str, game_b: str | None, players: int | None,
            variant: str | None, variant_a: str | None, variant_b: str | None,
            options: Options, options_a: Options, options_b: Options,
            overlays: tuple[str, ...], overlays_a: tuple[str, ...], overlays_b: tuple[str, ...],
            seed: int | None = None, engine: Engine = "auto", no_cache: bool = False, **others: Any,
        ) -> Any:  # fmt: skip
            from rulewright.cli.comparing.two_games import two_games  # to start sooner: not for --help

            table = Settings("", players, seed=seed, engine=engine, cache=not no_cache)
            both = replace(table, variant=variant, options=options, overlays=overlays)
            first, second = two_games(
                game_a, game_b, both,
                replace(table, variant=variant_a, options=options_a, overlays=overlays_a),
                replace(table, variant=variant_b, options=options_b, overlays=overlays_b),
            )  # fmt: skip
            return function(first=first, second=second, **others)

        return with_options(with_both, _arguments(seed, engine))

    return decorate


def _arguments(seed: bool, engine: bool) -> list[Decorator]:
    arguments: list[Decorator] = [
        click.argument("game_a", metavar="A", shell_complete=games),
        click.argument("game_b", metavar="[B]", required=False, shell_complete=games),
        click.option("--players", type=click.IntRange(min=1), metavar="N", help="How many play."),
    ]
    for letter, side in (("", "both sides"), ("a", "side A"), ("b", "side B")):
        dash, name = (f"-{letter}", f"_{letter}") if letter else ("", "")
        arguments += [
            click.option(f"--variant{dash}", f"variant{name}", metavar="V", help=f"A variant, for {side}."),
            set_option(f"Set an option, for {side} (repeatable).", letter),
            with_option(f"A house rule, for {side} (repeatable).", letter),
        ]
    return arguments + seed_and_engine(seed, engine, card=engine)
