"""Tuning files: wishes and knobs as a file, whose mistakes are reported with their places.

    tuning: 1
    want:
      - median rounds in 18..22
      - seat 1 wins in 48..52 %, weight 2
    knobs:
      options.target: 20..60 step 10
      tables.hi.rows.30: [8, 9, 10]
      short-evening.overlay.yaml: on or off
    bots: cautious
    games: 5000

Wishes and values of knobs are written as on the command line; values may also be a list. The keys of a file are in
`schemas/tuning.schema.json`, which editors read too.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Final

from rulewright.author.tuning.turning import KnobError, read_knobs
from rulewright.author.tuning.wishing import WishError, read_wishes
from rulewright.document import library, nodes
from rulewright.document.from_yaml import read
from rulewright.document.shape import schema
from rulewright.game.game import Game
from rulewright.problems.problem import Problem, Problems, RulebookError
from rulewright.source.text import Span

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
    tree = read(library.demand(path), problems)
    if tree is None:
        raise RulebookError(problems.sorted())
    schema.check(tree, "tuning", problems)
    _raise(problems)
    bots, games = tree.get("bots"), tree.get("games")
    return Asked(
        tuple((each.text, each.span) for each in _texts(tree.get("want"))),
        tuple(_knobs(tree.get("knobs"))),
        None
        if bots is None
        else tuple(name.strip() for each in _texts(bots) for name in each.text.split(",")),
        int(games.text) if isinstance(games, nodes.Scalar) else None,
    )


# ------------------------------------------------------------------------------------------------- private


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
