"""What bots that look ahead share: positions as a player may take them to be, and luck to play on with.

    views = views_of(state, player, seed, most=4)       positions that the player cannot tell from the real one
    rows = play_on(game, views[0], firsts, luck_of(seed, 0, 64), until)

Hidden cells are dealt anew for every view, as `state.resample` does, and luck is never that of the game.  So what is worked out from
them hangs on what the player sees and on the seeds alone.
"""

from __future__ import annotations

from array import array

from rulewright.game.knowledge import Known
from rulewright.game.resample import resampled
from rulewright.game.state import State
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
