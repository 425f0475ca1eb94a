"""Tuning files: wishes and knobs as a file, whose mistakes are reported with their places.

    tuning: 1
    want:
      - median rounds in 18..22
      - seat 1 wins in 48..52 %, weight 2
    knobs:
      options.target: 20..60 step 10
      tables.hi.rows.30: [8, 9, 10]
      short-evening.overlay.yaml: on or off
    game: my-game
    players: 2
    bots: cautious
    games: 5000

Wishes and values of knobs are written as on the command line; values may also be a list. The keys of a file are in
`schemas/tuning.schema.json`, which editors read too. `check_tuning` is what `rulewright validate` asks.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Final

from rulewright.author.tuning.opening import Base, Opener
from rulewright.author.tuning.turning import KnobError, is_house_rule, read_knobs
from rulewright.author.tuning.wishing import WishError, read_wishes
from rulewright.document import library, nodes
from rulewright.document.files import Files
from rulewright.document.from_yaml import read
from rulewright.document.shape import schema
from rulewright.game.game import Game
from rulewright.play.bots import refuse_unknown
from rulewright.play.tuning.trials import seats_of
from rulewright.problems.nearest import nearest
from rulewright.problems.problem import Problem, Problems, RulebookError
from rulewright.source.dataclass import dataclass
from rulewright.source.text import Source, Span

ON_OR_OFF: Final = "on or off"
BOTS: Final = ("random",)
GAMES: Final = 20_000


@dataclass(frozen=True, slots=True)
class Asked:
    """What a file asks for. `bots` and `games` are None where it says nothing of them."""

    wishes: tuple[tuple[str, Span], ...]
    knobs: tuple[tuple[str, Span], ...]
    bots: tuple[str, ...] | None
    games: int | None
    players: int | None = None
    game: nodes.Scalar | None = None
    bots_span: Span | None = None

    def more(
        self, wishes: Sequence[str], knobs: Sequence[str], bots: Sequence[str], games: int | None
    ) -> tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...], int]:
        """What is asked for in all: wishes and knobs are added to those of the file, bots and a number of games replace its own."""
        return (
            (*wishes, *(text for text, _ in self.wishes)),
            (*knobs, *(text for text, _ in self.knobs)),
            tuple(bots) or self.bots or BOTS,
            games or self.games or GAMES,
        )

    def check(self, game: Game, bots: tuple[str, ...]) -> None:
        """Raise RulebookError with all wishes and knobs that cannot be understood; `bots` play unless a wish says otherwise."""
        problems = Problems()
        for text, span in self.wishes:
            _try(problems, span, partial(read_wishes, [text], game, bots))
        for text, span in self.knobs:
            _try(problems, span, partial(read_knobs, [text]))
        _raise(problems)


NOTHING: Final = Asked((), (), None, None)
"""What is asked for without a file."""


def read_file(path: str) -> Asked:
    """The file at a path. Raises RulebookError for one that cannot be read, or has other keys or values."""
    problems = Problems()
    asked = _read(library.demand(path), problems)
    if asked is None or problems.errors:
        raise RulebookError(problems.sorted())
    return asked


def check_tuning(source: Source, files: Files = library) -> list[Problem]:
    """All problems of a tuning file. Wishes, paths of knobs and players are looked up in its `game`; if it names none, only keys and the forms of knobs are checked."""
    problems = Problems()
    try:
        asked = _read(source, problems)
        if asked is not None and not problems.errors:
            if asked.game is not None:
                _check_with(asked, asked.game, source, files, problems)
            else:
                for text, span in asked.knobs:
                    _try(problems, span, partial(read_knobs, [text]))
    except RulebookError as error:
        return error.problems
    return problems.sorted()


# ------------------------------------------------------------------------------------------------- private


def _check_with(asked: Asked, named: nodes.Scalar, source: Source, files: Files, problems: Problems) -> None:
    """Add the problems of a file at the table of the game that it names. Knobs that are house rules are not opened: their paths are for the person who tunes."""
    found = files.find(named.text, source)
    if found is None:
        near = nearest(named.text, files.names(source))
        what = f"there is no rulebook called `{named.text}` next to this file or among the bundled ones"
        problems.add(Problem("wrong-value", what, named.span, help=f"did you mean `{near}`?" if near else ""))
        return
    base = Base(found.name, asked.players)
    try:
        game = base.open().game
    except RulebookError as error:
        first = error.problems[0].message
        problems.add(Problem("wrong-value", f"the game cannot be opened: {first}", named.span))
        return
    bots = asked.bots or BOTS
    try:
        for bot in bots:
            refuse_unknown(game, bot)
        seats_of(game, bots)
    except ValueError as error:
        problems.add(Problem("wrong-value", str(error), asked.bots_span or named.span))
        return
    for text, span in asked.wishes:
        _try(problems, span, partial(read_wishes, [text], game, bots))
    for text, span in asked.knobs:
        _try(problems, span, partial(_turn, base, text))


def _turn(base: Base, text: str) -> None:
    space = read_knobs([text])
    if not is_house_rule(space.knobs[0]):
        Opener(base, space)


def _read(source: Source, problems: Problems) -> Asked | None:
    tree = read(source, problems)
    if tree is None:
        return None
    schema.check(tree, "tuning", problems)
    bots, games, players, game = (tree.get(key) for key in ("bots", "games", "players", "game"))
    return Asked(
        tuple((each.text, each.span) for each in _texts(tree.get("want"))),
        tuple(_knobs(tree.get("knobs"))),
        None
        if bots is None
        else tuple(name.strip() for each in _texts(bots) for name in each.text.split(",")),
        _number(games),
        _number(players),
        game if isinstance(game, nodes.Scalar) else None,
        None if bots is None else bots.span,
    )


def _number(node: nodes.Node | None) -> int | None:
    return int(node.text) if isinstance(node, nodes.Scalar) and node.text.isdecimal() else None


def _texts(node: nodes.Node | None) -> Iterator[nodes.Scalar]:
    """A text, or those of a list."""
    for each in node if isinstance(node, nodes.Sequence) else (node,):
        if isinstance(each, nodes.Scalar):
            yield each


def _knobs(node: nodes.Node | None) -> Iterator[tuple[str, Span]]:
    for entry in node if isinstance(node, nodes.Mapping) else ():
        values = ", ".join(each.text for each in _texts(entry.value))
        name = entry.key.text
        yield (name if values == ON_OR_OFF else f"{name}={values}"), entry.value.span


def _try(problems: Problems, span: Span, reading: Callable[[], object]) -> None:
    try:
        reading()
    except (WishError, KnobError) as error:
        problems.add(Problem("wrong-value", str(error), span))


def _raise(problems: Problems) -> None:
    if problems.errors:
        raise RulebookError(problems.sorted())
