"""The two games of `diff` and `compare`, from the command line.

    rulewright diff cinq-o house-rule.overlay.yaml      the game, and the game with the house rule
    rulewright diff house-rule.overlay.yaml             the same: its parent, and its parent with it
    rulewright diff cinq-o --set-b target=50            the game, and the game with another option
    rulewright diff cinq-o --variant solitaire          the game as it is, and a variant of it

`--set`, `--with` and `--variant` apply to both sides, `--set-a` and the like to one of them. Without a second game, both
sides are the first one with their own options; if neither side has any of its own, the options for both apply to the
second side only.
"""

from __future__ import annotations

import shlex
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import TYPE_CHECKING, TypeVar

import click

from rulewright.cli.common.game_arguments import (
    Settings,
)
from rulewright.cli.common.output import note
from rulewright.document import library
from rulewright.language.literals import literal
from rulewright.problems.problem import Problems, RulebookError
from rulewright.source.later import later

if TYPE_CHECKING:
    from rulewright.document import from_yaml
    from rulewright.document.nodes import Mapping
    from rulewright.source.text import Source
else:
    from_yaml = later("rulewright.document.from_yaml")

Opening = TypeVar("Opening")
"""What a game is opened as: as its rulebook, or as a table."""


def two_games(
    game_a: str, game_b: str | None, both: Settings, only_a: Settings, only_b: Settings
) -> tuple[Settings, Settings]:
    """The settings of the two sides, from the options for both and for each. Raises UsageError if the two sides are the
    same."""
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
                f"what is {game_a} to be compared with? Name a second game or a house rule, or say what is "
                "different there: --set-b option=value, --with-b house-rule.overlay.yaml, --variant-b name"
            )
        name, variant = parent
        return replace(both, game=name, variant=variant), replace(both, game=game_a)
    return _side(game_a, both, only_a), _side(game_a, both, only_b)


def open_both(
    first: Settings, second: Settings, opening: Callable[[Settings], Opening]
) -> tuple[Opening, Opening]:
    """Both games, each opened by `opening`. Raises RulebookError or UsageError if one cannot be played, after a note that names
    the side."""
    with naming_side("A", first):
        one = opening(first)
    with naming_side("B", second):
        return one, opening(second)


@contextmanager
def naming_side(side: str, settings: Settings) -> Iterator[None]:
    """Before an error that is raised inside, print a note that it concerns this side."""
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
    """The settings of one side: the options for both, overridden by its own."""
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
    """The settings of the second side. A house rule for the first game is applied to that one, whatever file it is in. Raises
    UsageError for a house rule for another game."""
    tree = _read(game_b) if _may_extend(game_b) else None
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

    A file that cannot be read, or whose parent cannot be found, counts as its own parent; opening it reports the error.
    """
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


def _may_extend(game: str) -> bool:
    """False for a text that cannot be a house rule, because the key `extends` is nowhere in it, not even with an escape."""
    try:
        source = library.find(game)
    except RulebookError:
        return True
    return source is None or "extends" in source.text or "\\" in source.text


def _read(game: str, asking: Source | None = None) -> Mapping | None:
    """The tree of a file, without what it extends; None if it cannot be read, which opening it will report."""
    try:
        source = library.find(game, asking)
        return None if source is None else from_yaml.read(source, Problems())
    except RulebookError:
        return None
