"""Which two games: the arguments that `diff` and `compare` have in common.

    rulewright diff cinq-o house-rule.overlay.yaml      the game, and the game with the house rule
    rulewright diff house-rule.overlay.yaml             the same: its parent, and what it makes of it
    rulewright diff cinq-o --set-b target=50            the game, and the game with another option
    rulewright diff cinq-o --variant solitaire          the game as it is, and a variant of it

    @click.command()
    @two_game_arguments()
    def command(first: Settings, second: Settings) -> None:
        one, other = open_both(first, second)

`--set`, `--with` and `--variant` mean both sides, `--set-a` and the like one of them.  Where there is no second game,
the first is meant, as far as the options of the second side change it; if no side has any of its own, what is said of
both is what the second has and the first has not.
"""

from __future__ import annotations

import shlex
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import wraps
from typing import TYPE_CHECKING, Any

import click

from rulewright.cli.common.game_arguments import (
    Decorator,
    Engine,
    OptionValue,
    Settings,
    engine_arguments,
    read_options_callback,
)
from rulewright.cli.common.output import note
from rulewright.language.literals import literal

if TYPE_CHECKING:
    from rulewright.document.nodes import Mapping
    from rulewright.pipeline import Book
    from rulewright.source.text import Source

Options = tuple[tuple[str, OptionValue], ...]


def two_game_arguments(seed: bool = True, engine: bool = True) -> Decorator:
    """Give a command A, [B], `--players`, and `--variant`, `--set`, `--with` for both sides and for each; `seed` and
    `engine` where they mean something. The command gets them as `first` and `second`."""

    def decorate(function: Callable[..., Any]) -> Callable[..., Any]:
        @wraps(function)
        def with_both(
            game_a: str, game_b: str | None, players: int | None,
            variant: str | None, variant_a: str | None, variant_b: str | None,
            options: Options, options_a: Options, options_b: Options,
            overlays: tuple[str, ...], overlays_a: tuple[str, ...], overlays_b: tuple[str, ...],
            seed: int | None = None, engine: Engine = "auto", no_cache: bool = False, **others: Any,
        ) -> Any:  # fmt: skip
            table = Settings("", players, seed=seed, engine=engine, cache=not no_cache)
            both = replace(table, variant=variant, options=options, overlays=overlays)
            first, second = two_games(
                game_a, game_b, both,
                replace(table, variant=variant_a, options=options_a, overlays=overlays_a),
                replace(table, variant=variant_b, options=options_b, overlays=overlays_b),
            )  # fmt: skip
            return function(first=first, second=second, **others)

        decorated: Callable[..., Any] = with_both
        for add in reversed(_arguments(seed, engine)):
            decorated = add(decorated)
        return decorated

    return decorate


def two_games(
    game_a: str, game_b: str | None, both: Settings, only_a: Settings, only_b: Settings
) -> tuple[Settings, Settings]:
    """The settings of the two sides, from what was said of both and of each. UsageError if nothing tells the second
    game from the first."""
    if game_b is not None:
        second = _with_house_rule(game_a, game_b, both, only_b)
        return _side(game_a, both, only_a), second
    parent = _parent(game_a)
    if _says_nothing(only_a) and _says_nothing(only_b):
        if not _says_nothing(both):
            return replace(both, game=game_a, variant=None, options=(), overlays=()), replace(
                both, game=game_a
            )
        if parent is None:
            raise click.UsageError(
                f"what is {game_a} to be held against? Name a second game or a house rule, or say what is "
                "different there: --set-b option=value, --with-b house-rule.overlay.yaml, --variant-b name"
            )
        name, variant = parent
        return replace(both, game=name, variant=variant), replace(both, game=game_a)
    return _side(game_a, both, only_a), _side(game_a, both, only_b)


def open_both(first: Settings, second: Settings) -> tuple[Book, Book]:
    """Both games with their rulebooks. RulebookError or UsageError if one cannot be played, after a note that says
    which."""
    with telling_side("A", first):
        book_a = first.open_book()
    with telling_side("B", second):
        return book_a, second.open_book()


@contextmanager
def telling_side(side: str, settings: Settings) -> Iterator[None]:
    """Whatever is wrong with a rulebook inside is that of this side, and a note says so before the problems."""
    from rulewright.problems.problem import RulebookError

    try:
        yield
    except (RulebookError, click.UsageError):
        note(f"{side}, {shown(settings)}, cannot be played:")
        raise


