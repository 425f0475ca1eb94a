"""The command `rulewright new`: writes a small rulebook or house rule."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from rulewright.author.starters import scaffold
from rulewright.author.starters.house_rules import Overlay
from rulewright.author.starters.rulebooks import Board, CannotWrite, Cards, Dice, Tiles
from rulewright.cli.common.game_arguments import Settings
from rulewright.cli.editing import questions

if TYPE_CHECKING:
    from rulewright.author.starters.scaffold import Starter


OWN = {
    "dice": ("count", "faces"),
    "cards": ("hand", "deck"),
    "board": ("rows", "columns", "line"),
    "tiles": ("hand", "highest"),
    "overlay": ("options",),
}
"""The flags that only some sorts of starters have."""
SPELLED = {"options": "--set"}


STARTERS: dict[str, type[Dice | Cards | Board | Tiles]] = {
    "dice": Dice,
    "cards": Cards,
    "board": Board,
    "tiles": Tiles,
}


def new(
    ctx: click.Context, name: str | None, dice: bool, cards: bool, board: bool, tiles: bool, game: str | None,
    title: str | None, kind: str | None, parent: str | None, folder: Path, **given: Any,
) -> None:  # fmt: skip
    """Write the file, and print what can be done with it. `given` are the flags of the starters, None and () where not typed."""
    sort = _one_of(dice, cards, board, tiles, kind, game or parent)
    game = _same(game, parent)
    try:
        if _asks(ctx):
            wanted = questions.ask(name, folder)
            path, starter = scaffold.write(wanted.name, wanted.starter, folder, wanted.title), wanted.starter
        elif name is None:
            raise click.UsageError("say what it is called, as in: rulewright new my-game")
        else:
            scaffold.check_name(name, folder)
            starter = _starter(sort, game or "", given)
            path = scaffold.write(name, starter, folder, title)
    except CannotWrite as reason:
        raise click.UsageError(str(reason)) from None
    click.echo(path)
    click.echo(_next_steps(path, starter), err=True)


def _asks(ctx: click.Context) -> bool:
    """Whether to ask questions: at a terminal, if nothing but a name was given."""
    said = (ctx.get_parameter_source(parameter) for parameter in ctx.params if parameter != "name")
    silent = all(source in (None, click.core.ParameterSource.DEFAULT) for source in said)
    return silent and somebody_is_there()


def somebody_is_there() -> bool:
    """Whether stdin and stderr are a terminal."""
    return sys.stdin.isatty() and sys.stderr.isatty()


def _one_of(dice: bool, cards: bool, board: bool, tiles: bool, kind: str | None, game: str | None) -> str:
    """The sort of starter; a UsageError if two were named."""
    said = ("dice" * dice, "cards" * cards, "board" * board, "tiles" * tiles, kind, "overlay" * bool(game))
    named = list(dict.fromkeys(filter(None, said)))
    if len(named) > 1:
        raise click.UsageError(f"one starter at a time: either --{named[0]} or --{named[1]}")
    if named == ["overlay"] and not game:
        raise click.UsageError("a house rule changes a game: say which with --overlay GAME")
    return named[0] if named else "dice"


def _same(game: str | None, parent: str | None) -> str | None:
    if game and parent and game != parent:
        raise click.UsageError(f"a house rule changes one game: either {game} or {parent}")
    return game or parent


def _starter(sort: str, game: str, given: Mapping[str, Any]) -> Starter:
    _refuse_foreign(sort, given)
    if sort == "overlay":
        Settings(game, options=given["options"]).open_book()
        return Overlay(game, dict(given["options"]))
    return STARTERS[sort](**{key: value for key, value in given.items() if value not in (None, ())})


def _refuse_foreign(sort: str, given: Mapping[str, object]) -> None:
    """Raise UsageError for a flag that belongs to another sort of starter."""
    for key in dict.fromkeys(key for keys in OWN.values() for key in keys):
        sorts = [each for each, keys in OWN.items() if key in keys]
        if sort not in sorts and given[key] not in (None, ()):
            others = ["--overlay GAME" if each == "overlay" else f"--{each}" for each in sorts]
            raise click.UsageError(f"{SPELLED.get(key, f'--{key}')} goes with {' or '.join(others)}")
    if sort == "overlay" and given["players"] is not None:
        raise click.UsageError(
            "--players goes with --dice, --cards, --board and --tiles; a house rule keeps its game's"
        )


def _next_steps(path: Path, starter: Starter) -> str:
    played = f"{starter.of} --with {path}" if isinstance(starter, Overlay) else path
    return f"\nTry:\n  rulewright test {path}\n  rulewright play {played}\nand change it from there."
