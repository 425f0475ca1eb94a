"""The questions of `rulewright new` on a terminal, each with a default that Enter accepts.

    What do you want to start? (dice, cards, board, tiles, overlay) [dice]:

An invalid answer is refused with a reason, and the question is repeated. Nothing is written before the last answer, so
Ctrl-C leaves no file. Questions go to stderr: stdout has the path of the new file.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import TypeVar

import click

from rulewright import pipeline
from rulewright.author.starters import scaffold
from rulewright.author.starters.house_rules import Overlay, another_value, changeable, option_lines
from rulewright.author.starters.rulebooks import DECKS, Board, CannotWrite, Cards, Dice, Tiles
from rulewright.author.starters.scaffold import Starter
from rulewright.cli.common.game_arguments import OptionValue, read_value
from rulewright.cli.common.options import read_players
from rulewright.cli.common.suggestions import did_you_mean
from rulewright.document import library
from rulewright.language.literals import literal
from rulewright.problems.problem import RulebookError
from rulewright.source.dataclass import dataclass

Answer = TypeVar("Answer")


@dataclass(frozen=True, slots=True)
class Wanted:
    """The answers: name, title and starter of the new file."""

    name: str
    title: str
    starter: Starter


def ask(name: str | None, folder: Path) -> Wanted:
    """Ask all questions, but for the name if a `name` is given. Raises click.Abort for Ctrl-C."""
    if name is not None:
        scaffold.check_name(name, folder)
    sort = click.prompt(
        "What do you want to start?",
        type=click.Choice(["dice", "cards", "board", "tiles", "overlay"]),
        default="dice",
        err=True,
    )
    if sort == "overlay":
        game = _asked("Which game does it change?", _games(folder)[0], lambda text: _game(text, folder))
        called = name or _name(f"my-{Path(game).name.partition('.')[0]}", folder)
        return Wanted(called, _title(called), Overlay(game, _settings(game)))
    called = name or _name("my-game", folder)
    title = _title(called)
    starters: dict[str, Callable[[], Starter]] = {
        "dice": _dice,
        "cards": _cards,
        "board": _board,
        "tiles": _tiles,
    }
    return Wanted(called, title, starters[sort]())


def _dice() -> Dice:
    starter = Dice(players=_players(Dice()))
    starter = replace(
        starter, count=_number("How many dice?", starter.count, lambda n: replace(starter, count=n))
    )
    faces = _number("How many faces has a die?", starter.faces, lambda n: replace(starter, faces=n))
    return replace(starter, faces=faces)


def _cards() -> Cards:
    starter = Cards(players=_players(Cards(hand=1)), hand=1)
    listed = ", ".join(f"{name} is {what}" for name, (_, what) in DECKS.items())
    deck = click.prompt(
        f"Which deck? {listed}", type=click.Choice(list(DECKS)), default=starter.deck, err=True
    )
    starter = replace(starter, deck=deck)
    usual = min(Cards().hand, DECKS[deck][0] // starter.players[1])
    return replace(
        starter, hand=_number("How many cards is everybody dealt?", usual, lambda n: replace(starter, hand=n))
    )


def _board() -> Board:
    starter = Board(players=_players(Board()), line=2)
    rows = _number(
        "How many rows has the board?", Board().rows, lambda n: replace(starter, rows=n, columns=max(n, 2))
    )
    starter = replace(starter, rows=rows, columns=max(rows, 2))
    columns = _number("And how many columns?", rows, lambda n: replace(starter, columns=n))
    starter = replace(starter, columns=columns)
    usual = min(Board().line, max(rows, columns))
    return replace(
        starter, line=_number("How many in a straight line win?", usual, lambda n: replace(starter, line=n))
    )


def _tiles() -> Tiles:
    starter = Tiles(players=_players(Tiles(hand=1)), hand=1)
    highest = _number(
        "What is the highest number on a side?",
        Tiles().highest,
        lambda n: replace(starter, highest=n),
    )
    starter = replace(starter, highest=highest)
    usual = min(Tiles().hand, starter.count // starter.players[1])
    return replace(
        starter, hand=_number("How many tiles is everybody dealt?", usual, lambda n: replace(starter, hand=n))
    )


def _settings(game: str) -> dict[str, OptionValue]:
    """Ask which options a house rule changes, and for their new values."""
    book = pipeline.open_book(game)
    options = [option.id for option in changeable(book)]
    if not options:
        click.echo(f"{book.rulebook.title} has no options to change.", err=True)
        return {}
    click.echo(
        "\n".join([f"{book.rulebook.title} has these options:", *map("  {}".format, option_lines(book))]),
        err=True,
    )
    proposed = another_value(game, book)
    chosen = _asked(
        "Which do you want to change? (several with commas)",
        next(iter(proposed), options[0]),
        lambda text: _known(text, options),
    )
    settings: dict[str, OptionValue] = {}
    for option in chosen:
        usual = literal(proposed.get(option, book.program.options[option]))
        settings[option] = _asked(f"{option}:", usual, _setting(game, option, settings))
    return settings


def _known(text: str, options: list[str]) -> list[str]:
    names = list(dict.fromkeys(part.strip() for part in text.split(",") if part.strip()))
    for name in names:
        if name not in options:
            raise click.BadParameter(f"there is no option `{name}`{did_you_mean(name, options)}")
    return names


def _setting(game: str, option: str, others: dict[str, OptionValue]) -> Callable[[str], OptionValue]:
    def read(text: str) -> OptionValue:
        value = read_value(text.strip())
        try:
            pipeline.open_book(game, options={**others, option: value})
        except RulebookError as error:
            raise click.BadParameter(_told(error)) from None
        return value

    return read


def _games(folder: Path) -> list[str]:
    """The games that a house rule may change: those in the folder, then the bundled ones."""
    here = sorted(path.name.removesuffix(".rulebook.yaml") for path in folder.glob("*.rulebook.yaml"))
    return list(dict.fromkeys([*here, *(name for name, _ in library.bundled())]))


def _game(text: str, folder: Path) -> str:
    try:
        pipeline.open_book(text)
    except RulebookError as error:
        raise click.BadParameter(f"{_told(error)}; there are {', '.join(_games(folder))}") from None
    return _tried(text, lambda: Overlay(text).text("a-house-rule", "", "", folder))


def _told(error: RulebookError) -> str:
    """The first of the problems on one line, with its help."""
    problem = error.problems[0]
    return f"{problem.message}: {problem.help}" if problem.help else problem.message


def _name(usual: str, folder: Path) -> str:
    usual = scaffold.proposed(usual, folder)
    return _asked(
        "What is it called in files?",
        usual,
        lambda text: _tried(text, lambda: scaffold.check_name(text, folder)),
    )


def _title(name: str) -> str:
    usual = scaffold.title_of(name)
    return _asked("And for people?", usual, lambda text: _tried(text, lambda: scaffold.check_title(text)))


def _players(starter: Dice | Cards | Board | Tiles) -> tuple[int, int]:
    low, high = starter.players

    def read(text: str) -> tuple[int, int]:
        players = read_players(text)
        return _tried(players, lambda: _made(replace(starter, players=players)))

    return _asked("How many can play?", f"{low}..{high}" if low < high else str(low), read)


def _number(question: str, usual: int, make: Callable[[int], Dice | Cards | Board | Tiles]) -> int:
    def read(text: str) -> int:
        if not text.strip().isdecimal() or len(text) > 9:
            raise click.BadParameter(f"`{text}` is no number")
        return _tried(int(text), lambda: _made(make(int(text))))

    return _asked(question, str(usual), read)


def _made(starter: Dice | Cards | Board | Tiles) -> str:
    return starter.text("name", "Title", "schema")


def _tried(answer: Answer, attempt: Callable[[], object]) -> Answer:
    """The answer, if `attempt` succeeds; else raises BadParameter with the reason."""
    try:
        attempt()
    except CannotWrite as reason:
        raise click.BadParameter(str(reason)) from None
    return answer


def _asked(question: str, usual: str, read: Callable[[str], Answer]) -> Answer:
    answer: Answer = click.prompt(question, default=usual, value_proc=read, prompt_suffix=" ", err=True)
    return answer
