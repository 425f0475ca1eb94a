"""What games come to for one player, in whole numbers: what players who look ahead compare.

won, lead = worth(game, rows, player=0)        by game: 1, 0, -1 ..., and how far the player is ahead
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence
from operator import sub

from rulewright.game.game import Game
from rulewright.ir import nodes as ir
from rulewright.ir.ranking import standing_of
from rulewright.ir.utility import payoffs
from rulewright.runtime.fast.playouts import ENDED, SCORES, WINNERS, Played


def worth(game: Game, rows: Played, player: int) -> list[Sequence[int]]:
    """What each game is worth to a player as it stands, in columns: 1 if it is won (with others too, but not with all), -1 if it is lost, 0 for a
    draw or while it goes on; then for each line of the standings how far the player (with the team) is ahead of the best of the others."""
    return [_results(game, rows, player), *_leads(game, rows, player)]


def _results(game: Game, rows: Played, player: int) -> list[int]:
    ended = rows.column(ENDED)
    if not any(ended):
        return [0] * rows.games
    signs = {
        (end, won): _sign(game.program, end, won, player)
        for end, won in set(zip(ended, rows.column(WINNERS), strict=True))
    }
    return [signs[pair] for pair in zip(ended, rows.column(WINNERS), strict=True)]


def _sign(program: ir.Program, ended: int, winners: int, player: int) -> int:
    """Whether an end (its number from 1, 0 while the game goes on) is good for a player, bad or neither."""
    if not ended:
        return 0
    came_to = payoffs(program, program.ends[ended - 1]).of(program.players, winners)[player]
    return (came_to > 0) - (came_to < 0)


def _leads(game: Game, rows: Played, player: int) -> Iterator[Sequence[int]]:
    players, teams = game.num_players, game.program.teams
    rivals = [seat for seat in range(players) if teams[seat] != teams[player]]
    for line, best in enumerate(standing_of(game.program)):
        scores = [rows.column(SCORES + line * players + seat) for seat in range(players)]
        others = [scores[seat] for seat in rivals] or [array("i", (0,)) * rows.games]
        rival = others[0] if len(others) == 1 else list(map(max if best.highest else min, *others))
        yield list(map(sub, scores[player], rival) if best.highest else map(sub, rival, scores[player]))
