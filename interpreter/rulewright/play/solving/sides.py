"""Who plays against whom: one player or two, two teams, or all together against the game.

    refuse_others(game)                      CannotSolve, for games whose best play is not defined
    sides_of(game, payoffs)                  (0, 1, 0, 1): the side of each seat

Of two sides, one wins what the other loses. Where everybody gets the same, whatever happens, all are one side.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rulewright.game.game import Game
from rulewright.game.results.standing import all_win_together


class CannotSolve(ValueError):
    """A game of a sort that is not solved; the message says why, and what else there is."""


def refuse_others(game: Game) -> None:
    """Raises CannotSolve for games whose best play is not defined by what one side wins and the other loses."""
    if game.num_players > 2 and len(set(game.program.teams)) != 2 and not all_win_together(game.program):
        raise CannotSolve(
            f"{game.title} for {game.num_players} has no exact answer: what is best for one player depends on what the others like. "
            "Games for one, for two, for two teams, and those in which all win or lose together are solved"
        )


def sides_of(game: Game, payoffs: Iterable[Sequence[float]]) -> tuple[int, ...]:
    """The side of each seat, by what all seats get at the ends that were found. Raises CannotSolve."""
    players, teams = game.num_players, game.program.teams
    rows = set(map(tuple, payoffs))
    if players == 1 or (all_win_together(game.program) and all(len(set(row)) == 1 for row in rows)):
        return (0,) * players
    first = min(teams)
    sides = tuple(int(team != first) for team in teams) if len(set(teams)) == 2 else ()
    if not sides or any(
        row[seat] != (-row[0] if side else row[0]) for row in rows for seat, side in enumerate(sides)
    ):
        raise CannotSolve(
            f"{game.title} is not solved: one player does not always lose what the other wins, so that there is no value that both play for"
        )
    return sides
