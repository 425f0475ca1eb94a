"""How a mutant is caught: by the checker, by an example of the rulebook, or by random games.

    caught_by(Source("pig.rulebook.yaml", mutant.of(text)))      ->      "the example `a_one_loses_the_pot`"

Random games catch what the engine watches for while any game is played: invariants, rules that fail, games that do
not end.  They are played at the smallest table of the rulebook and of each of its variants.
"""

from __future__ import annotations

from collections.abc import Mapping

from rulewright.author.examples.examples import OptionValue, run_examples
from rulewright.game.playouts.playout import play_out
from rulewright.pipeline import Book, open_source
from rulewright.problems.problem import RulebookError
from rulewright.runtime.failures import RuleFailure
from rulewright.source.text import Source

GAMES = 4
MAX_ACTIONS = 3_000


def caught_by(source: Source) -> str | None:
    """What catches a rulebook that has been changed; None if nothing does."""

    def opening(players: int | None, variant: str | None, options: Mapping[str, OptionValue]) -> Book:
        return open_source(source, players, variant, options)

    try:
        book = open_source(source)
    except RulebookError as error:
        return f"the checker: {error.problems[0].message}"
    for result in run_examples(opening, book):
        if not result.passed:
            return f"the example `{result.id}`: {result.problems[0].message}"
    return _by_games(source, book)


def _by_games(source: Source, book: Book) -> str | None:
    try:
        tables = [book, *(open_source(source, variant=name) for name in book.resolved.variants)]
    except RulebookError as error:
        return f"the checker, in a variant: {error.problems[0].message}"
    for table in tables:
        for seed in range(GAMES):
            try:
                played = play_out(table.game, seed, MAX_ACTIONS)
            except RuleFailure as failure:
                return f"a random game: {failure.message}"
            if played.ended_by is None:
                return "a random game, which does not end"
    return None
