"""What bots that look ahead share: positions as a player may take them to be, and what games come to for a player.

    views = views_of(state, player, seeds)              positions that the player cannot tell from the real one
    rows = play_on(game, views[0], firsts, luck_of(seed, 0, 64), until)
    won, ahead = worth(game, rows, player)              by game: 1, 0, -1 ..., and how far the player is ahead

Hidden cells are dealt anew for every view, as `state.resample` does, and luck is never that of the game.  So what is worked out
here hangs on what the player sees and on the seeds alone.  All figures are whole numbers: executors agree on them.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence
from operator import sub

from rulewright.game.game import Game
from rulewright.game.knowledge import Known
from rulewright.game.resample import resampled
from rulewright.game.standing import standing_of
from rulewright.game.state import State
from rulewright.ir import nodes as ir
from rulewright.runtime.bulk import ENDED, SCORES, WINNERS, Played
from rulewright.runtime.executor import Luck, Position
from rulewright.runtime.words import seed_of


def views_of(state: State, player: int, seed: int, most: int) -> list[Position]:
    """Positions that the player to act cannot tell from the real one, with the same legal choices in the same order: `most` of them, or
    a single one if nothing is hidden from the player. Fewer, or none, if so many could not be dealt."""
    game, tip = state.game, state.tip
    luck = Luck(0, list(tip.luck.turns))
    if game.sight.sees_all(player):
        return [Position(state.cells, luck)]
    known = tip.known[player] if tip.known else Known()
    legal = [action.choice for action in state.legal_actions()]
    views = []
    for number in range(most):
        cells = resampled(game.executor, game.sight, tip.cells, known, player, seed_of(seed, number))
        if game.executor.legal(cells) == legal:
            views.append(Position(cells, luck))
    return views


def luck_of(seed: int, first: int, count: int) -> array[int]:
    """So many seeds of games, from number `first` on."""
    return array("Q", (seed_of(seed, number) for number in range(first, first + count)))


def worth(game: Game, rows: Played, player: int) -> list[Sequence[int]]:
    """What each game is worth to a player as it stands, in columns: 1 if it is won (with others too), -1 if it is lost, 0 for a draw
    or while it goes on; then for each line of the standings how far the player (with the team) is ahead of the best of the others."""
    return [_results(game, rows, player), *_leads(game, rows, player)]


def _results(game: Game, rows: Played, player: int) -> list[int]:
    bit, ended = 1 << player, rows.column(ENDED)
    if not any(ended):
        return [0] * rows.games
    judged = [False, *map(_has_winners, game.program.ends)]
    return [
        (1 if won & bit else -1) if judged[end] else 0
        for end, won in zip(ended, rows.column(WINNERS), strict=True)
    ]


def _has_winners(end: ir.End) -> bool:
    """Whether an end leaves winners and losers."""
    return not any(isinstance(outcome, ir.Drawn) for outcome in end.result)


def _leads(game: Game, rows: Played, player: int) -> Iterator[Sequence[int]]:
    players, teams = game.num_players, game.program.teams
    rivals = [seat for seat in range(players) if teams[seat] != teams[player]]
    for line, best in enumerate(standing_of(game.program)):
        scores = [rows.column(SCORES + line * players + seat) for seat in range(players)]
        others = [scores[seat] for seat in rivals] or [array("i", (0,)) * rows.games]
        rival = others[0] if len(others) == 1 else list(map(max if best.highest else min, *others))
        yield list(map(sub, scores[player], rival) if best.highest else map(sub, rival, scores[player]))
