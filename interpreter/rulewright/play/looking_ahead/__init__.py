"""Bots that look ahead: one step (greedy), or many playouts of each action.

Comes in: a state and the player to act.

Goes out: `greedy.GreedyBot` and `rollouts.RolloutsBot`.

Imports `play.running`, `game`, `language`, `runtime` and `source`. Imported by `play`, `play.advising`,
`play.health` and `play.solving`.

Begin with `lookahead`.

Easy to get wrong: hidden cells are dealt again at random and luck is never that of the game, so a bot's choice
depends only on what its seat sees and on its own seed.
"""
