"""Games of one player in which only numbers grow until the game is over, such as the fewest rounds for a number of points.

Comes in: a game whose counters are known (`game.turns.counters`).

Goes out: `by_levels.solve_by_levels`, with a `LevelsSolution`.

Imports `play.solving`, `game`, `runtime` and `source`. Imported by `play.solving` and `cli`.

Begin with `by_levels`.

Easy to get wrong: the number of the round is that of the end, which is asked before the next round begins.
"""
