"""Rulebook -> checked: every name bound, every type and range known, for one number of players and one set of options.

me.scroe        ->      problem `unknown-attribute`            me.score      ->      Info(Integer(), Variable...)
"""

from __future__ import annotations

from collections.abc import Mapping

from rulewright.checked.boards import boards
from rulewright.checked.context import Context
from rulewright.checked.declarations import definitions, kinds, positions
from rulewright.checked.declarations.declarations import constant_number
from rulewright.checked.declarations.lookup import Kinds
from rulewright.checked.declarations.namespace import check_declarations, check_namespace
from rulewright.checked.dependents import taken_over
from rulewright.checked.expressions import attributes, calls, listed, names, operators, promised, tried
from rulewright.checked.messages import declarations, types
from rulewright.checked.options import Setting, apply_settings
from rulewright.checked.rules.rules import check_rules
from rulewright.checked.view import check_view
from rulewright.problems.problem import Problems
from rulewright.rulebook import nodes as rulebook

PASSES = (operators, names, attributes, calls, listed, tried, promised)
"""The modules that enter their passes in `infer.INFER`, `tried` in `infer.NEVER_NONE`, and `promised` in `infer.PROMISED`."""
DECLARED = (kinds, definitions, boards, positions)
"""The modules that enter their functions for declarations in `declarations.lookup`."""


def from_rulebook(
    book: rulebook.Rulebook,
    players: int,
    settings: Mapping[str, Setting],
    problems: Problems,
    like: Context | None = None,
) -> Context:
    """Check a rulebook at one table. Problems are added to `problems`; the context is complete if there is no error.

    `like` is the context of this rulebook with as many players and no settings, which had no errors: what does not depend on the
    settings is taken over from it, and its problems are not reported again."""
    table = players if _fits(book, players) else book.players[0]
    c = Context(book, table, {}, problems, teams=tuple(range(table)))
    c.kinds = Kinds(c)
    if like is None or not taken_over(c, like, settings):
        check_namespace(c)
    _check_players(c, players)
    try:
        _check(c, settings)
    except RecursionError:
        types.too_deep(c, c.open[-1] if c.open else book.name, book.span)
    return c


def _check(c: Context, settings: Mapping[str, Setting]) -> None:
    book, players = c.book, c.players
    apply_settings(c, dict(settings))
    if book.team_count is not None and c.again is None:
        teams = constant_number(c, book.team_count, "the number of teams", 1)
        c.teams = tuple(seat % teams for seat in range(players))
        if teams > players:
            c.teams = tuple(range(players))
    check_declarations(c)
    positions.check_positions(c)
    check_rules(c)
    check_view(c)


def _fits(book: rulebook.Rulebook, players: object) -> bool:
    """Whether a rulebook is for that number of players; callers may pass anything, and 2.0 and true would pass for numbers."""
    return type(players) is int and players in book.players


def _check_players(c: Context, players: int) -> None:
    book = c.book
    if not _fits(book, players):
        declarations.wrong_players(c, book, players)
    if book.seats and len(book.seats) != book.players[-1]:
        declarations.seats_differ(c, book.seats[0])