def shown(settings: Settings) -> str:
    """A side as it would be typed: `cinq-o --set target=50`."""
    parts = [settings.game]
    parts += ["--variant", settings.variant] if settings.variant else []
    for name, value in settings.options:
        parts += ["--set", f"{name}={literal(value)}"]
    for overlay in settings.overlays:
        parts += ["--with", overlay]
    return shlex.join(parts)


def _side(game: str, both: Settings, own: Settings) -> Settings:
    """What was said of both, and on top of it what was said of one side."""
    options = {**dict(both.options), **dict(own.options)}
    return replace(
        both,
        game=game,
        variant=own.variant or both.variant,
        options=tuple(options.items()),
        overlays=(*both.overlays, *own.overlays),
    )


def _says_nothing(own: Settings) -> bool:
    return not (own.variant or own.options or own.overlays)


def _with_house_rule(game_a: str, game_b: str, both: Settings, only_b: Settings) -> Settings:
    """The second side; a house rule of the first game is carried out on that one, wherever its file lies. UsageError for a house
    rule of another game."""
    tree = _read(game_b)
    extends, _, _ = ((tree.text("extends") if tree is not None else None) or "").partition("#")
    first = _read(game_a) if extends else None
    if first is None or first.entry("extends") is not None:
        return _side(game_b, both, only_b)
    if first.text("name") == extends:
        return _side(game_a, both, replace(only_b, overlays=(game_b, *only_b.overlays)))
    changed = _changed_game(game_b)
    if changed is not None and changed != first.text("name"):
        raise click.UsageError(
            f"{game_b} is a house rule for {changed}, not {game_a}: name that game first, `{changed} {game_b}`; "
            f"or as a game of its own, `{game_a} {changed} --with-b {game_b}`"
        )
    return _side(game_b, both, only_b)


def _changed_game(game: str) -> str | None:
    """The name of the rulebook that a house rule changes, perhaps through other house rules; None if it cannot be found."""
    tree, seen = _read(game), set[str]()
    while tree is not None and (extends := tree.text("extends")) is not None:
        name = extends.partition("#")[0]
        if name in seen:
            return None
        seen.add(name)
        tree = _read(name, tree.span.source)
    return None if tree is None else tree.text("name")


def _parent(game: str) -> tuple[str, str | None] | None:
    """The rulebook that a house rule changes, and the variant of it; None for a rulebook, which changes nothing.

    What cannot be read, or has no parent that can be found, stands for itself: whoever opens it will say what is wrong.
    """
    from rulewright.document import library

    tree = _read(game)
    if tree is None:
        return game, None
    extends = tree.text("extends")
    if extends is None:
        return None
    name, _, variant = extends.partition("#")
    found = library.find(name, tree.span.source)
    if found is None:
        return game, None
    by_name = library.find(name)
    known = by_name is not None and by_name.name == found.name
    return name if known else found.name, variant or None


def _read(game: str, asking: Source | None = None) -> Mapping | None:
    """The tree of a file as it stands; None if it cannot be read, which whoever opens it will say."""
    from rulewright.document import from_yaml, library
    from rulewright.problems.problem import Problems, RulebookError

    try:
        source = library.find(game, asking)
        return None if source is None else from_yaml.read(source, Problems())
    except RulebookError:
        return None


def _arguments(seed: bool, engine: bool) -> list[Decorator]:
    arguments: list[Decorator] = [
        click.argument("game_a", metavar="A"),
        click.argument("game_b", metavar="[B]", required=False),
        click.option("--players", type=click.IntRange(min=1), metavar="N", help="How many play."),
    ]
    for letter, side in (("", "both sides"), ("a", "side A"), ("b", "side B")):
        dash, name = (f"-{letter}", f"_{letter}") if letter else ("", "")
        arguments += [
            click.option(
                f"--variant{dash}", f"variant{name}", metavar="V", help=f"A way to play, for {side}."
            ),
            click.option(
                f"--set{dash}", f"options{name}", multiple=True, callback=read_options_callback,
                metavar="OPTION=VALUE", help=f"Set an option, for {side} (repeatable).",
            ),
            click.option(
                f"--with{dash}", f"overlays{name}", multiple=True, metavar="FILE",
                help=f"A house rule, for {side} (repeatable).",
            ),
        ]  # fmt: skip
    if seed:
        arguments.append(
            click.option("--seed", type=click.IntRange(min=0), metavar="S", help="Fixes the luck.")
        )
    if engine:
        arguments.append(engine_arguments)
    return arguments
